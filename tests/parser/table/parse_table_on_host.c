/* parse_table_on_host.c: trees by the table of the grammar (parse_table.h) against parse_cpu.c's, node by node.
 *   parse_table_on_host LIST [STEP [MUTANTS]]   names of sources, one a line, each STEPth of them: as they are in every
 *                                               edition, then so many times with tokens left out, doubled and replaced
 * With RUSTG_TABLE_COUNTS, a file's name, it writes how often each row met each class there, as u64.
 * A file in which parse_cpu.c finds an error must have no row somewhere; others that have none are counted, and named
 * where RUSTG_TABLE_NAMES is set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parser/parser.h"
#include "parser/table/parse_table.h"

enum { MOST_FRAMES = 1 << 16 };

static const uint32_t editions[] = {2015, 2018, 2021, 2024};
static parse_table table;
static parse_table_frame *frames;
static parse_node *nodes;
static uint8_t *classes;
static size_t capacity;
static uint32_t missing_state, missing_tok;
static uint64_t n_steps;
static uint64_t *row_steps; /* by row of the table and class; NULL: not counted */
static uint64_t hot_steps;  /* of those: found among the hot rows */

static void count_row(uint32_t state, uint32_t class_of_tok)
{
    row_steps[table.row_of[state] * PARSE_MAX_CLASSES + class_of_tok]++;
    hot_steps += table.hot[state + class_of_tok] >> 16 == state;
}

/* Nodes, or SIZE_MAX where the table has no row. */
static size_t walk(const parse_input *in)
{
    parse_table_frame at = {table.head->start, 0, 0, 0};
    uint32_t pos = 0, n_nodes = 0, n_frames = 0;
    uint32_t id = PARSE_NO_OUTCOME; /* what follows at the same token */
    for (;;) {
        bool more = id != PARSE_NO_OUTCOME;
        if (!more)
            id = parse_table_find(&table, at.state, pos <= in->eof_tok ? classes[pos] : 0);
        if (id == PARSE_NO_OUTCOME) {
            missing_state = at.state;
            missing_tok = pos;
            return SIZE_MAX;
        }
        const parse_outcome *o = &table.outcomes[id];
        if (n_nodes + 2 > capacity || n_frames + 3 > MOST_FRAMES)
            return SIZE_MAX;
        if (!more && row_steps)
            count_row(at.state, pos <= in->eof_tok ? classes[pos] : 0);
        n_steps++;
        if (o->kind) {
            parse_node *node = &nodes[n_nodes];
            node->start = parse_table_place(&table, in, &at, pos, o, PARSE_AT_NODE_START);
            node->end = parse_table_place(&table, in, &at, pos, o, PARSE_AT_NODE_END);
            node->anchor = parse_table_place(&table, in, &at, pos, o, PARSE_AT_NODE_ANCHOR);
            node->mark = parse_table_mark(&at, n_nodes, o, PARSE_AT_NODE_MARK);
            node->kind = o->kind;
            node->split = o->where >> PARSE_AT_SPLIT & 1;
            n_nodes++;
        }
        for (uint32_t i = 0; i < (o->does >> PARSE_DOES_PUSH_SHIFT & 3u); i++) {
            parse_table_frame frame = {o->pushed[i],
                                       parse_table_place(&table, in, &at, pos, o, PARSE_AT_PUSH_START + 10 * i),
                                       parse_table_place(&table, in, &at, pos, o, PARSE_AT_PUSH_ANCHOR + 10 * i),
                                       parse_table_mark(&at, n_nodes, o, PARSE_AT_PUSH_MARK + 4 * i)};
            frames[n_frames++] = frame;
        }
        id = PARSE_NO_OUTCOME;
        if (o->does & PARSE_DOES_POP) {
            if (n_frames == 0)
                return n_nodes;
            at = frames[--n_frames];
            if (at.state & PARSE_FAMILY_BIT)
                at.state = table.families[(at.state & ~(uint32_t)PARSE_FAMILY_BIT) + o->next];
            if (at.state == PARSE_NO_STATE)
                return SIZE_MAX;
        } else {
            uint32_t start = parse_table_place(&table, in, &at, pos, o, PARSE_AT_START);
            at.mark = parse_table_mark(&at, n_nodes, o, PARSE_AT_MARK);
            at.anchor = parse_table_place(&table, in, &at, pos, o, PARSE_AT_ANCHOR);
            at.start = start;
            if (o->does & PARSE_DOES_MORE)
                id = o->next;
            else
                at.state = o->next;
        }
        uint32_t move = o->does & PARSE_DOES_MOVE;
        pos = move == PARSE_MOVE_GROUP ? in->partner[pos] + 1 : pos + move;
    }
}

