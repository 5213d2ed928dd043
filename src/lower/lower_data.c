/* lower_data.c: makes constant data. The interpreter computes what holds no pointers; a reference is built from the
 * expression that makes it. */
#include "lower/lower_internal.h"

#include "base/hash.h"
#include "base/limits.h"

typedef struct data {
    lower_fn *f;
    sema_ty key;          /* the instance whose expressions these are */
    thir_expr value;      /* the one whose data it is */
    uint8_t *bytes, *set; /* set: of each byte whether it has a value */
    VEC(ir_relocation) relocations;
} data;

bool lower_has_pointer(lower *l, sema_ty ty, sema_span at)
{
    const lower_layout *layout = lower_layout_of(l, ty, at);
    if (!layout->ir)
        return false;
    if (layout->ir == l->ptr || layout->shape == SHAPE_FAT)
        return true;
    if (layout->shape == SHAPE_ARRAY)
        return lower_has_pointer(l, layout->element, at);
    for (uint32_t i = 0; i < layout->n_variants; i++)
        for (uint32_t k = 0; k < layout->variants[i].n_fields; k++)
            if (lower_has_pointer(l, layout->variants[i].fields[k], at))
                return true;
    return false;
}

typedef bool lower_question(lower *l, sema_ty ty, sema_span at);

/* Whether the answer is yes of the type or of a part of it. */
static bool lower_has(lower *l, sema_ty ty, sema_span at, lower_question *is)
{
    if (is(l, ty, at))
        return true;
    const lower_layout *layout = lower_layout_of(l, ty, at);
    if (layout->shape == SHAPE_ARRAY)
        return lower_has(l, layout->element, at, is);
    for (uint32_t i = 0; i < layout->n_variants; i++)
        for (uint32_t k = 0; k < layout->variants[i].n_fields; k++)
            if (lower_has(l, layout->variants[i].fields[k], at, is))
                return true;
    return false;
}

static bool lower_is_fn_pointer(lower *l, sema_ty ty, sema_span at)
{
    (void)at;
    return ty_kind_of(l->s, ty) == TY_FN_PTR;
}

static bool lower_is_fn_table(lower *l, sema_ty ty, sema_span at)
{
    const lower_layout *layout = lower_layout_of(l, ty, at);
    return layout->shape == SHAPE_ARRAY && lower_has(l, layout->element, at, lower_is_fn_pointer);
}

static bool lower_is_union(lower *l, sema_ty ty, sema_span at)
{
    return lower_layout_of(l, ty, at)->shape == SHAPE_RUST_UNION;
}

bool lower_has_fn_pointer(lower *l, sema_ty ty, sema_span at)
{
    return lower_has(l, ty, at, lower_is_fn_pointer);
}

bool lower_has_union(lower *l, sema_ty ty, sema_span at)
{
    return lower_has(l, ty, at, lower_is_union);
}

/* Whether it has an array of them in it, which is looked up in memory; any other is known where it is used. */
bool lower_has_fn_table(lower *l, sema_ty ty, sema_span at)
{
    return lower_has(l, ty, at, lower_is_fn_table);
}

/* Whether memory of this type may change behind shared references. */
bool lower_has_cell(lower *l, sema_ty ty, sema_span at)
{
    sema *s = l->s;
    if (ty_kind_of(s, ty) == TY_DYN)
        return true;
    if (ty_kind_of(s, ty) == TY_ADT) {
        sema_def def = ty_get(s, ty)->def;
        const char *name = sema_text(s, def_get(s, def)->name);
        if (def == def_lang(s, LANG_ATOMIC) || (def_get(s, def)->is_library && strcmp(name, "UnsafeCell") == 0))
            return true;
    }
    const lower_layout *layout = lower_layout_of(l, ty, at);
    if (layout->shape == SHAPE_ARRAY || layout->shape == SHAPE_UNSIZED)
        return lower_has_cell(l, layout->element, at);
    for (uint32_t i = 0; i < layout->n_variants; i++)
        for (uint32_t k = 0; k < layout->variants[i].n_fields; k++)
            if (lower_has_cell(l, layout->variants[i].fields[k], at))
                return true;
    return false;
}

