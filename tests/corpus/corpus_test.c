/* corpus_test.c: our tokens and errors against rustc's, over rustc's own sources and tests, each file in one of the
 * four editions or in all (RUSTG_CORPUS_EDITIONS).
 *
 * The oracle (oracle_files.h) holds the sources and the crates; build_rustc_program.sh builds rustc_tokens from them,
 * whose stream is compared row by row. Nothing is skipped: a file that may differ is named in exceptions.txt with the
 * reason. Exit 77: no oracle here.
 *   RUSTG_CORPUS_WORK    where rustc_tokens is built; build/corpus
 *   RUSTG_CORPUS_ENGINE  cpu, cuda or auto; cpu */
#include "corpus/oracle_files.h"
#include "rustg/rustg.h"

enum { MAX_SHOWN = 40, GROUP_FILES = 2048 };
static const size_t group_bytes = (size_t)48 << 20;

/* What is compared: rustc_lexer's tokens, rustc_parse's, the errors. */
enum { RAW, PARSE, ERRORS, N_ASPECTS };
static const char *const aspects[] = {"raw", "parse", "errors"};

typedef struct row {
    uint32_t start, end, suffix, code_flags;
} row;

static unsigned long long n_compared_raw, n_compared_parse, n_compared_errors, n_mismatches[N_ASPECTS];
static unsigned long long seen[RUSTG_N_TOKEN_KINDS];

static const char *const spellings[] = {
#define TOK(name, spelling, class) spelling,
#include "rustg/token_kind.def"
};
static const uint8_t classes[] = {
#define TOK(name, spelling, class) RUSTG_CLASS_##class,
#include "rustg/token_kind.def"
};
static const char *const kind_names[] = {
#define TOK(name, spelling, class) #name,
#include "rustg/token_kind.def"
};

/* What stands between bytes, on one line. */
static void show(const uint8_t *bytes, uint32_t start, uint32_t end, uint32_t n_bytes)
{
    for (uint32_t i = start; i < end && i < n_bytes && i < start + 40; i++)
        fprintf(stderr, bytes[i] >= ' ' && bytes[i] < 127 ? "%c" : "\\x%02x", bytes[i]);
}

static char code_of(uint8_t kind)
{
    switch (classes[kind]) {
    case RUSTG_CLASS_IDENT:
    case RUSTG_CLASS_WEAK:
    case RUSTG_CLASS_KEYWORD: return 'i';
    case RUSTG_CLASS_LIFETIME: return 'l';
    case RUSTG_CLASS_DOC: return 'd';
    case RUSTG_CLASS_ERROR: return 'u';
    case RUSTG_CLASS_LITERAL: return "nfcbsBCrpqg"[kind - RUSTG_TOK_INT];
    case RUSTG_CLASS_NONE: return 0;
    default: return spellings[kind][0];
    }
}

typedef struct our_file {
    const char *path, *edition;
    rustg_file file;
    rustg_tokens toks; /* of its batch */
} our_file;

/* Counts a difference and begins its line; false when enough were shown. */
static bool report(const our_file *our, int aspect, uint32_t n)
{
    if (n_mismatches[aspect]++ >= MAX_SHOWN)
        return false;
    fprintf(stderr, "%s: edition %s, %s, row %u: ", below_root(our->path), our->edition, aspects[aspect], n);
    return true;
}

/* One token of ours against a row of rustc's; answers what differs, or NULL. */
static const char *differs(const our_file *our, size_t tok, const row *theirs, bool parse)
{
    const rustg_file *file = &our->file;
    uint32_t start = our->toks.start[tok] - file->base, end = our->toks.end[tok] - file->base;
    uint8_t kind = our->toks.kind[tok], flags = our->toks.flags[tok];
    char code = (char)(theirs->code_flags & 0xFF);
    uint8_t their_flags = (uint8_t)(theirs->code_flags >> 8), mask = 0xFF;
    bool keyword = classes[kind] == RUSTG_CLASS_KEYWORD;
    if (start != theirs->start || end != theirs->end)
        return "bytes";
    if (parse && (keyword != (code == 'k')))
        return "keyword";
    if (code == 'k' || code == 'x')
        code = 'i';
    if (code_of(kind) != code)
        return "kind";
    if ((keyword || classes[kind] == RUSTG_CLASS_WEAK) &&
        (strlen(spellings[kind]) != end - start || memcmp(file->bytes + start, spellings[kind], end - start) != 0))
        return "spelling";
    if (!parse)
        mask &= (uint8_t)~RUSTG_TOKEN_JOINT;
    if (code == 'g')
        mask &= (uint8_t)~RUSTG_TOKEN_SUFFIX; /* rustc reads a suffix there and keeps no note of it */
    if ((flags ^ their_flags) & mask)
        return "flags";
    if (!parse && theirs->suffix &&
        rustg_token_suffix(file->bytes + start, end - start, kind) != theirs->suffix - start)
        return "suffix offset";
    return NULL;
}

