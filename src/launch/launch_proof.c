/* launch_proof.c: computes at a launch whether checks may fail (base/launch/launch_proof.h).
 *
 * The words come from a module's code, so they are looked at before they are used: whatever they are, nothing but the
 * arguments of the launch is read. */
#include "launch/module_internal.h"

#include <string.h>

#include "base/wide.h"

typedef struct proof_interval {
    wide_i128 low, high;
} proof_interval;

typedef struct proof_launch {
    const launch_proof_step *steps;
    const uint32_t *grid, *block;
    void *const *params;
    proof_interval of[LAUNCH_MOST_STEPS];
} proof_launch;

static const uint8_t launch_proof_n_args[] = {
#define STEP(NAME, n_args) n_args,
#include "base/launch/launch_step.def"
};

static uint32_t launch_proof_bits(uint32_t kind)
{
    return kind & (LAUNCH_SIGNED - 1);
}

static uint32_t launch_proof_bytes(uint32_t kind)
{
    return kind == LAUNCH_BOOL ? 1 : launch_proof_bits(kind) / 8;
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a parameter's bytes are the low ones of its value");

/* ---- the words ---- */

/* The bytes of the parameter that the kernel's code has under this number, from 1 on; 0: it has none. */
static uint32_t launch_proof_param_bytes(const rustg_kernel *kernel, uint64_t number)
{
    uint64_t at = 0;
    for (size_t i = 0; i < kernel->n_params; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        const bool is_buffer = launch_is_buffer(param);
        if (launch_is_nothing(param))
            continue;
        if (++at == number)
            return is_buffer ? 8 : param->role == RUSTG_PARAM_POINTER ? 8 : param->size;
        if (is_buffer && ++at == number)
            return 8;
    }
    return 0;
}

static bool launch_proof_is_sound(const launch_proof_step *step, uint32_t number, const rustg_kernel *kernel)
{
    const uint32_t op = launch_proof_op(step), kind = launch_proof_kind(step), bits = launch_proof_bits(kind);
    if (op >= LAUNCH_N_STEPS || !(kind == LAUNCH_BOOL || bits == 8 || bits == 16 || bits == 32 || bits == 64))
        return false;
    for (uint32_t n = 0; n < launch_proof_n_args[op]; n++)
        if (launch_proof_arg(step, n) >= number)
            return false;
    if (op == LAUNCH_PARAM)
        return launch_proof_param_bytes(kernel, step->imm) == launch_proof_bytes(kind);
    return step->imm < 3 || launch_proof_n_args[op] || op == LAUNCH_CONST || op == LAUNCH_UP_TO;
}

static bool launch_proof_is_named(const uint64_t *words, uint64_t n_bytes, const char *name)
{
    if (n_bytes != strlen(name))
        return false;
    for (uint64_t at = 0; at < n_bytes; at++)
        if ((uint8_t)(words[at / 8] >> 8 * (at % 8)) != (uint8_t)name[at])
            return false;
    return true;
}

/* Which steps are arguments. */
static void launch_proof_prepare(launch_proof *proof, uint32_t n_steps)
{
    proof->n = n_steps;
    proof->n_asked = 0;
    atomic_flag_clear(&proof->memory.is_busy);
    proof->memory.is_filled = false;
    for (uint32_t k = 0; k < n_steps && proof->n_asked != UINT32_MAX; k++) {
        if (launch_proof_op(&proof->steps[k]) != LAUNCH_PARAM)
            continue;
        if (proof->n_asked == LAUNCH_MOST_VALUES)
            proof->n_asked = UINT32_MAX;
        else
            proof->asked[proof->n_asked++] = (uint16_t)k;
    }
}

bool launch_proof_find(const uint64_t *words, size_t n_words, const rustg_kernel *kernel, launch_proof *proof)
{
    for (size_t at = 0; at < n_words;) {
        const uint64_t n = words[at++];
        if (n == 0 || n > n_words - at)
            return false;
        const uint64_t n_bytes = words[at], n_name = n_bytes / 8 + (n_bytes % 8 != 0), n_steps = (n - 1 - n_name) / 2;
        if (n_name > n - 1)
            return false;
        if (launch_proof_is_named(words + at + 1, n_bytes, kernel->name)) {
            if (n_steps == 0 || n_steps > LAUNCH_MOST_STEPS)
                return false;
            memcpy(proof->steps, words + at + 1 + n_name, (size_t)n_steps * sizeof *proof->steps);
            for (uint32_t k = 0; k < n_steps; k++)
                if (!launch_proof_is_sound(&proof->steps[k], k, kernel))
                    return false;
            launch_proof_prepare(proof, (uint32_t)n_steps);
            return true;
        }
        at += (size_t)n;
    }
    return false;
}

/* ---- intervals ---- */

static proof_interval launch_proof_all(uint32_t kind)
{
    const uint32_t bits = launch_proof_bits(kind);
    if (kind & LAUNCH_SIGNED)
        return (proof_interval){-((wide_i128)1 << (bits - 1)), ((wide_i128)1 << (bits - 1)) - 1};
    return (proof_interval){0, ((wide_i128)1 << bits) - 1};
}

/* What wraps may be any number of its kind. */
static proof_interval launch_proof_fit(uint32_t kind, proof_interval x)
{
    const proof_interval all = launch_proof_all(kind);
    return x.low < all.low || x.high > all.high ? all : x;
}

static wide_i128 launch_proof_least(wide_i128 a, wide_i128 b)
{
    return a < b ? a : b;
}

static wide_i128 launch_proof_most(wide_i128 a, wide_i128 b)
{
    return a < b ? b : a;
}

static proof_interval launch_proof_of_bits(uint32_t kind, uint64_t bits)
{
    const uint32_t n = launch_proof_bits(kind);
    const uint64_t low = n < 64 ? bits & ((UINT64_C(1) << n) - 1) : bits;
    wide_i128 value = low;
    if (kind & LAUNCH_SIGNED && low >> (n - 1) & 1)
        value -= (wide_i128)1 << n;
    return (proof_interval){value, value};
}

static uint64_t launch_proof_param(void *const *params, const launch_proof_step *step)
{
    uint64_t bits = 0;
    memcpy(&bits, params[step->imm - 1], launch_proof_bytes(launch_proof_kind(step)));
    return bits;
}

/* The exact product; false: 128 bits do not hold it. */
static bool launch_proof_product(proof_interval x, proof_interval y, proof_interval *to)
{
    wide_i128 p[4];
    if (__builtin_mul_overflow(x.low, y.low, &p[0]) || __builtin_mul_overflow(x.low, y.high, &p[1]) ||
        __builtin_mul_overflow(x.high, y.low, &p[2]) || __builtin_mul_overflow(x.high, y.high, &p[3]))
        return false;
    to->low = launch_proof_least(launch_proof_least(p[0], p[1]), launch_proof_least(p[2], p[3]));
    to->high = launch_proof_most(launch_proof_most(p[0], p[1]), launch_proof_most(p[2], p[3]));
    return true;
}

static proof_interval launch_proof_quotient(uint32_t kind, proof_interval x, proof_interval y)
{
    if (!(kind & LAUNCH_SIGNED))
        y.low = launch_proof_most(y.low, 1); /* nothing is divided by 0 */
    if (y.low <= 0 || y.high < y.low)
        return launch_proof_all(kind);
    return (proof_interval){launch_proof_least(x.low / y.low, x.low / y.high),
                            launch_proof_most(x.high / y.low, x.high / y.high)};
}

static proof_interval launch_proof_remainder(uint32_t kind, proof_interval x, proof_interval y)
{
    if (!(kind & LAUNCH_SIGNED))
        y.low = launch_proof_most(y.low, 1);
    if (y.low <= 0 || y.high < y.low)
        return launch_proof_all(kind);
    if (x.low >= 0 && x.high < y.low)
        return x;
    return (proof_interval){x.low < 0 ? launch_proof_most(x.low, 1 - y.high) : 0,
                            x.high > 0 ? launch_proof_least(x.high, y.high - 1) : 0};
}

/* The least number of the form 2^k - 1 that is not less. */
static wide_i128 launch_proof_ones(wide_i128 x)
{
    wide_i128 ones = 0;
    while (ones < x)
        ones = 2 * ones + 1;
    return ones;
}

static proof_interval launch_proof_bitwise(uint32_t op, uint32_t kind, proof_interval x, proof_interval y)
{
    if (op == LAUNCH_AND && (x.low >= 0 || y.low >= 0))
        return (proof_interval){0, x.low < 0 ? y.high : y.low < 0 ? x.high : launch_proof_least(x.high, y.high)};
    if (x.low < 0 || y.low < 0)
        return launch_proof_all(kind);
    return (proof_interval){op == LAUNCH_OR ? launch_proof_most(x.low, y.low) : 0,
                            launch_proof_ones(launch_proof_most(x.high, y.high))};
}

static proof_interval launch_proof_shift(uint32_t op, uint32_t kind, proof_interval x, proof_interval y)
{
    if (y.low < 0 || y.high >= launch_proof_bits(kind))
        return launch_proof_all(kind);
    if (op == LAUNCH_SHR)
        return (proof_interval){launch_proof_least(x.low >> y.low, x.low >> y.high),
                                launch_proof_most(x.high >> y.low, x.high >> y.high)};
    const proof_interval power = {(wide_i128)1 << y.low, (wide_i128)1 << y.high};
    proof_interval made;
    return launch_proof_product(x, power, &made) ? launch_proof_fit(kind, made) : launch_proof_all(kind);
}

static proof_interval launch_proof_bool(bool is_true, bool is_false)
{
    return (proof_interval){is_true, !is_false};
}

static proof_interval launch_proof_fits(uint32_t op, uint32_t kind, proof_interval x, proof_interval y)
{
    const proof_interval all = launch_proof_all(kind);
    proof_interval made = {x.low + y.low, x.high + y.high};
    if (op == LAUNCH_SUB_FITS)
        made = (proof_interval){x.low - y.high, x.high - y.low};
    else if (op == LAUNCH_MUL_FITS && !launch_proof_product(x, y, &made))
        return launch_proof_bool(false, false);
    return launch_proof_bool(made.low >= all.low && made.high <= all.high, made.high < all.low || made.low > all.high);
}

/* Where a thread never comes, values have no number: their intervals are empty, and what is asked of them holds. */
static const proof_interval launch_proof_nothing = {1, 0};

static bool launch_proof_is_nothing(proof_interval x)
{
    return x.low > x.high;
}

static proof_interval launch_proof_either(proof_interval x, proof_interval y)
{
    if (launch_proof_is_nothing(x) || launch_proof_is_nothing(y))
        return launch_proof_is_nothing(x) ? y : x;
    return (proof_interval){launch_proof_least(x.low, y.low), launch_proof_most(x.high, y.high)};
}

static proof_interval launch_proof_narrow(uint32_t op, proof_interval x, proof_interval y)
{
    proof_interval made = x;
    if (op == LAUNCH_BELOW || op == LAUNCH_AT_MOST)
        made.high = launch_proof_least(x.high, y.high - (op == LAUNCH_BELOW));
    else
        made.low = launch_proof_most(x.low, y.low + (op == LAUNCH_ABOVE));
    return launch_proof_is_nothing(made) ? launch_proof_nothing : made;
}

static proof_interval launch_proof_place(const proof_launch *launch, const launch_proof_step *step)
{
    wide_i128 n_threads = 1;
    for (int axis = 0; axis < 3; axis++)
        if (__builtin_mul_overflow(n_threads, (uint64_t)launch->grid[axis] * launch->block[axis], &n_threads))
            return launch_proof_all(launch_proof_kind(step));
    const uint32_t grid = launch->grid[step->imm % 3], block = launch->block[step->imm % 3];
    switch (launch_proof_op(step)) {
    case LAUNCH_THREAD_IDX: return (proof_interval){0, (wide_i128)block - 1};
    case LAUNCH_BLOCK_IDX: return (proof_interval){0, (wide_i128)grid - 1};
    case LAUNCH_BLOCK_DIM: return (proof_interval){block, block};
    case LAUNCH_GRID_DIM: return (proof_interval){grid, grid};
    case LAUNCH_THREAD_INDEX: return (proof_interval){0, n_threads - 1};
    default: return launch_proof_all(launch_proof_kind(step)); /* what always holds */
    }
}

static proof_interval launch_proof_step_of(const proof_launch *launch, const launch_proof_step *step)
{
    const uint32_t op = launch_proof_op(step), kind = launch_proof_kind(step), n_args = launch_proof_n_args[op];
    const proof_interval zero = {0, 0}, x = n_args > 0 ? launch->of[launch_proof_arg(step, 0)] : zero,
                         y = n_args > 1 ? launch->of[launch_proof_arg(step, 1)] : zero;
    proof_interval made;
    if (op != LAUNCH_EITHER && (launch_proof_is_nothing(x) || launch_proof_is_nothing(y)))
        return launch_proof_nothing;
    switch ((launch_step)op) {
    case LAUNCH_CONST: return launch_proof_of_bits(kind, step->imm);
    case LAUNCH_ANY: return launch_proof_all(kind);
    case LAUNCH_PARAM: return launch_proof_of_bits(kind, launch_proof_param(launch->params, step));
    case LAUNCH_THREAD_IDX:
    case LAUNCH_BLOCK_IDX:
    case LAUNCH_BLOCK_DIM:
    case LAUNCH_GRID_DIM:
    case LAUNCH_THREAD_INDEX: return launch_proof_fit(kind, launch_proof_place(launch, step));
    case LAUNCH_UP_TO: return launch_proof_fit(kind, (proof_interval){0, step->imm});
    case LAUNCH_ADD: return launch_proof_fit(kind, (proof_interval){x.low + y.low, x.high + y.high});
    case LAUNCH_SUB: return launch_proof_fit(kind, (proof_interval){x.low - y.high, x.high - y.low});
    case LAUNCH_MUL: return launch_proof_product(x, y, &made) ? launch_proof_fit(kind, made) : launch_proof_all(kind);
    case LAUNCH_DIV: return launch_proof_fit(kind, launch_proof_quotient(kind, x, y));
    case LAUNCH_REM: return launch_proof_fit(kind, launch_proof_remainder(kind, x, y));
    case LAUNCH_AND:
        if (kind == LAUNCH_BOOL)
            return launch_proof_bool(x.low && y.low, !x.high || !y.high);
        return launch_proof_fit(kind, launch_proof_bitwise(op, kind, x, y));
    case LAUNCH_OR:
        if (kind == LAUNCH_BOOL)
            return launch_proof_bool(x.low || y.low, !x.high && !y.high);
        return launch_proof_fit(kind, launch_proof_bitwise(op, kind, x, y));
    case LAUNCH_XOR: return launch_proof_fit(kind, launch_proof_bitwise(op, kind, x, y));
    case LAUNCH_SHL:
    case LAUNCH_SHR: return launch_proof_fit(kind, launch_proof_shift(op, kind, x, y));
    case LAUNCH_NOT: return launch_proof_bool(!x.high, x.low != 0);
    case LAUNCH_EQ:
        return launch_proof_bool(x.low == x.high && y.low == y.high && x.low == y.low,
                                 x.high < y.low || y.high < x.low);
    case LAUNCH_LT: return launch_proof_bool(x.high < y.low, x.low >= y.high);
    case LAUNCH_LE: return launch_proof_bool(x.high <= y.low, x.low > y.high);
    case LAUNCH_ADD_FITS:
    case LAUNCH_SUB_FITS:
    case LAUNCH_MUL_FITS:
        return launch_proof_fits(op, launch_proof_kind(&launch->steps[launch_proof_arg(step, 0)]), x, y);
    case LAUNCH_CONVERT: return launch_proof_fit(kind, x);
    case LAUNCH_EITHER: return launch_proof_either(x, y);
    case LAUNCH_BELOW:
    case LAUNCH_AT_MOST:
    case LAUNCH_ABOVE:
    case LAUNCH_AT_LEAST: return launch_proof_narrow(op, x, y);
    case LAUNCH_REQUIRE: return x;
    case LAUNCH_N_STEPS: break;
    }
    return launch_proof_all(kind);
}

bool launch_proof_holds(const launch_proof_step *steps, uint32_t n_steps, const uint32_t grid[3],
                        const uint32_t block[3], void *const *params)
{
    proof_launch launch;
    launch.steps = steps;
    launch.grid = grid;
    launch.block = block;
    launch.params = params;
    for (uint32_t n = 0; n < n_steps; n++) {
        launch.of[n] = launch_proof_step_of(&launch, &steps[n]);
        if (launch_proof_op(&steps[n]) == LAUNCH_REQUIRE && launch.of[n].low != 1)
            return false;
    }
    return true;
}

/* Whether the launch is like the one that is remembered; else it is from now on, but for the answer. */
static bool launch_proof_recalls(launch_memory *memory, const launch_memory *launch, uint32_t n_values)
{
    const bool is_same = memory->is_filled && memcmp(memory->grid, launch->grid, sizeof memory->grid) == 0 &&
                         memcmp(memory->block, launch->block, sizeof memory->block) == 0 &&
                         memcmp(memory->values, launch->values, n_values * sizeof *memory->values) == 0;
    if (is_same)
        return true;
    memcpy(memory->grid, launch->grid, sizeof memory->grid);
    memcpy(memory->block, launch->block, sizeof memory->block);
    memcpy(memory->values, launch->values, n_values * sizeof *memory->values);
    memory->is_filled = true;
    return false;
}

void launch_proof_copy_params(const launch_proof *proof, void **params, uint64_t *copies)
{
    const bool knows = proof->n_asked != UINT32_MAX;
    for (uint32_t k = 0; k < (knows ? proof->n_asked : proof->n); k++) {
        const launch_proof_step *step = &proof->steps[knows ? proof->asked[k] : k];
        if (launch_proof_op(step) != LAUNCH_PARAM)
            continue;
        memcpy(&copies[k], params[step->imm - 1], launch_proof_bytes(launch_proof_kind(step)));
        params[step->imm - 1] = &copies[k];
    }
}

/* Who finds the memory in use does without. */
bool launch_proof_holds_of(launch_proof *proof, const uint32_t grid[3], const uint32_t block[3], void *const *params)
{
    launch_memory *memory = &proof->memory, now;
    if (proof->n_asked == UINT32_MAX || atomic_flag_test_and_set_explicit(&memory->is_busy, memory_order_acquire))
        return launch_proof_holds(proof->steps, proof->n, grid, block, params);
    memcpy(now.grid, grid, sizeof now.grid);
    memcpy(now.block, block, sizeof now.block);
    for (uint32_t k = 0; k < proof->n_asked; k++)
        now.values[k] = launch_proof_param(params, &proof->steps[proof->asked[k]]);
    if (!launch_proof_recalls(memory, &now, proof->n_asked))
        memory->holds = launch_proof_holds(proof->steps, proof->n, grid, block, params);
    const bool holds = memory->holds;
    atomic_flag_clear_explicit(&memory->is_busy, memory_order_release);
    return holds;
}
