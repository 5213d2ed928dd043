/* ptx_run.c: one thread's instructions, until its turn ends. */
#include "ptx_number.h"

#include <math.h>

static uint32_t special(const ptx_thread *t, uint64_t which)
{
    const ptx_machine *m = t->m;
    uint32_t lane = t->number % 32;
    if (which < 12) {
        const uint32_t *const values[] = {t->index, m->block_index, m->block, m->grid};
        return values[which / 3][which % 3];
    }
    switch (which) {
    case 12: return lane;
    case 13: return t->number / 32;
    case 14: return (m->n_threads + 31) / 32;
    case 15: return m->dynamic_shared;
    case 16: return 1u << lane;
    case 17: return (1u << lane) - 1;
    case 18: return (2u << lane) - 1;
    case 19: return ~((2u << lane) - 1);
    case 20: return ~((1u << lane) - 1);
    case 23: return 0;
    default: return (uint32_t)m->steps;
    }
}

bool ptx_begin_thread(ptx_thread *t, const ptx_function *f)
{
    t->state = PTX_READY;
    t->frames.n = 0;
    t->carry = false;
    t->copies.n = t->copy_groups = t->unfenced.n = t->maps.n = t->stores.n = t->store_groups = 0;
    t->at = f->code.at;
    vec_push(&t->m->memory, &t->frames, (ptx_frame){.f = f, .bytes = PTX_LOCAL_START});
    if (f->slots.n > PTX_N_SLOTS || PTX_LOCAL_START + f->frame_bytes > PTX_LOCAL_BYTES)
        return ptx_fail(t->m, 0, "`%s` needs too much memory", f->name);
    memcpy(t->slots, f->slots.at, f->slots.n * sizeof *t->slots);
    memset(t->bytes + PTX_LOCAL_START, 0xCD, f->frame_bytes);
    return true;
}

static bool call(ptx_thread *t, const ptx_op *op, const uint64_t *r)
{
    ptx_machine *m = t->m;
    ptx_frame *caller = &t->frames.at[t->frames.n - 1];
    const ptx_call *about = &caller->f->calls.at[op->imm];
    uint64_t id = about->through_register ? (r[op->a] - PTX_CODE_WINDOW) / 16 : about->function;
    if (id == 0 || id >= m->functions.n || (about->through_register && r[op->a] % 16) || m->functions.at[id].is_entry)
        return ptx_fail(m, op->line, "a call of what is no function");
    const ptx_function *f = &m->functions.at[id];
    if (!f->is_defined)
        return ptx_fail(m, op->line, "a call of `%s`, which has no body", f->name);
    if (f->params.n != about->args.at.n || f->results.n != about->results.at.n)
        return ptx_fail(m, op->line, "a call of `%s` with other parameters", f->name);
    ptx_frame frame = {.f = f,
                       .back = op + 1,
                       .slots = caller->slots + caller->f->slots.n,
                       .bytes = caller->bytes + caller->f->frame_bytes};
    if (frame.slots + f->slots.n > PTX_N_SLOTS || frame.bytes + f->frame_bytes > PTX_LOCAL_BYTES)
        return ptx_fail(m, op->line, "calls nest too deep");
    memcpy(t->slots + frame.slots, f->slots.at, f->slots.n * sizeof *t->slots);
    memset(t->bytes + frame.bytes, 0xCD, f->frame_bytes);
    for (uint32_t i = 0; i < f->params.n; i++)
        memcpy(t->bytes + frame.bytes + f->params.at[i].offset, t->bytes + caller->bytes + about->args.at.at[i],
               f->params.at[i].size);
    vec_push(&m->memory, &t->frames, frame);
    t->at = f->code.at;
    return true;
}

