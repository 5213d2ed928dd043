/* module_adjoint_test.c: rustg_module_adjoint finds the kernels of a gradient and says which parameter is whose. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/runtime.h"

enum { N = 100 };

static const char text[] = "use rustg_std::prelude::*;\n"
                           "#[kernel(adjoint)]\n"
                           "pub fn plain(n: u32, a: f32, at: &[u32], x: &[f32], mut d_x: GridMut<f32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < d_x.len() && n > 0 {\n"
                           "        d_x[i] = a * x[at[i] as usize];\n"
                           "    }\n"
                           "}\n"
                           "#[kernel(adjoint)]\n"
                           "pub fn halves(x: &[f16], mut y: GridMut<bf16>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < y.len() {\n"
                           "        y[i] = bf16::from_f32(x[i].to_f32() * 2.0);\n"
                           "    }\n"
                           "}\n"
                           "#[kernel(second_adjoint)]\n"
                           "pub fn steps(n: u32, x: &[f32], mut y: GridMut<f32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < y.len() {\n"
                           "        let mut v = x[i];\n"
                           "        for _ in 0..n {\n"
                           "            v = v * v + 0.25;\n"
                           "        }\n"
                           "        y[i] = v;\n"
                           "    }\n"
                           "}\n"
                           "#[kernel]\n"
                           "pub fn bare(x: &[f32]) {}\n"
                           "#[kernel]\n"
                           "pub fn own(x: &[f32], mut y: GridMut<f32>) {}\n"
                           "#[kernel]\n"
                           "pub fn own_adjoint(x: &[f32], mut y: GridMut<f32>, mut d_x: GridMut<f64>) {}\n";

static void check(rustg_status status, const rustg_error *error, const char *what)
{
    if (status != RUSTG_OK) {
        fprintf(stderr, "%s: %s (%s)\n", what, error->message, error->hint);
        abort();
    }
}
#define DO(call) check(call, &error, #call)

typedef struct rig {
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
} rig;

static rustg_buffer *upload(rig *r, const void *from, uint64_t n_bytes)
{
    rustg_buffer *buffer;
    rustg_error error;
    DO(rustg_buffer_allocate(r->context, n_bytes, r->stream, &buffer, &error));
    DO(rustg_copy_to_buffer(buffer, 0, from, n_bytes, r->stream, &error));
    return buffer;
}

static void refuse(rig *r, const char *name, const char *words, const char *hint)
{
    rustg_error error = {0};
    rustg_adjoint found = {.struct_size = sizeof found};
    const rustg_status status = rustg_module_adjoint(r->module, name, &found, &error);
    if (status != RUSTG_ERR_ARGUMENT || !strstr(error.message, words) || !strstr(error.hint, hint) || found.adjoint) {
        fprintf(stderr, "%s: status %d, `%s` (%s)\n", name, (int)status, error.message, error.hint);
        abort();
    }
}

/* The gradients' names may be taken, and parameters without floats have none. */
static void test_which(rig *r)
{
    rustg_adjoint found = {.struct_size = sizeof found}, again = {.struct_size = sizeof again};
    rustg_error error;
    DO(rustg_module_adjoint(r->module, "plain", &found, &error));
    assert(found.adjoint && !found.tape && found.n_params == 5);
    static const uint32_t wanted[] = {UINT32_MAX, 5, UINT32_MAX, 6, 7};
    for (size_t i = 0; i < found.n_params; i++)
        assert(found.gradients[i] == wanted[i]);
    DO(rustg_module_adjoint(r->module, "plain", &again, &error));
    assert(again.adjoint == found.adjoint && again.gradients == found.gradients);
}

/* Gradients of half precision are f32; those of an adjoint's parameters have a `_` behind their names, or are of
 * gradients and of its tape. */
static void test_named_otherwise(rig *r)
{
    rustg_adjoint halves = {.struct_size = sizeof halves}, twice = {.struct_size = sizeof twice};
    rustg_error error;
    DO(rustg_module_adjoint(r->module, "halves", &halves, &error));
    assert(halves.adjoint && halves.n_params == 2 && halves.gradients[0] == 2 && halves.gradients[1] == 3);
    DO(rustg_module_adjoint(r->module, "steps_adjoint", &twice, &error));
    assert(twice.adjoint && twice.tape && twice.n_params == 6 && twice.gradients[0] == UINT32_MAX);
    for (uint32_t i = 1; i < twice.n_params; i++)
        assert(twice.gradients[i] == 5 + i);
}

