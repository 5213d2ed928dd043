/* lower_choice.c: lowers arms with a guard whose alternatives overlap, as in `(x, _) | (_, x) if x > 3`. The guard is
 * asked for each alternative that matches, in rustc's order, until it is true. Each PAT_OR has a local that says
 * which alternative is tried, and a loop counts through all of them, so that patterns and guard are lowered once. */
#include "lower/lower_internal.h"

enum { MANY = 128 }; /* so many alternatives are not compared with each other */

typedef VEC(thir_pat) pat_list;

/* ---- Do two patterns overlap? ---- */

static bool lower_choice_overlap(lower_fn *f, thir_pat a, thir_pat b);

static bool lower_fields_overlap(lower_fn *f, const thir_pat_node *a, const thir_pat_node *b)
{
    const uint32_t *lists = f->body->lists.at;
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (lists[a->first + 2 * i] == lists[b->first + 2 * k] &&
                !lower_choice_overlap(f, lower_sub_pat(f, a, i), lower_sub_pat(f, b, k)))
                return false;
    return true;
}

static bool lower_slices_overlap(lower_fn *f, const thir_pat_node *a, const thir_pat_node *b)
{
    if ((!a->has_rest && a->n < b->n) || (!b->has_rest && b->n < a->n))
        return false;
    for (uint32_t i = 0; i < a->n_prefix && i < b->n_prefix; i++)
        if (!lower_choice_overlap(f, lower_sub_pat(f, a, i), lower_sub_pat(f, b, i)))
            return false;
    return true;
}

static bool lower_numbers_overlap(const lower_fn *f, const thir_pat_node *a, const thir_pat_node *b)
{
    sema *s = f->l->s;
    if (a->text && b->text)
        return a->n_text == b->n_text && memcmp(a->text, b->text, a->n_text) == 0;
    if (a->text || b->text || ty_is_float(s, a->ty))
        return true;
    /* This sorts signed numbers in the order of unsigned ones. */
    const wide_u128 flip = pattern_bias(s, a->ty);
    wide_u128 a_lo = a->lo_open ? 0 : a->lo ^ flip, b_lo = b->lo_open ? 0 : b->lo ^ flip;
    wide_u128 a_hi = a->op == PAT_CONST ? a_lo : a->hi_open ? WIDE_MAX : a->hi ^ flip;
    wide_u128 b_hi = b->op == PAT_CONST ? b_lo : b->hi_open ? WIDE_MAX : b->hi ^ flip;
    return a_lo <= b_hi && b_lo <= a_hi;
}

static bool lower_choice_overlap(lower_fn *f, thir_pat a, thir_pat b)
{
    if (!a || !b)
        return true;
    const thir_pat_node *x = lower_pattern(f, a), *y = lower_pattern(f, b);
    if (x->op == PAT_BINDING)
        return lower_choice_overlap(f, x->a, b);
    if (y->op == PAT_BINDING)
        return lower_choice_overlap(f, a, y->a);
    if (x->op == PAT_OR || y->op == PAT_OR) {
        const thir_pat_node * or = x->op == PAT_OR ? x : y;
        for (uint32_t i = 0; i < or->n; i++)
            if (or->n > MANY || lower_choice_overlap(f, lower_sub_pat(f, or, i), or == x ? b : a))
                return true;
        return false;
    }
    bool numbers = (x->op == PAT_CONST || x->op == PAT_RANGE) && (y->op == PAT_CONST || y->op == PAT_RANGE);
    if (numbers)
        return lower_numbers_overlap(f, x, y);
    if (x->op != y->op)
        return true;
    switch ((thir_pat_op)x->op) {
    case PAT_DEREF: return lower_choice_overlap(f, x->a, y->a);
    case PAT_VARIANT: return x->def == y->def && lower_fields_overlap(f, x, y);
    case PAT_LEAF: return lower_fields_overlap(f, x, y);
    case PAT_SLICE: return lower_slices_overlap(f, x, y);
    case PAT_NONE:
    case PAT_WILD:
    case PAT_BINDING:
    case PAT_CONST:
    case PAT_RANGE:
    case PAT_OR:
    case PAT_ERROR: break;
    }
    return true;
}