/* False: the thread has ended. */
static bool give_back(ptx_thread *t)
{
    const ptx_frame frame = t->frames.at[--t->frames.n];
    if (t->frames.n == 0) {
        t->frames.n = 1;
        t->state = PTX_ENDED;
        return false;
    }
    const ptx_frame *caller = &t->frames.at[t->frames.n - 1];
    const ptx_call *about = &caller->f->calls.at[frame.back[-1].imm];
    for (uint32_t i = 0; i < frame.f->results.n; i++)
        memcpy(t->bytes + caller->bytes + about->results.at.at[i],
               t->bytes + frame.bytes + frame.f->results.at[i].offset, frame.f->results.at[i].size);
    t->at = frame.back;
    return true;
}

static uint64_t address_of(const ptx_op *op, const uint64_t *r, uint32_t frame_bytes)
{
    return (op->is_frame ? frame_bytes : r[op->a]) + op->imm;
}

static bool load(ptx_thread *t, const ptx_op *op, uint64_t *r, uint32_t frame_bytes)
{
    const uint32_t slots[] = {op->d, op->b, op->c, op->e};
    const uint8_t *from = ptx_reach(t, op, address_of(op, r, frame_bytes), op->n * (uint32_t)op->type.bytes, false);
    for (uint32_t i = 0; from && i < op->n; i++)
        if (slots[i])
            r[slots[i]] = ptx_load_value(from + i * op->type.bytes, op->type, op->width);
    return from != NULL;
}

static bool store(ptx_thread *t, const ptx_op *op, const uint64_t *r, uint32_t frame_bytes)
{
    const uint32_t slots[] = {op->d, op->b, op->c, op->e};
    uint8_t *to = ptx_reach(t, op, address_of(op, r, frame_bytes), op->n * (uint32_t)op->type.bytes, true);
    for (uint32_t i = 0; to && i < op->n; i++)
        ptx_store_value(to + i * op->type.bytes, op->type, r[slots[i]]);
    return to != NULL;
}

static uint64_t low_bytes(uint64_t bits, uint32_t n)
{
    return n < 8 ? bits & ((UINT64_C(1) << (8 * n)) - 1) : bits;
}

static void pack(const ptx_op *op, uint64_t *r)
{
    const uint32_t slots[] = {op->a, op->b, op->c, op->e}, each = (uint32_t)op->type.bytes / op->n;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < op->n; i++)
        bits |= low_bytes(r[slots[i]], each) << (8 * each * i);
    r[op->d] = bits;
}

static void unpack(const ptx_op *op, uint64_t *r)
{
    const uint32_t slots[] = {op->d, op->b, op->c, op->e}, each = (uint32_t)op->type.bytes / op->n;
    uint64_t bits = r[op->a];
    for (uint32_t i = 0; i < op->n; i++)
        if (slots[i])
            r[slots[i]] = low_bytes(bits >> (8 * each * i), each);
}

#define A(type)        ((type)r[op->a])
#define B(type)        ((type)r[op->b])
#define C(type)        ((type)r[op->c])
#define E(type)        ((type)r[op->e])
#define D(type, value) r[op->d] = (uint64_t)(type)(value)
#define CLAMP(x)       ((x) < INT32_MIN ? INT32_MIN : (x) > INT32_MAX ? INT32_MAX : (x))
#define CARRY(type, wide, W, value)                                                                                    \
    do {                                                                                                               \
        const wide whole = (value);                                                                                    \
        r[op->d] = (type)whole;                                                                                        \
        t->carry = (whole >> W & 1) != 0;                                                                              \
    } while (0)
#define ARITHMETIC(W, what) r[op->d] = ptx_do_f##W(what, r[op->a], r[op->b], r[op->c], op->aux)
#define NOTHING()           (void)0
#define FAIL(what)                                                                                                     \
    do {                                                                                                               \
        ptx_fail(t->m, op->line, what);                                                                                \
        goto end_of_turn;                                                                                              \
    } while (0)
#define WAIT(as)                                                                                                       \
    do {                                                                                                               \
        t->state = as;                                                                                                 \
        goto end_of_turn;                                                                                              \
    } while (0)
