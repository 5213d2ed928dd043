/* corpus_ast_test.c: our parser against rustc's, over rustc's own sources and tests, in all four editions.
 *
 * build_rustc_program.sh builds rustc_nodes from the oracle's crates (oracle_files.h). Compared are, for every file and
 * edition, whether it is accepted; and where rustc accepts it, all nodes of rustc's classes: class, start and end as a
 * multiset (aspect nodes), then the variants' names too (aspect variants). Every file that differs fails the test
 * unless ast_exceptions.txt names it with the reason; and whatever is excepted, in each edition the verdicts must agree
 * on all of rustc's sources and on 99.5% of tests/ui. Exit 77: no oracle here.
 *
 * Without options each file is compared in one edition, or in all (RUSTG_CORPUS_EDITIONS in oracle_files.h).
 *
 * usage: corpus_ast_test [-e EDITION]... [-o FOLDER] [FILTER...]
 *   -e EDITION  only this edition, and all files in it
 *   -o FOLDER   where the lists of differences go, a file an aspect and edition; $RUSTG_CORPUS_WORK/ast
 *   FILTER      only files whose path has one of these in it, in each edition; then exceptions may go unused
 *   RUSTG_CORPUS_WORK    where rustc_nodes is built; build/corpus
 *   RUSTG_CORPUS_ENGINE  cpu, cuda or auto; cpu */
#include "corpus/ast_difference.h"

#include <pthread.h>
#include <unistd.h>

enum { GROUP_FILES = 2048, MAX_SHOWN = 3, MAX_NAMES = 512, N_TOP = 40 };
static const size_t group_bytes = (size_t)32 << 20;
static const double ui_target = 0.995;
static const char exceptions_path[] = "tests/corpus/ast_exceptions.txt";

/* What rustc_nodes says of a file. */
enum { ACCEPTED, REJECTED, NOT_UTF8, UNREADABLE, PANICKED, N_VERDICTS };
enum { PART_SOURCES, PART_UI, PART_OTHER, N_PARTS };
static const char *const part_names[N_PARTS] = {"rustc's sources", "tests/ui", "others"};
enum { VERDICT, NODES, VARIANTS, N_ASPECTS };
static const char *const aspects[N_ASPECTS] = {"verdict", "nodes", "variants"};

/* One edition's comparison; editions run in threads of their own. */
typedef struct edition_run {
    const char *edition;
    FILE *stream, *lists[N_ASPECTS];
    unsigned long long n_files[N_PARTS], n_agreed[N_PARTS], n_compared, n_nodes, n_panicked;
    unsigned long long n_differ[N_ASPECTS]; /* files not excepted */
    tally we_reject, we_accept, nodes, variants;
    ast_rows theirs, ours, missing, extra;
    uint16_t kind_of_name[MAX_NAMES], class_of_name[MAX_NAMES];
    uint32_t n_names;
    char error[4096]; /* of rustc, on the current file */
} edition_run;

/* One file as we have it. */
typedef struct our_file {
    const char *path;
    rustg_file file;
    rustg_ast ast;
    const rustg_diagnostic *diags;
} our_file;

static char program[4200], out_folder[4000];
static bool all_files;
static edition_run runs[N_EDITIONS];
static size_t n_runs;
static atomic_size_t next_run;
static uint16_t our_classes[RUSTG_N_AST_KINDS];

/* Names of rustc's that no kind of ours has. */
static char foreign_names[MAX_NAMES][64];
static size_t n_foreign_names;
static pthread_mutex_t foreign_lock = PTHREAD_MUTEX_INITIALIZER;

static const char *kind_name(uint16_t kind)
{
    return kind < RUSTG_N_AST_KINDS ? rustg_ast_kind_name((uint8_t)kind) : foreign_names[kind - RUSTG_N_AST_KINDS];
}

static uint16_t kind_of(const char *name)
{
    size_t i = 0;
    for (uint16_t kind = 0; kind < RUSTG_N_AST_KINDS; kind++)
        if (strcmp(rustg_ast_kind_name((uint8_t)kind), name) == 0)
            return kind;
    pthread_mutex_lock(&foreign_lock);
    while (i < n_foreign_names && strcmp(foreign_names[i], name) != 0)
        i++;
    if (i == n_foreign_names) {
        if (i == MAX_NAMES)
            fail_hard("too many names", name);
        snprintf(foreign_names[n_foreign_names++], sizeof foreign_names[0], "%s", name);
    }
    pthread_mutex_unlock(&foreign_lock);
    return (uint16_t)(RUSTG_N_AST_KINDS + i);
}

