/* ir_interp_run.c: is the interpreter's loop over operations. Values are read and written at their own width. */
#include <math.h>
#include <stdio.h>

#include "ir/ir_interp.h"

#include "base/limits.h"

/* aligned(1) is needed because a copy of 8 bytes may be one of two 4-byte fields. */
typedef int8_t __attribute__((may_alias, aligned(1))) at_i8;
typedef int16_t __attribute__((may_alias, aligned(1))) at_i16;
typedef int32_t __attribute__((may_alias, aligned(1))) at_i32;
typedef int64_t __attribute__((may_alias, aligned(1))) at_i64;
typedef uint8_t __attribute__((may_alias, aligned(1))) at_u8;
typedef uint16_t __attribute__((may_alias, aligned(1))) at_u16;
typedef uint32_t __attribute__((may_alias, aligned(1))) at_u32;
typedef uint64_t __attribute__((may_alias, aligned(1))) at_u64;
typedef float __attribute__((may_alias, aligned(1))) at_f32;
typedef double __attribute__((may_alias, aligned(1))) at_f64;

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20 };

#define V(type, place)    (*(at_##type *)(void *)(frame + (place)))
#define D(type)           V(type, op->d)
#define A(type)           V(type, op->a)
#define B(type)           V(type, op->b)
#define TYPED(name, kind) case (IR_##name << 4 | IR_##kind)

#define INTS(X)                                                                                                        \
    X(I8, i8, true)                                                                                                    \
    X(I16, i16, true)                                                                                                  \
    X(I32, i32, true) X(I64, i64, true) X(U8, u8, false) X(U16, u16, false) X(U32, u32, false) X(U64, u64, false)

