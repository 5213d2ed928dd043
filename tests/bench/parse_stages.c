/* parse_stages.c: see parse_stages.h. */
#include "bench/parse_stages.h"

#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "bench/measure.h"

const char *const stage_names[N_STAGES] = {"lex", "groups", "parse", "preorder"};

static void add_stage(double *stages, int stage, double *since)
{
    double at = clock_seconds();
    stages[stage] += at - *since;
    *since = at;
}

/* One source through all stages; the count of its tokens in n_toks. False where it does not parse. */
static bool run_source(const staging *s, size_t i, size_t tok, size_t node, parse_scratch *scratch, double *stages,
                       size_t *n_toks)
{
    const rustg_source *source = &s->sources[i];
    lex_tokens own = token_at(s->tokens.toks, tok);
    double since = stages ? clock_seconds() : 0;
    bool suspicious;
    *n_toks = lex_cpu_file(source->bytes, (uint32_t)source->n_bytes, source->edition, 0, own, &suspicious);
    parse_file file = {source->bytes, (uint32_t)source->n_bytes, 0, source->edition, own.kind, own.flags, own.start,
                       own.end,       (uint32_t)(*n_toks - 1)};
    if (suspicious) {
        diag_list list = {0};
        lex_diagnose(source->bytes, file.n_bytes, file.edition, 0, &list);
        diag_list_free(&list);
    }
    if (stages)
        add_stage(stages, STAGE_LEX, &since);
    if (parse_groups(&file, scratch) != PARSE_GOOD)
        return false;
    if (stages)
        add_stage(stages, STAGE_GROUPS, &since);
    if (parse_cpu_file(&file, scratch) != PARSE_GOOD)
        return false;
    if (stages)
        add_stage(stages, STAGE_PARSE, &since);
    if (!s->nodes.ast.kind)
        return true;
    if (parse_preorder(&file, scratch, (uint32_t)tok, (uint32_t)node, ast_at(s->nodes.ast, node)) != PARSE_GOOD)
        return false;
    if (stages)
        add_stage(stages, STAGE_PREORDER, &since);
    return true;
}

/* Counts first, in the slots of the largest source, then makes arrays of just the size that is needed. */
bool staging_make(staging *s, const rustg_source *sources, size_t n_sources)
{
    size_t largest = 0, tok = 0, node = 1, n_toks;
    memset(s, 0, sizeof *s);
    s->sources = sources;
    s->n_sources = n_sources;
    s->n_threads = parallel_hardware_threads();
    s->first_tok = malloc((n_sources + 1) * sizeof *s->first_tok);
    s->first_node = malloc((n_sources + 1) * sizeof *s->first_node);
    s->scratch = calloc(s->n_threads, sizeof *s->scratch);
    for (size_t i = 0; i < n_sources; i++) {
        largest = sources[i].n_bytes > largest ? sources[i].n_bytes : largest;
        s->n_bytes += sources[i].n_bytes;
    }
    if (!s->first_tok || !s->first_node || !s->scratch || !token_reserve(&s->tokens, lex_max_toks(largest)))
        return false;
    for (size_t i = 0; i < n_sources; i++) {
        if (!run_source(s, i, 0, 0, &s->scratch[0], NULL, &n_toks))
            return false;
        s->first_tok[i] = tok;
        s->first_node[i] = node;
        s->n_toks += n_toks;
        s->n_nodes += s->scratch[0].n_nodes;
        tok += n_toks + 64; /* a vector store's overhang stays off the next source's slots */
        node += s->scratch[0].n_nodes;
    }
    token_free(&s->tokens);
    return token_reserve(&s->tokens, tok + lex_max_toks(largest)) && ast_reserve(&s->nodes, node);
}

void staging_free(staging *s)
{
    for (uint32_t t = 0; s->scratch && t < s->n_threads; t++)
        parse_scratch_free(&s->scratch[t]);
    token_free(&s->tokens);
    ast_free(&s->nodes);
    free(s->scratch);
    free(s->first_tok);
    free(s->first_node);
    memset(s, 0, sizeof *s);
}

double staging_pass(staging *s, double stages[N_STAGES])
{
    double start = clock_seconds();
    size_t n_toks;
    for (size_t i = 0; i < s->n_sources; i++)
        run_source(s, i, s->first_tok[i], s->first_node[i], &s->scratch[0], stages, &n_toks);
    return clock_seconds() - start;
}

static void run_in_thread(void *context, size_t i, uint32_t thread)
{
    const staging *s = context;
    size_t n_toks;
    run_source(s, i, s->first_tok[i], s->first_node[i], &s->scratch[thread], NULL, &n_toks);
}

double staging_pass_all(staging *s)
{
    double start = clock_seconds();
    parallel_for(s->n_sources, s->n_threads, run_in_thread, s);
    return clock_seconds() - start;
}