/* "Class<TAB>Variant" */
static void read_name(edition_run *run)
{
    char text[64], joined[64];
    uint32_t n_bytes, number = run->n_names++;
    char *tab;
    if (!read_exactly(run->stream, &n_bytes, sizeof n_bytes) || n_bytes >= sizeof text || number >= MAX_NAMES ||
        !read_exactly(run->stream, text, n_bytes))
        fail_hard("bad name in edition", run->edition);
    text[n_bytes] = 0;
    tab = strchr(text, '\t');
    if (!tab)
        fail_hard("bad name", text);
    *tab = 0;
    snprintf(joined, sizeof joined, "%s%s", text, tab + 1);
    for (uint16_t c = CLASS_ITEM; c < N_CLASSES; c++)
        if (strcmp(text, class_names[c]) == 0)
            run->class_of_name[number] = c;
    if (run->class_of_name[number] == CLASS_NONE)
        fail_hard("no such class", text);
    run->kind_of_name[number] = kind_of(joined);
}

/* rustc's verdict on the next file; its nodes and first error go into run. */
static uint32_t read_file(edition_run *run, const char *path)
{
    uint32_t head[4], row[3]; /* verdict, names, rows, bytes */
    run->theirs.n = 0;
    run->error[0] = 0;
    if (!read_exactly(run->stream, head, sizeof head) || head[0] >= N_VERDICTS)
        fail_hard("rustc_nodes ended early at", path);
    for (uint32_t i = 0; i < head[1]; i++)
        read_name(run);
    for (uint32_t i = 0; i < head[2]; i++) {
        if (!read_exactly(run->stream, row, sizeof row) || row[2] >= run->n_names)
            fail_hard("bad row of rustc_nodes at", path);
        *ast_rows_add(&run->theirs) = (ast_row){row[0], row[1], run->class_of_name[row[2]], run->kind_of_name[row[2]]};
    }
    for (uint32_t i = 0; i < head[3]; i++) {
        int byte = fgetc(run->stream);
        if (i + 1 < sizeof run->error) {
            run->error[i] = byte == '\n' ? ' ' : (char)byte;
            run->error[i + 1] = 0;
        }
    }
    return head[0];
}

static int part_of(const char *path)
{
    const char *below = below_root(path);
    return below == path ? PART_OTHER : strncmp(below, "tests/ui/", 9) == 0 ? PART_UI : PART_SOURCES;
}

/* Counts a file that differs, but for an excepted one, which is only listed. */
static void count_difference(edition_run *run, const our_file *our, int aspect)
{
    if (!excepted(our->path, run->edition, aspects[aspect]))
        run->n_differ[aspect]++;
    else
        fprintf(run->lists[aspect], "excepted: ");
}

/* "line:column" and the message; the message alone goes into the tally. */
static void report_verdict(edition_run *run, const our_file *our, bool rustc_accepts)
{
    FILE *out = run->lists[VERDICT];
    char message[1024] = "", sort[1100], quoteless[1024];
    uint32_t at = 0, line, column;
    const char *text = message;
    if (rustc_accepts && our->file.n_diags > 0) {
        const rustg_diagnostic *diag = &our->diags[our->file.first_diag];
        rustg_diagnostic_message(diag, our->file.bytes, our->file.n_bytes, message, sizeof message);
        at = diag->start;
    } else if (!rustc_accepts) {
        const char *tab = strchr(run->error, '\t');
        text = tab && strchr(tab + 1, '\t') ? strchr(tab + 1, '\t') + 1 : "";
        at = (uint32_t)strtoul(run->error, NULL, 10);
    }
    rustg_line_column(our->file.bytes, our->file.n_bytes, at, &line, &column);
    count_difference(run, our, VERDICT);
    fprintf(out, "%s\t%s:%u:%u\t%s\n", rustc_accepts ? "only we reject" : "only we accept", below_root(our->path), line,
            column, text);
    without_quotes(text, quoteless, sizeof quoteless);
    snprintf(sort, sizeof sort, "%s", quoteless[0] ? quoteless : "(no message)");
    tally_add(rustc_accepts ? &run->we_reject : &run->we_accept, sort, below_root(our->path));
}

