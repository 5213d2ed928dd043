/* gradient_extremes_test.c: the derivatives of a quotient are right for numbers of all sizes, wherever the quotient and
 * the derivative are numbers of their type: nothing on the way to them is too large or too small. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/rustg.h"

enum { N = 4096, MOST_POWER = 36 };

static const char text[] = "use rustg_std::prelude::*;\n"
                           "#[kernel(adjoint, tangent)]\n"
                           "pub fn f(x: &[f32], z: &[f32], mut y: GridMut<f32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < y.len() {\n"
                           "        y[i] = x[i.get()] / z[i.get()];\n"
                           "    }\n"
                           "}\n";
static const double smallest = 2e-38, largest = 3e38;

static uint64_t state = 1;

static double random_unit(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 40) / (double)(1 << 24);
}

static float random_number(void)
{
    const double size = pow(10, (2 * random_unit() - 1) * MOST_POWER);
    return (float)(random_unit() < 0.5 ? -size : size);
}

static bool is_normal(double x)
{
    return x == 0 || (fabs(x) >= smallest && fabs(x) <= largest);
}

/* A case of which the quotient and both derivatives are numbers; one in eight has an x of zero. */
static void choose(float *x, float *z, float *s)
{
    double quotient;
    do {
        *x = random_unit() < 0.125 ? 0 : random_number();
        *z = random_number();
        *s = random_number();
        quotient = (double)*x / (double)*z;
    } while (!is_normal(quotient) || !is_normal(quotient * (double)*s / (double)*z));
}

static unsigned check(const char *what, const float *got, const float *x, const float *z, const float *s, bool by_z)
{
    unsigned n_wrong = 0;
    for (int i = 0; i < N; i++) {
        const double share = (double)s[i] / (double)z[i];
        const double wanted = by_z ? -share * ((double)x[i] / (double)z[i]) : share;
        if (!is_normal(wanted) || fabs((double)got[i] - wanted) <= 1e-6 * fabs(wanted))
            continue;
        if (n_wrong++ < 3)
            printf("FAIL %s: x %g, z %g, s %g: %g instead of %g\n", what, (double)x[i], (double)z[i], (double)s[i],
                   (double)got[i], wanted);
    }
    return n_wrong;
}

static bool run(rustg_result *result, const char *name, rustg_target target, float *const *slices, size_t n)
{
    rustg_argument args[8];
    rustg_run_options options = {.struct_size = sizeof options, .target = target, .grid = {N / 64, 1, 1}};
    rustg_panic panic;
    rustg_error error = {0};
    options.block[0] = 64;
    options.block[1] = options.block[2] = 1;
    for (size_t i = 0; i < n; i++)
        args[i] = (rustg_argument){slices[i], N};
    if (rustg_result_run(result, name, &options, args, n, &panic, &error) == RUSTG_OK)
        return true;
    printf("FAIL %s: %s\n", name, error.message);
    return false;
}

static unsigned run_on(rustg_result *result, rustg_target target)
{
    static float x[N], z[N], s[N], y[N], d_x[N], d_z[N], d_y[N], zero[N];
    for (int i = 0; i < N; i++)
        choose(&x[i], &z[i], &s[i]);
    memset(d_x, 0, sizeof d_x);
    memset(d_z, 0, sizeof d_z);
    memcpy(d_y, s, sizeof d_y);
    if (!run(result, "f_adjoint", target, (float *[]){x, z, y, d_x, d_z, d_y}, 6))
        return 1;
    unsigned n_wrong = check("d_x", d_x, x, z, s, false) + check("d_z", d_z, x, z, s, true);
    for (int by_z = 0; by_z < 2; by_z++) {
        float *t_x = by_z ? zero : s, *t_z = by_z ? s : zero;
        if (!run(result, "f_tangent", target, (float *[]){x, z, y, t_x, t_z, d_y}, 6))
            return 1;
        n_wrong += check(by_z ? "t_y by t_z" : "t_y by t_x", d_y, x, z, s, by_z);
    }
    return n_wrong;
}

int main(void)
{
    const rustg_source source = {.name = "f.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    const rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_opt_level = 2};
    const rustg_compile_options options = {
        .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result = NULL;
    rustg_error error = {0};
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 1;
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK || !rustg_result_success(result)) {
        printf("FAIL %s\n", result ? rustg_result_message(result) : error.message);
        return 1;
    }
    const unsigned n_wrong = run_on(result, RUSTG_TARGET_INTERPRETER) + run_on(result, RUSTG_TARGET_CPU);
    printf("%u wrong\n", n_wrong);
    rustg_result_free(result);
    rustg_shutdown();
    return n_wrong > 0;
}
