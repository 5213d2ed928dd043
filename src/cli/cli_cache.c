/* cli_cache.c: prints --cache-info and does --cache-clear, as text or as JSON. */
#include "cli/cli.h"

#include <inttypes.h>
#include <string.h>

static void cli_size_row(cli_writer *out, const char *name, uint64_t n_bytes)
{
    writer_format(out, "%-8s %" PRIu64 " bytes", name, n_bytes);
    if (n_bytes >= 1048576)
        writer_format(out, " (%.1f MiB)", (double)n_bytes / 1048576.0);
    writer_char(out, '\n');
}

static void cli_info_as_text(cli_writer *out, const rustg_cache_info *info)
{
    writer_format(out, "%-8s %s\n", "folder", info->folder[0] ? info->folder : "none");
    writer_format(out, "%-8s %s\n", "state",
                  !info->enabled      ? "off (RUSTG_CACHE)"
                  : info->limit_bytes ? "on"
                                      : "in memory only (RUSTG_CACHE_LIMIT)");
    writer_format(out, "%-8s %" PRIu64 "\n", "entries", info->n_entries);
    cli_size_row(out, "size", info->n_bytes);
    cli_size_row(out, "limit", info->limit_bytes);
    if (info->problem[0])
        writer_format(out, "%-8s %s\n", "problem", info->problem);
}

static void cli_info_as_json(cli_writer *out, const rustg_cache_info *info)
{
    writer_string(out, "{\"folder\":");
    writer_json(out, info->folder, strlen(info->folder));
    writer_format(
        out, ",\"enabled\":%s,\"entries\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"limit_bytes\":%" PRIu64 ",\"problem\":",
        info->enabled ? "true" : "false", info->n_entries, info->n_bytes, info->limit_bytes);
    writer_json(out, info->problem, strlen(info->problem));
    writer_string(out, "}\n");
}

static rustg_status cli_write_answer(const cli_options *options, cli_writer *out, rustg_error *error)
{
    bool json = options->format == CLI_FORMAT_JSON;
    rustg_cache_info info = {.struct_size = sizeof info};
    uint64_t n_removed = 0;
    rustg_status status;
    if (options->action == CLI_ACTION_CACHE_INFO) {
        status = rustg_cache_info_get(&info, error);
        if (status == RUSTG_OK && json)
            cli_info_as_json(out, &info);
        else if (status == RUSTG_OK)
            cli_info_as_text(out, &info);
        return status;
    }
    status = rustg_cache_clear(&n_removed, error);
    writer_format(out, json ? "{\"removed\":%" PRIu64 "}\n" : "%" PRIu64 " entries removed\n", n_removed);
    return status;
}

int cli_cache(const cli_options *options)
{
    int exit_status = CLI_EXIT_OK;
    cli_writer out;
    if (writer_open(&out, options->output)) {
        rustg_error error = {0};
        rustg_status status = cli_write_answer(options, &out, &error);
        if (status != RUSTG_OK) {
            cli_status_error(status, &error);
            exit_status = CLI_EXIT_MACHINE;
        }
    }
    if (!writer_close(&out)) {
        cli_write_error(options->output, out.error);
        exit_status = CLI_EXIT_MACHINE;
    }
    return exit_status;
}