static void compare_rows(const our_file *our, const row *rows, uint32_t n_rows, bool parse)
{
    const rustg_file *file = &our->file;
    const char *difference = NULL;
    int aspect = parse ? PARSE : RAW;
    uint32_t i, n = n_rows < file->n_toks ? n_rows : file->n_toks;
    for (i = 0; i < n && !difference; i++)
        difference = differs(our, file->first_tok + i, &rows[i], parse);
    if (!difference && n_rows != file->n_toks)
        difference = "count";
    if (!difference || excepted(our->path, our->edition, aspects[aspect]))
        return;
    i -= i > 0 && strcmp(difference, "count") != 0;
    if (!report(our, aspect, i))
        return;
    fprintf(stderr, "%s differs (%u tokens, rustc %u):", difference, file->n_toks, n_rows);
    if (i < file->n_toks) {
        size_t tok = file->first_tok + i;
        uint32_t start = our->toks.start[tok] - file->base, end = our->toks.end[tok] - file->base;
        fprintf(stderr, " ours %u..%u %s flags %u ", start, end, kind_names[our->toks.kind[tok]], our->toks.flags[tok]);
        show(file->bytes, start, end, (uint32_t)file->n_bytes);
    }
    if (i < n_rows) {
        fprintf(stderr, " | rustc %u..%u %c flags %u ", rows[i].start, rows[i].end, (char)(rows[i].code_flags & 0xFF),
                rows[i].code_flags >> 8);
        show(file->bytes, rows[i].start, rows[i].end, (uint32_t)file->n_bytes);
    }
    fputc('\n', stderr);
}

/* An error of ours as rustc's are kept: "start<TAB>end<TAB>code<TAB>message"; without the span where rustc has none. */
static void our_error(const rustg_diagnostic *diag, const our_file *our, bool spanned, char *text, size_t capacity)
{
    char message[1024];
    int at = spanned ? snprintf(text, capacity, "%u\t%u", diag->start, diag->end) : 0;
    rustg_diagnostic_message(diag, our->file.bytes, our->file.n_bytes, message, sizeof message);
    snprintf(text + at, capacity - (size_t)at, "\t%s\t%s", rustg_diagnostic_code(diag->kind), message);
}

static void compare_errors(const our_file *our, const rustg_diagnostic *diags, char **theirs, uint32_t n_theirs)
{
    uint32_t n = our->file.n_diags > n_theirs ? our->file.n_diags : n_theirs;
    for (uint32_t i = 0; i < n; i++) {
        char ours[1200] = "nothing";
        const char *their = i < n_theirs ? theirs[i] : "nothing";
        if (i < our->file.n_diags)
            our_error(&diags[our->file.first_diag + i], our, their[0] != '\t', ours, sizeof ours);
        if (strcmp(ours, their) == 0)
            continue;
        if (!excepted(our->path, our->edition, aspects[ERRORS]) && report(our, ERRORS, i))
            fprintf(stderr, "ours %s | rustc %s\n", ours, their);
        return;
    }
}

/* Reads one file of the stream and compares it. */
static void compare_file(FILE *stream, const our_file *our, const rustg_diagnostic *diags)
{
    static row *rows;
    static size_t n_rows_held;
    static char **errors;
    static uint32_t n_errors_held;
    uint32_t head[4]; /* verdict, raw rows, parse rows, errors */
    if (!read_exactly(stream, head, sizeof head))
        fail_hard("rustc_tokens ended early at", our->path);
    if (n_rows_held < (size_t)head[1] + head[2]) {
        n_rows_held = (size_t)head[1] + head[2];
        rows = grow(rows, n_rows_held * sizeof *rows);
    }
    if (n_errors_held < head[3]) {
        errors = grow(errors, head[3] * sizeof *errors);
        for (; n_errors_held < head[3]; n_errors_held++)
            errors[n_errors_held] = grow(NULL, 2048);
    }
    if (!read_exactly(stream, rows, ((size_t)head[1] + head[2]) * sizeof *rows))
        fail_hard("rustc_tokens ended early at", our->path);
    for (uint32_t i = 0; i < head[3]; i++) {
        uint32_t where[3];
        int at;
        if (!read_exactly(stream, where, sizeof where))
            fail_hard("rustc_tokens ended early at", our->path);
        at = where[0] == UINT32_MAX ? snprintf(errors[i], 64, "\t")
                                    : snprintf(errors[i], 64, "%u\t%u\t", where[0], where[1]);
        if (where[2] >= 1984 || !read_exactly(stream, errors[i] + at, where[2]))
            fail_hard("bad error row at", our->path);
        errors[i][(uint32_t)at + where[2]] = 0;
    }
    if (head[0] >= 2) {
        if (our->file.n_diags == 0 && report(our, ERRORS, 0))
            fprintf(stderr, "rustc cannot read it, we have no error\n");
        return;
    }
    for (uint32_t i = 0; i <= our->file.n_toks; i++)
        seen[our->toks.kind[our->file.first_tok + i]]++;
    compare_rows(our, rows, head[1], false);
    n_compared_raw += head[1];
    if (head[0] == 0) {
        compare_rows(our, rows + head[1], head[2], true);
        n_compared_parse += head[2];
    }
    compare_errors(our, diags, errors, head[3]);
    n_compared_errors += head[3];
}

