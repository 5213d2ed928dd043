/* lex_confusable.c: see lex_confusable.h. */
#include "lexer/diagnose/lex_confusable.h"

#include <stddef.h>
#include <string.h>

static const lex_confusable confusables[] = {
#define CONFUSABLE(code_point, name, ascii) {code_point, name, ascii},
#include "lexer/diagnose/confusable.def"
};

typedef struct ascii_name {
    const char *ascii;
    const char *name;
    bool is_token;
} ascii_name;

static const ascii_name ascii_names[] = {
    {" ", "Space", false},
    {"_", "Underscore", true},
    {"-", "Minus/Hyphen", true},
    {",", "Comma", true},
    {";", "Semicolon", true},
    {":", "Colon", true},
    {"!", "Exclamation Mark", true},
    {"?", "Question Mark", true},
    {".", "Period", true},
    {"(", "Left Parenthesis", true},
    {")", "Right Parenthesis", true},
    {"[", "Left Square Bracket", true},
    {"]", "Right Square Bracket", true},
    {"{", "Left Curly Brace", true},
    {"}", "Right Curly Brace", true},
    {"*", "Asterisk", true},
    {"/", "Slash", true},
    {"\\", "Backslash", false},
    {"&", "Ampersand", true},
    {"+", "Plus Sign", true},
    {"<", "Less-Than Sign", true},
    {"=", "Equals Sign", true},
    {"==", "Double Equals Sign", true},
    {">", "Greater-Than Sign", true},
    {"'", "Single Quote", false},
    {"\"", "Quotation Mark", false},
};

const lex_confusable *lex_confusable_find(uint32_t code_point)
{
    size_t low = 0, high = sizeof confusables / sizeof confusables[0];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (confusables[middle].code_point == code_point)
            return &confusables[middle];
        if (confusables[middle].code_point < code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static const ascii_name *lex_find_ascii(const lex_confusable *row)
{
    size_t i = 0;
    while (strcmp(ascii_names[i].ascii, row->ascii) != 0)
        i++;
    return &ascii_names[i];
}

const char *lex_confusable_ascii_name(const lex_confusable *row)
{
    return lex_find_ascii(row)->name;
}

bool lex_confusable_is_token(const lex_confusable *row)
{
    return lex_find_ascii(row)->is_token;
}
