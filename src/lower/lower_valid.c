/* lower_valid.c: checks that the value of a constant is one that its type can have, and says in rustc's words where
 * it is not. */
#include "lower/lower_internal.h"

#include "base/hash.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST = 16, POINTER_BYTES = 8 };

/* How a part is reached from the whole. */
typedef struct path {
    const struct path *outer;
    const char *name; /* NULL: an element */
    uint64_t index;
} path;

/* Memory of the constant itself, or of a global; all of it is set. */
typedef struct view {
    const ir_constant *of;
    const ir_global *global;
} view;

typedef struct check {
    lower *l;
    sema_span at;
    uint32_t depth;
    bool is_small;
    bool is_static;      /* it is a static or a part of one */
    arena_map seen;      /* digests of the places that references have led to, with their types */
    const char *message; /* NULL: valid so far */
} check;

static const char *lower_valid_path_text(check *c, const path *p)
{
    if (!p)
        return "";
    const char *outer = lower_valid_path_text(c, p->outer);
    return p->name ? arena_format(c->l->s->memory, "%s.%s", outer, p->name)
                   : arena_format(c->l->s->memory, "%s[%llu]", outer, (unsigned long long)p->index);
}

static bool lower_wrong(check *c, const path *p, const char *what)
{
    c->message = arena_format(c->l->s->memory, "constructing invalid value%s%s: encountered %s", p ? " at " : "",
                              lower_valid_path_text(c, p), what);
    return false;
}

/* Reports a pointer where a number should be. rustc cannot even copy such a value if it is one that it moves in
 * registers. */
static bool lower_no_integer(check *c, const path *p, const char *what)
{
    if (!c->is_small)
        return lower_wrong(c, p, what);
    c->message = "unable to turn pointer into integer";
    return false;
}

static const uint8_t *lower_bytes_at(const view *v, uint64_t offset)
{
    return (v->global ? v->global->bytes : (const uint8_t *)v->of->bytes) + offset;
}

static bool lower_is_set(const view *v, uint64_t offset, uint64_t n)
{
    const uint8_t *set = v->global ? v->global->set : v->of->set;
    return !set || !memchr(set + offset, 0, n);
}

static bool lower_is_unset(const view *v, uint64_t offset, uint64_t n)
{
    const uint8_t *set = v->global ? v->global->set : v->of->set;
    for (uint64_t i = 0; i < n; i++)
        if (!set || set[offset + i])
            return false;
    return true;
}

static uint8_t lower_valid_word_at(const view *v, uint64_t offset)
{
    if (v->of)
        return v->of->words[offset];
    const ir_relocation *over = ir_relocation_before(v->global->relocations, v->global->n_relocations, offset + 1);
    if (!over || offset - over->offset >= POINTER_BYTES)
        return IR_WORD_PLAIN;
    return over->function ? IR_WORD_FUNCTION : IR_WORD_GLOBAL;
}

/* Whether these bytes of the constant itself all have values, and nothing of a pointer. */
static bool lower_is_plain(const view *v, uint64_t offset, uint64_t n)
{
    if (!n || !lower_is_set(v, offset, n))
        return !n;
    for (uint64_t i = offset; i < offset + n; i++)
        if (v->of->words[i] != IR_WORD_PLAIN)
            return false;
    return true;
}

/* What is told of the pointer, or part of one, that is in the list there; NULL: there is none. */
static const ir_relocation *lower_listed_at(const ir_relocation *list, uint32_t n, uint64_t offset)
{
    const ir_relocation *last = ir_relocation_before(list, n, offset + 1);
    return last && last->offset == offset ? last : NULL;
}

static const ir_relocation *lower_relocation_at(const view *v, uint64_t offset)
{
    return v->of ? lower_listed_at(v->of->pointers, v->of->n_pointers, offset)
                 : lower_listed_at(v->global->relocations, v->global->n_relocations, offset);
}

/* The same, where it leads to a global. */
static const ir_relocation *lower_pointer_at(const view *v, uint64_t offset)
{
    const ir_relocation *told = lower_relocation_at(v, offset);
    return told && told->global ? told : NULL;
}

