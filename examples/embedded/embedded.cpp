// embedded.cpp: the same from C++.
#include "scale.launch.h"

#include <cstdio>
#include <rustg/rustg.h>
#include <vector>

static rustg_status run(rustg_context *context, std::vector<float> &values, rustg_error *error)
{
    const size_t n_bytes = values.size() * sizeof values[0];
    rustg_stream *stream = nullptr;
    rustg_buffer *d_x = nullptr, *d_y = nullptr;
    scale_kernels kernels;
    rustg_launch_config config = {};
    config.struct_size = sizeof config;
    config.n_elements = values.size();
    rustg_status status = scale_load(context, &kernels, error);
    if (status != RUSTG_OK)
        return status;
    const auto go = [&status](rustg_status next) { return (status = next) == RUSTG_OK; };
    if (go(rustg_stream_create(context, &stream, error)) &&
        go(rustg_buffer_allocate(context, n_bytes, stream, &d_x, error)) &&
        go(rustg_buffer_allocate(context, n_bytes, stream, &d_y, error)) &&
        go(rustg_copy_to_buffer(d_x, 0, values.data(), n_bytes, stream, error)) &&
        go(scale_scale(&kernels, stream, &config, 0.5f, rustg_slice_f32{d_x, 0, values.size()},
                       rustg_slice_mut_f32{d_y, 0, values.size()}, error)) &&
        go(rustg_copy_from_buffer(values.data(), d_y, 0, n_bytes, stream, error)))
        go(rustg_stream_wait(stream, error));
    rustg_buffer_free(d_x);
    rustg_buffer_free(d_y);
    rustg_stream_destroy(stream);
    scale_free(&kernels);
    return status;
}

int main()
{
    std::vector<float> values = {1, 2, 3, 4};
    rustg_error error;
    rustg_context *context = nullptr;
    rustg_context_options here = {};
    here.struct_size = sizeof here;
    here.allow_cpu = 1;
    rustg_status status = rustg_initialize(nullptr, &error);
    if (status == RUSTG_OK)
        status = rustg_context_open(RUSTG_BACKEND_CUDA, 0, &here, &context, &error);
    if (status == RUSTG_OK)
        status = run(context, values, &error);
    if (status != RUSTG_OK)
        std::fprintf(stderr, "%s\n%s\n", error.message, error.hint);
    else
        std::printf("%g %g %g %g\n", values[0], values[1], values[2], values[3]);
    if (context)
        rustg_context_close(context);
    rustg_shutdown();
    return status != RUSTG_OK;
}
