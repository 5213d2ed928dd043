/* launch.c: compiles a kernel from Rust text, runs it on the first GPU or else on the CPU, and prints the result. */
#include <rustg/rustg.h>
#include <stdio.h>

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        if ((call) != RUSTG_OK)                                                                                        \
            return fprintf(stderr, "%s\n%s\n", error.message, error.hint), 1;                                          \
    } while (0)

static const char text[] = "use rustg_std::prelude::*;\n"
                           "#[kernel]\n"
                           "pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < y.len() {\n"
                           "        y[i] = a * x[i] + y[i];\n"
                           "    }\n"
                           "}\n";

int main(void)
{
    enum { N = 1000 };
    static float x[N], y[N];
    const float a = 2;
    rustg_error error;
    rustg_context *context;
    rustg_stream *stream;
    rustg_buffer *d_x, *d_y;
    rustg_module *module;
    rustg_function *saxpy;
    for (int i = 0; i < N; i++)
        x[i] = (float)i, y[i] = 1;

    TRY(rustg_initialize(NULL, &error));
    const rustg_context_options here = {.struct_size = sizeof here, .allow_cpu = 1};
    TRY(rustg_context_open(RUSTG_BACKEND_CUDA, 0, &here, &context, &error));
    TRY(rustg_stream_create(context, &stream, &error));
    const rustg_source source = {
        .name = "saxpy.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1, .edition = 2024};
    char *log; /* what is wrong with the source, as rustc shows it */
    if (rustg_module_from_rust_log(context, &source, 1, NULL, &module, &log, &error) != RUSTG_OK)
        return fprintf(stderr, "%s\n%s\n", log ? log : error.message, error.hint), 1;
    TRY(rustg_module_function(module, "saxpy", &saxpy, &error));
    TRY(rustg_buffer_allocate(context, sizeof x, stream, &d_x, &error));
    TRY(rustg_buffer_allocate(context, sizeof y, stream, &d_y, &error));
    TRY(rustg_copy_to_buffer(d_x, 0, x, sizeof x, stream, &error));
    TRY(rustg_copy_to_buffer(d_y, 0, y, sizeof y, stream, &error));

    const rustg_launch_config config = {.struct_size = sizeof config, .n_elements = N};
    const rustg_launch_argument args[] = {
        {.value = &a, .n_bytes = sizeof a}, {.buffer = d_x, .length = N}, {.buffer = d_y, .length = N}};
    TRY(rustg_launch(saxpy, stream, &config, args, 3, &error));
    TRY(rustg_copy_from_buffer(y, d_y, 0, sizeof y, stream, &error));
    TRY(rustg_stream_wait(stream, &error)); /* panics of the kernel are told here */
    printf("%g %g %g .. %g\n", y[0], y[1], y[2], y[N - 1]);

    rustg_buffer_free(d_x);
    rustg_buffer_free(d_y);
    rustg_module_free(module);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return 0;
}