/* A pointer as rustc names it, with a number of our own: alloc3+0x4<imm>. */
static const char *lower_pointer_name(const lower *l, const view *v, uint64_t offset)
{
    const ir_module *m = l->scratch->m;
    const ir_relocation *told = lower_relocation_at(v, offset), *to = told && told->global ? told : NULL;
    /* functions have the numbers behind those of the globals */
    const uint32_t number = to ? to->global : m->globals.n + (told ? told->function : 0);
    const char *by = "";
    if (told && told->addend)
        by = arena_format(l->s->memory, "+0x%llx", (unsigned long long)told->addend);
    const bool is_table = to && to->global < l->scratch->origins.n && l->scratch->origins.at[to->global].object,
               is_fixed = to && !is_table && m->globals.at[to->global].space == IR_SPACE_CONST;
    return arena_format(l->s->memory, "alloc%u%s%s", (unsigned)number, by, is_fixed ? "<imm>" : "");
}

/* How many bytes a pointer leads to; a table is no memory. */
static uint64_t lower_extent_of(const lower *made, const ir_relocation *to)
{
    const bool is_table = to->global < made->origins.n && made->origins.at[to->global].object;
    return is_table ? 0 : ir_size(made->m, made->m->globals.at[to->global].type);
}

/* As interp_may_be_null. */
static bool lower_may_be_null(check *c, const view *v, uint64_t offset)
{
    const lower *made = c->l->scratch;
    const ir_relocation *told = lower_relocation_at(v, offset);
    if (!told || told->function)
        return false;
    const uint64_t at = (uint64_t)told->addend;
    if (!told->global)
        return at != 0; /* a function has one address, and any alignment */
    return at > lower_extent_of(made, told) && at % ir_align(made->m, made->m->globals.at[told->global].type) == 0;
}

static bool lower_no_pointer(check *c, const path *p, const view *v, uint64_t offset, const char *expected)
{
    arena *memory = c->l->s->memory;
    uint64_t bits;
    memcpy(&bits, lower_bytes_at(v, offset), sizeof bits);
    const char *got = lower_valid_word_at(v, offset) != IR_WORD_PLAIN ? lower_pointer_name(c->l, v, offset)
                      : bits ? arena_format(memory, "0x%llx[noalloc]", (unsigned long long)bits)
                             : "null pointer";
    return lower_wrong(c, p, arena_format(memory, "%s, but expected %s", got, expected));
}

