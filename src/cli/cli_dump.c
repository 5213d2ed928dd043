/* cli_dump.c: has the names that --dump-after takes: stages of a compile and passes of the optimizer. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *emit;
} stages[] = {
#define PIPELINE_STAGE(NAME, text, seconds, emit, about) {text, emit},
#include "rustg/pipeline.def"
};
enum { N_STAGES = sizeof stages / sizeof stages[0] };

const char *cli_dump_name(size_t at)
{
    for (size_t i = 0; i < N_STAGES; i++)
        if (stages[i].emit[0] && at-- == 0)
            return stages[i].name;
    return at <= UINT32_MAX ? rustg_pass_name((uint32_t)at) : NULL;
}

/* "a, b, c" */
static void cli_list_word(char *list, size_t size, const char *word)
{
    const size_t n = strlen(list);
    snprintf(list + n, size - n, "%s%s", n ? ", " : "", word);
}

bool cli_dump_after(const char *name, const char **emit)
{
    char shown[256] = "", passes[512] = "";
    const size_t n = strlen(name);
    cli_similar similar = {0};
    for (size_t i = 0; i < N_STAGES; i++) {
        *emit = stages[i].emit;
        if (stages[i].emit[0] && strcmp(name, stages[i].name) == 0)
            return true;
        if (!stages[i].emit[0])
            continue;
        cli_list_word(shown, sizeof shown, stages[i].name);
        cli_similar_add(&similar, name, n, stages[i].name);
    }
    *emit = NULL;
    for (uint32_t pass = 0; rustg_pass_name(pass) != NULL; pass++) {
        if (strcmp(name, rustg_pass_name(pass)) == 0)
            return true;
        cli_list_word(passes, sizeof passes, rustg_pass_name(pass));
        cli_similar_add(&similar, name, n, rustg_pass_name(pass));
    }
    cli_error("`%s` is no value of --dump-after; it takes a stage (%s) or a pass of the optimizer (%s)", name, shown,
              passes);
    return cli_wrong_call(&similar);
}
