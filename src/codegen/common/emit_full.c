/* emit_full.c: which instructions all lanes of every warp run. */
#include "codegen/common/emit.h"

/* Whether control that comes here ends the thread, or may do so. The checks of the block's shape do not count, as all
 * threads pass them or none. */
static bool emit_full_may_end(const emit *e, const ir_instr *i)
{
    switch ((ir_op)i->op) {
    case IR_RETURN:
    case IR_TRAP:
    case IR_PTX:
    case IR_CALL_PTR: return true;
    case IR_CALL: return (e->function_flags[i->imm] & EMIT_PANICS) != 0;
    case IR_CHECK: {
        const ir_instr *is = emit_definition(e, emit_arg(e, i, 0));
        const ir_instr *dim = is && is->op == IR_EQ ? emit_definition(e, emit_arg(e, is, 0)) : NULL;
        const ir_instr *to = dim ? emit_definition(e, emit_arg(e, is, 1)) : NULL;
        return !to || to->op != IR_CONST || dim->op != IR_INTRINSIC || dim->aux != IR_IN_BLOCK_DIM;
    }
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_CASES_BRACKET:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_N_OPS: break;
    }
    return false;
}

/* Up to which instruction no lane can have ended. In a block of unknown shape it is the first; otherwise the first
 * that may end some lanes, or the loop that it is in. */
static uint32_t emit_full_end(const emit *e)
{
    const ir_function *f = e->f;
    uint64_t threads = (uint64_t)f->block[0] * (f->block[1] ? f->block[1] : 1) * (f->block[2] ? f->block[2] : 1);
    uint32_t depth = 0, loop_at = 0, loop_depth = 0;
    if (!f->is_kernel || (e->function_flags[e->id] & EMIT_ADDRESSED) || threads == 0 || threads % 32)
        return 0;
    for (uint32_t n = 0; n < f->code.n; n++) {
        const ir_instr *i = &f->code.at[n];
        if (emit_full_may_end(e, i))
            return loop_depth ? loop_at : n;
        depth += i->op == IR_IF || i->op == IR_LOOP || i->op == IR_BLOCK || i->op == IR_SWITCH;
        if (i->op == IR_LOOP && !loop_depth) {
            loop_depth = depth;
            loop_at = n;
        }
        if (i->op == IR_END && loop_depth == depth--)
            loop_depth = 0;
    }
    return f->code.n;
}

/* Which brackets the lanes of a warp enter and leave apart. Each round of the walk may find more of them. */
typedef struct emit_lanes {
    const emit *e;
    uint8_t *differs; /* by value: lanes that compute it together may get different ones */
    uint8_t *varies;  /* by local: lanes may have set it to different values */
    uint8_t *is_left; /* by label of a loop: some lanes may leave it, or begin its next round, before others */
    uint8_t *full;    /* by instruction */
    bool changed;
} emit_lanes;

typedef struct emit_lanes_open {
    const ir_instr *at;
    bool all; /* lanes are at the instruction at hand */
} emit_lanes_open;

static void emit_lanes_note(emit_lanes *p, uint8_t *what, uint8_t to)
{
    p->changed |= *what != to;
    *what = to;
}

/* Whether v is the thread's number in x or in the grid, up to a conversion that keeps it. */
static bool emit_lanes_is_number(const emit *e, ir_value v)
{
    const ir_instr *i = emit_definition(e, v);
    while (i && i->op == IR_CONVERT && (i->type == IR_U32 || i->type == IR_U64 || i->type == IR_I64))
        i = emit_definition(e, emit_arg(e, i, 0));
    if (!i || i->op != IR_INTRINSIC)
        return false;
    return i->aux == IR_IN_THREAD_INDEX || (i->aux == IR_IN_THREAD_IDX && i->imm == 0 && e->f->block[0] % 32 == 0);
}

/* Whether whole warps get the same, though each thread's number goes in. */
static bool emit_lanes_by_warps(const emit *e, const ir_instr *i)
{
    const ir_instr *by = i->n_args == 2 ? emit_definition(e, emit_arg(e, i, 1)) : NULL;
    if (!by || by->op != IR_CONST || !emit_lanes_is_number(e, emit_arg(e, i, 0)))
        return false;
    const bool first = by->imm % 32 == 0, last = by->imm % 32 == 31;
    return (i->op == IR_DIV && first) || ((i->op == IR_LT || i->op == IR_GE) && first) ||
           ((i->op == IR_LE || i->op == IR_GT) && last) || (i->op == IR_SHR && by->imm >= 5 && by->imm < 32);
}

static bool emit_lanes_intrinsic_differs(const emit_lanes *p, const ir_instr *i, bool by_operands)
{
    const ir_group group = ir_group_of(i->aux);
    if (group == IR_GROUP_PLACE)
        return i->aux == IR_IN_THREAD_IDX && (i->imm == 0 || p->e->f->block[0] % 32);
    if (group == IR_GROUP_WARP) {
        const bool is_one = i->aux == IR_IN_BALLOT || i->aux == IR_IN_ANY || i->aux == IR_IN_ALL ||
                            (i->aux == IR_IN_SHUFFLE && !p->differs[emit_arg(p->e, i, 1)]);
        return !is_one || !p->full[i - p->e->f->code.at];
    }
    if (group == IR_GROUP_THREAD)
        return i->aux != IR_IN_DYN_SHARED && i->aux != IR_IN_DYN_SHARED_BYTES;
    return ir_flags_of(i->aux) != IR_HAS_RESULT || by_operands;
}

