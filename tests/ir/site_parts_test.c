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

/* What a message of one number with many digits says: so many bytes, of which these come first and last. */
static void has_digits(const char *message, uint64_t bits, size_t n, const char *first, const char *last)
{
    static char found[4096];
    const uint64_t operands[IR_MOST_OPERANDS] = {bits};
    const size_t n_found = ir_site_text(&(ir_site){.message = message}, operands, found, sizeof found);
    CHECK(n_found == n && strncmp(found, first, strlen(first)) == 0 && strcmp(found + n - strlen(last), last) == 0,
          "%s: %zu bytes, `%s`", message, n_found, found);
}

int main(void)
{
    check_begin();
    has_digits("{f64:.2000}|", UINT64_C(0x3FF8000000000000), 2003, "1.500", "000|");
    has_digits("{f64:+.3000e}|", UINT64_C(0x3FF8000000000000), 3006, "+1.500", "000e0|");
    has_digits("{f64:.1200}|", 1, 1203, "0.000", "00000000|");
    has_digits("{f64:>2100.2000}|", UINT64_C(0xFFEFFFFFFFFFFFFF), 2312, "-1797693134862315708145", "000|");
    has_digits("{:<2100.2000e}|", 15, 2101, "1.500", "     |");
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
    /* Values among them, as ir_shown says: whole, with options, cut, and of kinds that there are not. */
    says("{text}.",
         "a\xF8\x07"
         "b\xF9\x03",
         6, 2, "a7b-2.");
    says("{text}", "\xFF\x44\x80\x80\x80\xFC\x03", 7, 1, "1.0");
    says("{text}", "\xFF\x04\x80\x80\x80\xFC\x03", 7, 1, "1");
    says("{text}", "\xFF\x07\x01,\xFF\x48'", 7, 1, "true,'\\''");
    says("{text}",
         "\xFF\x46\x02"
         "a\"|",
         6, 1, "\"a\\\"\"|");
    says("{text}", "\xFF\x02\x01\x01", 4, 1, "18446744073709551617");
    says("{text}", "\xFF\x09\x10", 3, 1, "0x10");
    says("{text}", "{\n\xFE\x02x", 5, 1, "{\n        x");
    says("{text}", "ab\xFF\x46\x07xyz", 12, 1, "ab\"xyz\"[...]");
    says("{text}", "ab\xF8\x80\x80\x80\x80\x80\x80\x01", 10, 1, "ab[...]");
    says("{text}", "ab\xFF\x0A\x01", 5, 1, "ab[...]");
    const uint64_t options = ir_site_options("*^+#08.2x", 9);
    CHECK(options == (('*' ^ ' ') | 2u << 21 | 7u << 23 | UINT64_C(17) << 26 | UINT64_C(5) << 43 | UINT64_C(1) << 61),
          "options are %llx", (unsigned long long)options);
    CHECK(ir_site_options("", 0) == 0 && ir_site_options("?", 1) == 0, "no options are 0");
    return check_end("site_parts_test");
}
