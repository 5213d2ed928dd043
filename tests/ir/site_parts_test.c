/* site_parts_test.c: the text of a message that shows texts: whole, cut between characters, quoted, padded. */
#include "ir/ir_check.h"

/* What a message of one text says, of which n_parts words are told. */
static void says(const char *message, const char *text, size_t n, uint32_t n_parts, const char *wanted)
{
    char words[8 * IR_MOST_OPERANDS] = {0}, full[512], found[256];
    uint64_t operands[IR_MOST_OPERANDS] = {0};
    size_t at = 0;
    memcpy(words, text, n < 8 * n_parts ? n : 8 * n_parts);
    for (uint32_t i = 0; i < n_parts; i++) {
        for (uint32_t k = 0; k < 8; k++)
            operands[i] |= (uint64_t)(uint8_t)words[8 * i + k] << 8 * k;
        at += (size_t)snprintf(full + at, sizeof full - at, "{part}");
    }
    operands[n_parts] = n;
    snprintf(full + at, sizeof full - at, "%s", message);
    const size_t n_found = ir_site_text(&(ir_site){.message = full}, operands, found, sizeof found);
    CHECK(n_found == strlen(found) && strcmp(found, wanted) == 0, "%s of %s: `%s`, not `%s`", message, text, found,
          wanted);
}

int main(void)
{
    check_begin();
    says("<{text}>", "", 0, 2, "<>");
    says("<{text}>", "{no} hole", 9, 2, "<{no} hole>");
    says("<{text}>", "0123456789abcdef", 16, 2, "<0123456789abcdef>");
    says("<{text}>", "0123456789abcdefg", 17, 2, "<0123456789abcdef[...]>");
    says("{text}", "0123456789abcdefg", 17, 2, "0123456789abcdef[...]");
    says("of `{text}`.", "0123456789abcdefg", 17, 2, "of `0123456789abcdef`[...].");
    says("of `{text}`", "0123456789abcdefg", 17, 2, "of `0123456789abcdef`[...]");
    says("{text}", "0123456789abcde\xC3\xA9", 17, 2, "0123456789abcde[...]");
    says("{text}", "0123456789abc\xE2\x89\x88.", 17, 2, "0123456789abc\xE2\x89\x88[...]");
    says("{text}", "0123456789abcd\xE2\x89\x88", 17, 2, "0123456789abcd[...]");
    says("{text?}", "a\"\n\xE2\x89\x88\\", 7, 1, "\"a\\\"\\n\xE2\x89\x88\\\\\"");
    says("{text?}", "0123456\xC3\xA9", 9, 1, "\"0123456\"[...]");
    says("{text:>6}|", "\xE2\x89\x88.", 4, 1, "    \xE2\x89\x88.|");
    says("{text:*^6.2}|", "abcdefghi", 9, 1, "**ab**|");
    says("{text:.9}|", "abcdefghi", 9, 1, "abcdefgh[...]|");
    return check_end("site_parts_test");
}
