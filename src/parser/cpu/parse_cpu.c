/* parse_cpu.c: runs the grammar at full speed. */
#include "parser/parser.h"

#include "base/heap.h"

#define PARSE_RECOVERS (entry->state == S_file)

/* Returns jump to labels held as values, which gcc and clang have and ISO C has not. */
#pragma GCC diagnostic ignored "-Wpedantic"

enum { CPU_FIRST_FRAMES = 1024, CPU_FIRST_NODES = 1 << 14 };

/* The rules grow these at hundreds of places, and are 4% slower where gcc writes the first test out at each. */
static bool parse_cpu_more_frames(parse_scratch *scratch) __attribute__((noinline));
static bool parse_cpu_more_nodes(parse_scratch *scratch) __attribute__((noinline));

static bool parse_cpu_more_frames(parse_scratch *scratch)
{
    parse_frame *grown = heap_grow(scratch->frames, &scratch->capacity_frames, scratch->capacity_frames + 1,
                                   CPU_FIRST_FRAMES, sizeof *grown);
    if (grown)
        scratch->frames = grown;
    return grown != NULL;
}

static bool parse_cpu_more_nodes(parse_scratch *scratch)
{
    parse_node *grown = heap_grow(scratch->nodes, &scratch->capacity_nodes, scratch->capacity_nodes + 1,
                                  CPU_FIRST_NODES, sizeof *grown);
    if (grown)
        scratch->nodes = grown;
    return grown != NULL;
}

#define PARSE_LABEL(name) L_##name:
#define GOTO(state)       goto L_##state
#define RETURN()                                                                                                       \
    do {                                                                                                               \
        n_frames--;                                                                                                    \
        start = frames[n_frames].start;                                                                                \
        mark = frames[n_frames].mark;                                                                                  \
        anchor = frames[n_frames].anchor;                                                                              \
        flags = frames[n_frames].flags;                                                                                \
        aux = frames[n_frames].aux;                                                                                    \
        goto *labels[frames[n_frames].state];                                                                          \
    } while (0)
#define PARSE_PUSH(to)                                                                                                 \
    do {                                                                                                               \
        if (n_frames == scratch->capacity_frames) {                                                                    \
            if (!parse_cpu_more_frames(scratch))                                                                       \
                goto no_memory;                                                                                        \
            frames = scratch->frames;                                                                                  \
        }                                                                                                              \
        frames[n_frames].state = (to);                                                                                 \
        frames[n_frames].flags = (uint8_t)flags;                                                                       \
        frames[n_frames].aux = (uint8_t)aux;                                                                           \
        frames[n_frames].start = start;                                                                                \
        frames[n_frames].mark = mark;                                                                                  \
        frames[n_frames].anchor = anchor;                                                                              \
        n_frames++;                                                                                                    \
    } while (0)
#define CALL_GROUP(rule, state)                          CALL(rule, state)
#define CALL_GROUP_WITH(rule, state, new_flags, new_aux) CALL_WITH(rule, state, new_flags, new_aux)
#define MARK()                                           n_nodes
#define CPU_EMIT(kind_, anchor_, start_, end_, mark_, split_)                                                          \
    do {                                                                                                               \
        if (n_nodes == capacity_nodes) {                                                                               \
            if (!parse_cpu_more_nodes(scratch))                                                                        \
                goto no_memory;                                                                                        \
            nodes = scratch->nodes;                                                                                    \
            capacity_nodes = (uint32_t)scratch->capacity_nodes;                                                        \
        }                                                                                                              \
        nodes[n_nodes].start = (start_);                                                                               \
        nodes[n_nodes].end = (end_);                                                                                   \
        nodes[n_nodes].anchor = (anchor_);                                                                             \
        nodes[n_nodes].mark = (mark_);                                                                                 \
        nodes[n_nodes].kind = (kind_);                                                                                 \
        nodes[n_nodes].split = (split_);                                                                               \
        n_nodes++;                                                                                                     \
    } while (0)
#define EMIT_AT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                      \
    CPU_EMIT(RUSTG_AST_##kind, anchor_tok, start_tok, end_tok, mark_nodes, 0)
#define EMIT_SPLIT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                   \
    CPU_EMIT(RUSTG_AST_##kind, anchor_tok, start_tok, end_tok, mark_nodes, 1)
#define PARSE_MOVED()              ((void)0)
#define WANT(what)                 ((void)0)
#define UNEXPECTED()               goto bad
#define ERROR(kind, from, to)      goto bad
#define SOFT_ERROR(kind, from, to) goto bad
#include "parser/grammar/parse_words.h"

parse_verdict parse_cpu_rule(const parse_file *file, parse_scratch *scratch, const parse_entry *entry,
                             uint32_t *end_tok)
{
    static const void *const labels[PARSE_N_STATES] = {
#define PARSE_STATE(name) __extension__ &&L_##name,
#include "parser/parse_states.def"
#undef PARSE_STATE
    };
    const parse_input input = {scratch->kinds, scratch->partner, file->flags, file->start,  file->end,
                               file->bytes,    file->base,       0,           file->n_toks, file->edition};
    const parse_input *in = &input;
    parse_frame *frames = scratch->frames;
    size_t n_frames = 0;
    parse_node *nodes = scratch->nodes;
    uint32_t n_nodes = 0, capacity_nodes = (uint32_t)scratch->capacity_nodes;
    uint32_t pos = entry->tok, k = in->kinds[pos], start = pos, mark = 0, anchor = pos, flags = entry->flags;
    uint32_t aux = entry->aux, ret = 0;

    PARSE_PUSH(S_finished);
    goto *labels[entry->state];
#include "parser/grammar/rules.h"
    PARSE_LABEL(finished)
    scratch->n_nodes = n_nodes;
    *end_tok = pos;
    return PARSE_GOOD;
bad:
    scratch->n_nodes = 0;
    return PARSE_BAD;
no_memory:
    scratch->n_nodes = 0;
    return PARSE_NO_MEMORY;
}

parse_verdict parse_cpu_file(const parse_file *file, parse_scratch *scratch)
{
    static const parse_entry whole = {.state = S_file};
    uint32_t end_tok;
    return parse_cpu_rule(file, scratch, &whole, &end_tok);
}
