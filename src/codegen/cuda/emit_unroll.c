/* emit_unroll.c: decides which loops CUDA C++ is told to unroll. */
#include "codegen/cuda/emit_cuda.h"

enum { MOST_ROUNDS = 64, MOST_UNROLLED = 6000 };
/* A loop of few rounds over the thread's own array. Only if it is unrolled can the array become registers. 0 stands
 * for any other loop. */
enum { ONE_ROUND = 1, SOME_ROUNDS = 4 };

/* Whether the index is known where loops between constants are unrolled. */
static bool emit_unroll_is_counted(const emit *e, ir_value v, uint32_t depth)
{
    const ir_instr *i = emit_definition(e, v);
    if (!i || depth == 0)
        return false;
    if (i->op == IR_GET) {
        for (uint32_t set = e->first_set[i->imm]; set; set = e->next_set[set - 1]) {
            const ir_instr *from = emit_definition(e, emit_arg(e, &e->f->code.at[set - 1], 0));
            if (from && from->op == IR_CONST)
                return true;
        }
        return false;
    }
    if (i->op != IR_CONST && (i->n_args == 0 || i->op == IR_LOAD || i->op == IR_CALL || i->op == IR_INTRINSIC))
        return false;
    for (uint32_t k = 0; k < i->n_args; k++)
        if (!emit_unroll_is_counted(e, emit_arg(e, i, k), depth - 1))
            return false;
    return true;
}

static const ir_instr *emit_unroll_base_of(const emit *e, const ir_instr *i)
{
    const ir_instr *base = i->op == IR_ELEMENT_ADDR ? emit_definition(e, emit_arg(e, i, 0)) : NULL;
    while (base && base->op == IR_FIELD_ADDR)
        base = emit_definition(e, emit_arg(e, base, 0));
    return base && base->op == IR_LOCAL_ADDR ? base : NULL;
}

/* An index that only the run tells keeps the array in memory. */
static bool emit_unroll_stays_in_memory(const emit *e, uint64_t local)
{
    for (uint32_t n = 0; n < e->f->code.n; n++) {
        const ir_instr *i = &e->f->code.at[n], *base = emit_unroll_base_of(e, i);
        if (base && base->imm == local && !emit_unroll_is_counted(e, emit_arg(e, i, 1), 8))
            return true;
    }
    return false;
}

static uint64_t emit_unroll_size(emit *e, uint32_t first, uint32_t end)
{
    uint64_t size = end - first;
    for (uint32_t at = first; at < end; at++)
        if (e->f->code.at[at].op == IR_CALL)
            size += emit_cuda_size(e, (ir_function_id)e->f->code.at[at].imm);
    return size;
}

/* How many rounds to unroll of a loop that begins: loop; %v = get $l; %n = const; %c = lt %v, %n; if %c */
static unsigned emit_cuda_rounds_unrolled(emit *e, uint32_t loop)
{
    const ir_function *f = e->f;
    uint64_t end = 0, start = UINT64_MAX;
    uint32_t last = emit_behind(f, loop), at = loop + 1;
    const ir_instr *get = at < last ? &f->code.at[at] : NULL, *test = NULL;
    bool owns_array = false;
    if (f->n_lanes && f->is_kernel) /* the seldom way */
        return ONE_ROUND;
    while (at < last && f->code.at[at].op != IR_IF)
        at++;
    if (!get || get->op != IR_GET || at == last || at - loop > 6)
        return 0;
    test = emit_definition(e, emit_arg(e, &f->code.at[at], 0));
    const ir_instr *limit = test && test->op == IR_LT ? emit_definition(e, emit_arg(e, test, 1)) : NULL;
    if (!limit || limit->op != IR_CONST || emit_arg(e, test, 0) != get->result || !ir_is_int(e->m, get->type))
        return 0;
    end = limit->imm;
    for (uint32_t set = e->first_set[get->imm]; set; set = e->next_set[set - 1]) {
        const ir_instr *from = emit_definition(e, emit_arg(e, &f->code.at[set - 1], 0));
        if (set - 1 < loop && from && from->op == IR_CONST)
            start = from->imm;
    }
    if (start > end || end - start > MOST_ROUNDS || (end - start) * emit_unroll_size(e, loop, last) > MOST_UNROLLED)
        return 0;
    for (at = loop; at < last; at++) {
        const ir_instr *base = emit_unroll_base_of(e, &f->code.at[at]);
        if (base && !emit_unroll_stays_in_memory(e, base->imm))
            return MOST_ROUNDS;
        owns_array |= base != NULL;
    }
    return owns_array ? SOME_ROUNDS : 0;
}

void emit_cuda_before_loop(emit *e, uint32_t loop)
{
    const unsigned rounds = emit_cuda_rounds_unrolled(e, loop);
    if (!rounds)
        return;
    emit_add(e, rounds == ONE_ROUND     ? "#pragma unroll 1"
                : rounds == SOME_ROUNDS ? "#pragma unroll 4"
                                        : "#pragma unroll");
    emit_new_line(e);
}
