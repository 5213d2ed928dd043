/* emit_compare.c: orders and overflow tests, kept from an optimizer's error.
 *
 * CUDA 13.0's optimizer takes a loop with the exit `x < a`, where x starts at a and grows (so that the exit tells that
 * x wrapped around), for one that leaves after its first round; `x > a` where x shrinks likewise; in every width,
 * signed or not:
 *
 *   signed char a = in[i], x = a;  unsigned n = 0;
 *   do { n++; x = (signed char)((unsigned char)x + 16u); } while (x >= a);        // n is 1
 *
 * Where an operand of an unsigned order may be made from the other by additions, it goes through an empty asm, which
 * the optimizer cannot see through and which costs nothing in machine code. So does one that may grow from round to
 * round (emit_motion.c) in an order that leaves its loop where that operand is the less, and one that may shrink where
 * it is the greater, if constants tell neither operand. A loop over a range leaves where its counter has grown to be
 * the greater, or shrunk to be the less, and stays as it is. */
#include "codegen/cuda/emit_cuda.h"

enum { MOST_SAME = 8 };

static bool emit_compare_is_zero(const emit *e, ir_value v)
{
    const ir_instr *i = emit_definition(e, v);
    return i && i->op == IR_CONST && i->imm == 0;
}

/* What a sum or difference with zero is. */
static ir_value emit_without_zero(const emit *e, ir_value v)
{
    for (;;) {
        const ir_instr *i = emit_definition(e, v);
        if (!i || (i->op != IR_ADD && i->op != IR_SUB))
            return v;
        if (emit_compare_is_zero(e, emit_arg(e, i, 1)))
            v = emit_arg(e, i, 0);
        else if (i->op == IR_ADD && emit_compare_is_zero(e, emit_arg(e, i, 0)))
            v = emit_arg(e, i, 1);
        else
            return v;
    }
}

/* The local or value that v stands for: a GET stands for its local, a field or a load for what it is taken from. */
static bool emit_is_same_within(const emit *e, ir_value a, ir_value b, unsigned depth)
{
    a = emit_without_zero(e, a);
    b = emit_without_zero(e, b);
    if (a == b)
        return true;
    const ir_instr *x = emit_definition(e, a), *y = emit_definition(e, b);
    if (!x || !y || x->op != y->op || x->imm != y->imm || depth == MOST_SAME)
        return false;
    if (x->op == IR_GET || x->op == IR_CONST)
        return true;
    if (x->op != IR_FIELD && x->op != IR_LOAD && x->op != IR_CONVERT && x->op != IR_FIELD_ADDR)
        return false;
    return emit_is_same_within(e, emit_arg(e, x, 0), emit_arg(e, y, 0), depth + 1);
}

static bool emit_is_same(const emit *e, ir_value a, ir_value b)
{
    return emit_is_same_within(e, a, b, 0);
}

/* Whether v is the same as `from`, or as what the local `from` is set to once. */
static bool emit_is_start(const emit *e, ir_value v, ir_value from)
{
    if (emit_is_same(e, v, from))
        return true;
    const ir_instr *of = emit_definition(e, from);
    if (of && of->op == IR_GET)
        for (uint32_t set = e->first_set[of->imm]; set; set = e->next_set[set - 1])
            if (emit_is_same(e, v, emit_arg(e, &e->f->code.at[set - 1], 0)))
                return true;
    return false;
}

typedef struct search {
    uint32_t n, n_locals, locals[24];
} search;

static bool emit_compare_is_new(search *s, uint32_t local)
{
    for (uint32_t k = 0; k < s->n_locals; k++)
        if (s->locals[k] == local)
            return false;
    s->locals[s->n_locals++] = local;
    return true;
}

/* Whether v may be `from` plus something, through sums, calls and what locals are set to. A search that grows long
 * answers yes. */
static bool emit_grows_from(const emit *e, ir_value v, ir_value from, search *s)
{
    if (emit_is_start(e, v, from) || s->n == sizeof s->locals / sizeof s->locals[0])
        return true;
    s->n++;
    const ir_instr *i = emit_definition(e, v);
    if (!i)
        return false;
    if (i->op == IR_GET) {
        if (!emit_compare_is_new(s, (uint32_t)i->imm))
            return false;
        for (uint32_t set = e->first_set[i->imm]; set; set = e->next_set[set - 1])
            if (emit_grows_from(e, emit_arg(e, &e->f->code.at[set - 1], 0), from, s))
                return true;
        return false;
    }
    if (i->op != IR_ADD && i->op != IR_CALL && i->op != IR_CONVERT && i->op != IR_SELECT)
        return false;
    for (uint32_t k = 0; k < i->n_args; k++)
        if (emit_grows_from(e, emit_arg(e, i, k), from, s))
            return true;
    return false;
}

