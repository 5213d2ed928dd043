/* parse_table_on_host.c: trees by the table of the grammar (parse_table.h) against parse_cpu.c's, node by node.
 *   parse_table_on_host LIST [STEP [MUTANTS]]   names of sources, one a line, each STEPth of them: as they are in every
 *                                               edition, then so many times with tokens left out, doubled and replaced
 * A file in which parse_cpu.c finds an error must have no row somewhere; others that have none are counted, and named
 * where RUSTG_TABLE_NAMES is set. */
#include "table_source.h"

#include <time.h>

static parse_table_frame *frames;
static uint32_t missing_state, missing_tok;
static uint64_t good_steps;

/* Nodes, or SIZE_MAX where the table has no row. */
static size_t walk(const parse_input *in)
{
    table_walk w = {{table.head->start, 0, 0, 0}, 0, 0, 0, PARSE_NO_OUTCOME};
    table_step_end end_of_step;
    do {
        end_of_step = table_step(in, &w, frames, nodes, capacity);
    } while (end_of_step == STEP_GOES_ON);
    if (end_of_step == STEP_RETURNS)
        return w.n_nodes;
    missing_state = w.at.state;
    missing_tok = w.pos;
    return SIZE_MAX;
}

/* The same walk, which counts. */
static void count_walk(const parse_input *in)
{
    table_walk w = {{table.head->start, 0, 0, 0}, 0, 0, 0, PARSE_NO_OUTCOME};
    do {
        if (w.more == PARSE_NO_OUTCOME)
            count_row(w.at.state, classes[w.pos]);
        good_steps++;
    } while (table_step(in, &w, frames, nodes, capacity) == STEP_GOES_ON);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double cpu_s, class_s, walk_s;

static uint32_t check_source(const char *name, const uint8_t *bytes, size_t n, uint32_t edition)
{
    parse_file file;
    if (!read_tokens(bytes, n, edition, &file))
        return 0;
    double t0 = now();
    parse_verdict verdict = parse_cpu_file(&file, &scratch);
    double t1 = now();
    const parse_input in = input_of(&file);
    for (uint32_t i = 0; i <= file.n_toks; i++)
        classes[i] = (uint8_t)parse_class(&table, &in, i, false);
    double t2 = now();
    size_t n_nodes = walk(&in);
    double t3 = now();
    if (verdict != PARSE_GOOD) {
        n_bad++;
        if (n_nodes != SIZE_MAX && n_wrong++ < 20)
            printf("FAIL %s %u: the table reads a file that has an error\n", name, edition);
        return file.n_toks;
    }
    n_good++;
    good_bytes += n;
    cpu_s += t1 - t0;
    class_s += t2 - t1;
    walk_s += t3 - t2;
    if (n_nodes == SIZE_MAX) {
        n_left++;
        left_bytes += n;
        if (getenv("RUSTG_TABLE_NAMES"))
            printf("left %s %u: state %u, at `%.*s`\n", name, edition, missing_state, 40,
                   (const char *)bytes + tok_starts[missing_tok]);
        return file.n_toks;
    }
    good_toks += is_mutant ? 0 : file.n_toks;
    if (!same_nodes(nodes, n_nodes) && n_wrong++ < 20)
        printf("FAIL %s %u: the nodes differ\n", name, edition);
    if (!is_mutant)
        count_walk(&in);
    return file.n_toks;
}

static int by_count(const void *a, const void *b)
{
    uint64_t x = row_steps[*(const uint32_t *)a], y = row_steps[*(const uint32_t *)b];
    return x < y ? 1 : x > y ? -1 : 0;
}

static void tell_rows(void)
{
    const uint32_t n = table.head->n_rows * PARSE_MAX_CLASSES;
    uint32_t *order = need(malloc(n * sizeof *order));
    uint8_t *is_used = need(calloc(1 << 16, 1));
    uint64_t all = 0, sum = 0;
    uint32_t i = 0, n_outcomes = 0;
    for (uint32_t r = 0; r < n; r++) {
        all += row_steps[r];
        order[r] = r;
    }
    qsort(order, n, sizeof *order, by_count);
    printf("rows (and their outcomes) that make 99, 99.9, 99.99, 100 percent of steps:");
    for (int nines = 2; nines <= 5; nines++) {
        uint64_t rest = nines == 2 ? all / 100 : nines == 3 ? all / 1000 : nines == 4 ? all / 10000 : 0;
        for (; i < n && sum < all - rest; i++) {
            uint32_t outcome = table.rows[order[i]];
            sum += row_steps[order[i]];
            n_outcomes += !is_used[outcome];
            is_used[outcome] = 1;
        }
        printf(" %u (%u)", i, n_outcomes);
    }
    printf("; %.3f steps a token\n", good_toks ? (double)good_steps / (double)good_toks : 0);
    double hot = all ? 100.0 * (double)hot_steps / (double)all : 100;
    printf("hot rows, %u bytes of them and %u of their outcomes: %.3f%% of the steps\n",
           (unsigned)(sizeof(uint32_t) * (table.head->n_states + PARSE_MAX_CLASSES)),
           (unsigned)(table.head->n_hot_outcomes * sizeof(parse_outcome)), hot);
    if (hot < 97) {
        printf("FAIL the profile is of other rules: scripts/profile_table.sh writes it anew\n");
        n_wrong++;
    }
    free(order);
    free(is_used);
}

int main(int argc, char **argv)
{
    frames = need(malloc(MOST_FRAMES * sizeof *frames));
    make_counts();
    if (!check_list(argc, argv))
        return 2;
    tell_files();
    printf("seconds: parse_cpu %.3f, classes %.3f, table %.3f\n", cpu_s, class_s, walk_s);
    tell_rows();
    return n_wrong != 0;
}
