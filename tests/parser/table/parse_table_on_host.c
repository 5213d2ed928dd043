/* parse_table_on_host.c: trees by the table of the grammar (parse_table.h) against parse_cpu.c's, node by node.
 *   parse_table_on_host LIST [STEP]   names of sources, one a line, each STEPth of them; every edition of each
 * A file in which parse_cpu.c finds an error must have no row somewhere; others that have none are counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parser/parser.h"
#include "parser/table/parse_table.h"

enum { MOST_FRAMES = 1 << 16 };

static const uint32_t editions[] = {2015, 2018, 2021, 2024};
static parse_table_frame *frames;
static parse_node *nodes;
static uint16_t *classes;
static size_t capacity;
static uint32_t missing_state, missing_tok;
static uint64_t n_steps;

/* Nodes, or SIZE_MAX where the table has no row. */
static size_t walk(const parse_input *in)
{
    parse_table_frame at = {PARSE_TABLE_START, 0, 0, 0};
    uint32_t pos = 0, n_nodes = 0, n_frames = 0;
    uint32_t id = PARSE_NO_OUTCOME; /* what follows at the same token */
    for (;;) {
        if (id == PARSE_NO_OUTCOME)
            id = parse_table_find(at.state, pos <= in->eof_tok ? classes[pos] : 0);
        if (id == PARSE_NO_OUTCOME) {
            missing_state = at.state;
            missing_tok = pos;
            return SIZE_MAX;
        }
        const parse_outcome *o = &parse_table_outcomes[id];
        if (n_nodes + 2 > capacity || n_frames + 3 > MOST_FRAMES)
            return SIZE_MAX;
        n_steps++;
        if (o->kind) {
            parse_node *node = &nodes[n_nodes];
            node->start = parse_table_place(in, &at, pos, o, PARSE_AT_NODE_START);
            node->end = parse_table_place(in, &at, pos, o, PARSE_AT_NODE_END);
            node->anchor = parse_table_place(in, &at, pos, o, PARSE_AT_NODE_ANCHOR);
            node->mark = parse_table_mark(&at, n_nodes, o, PARSE_AT_NODE_MARK);
            node->kind = o->kind;
            node->split = o->where >> PARSE_AT_SPLIT & 1;
            n_nodes++;
        }
        for (uint32_t i = 0; i < (o->does >> PARSE_DOES_PUSH_SHIFT & 3u); i++) {
            parse_table_frame frame = {o->pushed[i], parse_table_place(in, &at, pos, o, PARSE_AT_PUSH_START + 10 * i),
                                       parse_table_place(in, &at, pos, o, PARSE_AT_PUSH_ANCHOR + 10 * i),
                                       parse_table_mark(&at, n_nodes, o, PARSE_AT_PUSH_MARK + 4 * i)};
            frames[n_frames++] = frame;
        }
        id = PARSE_NO_OUTCOME;
        if (o->does & PARSE_DOES_POP) {
            if (n_frames == 0)
                return n_nodes;
            at = frames[--n_frames];
            if (at.state & PARSE_FAMILY_BIT)
                at.state = parse_table_families[(at.state & ~(uint32_t)PARSE_FAMILY_BIT) + o->next];
            if (at.state == PARSE_NO_STATE)
                return SIZE_MAX;
        } else {
            uint32_t start = parse_table_place(in, &at, pos, o, PARSE_AT_START);
            at.mark = parse_table_mark(&at, n_nodes, o, PARSE_AT_MARK);
            at.anchor = parse_table_place(in, &at, pos, o, PARSE_AT_ANCHOR);
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

int main(int argc, char **argv)
{
    static parse_scratch scratch;
    char line[4096];
    FILE *list = argc > 1 ? fopen(argv[1], "r") : NULL;
    long step = argc > 2 ? atol(argv[2]) : 1, n_lines = 0, n_good = 0, n_bad = 0, n_left = 0, n_wrong = 0;
    uint64_t good_bytes = 0, left_bytes = 0;
    double cpu_s = 0, class_s = 0, walk_s = 0;
    frames = malloc(MOST_FRAMES * sizeof *frames);
    if (!list || !frames)
        return 2;
    while (fgets(line, sizeof line, list)) {
        if (n_lines++ % step)
            continue;
        line[strcspn(line, "\n")] = 0;
        FILE *f = fopen(line, "rb");
        if (!f)
            continue;
        fseek(f, 0, SEEK_END);
        size_t n = (size_t)ftell(f), m;
        rewind(f);
        uint8_t *bytes = calloc(n + 256, 1);
        n = fread(bytes, 1, n, f);
        fclose(f);
        m = lex_max_toks(n) + 64;
        uint8_t *kind = malloc(m), *flags = malloc(m);
        uint32_t *start = malloc(4 * m), *end = malloc(4 * m);
        capacity = 4 * m;
        classes = malloc(2 * m);
        nodes = malloc(capacity * sizeof *nodes);
        if (!bytes || !kind || !flags || !start || !end || !classes || !nodes)
            return 2;
        lex_tokens toks = {kind, flags, start, end};
        for (int e = 0; e < 4; e++) {
            bool suspicious;
            size_t n_toks = lex_cpu_file(bytes, (uint32_t)n, editions[e], 0, toks, &suspicious);
            parse_file file = {bytes, (uint32_t)n, 0, editions[e], kind, flags, start, end, (uint32_t)n_toks - 1};
            if (parse_groups(&file, &scratch) != PARSE_GOOD)
                continue;
            double t0 = now();
            parse_verdict verdict = parse_cpu_file(&file, &scratch);
            double t1 = now();
            const parse_input in = {scratch.kinds, scratch.partner, flags, start, end, bytes, 0, 0,
                                    file.n_toks,   editions[e]};
            for (uint32_t i = 0; i <= file.n_toks; i++)
                classes[i] = (uint16_t)parse_class(&in, i);
            double t2 = now();
            size_t n_nodes = walk(&in);
            double t3 = now();
            if (verdict != PARSE_GOOD) {
                n_bad++;
                if (n_nodes != SIZE_MAX && n_wrong++ < 20)
                    printf("FAIL %s %u: the table reads a file that has an error\n", line, editions[e]);
                continue;
            }
            n_good++;
            good_bytes += n;
            cpu_s += t1 - t0;
            class_s += t2 - t1;
            walk_s += t3 - t2;
            if (n_nodes == SIZE_MAX) {
                n_left++;
                left_bytes += n;
                if (argc > 3)
                    printf("left %s %u: state %u tok %u kinds %u %u [%u] %u %u text %.*s\n", line, editions[e],
                           missing_state, missing_tok, missing_tok > 1 ? in.kinds[missing_tok - 2] : 0,
                           missing_tok > 0 ? in.kinds[missing_tok - 1] : 0, in.kinds[missing_tok],
                           in.kinds[missing_tok + 1], in.kinds[missing_tok + 2], 40,
                           (const char *)bytes + start[missing_tok]);
                continue;
            }
            bool same = n_nodes == scratch.n_nodes;
            for (size_t i = 0; same && i < n_nodes; i++)
                same = same_node(&nodes[i], &scratch.nodes[i]);
            if (!same && n_wrong++ < 20)
                printf("FAIL %s %u: the nodes differ\n", line, editions[e]);
        }
        free(bytes), free(kind), free(flags), free(start), free(end), free(classes), free(nodes);
    }
    printf("%ld good files, %llu bytes; left to the CPU %ld, %llu bytes (%.3f%%); %ld files with errors; wrong %ld\n",
           n_good, (unsigned long long)good_bytes, n_left, (unsigned long long)left_bytes,
           good_bytes ? 100.0 * (double)left_bytes / (double)good_bytes : 0, n_bad, n_wrong);
    printf("seconds: parse_cpu %.3f, classes %.3f, table %.3f\n", cpu_s, class_s, walk_s);
    return n_wrong != 0;
}