static bool emit_lanes_differ(const emit_lanes *p, const ir_instr *i)
{
    bool by_operands = false;
    for (uint32_t k = 0; k < i->n_args; k++)
        by_operands |= p->differs[emit_arg(p->e, i, k)];
    switch ((ir_op)i->op) {
    case IR_CASES_CONSTANT:
    case IR_CASES_AGGREGATE:
    case IR_FUNCTION_ADDR:
    case IR_GLOBAL_ADDR:
    case IR_FIELD_ADDR:
    case IR_ELEMENT_ADDR: return by_operands;
    case IR_CASES_COMPUTED: return by_operands && !emit_lanes_by_warps(p->e, i);
    case IR_GET: return p->varies[i->imm];
    case IR_LOAD: return by_operands || !(i->flags & IR_INVARIANT);
    case IR_INTRINSIC: return emit_lanes_intrinsic_differs(p, i, by_operands);
    case IR_LOCAL_ADDR:
    case IR_SET:
    case IR_STORE:
    case IR_CASES_CALL:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return true;
}

/* Some lanes alone jump to a label: of the brackets that they leave, loops are run by some lanes from their begin, and
 * blocks from here. */
static void emit_lanes_part(emit_lanes *p, emit_lanes_open *open, uint32_t n_open, ir_label to)
{
    while (n_open--) {
        emit_lanes_open *o = &open[n_open];
        const bool has_label = o->at->op == IR_LOOP || o->at->op == IR_BLOCK;
        o->all = false;
        if (o->at->op == IR_LOOP)
            emit_lanes_note(p, &p->is_left[o->at->imm], 1);
        if (has_label && o->at->imm == to)
            return;
    }
}

static void emit_lanes_walk(emit_lanes *p, emit_lanes_open *open, uint32_t end)
{
    const emit *e = p->e;
    uint32_t n_open = 0;
    for (uint32_t n = 0; n < end; n++) {
        const ir_instr *i = &e->f->code.at[n];
        const bool all = !n_open || open[n_open - 1].all;
        if (!all)
            emit_lanes_note(p, &p->full[n], 0);
        if (i->result)
            p->differs[i->result] = emit_lanes_differ(p, i);
        const ir_value of = i->n_args ? emit_arg(e, i, 0) : 0;
        if (i->op == IR_SET && (!all || p->differs[of]))
            emit_lanes_note(p, &p->varies[i->imm], 1);
        else if (i->op == IR_IF || i->op == IR_SWITCH)
            open[n_open++] = (emit_lanes_open){i, all && !p->differs[of]};
        else if (i->op == IR_LOOP || i->op == IR_BLOCK)
            open[n_open++] = (emit_lanes_open){i, all && !(i->op == IR_LOOP && p->is_left[i->imm])};
        else if ((i->op == IR_BREAK || i->op == IR_CONTINUE) && !all)
            emit_lanes_part(p, open, n_open, (ir_label)i->imm);
        else if (i->op == IR_END)
            n_open--;
    }
}

/* By instruction of the function at hand, whether all lanes of every warp run it. */
static const uint8_t *emit_full_find(emit *e)
{
    const ir_function *f = e->f;
    const uint32_t end = emit_full_end(e);
    emit_lanes p = {.e = e};
    emit_lanes_open *open = ARENA_ARRAY(e->a, emit_lanes_open, end + 1);
    p.differs = ARENA_ARRAY(e->a, uint8_t, f->values.n + 1);
    p.varies = ARENA_ARRAY(e->a, uint8_t, f->locals.n + 1);
    p.is_left = ARENA_ARRAY(e->a, uint8_t, f->n_labels + 1);
    p.full = ARENA_ARRAY(e->a, uint8_t, f->code.n + 1);
    memset(p.full, 1, end);
    for (uint32_t n = 0; n < f->code.n; n++)
        if (f->code.at[n].op == IR_LOCAL_ADDR)
            p.varies[f->code.at[n].imm] = 1;
    do {
        p.changed = false;
        emit_lanes_walk(&p, open, end);
    } while (p.changed);
    return p.full;
}

bool emit_has_full_warps(emit *e, const ir_instr *i)
{
    const bool is_shuffle = i->aux == IR_IN_SHUFFLE || i->aux == IR_IN_SHUFFLE_XOR || i->aux == IR_IN_SHUFFLE_DOWN ||
                            i->aux == IR_IN_SHUFFLE_UP;
    if (i->op == IR_INTRINSIC && is_shuffle && i->imm == IR_WHOLE)
        return true;
    if (e->full_of != e->f) {
        e->full_of = e->f;
        e->full = emit_full_find(e);
    }
    return e->full[i - e->f->code.at];
}
