/* half_gradients_test.c: kernels that read and write f16 and bf16 have the gradients and tangents, bit by bit, of
 * kernels that do the same on f32 and round where those write. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "rustg/rustg.h"

static const char text[] =
    "use rustg_std::prelude::*;\n"
    "pub trait Number: Copy { fn wide(self) -> f32; fn of(v: f32) -> Self; }\n"
    "impl Number for f32 { fn wide(self) -> f32 { self } fn of(v: f32) -> f32 { v } }\n"
    "impl Number for f16 { fn wide(self) -> f32 { self.to_f32() } fn of(v: f32) -> f16 { f16::from_f32(v) } }\n"
    "impl Number for bf16 { fn wide(self) -> f32 { self.to_f32() } fn of(v: f32) -> bf16 { bf16::from_f32(v) } }\n"
    "pub trait Round { fn half(v: f32) -> f32; fn brain(v: f32) -> f32; }\n"
    "pub struct Already;\n"
    "impl Round for Already { fn half(v: f32) -> f32 { v } fn brain(v: f32) -> f32 { v } }\n"
    "pub struct Here;\n"
    "impl Round for Here {\n"
    "    fn half(v: f32) -> f32 { f16::from_f32(v).to_f32() }\n"
    "    fn brain(v: f32) -> f32 { bf16::from_f32(v).to_f32() }\n"
    "}\n"
    "fn body<X: Number, W: Number, R: Round>(a: f32, n: u32, x: &[X], w: &[W],\n"
    "                                        y: &mut GridMut<X>, z: &mut GridMut<W>) {\n"
    "    let i = thread::index();\n"
    "    if i >= y.len() || i >= z.len() {\n"
    "        return;\n"
    "    }\n"
    "    let own = x[i].wide();\n"
    "    let mut sum = own * a;\n"
    "    for k in 0..n as usize {\n"
    "        if sum > 9.0 { break; }\n"
    "        sum += w[(i.get() + k) % w.len()].wide() * x[k % x.len()].wide() + 0.125 * sum;\n"
    "    }\n"
    "    for v in w.iter() { sum += v.wide().sin() * own; }\n"
    "    z[i] = W::of(R::brain(sum * z[i].wide()));\n"
    "    y[i] = X::of(R::half(sum + y[i].wide()));\n"
    "    let again = y[i].wide() * own;\n"
    "    if again > 1.0 {\n"
    "        y[i] = X::of(R::half(again + z[i].wide()));\n"
    "    }\n"
    "}\n"
    "#[kernel(adjoint, tangent)]\n"
    "pub fn half(a: f32, n: u32, x: &[f16], w: &[bf16], mut y: GridMut<f16>, mut z: GridMut<bf16>) {\n"
    "    body::<f16, bf16, Already>(a, n, x, w, &mut y, &mut z);\n"
    "}\n"
    "#[kernel(adjoint, tangent)]\n"
    "pub fn single(a: f32, n: u32, x: &[f32], w: &[f32], mut y: GridMut<f32>, mut z: GridMut<f32>) {\n"
    "    body::<f32, f32, Here>(a, n, x, w, &mut y, &mut z);\n"
    "}\n";

enum { N = 8, MOST_PARAMS = 32, MOST_WORDS = 4096 };

/* One parameter's memory, and as f32 what is in it. */
typedef struct slot {
    rustg_kernel_param about;
    union {
        float wide[MOST_WORDS];
        uint16_t half[MOST_WORDS];
        uint64_t words[MOST_WORDS];
    } bytes;
    uint64_t n;
} slot;

static unsigned n_wrong;

/* Of a multiple of 1/32 below 2. */
static uint16_t to_f16(float x)
{
    int exponent;
    const float part = frexpf(x, &exponent);
    return x == 0 ? 0 : (uint16_t)((unsigned)(exponent + 14) << 10 | ((unsigned)(part * 2048) & 1023));
}

static uint16_t to_bf16(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)(bits >> 16);
}