static bool emit_leaves(const ir_instr *i)
{
    return i->op == IR_BREAK || i->op == IR_RETURN || i->op == IR_TRAP;
}

typedef struct exits {
    bool when_true, when_false, returned;
} exits;

static const ir_instr *emit_user_of(const emit *e, const ir_instr *i)
{
    for (const ir_instr *at = i + 1, *end = e->f->code.at + e->f->code.n; at < end; at++)
        for (uint32_t k = 0; k < at->n_args; k++)
            if (emit_arg(e, at, k) == i->result)
                return at;
    return NULL;
}

/* Finds which values of a bool lead out of the lists of an IF. */
static exits emit_exits_of_if(const emit *e, const ir_instr *user)
{
    const ir_instr *end = e->f->code.at + e->f->code.n;
    exits of = {false, false, false};
    bool in_else = false;
    uint32_t depth = 1;
    for (const ir_instr *at = user + 1; at < end && depth; at++) {
        depth += at->op == IR_IF || at->op == IR_LOOP || at->op == IR_BLOCK || at->op == IR_SWITCH || at->op == IR_PTX;
        depth -= at->op == IR_END;
        in_else |= at->op == IR_ELSE && depth == 1;
        if (depth == 1 && emit_leaves(at))
            *(in_else ? &of.when_false : &of.when_true) = true;
    }
    return of;
}

/* Where a branch on a bool leaves the loop. If a function returns the bool, a loop of a caller may branch on it. */
static exits emit_exits_of(const emit *e, const ir_instr *made, bool through_local)
{
    const ir_instr *user = emit_user_of(e, made);
    exits of = {false, false, false};
    bool negated = false;
    for (; user && (user->op == IR_NOT || user->op == IR_OR || user->op == IR_AND);
         user = emit_user_of(e, user)) /* the other side may be known */
        negated ^= user->op == IR_NOT;
    if (!user)
        return of;
    if (user->op == IR_RETURN)
        return (exits){true, true, true};
    if (user->op == IR_CHECK)
        return (exits){negated, !negated, false};
    if (user->op == IR_SET && through_local) { /* `a || b` and `a && b` with effects */
        const ir_instr *end = e->f->code.at + e->f->code.n;
        for (const ir_instr *at = user + 1; at < end; at++)
            if (at->op == IR_GET && at->imm == user->imm) {
                const exits one = emit_exits_of(e, at, false);
                of = (exits){of.when_true || one.when_true, of.when_false || one.when_false,
                             of.returned || one.returned};
            }
    } else if (user->op == IR_IF) {
        of = emit_exits_of_if(e, user);
    }
    return negated ? (exits){of.when_false, of.when_true, of.returned} : of;
}

/* The instructions of the innermost loop that is open. False: none is. */
static bool emit_innermost_loop(const emit *e, uint32_t *first, uint32_t *last)
{
    *first = *last = 0;
    for (uint32_t k = e->open.n; k-- > 0;)
        if (e->open.at[k].op == IR_LOOP) {
            *first = e->open.at[k].at;
            *last = emit_behind(e->f, *first);
            return true;
        }
    return false;
}

/* Whether an exit may be one that the optimizer gets wrong: `moving` grows and is compared as the less, or shrinks
 * and is compared as the greater. */
static bool emit_is_wrong_exit(const emit *e, unsigned direction, ir_value moving, ir_value other, bool returned)
{
    uint32_t first, last;
    emit_innermost_loop(e, &first, &last);
    if (!emit_is_unknown(e, moving) || !emit_is_unknown(e, other))
        return false;
    return returned ||
           (emit_motion(e, moving, first, last) & direction); /* the caller's loop may move what is returned */
}

