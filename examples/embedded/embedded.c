/* embedded.c: launches a kernel that the program carries, on the first GPU or else on the CPU. */
#include "scale.launch.h"

#include <rustg/rustg.h>
#include <stdio.h>

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        if ((call) != RUSTG_OK)                                                                                        \
            return fprintf(stderr, "%s\n%s\n", error.message, error.hint), 1;                                          \
    } while (0)

int main(void)
{
    enum { N = 4 };
    float x[N] = {1, 2, 3, 4}, y[N];
    rustg_error error;
    rustg_context *context;
    rustg_stream *stream;
    rustg_buffer *d_x, *d_y;
    scale_kernels kernels;

    TRY(RUSTG_CHECK_VERSION(&error));
    TRY(rustg_initialize(NULL, &error));
    const rustg_context_options here = {.struct_size = sizeof here, .allow_cpu = 1};
    TRY(rustg_context_open(RUSTG_BACKEND_CUDA, 0, &here, &context, &error));
    TRY(rustg_stream_create(context, &stream, &error));
    TRY(scale_load(context, &kernels, &error));
    TRY(rustg_buffer_allocate(context, sizeof x, stream, &d_x, &error));
    TRY(rustg_buffer_allocate(context, sizeof y, stream, &d_y, &error));
    TRY(rustg_copy_to_buffer(d_x, 0, x, sizeof x, stream, &error));

    const rustg_launch_config config = {.struct_size = sizeof config, .n_elements = N};
    const rustg_slice_f32 in = {.buffer = d_x, .length = N};
    const rustg_slice_mut_f32 out = {.buffer = d_y, .length = N};
    TRY(scale_scale(&kernels, stream, &config, 0.5f, in, out, &error));
    TRY(rustg_copy_from_buffer(y, d_y, 0, sizeof y, stream, &error));
    TRY(rustg_stream_wait(stream, &error)); /* panics of the kernel are told here */
    printf("%g %g %g %g\n", (double)y[0], (double)y[1], (double)y[2], (double)y[3]);

    rustg_buffer_free(d_x);
    rustg_buffer_free(d_y);
    scale_free(&kernels);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return 0;
}