static float from_half(uint8_t element, uint16_t half)
{
    uint32_t bits = (uint32_t)half << 16;
    float x;
    if (element == RUSTG_ELEMENT_F16)
        return ldexpf((float)((half & 1023) | (half & 0x7C00 ? 1024 : 0)),
                      (int)(half >> 10 & 31) - 25 + !(half & 0x7C00)) *
               (half >> 15 ? -1.0f : 1.0f);
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* A number that the parameter and the place decide. */
static float some(uint64_t param, uint64_t i)
{
    return (float)(8 + (param * 37 + i * 11) % 40) / 32;
}

static void fill(slot *s, uint64_t param)
{
    const bool is_slice = s->about.role != RUSTG_PARAM_SCALAR;
    memset(&s->bytes, 0, sizeof s->bytes);
    s->n = strcmp(s->about.name, "tape") == 0 ? MOST_WORDS : is_slice ? N : 1;
    for (uint64_t i = 0; i < s->n && s->n <= N; i++) {
        if (s->about.element == RUSTG_ELEMENT_F32)
            s->bytes.wide[i] = some(param, i);
        else if (s->about.element == RUSTG_ELEMENT_F16)
            s->bytes.half[i] = to_f16(some(param, i));
        else if (s->about.element == RUSTG_ELEMENT_BF16)
            s->bytes.half[i] = to_bf16(some(param, i));
        else
            s->bytes.words[0] = 5;
    }
}

static bool run(rustg_result *result, rustg_target target, const char *name, slot *slots, size_t *n_slots)
{
    rustg_kernel kernel;
    rustg_argument args[MOST_PARAMS];
    rustg_run_options options = {
        .struct_size = sizeof options, .target = target, .grid = {2, 1, 1}, .block = {N / 2, 1, 1}};
    rustg_panic panic;
    rustg_error error = {0};
    for (size_t k = 0; k < rustg_result_n_kernels(result); k++) {
        if (rustg_result_kernel(result, k, &kernel) != RUSTG_OK || strcmp(kernel.name, name) != 0)
            continue;
        *n_slots = kernel.n_params;
        for (size_t i = 0; i < kernel.n_params; i++) {
            slots[i].about = kernel.params[i];
            fill(&slots[i], i);
            args[i] = (rustg_argument){&slots[i].bytes, slots[i].n};
        }
        if (rustg_result_run(result, name, &options, args, kernel.n_params, &panic, &error) == RUSTG_OK)
            return true;
        printf("FAIL %s: %s\n", name, error.message);
        return false;
    }
    printf("FAIL there is no kernel `%s`\n", name);
    return false;
}

static float at(const slot *s, uint64_t i)
{
    return s->about.element == RUSTG_ELEMENT_F32 ? s->bytes.wide[i] : from_half(s->about.element, s->bytes.half[i]);
}

static void compare(rustg_result *result, rustg_target target, const char *ending)
{
    static slot half[MOST_PARAMS], single[MOST_PARAMS];
    char names[2][64];
    size_t n_half = 0, n_single = 0;
    double size = 0;
    snprintf(names[0], sizeof names[0], "half%s", ending);
    snprintf(names[1], sizeof names[1], "single%s", ending);
    if (!run(result, target, names[0], half, &n_half) || !run(result, target, names[1], single, &n_single) ||
        n_half != n_single) {
        n_wrong++;
        return;
    }
    for (size_t k = 0; k < n_half; k++)
        for (uint64_t i = 0; i < half[k].n && half[k].n <= N && single[k].about.element == RUSTG_ELEMENT_F32; i++) {
            const float x = at(&half[k], i), y = at(&single[k], i);
            size += fabs((double)x - (double)some(k, i));
            if (x == y)
                continue;
            printf("FAIL %s: `%s`[%d] is %.9g, and %.9g with f32\n", names[0], half[k].about.name, (int)i, (double)x,
                   (double)y);
            n_wrong++;
        }
    if (!(size > 1)) {
        printf("FAIL %s does nothing\n", names[0]);
        n_wrong++;
    }
}

int main(void)
{
    static const char *const endings[] = {"", "_tangent", "_adjoint"};
    static const rustg_target targets[] = {RUSTG_TARGET_INTERPRETER, RUSTG_TARGET_CPU};
    const rustg_source source = {.name = "half.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels};
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
    for (size_t t = 0; t < 2; t++)
        for (size_t k = 0; k < 3; k++)
            compare(result, targets[t], endings[k]);
    rustg_result_free(result);
    rustg_shutdown();
    printf("%u wrong\n", n_wrong);
    return n_wrong > 0;
}
