/* ir_interp_warp.c: runs warp operations, for all lanes at once. */
#include "ir/ir_interp.h"

enum { LANES = 32 };

typedef struct lanes {
    interp_thread *thread[LANES]; /* NULL: not there, or ended */
    uint64_t value[LANES];
    uint32_t mask;
} lanes;

static const interp_slow *ir_slow_of(const interp_thread *t)
{
    return &t->function->slow[t->at->imm];
}

/* The lane that gives its value to this one; its own where that one is not there. */
static uint32_t ir_source_lane(ir_intrinsic what, uint32_t lane, uint32_t by, uint32_t mask)
{
    uint32_t from = by & (LANES - 1);
    if (what == IR_IN_SHUFFLE_XOR)
        from = lane ^ from;
    else if (what == IR_IN_SHUFFLE_DOWN)
        from = lane + from < LANES ? lane + from : lane;
    else if (what == IR_IN_SHUFFLE_UP)
        from = lane >= from ? lane - from : lane;
    return mask >> from & 1 ? from : lane;
}

static void ir_give(lanes *all, ir_intrinsic what, uint32_t lane, uint32_t set)
{
    interp_thread *t = all->thread[lane];
    uint8_t *to = t->frame + t->at->d;
    const interp_slow *slow = ir_slow_of(t);
    uint64_t result = 0;
    switch (what) {
    case IR_IN_BALLOT: result = set; break;
    case IR_IN_ANY: result = set != 0; break;
    case IR_IN_ALL: result = set == all->mask; break;
    case IR_IN_WARP_SYNC: return;
    case IR_IN_SHUFFLE:
    case IR_IN_SHUFFLE_XOR:
    case IR_IN_SHUFFLE_DOWN:
    case IR_IN_SHUFFLE_UP: {
        uint32_t by;
        memcpy(&by, t->frame + slow->args[1], sizeof by);
        result = all->value[ir_source_lane(what, lane, by, all->mask)];
        break;
    }
#define IR_INTRINSIC(name, ...) case IR_IN_##name:
#define IR_WARP(name, ...)
#include "ir/ir_intrinsic.def"
    case IR_N_INTRINSICS: return; /* of one thread */
    }
    memcpy(to, &result, sizeof result); /* a scalar's place has 8 bytes */
}

bool interp_warp(interp *in, interp_thread *threads, uint32_t n)
{
    lanes all = {.mask = 0};
    const interp_op *at = NULL;
    uint32_t set = 0;
    for (uint32_t lane = 0; lane < n; lane++) {
        interp_thread *t = &threads[lane];
        if (t->state == INTERP_RETURNED || t->state == INTERP_TRAPPED)
            continue;
        if (t->state != INTERP_AT_WARP || (at && t->at != at))
            return false;
        at = t->at;
        all.thread[lane] = t;
        all.mask |= UINT32_C(1) << lane;
        if (at->aux != IR_IN_WARP_SYNC)
            memcpy(&all.value[lane], t->frame + ir_slow_of(t)->args[0], ir_slow_of(t)->size);
        if (all.value[lane])
            set |= UINT32_C(1) << lane;
    }
    for (uint32_t lane = 0; lane < n; lane++) {
        if (!all.thread[lane])
            continue;
        ir_give(&all, (ir_intrinsic)at->aux, lane, set);
        if (at->aux == IR_IN_WARP_SYNC)
            all.thread[lane]->warp_slice = in->slice + 1;
        all.thread[lane]->at++;
        all.thread[lane]->state = INTERP_READY;
    }
    return true;
}
