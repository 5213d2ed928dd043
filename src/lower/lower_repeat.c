/* lower_repeat.c: lowers arrays of one value, [a; n]. */
#include "lower/lower_internal.h"

static bool lower_repeat_is_zero(lower_fn *f, ir_value v)
{
    uint64_t bits;
    return lower_known(f, v, &bits) && bits == 0;
}

static void lower_copy_elements(lower_fn *f, ir_type element, ir_value to, uint64_t n, ir_value v)
{
    ir_builder *b = &f->b;
    ir_local i = ir_add_local(b, IR_U64, NULL);
    ir_label again = ir_new_label(b);
    ir_set(b, i, ir_const(b, IR_U64, 0));
    ir_loop(b, again);
    ir_if(b, ir_binary(b, IR_GE, IR_BOOL, ir_get(b, i), ir_const(b, IR_U64, n)));
    ir_break(b, again);
    ir_end(b);
    ir_store(b, ir_element_addr(b, element, to, ir_get(b, i)), v);
    ir_set(b, i, ir_binary(b, IR_ADD, IR_U64, ir_get(b, i), ir_const(b, IR_U64, 1)));
    ir_end(b);
}

/* The same with copies of all that is there already, which takes a constant fewer steps. */
static void lower_double_elements(lower_fn *f, ir_type element, ir_value to, uint64_t n, ir_value v)
{
    ir_builder *b = &f->b;
    const uint64_t each = ir_size(b->m, element);
    ir_store(b, to, v);
    for (uint64_t done = 1; done < n; done *= 2) {
        const uint64_t more = n - done < done ? n - done : done;
        const ir_value at = ir_element_addr(b, element, to, ir_const(b, IR_U64, done));
        ir_intrinsic_call(b, IR_IN_MEMCPY, IR_VOID, (ir_value[]){at, to, ir_const(b, IR_U64, more * each)}, 3, 0);
    }
}

ir_value lower_repeat(lower_fn *f, const thir_node *n, ir_local result)
{
    ir_builder *b = &f->b;
    const lower_layout *layout = lower_layout_of(f->l, lower_ty(f, n->ty), n->span);
    ir_value v = lower_value(f, n->a);
    if (layout->n == 0 && layout->element && lower_needs_drop(f->l, layout->element)) {
        const lower_place unused = lower_temporary(f, layout->element, v);
        lower_drop_value(f, &unused, n->span);
    }
    if (!layout->ir)
        return 0;
    ir_value whole = 0;
    if (lower_repeat_is_zero(f, v)) {
        whole = ir_emit(b, IR_ZERO, layout->ir, NULL, 0, 0, 0);
    } else if (layout->n <= 8) {
        ir_value same[8];
        for (uint32_t i = 0; i < layout->n; i++)
            same[i] = v;
        whole = ir_make(b, layout->ir, same, (uint32_t)layout->n);
    }
    if (whole) {
        if (result)
            ir_set(b, result, whole);
        return result ? 0 : whole;
    }
    ir_local at = result ? result : ir_add_local(b, layout->ir, NULL);
    (f->l->constants ? lower_double_elements : lower_copy_elements)(f, lower_value_type(f, v), ir_local_addr(b, at),
                                                                    layout->n, v);
    return result ? 0 : ir_get(b, at);
}