/* Functions that a loop calls, some calls below it maybe. */
static void emit_find_loop_calls(emit *e)
{
    const ir_module *m = e->m;
    bool changed = true;
    emit_cuda_of(e)->loop_calls = ARENA_ARRAY(e->a, bool, m->functions.n + 1);
    while (changed) {
        changed = false;
        for (ir_function_id id = 1; id < m->functions.n; id++) {
            const ir_function *f = &m->functions.at[id];
            uint32_t depth = 0, loop_at = 0; /* brackets open, and which of them is the outermost loop */
            for (uint32_t k = 0; k < f->code.n; k++) {
                const ir_instr *at = &f->code.at[k];
                depth += at->op == IR_IF || at->op == IR_LOOP || at->op == IR_BLOCK || at->op == IR_SWITCH ||
                         at->op == IR_PTX;
                if (at->op == IR_LOOP && !loop_at)
                    loop_at = depth;
                if (at->op == IR_END && loop_at == depth--)
                    loop_at = 0;
                if (at->op == IR_CALL && (loop_at || emit_cuda_of(e)->loop_calls[id]) &&
                    !emit_cuda_of(e)->loop_calls[at->imm])
                    emit_cuda_of(e)->loop_calls[at->imm] = changed = true;
            }
        }
    }
}

static bool emit_is_called_in_loop(emit *e)
{
    if (!emit_cuda_of(e)->loop_calls)
        emit_find_loop_calls(e);
    return emit_cuda_of(e)->loop_calls[e->id];
}

static const char *emit_opaque(emit *e, ir_value v)
{
    return emit_print(e, "%s(%s)", emit_helper_name(e, EMIT_HELPER_OPAQUE, emit_type_of(e, v)), emit_plain(e, v));
}

/* The text of a number of 32 bits that was made 64 bits wide, as 32 bits again; NULL: v is none. An optimizer that saw
 * all of it would address memory by mul.wide, for whose latency kernels of few instructions wait (sm_90: 1.2%). */
static const char *emit_narrow_again(emit *e, ir_value v)
{
    const ir_instr *narrow = emit_definition(e, v),
                   *wide = narrow && narrow->op == IR_CONVERT ? emit_definition(e, emit_arg(e, narrow, 0)) : NULL;
    if (!wide || narrow->type != IR_U32 || wide->op != IR_CONVERT || wide->type != IR_U64 ||
        emit_type_of(e, emit_arg(e, wide, 0)) != IR_U32)
        return NULL;
    return emit_print(e, "(u32)%s", emit_opaque(e, wide->result));
}

/* An unsigned a - b overflows if a < b. */
static void emit_guard_difference(emit *e, const ir_instr *i, const char **left)
{
    ir_value a = emit_arg(e, i, 0);
    const ir_instr *from = emit_definition(e, emit_arg(e, i, 1));
    if (i->aux == IR_SUB && !ir_is_signed(e->m, emit_type_of(e, a)) && !(from && from->op == IR_CONST))
        *left = emit_opaque(e, a);
}

void emit_cuda_guard_order(emit *e, const ir_instr *i, const char **left, const char **right)
{
    ir_value a = emit_arg(e, i, 0), b = emit_arg(e, i, 1);
    ir_type t = emit_type_of(e, a);
    const bool is_signed = ir_is_signed(e->m, t);
    uint32_t first, last;
    search of_a = {0}, of_b = {0};
    if (i->op == IR_OVERFLOWS)
        emit_guard_difference(e, i, left);
    if (i->op == IR_OVERFLOWS || i->op == IR_EQ || i->op == IR_NE || !ir_is_int(e->m, t))
        return;
    const char *first_again = emit_narrow_again(e, a), *second_again = emit_narrow_again(e, b);
    if (!is_signed && emit_grows_from(e, a, b, &of_a)) {
        *left = emit_opaque(e, a);
    } else if (!is_signed && emit_grows_from(e, b, a, &of_b)) {
        *right = emit_opaque(e, b);
    } else if (emit_innermost_loop(e, &first, &last) || emit_is_called_in_loop(e)) {
        exits of = emit_exits_of(e, i, true);
        if (!of.returned && last == 0)
            of = (exits){false, false, false};
        const bool less_first = i->op == IR_LT || i->op == IR_LE;
        const bool first_less = less_first ? of.when_true : of.when_false,
                   second_less = less_first ? of.when_false : of.when_true;
        if ((first_less && emit_is_wrong_exit(e, EMIT_GROWS, a, b, of.returned)) ||
            (second_less && emit_is_wrong_exit(e, EMIT_SHRINKS, a, b, of.returned)))
            *left = emit_opaque(e, a);
        else if ((second_less && emit_is_wrong_exit(e, EMIT_GROWS, b, a, of.returned)) ||
                 (first_less && emit_is_wrong_exit(e, EMIT_SHRINKS, b, a, of.returned)))
            *right = emit_opaque(e, b);
    }
    *left = first_again ? first_again : *left;
    *right = second_again ? second_again : *right;
}