/* v -> v * v + 0.25, n times, has the derivative 2^n times the product of all v. */
static void test_tape(rig *r)
{
    rustg_adjoint found = {.struct_size = sizeof found};
    rustg_error error;
    float x[N], ones[N], zeros[N] = {0}, d_x[N];
    uint64_t words = 0;
    const uint32_t n = 6;
    DO(rustg_module_adjoint(r->module, "steps", &found, &error));
    assert(found.adjoint && found.tape && found.n_params == 3);
    assert(found.gradients[0] == UINT32_MAX && found.gradients[1] == 3 && found.gradients[2] == 4);
    for (int i = 0; i < N; i++) {
        x[i] = 0.5f + (float)i / 400;
        ones[i] = 1;
    }
    rustg_buffer *b_x = upload(r, x, sizeof x), *b_y = upload(r, zeros, sizeof zeros);
    rustg_buffer *b_dx = upload(r, zeros, sizeof zeros), *b_dy = upload(r, ones, sizeof ones);
    rustg_buffer *b_words = upload(r, &words, sizeof words), *tape;
    const rustg_launch_config config = {.struct_size = sizeof config, .grid = {2, 1, 1}, .block = {64, 1, 1}};
    rustg_launch_argument args[6] = {{.value = &n, .n_bytes = 4},
                                     {.buffer = b_x, .length = N},
                                     {.buffer = b_y, .length = N},
                                     {.buffer = b_words, .length = 1}};
    DO(rustg_launch(found.tape, r->stream, &config, args, 4, &error));
    DO(rustg_copy_from_buffer(&words, b_words, 0, sizeof words, r->stream, &error));
    DO(rustg_stream_wait(r->stream, &error));
    assert(words >= n / 2 && words <= n);
    DO(rustg_buffer_allocate(r->context, words * 128 * 8, r->stream, &tape, &error));
    args[3] = (rustg_launch_argument){.buffer = b_dx, .length = N};
    args[4] = (rustg_launch_argument){.buffer = b_dy, .length = N};
    args[5] = (rustg_launch_argument){.buffer = tape, .length = words * 128};
    DO(rustg_launch(found.adjoint, r->stream, &config, args, 6, &error));
    DO(rustg_copy_from_buffer(d_x, b_dx, 0, sizeof d_x, r->stream, &error));
    DO(rustg_stream_wait(r->stream, &error));
    for (int i = 0; i < N; i++) {
        double v = (double)x[i], slope = 1;
        for (uint32_t k = 0; k < n; k++) {
            slope *= 2 * v;
            v = v * v + 0.25;
        }
        assert(fabs((double)d_x[i] - slope) < 1e-4 * slope);
    }
    rustg_buffer *all[] = {b_x, b_y, b_dx, b_dy, b_words, tape};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        rustg_buffer_free(all[i]);
}

static void test_wrong(rig *r)
{
    rustg_error error = {0};
    rustg_adjoint small = {.struct_size = 8};
    refuse(r, "none", "there is no kernel `none`", "");
    refuse(r, "bare", "the kernel `bare` has no adjoint", "#[kernel(adjoint)]");
    refuse(r, "own", "`own_adjoint` has other parameters than the adjoint of `own`", "");
    assert(rustg_module_adjoint(NULL, "plain", &small, &error) == RUSTG_ERR_ARGUMENT);
    assert(rustg_module_adjoint(r->module, NULL, &small, &error) == RUSTG_ERR_ARGUMENT);
    assert(rustg_module_adjoint(r->module, "plain", NULL, &error) == RUSTG_ERR_ARGUMENT);
    assert(rustg_module_adjoint(r->module, "plain", &small, &error) == RUSTG_ERR_ARGUMENT);
}

int main(void)
{
    const rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_error error;
    rig r;
    DO(rustg_initialize(NULL, &error));
    DO(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &r.context, &error));
    DO(rustg_stream_create(r.context, &r.stream, &error));
    DO(rustg_module_from_rust(r.context, &source, 1, NULL, &r.module, &error));
    test_which(&r);
    test_named_otherwise(&r);
    test_tape(&r);
    test_wrong(&r);
    rustg_module_free(r.module);
    rustg_stream_destroy(r.stream);
    rustg_context_close(r.context);
    rustg_shutdown();
    printf("module_adjoint_test: passed\n");
    return 0;
}