bool lower_has_choice(lower_fn *f, thir_pat pat)
{
    if (!pat)
        return false;
    const thir_pat_node *p = lower_pattern(f, pat);
    if (p->op == PAT_OR && p->n > MANY)
        return true;
    for (uint32_t i = 0; p->op == PAT_OR && i < p->n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (lower_choice_overlap(f, lower_sub_pat(f, p, i), lower_sub_pat(f, p, k)))
                return true;
    for (uint32_t i = 0; i < p->n; i++)
        if (lower_has_choice(f, lower_sub_pat(f, p, i)))
            return true;
    return lower_has_choice(f, p->a);
}

/* ---- rustc's order ---- */

/* The i-th part in the order in which rustc looks at them. What stands behind a `..` comes from the end on. */
static thir_pat lower_choice_part(const lower_fn *f, const thir_pat_node *p, uint32_t i)
{
    bool is_suffix = p->op == PAT_SLICE && p->has_rest && i >= p->n_prefix;
    return lower_sub_pat(f, p, is_suffix ? p->n_prefix + p->n - 1 - i : i);
}

/* Collects the PAT_ORs that are not inside another one and that stand behind that many tests. True: there are some
 * behind more tests. */
static bool lower_gather(lower_fn *f, thir_pat pat, uint32_t n_tests, pat_list *out)
{
    if (!pat)
        return false;
    const thir_pat_node *p = lower_pattern(f, pat);
    if (p->op == PAT_OR) {
        if (n_tests == 0)
            vec_push(f->l->s->memory, out, pat);
        return false;
    }
    bool is_test = p->op == PAT_VARIANT || (p->op == PAT_SLICE && ty_kind_of(f->l->s, lower_ty(f, p->ty)) != TY_ARRAY);
    if (p->op == PAT_VARIANT)
        is_test = lower_layout_of(f->l, lower_ty(f, p->ty), p->span)->n_variants > 1;
    if (is_test && n_tests-- == 0) {
        pat_list below = {0};
        for (uint32_t i = 0; i < p->n; i++)
            if (lower_gather(f, lower_choice_part(f, p, i), 0, &below) || below.n)
                return true;
        return p->a && (lower_gather(f, p->a, 0, &below) || below.n);
    }
    bool more = false;
    for (uint32_t i = 0; i < p->n; i++)
        more |= lower_gather(f, lower_choice_part(f, p, i), n_tests, out);
    return lower_gather(f, p->a, n_tests, out) || more;
}

/* The first one varies slowest. Tests come first, and what they lead to goes behind what is there. */
static pat_list lower_order_of(lower_fn *f, thir_pat pat)
{
    pat_list out = {0};
    for (uint32_t n_tests = 0; lower_gather(f, pat, n_tests, &out); n_tests++)
        ;
    return out;
}

static void lower_choice_begin(lower_fn *f, thir_pat pat)
{
    if (!pat)
        return;
    const thir_pat_node *p = lower_pattern(f, pat);
    if (p->op == PAT_OR) {
        f->choices[pat] = ir_add_local(&f->b, IR_U32, NULL);
        ir_set(&f->b, f->choices[pat], ir_const(&f->b, IR_U32, 0));
    }
    for (uint32_t i = 0; i < p->n; i++)
        lower_choice_begin(f, lower_sub_pat(f, p, i));
    lower_choice_begin(f, p->a);
}

/* Goes on to the next way in which alternatives can be chosen, and out to found. Behind the last way control goes on
 * here, with the first one chosen again. */
static void lower_advance(lower_fn *f, thir_pat pat, ir_label found)
{
    ir_builder *b = &f->b;
    pat_list ors = lower_order_of(f, pat);
    for (uint32_t i = ors.n; i-- > 0;) {
        const thir_pat_node *p = lower_pattern(f, ors.at[i]);
        ir_local choice = f->choices[ors.at[i]];
        for (uint32_t k = 0; k < p->n; k++) {
            if (!lower_order_of(f, lower_sub_pat(f, p, k)).n)
                continue;
            ir_if(b, ir_binary(b, IR_EQ, IR_BOOL, ir_get(b, choice), ir_const(b, IR_U32, k)));
            lower_advance(f, lower_sub_pat(f, p, k), found);
            ir_end(b);
        }
        ir_if(b, ir_binary(b, IR_LT, IR_BOOL, ir_get(b, choice), ir_const(b, IR_U32, p->n - 1)));
        ir_set(b, choice, ir_binary(b, IR_ADD, IR_U32, ir_get(b, choice), ir_const(b, IR_U32, 1)));
        ir_break(b, found);
        ir_end(b);
        ir_set(b, choice, ir_const(b, IR_U32, 0));
    }
}

void lower_choose(lower_fn *f, lower_place p, const thir_arm_node *arm, ir_label fail)
{
    ir_builder *b = &f->b;
    ir_label matched = ir_new_label(b), again = ir_new_label(b), refused = ir_new_label(b), found = ir_new_label(b);
    bool before = f->as_locals;
    if (!f->choices)
        f->choices = ARENA_ARRAY(f->l->s->memory, ir_local, f->body->pats.n);
    lower_choice_begin(f, arm->pat);
    f->as_locals = true;
    ir_block(b, matched);
    ir_loop(b, again);
    ir_block(b, refused);
    lower_test(f, p, arm->pat, refused);
    lower_guard(f, p, arm, refused);
    if (!ir_ends_here(b))
        ir_break(b, matched);
    ir_end(b);
    f->as_locals = before;
    ir_block(b, found);
    lower_advance(f, arm->pat, found);
    ir_break(b, fail);
    ir_end(b);
    ir_end(b);
    ir_end(b);
}