static bool lower_data_fill(data *d, thir_expr e, uint64_t offset);

static void lower_point(data *d, uint64_t offset, ir_global_id global)
{
    vec_push(d->f->l->s->memory, &d->relocations, (ir_relocation){.offset = offset, .global = global});
}

static void lower_point_to_function(data *d, uint64_t offset, ir_function_id function)
{
    d->f->l->m->data_has_functions = true;
    vec_push(d->f->l->s->memory, &d->relocations, (ir_relocation){.offset = offset, .function = function});
}

static bool lower_data_refuse(data *d, sema_span at)
{
    lower_not_yet(d->f->l, at, "a constant that holds a pointer made this way",
                  "write the reference to an array or text itself");
    return false;
}

/* The same global in this module. */
static ir_global_id lower_same_global(lower *l, ir_global_id global, sema_span at)
{
    const lower *c = l->scratch;
    if (global >= c->origins.n)
        return 0;
    const lower_origin *origin = &c->origins.at[global];
    if (origin->body) {
        lower_fn f = {.l = l, .body = origin->body, .subst = origin->subst};
        return lower_data(&f, origin->key, origin->value, "data", origin->space);
    }
    return origin->object     ? lower_vtable(l, origin->key, origin->object, at)
           : origin->def      ? lower_static(l, origin->def, at)
           : origin->is_place ? lower_location(l, origin->place)
           : origin->text     ? lower_text(l, origin->text, origin->n_text)
                              : 0;
}

/* The same function in this module; 0: it cannot be made here. */
static ir_function_id lower_same_function(lower *l, ir_function_id function, sema_span at)
{
    const lower_instance *one = lower_instance_with(l->scratch, function);
    if (!one || one->caller || one->kernel)
        return 0;
    const uint32_t same = lower_instance_of(l, one->ty, 0, one->part, at);
    return same ? l->instances.at[same].function : 0;
}

/* Makes relocations from the pointers that a computed value holds. */
static bool lower_take_pointers(data *d, const lower_outcome *out, uint64_t size, uint64_t offset, sema_span at)
{
    lower *l = d->f->l;
    if (memchr(out->is.words, IR_WORD_TEMPORARY, size))
        return lower_data_refuse(d, at);
    for (uint32_t i = 0; i < out->is.n_pointers; i++) {
        const ir_relocation one = out->is.pointers[i];
        if (out->is.words[one.offset] >= IR_WORD_PART || size - one.offset < sizeof(uint64_t))
            return lower_data_refuse(d, at);
        memset(d->bytes + offset + one.offset, 0, sizeof(uint64_t));
        if (one.function) {
            const ir_function_id function = lower_same_function(l, one.function, at);
            if (!function)
                return lower_data_refuse(d, at);
            lower_point_to_function(d, offset + one.offset, function);
            continue;
        }
        const ir_global_id global = lower_same_global(l, one.global, at);
        if (!global)
            return lower_data_refuse(d, at);
        vec_push(l->s->memory, &d->relocations,
                 (ir_relocation){.offset = offset + one.offset, .global = global, .addend = one.addend});
    }
    return true;
}

/* Whether the data is of what a reference is to, which rustc promotes: it looks at it apart from the constant. */
static bool lower_data_is_behind(const data *d)
{
    const thir_node *n = lower_node(d->f, d->value);
    return d->value != d->f->body->value && !(n->op == THIR_USE && n->sub == USE_CONST_BLOCK);
}

/* What is wrong in a part, as it is told of the constant that it is a part of: with the path that leads there. */
static const char *lower_in_whole(data *d, const char *message, sema_span at)
{
    lower *l = d->f->l;
    const def_kind kind = def_kind_of(l->s, ty_get(l->s, d->key)->def);
    const bool is_behind = lower_data_is_behind(d);
    if (kind != DEF_CONST && kind != DEF_STATIC)
        return message;
    const thir_expr of = is_behind ? d->value : 0;
    const ir_type type = lower_ir_type(l, lower_result_of(l, d->key, of), at);
    lower_outcome all = {.is_behind = is_behind,
                         .is.bytes = arena_alloc(l->s->memory, ir_size(l->m, type) + sizeof(uint64_t))};
    lower_compute_constant(l, d->key, of, &all, false, at);
    if (all.message)
        return all.message; /* another part may fail before any is looked at */
    l->is_invalid = true;
    return message;
}