#define WARP()    WAIT(PTX_AT_WARP) /* at stays here: ptx_block.c goes on */
#define BARRIER() WAIT(PTX_AT_BARRIER)
#define END()     WAIT(PTX_ENDED)
#define RETURN()                                                                                                       \
    do {                                                                                                               \
        if (!give_back(t))                                                                                             \
            return;                                                                                                    \
        goto frame_changed;                                                                                            \
    } while (0)

void ptx_run_thread(ptx_thread *t, uint64_t n_steps)
{
    const ptx_op *op;
    const ptx_frame *frame;
    uint64_t *r;
    uint64_t left = n_steps;
frame_changed:
    frame = &t->frames.at[t->frames.n - 1];
    r = t->slots + frame->slots;
    op = t->at;
    for (;; op++) {
        if (left-- == 0)
            break;
        if (op->guard && (r[op->p] != 0) != (op->guard == 1))
            continue;
        switch ((ptx_code)op->code) {
#define PTX(name, words, form, ...)                                                                                    \
    case PTX_##name:                                                                                                   \
        __VA_ARGS__;                                                                                                   \
        continue;
#include "ptx_instruction.def"
        case PTX_MOVE:
            r[op->d] = op->type.kind == PTX_PRED ? r[op->a] != 0 : low_bytes(r[op->a], op->type.bytes);
            continue;
        case PTX_SPECIAL: r[op->d] = special(t, op->imm); continue;
        case PTX_FRAME_ADDRESS: r[op->d] = frame->bytes + op->imm; continue;
        case PTX_PACK: pack(op, r); continue;
        case PTX_UNPACK: unpack(op, r); continue;
        case PTX_CONVERT: r[op->d] = ptx_convert(r[op->a], op->from, op->type, op->aux, op->width); continue;
        case PTX_LOAD:
            if (!load(t, op, r, frame->bytes))
                goto end_of_turn;
            continue;
        case PTX_STORE:
            if (!store(t, op, r, frame->bytes))
                goto end_of_turn;
            continue;
        case PTX_ATOMIC:
            if (!ptx_atomic(t, op, r))
                goto end_of_turn;
            continue;
        case PTX_BRANCH: op = frame->f->code.at + op->imm - 1; continue;
        case PTX_BRANCH_INDEX: {
            const ptx_list *list = &frame->f->targets.at[op->imm];
            if (A(uint32_t) >= list->at.n)
                FAIL("brx.idx behind its list");
            op = frame->f->code.at + list->at.at[A(uint32_t)] - 1;
            continue;
        }
        case PTX_CALL:
            if (!call(t, op, r))
                goto end_of_turn;
            goto frame_changed;
        case PTX_MMA:
        case PTX_LDMATRIX:
        case PTX_STMATRIX: WARP();
        case PTX_COPY:
        case PTX_COPY_GROUP:
        case PTX_COPY_WAIT:
            if (!ptx_copy_later(t, op, r))
                goto end_of_turn;
            continue;
        case PTX_PHASE_INIT:
        case PTX_PHASE_ARRIVE:
        case PTX_PROXY_FENCE:
        case PTX_MAP_FENCE:
        case PTX_TILE_COPY:
        case PTX_BYTES_COPY:
        case PTX_TILE_STORE:
        case PTX_STORE_GROUP:
        case PTX_STORE_WAIT:
            if (!ptx_hopper(t, op, r))
                goto end_of_turn;
            continue;
        case PTX_PHASE_WAIT: WAIT(PTX_AT_PHASE);
        case PTX_WGMMA:
        case PTX_WGMMA_FENCE:
        case PTX_WGMMA_COMMIT:
        case PTX_WGMMA_WAIT: WAIT(PTX_AT_WARPGROUP);
        case PTX_FELL_OUT: FAIL("a function runs over its end");
        case PTX_NOTHING:
        case PTX_N_CODES: FAIL("no instruction");
        }
    }
end_of_turn:
    t->at = op;
    t->m->steps += n_steps - left;
}