static const char *lower_valid_expected(ty_kind kind)
{
    switch (kind) {
    case TY_BOOL: return "a boolean";
    case TY_CHAR: return "a unicode scalar value";
    case TY_F32:
    case TY_F64: return "a floating point number";
    case TY_REF: return "a reference";
    case TY_PTR: return "a raw pointer";
    case TY_FN_PTR: return "a function pointer";
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SIGNED:
    case TY_CASES_UNSIGNED:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_ADT:
    case TY_FN_DEF:
    case TY_CLOSURE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return "an integer";
}

static bool lower_valid_valid(check *c, sema_ty ty, const view *v, uint64_t offset, const path *p);
static bool valid_fields(check *c, const lower_variant *variant, const view *v, uint64_t offset, const path *p);

/* Whether n elements from there on fulfil all that a type without rules about values asks for. */
static bool lower_is_number(check *c, sema_ty ty)
{
    const ty_kind kind = ty_kind_of(c->l->s, ty);
    return (kind >= TY_I8 && kind <= TY_F64) ||
           (kind == TY_PTR && lower_layout_of(c->l, ty, c->at)->shape == SHAPE_SCALAR);
}

static const lower_origin *lower_table_at(check *c, const view *v, uint64_t offset)
{
    const lower *made = c->l->scratch;
    const ir_relocation *to = lower_pointer_at(v, offset);
    const lower_origin *origin = to && to->global < made->origins.n ? &made->origins.at[to->global] : NULL;
    return origin && origin->object ? origin : NULL;
}

static const char *lower_trait_name(sema *s, sema_ty object)
{
    return ty_get(s, object)->def ? ty_print_short(s, object) + strlen("dyn ") : "<trivial>";
}

/* Whether a pointer to a trait object has a table of its trait. */
static bool valid_table(check *c, sema_ty pointee, const view *v, uint64_t offset, const path *p)
{
    sema *s = c->l->s;
    const lower_origin *table = lower_table_at(c, v, offset);
    const sema_ty object = lower_object_in(c->l, pointee);
    if (!table || lower_pointer_at(v, offset)->addend)
        return lower_no_pointer(c, p, v, offset, "a vtable pointer");
    if (ty_get(s, object)->def == ty_get(s, table->object)->def)
        return true;
    c->message = arena_format(s->memory,
                              "constructing invalid value%s%s: wrong trait in wide pointer vtable: expected `%s`, but "
                              "encountered `%s`",
                              p ? " at " : "", lower_valid_path_text(c, p), lower_trait_name(s, object),
                              lower_trait_name(s, table->object));
    return false;
}

static bool valid_behind(check *c, sema_ty pointee, const view *v, uint64_t offset, const path *p)
{
    lower *l = c->l;
    sema *s = l->s;
    const path behind = {p, "<deref>", 0}, as_itself = {&behind, "<dyn-downcast>", 0};
    const path *inner = &behind;
    if (lower_object_in(l, pointee) != (sema_ty)TY_NONE) {
        uint64_t to_value;
        memcpy(&to_value, lower_bytes_at(v, offset), sizeof to_value);
        if (!valid_table(c, pointee, v, offset + 8, p))
            return false;
        if (!to_value && lower_valid_word_at(v, offset) == IR_WORD_PLAIN)
            return lower_wrong(c, p, "a null reference");
        if (ty_kind_of(s, pointee) != TY_DYN)
            return true;
        pointee = lower_table_at(c, v, offset + 8)->key;
        inner = &as_itself;
    }
    const lower_layout *layout = lower_layout_of(l, pointee, c->at);
    const lower_layout *one = layout->shape == SHAPE_UNSIZED ? lower_layout_of(l, layout->element, c->at) : layout;
    const bool is_long = one != layout || layout->shape == SHAPE_TAIL;
    const uint64_t each = layout->shape == SHAPE_TAIL ? lower_tail_size(l, layout, 1) - lower_tail_size(l, layout, 0)
                          : one->ir                   ? ir_size(l->m, one->ir)
                                                      : 0;
    uint64_t address, n = 1;
    memcpy(&address, lower_bytes_at(v, offset), sizeof address);
    if (is_long) {
        memcpy(&n, lower_bytes_at(v, offset + 8), sizeof n);
        if (each && n > INT64_MAX / each)
            return lower_wrong(c, p, "invalid reference metadata: slice is bigger than largest supported object");
    }
    const uint64_t size = is_long ? lower_tail_size(l, layout, n) : each;
    const ir_relocation *to = lower_pointer_at(v, offset);
    const uint8_t kind = lower_valid_word_at(v, offset);
    if (!to && address == 0 && kind == IR_WORD_PLAIN)
        return lower_wrong(c, p, "a null reference");
    if (kind == IR_WORD_TEMPORARY)
        return true;
    if (kind == IR_WORD_GONE)
        return size == 0 || lower_wrong(c, p, "a dangling reference (use-after-free)");
    const ir_module *m = l->scratch->m;
    const ir_global *global = to ? &m->globals.at[to->global] : NULL;
    const lower_origin *origin = to && to->global < l->scratch->origins.n ? &l->scratch->origins.at[to->global] : NULL;
    const uint64_t extent = to ? lower_extent_of(l->scratch, to) : 0, start = to ? (uint64_t)to->addend : 0;
    if (!to && size)
        return lower_wrong(c, p,
                           arena_format(s->memory, "a dangling reference (0x%llx[noalloc] has no provenance)",
                                        (unsigned long long)address));
    if (to && size && (start > extent || extent - start < size))
        return lower_wrong(c, p, "a dangling reference (going beyond the bounds of its allocation)");
    const uint64_t bits = to ? start | ir_align(m, global->type) : address, has = bits & (0 - bits);
    if (has < one->align)
        return lower_wrong(c, p,
                           arena_format(s->memory, "an unaligned reference (required %u byte alignment but found %llu)",
                                        (unsigned)one->align, (unsigned long long)has));
    if (lower_may_be_null(c, v, offset))
        return lower_wrong(c, p, "a maybe-null reference");
    if (layout->is_empty)
        return lower_wrong(
            c, p, arena_format(s->memory, "a reference pointing to uninhabited type %s", ty_print_short(s, pointee)));
    if (is_long && n && one->is_empty) {
        const path element = {inner, NULL, 0};
        return lower_valid_valid(c, one->ty, v, offset, &element);
    }
    const bool is_static = origin && origin->def;
    if (!to || !size || (is_static && c->is_static) || global->space != IR_SPACE_CONST || c->depth >= DEEPEST)
        return true; /* of a static what it leads to is looked at by itself */
    if (global->is_unready && !lower_read_static(l, to->global, c->at))
        return true; /* that is told */
    global = &m->globals.at[to->global];
    if (!global->bytes)
        return true;
    const uint64_t digest = hash_mix(hash_mix(hash_mix(hash_mix(0, to->global), start), n), (uint64_t)pointee);
    uint32_t *seen = arena_map_at(s->memory, &c->seen, digest | 1, 1);
    if (*seen)
        return true;
    *seen = 1;
    const view there = {.global = global};
    bool good = true;
    c->depth++;
    if (layout->shape == SHAPE_TAIL) {
        good = valid_fields(c, layout->variants, &there, start, inner);
    } else if (layout->shape != SHAPE_UNSIZED) {
        good = lower_valid_valid(c, pointee, &there, start, inner);
    } else if (!lower_is_number(c, layout->element)) {
        for (uint64_t i = 0; i < n && good; i++) {
            const path element = {inner, NULL, i};
            good = lower_valid_valid(c, layout->element, &there, start + i * each, &element);
        }
    }
    c->depth--;
    return good;
}

/* rustc reads a scalar as a whole. */
static bool valid_not_read(check *c, const view *v, uint64_t offset, uint64_t size)
{
    uint64_t first = 0, end;
    while (lower_is_set(v, offset, first + 1))
        first++;
    for (end = first + 1; end < size && !lower_is_set(v, offset + end, 1);)
        end++;
    c->message = arena_format(c->l->s->memory,
                              "reading memory at ALLOC[0x%llx..0x%llx], but memory is uninitialized at "
                              "[0x%llx..0x%llx], and this operation requires initialized memory",
                              (unsigned long long)offset, (unsigned long long)(offset + size),
                              (unsigned long long)(offset + first), (unsigned long long)(offset + end));
    return false;
}

/* Whether what is there is all of one pointer, or nothing of any. */
static bool lower_is_one_pointer(const ir_constant *of, uint64_t offset)
{
    const view v = {.of = of};
    return lower_is_plain(&v, offset, POINTER_BYTES) ||
           (lower_listed_at(of->pointers, of->n_pointers, offset) && of->words[offset] < IR_WORD_PART);
}

/* Whether a scalar can be read there: values, and all of one pointer or nothing of any. */
static bool valid_read(check *c, const view *v, uint64_t offset, uint64_t size, bool is_pointer, const char *expected,
                       const path *p)
{
    arena *memory = c->l->s->memory;
    if (!lower_is_set(v, offset, size))
        return c->is_small && v->of
                   ? valid_not_read(c, v, offset, size)
                   : lower_wrong(c, p, arena_format(memory, "uninitialized memory, but expected %s", expected));
    if (is_pointer && v->of && !lower_is_one_pointer(v->of, offset)) {
        if (!c->is_small)
            return lower_wrong(c, p, "a partial pointer or a mix of pointers");
        c->message = "unable to read parts of a pointer from memory at ALLOC";
        return false;
    }
    for (uint64_t i = 0; i < size && !is_pointer; i++)
        if (lower_valid_word_at(v, offset + i) != IR_WORD_PLAIN)
            return lower_no_integer(c, p, arena_format(memory, "a pointer, but expected %s", expected));
    return true;
}

/* Whether both parts of a pointer to what has no size of its own can be read. */
static bool valid_wide(check *c, const lower_layout *layout, const view *v, uint64_t offset, const path *p)
{
    const char *expected = lower_valid_expected(ty_kind_of(c->l->s, layout->ty));
    return valid_read(c, v, offset, POINTER_BYTES, true, expected, p) &&
           valid_read(c, v, offset + POINTER_BYTES, POINTER_BYTES, layout->ir == c->l->object, expected, p);
}

static bool valid_scalar(check *c, sema_ty ty, const view *v, uint64_t offset, uint64_t size, const path *p)
{
    sema *s = c->l->s;
    const ty_kind kind = ty_kind_of(s, ty);
    const bool is_pointer = kind == TY_REF || kind == TY_PTR || kind == TY_FN_PTR;
    if (!valid_read(c, v, offset, size, is_pointer, lower_valid_expected(kind), p))
        return false;
    const uint64_t bits = ir_load_bits(lower_bytes_at(v, offset), size < 8 ? size : 8);
    switch (kind) {
    case TY_BOOL:
        return bits <= 1 ||
               lower_wrong(c, p, arena_format(s->memory, "0x%02x, but expected a boolean", (unsigned)bits));
    case TY_CHAR:
        return bits < 0xD800 || (bits > 0xDFFF && bits <= 0x10FFFF) ||
               lower_wrong(
                   c, p,
                   arena_format(s->memory,
                                "0x%08x, but expected a valid unicode scalar value (in `0..=0x10FFFF` but not in "
                                "`0xD800..=0xDFFF`)",
                                (unsigned)bits));
    case TY_REF: return valid_behind(c, ty_arg(s, ty, 1), v, offset, p);
    case TY_PTR:
        return lower_object_in(c->l, ty_arg(s, ty, 0)) == (sema_ty)TY_NONE ||
               valid_table(c, ty_arg(s, ty, 0), v, offset + 8, p);
    case TY_FN_PTR:
        if (lower_valid_word_at(v, offset) == IR_WORD_FUNCTION)
            return true;
        return lower_no_pointer(c, p, v, offset, "a function pointer");
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_NUMBER:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_ADT:
    case TY_FN_DEF:
    case TY_CLOSURE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return true;
}

static bool valid_fields(check *c, const lower_variant *variant, const view *v, uint64_t offset, const path *p)
{
    sema *s = c->l->s;
    uint32_t n = 0;
    const sema_def *fields = variant->def ? def_fields(s, variant->def, &n) : NULL;
    for (uint32_t k = 0; k < variant->n_fields; k++) {
        const char *name = k < n ? sema_text(s, def_get(s, fields[k])->name) : "";
        const path inner = {p, name[0] ? name : arena_format(s->memory, "%u", (unsigned)k), 0};
        const bool is_empty = variant->slots[k] == LOWER_NO_SLOT;
        const uint64_t at = is_empty ? 0 : ir_field_offset(c->l->m, variant->ir, variant->slots[k]);
        if (!lower_valid_valid(c, variant->fields[k], v, offset + at, &inner))
            return false;
    }
    return true;
}

static bool lower_points_at(check *c, sema_ty ty, uint64_t offset);

static bool lower_points_in(check *c, const lower_variant *variant, uint64_t offset)
{
    for (uint32_t k = 0; k < variant->n_fields; k++) {
        if (variant->slots[k] == LOWER_NO_SLOT)
            continue;
        const uint64_t at = ir_field_offset(c->l->m, variant->ir, variant->slots[k]);
        if (offset >= at && lower_points_at(c, variant->fields[k], offset - at))
            return true;
    }
    return false;
}

/* Whether what a type has at an offset is a pointer. */
static bool lower_points_at(check *c, sema_ty ty, uint64_t offset)
{
    const lower_layout *layout = lower_layout_of(c->l, ty, c->at);
    const ir_module *m = c->l->m;
    if (!layout->ir || offset >= ir_size(m, layout->ir))
        return false;
    if (layout->shape == SHAPE_SCALAR)
        return layout->ir == c->l->ptr;
    if (layout->shape == SHAPE_FAT)
        return offset == 0 || layout->ir == c->l->object;
    if (layout->shape == SHAPE_STRUCT)
        return lower_points_in(c, layout->tag ? lower_present(layout) : layout->variants, offset);
    const uint64_t content = layout->shape == SHAPE_ENUM ? ir_field_offset(m, layout->ir, 1) : UINT64_MAX;
    for (uint32_t i = 0; i < layout->n_variants && content <= offset; i++)
        if (lower_points_in(c, &layout->variants[i], offset - content))
            return true;
    return false;
}

static bool valid_enum(check *c, const lower_layout *layout, const view *v, uint64_t offset, const path *p)
{
    lower *l = c->l;
    ir_module *m = l->m;
    const path tag_path = {p, "<enum-tag>", 0};
    const bool is_tag = layout->shape == SHAPE_TAG, is_coded = !is_tag && m->types.at[layout->ir].kind == IR_CODED;
    const ir_coding *coding = &m->types.at[layout->ir].coding;
    const ir_type stored = is_coded ? coding->type : layout->tag;
    const uint64_t at = offset + (is_coded ? coding->offset : 0), size = ir_size(m, stored),
                   mask = UINT64_MAX >> (64 - 8 * ir_size(m, layout->tag));
    const bool is_pointer = is_coded && lower_points_at(c, layout->ty, coding->offset);
    /* a tag that would have eight bytes has four if these are enough: the others are padding, and 0 */
    const bool is_narrow = is_coded && !is_pointer && size == 8 && lower_is_unset(v, at + 4, 4);
    if (!valid_read(c, v, at, is_narrow ? 4 : size, is_pointer, is_pointer ? "a raw pointer" : "an integer", &tag_path))
        return false;
    if (is_pointer && lower_may_be_null(c, v, at))
        return lower_wrong(
            c, &tag_path,
            arena_format(l->s->memory, "pointer to %s, but expected a valid enum tag", lower_pointer_name(l, v, at)));
    const uint64_t tag =
        is_coded ? ir_coded_tag(m, layout->ir, lower_bytes_at(v, offset)) : ir_load_bits(lower_bytes_at(v, at), size);
    for (uint32_t i = 0; i < layout->n_variants; i++) {
        const lower_variant *variant = &layout->variants[i];
        if ((variant->discriminant & mask) != (tag & mask))
            continue;
        const path inner = {
            p, arena_format(l->s->memory, "<enum-variant(%s)>", sema_text(l->s, def_get(l->s, variant->def)->name)), 0};
        const uint64_t content = is_tag ? 0 : ir_field_offset(m, layout->ir, 1);
        for (uint32_t k = 0; k < variant->n_fields; k++)
            if (lower_layout_of(l, variant->fields[k], c->at)->is_empty)
                return lower_wrong(c, &tag_path, "an uninhabited enum variant");
        return valid_fields(c, variant, v, offset + content, &inner);
    }
    const uint64_t bits = ir_load_bits(lower_bytes_at(v, at), size);
    return lower_wrong(c, &tag_path,
                       arena_format(l->s->memory, "0x%0*llx, but expected a valid enum tag", (int)(2 * size),
                                    (unsigned long long)bits));
}

/* Whether it is a struct of the library by that name, which may not be 0. */
static bool lower_valid_is(const sema *s, sema_ty ty, const char *name)
{
    const sema_def def = ty_kind_of(s, ty) == TY_ADT ? ty_get(s, ty)->def : 0;
    return def && def_get(s, def)->is_library && strcmp(sema_text(s, def_get(s, def)->name), name) == 0;
}

static bool lower_valid_valid(check *c, sema_ty ty, const view *v, uint64_t offset, const path *p)
{
    lower *l = c->l;
    const lower_layout *layout = lower_layout_of(l, ty, c->at);
    if (layout->is_empty && ty_kind_of(l->s, ty) == TY_NEVER)
        return lower_wrong(c, p, "a value of the never type `!`");
    if (layout->is_empty && layout->n_variants == 0)
        return lower_wrong(c, p,
                           arena_format(l->s->memory, "a value of uninhabited type `%s`", ty_print_short(l->s, ty)));
    if (!layout->ir)
        return layout->shape != SHAPE_STRUCT || !layout->n_variants || layout->tag ||
               valid_fields(c, layout->variants, v, offset, p);
    const uint64_t size = ir_size(l->m, layout->ir);
    switch ((lower_shape)layout->shape) {
    case SHAPE_SCALAR:
    case SHAPE_FAT:
        return (layout->shape != SHAPE_FAT || valid_wide(c, layout, v, offset, p)) &&
               valid_scalar(c, ty, v, offset, layout->shape == SHAPE_FAT ? 8 : size, p);
    case SHAPE_STRUCT: {
        const lower_variant *variant = layout->tag ? lower_present(layout) : layout->variants;
        if (!valid_fields(c, variant, v, offset, p))
            return false;
        const bool is_non_zero = lower_valid_is(l->s, ty, "NonZero");
        if ((is_non_zero || lower_valid_is(l->s, ty, "NonNull")) && size <= 8 &&
            lower_valid_word_at(v, offset) == IR_WORD_PLAIN && ir_load_bits(lower_bytes_at(v, offset), size) == 0)
            return lower_wrong(c, is_non_zero ? &(path){&(path){p, "0", 0}, "0", 0} : p,
                               "0, but expected something greater or equal to 1");
        if (lower_valid_is(l->s, ty, "NonNull") && lower_may_be_null(c, v, offset))
            return lower_wrong(c, p, "a maybe-null pointer, but expected something that is definitely non-zero");
        return true;
    }
    case SHAPE_ARRAY: {
        const lower_layout *element = lower_layout_of(l, layout->element, c->at);
        const uint64_t each = element->ir ? ir_size(l->m, element->ir) : 0;
        if (lower_is_number(c, layout->element) && (v->global || lower_is_plain(v, offset, layout->n * each)))
            return true;
        for (uint64_t i = 0; i < layout->n && each; i++) {
            const path inner = {p, NULL, i};
            if (!lower_valid_valid(c, layout->element, v, offset + i * each, &inner))
                return false;
        }
        return true;
    }
    case SHAPE_TAG:
    case SHAPE_ENUM: return valid_enum(c, layout, v, offset, p);
    case SHAPE_RUST_UNION:
    case SHAPE_UNSIZED:
    case SHAPE_OBJECT:
    case SHAPE_TAIL: break;
    }
    return true;
}

const char *lower_invalid(lower *l, sema_ty ty, const ir_constant *constant, bool is_behind, bool is_static,
                          sema_span at)
{
    check c = {.l = l, .at = at, .is_static = is_static};
    const view v = {.of = constant};
    lower_scalar all[2];
    const uint32_t n = is_behind ? 0 : lower_scalars_read(l, ty, at, all);
    c.is_small = n != 0;
    for (uint32_t i = 0; i < n && !c.message; i++)
        valid_read(&c, &v, all[i].at, all[i].size, all[i].is_pointer, "", NULL);
    c.is_small = false;
    if (!c.message)
        lower_valid_valid(&c, ty, &v, 0, is_behind ? &(path){NULL, "<deref>", 0} : NULL);
    return c.message;
}

/* A line's bytes in hexadecimal and as characters. */
typedef struct byte_line {
    char hex[2048], text[64];
    size_t n_hex, n_text;
    uint32_t n; /* bytes that are in it */
} byte_line;

enum { A_LINE = 16 };

static void lower_put_text(char *to, size_t *n, const char *text, uint32_t times)
{
    const size_t n_text = strlen(text);
    for (; times; times--, *n += n_text)
        memcpy(to + *n, text, n_text + 1);
}

/* A stretch of n bytes of a pointer, three columns each, as rustc writes it: `╾────alloc3<imm>─────╼`. */
static void lower_put_stretch(byte_line *line, const char *name, uint32_t n, bool begins, bool ends)
{
    const uint32_t width = 3 * n - 1 - begins - ends, n_name = (uint32_t)strlen(name),
                   fill = n_name < width ? width - n_name : 0;
    lower_put_text(line->hex, &line->n_hex, "╾", begins);
    lower_put_text(line->hex, &line->n_hex, "─", fill / 2);
    lower_put_text(line->hex, &line->n_hex, name, 1);
    lower_put_text(line->hex, &line->n_hex, "─", fill - fill / 2);
    lower_put_text(line->hex, &line->n_hex, "╼", ends);
    lower_put_text(line->text, &line->n_text, "╾", begins);
    lower_put_text(line->text, &line->n_text, "─", n - begins - ends);
    lower_put_text(line->text, &line->n_text, "╼", ends);
    line->n += n;
}

/* The first n bytes of the pointer at an offset, or its bytes from there on; what is on the next line has the name if
 * it fits only there. */
static void lower_put_pointer(lower *l, byte_line *line, const ir_constant *of, uint64_t offset, uint32_t from,
                              uint32_t n)
{
    const view v = {.of = of};
    const char *name = lower_pointer_name(l, &v, offset);
    const uint32_t before = from ? from : n, behind = POINTER_BYTES - before, n_name = (uint32_t)strlen(name),
                   width = behind ? 3 * before - 2 : 3 * POINTER_BYTES - 3;
    const bool is_behind = behind > before && 3 * behind - 2 >= n_name;
    if (n_name > width && !is_behind)
        name = arena_format(l->s->memory, "%s (%d ptr bytes)", name, POINTER_BYTES);
    lower_put_stretch(line, is_behind == (from != 0) ? name : "", n, from == 0, from + n == POINTER_BYTES);
}

/* One byte of a pointer that is not there as a whole. */
static void lower_put_part(lower *l, byte_line *line, const ir_constant *of, uint64_t offset)
{
    const view v = {.of = of};
    const uint32_t index = of->words[offset] - IR_WORD_PART;
    const uint64_t bits = (uint64_t)lower_listed_at(of->pointers, of->n_pointers, offset)->addend >> 8 * index & 0xff;
    const char *number = lower_pointer_name(l, &v, offset) + strlen("alloc"),
               *text =
                   arena_format(l->s->memory, "╾%02xa%s (ptr fragment %u)╼", (unsigned)bits, number, (unsigned)index);
    lower_put_text(line->hex, &line->n_hex, text, 1);
    lower_put_text(line->text, &line->n_text, "━", 1);
    line->n++;
}

static void lower_put_byte(byte_line *line, const ir_constant *of, uint64_t offset)
{
    const uint8_t byte = ((const uint8_t *)of->bytes)[offset];
    const bool is_set = !of->set || of->set[offset];
    char hex[3], character[2] = {(char)byte, 0};
    snprintf(hex, sizeof hex, "%02x", byte);
    if (byte < 0x20 || byte >= 0x7f)
        character[0] = '.';
    lower_put_text(line->hex, &line->n_hex, is_set ? hex : "__", 1);
    lower_put_text(line->text, &line->n_text, is_set ? character : "░", 1);
    line->n++;
}

const char *lower_raw_bytes(lower *l, const ir_constant *constant, uint64_t size, uint64_t align)
{
    arena *memory = l->s->memory;
    uint32_t n_digits = 1;
    VEC(char) all = {0};
    uint64_t pointer = 0;   /* of one that the line before began, the offset */
    uint32_t n_written = 0; /* and how many of its bytes are there */
    for (uint64_t rest = size >> 4; rest; rest >>= 4)
        n_digits++;
    for (uint64_t from = 0; from < size && all.n <= DIAG_MAX_TEXT; from += A_LINE) { /* no more is shown */
        byte_line line = {0};
        while (line.n < A_LINE && from + line.n < size) {
            const uint64_t offset = from + line.n;
            if (line.n)
                lower_put_text(line.hex, &line.n_hex, " ", 1);
            if (n_written) {
                lower_put_pointer(l, &line, constant, pointer, n_written, POINTER_BYTES - n_written);
                n_written = 0;
            } else if (constant->words[offset] >= IR_WORD_PART) {
                lower_put_part(l, &line, constant, offset);
            } else if (constant->words[offset] != IR_WORD_PLAIN) {
                const uint32_t n = A_LINE - line.n < POINTER_BYTES ? A_LINE - line.n : POINTER_BYTES;
                lower_put_pointer(l, &line, constant, offset, 0, n);
                pointer = offset;
                n_written = n % POINTER_BYTES;
            } else {
                lower_put_byte(&line, constant, offset);
            }
        }
        lower_put_text(line.hex, &line.n_hex, "   ", A_LINE - line.n);
        const char *place =
            size > A_LINE ? arena_format(memory, "0x%0*llx │ ", (int)n_digits, (unsigned long long)from) : "";
        const char *row = arena_format(memory, "    %s%s │ %s\n", place, line.hex, line.text);
        vec_push_all(memory, &all, row, strlen(row));
    }
    vec_push(memory, &all, '\0');
    return arena_format(memory, "the raw bytes of the constant (size: %llu, align: %llu) {%s%s}",
                        (unsigned long long)size, (unsigned long long)align, size ? "\n" : "", all.at);
}