/* False: it has no value, which has been reported. Then the constant that it is a part of has none either. */
static bool lower_compute(data *d, thir_expr e, uint64_t offset)
{
    lower *l = d->f->l;
    const thir_node *n = lower_node(d->f, e);
    const lower_layout *layout = lower_node_layout(d->f, e);
    uint64_t size = ir_size(l->m, layout->ir);
    lower_outcome out = {.is.bytes = arena_alloc(l->s->memory, size < 8 ? 8 : size)};
    bool whole = e == d->f->body->value;
    out.is_behind = e == d->value && lower_data_is_behind(d);
    if (n->op == THIR_LITERAL) {
        ir_store_bits(d->bytes + offset, n->bits, size < 8 ? size : 8);
        if (size == 16)
            ir_store_bits(d->bytes + offset + 8, n->high, 8);
        return true;
    }
    if (!lower_compute_constant(l, d->key, whole ? 0 : e, &out, false, n->span)) {
        if ((l->is_invalid || l->is_dangling || l->is_partial) && !whole && e != d->value)
            out.message = lower_in_whole(d, out.message, n->span);
        lower_constant_failed(l, d->key, out.message, n->span);
        return false;
    }
    memcpy(d->bytes + offset, out.is.bytes, size);
    memcpy(d->set + offset, out.is.set, size);
    return lower_take_pointers(d, &out, size, offset, n->span);
}

static bool lower_fill_fields(data *d, thir_expr e, sema_def variant_def, bool pairs, uint64_t offset)
{
    const thir_node *n = lower_node(d->f, e);
    lower *l = d->f->l;
    ir_module *m = l->m;
    const lower_layout *layout = lower_layout_of(l, lower_ty(d->f, n->ty), n->span);
    const lower_variant *variant = lower_variant_of(l, layout, variant_def);
    if (!variant || n->b || layout->shape == SHAPE_RUST_UNION)
        return lower_compute(d, e, offset);
    const uint64_t start = offset;
    const bool coded = layout->shape == SHAPE_ENUM && m->types.at[layout->ir].kind == IR_CODED;
    if (layout->shape == SHAPE_ENUM) {
        if (!coded)
            ir_store_bits(d->bytes + offset, variant->discriminant, ir_size(m, layout->tag));
        offset += ir_field_offset(m, layout->ir, 1);
    }
    for (uint32_t i = 0; i < (pairs ? lower_n_pairs(n, variant) : n->n); i++) {
        uint32_t field = pairs ? d->f->body->lists.at[n->first + 2 * i] : i;
        thir_expr value = d->f->body->lists.at[n->first + (pairs ? 2 * i + 1 : i)];
        if (variant->slots[field] == LOWER_NO_SLOT)
            continue;
        if (!lower_data_fill(d, value, offset + ir_field_offset(m, variant->ir, variant->slots[field])))
            return false;
    }
    if (coded)
        ir_code_tag(m, layout->ir, variant->discriminant, d->bytes + start);
    return true;
}

static bool lower_fill_elements(data *d, const thir_node *n, uint64_t offset)
{
    lower *l = d->f->l;
    const lower_layout *layout = lower_layout_of(l, lower_ty(d->f, n->ty), n->span);
    uint64_t size = ir_size(l->m, lower_ir_type(l, layout->element, n->span));
    if (n->op == THIR_ARRAY) {
        for (uint32_t i = 0; i < n->n; i++)
            if (!lower_data_fill(d, d->f->body->lists.at[n->first + i], offset + i * size))
                return false;
        return true;
    }
    uint32_t first = d->relocations.n;
    if (!lower_data_fill(d, n->a, offset))
        return false;
    uint32_t last = d->relocations.n;
    for (uint64_t i = 1; i < layout->n; i++) {
        memcpy(d->bytes + offset + i * size, d->bytes + offset, size);
        memcpy(d->set + offset + i * size, d->set + offset, size);
        for (uint32_t k = first; k < last; k++) {
            ir_relocation moved = d->relocations.at[k];
            moved.offset += i * size;
            vec_push(l->s->memory, &d->relocations, moved);
        }
    }
    return true;
}

