/* render_test.c: diagnostics drawn as rustc 1.95 draws them. All expected texts are rustc's own output for the file
 * a.rs (JSON: with a null explanation). */
#include "lexer/lexer.h"
#include "rustg/diagnostic_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(literal) literal, sizeof literal - 1

typedef struct text_row {
    uint32_t edition;
    const char *text;
    size_t n;
    const char *human, *brief;
} text_row;

typedef struct json_row {
    uint32_t edition;
    const char *text;
    size_t n;
    const char *json;
} json_row;

/* clang-format off */
static const text_row text_rows[] = {
    {2021, TEXT("fn f() {\n    let x = \"abc;\n    let y = 1;\n}\n"),
     "error[E0765]: unterminated double quote string\n"
     " --> a.rs:2:13\n"
     "  |\n"
     "2 |       let x = \"abc;\n"
     "  |  _____________^\n"
     "3 | |     let y = 1;\n"
     "4 | | }\n"
     "  | |__^\n"
     "\n",
     "a.rs:2:13: error[E0765]: unterminated double quote string\n"},
    {2021, TEXT("fn f() {\n    '\t'\n}\n"),
     "error: character constant must be escaped: `\\t`\n"
     " --> a.rs:2:6\n"
     "  |\n"
     "2 |     '    '\n"
     "  |      ^^^^\n"
     "  |\n"
     "help: escape the character\n"
     "  |\n"
     "2 |     '\\t'\n"
     "  |      ++\n"
     "\n",
     "a.rs:2:6: error: character constant must be escaped: `\\t`\n"},
    {2021, TEXT("fn f() { \"\\q\" }\n"),
     "error: unknown character escape: `q`\n"
     " --> a.rs:1:12\n"
     "  |\n"
     "1 | fn f() { \"\\q\" }\n"
     "  |            ^ unknown character escape\n"
     "  |\n"
     "  = help: for more information, visit <https://doc.rust-lang.org/reference/tokens.html#literals>\n"
     "help: if you meant to write a literal backslash (perhaps escaping in a regular expression)"
     ", consider a raw string literal\n"
     "  |\n"
     "1 | fn f() { r\"\\q\" }\n"
     "  |          +\n"
     "\n",
     "a.rs:1:12: error: unknown character escape: `q`: unknown character escape\n"},
    {2021, TEXT("\n/* x /* y */\nfoo\nbar\n\n\nbaz"),
     "error[E0758]: unterminated block comment\n"
     " --> a.rs:2:1\n"
     "  |\n"
     "2 |   /* x /* y */\n"
     "  |   ^-   --   -- ...and last nested comment terminates here.\n"
     "  |   |    |\n"
     "  |   |    ...as last nested comment starts here, maybe you want to close this instead?\n"
     "  |  _unterminated block comment\n"
     "  | |\n"
     "3 | | foo\n"
     "4 | | bar\n"
     "... |\n"
     "7 | | baz\n"
     "  | |___^\n"
     "\n",
     "a.rs:2:1: error[E0758]: unterminated block comment\n"},
    {2021, TEXT("/* x\n\n\n// y\nlast"),
     "error[E0758]: unterminated block comment\n"
     " --> a.rs:1:1\n"
     "  |\n"
     "1 | / /* x\n"
     "... |\n"
     "5 | | last\n"
     "  | |____^\n"
     "\n",
     "a.rs:1:1: error[E0758]: unterminated block comment\n"},
    {2021, TEXT("x r##\"a\"#\n\n"),
     "error[E0748]: unterminated raw string\n"
     " --> a.rs:1:3\n"
     "  |\n"
     "1 | x r##\"a\"#\n"
     "  |   ^     - help: consider terminating the string here: `##`\n"
     "  |   |\n"
     "  |   unterminated raw string\n"
     "  |\n"
     "  = note: this raw string should be terminated with `\"##`\n"
     "\n",
     "a.rs:1:3: error[E0748]: unterminated raw string: unterminated raw string\n"},
    {2021, TEXT("f('hello world')"),
     "error: prefix `world` is unknown\n"
     " --> a.rs:1:10\n"
     "  |\n"
     "1 | f('hello world')\n"
     "  |          ^^^^^ unknown prefix\n"
     "  |\n"
     "  = note: prefixed identifiers and literals are reserved since Rust 2021\n"
     "help: if you meant to write a string literal, use double quotes\n"
     "  |\n"
     "1 - f('hello world')\n"
     "1 + f(\"hello world\")\n"
     "  |\n"
     "\n",
     "a.rs:1:10: error: prefix `world` is unknown: unknown prefix\n"},
    {2021, TEXT("'a\"b'"),
     "error[E0765]: unterminated double quote string\n"
     " --> a.rs:1:3\n"
     "  |\n"
     "1 | 'a\"b'\n"
     "  |   ^^^\n"
     "\n",
     "a.rs:1:3: error[E0765]: unterminated double quote string\n"},
    {2021, TEXT("let x = '\346\274\242\342\200\213';"),
     "error: unknown start of token: \\u{200b}\n"
     " --> a.rs:1:11\n"
     "  |\n"
     "1 | let x = '\346\274\242\342\200\213';\n"
     "  |            ^\n"
     "  |\n"
     "  = help: invisible characters like '\\u{200b}' are not usually visible in text editors\n"
     "\n",
     "a.rs:1:11: error: unknown start of token: \\u{200b}\n"},
    {2021, TEXT("fn f() { b\"\303\251\342\202\254\" }"),
     "error: non-ASCII character in byte string literal\n"
     " --> a.rs:1:12\n"
     "  |\n"
     "1 | fn f() { b\"\303\251\342\202\254\" }\n"
     "  |            ^ must be ASCII\n"
     "  |\n"
     "help: if you meant to use the unicode code point for '\303\251', use a \\xHH escape\n"
     "  |\n"
     "1 - fn f() { b\"\303\251\342\202\254\" }\n"
     "1 + fn f() { b\"\\xE9\342\202\254\" }\n"
     "  |\n"
     "\n",
     "a.rs:1:12: error: non-ASCII character in byte string literal: must be ASCII\n"},
    {2021, TEXT("foo\"bar\""),
     "error: prefix `foo` is unknown\n"
     " --> a.rs:1:1\n"
     "  |\n"
     "1 | foo\"bar\"\n"
     "  | ^^^ unknown prefix\n"
     "  |\n"
     "  = note: prefixed identifiers and literals are reserved since Rust 2021\n"
     "help: consider inserting whitespace here\n"
     "  |\n"
     "1 | foo \"bar\"\n"
     "  |    +\n"
     "\n",
     "a.rs:1:1: error: prefix `foo` is unknown: unknown prefix\n"},
    {2021, TEXT("\357\274\233\357\274\233"),
     "error: unknown start of token: \\u{ff1b}\n"
     " --> a.rs:1:1\n"
     "  |\n"
     "1 | \357\274\233\357\274\233\n"
     "  | ^^^^\n"
     "  |\n"
     "  = note: character appears once more\n"
     "help: Unicode character '\357\274\233' (Fullwidth Semicolon) looks like ';' (Semicolon), but it is not\n"
     "  |\n"
     "1 - \357\274\233\357\274\233\n"
     "1 + ;;\n"
     "  |\n"
     "\n",
     "a.rs:1:1: error: unknown start of token: \\u{ff1b}\n"},
    {2021, TEXT("x \342\200\234a\342\200\235 y"),
     "error: unknown start of token: \\u{201c}\n"
     " --> a.rs:1:3\n"
     "  |\n"
     "1 | x \342\200\234a\342\200\235 y\n"
     "  |   ^\n"
     "  |\n"
     "help: Unicode characters '\342\200\234' (Left Double Quotation Mark) and '\342\200\235' (Right Double Qu"
     "otation Mark) look like '\"' (Quotation Mark), but are not\n"
     "  |\n"
     "1 - x \342\200\234a\342\200\235 y\n"
     "1 + x \"a\" y\n"
     "  |\n"
     "\n",
     "a.rs:1:3: error: unknown start of token: \\u{201c}\n"},
    {2021, TEXT("\000\000"),
     "error: unknown start of token: \\u{0}\n"
     " --> a.rs:1:1\n"
     "  |\n"
     "1 | \342\220\200\342\220\200\n"
     "  | ^^\n"
     "  |\n"
     "  = help: source files must contain UTF-8 encoded text, unexpected null bytes might occur "
     "when a different encoding is used\n"
     "  = note: character appears once more\n"
     "\n",
     "a.rs:1:1: error: unknown start of token: \\u{0}\n"},
    {2021, TEXT("'\\u12'"),
     "error: incorrect unicode escape sequence\n"
     " --> a.rs:1:2\n"
     "  |\n"
     "1 | '\\u12'\n"
     "  |  ^^^\n"
     "  |\n"
     "help: format of unicode escape sequences uses braces\n"
     "  |\n"
     "1 - '\\u12'\n"
     "1 + '\\u{12}'\n"
     "  |\n"
     "\n",
     "a.rs:1:2: error: incorrect unicode escape sequence\n"},
    {2021, TEXT("'\\u'"),
     "error: incorrect unicode escape sequence\n"
     " --> a.rs:1:2\n"
     "  |\n"
     "1 | '\\u'\n"
     "  |  ^^ incorrect unicode escape sequence\n"
     "  |\n"
     "  = help: format of unicode escape sequences is `\\u{...}`\n"
     "\n",
     "a.rs:1:2: error: incorrect unicode escape sequence: incorrect unicode escape sequence\n"},
    {2021, TEXT("'\\xff'"),
     "error: out of range hex escape\n"
     " --> a.rs:1:2\n"
     "  |\n"
     "1 | '\\xff'\n"
     "  |  ^^^^ must be a character in the range [\\x00-\\x7f]\n"
     "  |\n"
     "  = help: if you want to write a byte literal, use `b'\\xff'`\n"
     "  = help: if you want to write a Unicode character, use `'\\u{FF}'`\n"
     "\n",
     "a.rs:1:2: error: out of range hex escape: must be a character in the range [\\x00-\\x7f]\n"},
    {2024, TEXT("##"),
     "error: reserved multi-hash token is forbidden\n"
     " --> a.rs:1:1\n"
     "  |\n"
     "1 | ##\n"
     "  | ^^\n"
     "  |\n"
     "  = note: sequences of two or more # are reserved for future use since Rust 2024\n"
     "help: consider inserting whitespace here\n"
     "  |\n"
     "1 | # #\n"
     "  |  +\n"
     "\n",
     "a.rs:1:1: error: reserved multi-hash token is forbidden\n"},
    {2021, TEXT("----\nx\n---\n"),
     "error: frontmatter close does not match the opening\n"
     " --> a.rs:1:1\n"
     "  |\n"
     "1 |   ----\n"
     "  |   ^---\n"
     "  |   |\n"
     "  |  _the opening here has 4 dashes...\n"
     "  | |\n"
     "2 | | x\n"
     "3 | | ---\n"
     "  | |_--^\n"
     "  |   |\n"
     "  |   ...while the close has 3 dashes\n"
     "\n",
     "a.rs:1:1: error: frontmatter close does not match the opening\n"},
    {2021, TEXT("\n  ---\n---\n"),
     "error: invalid preceding whitespace for frontmatter opening\n"
     " --> a.rs:2:1\n"
     "  |\n"
     "2 |   ---\n"
     "  | ^^^^^\n"
     "  |\n"
     "note: frontmatter opening should not be preceded by whitespace\n"
     " --> a.rs:2:1\n"
     "  |\n"
     "2 |   ---\n"
     "  | ^^\n"
     "\n",
     "a.rs:2:1: error: invalid preceding whitespace for frontmatter opening\n"},
    {2021, TEXT("a\r\n\"b\r\nc\\q\"\r\n"),
     "error: unknown character escape: `q`\n"
     " --> a.rs:3:3\n"
     "  |\n"
     "3 | c\\q\"\n"
     "  |   ^ unknown character escape\n"
     "  |\n"
     "  = help: for more information, visit <https://doc.rust-lang.org/reference/tokens.html#literals>\n"
     "help: if you meant to write a literal backslash (perhaps escaping in a regular expression)"
     ", consider a raw string literal\n"
     "  |\n"
     "2 | r\"b\n"
     "  | +\n"
     "\n",
     "a.rs:3:3: error: unknown character escape: `q`: unknown character escape\n"},
    {2021, TEXT("\n\n\n\n\n\n\n\n\"a\n"),
     "error[E0765]: unterminated double quote string\n"
     "  --> a.rs:9:1\n"
     "   |\n"
     " 9 | \"a\n"
     "   | ^^\n"
     "\n",
     "a.rs:9:1: error[E0765]: unterminated double quote string\n"},
    {2021, TEXT("                                                                                          "
          "                                                            0b2          xxxxxxxxxxxxxxxxx"
          "xxxxxxxxxxxxxxxxxxxxxxx"),
     "error: invalid digit for a base 2 literal\n"
     " --> a.rs:1:153\n"
     "  |\n"
     "1 | ...                   0b2          xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
     "  |                         ^\n"
     "\n",
     "a.rs:1:153: error: invalid digit for a base 2 literal\n"},
    {2021, TEXT("let x = \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"_;"),
     "error: underscore literal suffix is not allowed\n"
     " --> a.rs:1:311\n"
     "  |\n"
     "1 | ...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"_;\n"
     "  |                                                                    ^\n"
     "\n",
     "a.rs:1:311: error: underscore literal suffix is not allowed\n"},
    {2021, TEXT("0b2 /* yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
          "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
          "yyyyyyyyyyyyyyyyyyyyyyyyyyy"),
     "error: invalid digit for a base 2 literal\n"
     " --> a.rs:1:3\n"
     "  |\n"
     "1 | 0b2 /* yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
     "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy...\n"
     "  |   ^\n"
     "\n",
     "a.rs:1:3: error: invalid digit for a base 2 literal\n"},
    {2021, TEXT("fn f() { \"\342\202\" }"),
     "error: couldn't read `a.rs`: stream did not contain valid UTF-8\n"
     " --> a.rs:1:11\n"
     "  |\n"
     "1 | fn f() { \"\357\277\275\" }\n"
     "  |           ^ bytes `[226, 130]` are not valid utf-8\n"
     "\n",
     "a.rs:1:11: error: couldn't read `a.rs`: stream did not contain valid UTF-8: bytes `[226, 1"
     "30]` are not valid utf-8\n"},
    {2021, TEXT("'ab\n\n\n\n\n\n\ncd'x 'e"),
     "error: prefix `cd` is unknown\n"
     " --> a.rs:8:1\n"
     "  |\n"
     "8 | cd'x 'e\n"
     "  | ^^ unknown prefix\n"
     "  |\n"
     "  = note: prefixed identifiers and literals are reserved since Rust 2021\n"
     "help: consider inserting whitespace here\n"
     "  |\n"
     "8 | cd 'x 'e\n"
     "  |   +\n"
     "\n",
     "a.rs:8:1: error: prefix `cd` is unknown: unknown prefix\n"},
};

static const json_row json_rows[] = {
    {2021, TEXT("/* x /* y */\nfoo"),
     "{\"$message_type\":\"diagnostic\",\"message\":\"unterminated block comment\",\"code\":{\"code\":\"E075"
     "8\",\"explanation\":null},\"level\":\"error\",\"spans\":[{\"file_name\":\"a.rs\",\"byte_start\":0,\"by"
     "te_end\":2,\"line_start\":1,\"line_end\":1,\"column_start\":1,\"column_end\":3,\"is_primary\":false,\""
     "text\":[{\"text\":\"/* x /* y */\",\"highlight_start\":1,\"highlight_end\":3}],\"label\":\"unterminate"
     "d block comment\",\"suggested_replacement\":null,\"suggestion_applicability\":null,\"expansion\":"
     "null},{\"file_name\":\"a.rs\",\"byte_start\":5,\"byte_end\":7,\"line_start\":1,\"line_end\":1,\"column"
     "_start\":6,\"column_end\":8,\"is_primary\":false,\"text\":[{\"text\":\"/* x /* y */\",\"highlight_star"
     "t\":6,\"highlight_end\":8}],\"label\":\"...as last nested comment starts here, maybe you want to"
     " close this instead?\",\"suggested_replacement\":null,\"suggestion_applicability\":null,\"expans"
     "ion\":null},{\"file_name\":\"a.rs\",\"byte_start\":10,\"byte_end\":12,\"line_start\":1,\"line_end\":1,"
     "\"column_start\":11,\"column_end\":13,\"is_primary\":false,\"text\":[{\"text\":\"/* x /* y */\",\"high"
     "light_start\":11,\"highlight_end\":13}],\"label\":\"...and last nested comment terminates here.\""
     ",\"suggested_replacement\":null,\"suggestion_applicability\":null,\"expansion\":null},{\"file_nam"
     "e\":\"a.rs\",\"byte_start\":0,\"byte_end\":16,\"line_start\":1,\"line_end\":2,\"column_start\":1,\"col"
     "umn_end\":4,\"is_primary\":true,\"text\":[{\"text\":\"/* x /* y */\",\"highlight_start\":1,\"highlight"
     "_end\":13},{\"text\":\"foo\",\"highlight_start\":1,\"highlight_end\":4}],\"label\":null,\"suggested_re"
     "placement\":null,\"suggestion_applicability\":null,\"expansion\":null}],\"children\":[],\"rendered"
     "\":\"error[E0758]: unterminated block comment\\n --> a.rs:1:1\\n  |\\n1 |   /* x /* y */\\n  |  "
     " ^-   --   -- ...and last nested comment terminates here.\\n  |   |    |\\n  |   |    ...as "
     "last nested comment starts here, maybe you want to close this instead?\\n  |  _unterminated"
     " block comment\\n  | |\\n2 | | foo\\n  | |___^\\n\\n\"}\n"},
    {2021, TEXT("\"\t\\q\""),
     "{\"$message_type\":\"diagnostic\",\"message\":\"unknown character escape: `q`\",\"code\":null,\"level"
     "\":\"error\",\"spans\":[{\"file_name\":\"a.rs\",\"byte_start\":3,\"byte_end\":4,\"line_start\":1,\"lin"
     "e_end\":1,\"column_start\":4,\"column_end\":5,\"is_primary\":true,\"text\":[{\"text\":\"\\\"\\t\\\\q\\"
     "\"\",\"highlight_start\":4,\"highlight_end\":5}],\"label\":\"unknown character escape\",\"suggested_r"
     "eplacement\":null,\"suggestion_applicability\":null,\"expansion\":null}],\"children\":[{\"message\""
     ":\"for more information, visit <https://doc.rust-lang.org/reference/tokens.html#literals>\","
     "\"code\":null,\"level\":\"help\",\"spans\":[],\"children\":[],\"rendered\":null},{\"message\":\"if you"
     " meant to write a literal backslash (perhaps escaping in a regular expression), consider a"
     " raw string literal\",\"code\":null,\"level\":\"help\",\"spans\":[{\"file_name\":\"a.rs\",\"byte_start"
     "\":0,\"byte_end\":5,\"line_start\":1,\"line_end\":1,\"column_start\":1,\"column_end\":6,\"is_primary\""
     ":true,\"text\":[{\"text\":\"\\\"\\t\\\\q\\\"\",\"highlight_start\":1,\"highlight_end\":6}],\"label\":n"
     "ull,\"suggested_replacement\":\"r\\\"\\t\\\\q\\\"\",\"suggestion_applicability\":\"MaybeIncorrect\",\""
     "expansion\":null}],\"children\":[],\"rendered\":null}],\"rendered\":\"error: unknown character esc"
     "ape: `q`\\n --> a.rs:1:4\\n  |\\n1 | \\\"    \\\\q\\\"\\n  |       ^ unknown character escape\\n  |\\n"
     "  = help: for more information, visit <https://doc.rust-lang.org/reference/tokens.html#lit"
     "erals>\\nhelp: if you meant to write a literal backslash (perhaps escaping in a regular exp"
     "ression), consider a raw string literal\\n  |\\n1 | r\\\"    \\\\q\\\"\\n  | +\\n\\n\"}\n"},
    {2021, TEXT("x \303\251\342\200\213"),
     "{\"$message_type\":\"diagnostic\",\"message\":\"unknown start of token: \\\\u{200b}\",\"code\":null,\""
     "level\":\"error\",\"spans\":[{\"file_name\":\"a.rs\",\"byte_start\":4,\"byte_end\":7,\"line_start\":1,"
     "\"line_end\":1,\"column_start\":4,\"column_end\":5,\"is_primary\":true,\"text\":[{\"text\":\"x "
     "\303\251\342\200\213\",\"highlight_start\":4,\"highlight_end\":5}],\"label\":null,\"suggested_replacem"
     "ent\":null,\"suggestion_applicability\":null,\"expansion\":null}],\"children\":[{\"message\":\"invis"
     "ible characters like '\\\\u{200b}' are not usually visible in text editors\",\"code\":null,\"lev"
     "el\":\"help\",\"spans\":[],\"children\":[],\"rendered\":null}],\"rendered\":\"error: unknown start of "
     "token: \\\\u{200b}\\n --> a.rs:1:4\\n  |\\n1 | x \303\251\342\200\213\\n  |    ^\\n  |\\n  = help: inv"
     "isible characters like '\\\\u{200b}' are not usually visible in text editors\\n\\n\"}\n"},
    {2021, TEXT("\357\273\277\"a\r\n\\q\""),
     "{\"$message_type\":\"diagnostic\",\"message\":\"unknown character escape: `q`\",\"code\":null,\"level"
     "\":\"error\",\"spans\":[{\"file_name\":\"a.rs\",\"byte_start\":8,\"byte_end\":9,\"line_start\":2,\"lin"
     "e_end\":2,\"column_start\":2,\"column_end\":3,\"is_primary\":true,\"text\":[{\"text\":\"\\\\q\\\"\",\""
     "highlight_start\":2,\"highlight_end\":3}],\"label\":\"unknown character escape\",\"suggested_repla"
     "cement\":null,\"suggestion_applicability\":null,\"expansion\":null}],\"children\":[{\"message\":\"fo"
     "r more information, visit <https://doc.rust-lang.org/reference/tokens.html#literals>\",\"cod"
     "e\":null,\"level\":\"help\",\"spans\":[],\"children\":[],\"rendered\":null},{\"message\":\"if you mean"
     "t to write a literal backslash (perhaps escaping in a regular expression), consider a raw "
     "string literal\",\"code\":null,\"level\":\"help\",\"spans\":[{\"file_name\":\"a.rs\",\"byte_start\":3,"
     "\"byte_end\":10,\"line_start\":1,\"line_end\":2,\"column_start\":1,\"column_end\":4,\"is_primary\":tru"
     "e,\"text\":[{\"text\":\"\\\"a\",\"highlight_start\":1,\"highlight_end\":3},{\"text\":\"\\\\q\\\"\",\"h"
     "ighlight_start\":1,\"highlight_end\":4}],\"label\":null,\"suggested_replacement\":\"r\\\"a\\n\\\\q\\\""
     "\",\"suggestion_applicability\":\"MaybeIncorrect\",\"expansion\":null}],\"children\":[],\"rendered\":"
     "null}],\"rendered\":\"error: unknown character escape: `q`\\n --> a.rs:2:2\\n  |\\n2 | \\\\q\\\"\\n  "
     "|  ^ unknown character escape\\n  |\\n  = help: for more information, visit <https://doc.rus"
     "t-lang.org/reference/tokens.html#literals>\\nhelp: if you meant to write a literal backslas"
     "h (perhaps escaping in a regular expression), consider a raw string literal\\n  |\\n1 | r\\\"a"
     "\\n  | +\\n\\n\"}\n"},
    {2021, TEXT("'\\\000'"),
     "{\"$message_type\":\"diagnostic\",\"message\":\"unknown character escape: `\\\\u{0}`\",\"code\":null"
     ",\"level\":\"error\",\"spans\":[{\"file_name\":\"a.rs\",\"byte_start\":2,\"byte_end\":3,\"line_start"
     "\":1,\"line_end\":1,\"column_start\":3,\"column_end\":4,\"is_primary\":true,\"text\":[{\"text\":\"'\\"
     "\\\\u0000'\",\"highlight_start\":3,\"highlight_end\":4}],\"label\":\"unknown character escape\",\"su"
     "ggested_replacement\":null,\"suggestion_applicability\":null,\"expansion\":null}],\"children\":[{\"m"
     "essage\":\"for more information, visit <https://doc.rust-lang.org/reference/tokens.html#literals>\","
     "\"code\":null,\"level\":\"help\",\"spans\":[],\"children\":[],\"rendered\":null},{\"message\":\"if y"
     "ou meant to write a literal backslash (perhaps escaping in a regular expression), consider a raw str"
     "ing literal\",\"code\":null,\"level\":\"help\",\"spans\":[{\"file_name\":\"a.rs\",\"byte_start\":0,\""
     "byte_end\":4,\"line_start\":1,\"line_end\":1,\"column_start\":1,\"column_end\":5,\"is_primary\":true"
     ",\"text\":[{\"text\":\"'\\\\\\u0000'\",\"highlight_start\":1,\"highlight_end\":5}],\"label\":null,\""
     "suggested_replacement\":\"r\\\"\\\\\\u0000\\\"\",\"suggestion_applicability\":\"MaybeIncorrect\",\"e"
     "xpansion\":null}],\"children\":[],\"rendered\":null}],\"rendered\":\"error: unknown character escape"
     ": `\\\\u{0}`\\n --> a.rs:1:3\\n  |\\n1 | '\\\\\342\220\200'\\n  |   ^ unknown character escape\\n  |"
     "\\n  = help: for more information, visit <https://doc.rust-lang.org/reference/tokens.html#literals>\\"
     "nhelp: if you meant to write a literal backslash (perhaps escaping in a regular expression), conside"
     "r a raw string literal\\n  |\\n1 - '\\\\\342\220\200'\\n1 + r\\\"\\\\\342\220\200\\\"\\n  |\\n\\n\"}"
     "\n"},
};

static const char colored[] =
     "\033[1m\033[91merror\033[0m\033[1m: prefix `world` is unknown\033[0m\n"
     " \033[1m\033[94m--> \033[0ma.rs:1:10\n"
     "  \033[1m\033[94m|\033[0m\n"
     "\033[1m\033[94m1\033[0m \033[1m\033[94m|\033[0m f('hello world')\n"
     "  \033[1m\033[94m|\033[0m          \033[1m\033[91m^^^^^\033[0m \033[1m\033[91munknown prefix\033[0m\n"
     "  \033[1m\033[94m|\033[0m\n"
     "  \033[1m\033[94m= \033[0m\033[1mnote\033[0m: prefixed identifiers and literals are reserved since Rust "
     "2021\n"
     "\033[1m\033[96mhelp\033[0m: if you meant to write a string literal, use double quotes\n"
     "  \033[1m\033[94m|\033[0m\n"
     "\033[1m\033[94m1\033[0m \033[91m- \033[0mf(\033[91m'\033[0mhello world\033[91m'\033[0m)\n"
     "\033[1m\033[94m1\033[0m \033[92m+ \033[0mf(\033[92m\"\033[0mhello world\033[92m\"\033[0m)\n"
     "  \033[1m\033[94m|\033[0m\n"
     "\n";
/* clang-format on */

static int failures;

static void check(bool ok, const char *what, const char *found)
{
    if (!ok) {
        printf("%s\n%s\n", what, found);
        failures++;
    }
}

/* The error with the smallest place, drawn; malloc'd. */
static char *draw(const char *text, size_t n, uint32_t edition, rustg_error_format format, int color)
{
    diag_list list = {0};
    char *out = NULL;
    size_t size;
    uint8_t *bytes = malloc(n ? n : 1);
    if (!bytes)
        return NULL;
    memcpy(bytes, text, n);
    lex_diagnose(bytes, (uint32_t)n, edition, 0, &list);
    if (list.n > 0) {
        size = rustg_diagnostic_render(&list.data[0], "a.rs", bytes, n, format, color, NULL, 0);
        out = malloc(size + 1);
        if (out && rustg_diagnostic_render(&list.data[0], "a.rs", bytes, n, format, color, out, size + 1) != size) {
            printf("two sizes for one text\n");
            failures++;
        }
    }
    diag_list_free(&list);
    free(bytes);
    return out;
}

static void check_drawn(const char *text, size_t n, uint32_t edition, rustg_error_format format, int color,
                        const char *expected)
{
    char *found = draw(text, n, edition, format, color);
    check(found && strcmp(found, expected) == 0, expected, found ? found : "nothing");
    free(found);
}

static void check_sizes(void)
{
    static const uint8_t bytes[] = "0b2";
    const rustg_diagnostic d = {0, RUSTG_DIAG_INVALID_DIGIT, 2, 3, 2, 0, 0, {0}, 0, NULL};
    const char *message = "invalid digit for a base 2 literal";
    char buffer[64];
    size_t n = rustg_diagnostic_message(&d, bytes, 3, NULL, 0);
    check(n == strlen(message), "message size", "");
    n = rustg_diagnostic_message(&d, bytes, 3, buffer, sizeof buffer);
    check(n == strlen(message) && strcmp(buffer, message) == 0, message, buffer);
    n = rustg_diagnostic_message(&d, bytes, 3, buffer, 8);
    check(n == strlen(message) && strcmp(buffer, "invalid") == 0, "cut message", buffer);
    n = rustg_diagnostic_render(&d, "a.rs", bytes, 3, RUSTG_FORMAT_SHORT, 0, buffer, 11);
    check(n == strlen("a.rs:1:3: error: invalid digit for a base 2 literal\n") && strcmp(buffer, "a.rs:1:3: ") == 0,
          "cut rendering", buffer);
}

/* Rows without a place, and rows that no lexer made. */
static void check_placeless(void)
{
    const rustg_diagnostic unreadable = {0, RUSTG_DIAG_FILE_UNREADABLE, 0, 0, 2, 0, 0, {0}, 0, NULL};
    const rustg_diagnostic too_long = {0, RUSTG_DIAG_FILE_TOO_LONG, 0, 0, 0, 0, 0, {0}, 0, NULL};
    const rustg_diagnostic outside = {0, RUSTG_DIAG_INVALID_DIGIT, 5, 9, 2, 0, 0, {0}, 0, NULL};
    const rustg_diagnostic unknown = {0, RUSTG_N_DIAGNOSTIC_KINDS, 0, 0, 0, 0, 0, {0}, 0, NULL};
    char buffer[512];
    rustg_diagnostic_render(&unreadable, "no.rs", NULL, 0, RUSTG_FORMAT_HUMAN, 0, buffer, sizeof buffer);
    check(strcmp(buffer, "error: couldn't read `no.rs`: No such file or directory (os error 2)\n\n") == 0, "unreadable",
          buffer);
    rustg_diagnostic_render(&unreadable, "no.rs", NULL, 0, RUSTG_FORMAT_SHORT, 0, buffer, sizeof buffer);
    check(strcmp(buffer, "error: couldn't read `no.rs`: No such file or directory (os error 2)\n") == 0, "unreadable",
          buffer);
    rustg_diagnostic_render(&unreadable, "no.rs", NULL, 0, RUSTG_FORMAT_JSON, 0, buffer, sizeof buffer);
    check(strcmp(buffer,
                 "{\"$message_type\":\"diagnostic\",\"message\":\"couldn't read `no.rs`: No such file or directory (os "
                 "error 2)\",\"code\":null,\"level\":\"error\",\"spans\":[],\"children\":[],\"rendered\":\"error: "
                 "couldn't read `no.rs`: No such file or directory (os error 2)\\n\\n\"}\n") == 0,
          "unreadable", buffer);
    rustg_diagnostic_render(&too_long, "big.rs", NULL, 0, RUSTG_FORMAT_SHORT, 0, buffer, sizeof buffer);
    check(strncmp(buffer, "error: couldn't read `big.rs`: rustg does not support", 52) == 0, "too long", buffer);
    rustg_diagnostic_message(&unreadable, NULL, 0, buffer, sizeof buffer);
    check(strcmp(buffer, "couldn't read `the file`: No such file or directory (os error 2)") == 0, "no path", buffer);
    rustg_diagnostic_render(&outside, "a.rs", (const uint8_t *)"x", 1, RUSTG_FORMAT_HUMAN, 0, buffer, sizeof buffer);
    check(strcmp(buffer, "error: invalid digit for a base 2 literal\n\n") == 0, "outside the file", buffer);
    rustg_diagnostic_render(&unknown, "a.rs", (const uint8_t *)"x", 1, RUSTG_FORMAT_SHORT, 0, buffer, sizeof buffer);
    check(strcmp(buffer, "a.rs:1:1: error: unknown diagnostic\n") == 0, "unknown kind", buffer);
}

/* A NUL in a text does not end it, and no name of a file makes JSON that is none. */
static void check_nul(void)
{
    const rustg_diagnostic_part found = {RUSTG_PART_TEXT, 0, 0, 0, "`\"a\xC0\x80z\"`", ""};
    const rustg_diagnostic d = {.kind = RUSTG_DIAG_EXPECTED_SEMI, .n_parts = 1, .parts = &found};
    static const char message[] = "expected `;`, found `\"a\0z\"`";
    char buffer[4096];
    size_t n = rustg_diagnostic_message(&d, (const uint8_t *)"x", 1, buffer, sizeof buffer);
    check(n == sizeof message - 1 && memcmp(buffer, message, sizeof message) == 0, "a NUL in a message", buffer);
    rustg_diagnostic_render(&d, "a\xFFz.rs", (const uint8_t *)"x", 1, RUSTG_FORMAT_JSON, 0, buffer, sizeof buffer);
    check(strstr(buffer, "\"message\":\"expected `;`, found `\\\"a\\u0000z\\\"`\"") != NULL, "a NUL in JSON", buffer);
    check(strstr(buffer, "\"file_name\":\"a\xEF\xBF\xBDz.rs\"") != NULL && !strchr(buffer, '\xFF'), "a name in JSON",
          buffer);
}

static void check_place(const char *text, uint32_t at, uint32_t line, uint32_t column)
{
    uint32_t found_line, found_column;
    rustg_line_column((const uint8_t *)text, strlen(text), at, &found_line, &found_column);
    if (found_line != line || found_column != column) {
        printf("%s at %u: %u:%u, expected %u:%u\n", text, at, found_line, found_column, line, column);
        failures++;
    }
}

static void check_places(void)
{
    check_place("", 0, 1, 1);
    check_place("ab", 2, 1, 3);
    check_place("a\nb", 1, 1, 2);
    check_place("a\nb", 2, 2, 1);
    check_place("a\n", 2, 1, 3);
    check_place("a\r\nb", 3, 2, 1);
    check_place("a\r\n", 3, 1, 3);
    check_place("\xC3\xA9x", 2, 1, 2);
    check_place("\xEF\xBB\xBFx", 3, 1, 1);
    check_place("\xEF\xBB\xBF"
                "a\nb",
                5, 2, 1);
    check_place("a", 99, 1, 2);
}

int main(void)
{
    size_t i;
    for (i = 0; i < sizeof text_rows / sizeof text_rows[0]; i++) {
        const text_row *row = &text_rows[i];
        check_drawn(row->text, row->n, row->edition, RUSTG_FORMAT_HUMAN, 0, row->human);
        check_drawn(row->text, row->n, row->edition, RUSTG_FORMAT_SHORT, 0, row->brief);
    }
    for (i = 0; i < sizeof json_rows / sizeof json_rows[0]; i++)
        check_drawn(json_rows[i].text, json_rows[i].n, json_rows[i].edition, RUSTG_FORMAT_JSON, 0, json_rows[i].json);
    check_drawn(TEXT("f('hello world')"), 2021, RUSTG_FORMAT_HUMAN, 1, colored);
    check_sizes();
    check_placeless();
    check_nul();
    check_places();
    check(strcmp(rustg_diagnostic_code(RUSTG_DIAG_UNTERMINATED_STR), "E0765") == 0, "code", "");
    check(strcmp(rustg_diagnostic_code(RUSTG_DIAG_UNKNOWN_TOKEN), "") == 0, "no code", "");
    check(strcmp(rustg_diagnostic_kind_name(RUSTG_DIAG_LONG_CHAR), "LONG_CHAR") == 0, "name", "");
    check(strcmp(rustg_diagnostic_kind_name(99999), "?") == 0, "no name", "");
    printf("%d failures\n", failures);
    return failures != 0;
}
