/* lower_tree.c: makes a tree of the bytes and pointers of a constant, by its type, for patterns to be compared with. */
#include "lower/lower_internal.h"

enum { TREE_DEEPEST = 32 };

/* Bytes to read values from: the constant's own, or those of a global of the scratch module that it points to. */
typedef struct memory_view {
    const uint8_t *bytes;
    const ir_relocation *pointers;
    uint32_t n_pointers;
    uint64_t size;
} memory_view;

typedef struct tree {
    lower *l;
    sema_span at;
    uint32_t depth, n_parts;
} tree;

static bool tree_of(tree *t, sema_ty ty, const memory_view *v, uint64_t offset, sema_constant *value);

static const ir_relocation *tree_pointer_at(const memory_view *v, uint64_t offset, uint64_t size)
{
    const ir_relocation *last = ir_relocation_before(v->pointers, v->n_pointers, offset + size);
    return last && offset < last->offset + 8 ? last : NULL;
}

static sema_constant *tree_new_parts(tree *t, sema_constant *value, uint64_t n)
{
    if (n > LOWER_MOST_ELEMENTS || t->n_parts + n > LOWER_MOST_ELEMENTS)
        return NULL;
    t->n_parts += (uint32_t)n;
    sema_constant *parts = ARENA_ARRAY(t->l->s->memory, sema_constant, n + 1);
    value->parts = parts;
    value->n = (uint32_t)n;
    return parts;
}

static bool tree_of_elements(tree *t, sema_ty element, uint64_t n, const memory_view *v, uint64_t offset,
                             sema_constant *value)
{
    const lower_layout *one = lower_layout_of(t->l, element, t->at);
    const uint64_t each = one->ir ? ir_size(t->l->m, one->ir) : 0;
    sema_constant *parts = tree_new_parts(t, value, n);
    for (uint64_t i = 0; parts && i < n; i++)
        if (!tree_of(t, element, v, offset + i * each, &parts[i]))
            return false;
    return parts != NULL;
}

/* What a reference refers to. One to nothing that takes room may be any address. */
static bool tree_of_referred(tree *t, sema_ty ty, const memory_view *v, uint64_t offset, sema_constant *value)
{
    lower *l = t->l;
    sema *s = l->s;
    const sema_ty pointee = ty_arg(s, ty, 1);
    const lower_layout *layout = lower_layout_of(l, pointee, t->at);
    const ir_relocation *to = tree_pointer_at(v, offset, 8);
    memory_view there = {0};
    uint64_t from = 0, n = 0;
    if (layout->shape == SHAPE_OBJECT || layout->shape == SHAPE_TAIL)
        return false;
    if (layout->shape == SHAPE_UNSIZED)
        memcpy(&n, v->bytes + offset + 8, sizeof n);
    if (to && to->global) {
        const ir_global *global = &l->scratch->m->globals.at[to->global];
        const sema_def of = to->global < l->scratch->origins.n ? l->scratch->origins.at[to->global].def : 0;
        if (of && (global->space != IR_SPACE_CONST || syntax_is_mut(s, def_get(s, of)->node)))
            return false; /* it may change */
        there = (memory_view){global->bytes, global->relocations, global->n_relocations,
                              ir_size(l->scratch->m, global->type)};
        from = (uint64_t)to->addend;
    }
    const bool is_list = layout->shape == SHAPE_UNSIZED;
    const lower_layout *one = is_list ? lower_layout_of(l, layout->element, t->at) : layout;
    const uint64_t size = (is_list ? n : 1) * (one->ir ? ir_size(l->m, one->ir) : 0);
    if (size && (!there.bytes || from > there.size || there.size - from < size))
        return false;
    if (ty_kind_of(s, pointee) == TY_STR) {
        value->text = n ? arena_text(s->memory, (const char *)there.bytes + from, n) : "";
        value->n = (uint32_t)n;
        return true;
    }
    sema_constant *inner = tree_new_parts(t, value, 1);
    if (!inner)
        return false;
    inner->ty = pointee;
    return is_list ? tree_of_elements(t, layout->element, n, &there, from, inner)
                   : tree_of(t, pointee, &there, from, inner);
}

