/* cli_explain.c: prints --explain: what the code of an error means. */
#include "cli/cli.h"
#include "rustg/diagnostic_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 4 };

/* 502 for "E0502", "e502" and "502"; -1 for what is no code. */
static int explain_number(const char *word)
{
    const char *digits = word + (word[0] == 'E' || word[0] == 'e');
    const size_t n = strspn(digits, "0123456789");
    return n > 0 && n <= MOST_DIGITS && digits[n] == 0 ? atoi(digits) : -1;
}

static const char *explain_nearest(int number)
{
    const char *nearest = "";
    int least = INT32_MAX;
    for (uint32_t kind = 0; kind < RUSTG_N_DIAGNOSTIC_KINDS; kind++) {
        const char *code = rustg_diagnostic_code(kind);
        const int distance = abs(explain_number(code) - number);
        if (code[0] != 0 && distance < least) {
            nearest = code;
            least = distance;
        }
    }
    return nearest;
}

int cli_explain(const char *word)
{
    const int number = explain_number(word);
    if (number < 0) {
        cli_error("`%s` is no code of an error; a code is E0502 or 502", word);
        return CLI_EXIT_CALL;
    }
    char code[16];
    snprintf(code, sizeof code, "E%04d", number);
    const char *text = rustg_explain(code);
    if (text == NULL) {
        cli_error("rustg gives no error %s", code);
        cli_hint("the nearest one that it gives is %s", explain_nearest(number));
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
