/* cli_explain.c: prints --explain: what the code of an error means. */
#include "cli/cli.h"
#include "rustg/diagnostic_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_DIGITS = 4, CODE_BYTES = 16 };

/* "E0502" for that, "e502" and "502", "RUSTG0323" for that and "rustg323". False: it is no code. */
static bool explain_code(const char *word, char code[CODE_BYTES])
{
    const bool is_own = strncasecmp(word, "RUSTG", 5) == 0;
    const char *digits = word + (is_own ? 5 : word[0] == 'E' || word[0] == 'e');
    const size_t n = strspn(digits, "0123456789");
    if (n == 0 || n > MOST_DIGITS || digits[n] != 0)
        return false;
    snprintf(code, CODE_BYTES, "%s%04d", is_own ? "RUSTG" : "E", atoi(digits));
    return true;
}

/* Of the codes that begin as this one. */
static const char *explain_nearest(const char *code)
{
    const char *nearest = "";
    int least = INT32_MAX;
    const size_t n = strcspn(code, "0123456789");
    for (uint32_t kind = 0; kind < RUSTG_N_DIAGNOSTIC_KINDS; kind++) {
        const char *other = rustg_diagnostic_code(kind);
        if (strncmp(other, code, n) != 0)
            continue;
        const int distance = abs(atoi(other + n) - atoi(code + n));
        if (distance < least) {
            nearest = other;
            least = distance;
        }
    }
    return nearest;
}

int cli_explain(const char *word)
{
    char code[CODE_BYTES];
    if (!explain_code(word, code)) {
        cli_error("`%s` is no code of an error; a code is E0502, 502 or RUSTG0323", word);
        return CLI_EXIT_CALL;
    }
    const char *text = rustg_explain(code);
    if (text == NULL) {
        cli_error("rustg gives no error %s", code);
        cli_hint("the nearest one that it gives is %s", explain_nearest(code));
        return CLI_EXIT_CALL;
    }
    cli_writer out;
    if (writer_open(&out, NULL))
        writer_string(&out, text);
    if (writer_close(&out))
        return CLI_EXIT_OK;
    cli_write_error(NULL, out.error);
    return CLI_EXIT_MACHINE;
}