#define ON_INT(KIND, t, is_signed)                                                                                     \
    TYPED(ADD, KIND) : D(t) = (at_##t)((uint64_t)A(t) + (uint64_t)B(t));                                               \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(SUB, KIND) : D(t) = (at_##t)((uint64_t)A(t) - (uint64_t)B(t));                                               \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(MUL, KIND) : D(t) = (at_##t)((uint64_t)A(t) * (uint64_t)B(t));                                               \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(AND, KIND) : D(t) = (at_##t)(A(t) & B(t));                                                                   \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(OR, KIND) : D(t) = (at_##t)(A(t) | B(t));                                                                    \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(XOR, KIND) : D(t) = (at_##t)(A(t) ^ B(t));                                                                   \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(SHL, KIND) : D(t) = (at_##t)((uint64_t)A(t) << (B(u8) & (8 * sizeof(at_##t) - 1)));                          \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(SHR, KIND) : D(t) = (at_##t)(A(t) >> (B(u8) & (8 * sizeof(at_##t) - 1)));                                    \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(NEG, KIND) : D(t) = (at_##t)(0 - (uint64_t)A(t));                                                            \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(NOT, KIND) : D(t) = (at_##t) ~A(t);                                                                          \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(DIV, KIND) : if (B(t) == 0) goto by_zero;                                                                    \
    D(t) = (at_##t)((is_signed) && B(t) == (at_##t) - 1 ? (at_##t)(0 - (uint64_t)A(t)) : (at_##t)(A(t) / B(t)));       \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(REM, KIND) : if (B(t) == 0) goto by_zero;                                                                    \
    D(t) = (at_##t)((is_signed) && B(t) == (at_##t) - 1 ? 0 : A(t) % B(t));                                            \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(OVERFLOWS, KIND) :                                                                                           \
    {                                                                                                                  \
        at_##t narrow;                                                                                                 \
        D(u8) = op->aux == IR_ADD   ? __builtin_add_overflow(A(t), B(t), &narrow)                                      \
                : op->aux == IR_SUB ? __builtin_sub_overflow(A(t), B(t), &narrow)                                      \
                                    : __builtin_mul_overflow(A(t), B(t), &narrow);                                     \
        op++;                                                                                                          \
        continue;                                                                                                      \
    }

#define ON_COMPARED(KIND, t, is_signed)                                                                                \
    TYPED(EQ, KIND) : D(u8) = A(t) == B(t);                                                                            \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(NE, KIND) : D(u8) = A(t) != B(t);                                                                            \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(LT, KIND) : D(u8) = A(t) < B(t);                                                                             \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(LE, KIND) : D(u8) = A(t) <= B(t);                                                                            \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(GT, KIND) : D(u8) = A(t) > B(t);                                                                             \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(GE, KIND) : D(u8) = A(t) >= B(t);                                                                            \
    op++;                                                                                                              \
    continue;

#define ON_BOOLS(OP, sign)                                                                                             \
    TYPED(OP, BOOL) : if ((A(u8) | B(u8)) > 1) goto no_bool;                                                           \
    D(u8) = A(u8) sign B(u8);                                                                                          \
    op++;                                                                                                              \
    continue;

#define ON_FLOAT(KIND, t, mod)                                                                                         \
    TYPED(ADD, KIND) : D(t) = A(t) + B(t);                                                                             \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(SUB, KIND) : D(t) = A(t) - B(t);                                                                             \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(MUL, KIND) : D(t) = A(t) * B(t);                                                                             \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(DIV, KIND) : D(t) = ir_divide_##t(A(t), B(t));                                                               \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(REM, KIND) : D(t) = mod(A(t), B(t));                                                                         \
    op++;                                                                                                              \
    continue;                                                                                                          \
    TYPED(NEG, KIND) : D(t) = -A(t);                                                                                   \
    op++;                                                                                                              \
    continue;

#define ON_SIZE(n, t)                                                                                                  \
    case INTERP_CONST_##n:                                                                                             \
        D(t) = (at_##t)op->imm;                                                                                        \
        op++;                                                                                                          \
        continue;                                                                                                      \
    case INTERP_COPY_##n:                                                                                              \
        D(t) = A(t);                                                                                                   \
        op++;                                                                                                          \
        continue;                                                                                                      \
    case INTERP_PUT_##n:                                                                                               \
        D(t) = A(t);                                                                                                   \
        memcpy(frame + op->d + function->shadow, &all_set, n);                                                         \
        op++;                                                                                                          \
        continue;                                                                                                      \
    case INTERP_TAKE_##n:                                                                                              \
        if (memcmp(frame + op->a + function->shadow, &all_set, n) != 0) {                                              \
            interp_unset(in, op, 0, frame + op->a + function->shadow, n);                                              \
            goto bad_access;                                                                                           \
        }                                                                                                              \
        D(t) = A(t);                                                                                                   \
        if (op->aux == IR_BOOL && !interp_check_bool(in, op, D(u8)))                                                   \
            goto bad_access;                                                                                           \
        op++;                                                                                                          \
        continue;                                                                                                      \
    case INTERP_LOAD_##n: {                                                                                            \
        uint8_t *set;                                                                                                  \
        const uint64_t address = A(u64);                                                                               \
        const uint8_t *from = interp_reach(in, op, address, n, n, false, &set);                                        \
        if (!from)                                                                                                     \
            goto bad_access;                                                                                           \
        if (set && memcmp(set, &all_set, n) != 0 && !(op->aux >> 8 & IR_VOLATILE)) {                                   \
            interp_unset(in, op, address, set, n);                                                                     \
            goto bad_access;                                                                                           \
        }                                                                                                              \
        memcpy(frame + op->d, from, n);                                                                                \
        if (n == 1 && (op->aux & 0xFF) == IR_BOOL && !interp_check_bool(in, op, D(u8)))                                \
            goto bad_access;                                                                                           \
        op++;                                                                                                          \
        continue;                                                                                                      \
    }                                                                                                                  \
    case INTERP_STORE_##n: {                                                                                           \
        uint8_t *set, *to = interp_reach(in, op, A(u64), n, n, true, &set);                                            \
        if (!to)                                                                                                       \
            goto bad_access;                                                                                           \
        if (in->is_constant && !interp_overwrite(in, op, to, set, n))                                                  \
            goto bad_access;                                                                                           \
        memcpy(to, frame + op->b, n);                                                                                  \
        if (set)                                                                                                       \
            memcpy(set, &all_set, n);                                                                                  \
        op++;                                                                                                          \
        continue;                                                                                                      \
    }                                                                                                                  \
    case INTERP_SELECT_##n:                                                                                            \
        D(t) = A(u8) ? B(t) : V(t, op->imm);                                                                           \
        op++;                                                                                                          \
        continue;

static inline float ir_divide_f32(float a, float b) __attribute__((no_sanitize("float-divide-by-zero")));
static inline float ir_divide_f32(float a, float b)
{
    return a / b;
}

static inline double ir_divide_f64(double a, double b) __attribute__((no_sanitize("float-divide-by-zero")));
static inline double ir_divide_f64(double a, double b)
{
    return a / b;
}

static uint8_t *ir_fit(const interp_chunk *chunk, uint8_t *from, const interp_function *callee)
{
    const uintptr_t at = ((uintptr_t)from + callee->frame_align - 1) & ~(uintptr_t)(callee->frame_align - 1);
    return at + callee->frame_size <= (uintptr_t)chunk->end ? from + (at - (uintptr_t)from) : NULL;
}

/* Counts calls of what the user wrote, because rustc's library makes other calls than ours. */
static uint32_t ir_own_calls(const interp *in, const interp_thread *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->calls.n; i++)
        n += !in->sites.at[t->calls.at[i].function->code->site].is_library;
    return n;
}

uint8_t *interp_push(interp *in, interp_thread *t, const interp_function *callee, const interp_op *back,
                     uint32_t result)
{
    const interp_frame *top = t->calls.n ? &t->calls.at[t->calls.n - 1] : NULL;
    interp_chunk *chunk = top ? top->chunk : t->chunks;
    uint8_t *frame = chunk ? ir_fit(chunk, top ? top->own + top->function->frame_size : chunk->start, callee) : NULL;
    if (!frame && chunk && chunk->next) {
        chunk = chunk->next;
        frame = ir_fit(chunk, chunk->start, callee);
        if (!frame)
            chunk = chunk->before;
    }
    if (!frame) {
        size_t size = FIRST_CHUNK, wanted = (size_t)callee->frame_size + callee->frame_align;
        if (chunk)
            size = 2 * (size_t)(chunk->end - chunk->start);
        size = size > LARGEST_CHUNK ? LARGEST_CHUNK : size;
        size = size < wanted ? wanted : size;
        if (t->stack_bytes + size > in->most_stack) {
            in->is_stack_full = true;
            return NULL;
        }
        interp_chunk *fresh = ARENA_NEW(&in->memory, interp_chunk);
        fresh->start = arena_alloc(&in->memory, size);
        fresh->end = fresh->start + size;
        t->stack_bytes += size;
        fresh->before = chunk;
        if (chunk) {
            fresh->next = chunk->next;
            if (chunk->next)
                chunk->next->before = fresh;
            chunk->next = fresh;
        } else {
            t->chunks = fresh;
        }
        chunk = fresh;
        frame = ir_fit(chunk, chunk->start, callee);
    }
    if (in->is_constant && t->calls.n >= LIMIT_CONSTANT_CALLS && ir_own_calls(in, t) >= LIMIT_CONSTANT_CALLS)
        return NULL;
    const interp_frame call = {back, t->frame, frame, t->function, callee, chunk, result};
    vec_push(&in->memory, &t->calls, call);
    memset(frame + callee->fresh, 0, callee->addresses + 8 * callee->n_addressed - callee->fresh);
    return frame;
}

void interp_too_deep(interp *in, const interp_op *op)
{
    char words[sizeof in->panic.words] = "reached the configured maximum number of stack frames";
    in->outcome = IR_TOO_DEEP;
    if (in->is_stack_full)
        snprintf(words, sizeof words, "its locals take more than %llu MiB of memory, a limit of rustg",
                 (unsigned long long)in->most_stack >> 20);
    if (op)
        interp_fail(in, op, "%s", words);
    else if (in->is_constant)
        memcpy(in->panic.words, words, sizeof words);
}

void interp_pop(interp *in, interp_thread *t)
{
    const interp_frame *top = &t->calls.at[--t->calls.n];
    for (uint32_t i = 0; i < top->function->n_addressed; i++) {
        uint64_t address;
        memcpy(&address, top->own + top->function->addresses + 8 * i, sizeof address);
        if (address)
            interp_forget(in, address);
    }
}

static uint64_t ir_local_address(interp *in, const interp_function *function, uint8_t *frame, uint32_t which)
{
    const interp_local *l = &function->addressed[which];
    return interp_allocate(in, (interp_allocation){.size = ir_size(in->m, l->type),
                                                   .bytes = frame + l->at,
                                                   .set = frame + l->at + function->shadow,
                                                   .align = ir_align(in->m, l->type),
                                                   .what = l->name,
                                                   .owner = function->id,
                                                   .kind = INTERP_IS_LOCAL});
}

static int64_t ir_find_case(const interp_switch *s, uint64_t bits)
{
    uint32_t low = 0, high = s->n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (s->cases[middle].bits == bits)
            return s->cases[middle].by;
        if (s->cases[middle].bits < bits)
            low = middle + 1;
        else
            high = middle;
    }
    return s->otherwise;
}