/* One node with its place and the beginning of its text. */
static void show_row(FILE *out, const our_file *our, const char *what, const ast_row *row)
{
    uint32_t line, column, last = row->end;
    const char *name = kind_name(row->kind);
    rustg_line_column(our->file.bytes, our->file.n_bytes, row->start, &line, &column);
    fprintf(out, "  %s %s %u..%u (%u:%u) `", what, name, row->start, row->end, line, column);
    for (uint32_t i = row->start; i < last && i < our->file.n_bytes && i < row->start + 60; i++) {
        uint8_t byte = our->file.bytes[i];
        fputc(byte >= ' ' && byte < 127 ? byte : byte == '\n' ? ' ' : '?', out);
    }
    fprintf(out, "`\n");
}

/* What sort of difference the first missing and the first extra node make. */
static void sort_of(const ast_row *missing, const ast_row *extra, char *sort, size_t capacity)
{
    bool same_class = missing && extra && missing->node_class == extra->node_class;
    bool same_start = same_class && missing->start == extra->start, same_end = same_class && missing->end == extra->end;
    if (same_start || same_end) {
        const char *relation = !same_end ? "ends elsewhere than" : !same_start ? "starts elsewhere than" : "is";
        snprintf(sort, capacity, "rustc's %s %s our %s", kind_name(missing->kind), relation, kind_name(extra->kind));
    } else if (missing && (!extra || compare_spans(missing, extra) < 0)) {
        snprintf(sort, capacity, "missing %s", kind_name(missing->kind));
    } else {
        snprintf(sort, capacity, "extra %s", kind_name(extra->kind));
    }
}

static void report_nodes(edition_run *run, const our_file *our, int aspect)
{
    FILE *out = run->lists[aspect];
    ast_rows *missing = &run->missing, *extra = &run->extra;
    char sort[160];
    difference(&run->theirs, &run->ours, aspect == VARIANTS, missing, extra);
    if (missing->n == 0 && extra->n == 0)
        fail_hard("sums differ and rows do not", our->path);
    count_difference(run, our, aspect);
    fprintf(out, "%s\tmissing %zu, extra %zu of %zu\n", below_root(our->path), missing->n, extra->n, run->theirs.n);
    for (size_t i = 0; i < missing->n && i < MAX_SHOWN; i++)
        show_row(out, our, "missing", &missing->rows[i]);
    for (size_t i = 0; i < extra->n && i < MAX_SHOWN; i++)
        show_row(out, our, "extra  ", &extra->rows[i]);
    sort_of(missing->n ? missing->rows : NULL, extra->n ? extra->rows : NULL, sort, sizeof sort);
    tally_add(aspect == NODES ? &run->nodes : &run->variants, sort, below_root(our->path));
}

static void compare_nodes(edition_run *run, const our_file *our)
{
    ast_sums theirs, ours;
    run->ours.n = 0;
    for (uint32_t i = our->file.first_node; i < our->file.first_node + our->file.n_nodes; i++) {
        uint8_t kind = our->ast.kind[i];
        if (our_classes[kind] == CLASS_NONE)
            continue;
        *ast_rows_add(&run->ours) =
            (ast_row){our->ast.start[i] - our->file.base, our->ast.end[i] - our->file.base, our_classes[kind], kind};
    }
    theirs = sum_rows(&run->theirs);
    ours = sum_rows(&run->ours);
    run->n_compared++;
    run->n_nodes += run->theirs.n;
    if (memcmp(theirs.of_classes, ours.of_classes, sizeof ours.of_classes) != 0)
        report_nodes(run, our, NODES);
    else if (memcmp(theirs.of_kinds, ours.of_kinds, sizeof ours.of_kinds) != 0)
        report_nodes(run, our, VARIANTS);
}

