/* parse_diagnose_test.c: syntax errors against rustc 1.95: place, code and message of the errors of each text, and a
 * well-formed tree whatever the text. Every kind of syntax error is in a case.
 *
 * Cases lie in tests/parser/diagnose, grouped by what the first error is about. A case is a line `//@ EDITION`, the
 * text, and its errors: lines `//~ line:column[code] message`, or `//~ no errors`. Most are rustc 1.95's whole list of
 * errors; in some only the first, or the line of the first, is rustc's. --update writes the errors anew as they are
 * found. */
#define _GNU_SOURCE
#include "parser/parser.h"
#include "rustg/diagnostic_kind.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES_FOLDER "tests/parser/diagnose"

/* One text of a file, and where its errors are written there. */
typedef struct row {
    const char *file;
    uint32_t edition, line;
    const char *text;
    size_t n;
    const char *errors;
    size_t n_errors;
} row;

static int failures;
static unsigned n_rows;

static void fail(const row *r, const char *what)
{
    printf("%s:%u: %s\n%.*s\n", r->file, (unsigned)r->line, what, (int)r->n, r->text);
    failures++;
}

typedef struct lexed {
    lex_tokens toks;
    parse_file file;
    bool suspicious;
} lexed;

static lexed lex(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition)
{
    lexed out;
    size_t n = lex_max_toks(n_bytes);
    memset(&out, 0, sizeof out);
    out.toks.kind = calloc(n, 1);
    out.toks.flags = calloc(n, 1);
    out.toks.start = calloc(n, sizeof(uint32_t));
    out.toks.end = calloc(n, sizeof(uint32_t));
    if (!out.toks.kind || !out.toks.flags || !out.toks.start || !out.toks.end)
        abort();
    out.file.bytes = bytes;
    out.file.n_bytes = n_bytes;
    out.file.edition = edition;
    out.file.kind = out.toks.kind;
    out.file.flags = out.toks.flags;
    out.file.start = out.toks.start;
    out.file.end = out.toks.end;
    out.file.n_toks = (uint32_t)lex_cpu_file(bytes, n_bytes, edition, 0, out.toks, &out.suspicious) - 1;
    return out;
}

static void free_lexed(lexed *in)
{
    free(in->toks.kind);
    free(in->toks.flags);
    free(in->toks.start);
    free(in->toks.end);
}

/* Children lie between their parent's mark and the parent and within its span, attributes before it; a File is last. */
static bool is_tree(const parse_file *file, const parse_scratch *scratch)
{
    size_t n = scratch->n_nodes;
    if (n == 0 || scratch->nodes[n - 1].kind != RUSTG_AST_File || scratch->nodes[n - 1].mark != 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        const parse_node *node = &scratch->nodes[i];
        uint32_t last_start = UINT32_MAX;
        if (node->mark > i || node->start > node->end || node->end > file->n_toks + 1)
            return false;
        for (size_t child = i; child > node->mark;) {
            const parse_node *inner = &scratch->nodes[child - 1];
            bool is_attr = inner->kind == RUSTG_AST_Attr || inner->kind == RUSTG_AST_DocComment;
            bool is_type_of_self = node->kind == RUSTG_AST_Param && inner->start >= node->end;
            if (inner->mark < node->mark || inner->mark >= child || inner->start > last_start ||
                (inner->end > node->end && !is_type_of_self))
                return false;
            if (inner->start < node->start && !is_attr)
                return false;
            last_start = inner->start;
            child = inner->mark;
        }
    }
    return true;
}

/* The errors as a case lists them. */
static void put_errors(char *out, size_t capacity, const diag_list *list, const row *r)
{
    size_t used = 0;
    snprintf(out, capacity, "//~ no errors\n");
    for (size_t i = 0; i < list->n; i++) {
        const rustg_diagnostic *d = &list->data[i];
        const char *code = rustg_diagnostic_code(d->kind);
        char message[1024];
        uint32_t line, column;
        rustg_line_column((const uint8_t *)r->text, r->n, d->start, &line, &column);
        rustg_diagnostic_message(d, (const uint8_t *)r->text, r->n, message, sizeof message);
        used += (size_t)snprintf(out + used, capacity - used, "//~ %u:%u%s%s%s %s\n", line, column, *code ? "[" : "",
                                 code, *code ? "]" : "", message);
    }
}

static void check_rendering(const row *r, const diag_list *list)
{
    static char buffer[1 << 16];
    for (size_t d = 0; d < list->n; d++) {
        for (int format = RUSTG_FORMAT_HUMAN; format <= RUSTG_FORMAT_JSON; format++) {
            size_t n = rustg_diagnostic_render(&list->data[d], "a.rs", (const uint8_t *)r->text, r->n,
                                               (rustg_error_format)format, 0, buffer, sizeof buffer);
            if (n == 0 || n >= sizeof buffer)
                fail(r, "not rendered");
        }
    }
}