static void ir_record_panic(interp *in, const interp_function *function, const interp_op *op, const uint8_t *frame)
{
    ir_panic *p = &in->panic;
    if (p->happened)
        return;
    p->happened = true;
    p->site = (ir_site_id)op->imm;
    p->kernel = in->kernel;
    interp_trace(in, op);
    for (uint32_t i = 0; i < op->aux; i++)
        memcpy(&p->operands[i], frame + function->calls[op->a].args[i], 8);
    memcpy(p->block, in->block, sizeof p->block);
    memcpy(p->thread, in->thread->index, sizeof p->thread);
}

static void ir_interp_run_print(const interp *in, const interp_function *function, const interp_op *op,
                                const uint8_t *frame)
{
    uint64_t operands[IR_MOST_OPERANDS] = {0};
    if (!in->launch.print)
        return;
    for (uint32_t i = 0; i < op->aux; i++)
        memcpy(&operands[i], frame + function->calls[op->a].args[i], 8);
    in->launch.print(in->launch.user, (ir_site_id)op->imm, operands, op->aux);
}

static const interp_function *ir_called(interp *in, const interp_call *call, const interp_op *op, const uint8_t *frame)
{
    ir_function_id id = call->callee;
    if (op->code == INTERP_CALL_PTR) {
        uint64_t address;
        memcpy(&address, frame + op->a, sizeof address);
        id = interp_function_at(in, address);
        if (!id) {
            interp_fail(in, op, "a call through a pointer that is no function's");
            return NULL;
        }
        const ir_function *want = &in->m->functions.at[call->callee], *got = &in->m->functions.at[id];
        if (want->n_params != got->n_params || want->result != got->result ||
            (want->n_params && memcmp(want->params, got->params, want->n_params * sizeof *want->params) != 0)) {
            interp_fail(in, op, "a call of a function with another signature than its pointer's");
            return NULL;
        }
    }
    const interp_function *known = in->functions[id];
    return known ? known : interp_decode(in, id);
}

