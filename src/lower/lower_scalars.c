/* lower_scalars.c: finds the values that rustc reads as one or two scalars, of which each must have a value when the
 * whole is read: its BackendRepr Scalar, and ScalarPair without padding, of scalars that are Initialized. */
#include "lower/lower_internal.h"

typedef enum scalar_kind { SCALAR_NUMBER, SCALAR_FLOAT, SCALAR_POINTER } scalar_kind;
typedef struct scalar {
    uint64_t at, size;
    scalar_kind kind;
} scalar;
/* n: 0 for what rustc copies as bytes, and for nothing. */
typedef struct scalars {
    uint32_t n;
    scalar all[2];
} scalars;

static scalars lower_scalars_of(lower *l, sema_ty ty, sema_span span);

/* Of a variant's fields: those of the only one that is not empty, or both if there are two with one each. */
static scalars lower_scalars_of_fields(lower *l, const lower_variant *variant, sema_span span)
{
    const scalars none = {0};
    scalars s = {0};
    uint32_t n_filled = 0;
    for (uint32_t k = 0; k < variant->n_fields; k++) {
        if (variant->slots[k] == LOWER_NO_SLOT)
            continue;
        const scalars inner = lower_scalars_of(l, variant->fields[k], span);
        const uint64_t at = ir_field_offset(l->m, variant->ir, variant->slots[k]);
        if (n_filled++ == 0)
            s = inner;
        else if (n_filled == 2 && s.n == 1 && inner.n == 1)
            s.all[s.n++] = inner.all[0];
        else
            return none;
        if (!inner.n)
            return none;
        for (uint32_t i = n_filled - 1; i < s.n; i++)
            s.all[i].at += at;
    }
    return s;
}

/* An enum whose tag a part of its one variant with content tells, or one with a tag and the same scalar in all. */
static scalars lower_scalars_of_enum(lower *l, const lower_layout *layout, sema_span span)
{
    ir_module *m = l->m;
    const scalars none = {0};
    const uint64_t content = ir_field_offset(m, layout->ir, 1);
    const bool is_coded = m->types.at[layout->ir].kind == IR_CODED;
    scalar first = {0};
    uint32_t n_filled = 0;
    for (uint32_t i = 0; i < layout->n_variants; i++) {
        if (!layout->variants[i].ir)
            continue;
        const scalars s = lower_scalars_of_fields(l, &layout->variants[i], span);
        scalar one = s.all[0];
        if (n_filled++ == 0)
            first = one;
        const bool may_point = one.kind != SCALAR_FLOAT && first.kind != SCALAR_FLOAT;
        if (s.n != 1 || one.at != first.at || one.size != first.size || (one.kind != first.kind && !may_point))
            return none;
        first.kind = one.kind == SCALAR_POINTER ? SCALAR_POINTER : first.kind;
    }
    if (!n_filled || n_filled != (is_coded ? 1 : layout->n_variants))
        return none;
    first.at += content;
    if (is_coded)
        return (scalars){1, {first}};
    return (scalars){2, {{0, ir_size(m, layout->tag), SCALAR_NUMBER}, first}};
}

static scalars lower_scalars_of(lower *l, sema_ty ty, sema_span span)
{
    const scalars none = {0};
    const lower_layout *layout = lower_layout_of(l, ty, span);
    const uint64_t size = layout->ir ? ir_size(l->m, layout->ir) : 0;
    const ty_kind kind = ty_kind_of(l->s, ty);
    scalars s = {0};
    if (!size)
        return none;
    switch ((lower_shape)layout->shape) {
    case SHAPE_SCALAR:
    case SHAPE_TAG:
        return (scalars){1,
                         {{0, size,
                           layout->ir == l->ptr               ? SCALAR_POINTER
                           : kind == TY_F32 || kind == TY_F64 ? SCALAR_FLOAT
                                                              : SCALAR_NUMBER}}};
    case SHAPE_FAT:
        return (scalars){2, {{0, 8, SCALAR_POINTER}, {8, 8, layout->ir == l->object ? SCALAR_POINTER : SCALAR_NUMBER}}};
    case SHAPE_STRUCT:
        s = lower_scalars_of_fields(l, layout->tag ? lower_present(layout) : layout->variants, span);
        if (s.n == 1 && kind == TY_ADT) { /* C passes a struct otherwise than what is in it */
            const def_repr repr = def_repr_of(l->s, ty_get(l->s, ty)->def);
            s.n = repr.c || repr.tag != (sema_ty)TY_NONE ? 0 : 1;
        }
        break;
    case SHAPE_ENUM: s = lower_scalars_of_enum(l, layout, span); break;
    case SHAPE_ARRAY:
    case SHAPE_RUST_UNION:
    case SHAPE_UNSIZED:
    case SHAPE_OBJECT:
    case SHAPE_TAIL: break;
    }
    uint64_t filled = 0, align = 0;
    for (uint32_t i = 0; i < s.n; i++) {
        filled += s.all[i].size;
        align = s.all[i].size > align ? s.all[i].size : align;
    }
    return filled == size && align == layout->align ? s : none;
}

uint32_t lower_scalars_read(lower *l, sema_ty ty, sema_span at, lower_scalar all[2])
{
    const lower_layout *layout = lower_layout_of(l, ty, at);
    scalars s = lower_scalars_of(l, ty, at);
    if (layout->ir && layout->shape == SHAPE_ENUM && ty_kind_of(l->s, ty) == TY_ADT) {
        const scalars inner = lower_scalars_of_enum(l, layout, at);
        const def_repr repr = def_repr_of(l->s, ty_get(l->s, ty)->def);
        if (inner.n == 2 && inner.all[1].at == inner.all[1].size && !repr.c && repr.tag == (sema_ty)TY_NONE)
            s = inner; /* rustc makes the tag as large as what follows it */
    }
    for (uint32_t i = 0; i < s.n; i++) {
        const scalar *one = &s.all[s.n == 2 && s.all[1].at == 0 ? 1 - i : i];
        all[i] = (lower_scalar){one->at, one->size, one->kind == SCALAR_POINTER};
    }
    return s.n;
}

void lower_expect_scalars(lower_fn *f, sema_ty ty, ir_value at)
{
    lower *l = f->l;
    const lower_layout *layout = lower_layout_of(l, ty, (sema_span){0});
    if (!l->constants || (layout->ir && l->m->types.at[layout->ir].kind <= IR_PTR))
        return; /* a load of it looks */
    const scalars s = lower_scalars_of(l, ty, (sema_span){0});
    if (!s.n)
        return;
    const bool is_turned = s.n == 2 && s.all[1].at == 0;
    ir_scalars imm = {.align = layout->align};
    for (uint32_t i = 0; i < s.n; i++) {
        const uint32_t k = is_turned ? 1 - i : i;
        imm.sizes[k] = (uint8_t)s.all[i].size;
        imm.are_pointers[k] = s.all[i].kind == SCALAR_POINTER;
    }
    ir_intrinsic_call(&f->b, IR_IN_SCALARS_AT, IR_VOID, &at, 1, ir_scalars_imm(imm));
}
