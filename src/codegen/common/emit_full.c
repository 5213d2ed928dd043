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

/* How many instructions run with all lanes of every warp. In a block of unknown shape there are none; otherwise they
 * go up to the first instruction that may end some lanes, or to the loop that it is in. */
static uint32_t emit_full_count(const emit *e)
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

bool emit_has_full_warps(emit *e, const ir_instr *i)
{
    if (e->full_of != e->f) {
        e->full_of = e->f;
        e->n_full = emit_full_count(e);
    }
    return (uint32_t)(i - e->f->code.at) < e->n_full;
}
