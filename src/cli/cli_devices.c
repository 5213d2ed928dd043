/* cli_devices.c: --devices, as a table or as JSON. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *backend_name(rustg_backend backend)
{
    return backend == RUSTG_BACKEND_CUDA ? "cuda" : "cpu";
}

static void text_row(cli_writer *out, const rustg_device_info *info)
{
    char name[32], compute[24] = "-", bandwidth[24] = "-", l2[24] = "-";
    if (info->backend == RUSTG_BACKEND_CUDA) {
        snprintf(name, sizeof name, "cuda:%" PRId32, info->ordinal);
        snprintf(compute, sizeof compute, "%" PRId32 ".%" PRId32, info->compute_major, info->compute_minor);
    } else {
        snprintf(name, sizeof name, "cpu");
    }
    if (info->memory_bandwidth > 0)
        snprintf(bandwidth, sizeof bandwidth, "%.0f GB/s", (double)info->memory_bandwidth / 1e9);
    if (info->l2_bytes > 0)
        snprintf(l2, sizeof l2, "%.1f MiB", (double)info->l2_bytes / 1048576.0);
    writer_format(out, "%-8s %-7s %5" PRId32 " %10.1f %10.1f %10s %11s  %-6s %s%s%s%s\n", name, compute,
                  info->n_multiprocessors, (double)info->memory_total / 1073741824.0,
                  (double)info->memory_free / 1073741824.0, l2, bandwidth, info->usable ? "yes" : "no", info->name,
                  info->reason[0] != 0 ? " (" : "", info->reason, info->reason[0] != 0 ? ")" : "");
}

static void json_row(cli_writer *out, const rustg_device_info *info)
{
    writer_format(out, "{\"backend\":\"%s\",\"ordinal\":%" PRId32 ",\"name\":", backend_name(info->backend),
                  info->ordinal);
    writer_json(out, info->name, strlen(info->name));
    writer_format(out, ",\"compute_major\":%" PRId32 ",\"compute_minor\":%" PRId32 ",\"multiprocessors\":%" PRId32,
                  info->compute_major, info->compute_minor, info->n_multiprocessors);
    writer_format(out, ",\"l2_bytes\":%" PRId32 ",\"memory_total\":%" PRIu64 ",\"memory_free\":%" PRIu64,
                  info->l2_bytes, info->memory_total, info->memory_free);
    writer_format(out, ",\"memory_bandwidth\":%" PRIu64 ",\"usable\":%s,\"reason\":", info->memory_bandwidth,
                  info->usable ? "true" : "false");
    writer_json(out, info->reason, strlen(info->reason));
    writer_char(out, '}');
}

int cli_devices(const cli_options *options)
{
    bool json = options->format == CLI_FORMAT_JSON;
    int exit_status = CLI_EXIT_OK;
    cli_writer out;
    if (writer_open(&out, options->output)) {
        size_t n_devices = rustg_device_count();
        if (json)
            writer_string(&out, "{\"devices\":[");
        else
            writer_format(&out, "%-8s %-7s %5s %10s %10s %10s %11s  %-6s %s\n", "device", "compute", "units", "GiB",
                          "GiB free", "L2", "bandwidth", "usable", "name");
        for (size_t i = 0; i < n_devices; i++) {
            rustg_device_info info = {.struct_size = sizeof info};
            rustg_error error = {0};
            rustg_status status = rustg_device_info_get(i, &info, &error);
            if (status != RUSTG_OK) {
                cli_status_error(status, &error);
                exit_status = CLI_EXIT_MACHINE;
                continue;
            }
            if (json) {
                if (out.buffer[out.n - 1] == '}')
                    writer_char(&out, ',');
                json_row(&out, &info);
            } else {
                text_row(&out, &info);
            }
        }
        const char *missing = rustg_cuda_missing();
        if (json) {
            writer_string(&out, "],\"cuda_missing\":");
            writer_json(&out, missing, strlen(missing));
            writer_string(&out, "}\n");
        } else if (missing[0] != 0) {
            writer_format(&out, "no CUDA: %s\n", missing);
        }
    }
    if (!writer_close(&out)) {
        cli_error("cannot write to `%s`: %s", options->output != NULL ? options->output : "standard output",
                  strerror(out.error));
        exit_status = CLI_EXIT_MACHINE;
    }
    return exit_status;
}