static bool tree_of_fields(tree *t, const lower_variant *variant, const memory_view *v, uint64_t offset,
                           sema_constant *value)
{
    ir_module *m = t->l->m;
    sema_constant *parts = tree_new_parts(t, value, variant->n_fields);
    for (uint32_t k = 0; parts && k < variant->n_fields; k++) {
        const bool is_empty = variant->slots[k] == LOWER_NO_SLOT;
        const uint64_t at = is_empty ? 0 : ir_field_offset(m, variant->ir, variant->slots[k]);
        if (!tree_of(t, variant->fields[k], v, offset + at, &parts[k]))
            return false;
    }
    return parts != NULL;
}

static bool tree_of_enum(tree *t, const lower_layout *layout, const memory_view *v, uint64_t offset,
                         sema_constant *value)
{
    ir_module *m = t->l->m;
    const bool is_tag = layout->shape == SHAPE_TAG, is_coded = !is_tag && m->types.at[layout->ir].kind == IR_CODED;
    const uint64_t size = ir_size(m, layout->tag), mask = UINT64_MAX >> (64 - 8 * size);
    const uint64_t tag =
        is_coded ? ir_coded_tag(m, layout->ir, v->bytes + offset) : ir_load_bits(v->bytes + offset, size);
    for (uint32_t i = 0; i < layout->n_variants; i++) {
        const lower_variant *variant = &layout->variants[i];
        if ((variant->discriminant & mask) != (tag & mask))
            continue;
        value->variant = variant->def;
        return tree_of_fields(t, variant, v, offset + (is_tag ? 0 : ir_field_offset(m, layout->ir, 1)), value);
    }
    return false;
}

static void tree_of_scalar(const memory_view *v, uint64_t offset, uint64_t size, sema_constant *value)
{
    uint64_t high = 0;
    value->is_pointer = tree_pointer_at(v, offset, size) != NULL;
    if (size > 8)
        memcpy(&high, v->bytes + offset + 8, sizeof high);
    value->bits = wide_of(ir_load_bits(v->bytes + offset, size < 8 ? size : 8), high);
}

static bool tree_of_layout(tree *t, const lower_layout *layout, const memory_view *v, uint64_t offset,
                           sema_constant *value)
{
    lower *l = t->l;
    const ty_kind kind = ty_kind_of(l->s, layout->ty);
    switch ((lower_shape)layout->shape) {
    case SHAPE_SCALAR:
        if (kind == TY_REF)
            return tree_of_referred(t, layout->ty, v, offset, value);
        tree_of_scalar(v, offset, ir_size(l->m, layout->ir), value);
        value->is_pointer |= kind == TY_FN_PTR;
        return true;
    case SHAPE_FAT: return kind == TY_REF && tree_of_referred(t, layout->ty, v, offset, value);
    case SHAPE_STRUCT: {
        const lower_variant *variant = layout->tag ? lower_present(layout) : layout->variants;
        if (layout->is_empty || !variant || (kind != TY_ADT && kind != TY_TUPLE))
            return false;
        value->variant = kind == TY_ADT && def_kind_of(l->s, variant->def) == DEF_VARIANT ? variant->def : 0;
        return tree_of_fields(t, variant, v, offset, value);
    }
    case SHAPE_ARRAY: return tree_of_elements(t, layout->element, layout->n, v, offset, value);
    case SHAPE_TAG:
    case SHAPE_ENUM: return tree_of_enum(t, layout, v, offset, value);
    case SHAPE_RUST_UNION:
    case SHAPE_UNSIZED:
    case SHAPE_OBJECT:
    case SHAPE_TAIL: break;
    }
    return false;
}

static bool tree_of(tree *t, sema_ty ty, const memory_view *v, uint64_t offset, sema_constant *value)
{
    value->ty = ty;
    if (t->depth >= TREE_DEEPEST)
        return false;
    t->depth++;
    const bool good = tree_of_layout(t, lower_layout_of(t->l, ty, t->at), v, offset, value);
    t->depth--;
    return good;
}

bool lower_tree(lower *l, sema_ty ty, const ir_constant *constant, sema_constant *value, sema_span at)
{
    tree t = {.l = l, .at = at};
    const memory_view v = {
        .bytes = constant->bytes, .pointers = constant->pointers, .n_pointers = constant->n_pointers};
    return tree_of(&t, ty, &v, 0, value);
}