/* The bytes of the coding that an IR_CODED has set. */
static uint8_t *ir_coding_set(const interp *in, const interp_op *op, uint8_t *coded, const interp_function *function,
                              uint64_t *n)
{
    const ir_coding *c = &in->m->types.at[(ir_type)op->imm].coding;
    *n = ir_size(in->m, c->type);
    return coded + function->shadow + c->offset;
}

void interp_run_thread(interp *in, interp_thread *t)
{
    static const uint64_t all_set = INTERP_ALL_SET;
    const interp_op *op = t->at;
    uint8_t *frame = t->frame;
    const interp_function *function = t->function;
    in->thread = t;
    for (;;) {
        switch (op->code) {
            INTS(ON_INT)
            INTS(ON_COMPARED)
            ON_COMPARED(F32, f32, true)
            ON_COMPARED(F64, f64, true)
            ON_COMPARED(PTR, u64, false)
            ON_FLOAT(F32, f32, fmodf)
            ON_FLOAT(F64, f64, fmod)
            ON_SIZE(1, u8)
            ON_SIZE(2, u16)
            ON_SIZE(4, u32)
            ON_SIZE(8, u64)
            ON_BOOLS(AND, &)
            ON_BOOLS(OR, |)
            ON_BOOLS(XOR, ^)
            ON_BOOLS(EQ, ==)
            ON_BOOLS(NE, !=)
            ON_BOOLS(LT, <)
            ON_BOOLS(LE, <=)
            ON_BOOLS(GT, >)
            ON_BOOLS(GE, >=)
            TYPED(NOT, BOOL) : if (A(u8) > 1) goto no_bool;
            D(u8) = !A(u8);
            op++;
            continue;
        case INTERP_COPY_N:
            in->steps += op->imm >> INTERP_BYTES_A_STEP;
            if (in->is_constant) {
                if (!interp_copy(in, op, frame + op->d, frame + op->d + function->shadow, frame + op->a,
                                 frame + op->a + function->shadow, op->imm, true))
                    goto bad_access;
                op++;
                continue;
            }
            memmove(frame + op->d, frame + op->a, op->imm);
            memmove(frame + op->d + function->shadow, frame + op->a + function->shadow, op->imm);
            op++;
            continue;
        case INTERP_FILL:
            in->steps += op->imm >> INTERP_BYTES_A_STEP;
            memset(frame + op->d, 0, op->imm);
            if (op->aux != INTERP_FILL_SCALAR)
                memset(frame + op->d + function->shadow, op->aux == INTERP_FILL_SET, op->imm);
            op++;
            continue;
        case INTERP_LOAD_N: {
            uint8_t *set;
            in->steps += op->imm >> INTERP_BYTES_A_STEP;
            const uint8_t *from = interp_reach(in, op, A(u64), op->imm, op->b, false, &set);
            if (!from)
                goto bad_access;
            if (in->is_constant) {
                if (!interp_copy(in, op, frame + op->d, frame + op->d + function->shadow, from, set, op->imm, true))
                    goto bad_access;
                op++;
                continue;
            }
            memmove(frame + op->d, from, op->imm);
            if (set)
                memmove(frame + op->d + function->shadow, set, op->imm);
            else
                memset(frame + op->d + function->shadow, INTERP_SET, op->imm);
            op++;
            continue;
        }
        case INTERP_STORE_N: {
            uint8_t *set, *to = interp_reach(in, op, A(u64), op->imm, op->d, true, &set);
            in->steps += op->imm >> INTERP_BYTES_A_STEP;
            if (!to)
                goto bad_access;
            if (in->is_constant) {
                if (!interp_copy(in, op, to, set, frame + op->b, frame + op->b + function->shadow, op->imm, false))
                    goto bad_access;
                op++;
                continue;
            }
            memmove(to, frame + op->b, op->imm);
            if (set)
                memmove(set, frame + op->b + function->shadow, op->imm);
            op++;
            continue;
        }
        case INTERP_PUT_POINTER:
            interp_put_pointer(in, A(u64), frame + op->d, frame + op->d + function->shadow);
            op++;
            continue;
        case INTERP_TAKE_POINTER:
        case INTERP_LOAD_POINTER: {
            uint64_t pointer;
            uint8_t *set = frame + op->a + function->shadow;
            const bool is_load = op->code == INTERP_LOAD_POINTER;
            const uint64_t address = is_load ? A(u64) : 0;
            const uint8_t *from =
                is_load ? interp_reach(in, op, address, sizeof pointer, sizeof pointer, false, &set) : frame + op->a;
            if (!from || !interp_get_pointer(in, op, address, from, set, &pointer))
                goto bad_access;
            D(u64) = pointer;
            op++;
            continue;
        }
        case INTERP_STORE_POINTER: {
            uint8_t *set, *to = interp_reach(in, op, A(u64), 8, 8, true, &set);
            if (!to || !interp_overwrite(in, op, to, set, 8))
                goto bad_access;
            interp_put_pointer(in, B(u64), to, set);
            op++;
            continue;
        }
        case INTERP_LOCAL_ADDR: {
            uint64_t address = A(u64);
            if (!address)
                A(u64) = address = ir_local_address(in, function, frame, (uint32_t)op->imm);
            D(u64) = address;
            op++;
            continue;
        }
        case INTERP_OFFSET:
            if (!interp_stays_within(in, op, A(u64), B(i64), op->imm))
                goto bad_access;
            __attribute__((fallthrough));
        case INTERP_MOVE: {
            uint64_t address = A(u64);
            if (!interp_move(in, op, &address, B(u64) * op->imm))
                goto bad_access;
            D(u64) = address;
            op++;
            continue;
        }
        case INTERP_FIELD: {
            if (!interp_stays_within(in, op, A(u64), (int64_t)op->imm, 1))
                goto bad_access;
            uint64_t address = A(u64);
            if (!interp_move(in, op, &address, op->imm))
                goto bad_access;
            D(u64) = address;
            op++;
            continue;
        }
        case INTERP_TO_INT: {
            const interp_pointee p = interp_pointee_of(in, A(u64));
            if (p.of) {
                interp_fail(in, op, "unable to turn pointer into integer");
                goto bad_access;
            }
            D(u64) = p.at;
            op++;
            continue;
        }
        case INTERP_TO_POINTER: {
            uint64_t address = A(u64);
            if (!interp_from_number(in, op, &address))
                goto bad_access;
            D(u64) = address;
            op++;
            continue;
        }
        case INTERP_SHARE:
            D(u64) = interp_find(in, A(u64)) ? A(u64) | INTERP_SHARED : A(u64);
            op++;
            continue;
        case INTERP_NULLNESS: {
            const interp_pointee p = interp_pointee_of(in, A(u64));
            if (p.of && interp_may_be_null(in, A(u64))) {
                interp_fail(in, op,
                            "evaluation panicked: null-ness of this pointer cannot be determined in const "
                            "context");
                goto bad_access;
            }
            D(u64) = p.of ? 1 : p.at;
            op++;
            continue;
        }
        case INTERP_UNSHARE:
            D(u64) = interp_compared(in, A(u64));
            op++;
            continue;
        case INTERP_ADD_IMM:
            D(u64) = A(u64) + op->imm;
            op++;
            continue;
        case INTERP_ELEMENT:
            D(u64) = A(u64) + B(u64) * op->imm;
            op++;
            continue;
        case INTERP_EXTEND:
            switch ((ir_kind)op->aux) {
            case IR_I8: D(u64) = (uint64_t)(int64_t)A(i8); break;
            case IR_I16: D(u64) = (uint64_t)(int64_t)A(i16); break;
            case IR_I32: D(u64) = (uint64_t)(int64_t)A(i32); break;
            case IR_U16: D(u64) = A(u16); break;
            case IR_U32: D(u64) = A(u32); break;
            case IR_VOID:
            case IR_BOOL:
            case IR_I64:
            case IR_U8:
            case IR_U64:
            case IR_F32:
            case IR_F64:
            case IR_PTR:
            case IR_ARRAY:
            case IR_STRUCT:
            case IR_UNION:
            case IR_CODED:
                if (op->aux == IR_BOOL && A(u8) > 1)
                    goto no_bool;
                D(u64) = A(u8);
                break;
            }
            op++;
            continue;
        case INTERP_CODED_TAG: {
            uint64_t n;
            const uint8_t *set = ir_coding_set(in, op, frame + op->a, function, &n);
            uint64_t bits = ir_load_bits(set - function->shadow, n);
            if (!set[0]) { /* its upper bytes may be padding of a narrower tag's, which is 0 */
                interp_unset(in, op, 0, set, n);
                goto bad_access;
            }
            if (in->is_constant && !interp_get_coding(in, op, (ir_type)op->imm, set - function->shadow, set, &bits))
                goto bad_access;
            ir_store_bits(frame + op->d, ir_tag_of_coding(in->m, (ir_type)op->imm, bits), op->aux);
            op++;
            continue;
        }
        case INTERP_CODE_TAG: {
            uint64_t n;
            if (ir_code_tag(in->m, (ir_type)op->imm, ir_load_bits(frame + op->a, op->aux), frame + op->d)) {
                uint8_t *set = ir_coding_set(in, op, frame + op->d, function, &n);
                memset(set, INTERP_SET, n);
            }
            op++;
            continue;
        }
        case INTERP_CONVERT:
            if (op->aux >> 8 == IR_BOOL && A(u8) > 1)
                goto no_bool;
            interp_convert(frame + op->d, (uint8_t)op->aux, frame + op->a, (uint8_t)(op->aux >> 8));
            op++;
            continue;
        case INTERP_JUMP: op += (int64_t)op->imm; continue;
        case INTERP_LOOP_JUMP:
            in->steps += 0 - op->imm + 1;
            if (in->steps > in->max_steps) {
                in->outcome = IR_TOO_LONG;
                goto stop;
            }
            op += (int64_t)op->imm;
            continue;
        case INTERP_JUMP_UNLESS:
            if (A(u8) > 1)
                goto no_bool;
            op += A(u8) ? 1 : (int64_t)op->imm;
            continue;
        case INTERP_SWITCH: {
            const interp_switch *s = &function->switches[op->imm];
            const uint64_t bits = s->size == 1 ? A(u8) : s->size == 2 ? A(u16) : s->size == 4 ? A(u32) : A(u64);
            op += ir_find_case(s, bits);
            continue;
        }
        case INTERP_CALL:
        case INTERP_CALL_PTR: {
            const interp_call *call = &function->calls[op->imm];
            const interp_function *callee = ir_called(in, call, op, frame);
            if (!callee)
                goto bad_access;
            in->steps += 4;
            if (in->steps > in->max_steps) {
                in->outcome = IR_TOO_LONG;
                goto stop;
            }
            t->frame = frame;
            t->function = function;
            uint8_t *fresh = interp_push(in, t, callee, op + 1, op->d);
            if (!fresh) {
                interp_too_deep(in, op);
                goto stop;
            }
            for (uint32_t i = 0; i < call->n_args; i++) {
                const uint32_t to = callee->params[i], from = call->args[i], size = callee->param_sizes[i];
                if (to < callee->tracked) {
                    memcpy(fresh + to, frame + from, 8);
                    continue;
                }
                memcpy(fresh + to, frame + from, size);
                memcpy(fresh + to + callee->shadow, frame + from + function->shadow, size);
            }
            frame = fresh;
            function = callee;
            op = callee->code;
            continue;
        }
        case INTERP_RETURN: {
            const interp_frame *h = &t->calls.at[t->calls.n - 1];
            if (!h->back) {
                if (in->result && op->imm) {
                    memcpy(in->result, frame + op->a, op->imm);
                    if (in->is_constant && op->aux == IR_PTR)
                        interp_put_pointer(in, A(u64), in->result, in->result_set);
                    else if (op->b)
                        memcpy(in->result_set, frame + op->a + function->shadow, op->imm);
                    else
                        memset(in->result_set, INTERP_SET, op->imm);
                }
                t->state = INTERP_RETURNED;
                return;
            }
            if (op->b) {
                memcpy(h->caller + h->result, frame + op->a, op->imm);
                memcpy(h->caller + h->result + h->caller_function->shadow, frame + op->a + function->shadow, op->imm);
            } else if (op->imm) {
                memcpy(h->caller + h->result, frame + op->a, 8);
            }
            op = h->back;
            if (function->n_addressed)
                interp_pop(in, t);
            else
                t->calls.n--;
            function = h->caller_function;
            frame = h->caller;
            continue;
        }
        case INTERP_CHECK:
            if (V(u8, op->d)) {
                op++;
                continue;
            }
            ir_record_panic(in, function, op, frame);
            t->state = INTERP_TRAPPED;
            return;
        case INTERP_TRAP:
            ir_record_panic(in, function, op, frame);
            t->state = INTERP_TRAPPED;
            return;
        case INTERP_PRINT:
            ir_interp_run_print(in, function, op, frame);
            op++;
            continue;
        case INTERP_INTRINSIC:
            if (!interp_intrinsic(in, op, frame, &function->slow[op->imm]))
                goto bad_access;
            op++;
            continue;
        case INTERP_BARRIER:
            t->state = INTERP_AT_BARRIER;
            op++;
            goto wait;
        case INTERP_WARP: t->state = INTERP_AT_WARP; goto wait;
        default: goto bad_access;
        }
    }
no_bool:
    interp_fail(in, op, "interpreting an invalid 8-bit value as a bool: 0x%02x", A(u8) > 1 ? A(u8) : B(u8));
    goto bad_access;
by_zero:
    interp_fail(in, op, in->is_constant ? "dividing by zero" : "a division by zero");
bad_access:
    in->outcome = IR_BAD_ACCESS;
stop:
    t->state = INTERP_STOPPED;
wait:
    t->at = op;
    t->frame = frame;
    t->function = function;
}