static bool same_node(const parse_node *a, const parse_node *b)
{
    return a->start == b->start && a->end == b->end && a->anchor == b->anchor && a->mark == b->mark &&
           a->kind == b->kind && a->split == b->split;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A source's tokens and what is made of them. */
static parse_scratch scratch;
static uint8_t *kind, *flags;
static uint32_t *start, *end;
static long n_good, n_bad, n_left, n_wrong;
static uint64_t good_bytes, left_bytes, good_toks, good_steps;
static double cpu_s, class_s, walk_s;

static void *need(void *memory)
{
    if (!memory) {
        fprintf(stderr, "parse_table_on_host: no memory\n");
        exit(2);
    }
    return memory;
}

static void make_room(size_t n_bytes)
{
    size_t m = lex_max_toks(n_bytes) + 64;
    if (4 * m <= capacity)
        return;
    capacity = 4 * m;
    kind = need(realloc(kind, m));
    flags = need(realloc(flags, m));
    start = need(realloc(start, 4 * m));
    end = need(realloc(end, 4 * m));
    classes = need(realloc(classes, m));
    nodes = need(realloc(nodes, capacity * sizeof *nodes));
}

/* Tokens, or 0 where delimiters do not match. bytes: with room behind them, as lex_cpu_file wants */
static uint32_t check_source(const char *name, const uint8_t *bytes, size_t n, uint32_t edition)
{
    bool suspicious;
    make_room(n);
    lex_tokens toks = {kind, flags, start, end};
    size_t n_toks = lex_cpu_file(bytes, (uint32_t)n, edition, 0, toks, &suspicious);
    parse_file file = {bytes, (uint32_t)n, 0, edition, kind, flags, start, end, (uint32_t)n_toks - 1};
    if (parse_groups(&file, &scratch) != PARSE_GOOD)
        return 0;
    double t0 = now();
    parse_verdict verdict = parse_cpu_file(&file, &scratch);
    double t1 = now();
    const parse_input in = {scratch.kinds, scratch.partner, flags, start, end, bytes, 0, 0, file.n_toks, edition};
    for (uint32_t i = 0; i <= file.n_toks; i++)
        classes[i] = (uint8_t)parse_class(&table, &in, i);
    double t2 = now();
    n_steps = 0;
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
                   (const char *)bytes + start[missing_tok]);
        return file.n_toks;
    }
    good_toks += file.n_toks;
    good_steps += n_steps;
    bool same = n_nodes == scratch.n_nodes;
    for (size_t i = 0; same && i < n_nodes; i++)
        same = same_node(&nodes[i], &scratch.nodes[i]);
    if (!same && n_wrong++ < 20)
        printf("FAIL %s %u: the nodes differ\n", name, edition);
    return file.n_toks;
}

static uint32_t random_below(uint32_t n)
{
    static uint64_t state = 88172645463325252ull;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % n;
}

/* One to three tokens are left out, doubled or replaced by another of the file. Bytes of the mutant. */
static size_t mutate(const uint8_t *bytes, size_t n, uint32_t n_toks, uint8_t *mutant)
{
    size_t done = 0, n_made = 0;
    uint32_t at = 0;
    for (uint32_t change = 1 + random_below(3); change > 0 && at < n_toks; change--) {
        at += random_below(n_toks - at);
        uint32_t other = random_below(n_toks), what = random_below(3), n_other = end[other] - start[other];
        uint32_t keep = what == 1 ? end[at] : start[at];
        memcpy(mutant + n_made, bytes + done, keep - done);
        n_made += keep - done;
        if (what > 0 && n_made + n_other + (n - end[at]) + 2 < 2 * n) {
            mutant[n_made++] = ' ';
            memcpy(mutant + n_made, bytes + start[other], n_other);
            n_made += n_other;
            mutant[n_made++] = ' ';
        }
        done = end[at];
        at++;
    }
    memcpy(mutant + n_made, bytes + done, n - done);
    return n_made + n - done;
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
    const char *counts = getenv("RUSTG_TABLE_COUNTS");
    FILE *out = counts ? fopen(counts, "wb") : NULL;
    if (out && (fwrite(row_steps, sizeof *row_steps, n, out) != n || fclose(out) != 0))
        fprintf(stderr, "parse_table_on_host: cannot write %s\n", counts);
    free(order);
    free(is_used);
}

int main(int argc, char **argv)
{
    char line[4096];
    FILE *list = argc > 1 ? fopen(argv[1], "r") : NULL;
    long step = argc > 2 ? atol(argv[2]) : 1, n_lines = 0, n_mutants = argc > 3 ? atol(argv[3]) : 0;
    frames = need(malloc(MOST_FRAMES * sizeof *frames));
    if (!list)
        return 2;
    table = parse_table_of(parse_table_bytes);
    row_steps = need(calloc((size_t)table.head->n_rows * PARSE_MAX_CLASSES, sizeof *row_steps));
    while (fgets(line, sizeof line, list)) {
        if (n_lines++ % step)
            continue;
        line[strcspn(line, "\n")] = 0;
        FILE *f = fopen(line, "rb");
        if (!f)
            continue;
        fseek(f, 0, SEEK_END);
        size_t n = (size_t)ftell(f);
        rewind(f);
        uint8_t *bytes = need(calloc(n + 256, 1)), *mutant = need(calloc(2 * n + 256, 1));
        n = fread(bytes, 1, n, f);
        fclose(f);
        for (int e = 0; e < 4; e++)
            check_source(line, bytes, n, editions[e]);
        uint64_t *counted = row_steps;
        row_steps = NULL;
        for (long i = 0; i < n_mutants; i++) {
            bool suspicious;
            uint32_t edition = editions[random_below(4)];
            lex_tokens toks = {kind, flags, start, end};
            uint32_t n_toks = (uint32_t)lex_cpu_file(bytes, (uint32_t)n, edition, 0, toks, &suspicious) - 1;
            if (n_toks == 0)
                break;
            size_t n_made = mutate(bytes, n, n_toks, mutant);
            memset(mutant + n_made, 0, 2 * n + 256 - n_made);
            check_source(line, mutant, n_made, edition);
        }
        row_steps = counted;
        free(bytes);
        free(mutant);
    }
    printf("%ld good files, %llu bytes; left to the CPU %ld, %llu bytes (%.3f%%); %ld files with errors; wrong %ld\n",
           n_good, (unsigned long long)good_bytes, n_left, (unsigned long long)left_bytes,
           good_bytes ? 100.0 * (double)left_bytes / (double)good_bytes : 0, n_bad, n_wrong);
    printf("seconds: parse_cpu %.3f, classes %.3f, table %.3f\n", cpu_s, class_s, walk_s);
    tell_rows();
    return n_wrong != 0;
}