static void compare_file(edition_run *run, const our_file *our)
{
    uint32_t verdict = read_file(run, our->path);
    bool rustc_accepts = verdict == ACCEPTED, we_accept = our->file.n_diags == 0;
    int part = part_of(our->path);
    if (verdict == PANICKED) {
        run->n_panicked++;
        fprintf(run->lists[VERDICT], "rustc panics\t%s\twe %s\n", below_root(our->path),
                we_accept ? "accept" : "reject");
        return;
    }
    run->n_files[part]++;
    run->n_agreed[part] += rustc_accepts == we_accept;
    if (rustc_accepts != we_accept)
        report_verdict(run, our, rustc_accepts);
    else if (rustc_accepts)
        compare_nodes(run, our);
}

/* Compiles the files [first, last) and compares them with the stream. One thread: the other editions have theirs. */
static void compare_group(edition_run *run, const oracle_path_list *of, size_t first, size_t last)
{
    rustg_source *sources = (rustg_source *)grow(NULL, GROUP_FILES * sizeof *sources);
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = oracle_engine(), .n_threads = 1, .stop_after = RUSTG_STAGE_AST};
    rustg_result *result;
    rustg_error error;
    size_t n_diags;
    for (size_t i = first; i < last; i++)
        sources[i - first] = (rustg_source){.name = of->paths[i], .edition = (uint32_t)atoi(run->edition)};
    if (rustg_compile(sources, last - first, &options, &result, &error) != RUSTG_OK)
        fail_hard("rustg_compile", error.message);
    for (size_t i = first; i < last; i++) {
        our_file our = {.path = of->paths[i], .diags = rustg_result_diagnostics(result, &n_diags)};
        if (rustg_result_file(result, i - first, &our.file) != RUSTG_OK ||
            rustg_result_ast(result, our.file.batch, &our.ast) != RUSTG_OK)
            fail_hard("no tree of", our.path);
        if (our.file.n_diags == 0 && our.file.n_nodes == 0)
            fail_hard("accepted, but without a tree", our.path);
        compare_file(run, &our);
    }
    rustg_result_free(result);
    free(sources);
}

static FILE *open_list(const char *name, const char *edition)
{
    char path[4200];
    FILE *out;
    snprintf(path, sizeof path, "%s/%s_%s.txt", out_folder, name, edition);
    out = fopen(path, "w");
    if (!out)
        fail_hard("cannot write", path);
    return out;
}

static void compare_edition(edition_run *run)
{
    char command[9000], list_path[4200];
    size_t number = 0;
    while (number < N_EDITIONS && strcmp(all_editions[number], run->edition) != 0)
        number++;
    oracle_path_list of = files_of_edition(number, all_files);
    snprintf(list_path, sizeof list_path, "%s/files_%s.txt", out_folder, run->edition);
    write_list(list_path, &of);
    snprintf(command, sizeof command, "'%s' '%s' %s", program, list_path, run->edition);
    for (int a = 0; a < N_ASPECTS; a++)
        run->lists[a] = open_list(aspects[a], run->edition);
    run->stream = popen(command, "r");
    if (!run->stream)
        fail_hard("cannot run", program);
    for (size_t first = 0, last; first < of.n; first = last) {
        size_t n_bytes = 0;
        for (last = first; last < of.n && last - first < GROUP_FILES && n_bytes < group_bytes; last++)
            n_bytes += of.n_bytes[last];
        compare_group(run, &of, first, last);
    }
    free_path_list(&of);
    if (fgetc(run->stream) != EOF || pclose(run->stream) != 0)
        fail_hard("rustc_nodes failed in edition", run->edition);
    for (int a = 0; a < N_ASPECTS; a++)
        fclose(run->lists[a]);
}

static void *work_off_editions(void *unused)
{
    for (size_t i; (i = next_run++) < n_runs;)
        compare_edition(&runs[i]);
    return unused;
}

