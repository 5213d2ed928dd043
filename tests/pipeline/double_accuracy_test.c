/* double_accuracy_test.c: the functions of f64 are within 1 ulp of the C library's of long double, on the CPU.
 * double_accuracy_test [N]   N arguments a function (default 131072); the table is that of docs/mathematics.md.
 *
 * Half of the arguments are of any bits, most often far from 1, behind the special ones; the others are of an interval
 * where the function is hardest. Skipped where long double has less than 64 bits. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/rustg.h"

enum { BATCH = 8192 };

typedef struct function {
    const char *name;
    long double (*one)(long double);
    long double (*two)(long double, long double);
    double low, high; /* of the interval; of y for powf the logarithm of the result */
} function;

static const function functions[] = {
    {"exp", expl, NULL, -745, 709},         {"exp2", exp2l, NULL, -1074, 1023},
    {"exp_m1", expm1l, NULL, -2, 2},        {"ln", logl, NULL, 0.5, 2},
    {"log2", log2l, NULL, 0.5, 2},          {"log10", log10l, NULL, 0.5, 2},
    {"ln_1p", log1pl, NULL, -0.9, 3},       {"cbrt", cbrtl, NULL, 1, 8},
    {"sin", sinl, NULL, -10, 10},           {"cos", cosl, NULL, -10, 10},
    {"sin_cos().0", sinl, NULL, -1e4, 1e4}, {"sin_cos().1", cosl, NULL, -1e4, 1e4},
    {"tan", tanl, NULL, -10, 10},           {"asin", asinl, NULL, -1, 1},
    {"acos", acosl, NULL, -1, 1},           {"atan", atanl, NULL, -4, 4},
    {"sinh", sinhl, NULL, -4, 4},           {"cosh", coshl, NULL, -4, 4},
    {"tanh", tanhl, NULL, -4, 4},           {"asinh", asinhl, NULL, -4, 4},
    {"acosh", acoshl, NULL, 1, 4},          {"atanh", atanhl, NULL, -1, 1},
    {"atan2", NULL, atan2l, -4, 4},         {"hypot", NULL, hypotl, -4, 4},
    {"powf", NULL, powl, -1074, 1023},
};
enum { N_FUNCTIONS = sizeof functions / sizeof functions[0] };

static const double special[] = {
    0.0,         -0.0,        1.0,         -1.0,     2.0,    -2.0,       3.0,
    -3.0,        0.5,         -0.5,        1.5,      1e-200, -1e200,     0x1p-1074,
    -0x1p-1074,  0x1p-1022,   DBL_MAX,     -DBL_MAX, 0x1p53, 0x1p53 - 1, 1 - 0x1p53,
    -0x1p52 - 1, 1 - 0x1p-53, 1 + 0x1p-52, 710.5,    -745.2, 0x1p30,     5.319372648326541e255,
    INFINITY,    -INFINITY,   NAN};
enum { N_SPECIAL = sizeof special / sizeof special[0] };

static uint64_t state = UINT64_C(88172645463325252);

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x2545F4914F6CDD1D);
}

