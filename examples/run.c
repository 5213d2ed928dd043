/* run.c: compiles a kernel from Rust text and runs it on arrays, on the first GPU or else on the CPU. */
#include <rustg/rustg.h>
#include <stdio.h>

static const char text[] = "use rustg_std::prelude::*;\n"
                           "#[kernel] pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < y.len() { y[i] = a * x[i] + y[i]; }\n"
                           "}\n";
int main(void)
{
    float a = 2, x[] = {0, 1, 2, 3}, y[] = {1, 1, 1, 1};
    const rustg_argument args[] = {{.data = &a}, {.data = x, .length = 4}, {.data = y, .length = 4}};
    const rustg_source source = {.name = "saxpy.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    const rustg_kernel_options kernels = {.struct_size = sizeof kernels};
    const rustg_compile_options options = {.struct_size = sizeof options, .kernels = &kernels};
    rustg_run_options shape = {.struct_size = sizeof shape, .grid = {1, 1, 1}, .block = {4, 1, 1}};
    shape.target = *rustg_driver_missing() ? RUSTG_TARGET_CPU : RUSTG_TARGET_CUDA;
    rustg_error error;
    rustg_result *result = NULL;
    static char wrong[1 << 16]; /* what is wrong with the source, as rustc shows it */
    if (rustg_initialize(NULL, &error) || rustg_compile(&source, 1, &options, &result, &error) ||
        rustg_result_run(result, "saxpy", &shape, args, 3, NULL, &error))
        return rustg_result_render(result, RUSTG_FORMAT_HUMAN, 0, wrong, sizeof wrong),
               fprintf(stderr, "%s%s\n%s\n", wrong, error.message, error.hint), 1;
    printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
    rustg_result_free(result);
    rustg_shutdown();
    return 0;
}