static bool lower_fill_reference(data *d, thir_expr e, uint64_t offset)
{
    const thir_node *n = lower_node(d->f, e);
    lower *l = d->f->l;
    thir_expr of = lower_strip(d->f, n->a);
    const thir_node *inner = lower_node(d->f, of);
    if (inner->op == THIR_DEREF && n->op == THIR_BORROW &&
        ty_kind_of(l->s, lower_node(d->f, lower_strip(d->f, inner->a))->ty) == TY_PTR)
        return lower_compute(d, e, offset); /* a pointer may be what a reference may not */
    if (inner->op == THIR_DEREF)
        return lower_data_fill(d, inner->a, offset);
    if (inner->op == THIR_STATIC) {
        ir_global_id global = lower_static(l, inner->def, inner->span);
        if (global)
            lower_point(d, offset, global);
        return global != 0;
    }
    if (inner->is_place)
        return lower_compute(d, e, offset);
    const lower_layout *layout = lower_node_layout(d->f, of);
    if (!layout->ir) {
        uint64_t address = layout->align;
        memcpy(d->bytes + offset, &address, 8);
        return true;
    }
    ir_global_id global = lower_data(d->f, d->key, of, "data", n->index ? IR_SPACE_GLOBAL : IR_SPACE_CONST);
    if (global)
        lower_point(d, offset, global);
    return global != 0;
}

static bool lower_fill_constant(data *d, const thir_node *n, uint64_t offset)
{
    lower *l = d->f->l;
    sema *s = l->s;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, n->n_args);
    for (uint32_t i = 0; i < n->n_args; i++)
        args[i] = lower_ty(d->f, n->args[i]);
    sema_ty key = ty_fn_def(s, n->def, args, n->n_args);
    bool builtin;
    if (!lower_resolve(l, &key, &builtin) || builtin)
        return lower_data_refuse(d, n->span);
    const thir_body *body = lower_value_of(l, ty_get(s, key)->def);
    if (!body) {
        l->failed = true;
        return false;
    }
    uint32_t n_args;
    const sema_ty *own = ty_args(s, key, &n_args);
    lower_fn f = {.l = l, .body = body};
    f.subst = (ty_subst){body->generics_of, own, n_args};
    data inner = {.f = &f,
                  .key = key,
                  .value = body->value,
                  .bytes = d->bytes,
                  .set = d->set,
                  .relocations.at = d->relocations.at};
    inner.relocations.n = d->relocations.n;
    inner.relocations.capacity = d->relocations.capacity;
    bool good = sema_enter(s, n->span);
    if (good) {
        good = lower_data_fill(&inner, body->value, offset);
        sema_leave(s);
    } else {
        l->failed = true;
    }
    d->relocations.at = inner.relocations.at;
    d->relocations.n = inner.relocations.n;
    d->relocations.capacity = inner.relocations.capacity;
    return good;
}

