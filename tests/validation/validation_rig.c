/* validation_rig.c: see validation_rig.h. */
#include "validation/validation_rig.h"

#include <string.h>

int rig_open(rig *g, report *r, const char *section, const rustg_device_info *info)
{
    rustg_source sources[16] = {{0}};
    size_t n = 0;
    memset(g, 0, sizeof *g);
    g->info = *info;
    device_text(info, g->device);
    for (; kernel_texts[n].name && n < sizeof sources / sizeof *sources; n++)
        sources[n] = (rustg_source){.name = kernel_texts[n].name,
                                    .bytes = (const uint8_t *)kernel_texts[n].text,
                                    .n_bytes = strlen(kernel_texts[n].text)};
    if (rustg_context_open(info->backend, info->ordinal, NULL, &g->context, &g->error) ||
        rustg_stream_create(g->context, &g->stream, &g->error) ||
        rustg_module_from_rust(g->context, sources, n, NULL, &g->module, &g->error)) {
        report_failed(r, section, g->device, "open the device, compile and load the kernels", &g->error);
        rig_close(g);
        return 0;
    }
    return 1;
}

void rig_close(rig *g)
{
    rustg_module_free(g->module);
    rustg_stream_destroy(g->stream);
    rustg_context_close(g->context);
}

rustg_buffer *rig_buffer(rig *g, uint64_t n_bytes)
{
    rustg_buffer *buffer = NULL;
    if (g->error.status == RUSTG_OK)
        rustg_buffer_allocate(g->context, n_bytes, g->stream, &buffer, &g->error);
    return buffer;
}

rustg_buffer *rig_upload(rig *g, const void *from, uint64_t n_bytes)
{
    rustg_buffer *buffer = rig_buffer(g, n_bytes);
    if (buffer)
        rustg_copy_to_buffer(buffer, 0, from, n_bytes, g->stream, &g->error);
    return buffer;
}

void rig_download(rig *g, void *to, rustg_buffer *from, uint64_t n_bytes)
{
    if (g->error.status == RUSTG_OK)
        rustg_copy_from_buffer(to, from, 0, n_bytes, g->stream, &g->error);
    rig_wait(g);
}

void rig_launch(rig *g, const char *kernel, const rustg_launch_config *config, const rustg_launch_argument *args,
                size_t n_args)
{
    rustg_function *function;
    if (g->error.status == RUSTG_OK && rustg_module_function(g->module, kernel, &function, &g->error) == RUSTG_OK)
        rustg_launch(function, g->stream, config, args, n_args, &g->error);
}

void rig_launch_n(rig *g, const char *kernel, uint64_t n, const rustg_launch_argument *args, size_t n_args)
{
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = n};
    rig_launch(g, kernel, &config, args, n_args);
}

void rig_wait(rig *g)
{
    if (g->error.status == RUSTG_OK)
        rustg_stream_wait(g->stream, &g->error);
}
