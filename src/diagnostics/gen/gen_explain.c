/* gen_explain.c: `gen_explain OUT.inc FILE.txt...`: makes the rows of diag_explain.c of the texts in
 * src/diagnostics/explain, whose form the head of the first one tells. It fails where a text has another form, where a
 * code of the lists of diagnostics has no explanation, and where one explains a code that no list has. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 80, MOST_PROGRAM_COLUMNS = 76, MOST_CODE_LENGTH = 9 };

typedef enum gen_part { PART_HEAD, PART_MEANING, PART_WRONG, PART_RIGHT } gen_part;

/* n_blank: blank lines that have been read and not written, since those at a part's end are left out. */
typedef struct gen_state {
    FILE *out;
    const char *path;
    unsigned line, n_errors, n_lines_of_part, n_blank;
    gen_part part;
    char code[MOST_CODE_LENGTH + 1];
} gen_state;

static const char *const codes[] = {
#define DIAG(value, name, code, message, label, note, help) code,
#include "rustg/diagnostic_kind.def"
};
enum { N_CODES = sizeof codes / sizeof codes[0] };
static bool is_explained[N_CODES];

static void gen_error(gen_state *g, const char *problem)
{
    fprintf(stderr, "%s:%u: %s\n", g->path, g->line, problem);
    g->n_errors++;
}

static void gen_put(gen_state *g, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\' || *text == '?')
            fputc('\\', g->out);
        fputc(*text, g->out);
    }
}

static void gen_put_line(gen_state *g, const char *indent, const char *line)
{
    for (; g->n_blank > 0; g->n_blank--)
        fputs("    \"\\n\"\n", g->out);
    fprintf(g->out, "    \"%s", indent);
    gen_put(g, line);
    fputs("\\n\"\n", g->out);
}

/* The part that ends here must say something, and an explanation must have all three. */
static void gen_end_part(gen_state *g, bool is_last)
{
    if (g->part != PART_HEAD && g->n_lines_of_part == 0)
        gen_error(g, "the part above is empty");
    if (is_last && g->part != PART_HEAD) {
        if (g->part != PART_RIGHT)
            gen_error(g, "the explanation above lacks `--- wrong` or `--- right`");
        fputs("},\n", g->out);
    }
    g->n_lines_of_part = 0;
    g->n_blank = 0;
}

static void gen_begin(gen_state *g, const char *code)
{
    bool is_known = false;
    gen_end_part(g, true);
    for (size_t i = 0; i < N_CODES; i++) {
        if (strcmp(codes[i], code) == 0)
            is_known = is_explained[i] = true;
    }
    if (!is_known || strlen(code) > MOST_CODE_LENGTH)
        gen_error(g, "no list of include/rustg has this code");
    else if (strcmp(code, g->code) <= 0)
        gen_error(g, "codes stand in ascending order, each once");
    snprintf(g->code, sizeof g->code, "%s", code);
    fprintf(g->out, "{\"%s\",\n    \"%s\\n\\n\"\n", g->code, g->code);
    g->part = PART_MEANING;
}

static void gen_begin_program(gen_state *g, const char *rest)
{
    const bool is_wrong = strncmp(rest, "wrong", 5) == 0;
    const char *mark = rest + 5;
    if ((!is_wrong && strncmp(rest, "right", 5) != 0) || g->part != (is_wrong ? PART_MEANING : PART_WRONG)) {
        gen_error(g, "`--- wrong` and then `--- right` stand here");
        return;
    }
    const bool has_edition = strncmp(mark, ": edition ", 10) == 0, has_arch = strncmp(mark, ": arch ", 7) == 0;
    if (*mark && !has_edition && !has_arch && strncmp(mark, ": not tried, ", 13) != 0)
        gen_error(g, "behind `wrong` or `right` stands `: edition YEAR`, `: arch NAME` or `: not tried, REASON`");
    gen_end_part(g, false);
    g->part = is_wrong ? PART_WRONG : PART_RIGHT;
    fprintf(g->out, "    \"\\n%s", is_wrong ? "Wrong" : "Right");
    if (has_edition)
        fprintf(g->out, ", in edition %s", mark + 10);
    if (has_arch)
        fprintf(g->out, ", compiled for %s", mark + 7);
    fputs(":\\n\\n\"\n", g->out);
}

static void gen_line(gen_state *g, const char *line)
{
    const bool is_program = g->part == PART_WRONG || g->part == PART_RIGHT;
    if (strlen(line) > (is_program ? MOST_PROGRAM_COLUMNS : MOST_COLUMNS))
        gen_error(g, is_program ? "longer than 76 bytes" : "longer than 80 bytes");
    for (const char *byte = line; *byte; byte++) {
        if (*byte < ' ' || *byte > '~')
            gen_error(g, "not a printing ASCII character");
    }
    if (strncmp(line, "=== ", 4) == 0) {
        gen_begin(g, line + 4);
    } else if (strncmp(line, "--- ", 4) == 0) {
        gen_begin_program(g, line + 4);
    } else if (g->part != PART_HEAD && *line == 0) {
        g->n_blank += g->n_lines_of_part > 0;
    } else if (g->part != PART_HEAD) {
        gen_put_line(g, is_program ? "    " : "", line);
        g->n_lines_of_part++;
    }
}

static void gen_read_file(gen_state *g)
{
    char line[256];
    FILE *in = fopen(g->path, "r");
    g->line = 0;
    g->part = PART_HEAD;
    if (in == NULL) {
        gen_error(g, "cannot be read");
        return;
    }
    while (fgets(line, sizeof line, in) != NULL) {
        g->line++;
        line[strcspn(line, "\r\n")] = 0;
        gen_line(g, line);
    }
    gen_end_part(g, true);
    fclose(in);
}

int main(int argc, char **argv)
{
    gen_state g = {.out = argc > 2 ? fopen(argv[1], "w") : NULL};
    if (g.out == NULL)
        return 2;
    fputs("/* Made from src/diagnostics/explain by gen_explain.c. */\n", g.out);
    for (int i = 2; i < argc; i++) {
        g.path = argv[i];
        gen_read_file(&g);
    }
    for (size_t i = 0; i < N_CODES; i++) {
        const bool is_lint =
            codes[i][0] >= 'a' && codes[i][0] <= 'z'; /* the name of a lint, which rustc explains nowhere */
        if (codes[i][0] && !is_lint && !is_explained[i]) {
            fprintf(stderr, "%s has no explanation in src/diagnostics/explain\n", codes[i]);
            g.n_errors++;
        }
    }
    const bool is_written = !ferror(g.out);
    if (fclose(g.out) == 0 && is_written && g.n_errors == 0)
        return 0;
    remove(argv[1]); /* the next build must not take it for done */
    return 1;
}