static bool lower_data_fill(data *d, thir_expr e, uint64_t offset)
{
    lower *l = d->f->l;
    const thir_node *n = lower_node(d->f, e);
    const lower_layout *layout = lower_node_layout(d->f, e);
    if (l->failed)
        return false;
    if (!layout->ir)
        return true;
    if (!lower_has_pointer(l, layout->ty, n->span))
        return lower_compute(d, e, offset);
    switch ((thir_op)n->op) {
    case THIR_USE: return lower_data_fill(d, n->a, offset);
    case THIR_BLOCK: return n->n || !n->a ? lower_compute(d, e, offset) : lower_data_fill(d, n->a, offset);
    case THIR_STRING: {
        uint64_t size = n->n_text;
        lower_point(d, offset, lower_text(l, n->text, n->n_text));
        if (layout->shape == SHAPE_FAT)
            memcpy(d->bytes + offset + 8, &size, 8);
        return true;
    }
    case THIR_UNSIZE: {
        const lower_layout *from = lower_node_layout(d->f, n->a);
        sema_ty was = from->element, is = layout->element;
        lower_unsized_parts(l, &was, &is);
        if (layout->ir == l->object && ty_kind_of(l->s, was) == TY_DYN)
            return lower_compute(d, e, offset);
        if (layout->ir == l->object) {
            lower_point(d, offset + 8, lower_vtable(l, was, is, n->span));
            return lower_data_fill(d, n->a, offset);
        }
        if (from->shape == SHAPE_FAT)
            return lower_data_fill(d, n->a, offset);
        uint64_t size = lower_layout_of(l, was, n->span)->n;
        memcpy(d->bytes + offset + 8, &size, 8);
        return lower_data_fill(d, n->a, offset);
    }
    case THIR_BORROW:
    case THIR_RAW_BORROW: return lower_fill_reference(d, e, offset);
    case THIR_CAST:
        return lower_has_pointer(l, lower_node_layout(d->f, n->a)->ty, n->span) ? lower_data_fill(d, n->a, offset)
                                                                                : lower_compute(d, e, offset);
    case THIR_TUPLE: return lower_fill_fields(d, e, 0, false, offset);
    case THIR_ADT: return lower_fill_fields(d, e, n->def, true, offset);
    case THIR_ARRAY:
    case THIR_REPEAT: return lower_fill_elements(d, n, offset);
    case THIR_CONST: return lower_fill_constant(d, n, offset);
    case THIR_CALL: {
        const thir_node *callee = lower_node(d->f, lower_strip(d->f, n->a));
        if (callee->op != THIR_FN || ty_kind_of(l->s, callee->ty) != TY_FN_DEF)
            return lower_compute(d, e, offset);
        sema_def def = ty_get(l->s, callee->ty)->def;
        def_kind kind = def_kind_of(l->s, def);
        return kind == DEF_STRUCT || kind == DEF_VARIANT ? lower_fill_fields(d, e, def, false, offset)
                                                         : lower_compute(d, e, offset);
    }
    case THIR_REIFY: {
        const thir_node *of = lower_node(d->f, lower_strip(d->f, n->a));
        if (of->op != THIR_FN)
            return lower_compute(d, e, offset);
        const ir_function_id function = lower_function_of(l, lower_ty(d->f, of->ty), n->span);
        if (function)
            lower_point_to_function(d, offset, function);
        return function != 0;
    }
    case THIR_CASES_NOTHING:
    case THIR_CASES_PLACE:
    case THIR_LITERAL:
    case THIR_FN:
    case THIR_CONST_PARAM:
    case THIR_CASES_OPERATOR:
    case THIR_NEVER:
    case THIR_CASES_ASSIGN:
    case THIR_CLOSURE:
    case THIR_CASES_BRANCH:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: break;
    }
    return lower_compute(d, e, offset);
}

bool lower_fill_global(lower_fn *f, sema_ty key, thir_expr value, ir_global_id global)
{
    lower *l = f->l;
    const thir_node *n = lower_node(f, value);
    uint64_t size = ir_size(l->m, l->m->globals.at[global].type);
    if (size > (uint64_t)LIMIT_CONSTANT_KIB << 10) {
        lower_not_yet(l, n->span,
                      arena_format(l->s->memory, "a constant of more than %d MiB", LIMIT_CONSTANT_KIB >> 10),
                      "pass it as a buffer");
        return false;
    }
    data d = {.f = f, .key = key, .value = value, .bytes = arena_alloc(l->s->memory, size < 8 ? 8 : size)};
    d.set = arena_alloc(l->s->memory, size < 8 ? 8 : size);
    memset(d.set, 1, size);
    if (!sema_enter(l->s, n->span)) {
        l->failed = true;
        return false;
    }
    const bool good = lower_data_fill(&d, value, 0);
    sema_leave(l->s);
    ir_global *to = &l->m->globals.at[global];
    to->bytes = d.bytes;
    to->set = size && memchr(d.set, 0, size) ? d.set : NULL;
    ir_put_relocations(to, d.relocations.at, d.relocations.n);
    return good;
}

