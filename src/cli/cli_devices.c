/* cli_devices.c: prints --devices, as a table or as JSON. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *cli_backend_name(rustg_backend backend)
{
    return backend == RUSTG_BACKEND_CUDA ? "cuda" : "cpu";
}

static void cli_text_row(cli_writer *out, const rustg_device_info *info)
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

static bool cli_devices_is_known(const uint8_t uuid[16])
{
    for (int i = 0; i < 16; i++)
        if (uuid[i] != 0)
            return true;
    return false;
}

/* As nvidia-smi shows it. */
static void cli_uuid_text(const uint8_t uuid[16], char text[48])
{
    int n = snprintf(text, 48, "GPU");
    for (int i = 0; i < 16; i++)
        n += snprintf(text + n, 48 - (size_t)n, "%s%02x", i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                      uuid[i]);
}

static void cli_text_attribute(cli_writer *out, int *column, const char *name, int32_t value)
{
    char text[80];
    if (value == 0)
        return;
    int n = snprintf(text, sizeof text, "%s %" PRId32, name, value);
    if (*column == 0 || *column + n > 110) {
        writer_string(out, *column == 0 ? "         " : ",\n         ");
        *column = 9;
    } else {
        writer_string(out, ", ");
    }
    writer_string(out, text);
    *column += n + 2;
}

static void cli_text_more(cli_writer *out, const rustg_device_info *info)
{
    char uuid[48];
    int column = 0;
    if (cli_devices_is_known(info->uuid)) {
        cli_uuid_text(info->uuid, uuid);
        writer_format(out, "         %s\n", uuid);
    }
#define ATTRIBUTE(field, cuda, number, text) cli_text_attribute(out, &column, text, info->field);
#include "rustg/device_attribute.def"
    if (column > 0)
        writer_char(out, '\n');
    if (info->peers == 0)
        return;
    writer_string(out, "         reaches the memory of");
    for (int i = 0; i < 64; i++)
        if (info->peers >> i & 1)
            writer_format(out, " cuda:%d", i);
    writer_char(out, '\n');
}

static void cli_json_more(cli_writer *out, const rustg_device_info *info)
{
    char uuid[48];
    cli_uuid_text(info->uuid, uuid);
    writer_format(out, ",\"uuid\":\"%s\",\"peers\":[", cli_devices_is_known(info->uuid) ? uuid : "");
    for (int i = 0, n = 0; i < 64; i++)
        if (info->peers >> i & 1)
            writer_format(out, "%s%d", n++ > 0 ? "," : "", i);
    writer_char(out, ']');
#define ATTRIBUTE(field, cuda, number, text) writer_format(out, ",\"" #field "\":%" PRId32, info->field);
#include "rustg/device_attribute.def"
}

static void cli_interfaces(cli_writer *out, bool json)
{
    const rustg_gpu_interface *known;
    if (json)
        writer_string(out, ",\"unsupported\":[");
    for (size_t i = 0; (known = rustg_gpu_interface_at(i)) != NULL; i++) {
        if (!json) {
            writer_format(out, "no %s: it %s\n", known->name, known->reason);
            continue;
        }
        writer_string(out, i == 0 ? "{\"name\":" : ",{\"name\":");
        writer_json(out, known->name, strlen(known->name));
        writer_string(out, ",\"reason\":");
        writer_json(out, known->reason, strlen(known->reason));
        writer_char(out, '}');
    }
    if (json)
        writer_char(out, ']');
}

static void cli_json_row(cli_writer *out, const rustg_device_info *info)
{
    writer_format(out, "{\"backend\":\"%s\",\"ordinal\":%" PRId32 ",\"name\":", cli_backend_name(info->backend),
                  info->ordinal);
    writer_json(out, info->name, strlen(info->name));
    writer_format(out, ",\"compute_major\":%" PRId32 ",\"compute_minor\":%" PRId32 ",\"multiprocessors\":%" PRId32,
                  info->compute_major, info->compute_minor, info->n_multiprocessors);
    writer_format(out, ",\"l2_bytes\":%" PRId32 ",\"memory_total\":%" PRIu64 ",\"memory_free\":%" PRIu64,
                  info->l2_bytes, info->memory_total, info->memory_free);
    writer_format(out, ",\"memory_bandwidth\":%" PRIu64 ",\"usable\":%s,\"reason\":", info->memory_bandwidth,
                  info->usable ? "true" : "false");
    writer_json(out, info->reason, strlen(info->reason));
    cli_json_more(out, info);
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
                cli_json_row(&out, &info);
            } else {
                cli_text_row(&out, &info);
                cli_text_more(&out, &info);
            }
        }
        const char *missing = rustg_cuda_missing();
        if (json) {
            writer_string(&out, "],\"cuda_missing\":");
            writer_json(&out, missing, strlen(missing));
            cli_interfaces(&out, true);
            writer_string(&out, "}\n");
        } else {
            if (missing[0] != 0)
                writer_format(&out, "no CUDA: %s\n", missing);
            cli_interfaces(&out, false);
        }
    }
    if (!writer_close(&out)) {
        cli_write_error(options->output, out.error);
        exit_status = CLI_EXIT_MACHINE;
    }
    return exit_status;
}
