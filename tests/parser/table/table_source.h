/* table_source.h: what the programs share that hold the table of the grammar against parse_cpu.c: sources from a list,
 * and mutants of them, as tokens. Each includes it once. */
#ifndef RUSTG_TABLE_SOURCE_H
#define RUSTG_TABLE_SOURCE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/test_random.h"
#include "parser/parser.h"
#include "parser/table/parse_table.h"

static const uint32_t editions[] = {2015, 2018, 2021, 2024};
static parse_table table;

/* A source's tokens and what is made of them. */
static parse_scratch scratch;
static uint8_t *tok_kinds, *tok_flags, *classes;
static uint32_t *tok_starts, *tok_ends;
static parse_node *nodes;
static size_t capacity; /* of nodes; of tokens a quarter */
static bool is_mutant;
static long n_good, n_bad, n_left, n_wrong;
static uint64_t good_bytes, left_bytes, good_toks;

static void *need(void *memory)
{
    if (!memory) {
        fprintf(stderr, "no memory\n");
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
    tok_kinds = need(realloc(tok_kinds, m));
    tok_flags = need(realloc(tok_flags, m));
    tok_starts = need(realloc(tok_starts, 4 * m));
    tok_ends = need(realloc(tok_ends, 4 * m));
    classes = need(realloc(classes, m));
    nodes = need(realloc(nodes, capacity * sizeof *nodes));
}

/* ---- one walk */

enum { MOST_FRAMES = 1 << 16 };
typedef enum table_step_end { STEP_GOES_ON, STEP_RETURNS, STEP_MISSING } table_step_end;

/* more: the outcome that follows at the same token. n_nodes counts units left to others, too; as nodes they have kind
 * 0, start is the group's token and end the state that it is to begin in. */
typedef struct table_walk {
    parse_table_frame at;
    uint32_t pos, n_nodes, n_frames, more;
} table_walk;

static inline __attribute__((always_inline)) table_step_end
table_step(const parse_input *in, table_walk *w, parse_table_frame *frames, parse_node *to, size_t room)
{
    uint32_t id = w->more;
    if (id == PARSE_NO_OUTCOME)
        id = parse_table_find(&table, w->at.state, w->pos <= in->eof_tok ? classes[w->pos] : 0);
    const parse_outcome *o = &table.outcomes[id];
    if (id == PARSE_NO_OUTCOME || w->n_nodes + 2 > room || w->n_frames + 3 > MOST_FRAMES)
        return STEP_MISSING;
    const parse_table_bases bases = parse_table_bases_at(in, &w->at, w->pos);
    if (o->does & PARSE_DOES_UNIT) {
        parse_node unit = {.start = w->pos, .end = o->pushed[1]};
        to[w->n_nodes++] = unit;
    }
    if (o->kind) {
        parse_node *node = &to[w->n_nodes];
        node->start = parse_table_place(&table, &bases, o, PARSE_AT_NODE_START);
        node->end = parse_table_place(&table, &bases, o, PARSE_AT_NODE_END);
        node->anchor = parse_table_place(&table, &bases, o, PARSE_AT_NODE_ANCHOR);
        node->mark = parse_table_mark(&w->at, w->n_nodes, o, PARSE_AT_NODE_MARK);
        node->kind = o->kind;
        node->split = o->where >> PARSE_AT_SPLIT & 1;
        w->n_nodes++;
    }
    for (uint32_t i = 0; i < (o->does >> PARSE_DOES_PUSH_SHIFT & 3u); i++) {
        parse_table_frame frame = {o->pushed[i], parse_table_place(&table, &bases, o, PARSE_AT_PUSH_START + 10 * i),
                                   parse_table_place(&table, &bases, o, PARSE_AT_PUSH_ANCHOR + 10 * i),
                                   parse_table_mark(&w->at, w->n_nodes, o, PARSE_AT_PUSH_MARK + 4 * i)};
        frames[w->n_frames++] = frame;
    }
    w->more = PARSE_NO_OUTCOME;
    table_step_end how = STEP_GOES_ON;
    if (!(o->does & PARSE_DOES_POP)) {
        uint32_t from = parse_table_place(&table, &bases, o, PARSE_AT_START);
        w->at.mark = parse_table_mark(&w->at, w->n_nodes, o, PARSE_AT_MARK);
        w->at.anchor = parse_table_place(&table, &bases, o, PARSE_AT_ANCHOR);
        w->at.start = from;
        if (o->does & PARSE_DOES_MORE)
            w->more = o->next;
        else
            w->at.state = o->next;
    } else if (w->n_frames == 0) {
        how = STEP_RETURNS;
    } else {
        w->at = frames[--w->n_frames];
        if (w->at.state & PARSE_FAMILY_BIT)
            w->at.state = table.families[(w->at.state & ~(uint32_t)PARSE_FAMILY_BIT) + o->next];
        if (w->at.state == PARSE_NO_STATE)
            how = STEP_MISSING;
    }
    uint32_t move = o->does & PARSE_DOES_MOVE;
    w->pos = move == PARSE_MOVE_GROUP ? in->partner[w->pos] + 1 : w->pos + move;
    return how;
}

/* ---- counts */

static uint64_t *row_steps;               /* by row of the table and class; mutants are not counted */
static uint64_t counted_steps, hot_steps; /* the sum of those; of them: found among the hot rows */

static size_t n_row_steps(void)
{
    return (size_t)((const parse_table_head *)parse_table_bytes)->n_rows * PARSE_MAX_CLASSES;
}

static void make_counts(void)
{
    row_steps = need(calloc(n_row_steps(), sizeof *row_steps));
}

static void count_row(uint32_t state, uint32_t class_of_tok)
{
    row_steps[table.row_of[state] * PARSE_MAX_CLASSES + class_of_tok]++;
    counted_steps++;
    hot_steps += table.hot[state + class_of_tok] >> 16 == state;
}

/* ---- sources */

/* The tokens of a source, its groups matched; false where delimiters do not match. bytes: with room behind them, as
 * lex_cpu_file wants */
static bool read_tokens(const uint8_t *bytes, size_t n, uint32_t edition, parse_file *file)
{
    bool suspicious;
    make_room(n);
    lex_tokens toks = {tok_kinds, tok_flags, tok_starts, tok_ends};
    size_t n_toks = lex_cpu_file(bytes, (uint32_t)n, edition, 0, toks, &suspicious);
    parse_file read = {bytes,    (uint32_t)n,         0, edition, tok_kinds, tok_flags, tok_starts,
                       tok_ends, (uint32_t)n_toks - 1};
    *file = read;
    return parse_groups(file, &scratch) == PARSE_GOOD;
}

static parse_input input_of(const parse_file *file)
{
    parse_input in = {scratch.kinds, scratch.partner, tok_flags, tok_starts, tok_ends, file->bytes, 0, 0,
                      file->n_toks,  file->edition};
    return in;
}

static bool same_node(const parse_node *a, const parse_node *b)
{
    return a->start == b->start && a->end == b->end && a->anchor == b->anchor && a->mark == b->mark &&
           a->kind == b->kind && a->split == b->split;
}

static bool same_nodes(const parse_node *a, size_t n)
{
    bool same = n == scratch.n_nodes;
    for (size_t i = 0; same && i < n; i++)
        same = same_node(&a[i], &scratch.nodes[i]);
    return same;
}

static uint32_t random_below(uint32_t n)
{
    static uint64_t state = 88172645463325252ull;
    return (uint32_t)(test_random(&state) >> 32) % n;
}

/* One to three tokens are left out, doubled or replaced by another of the file. Bytes of the mutant. */
static size_t mutate(const uint8_t *bytes, size_t n, uint32_t n_toks, uint8_t *mutant)
{
    size_t done = 0, n_made = 0;
    uint32_t at = 0;
    for (uint32_t change = 1 + random_below(3); change > 0 && at < n_toks; change--) {
        at += random_below(n_toks - at);
        uint32_t other = random_below(n_toks), what = random_below(3), n_other = tok_ends[other] - tok_starts[other];
        uint32_t keep = what == 1 ? tok_ends[at] : tok_starts[at];
        memcpy(mutant + n_made, bytes + done, keep - done);
        n_made += keep - done;
        if (what > 0 && n_made + n_other + (n - tok_ends[at]) + 2 < 2 * n) {
            mutant[n_made++] = ' ';
            memcpy(mutant + n_made, bytes + tok_starts[other], n_other);
            n_made += n_other;
            mutant[n_made++] = ' ';
        }
        done = tok_ends[at];
        at++;
    }
    memcpy(mutant + n_made, bytes + done, n - done);
    return n_made + n - done;
}

/* Tokens, or 0 where delimiters do not match. */
static uint32_t check_source(const char *name, const uint8_t *bytes, size_t n, uint32_t edition);

/* All sources of the list that the first argument names, each of the step that the second says: in every edition, then
 * so many mutants as the third says. false: there is no list. */
static bool check_list(int argc, char **argv)
{
    char line[4096];
    FILE *list = argc > 1 ? fopen(argv[1], "r") : NULL;
    long step = argc > 2 ? atol(argv[2]) : 1, n_lines = 0, n_mutants = argc > 3 ? atol(argv[3]) : 0;
    if (!list)
        return false;
    table = parse_table_of(parse_table_bytes);
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
        is_mutant = false;
        for (int e = 0; e < 4; e++)
            check_source(line, bytes, n, editions[e]);
        is_mutant = true;
        for (long i = 0; i < n_mutants; i++) {
            bool suspicious;
            uint32_t edition = editions[random_below(4)];
            lex_tokens toks = {tok_kinds, tok_flags, tok_starts, tok_ends};
            uint32_t n_toks = (uint32_t)lex_cpu_file(bytes, (uint32_t)n, edition, 0, toks, &suspicious) - 1;
            if (n_toks == 0)
                break;
            size_t n_made = mutate(bytes, n, n_toks, mutant);
            memset(mutant + n_made, 0, 2 * n + 256 - n_made);
            check_source(line, mutant, n_made, edition);
        }
        free(bytes);
        free(mutant);
    }
    fclose(list);
    return true;
}

static void tell_files(void)
{
    printf("%ld good files, %llu bytes; left to the CPU %ld, %llu bytes (%.3f%%); %ld files with errors; wrong %ld\n",
           n_good, (unsigned long long)good_bytes, n_left, (unsigned long long)left_bytes,
           good_bytes ? 100.0 * (double)left_bytes / (double)good_bytes : 0, n_bad, n_wrong);
}

#endif
