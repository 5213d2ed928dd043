/* lower_unsized.c: lowers values without a size of their own. What is told of them by the second word of a pointer is a
 * length or an object's table; a struct that ends in such a value has its pointer's second word from it. */
#include "lower/lower_internal.h"

bool lower_may_lose_size(lower *l, sema_def adt)
{
    enum { MOST_TAILS = 64 };
    sema *s = l->s;
    uint32_t n = 0;
    if (def_kind_of(s, adt) != DEF_STRUCT)
        return false;
    const sema_def *fields = def_fields(s, adt, &n);
    sema_ty ty = n ? def_type(s, fields[n - 1]) : (sema_ty)TY_NONE;
    for (uint32_t depth = 0; ty != (sema_ty)TY_NONE && depth < MOST_TAILS; depth++) {
        const ty_info info = *ty_get(s, ty);
        uint32_t n_args;
        const sema_ty *args = ty_args(s, ty, &n_args);
        if (info.kind == TY_ADT)
            ty = lower_last_field(l, info.def, args, n_args);
        else if (info.kind == TY_TUPLE && n_args)
            ty = args[n_args - 1];
        else
            return info.kind == TY_SLICE || info.kind == TY_STR || info.kind == TY_DYN ||
                   (info.kind == TY_PARAM && !def_param_is_sized(s, info.def));
    }
    return false;
}

static const lower_layout *lower_tail_of(lower *l, const lower_layout *layout)
{
    return lower_layout_of(l, layout->variants->fields[layout->variants->n_fields - 1], (sema_span){0});
}

uint64_t lower_tail_size(lower *l, const lower_layout *layout, uint64_t length)
{
    if (layout->shape == SHAPE_TAIL) {
        const uint64_t end = layout->tail_at + lower_tail_size(l, lower_tail_of(l, layout), length);
        return ir_round_up(end, layout->align);
    }
    const ir_type element = lower_ir_type(l, layout->element, (sema_span){0});
    return element ? length * ir_size(l->m, element) : 0;
}

static ir_value lower_unsized_round_up(lower_fn *f, ir_value v, ir_value align)
{
    ir_builder *b = &f->b;
    const ir_value more = ir_binary(b, IR_SUB, IR_U64, align, ir_const(b, IR_U64, 1));
    return ir_binary(b, IR_AND, IR_U64, ir_binary(b, IR_ADD, IR_U64, v, more),
                     ir_binary(b, IR_SUB, IR_U64, ir_const(b, IR_U64, 0), align));
}

/* The larger of two numbers, or the smaller. */
static ir_value lower_unsized_choose(lower_fn *f, bool larger, ir_value a, ir_value b)
{
    const ir_value is = ir_binary(&f->b, larger ? IR_GT : IR_LT, IR_BOOL, a, b);
    return ir_emit(&f->b, IR_SELECT, IR_U64, (ir_value[]){is, a, b}, 3, 0, 0);
}

/* The alignment of the last field where it is in the struct. */
static ir_value lower_unsized_tail_align(lower_fn *f, const lower_layout *layout, ir_value meta)
{
    const lower_layout *tail = lower_tail_of(f->l, layout);
    const uint32_t packed = layout->variants->packed;
    const ir_value align = lower_align_of_value(f, tail->ty, meta);
    return packed ? lower_unsized_choose(f, false, align, ir_const(&f->b, IR_U64, packed)) : align;
}

ir_value lower_align_of_value(lower_fn *f, sema_ty ty, ir_value meta)
{
    const lower_layout *layout = lower_layout_of(f->l, ty, (sema_span){0});
    if (layout->shape == SHAPE_OBJECT)
        return lower_dyn_size(f, meta, true);
    const ir_value own = ir_const(&f->b, IR_U64, layout->align);
    if (layout->shape != SHAPE_TAIL || lower_pointer_type(f->l, ty) != f->l->object)
        return own;
    return lower_unsized_choose(f, true, lower_unsized_tail_align(f, layout, meta), own);
}

/* How many bytes precede the last field. */
static ir_value lower_unsized_tail_offset(lower_fn *f, const lower_layout *layout, ir_value meta)
{
    const ir_value at = ir_const(&f->b, IR_U64, layout->tail_at);
    if (lower_pointer_type(f->l, layout->ty) != f->l->object)
        return at;
    return lower_unsized_round_up(f, at, lower_unsized_tail_align(f, layout, meta));
}

ir_value lower_size_of_value(lower_fn *f, sema_ty ty, ir_value meta)
{
    ir_builder *b = &f->b;
    const lower_layout *layout = lower_layout_of(f->l, ty, (sema_span){0});
    if (layout->shape == SHAPE_OBJECT)
        return lower_dyn_size(f, meta, false);
    if (layout->shape == SHAPE_UNSIZED) {
        const ir_type element = lower_ir_type(f->l, layout->element, (sema_span){0});
        return ir_binary(b, IR_MUL, IR_U64, meta, ir_const(b, IR_U64, element ? ir_size(f->l->m, element) : 0));
    }
    if (layout->shape != SHAPE_TAIL)
        return ir_const(b, IR_U64, layout->ir ? ir_size(f->l->m, layout->ir) : 0);
    const ir_value offset = lower_unsized_tail_offset(f, layout, meta),
                   tail = lower_size_of_value(f, lower_tail_of(f->l, layout)->ty, meta);
    return lower_unsized_round_up(f, ir_binary(b, IR_ADD, IR_U64, offset, tail), lower_align_of_value(f, ty, meta));
}

ir_value lower_tail_address(lower_fn *f, const lower_place *p)
{
    const lower_layout *layout = lower_layout_of(f->l, p->ty, (sema_span){0});
    uint64_t known;
    const ir_value offset = lower_unsized_tail_offset(f, layout, p->len);
    if (lower_known(f, offset, &known) && known == 0)
        return p->v;
    return ir_emit(&f->b, IR_ELEMENT_ADDR, f->l->ptr, (ir_value[]){p->v, offset}, 2,
                   f->l->constants ? IR_WITHIN_ALLOCATION : 0, IR_U8);
}

void lower_unsized_parts(lower *l, sema_ty *from, sema_ty *to)
{
    sema *s = l->s;
    while (ty_kind_of(s, *from) == TY_ADT && ty_kind_of(s, *to) == TY_ADT && *from != *to) {
        const ty_info f = *ty_get(s, *from), t = *ty_get(s, *to);
        uint32_t n_from, n_to;
        const sema_ty *of_from = ty_args(s, *from, &n_from), *of_to = ty_args(s, *to, &n_to);
        if (f.def != t.def)
            return;
        *from = trait_concrete(s, lower_last_field(l, f.def, of_from, n_from));
        *to = trait_concrete(s, lower_last_field(l, t.def, of_to, n_to));
    }
}
