/* lex_confusable.c: see lex_confusable.h. */
#include "lexer/diagnose/lex_confusable.h"

#include <stddef.h>

/* What a character may look like: its text, its name as rustc 1.95 prints it, and whether rustc goes on with its
 * token, which white space, quotes and the backslash do not give. */
#define ASCII_SPACE         " ", "Space", false
#define ASCII_UNDERSCORE    "_", "Underscore", true
#define ASCII_MINUS         "-", "Minus/Hyphen", true
#define ASCII_COMMA         ",", "Comma", true
#define ASCII_SEMICOLON     ";", "Semicolon", true
#define ASCII_COLON         ":", "Colon", true
#define ASCII_EXCLAMATION   "!", "Exclamation Mark", true
#define ASCII_QUESTION      "?", "Question Mark", true
#define ASCII_PERIOD        ".", "Period", true
#define ASCII_L_PAREN       "(", "Left Parenthesis", true
#define ASCII_R_PAREN       ")", "Right Parenthesis", true
#define ASCII_L_BRACKET     "[", "Left Square Bracket", true
#define ASCII_R_BRACKET     "]", "Right Square Bracket", true
#define ASCII_L_BRACE       "{", "Left Curly Brace", true
#define ASCII_R_BRACE       "}", "Right Curly Brace", true
#define ASCII_STAR          "*", "Asterisk", true
#define ASCII_SLASH         "/", "Slash", true
#define ASCII_BACKSLASH     "\\", "Backslash", false
#define ASCII_AMPERSAND     "&", "Ampersand", true
#define ASCII_PLUS          "+", "Plus Sign", true
#define ASCII_LESS          "<", "Less-Than Sign", true
#define ASCII_EQUALS        "=", "Equals Sign", true
#define ASCII_DOUBLE_EQUALS "==", "Double Equals Sign", true
#define ASCII_GREATER       ">", "Greater-Than Sign", true
#define ASCII_SINGLE_QUOTE  "'", "Single Quote", false
#define ASCII_QUOTE         "\"", "Quotation Mark", false

static const lex_confusable confusables[] = {
#define CONFUSABLE(code_point, name, ascii) {code_point, name, ASCII_##ascii},
#include "lexer/diagnose/confusable.def"
};

/* lex_confusable_find searches by halves. */
#define CONFUSABLE(code_point, name, ascii) < (code_point)) && ((code_point)
_Static_assert((0
#include "lexer/diagnose/confusable.def"
                < 0x110000),
               "confusable.def: a row does not stand in the order of the code points");

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