/* Prints an edition's totals; whether it failed. */
static bool report_edition(edition_run *run)
{
    bool bad = false;
    FILE *out = open_list("totals", run->edition);
    printf("edition %s:", run->edition);
    for (int p = 0; p < N_PARTS; p++) {
        double share = run->n_files[p] ? (double)run->n_agreed[p] / (double)run->n_files[p] : 1;
        printf(" %s %llu of %llu (%.2f%%),", part_names[p], run->n_agreed[p], run->n_files[p], 100 * share);
        bad |= (p == PART_UI && share < ui_target) || (p == PART_SOURCES && share < 1);
    }
    printf(" rustc panics on %llu\n", run->n_panicked);
    printf("    %llu nodes of %llu files compared; files that differ, not excepted:", run->n_nodes, run->n_compared);
    for (int a = 0; a < N_ASPECTS; a++) {
        printf(" %s %llu%s", aspects[a], run->n_differ[a], a + 1 < N_ASPECTS ? "," : "\n");
        bad |= run->n_differ[a] > 0;
    }
    tally_write(&run->we_reject, "only we reject, by our message", N_TOP, out);
    tally_write(&run->we_accept, "only we accept, by rustc's message", N_TOP, out);
    tally_write(&run->nodes, "nodes differ, by the first difference", N_TOP, out);
    tally_write(&run->variants, "variants differ, by the first difference", N_TOP, out);
    fclose(out);
    return bad;
}

static void keep_filtered(char *const *filters, int n_filters)
{
    size_t n = 0;
    for (size_t i = 0; i < files.n; i++) {
        bool keep = n_filters == 0;
        for (int f = 0; f < n_filters && !keep; f++)
            keep = strstr(files.paths[i], filters[f]) != NULL;
        if (keep) {
            files.n_bytes[n] = files.n_bytes[i];
            files.paths[n++] = files.paths[i];
        }
    }
    files.n = n;
    if (n == 0)
        fail_hard("no files", "nothing to compare");
}

/* Reads -e and -o; returns the index of the first filter. */
static int read_options(int argc, char **argv)
{
    int option;
    while ((option = getopt(argc, argv, "e:o:")) != -1) {
        if (option == 'e' && n_runs < N_EDITIONS)
            runs[n_runs++].edition = optarg;
        else if (option == 'o')
            snprintf(out_folder, sizeof out_folder, "%s", optarg);
        else
            fail_hard("usage", "corpus_ast_test [-e EDITION]... [-o FOLDER] [FILTER...]");
    }
    if (n_runs == 0)
        for (; n_runs < N_EDITIONS; n_runs++)
            runs[n_runs].edition = all_editions[n_runs];
    return optind;
}

int main(int argc, char **argv)
{
    char oracle[2048];
    const char *work = getenv("RUSTG_CORPUS_WORK");
    pthread_t threads[N_EDITIONS];
    size_t n_threads = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    bool bad = false, whole;
    oracle_program = "corpus_ast_test";
    find_oracle(oracle, sizeof oracle);
    if (!work)
        work = "build/corpus";
    snprintf(out_folder, sizeof out_folder, "%.3000s/ast", work);
    int first_filter = read_options(argc, argv);
    whole = first_filter == argc && n_runs == N_EDITIONS && !getenv("RUSTG_CORPUS_LIST");
    build_program(oracle, work, "rustc_nodes", program, sizeof program);
    if (mkdir(out_folder, 0777) != 0 && access(out_folder, W_OK) != 0)
        fail_hard("cannot make", out_folder);
    find_files(oracle);
    keep_filtered(argv + first_filter, argc - first_filter);
    read_exceptions(exceptions_path);
    all_files = in_all_editions() || first_filter < argc || n_runs < N_EDITIONS;
    for (int kind = 0; kind < RUSTG_N_AST_KINDS; kind++)
        our_classes[kind] = class_of_name(rustg_ast_kind_name((uint8_t)kind));
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        fail_hard("rustg_initialize", "failed");
    n_threads = n_threads < 1 ? 1 : n_threads < n_runs ? n_threads : n_runs;
    for (size_t i = 0; i < n_threads; i++)
        if (pthread_create(&threads[i], NULL, work_off_editions, NULL) != 0)
            fail_hard("pthread_create", "failed");
    for (size_t i = 0; i < n_threads; i++)
        pthread_join(threads[i], NULL);
    rustg_shutdown();
    for (size_t i = 0; i < n_runs; i++)
        bad |= report_edition(&runs[i]);
    printf("each of %zu files in %s\n", files.n, all_files ? "each edition" : "one edition");
    printf("differences, by file and by sort: %s\n", out_folder);
    if (whole && !all_exceptions_needed(exceptions_path))
        bad = true;
    return bad;
}