/* The errors found are written to updated, where there is one, or compared. */
static void check_row(const row *r, unsigned char *seen, FILE *updated)
{
    static char found[1 << 16];
    uint8_t *bytes = malloc(r->n + 64); /* the vector lexers read a little further */
    parse_scratch scratch = {0};
    diag_list list = {0};
    if (!bytes)
        abort();
    memcpy(bytes, r->text, r->n);
    memset(bytes + r->n, 0, 64);
    lexed in = lex(bytes, (uint32_t)r->n, r->edition);
    if (parse_whole_file(&in.file, in.suspicious, 3, &scratch, &list) != PARSE_GOOD)
        fail(r, "not read");
    else if (!is_tree(&in.file, &scratch))
        fail(r, "no tree");
    for (size_t d = 0; d < list.n; d++) {
        seen[list.data[d].kind] = 1;
        if (list.data[d].file != 3 || list.data[d].start > list.data[d].end || list.data[d].end > r->n ||
            (d > 0 && list.data[d].start < list.data[d - 1].start))
            fail(r, "a bad diagnostic");
    }
    put_errors(found, sizeof found, &list, r);
    if (updated) {
        fprintf(updated, "//@ %u\n", (unsigned)r->edition);
        fwrite(r->text, 1, r->n, updated);
        fputs(found, updated);
    } else if (strlen(found) != r->n_errors || memcmp(found, r->errors, r->n_errors) != 0) {
        fail(r, "other errors");
        printf("expected\n%.*sfound\n%s", (int)r->n_errors, r->errors, found);
    }
    check_rendering(r, &list);
    diag_list_free(&list);
    parse_scratch_free(&scratch);
    free_lexed(&in);
    free(bytes);
    n_rows++;
}

static const char *line_behind(const char *line)
{
    const char *feed = strchr(line, '\n');
    return feed ? feed + 1 : line + strlen(line);
}

static bool begins_error(const char *line)
{
    return line[0] == '/' && line[1] == '/' && line[2] == '~';
}

/* The case that begins at a line `//@`; *line counts on. Returns what is behind its errors. */
static const char *read_row(const char *at, row *r, uint32_t *line)
{
    unsigned edition = 0;
    r->line = *line;
    r->text = at;
    if (sscanf(at, "//@ %u\n", &edition) != 1)
        fail(r, "no case begins here");
    r->edition = edition;
    at = r->text = line_behind(at);
    for (; *at && !begins_error(at); at = line_behind(at))
        ++*line;
    r->n = (size_t)(at - r->text);
    r->errors = at;
    for (; begins_error(at); at = line_behind(at))
        ++*line;
    r->n_errors = (size_t)(at - r->errors);
    ++*line;
    return at;
}

static void check_file(const char *name, unsigned char *seen, bool update)
{
    char path[512];
    snprintf(path, sizeof path, CASES_FOLDER "/%s", name);
    FILE *file = fopen(path, "rb"), *updated = NULL;
    char *text = NULL;
    size_t n = 0;
    if (!file || getdelim(&text, &n, 0, file) < 0) {
        printf("%s: not read\n", path);
        failures++;
        return;
    }
    fclose(file);
    if (update)
        updated = fopen(path, "wb");
    uint32_t line = 1;
    for (const char *at = text; *at;) {
        row r = {.file = path};
        bool is_first = at == text;
        for (; *at == '\n'; at++)
            line++;
        if (!*at)
            break;
        if (updated && !is_first)
            fputc('\n', updated);
        at = read_row(at, &r, &line);
        check_row(&r, seen, updated);
    }
    if (updated)
        fclose(updated);
    free(text);
}

static int is_case(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);
    return n > 3 && strcmp(entry->d_name + n - 3, ".rs") == 0;
}

/* Texts that are wrong everywhere still end in linear time: `unit` n times. */
static void check_long(const char *unit, size_t n)
{
    size_t n_unit = strlen(unit), n_bytes = n * n_unit;
    uint8_t *bytes = malloc(n_bytes + 64);
    parse_scratch scratch = {0};
    diag_list list = {0};
    if (!bytes)
        abort();
    for (size_t i = 0; i < n; i++)
        memcpy(bytes + i * n_unit, unit, n_unit);
    memset(bytes + n_bytes, 0, 64);
    lexed in = lex(bytes, (uint32_t)n_bytes, 2021);
    if (parse_whole_file(&in.file, in.suspicious, 0, &scratch, &list) != PARSE_GOOD || list.n == 0 ||
        !is_tree(&in.file, &scratch)) {
        printf("%zu times %s: not read\n", n, unit);
        failures++;
    }
    diag_list_free(&list);
    parse_scratch_free(&scratch);
    free_lexed(&in);
    free(bytes);
}

/* The parser's kinds of diagnostics. */
static const uint32_t syntax_kinds[] = {
#define DIAG(value, ...) value,
#include "rustg/diagnostic_syntax.def"
#undef DIAG
};

int main(int n_arguments, char **arguments)
{
    static const char *const units[] = {"(",
                                        "{",
                                        ")",
                                        "}",
                                        "(]",
                                        "([}",
                                        "fn f() { a b }\n",
                                        "fn f(\n",
                                        "{ a b }\n",
                                        ";",
                                        "mod m { x }\n",
                                        "mod m {\n",
                                        "fn f() { (a +) }\n",
                                        "<<<<<<< x\n",
                                        "#[x]\n",
                                        "use a::{b c};\n",
                                        "struct S { a b }\n",
                                        "a\n",
                                        "! "};
    static unsigned char seen[RUSTG_N_DIAGNOSTIC_KINDS];
    size_t i;
    bool update = n_arguments > 1 && strcmp(arguments[1], "--update") == 0;
    struct dirent **files;
    int n_files = scandir(CASES_FOLDER, &files, is_case, alphasort);
    for (int f = 0; f < n_files; f++) {
        check_file(files[f]->d_name, seen, update);
        free(files[f]);
    }
    if (n_files >= 0)
        free(files);
    for (i = 0; i < sizeof units / sizeof units[0]; i++)
        check_long(units[i], 100000);
    for (i = 0; i < sizeof syntax_kinds / sizeof *syntax_kinds; i++) {
        if (!seen[syntax_kinds[i]]) {
            printf("%s: in no case\n", rustg_diagnostic_kind_name(syntax_kinds[i]));
            failures++;
        }
    }
    printf("%u cases, %d failures\n", n_rows, failures);
    return failures != 0;
}
