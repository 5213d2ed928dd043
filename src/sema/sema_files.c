/* sema_files.c: takes texts as files, and finds for a span the place that the user wrote. */
#include <stdlib.h>

#include "lexer/lexer.h"
#include "parser/parser.h"
#include "sema/sema.h"

/* What parsing one file holds outside of the arena. */
typedef struct file_work {
    uint8_t *toks;
    parse_scratch parse;
    diag_list list;
} file_work;

static void sema_work_free(file_work *work)
{
    free(work->toks);
    diag_list_free(&work->list);
    parse_scratch_free(&work->parse);
}

static const uint8_t *sema_files_keep_bytes(sema *s, const uint8_t *from, size_t n)
{
    uint8_t *to = arena_alloc(s->memory, n);
    memcpy(to, from, n);
    return to;
}

static const uint32_t *sema_keep_words(sema *s, const uint32_t *from, size_t n)
{
    uint32_t *to = ARENA_ARRAY(s->memory, uint32_t, n);
    memcpy(to, from, n * sizeof *to);
    return to;
}

static void sema_files_no_memory(sema *s)
{
    longjmp(*s->memory->out_of_memory, 1);
}

static bool sema_lex_file(sema *s, sema_file *file, file_work *work)
{
    size_t most = lex_max_toks(file->n_bytes);
    work->toks = malloc(most * 10);
    if (!work->toks)
        sema_files_no_memory(s);
    lex_tokens toks;
    toks.start = (uint32_t *)(void *)work->toks;
    toks.end = toks.start + most;
    toks.kind = (uint8_t *)(toks.end + most);
    toks.flags = toks.kind + most;
    bool suspicious = false;
    size_t n = lex_cpu_file(file->bytes, file->n_bytes, file->edition, 0, toks, &suspicious);
    file->toks.n_toks = n;
    file->toks.kind = sema_files_keep_bytes(s, toks.kind, n);
    file->toks.flags = sema_files_keep_bytes(s, toks.flags, n);
    file->toks.start = sema_keep_words(s, toks.start, n);
    file->toks.end = sema_keep_words(s, toks.end, n);
    return suspicious;
}

static void sema_parse_file_tree(sema *s, sema_file *file, file_work *work, bool suspicious)
{
    parse_file text = {file->bytes,      file->n_bytes,   0,
                       file->edition,    file->toks.kind, file->toks.flags,
                       file->toks.start, file->toks.end,  (uint32_t)file->toks.n_toks - 1};
    if (parse_whole_file(&text, suspicious, file->index, &work->parse, &work->list) != PARSE_GOOD)
        sema_files_no_memory(s);
    size_t n = work->parse.n_nodes;
    parse_ast ast = {ARENA_ARRAY(s->memory, uint8_t, n + 1),  ARENA_ARRAY(s->memory, uint32_t, n + 1),
                     ARENA_ARRAY(s->memory, uint32_t, n + 1), ARENA_ARRAY(s->memory, uint32_t, n + 1),
                     ARENA_ARRAY(s->memory, uint32_t, n + 1), ARENA_ARRAY(s->memory, uint32_t, n + 1)};
    ast.next[0] = 1;
    parse_ast nodes = {ast.kind + 1, ast.tok + 1, ast.start + 1, ast.end + 1, ast.next + 1, ast.parent + 1};
    if (parse_preorder(&text, &work->parse, 0, 1, nodes) != PARSE_GOOD)
        sema_files_no_memory(s);
    rustg_ast made = {ast.kind, ast.tok, ast.start, ast.end, ast.next, ast.parent, n + 1};
    file->ast = made;
}

static uint32_t sema_origin_of(const sema *s, uint32_t index, uint32_t *start, uint32_t *end)
{
    sema_span at = {index, *start, *end};
    at = sema_origin(s, at);
    *start = at.start;
    *end = at.end;
    return s->files.at[at.file]->index;
}

/* Moves the last row and its parts from an expansion to the text that the user wrote. */
static void sema_put_in_source(sema *s, uint32_t index, rustg_diagnostic *d)
{
    rustg_diagnostic_part *parts = diag_parts(&s->diags, s->diags.n - 1);
    d->file = sema_origin_of(s, index, &d->start, &d->end);
    (void)sema_origin_of(s, index, &d->argument_start, &d->argument_end);
    for (uint32_t i = 0; i < d->n_parts; i++)
        parts[i].file = sema_origin_of(s, index, &parts[i].start, &parts[i].end);
}

/* Errors of an expansion are reported once, at the place that the user wrote. */
static void sema_report_syntax(sema *s, uint32_t index, const diag_list *list)
{
    const sema_file *file = s->files.at[index];
    bool expansion = file->origin != SEMA_FILE_SOURCE;
    for (size_t i = 0; i < list->n && (i == 0 || !expansion); i++) {
        rustg_diagnostic *d = diag_list_add_copy(&s->diags, &list->data[i]);
        if (!d)
            sema_files_no_memory(s);
        sema_order_note(s);
        if (expansion)
            sema_put_in_source(s, index, d);
    }
}

static uint32_t sema_files_add_text(sema *s, sema_file about, bool parse)
{
    file_work work = {0};
    jmp_buf failed, *outer = s->memory->out_of_memory;
    s->memory->out_of_memory = &failed;
    if (setjmp(failed)) {
        s->memory->out_of_memory = outer;
        sema_work_free(&work);
        longjmp(*outer, 1);
    }
    sema_file *file = ARENA_NEW(s->memory, sema_file);
    *file = about;
    bool suspicious = sema_lex_file(s, file, &work);
    if (parse)
        sema_parse_file_tree(s, file, &work, suspicious);
    file->bad_syntax = work.list.n > 0;
    vec_push(s->memory, &s->files, file);
    uint32_t index = s->files.n - 1;
    bool is_piece = file->origin == SEMA_FILE_EXPANSION || file->origin == SEMA_FILE_EXPANDED;
    if (file->bad_syntax && (is_piece || file->report_syntax))
        sema_report_syntax(s, index, &work.list);
    bool bad_expansion = file->bad_syntax && is_piece;
    s->memory->out_of_memory = outer;
    sema_work_free(&work);
    return bad_expansion ? 0 : index;
}

uint32_t sema_add_file(sema *s, sema_file about)
{
    if (s->files.n == 0) {
        sema_file *none = ARENA_NEW(s->memory, sema_file);
        none->name = arena_text(s->memory, "", 0);
        vec_push(s->memory, &s->files, none);
    }
    if (about.toks.kind && about.ast.kind) {
        vec_push(s->memory, &s->files, arena_copy(s->memory, &about, sizeof about));
        return s->files.n - 1;
    }
    return sema_files_add_text(s, about, true);
}

uint32_t sema_add_tokens(sema *s, sema_file about)
{
    return sema_files_add_text(s, about, false);
}

sema_span sema_node_span(const sema *s, sema_node node)
{
    sema_span span = {node.file, 0, 0};
    if (node.node) {
        const rustg_ast *ast = &s->files.at[node.file]->ast;
        span.start = ast->start[node.node];
        span.end = ast->end[node.node];
    }
    return span;
}