static double any_bits(void)
{
    const uint64_t bits = next();
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double between(double low, double high)
{
    return low + (high - low) * ((double)(next() >> 11) * 0x1p-53);
}

/* The k-th pair of arguments of one half. */
static void arguments(const function *f, bool in_interval, size_t k, double *x, double *y)
{
    *y = 0;
    if (!in_interval) {
        const bool is_special = k < N_SPECIAL * N_SPECIAL;
        *x = is_special ? special[k % N_SPECIAL] : any_bits();
        *y = is_special ? special[k / N_SPECIAL] : any_bits();
    } else if (f->two == powl) {
        *x = k % 2 ? between(0.5, 2) : fabs(any_bits());
        *y = between(f->low, f->high) / log2(*x);
    } else {
        *x = between(f->low, f->high);
        *y = f->two ? between(f->low, f->high) : 0;
    }
}

/* In units of the last place of the nearest double. */
static double error_of(double got, long double want)
{
    const double nearest = (double)want;
    int exponent;
    if (isnan(got) || isnan(nearest))
        return isnan(got) && isnan(nearest) ? 0 : INFINITY;
    if (isinf(got) || isinf(nearest) || (got == 0 && nearest == 0))
        return got == nearest && !signbit(got) == !signbit(nearest) ? 0 : INFINITY;
    frexpl(want, &exponent);
    exponent = exponent - DBL_MANT_DIG < -1074 ? -1074 : exponent - DBL_MANT_DIG;
    return (double)(fabsl((long double)got - want) / ldexpl(1, exponent));
}

static size_t write_kernels(char *text, size_t cap)
{
    size_t n = (size_t)snprintf(text, cap, "use rustg_std::prelude::*;\n");
    for (size_t i = 0; i < N_FUNCTIONS; i++) {
        const char *name = functions[i].name, *dot = strchr(name, '(');
        const int n_name = dot ? (int)(dot - name) : (int)strlen(name);
        n += (size_t)snprintf(text + n, cap - n,
                              "#[kernel]\npub fn k%zu(x: &[f64], y: &[f64], mut out: GridMut<f64>) {\n"
                              "    let i = thread::index();\n    out[i] = x[i].%.*s(%s)%s;\n}\n",
                              i, n_name, name, functions[i].two ? "y[i]" : "", dot ? dot + 2 : "");
    }
    return n;
}

/* Prints a row, and tells whether the function is exact enough; false also where it could not be run. */
static bool measure(rustg_result *result, size_t which, size_t n)
{
    static double x[BATCH], y[BATCH], out[BATCH];
    const function *f = &functions[which];
    rustg_run_options options = {
        .struct_size = sizeof options, .target = RUSTG_TARGET_CPU, .grid = {BATCH / 256, 1, 1}};
    rustg_argument args[] = {{x, BATCH}, {y, BATCH}, {out, BATCH}};
    rustg_error error = {0};
    double most = 0, at_x = 0, at_y = 0;
    size_t n_not_nearest = 0, n_done = 0;
    char kernel[32];
    options.block[0] = 256;
    options.block[1] = options.block[2] = 1;
    snprintf(kernel, sizeof kernel, "k%zu", which);
    while (n_done < n) {
        for (size_t i = 0; i < BATCH; i++)
            arguments(f, n_done / BATCH % 2 == 1, n_done / (2 * BATCH) * BATCH + i, &x[i], &y[i]);
        if (rustg_result_run(result, kernel, &options, args, 3, NULL, &error) != RUSTG_OK) {
            printf("%s: %s\n", f->name, error.message);
            return false;
        }
        for (size_t i = 0; i < BATCH; i++) {
            const double e = error_of(out[i], f->one ? f->one(x[i]) : f->two(x[i], y[i]));
            n_not_nearest += e > 0.5;
            if (e > most) {
                most = e;
                at_x = x[i];
                at_y = y[i];
            }
        }
        n_done += BATCH;
    }
    printf("| `%s` | %.4f | %.17g", f->name, most, at_x);
    if (f->two)
        printf(", %.17g", at_y);
    printf(" | %.3f%% |\n", 100.0 * (double)n_not_nearest / (double)n_done);
    fflush(stdout);
    return most <= 1;
}

int main(int argc, char **argv)
{
    static char text[1 << 14];
    const size_t n = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 16 * BATCH;
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_checks = 1};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result = NULL;
    rustg_error error = {0};
    bool fine = true;
    if (LDBL_MANT_DIG < 64) {
        printf("skipped: long double has %d bits\n", LDBL_MANT_DIG);
        return 77;
    }
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 1;
    rustg_source source = {
        .name = "double.rs", .bytes = (const uint8_t *)text, .n_bytes = write_kernels(text, sizeof text)};
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK || !rustg_result_success(result)) {
        printf("%s\n", result ? rustg_result_message(result) : error.message);
        return 1;
    }
    printf("| function | most ulps | at | not the nearest f64 |\n|---|---|---|---|\n");
    for (size_t i = 0; i < N_FUNCTIONS; i++)
        fine &= measure(result, i, n);
    rustg_result_free(result);
    rustg_shutdown();
    return fine ? 0 : 1;
}