ir_global_id lower_add_global(lower *l, ir_global about, lower_origin origin)
{
    ir_global_id global = ir_add_global(l->m, about);
    while (l->origins.n <= global)
        vec_push(l->s->memory, &l->origins, (lower_origin){0});
    l->origins.at[global] = origin;
    return global;
}

ir_global_id lower_data(lower_fn *f, sema_ty key, thir_expr value, const char *name, uint8_t space)
{
    lower *l = f->l;
    uint64_t hash = hash_mix(hash_mix(hash_mix(1, key), value), space) | 1;
    const uint32_t *known = arena_map_at(l->s->memory, &l->const_map, hash, 0);
    l->broken |= known && !*known;
    if (known)
        return *known;
    ir_type type = lower_node_layout(f, value)->ir;
    if (!type || l->failed)
        return 0;
    ir_global about = {.type = type, .space = space};
    about.name = arena_format(l->s->memory, "%s_g%u", name, l->m->globals.n);
    ir_global_id global = lower_add_global(
        l, about, (lower_origin){.body = f->body, .subst = f->subst, .key = key, .value = value, .space = space});
    *arena_map_at(l->s->memory, &l->const_map, hash, 1) = global;
    const bool is_good = lower_fill_global(f, key, value, global);
    if (!is_good)
        *arena_map_at(l->s->memory, &l->const_map, hash, 1) = 0;
    return l->failed || !is_good ? 0 : global;
}

ir_global_id lower_text(lower *l, const char *text, uint32_t n)
{
    uint64_t hash = hash_mix(1, n);
    for (uint32_t i = 0; i < n; i++)
        hash = hash_mix(hash, (uint8_t)text[i]);
    for (hash |= 1;; hash += 2) {
        uint32_t *known = arena_map_at(l->s->memory, &l->text_map, hash, 1);
        if (!*known) {
            ir_global about = {.type = ir_array(l->m, IR_U8, n ? n : 1), .space = IR_SPACE_CONST};
            about.name = arena_format(l->s->memory, "text_g%u", l->m->globals.n);
            about.bytes = (const uint8_t *)arena_text(l->s->memory, text ? text : "", n);
            return *known = lower_add_global(l, about, (lower_origin){.text = text ? text : "", .n_text = n});
        }
        const ir_global *global = &l->m->globals.at[*known];
        if (l->m->types.at[global->type].n == (n ? n : 1) && (n == 0 || memcmp(global->bytes, text, n) == 0))
            return *known;
    }
}

ir_global_id lower_location(lower *l, sema_span at)
{
    arena *a = l->s->memory;
    uint32_t *known = arena_map_at(a, &l->place_map, sema_start_key(at) + 1, 1);
    if (*known)
        return *known;
    const lower_line line = lower_line_of(l, at);
    const uint32_t n = (uint32_t)strlen(line.file);
    const uint64_t length = n;
    const ir_type type = ir_struct(l->m, (ir_type[]){l->fat, IR_U32, IR_U32}, 3, 0, NULL);
    ir_global about = {.type = type, .space = IR_SPACE_CONST, .n_relocations = 1};
    uint8_t *bytes = ARENA_ARRAY(a, uint8_t, ir_size(l->m, type));
    ir_relocation *file = ARENA_NEW(a, ir_relocation);
    memcpy(bytes + 8, &length, sizeof length);
    memcpy(bytes + ir_field_offset(l->m, type, 1), &line.line, sizeof line.line);
    memcpy(bytes + ir_field_offset(l->m, type, 2), &line.column, sizeof line.column);
    file->global = lower_text(l, line.file, n + 1); /* with its final 0, for Location::file_as_c_str */
    about.name = arena_format(a, "place_g%u", l->m->globals.n);
    about.bytes = bytes;
    about.relocations = file;
    return *known = lower_add_global(l, about, (lower_origin){.place = at, .is_place = true});
}