/* Compiles the files [first, last) and compares them with the stream. */
static void compare_group(FILE *stream, const oracle_path_list *of, size_t first, size_t last, const char *edition)
{
    static rustg_source sources[GROUP_FILES];
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = oracle_engine(), .stop_after = RUSTG_STAGE_TOKENS};
    rustg_result *result;
    rustg_error error;
    size_t n_diags;
    const rustg_diagnostic *diags;
    for (size_t i = first; i < last; i++)
        sources[i - first] = (rustg_source){.name = of->paths[i], .edition = (uint32_t)atoi(edition)};
    if (rustg_compile(sources, last - first, &options, &result, &error) != RUSTG_OK)
        fail_hard("rustg_compile", error.message);
    diags = rustg_result_diagnostics(result, &n_diags);
    for (size_t i = first; i < last; i++) {
        our_file our = {.path = of->paths[i], .edition = edition};
        if (rustg_result_file(result, i - first, &our.file) != RUSTG_OK ||
            rustg_result_tokens(result, our.file.batch, &our.toks) != RUSTG_OK)
            fail_hard("no tokens of", our.path);
        compare_file(stream, &our, diags);
    }
    rustg_result_free(result);
}

static void compare_edition(const char *program, const char *work, size_t number)
{
    char command[9000], list[4200];
    const char *edition = all_editions[number];
    oracle_path_list of = files_of_edition(number, in_all_editions());
    FILE *stream;
    snprintf(list, sizeof list, "%s/list_%s", work, edition);
    write_list(list, &of);
    snprintf(command, sizeof command, "'%s' '%s' %s", program, list, edition);
    stream = popen(command, "r");
    if (!stream)
        fail_hard("cannot run", program);
    for (size_t first = 0, last; first < of.n; first = last) {
        size_t n_bytes = 0;
        for (last = first; last < of.n && last - first < GROUP_FILES && n_bytes < group_bytes; last++)
            n_bytes += of.n_bytes[last];
        compare_group(stream, &of, first, last, edition);
    }
    if (fgetc(stream) != EOF)
        fail_hard("rustc_tokens wrote more than", "was asked for");
    if (pclose(stream) != 0)
        fail_hard("rustc_tokens failed in edition", edition);
    free_path_list(&of);
}

int main(void)
{
    char oracle[2048], program[4200];
    const char *work = getenv("RUSTG_CORPUS_WORK");
    bool bad;
    oracle_program = "corpus_test";
    find_oracle(oracle, sizeof oracle);
    if (!work)
        work = "build/corpus";
    build_program(oracle, work, "rustc_tokens", program, sizeof program);
    find_files(oracle);
    read_exceptions("tests/corpus/exceptions.txt");
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        fail_hard("rustg_initialize", "failed");
    for (size_t i = 0; i < N_EDITIONS; i++)
        compare_edition(program, work, i);
    rustg_shutdown();
    printf("each of %zu files in %s: %llu raw tokens, %llu of the parser's, %llu errors compared\n", files.n,
           in_all_editions() ? "each edition" : "one edition", n_compared_raw, n_compared_parse, n_compared_errors);
    printf("files that differ: %llu raw, %llu parse, %llu errors\n", n_mismatches[RAW], n_mismatches[PARSE],
           n_mismatches[ERRORS]);
    bad = n_mismatches[RAW] || n_mismatches[PARSE] || n_mismatches[ERRORS];
    if (!getenv("RUSTG_CORPUS_LIST") && !all_exceptions_needed("tests/corpus/exceptions.txt"))
        bad = true;
    for (int kind = RUSTG_TOK_EOF; kind < RUSTG_N_TOKEN_KINDS && !getenv("RUSTG_CORPUS_LIST"); kind++) {
        if (!seen[kind]) {
            fprintf(stderr, "no file has a token of kind %s\n", kind_names[kind]);
            bad = true;
        }
    }
    return bad;
}
