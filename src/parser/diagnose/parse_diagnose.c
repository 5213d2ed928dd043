/* parse_diagnose.c: runs the grammar again where there is an error, with messages and recovery.
 *
 * After an error the frames are dropped down to the innermost one that waits for a group (a block, a list between
 * delimiters) or for an item of a file or module. What the group holds behind its last whole element becomes an Error
 * node and reading goes on behind the group, as rustc does; in lists of items it goes on at the next item. Every
 * recovery ends behind the token at which it began, so reading ends in linear time. */
#include "parser/diagnose/parse_context.h"
#include "parser/diagnose/parse_delimiters.h"
#include "base/heap.h"
#include "parser/grammar/parse_item_ahead.h"
#include "parser/diagnose/parse_lookalike.h"
#include "parser/diagnose/parse_recover.h"
#include "parser/diagnose/parse_report.h"
#include "parser/grammar/parse_type_ahead.h"
#include "rustg/diagnostic_kind.h"

#include <stdlib.h>
#include <string.h>

/* Returns jump to labels held as values, which gcc and clang have and ISO C has not. */
#pragma GCC diagnostic ignored "-Wpedantic"

enum { DIAGNOSE_FIRST_FRAMES = 256, DIAGNOSE_FIRST_NODES = 1024 };

static bool diagnose_add_node(parse_scratch *scratch, parse_node node)
{
    parse_node *nodes =
        heap_grow(scratch->nodes, &scratch->capacity_nodes, scratch->n_nodes + 1, DIAGNOSE_FIRST_NODES, sizeof *nodes);
    if (!nodes)
        return false;
    scratch->nodes = nodes;
    scratch->nodes[scratch->n_nodes++] = node;
    return true;
}

static bool diagnose_push(parse_scratch *scratch, recover_stack *stack, parse_frame frame, recover_call call)
{
    parse_frame *frames = heap_grow(scratch->frames, &scratch->capacity_frames, (size_t)stack->n + 1,
                                    DIAGNOSE_FIRST_FRAMES, sizeof *frames);
    if (!frames)
        return false;
    stack->frames = scratch->frames = frames;
    recover_call *calls =
        heap_grow(stack->calls, &stack->capacity, (size_t)stack->n + 1, DIAGNOSE_FIRST_FRAMES, sizeof *calls);
    if (!calls)
        return false;
    stack->calls = calls;
    stack->frames[stack->n] = frame;
    stack->calls[stack->n++] = call;
    return true;
}

/* Rows of errors that rustc does not come to find, for it has given up what holds them, are taken back. */
static void diagnose_drop_muted(const parse_report *report, size_t n_rows, uint32_t pos)
{
    if (pos < report->muted_until && !report->list->failed)
        report->list->n = (uint32_t)n_rows;
}

/* An element of a list that may only lack the comma before it: rustc reads on, and where it is whole, says so.
 *   row        the error's
 *   n_frames   of the stack, the list's rule on top; state, now, pos: of that rule where it found the error */
typedef struct guess {
    uint32_t row, n_frames, state, pos;
    parse_frame now;
} guess;

enum { MAX_GUESSES = 16 };

typedef struct guess_list {
    guess data[MAX_GUESSES];
    uint32_t n;
} guess_list;

/* At each state: where the list's rule goes on behind the element, that was whole. */
static void diagnose_guess_may_hold(guess_list *guesses, size_t n_frames, uint32_t state, const parse_report *report)
{
    const parse_input *in = report->in;
    const guess *last = &guesses->data[guesses->n - 1];
    if (last->n_frames != n_frames || last->state != state)
        return;
    guesses->n--;
    uint32_t at = in->tok_end[last->pos - 1] - in->base;
    rustg_diagnostic_part part = {RUSTG_PART_SUGGESTION_MARKED, report->index, at, at, "missing `,`", ","};
    if (!report->list->failed && last->row < report->list->n)
        diag_add_part(report->list, last->row, part);
}

/* Whether an error that ends at the frame `found` leaves the element that was guessed. In a parameter it does not:
 * rustc reports it there and goes on with the next parameter, as if this one were whole. */
static bool diagnose_leaves_guess(const guess *one, size_t found)
{
    return found < one->n_frames || (found == one->n_frames && one->state != S_fn_params_after);
}

/* An error that leaves the element ends the guess and is taken back; the first one stands. False where it does not
 * leave it. */
static bool diagnose_guess_fails(guess_list *guesses, parse_context *context, size_t n_rows)
{
    const guess *last = &guesses->data[guesses->n - 1];
    size_t found = parse_context_find(context);
    if (!diagnose_leaves_guess(last, found))
        return false;
    while (guesses->n > 1 && diagnose_leaves_guess(&guesses->data[guesses->n - 2], found))
        last = &guesses->data[--guesses->n - 1];
    guesses->n--;
    if (context->row != CONTEXT_NO_ROW)
        context->report->list->n = (uint32_t)n_rows;
    context->row = last->row;
    context->state = last->state;
    context->now = last->now;
    ((recover_stack *)(uintptr_t)context->stack)->n = last->n_frames;
    return true;
}

/* Where rustc goes on, the row stands unless it lies in what rustc skips. */
static report_remedy diagnose_by(report_remedy (*report_it)(parse_report *report, uint32_t pos), parse_report *report,
                                 uint32_t pos)
{
    const size_t n_rows = report->list->n;
    const report_remedy remedy = report_it(report, pos);
    if (remedy != REPORT_GIVE_UP)
        diagnose_drop_muted(report, n_rows, pos);
    return remedy;
}

#define PARSE_LABEL(name)                                                                                              \
    L_##name : state = S_##name;                                                                                       \
    if (guesses.n > 0)                                                                                                 \
        diagnose_guess_may_hold(&guesses, stack.n, S_##name, &report);
#define GOTO(state) goto L_##state
#define RESTORE_FRAME(from)                                                                                            \
    do {                                                                                                               \
        start = (from).start;                                                                                          \
        mark = (from).mark;                                                                                            \
        anchor = (from).anchor;                                                                                        \
        flags = (from).flags;                                                                                          \
        aux = (from).aux;                                                                                              \
    } while (0)
#define RESTORE(frame) RESTORE_FRAME(stack.frames[frame])
#define RETURN()                                                                                                       \
    do {                                                                                                               \
        stack.n--;                                                                                                     \
        RESTORE(stack.n);                                                                                              \
        goto *labels[stack.frames[stack.n].state];                                                                     \
    } while (0)
#define DIAGNOSE_PUSH(to, group)                                                                                       \
    do {                                                                                                               \
        parse_frame frame_ = {(uint16_t)(to), (uint8_t)flags, (uint8_t)aux, start, mark, anchor};                      \
        recover_call call_ = {pos, (uint32_t)scratch->n_nodes, (group)};                                               \
        if (!diagnose_push(scratch, &stack, frame_, call_))                                                            \
            goto no_memory;                                                                                            \
    } while (0)
#define PARSE_PUSH(to) DIAGNOSE_PUSH(to, RECOVER_NO_GROUP)
#define CALL_GROUP(rule, state)                                                                                        \
    do {                                                                                                               \
        DIAGNOSE_PUSH(S_##state, S_##rule);                                                                            \
        GOTO(rule);                                                                                                    \
    } while (0)
#define CALL_GROUP_WITH(rule, state, new_flags, new_aux)                                                               \
    do {                                                                                                               \
        DIAGNOSE_PUSH(S_##state, S_##rule);                                                                            \
        flags = (new_flags);                                                                                           \
        aux = (new_aux);                                                                                               \
        GOTO(rule);                                                                                                    \
    } while (0)
#define MARK() ((uint32_t)scratch->n_nodes)
#define DIAGNOSE_EMIT(kind_, anchor_, start_, end_, mark_, split_)                                                     \
    do {                                                                                                               \
        parse_node node_ = {(start_), (end_), (anchor_), (mark_), (kind_), (split_)};                                  \
        if (!diagnose_add_node(scratch, node_))                                                                        \
            goto no_memory;                                                                                            \
    } while (0)
#define EMIT_AT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                      \
    DIAGNOSE_EMIT(RUSTG_AST_##kind, anchor_tok, start_tok, end_tok, mark_nodes, 0)
#define EMIT_SPLIT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                   \
    DIAGNOSE_EMIT(RUSTG_AST_##kind, anchor_tok, start_tok, end_tok, mark_nodes, 1)
#define PARSE_MOVED() report_clear(&report)
#define WANT(what)    report_want(&report, (what))
/* The rules use these hundreds of times: what they do stands in functions, or once behind the rules. */
#define UNEXPECTED() goto unexpected
#define ERROR(kind, from, to)                                                                                          \
    do {                                                                                                               \
        n_rows = list->n;                                                                                              \
        report_tokens(&report, RUSTG_DIAG_##kind, (from), (to));                                                       \
        goto recover;                                                                                                  \
    } while (0)
#define SOFT_ERROR(kind, from, to)                                                                                     \
    do {                                                                                                               \
        n_rows = list->n;                                                                                              \
        report_tokens(&report, RUSTG_DIAG_##kind, (from), (to));                                                       \
        diagnose_drop_muted(&report, n_rows, pos);                                                                     \
    } while (0)
#define UNEXPECTED_BETWEEN(next)                                                                                       \
    do {                                                                                                               \
        n_rows = list->n;                                                                                              \
        remedy = report_unexpected(&report, pos);                                                                      \
        if (remedy != REPORT_GIVE_UP || pos < report.muted_until || list->n != n_rows + 1 || list->failed ||           \
            list->data[n_rows].kind != RUSTG_DIAG_UNEXPECTED_TOKEN || guesses.n == MAX_GUESSES)                        \
            goto recover;                                                                                              \
        parse_frame now_ = {(uint16_t)state, (uint8_t)flags, (uint8_t)aux, start, mark, anchor};                       \
        guesses.data[guesses.n++] = (guess){(uint32_t)n_rows, (uint32_t)stack.n, state, pos, now_};                    \
        report.failed_tok = UINT32_MAX;                                                                                \
        if (k == T_SEMI || k == T_DOT || k == T_LT)                                                                    \
            BUMP_ONE();                                                                                                \
        if (PARSE_IS_CLOSE(k)) {                                                                                       \
            guesses.n--;                                                                                               \
            goto recover;                                                                                              \
        }                                                                                                              \
        GOTO(next);                                                                                                    \
    } while (0)
/* A name that is missing is reported, and where rustc takes what stands there for one, reading goes on so. */
#define UNEXPECTED_NAME()                                                                                              \
    do {                                                                                                               \
        WANT(W_IDENT);                                                                                                 \
        DIAGNOSE_GO_ON(report_name);                                                                                   \
    } while (0)
#define DIAGNOSE_GO_ON(report_it)                                                                                      \
    do {                                                                                                               \
        n_rows = list->n;                                                                                              \
        remedy = diagnose_by(report_it, &report, pos);                                                                 \
        if (remedy == REPORT_GIVE_UP)                                                                                  \
            goto recover;                                                                                              \
        if (remedy == REPORT_SKIP_ONE)                                                                                 \
            BUMP();                                                                                                    \
    } while (0)
#define PARSE_FAST           0
#define PARSE_RETURNS_TO(at) (stack.n > 0 && stack.frames[stack.n - 1].state == (at))
#include "parser/grammar/parse_words.h"

/* A missing `;` is reported and reading goes on as if it stood there. */
#undef EXPECT
#define EXPECT(kind)                                                                                                   \
    do {                                                                                                               \
        if (AT(kind))                                                                                                  \
            BUMP();                                                                                                    \
        else                                                                                                           \
            DIAGNOSE_GO_ON(report_unexpected);                                                                         \
    } while (0)

/* Reads the whole file. If that makes no sense, no nodes are left. False: memory has run out. */
static bool diagnose_tokens(const parse_file *file, parse_scratch *scratch, uint32_t index, diag_list *list)
{
    static const void *const labels[PARSE_N_STATES] = {
#define PARSE_STATE(name) __extension__ &&L_##name,
#include "parser/parse_states.def"
#undef PARSE_STATE
    };
    const parse_input input = {scratch->kinds, scratch->partner, file->flags, file->start,  file->end,
                               file->bytes,    file->base,       0,           file->n_toks, file->edition};
    const parse_input *in = &input;
    parse_report report = {
        .in = in, .scratch = scratch, .list = list, .index = index, .n_bytes = file->n_bytes, .failed_tok = UINT32_MAX};
    recover_stack stack = {NULL, NULL, 0, 0};
    report_remedy remedy;
    bool is_done = false;
    size_t n_rows = list->n; /* before the last error */
    uint32_t marker_tok = report_find_marker(in, 0);
    uint32_t pos = 0, k = in->kinds[0], start = 0, mark = 0, anchor = 0, flags = 0, aux = 0, ret = 0;
    uint32_t state = S_file;
    guess_list guesses = {.n = 0};

    scratch->n_nodes = 0;
    PARSE_PUSH(S_finished);
    GOTO(file);
#include "parser/grammar/rules.h"
unexpected:
    n_rows = list->n;
    report.pattern = parse_context_pattern(&stack);
    (void)report_unexpected(&report, pos);
recover:
    if (list->failed)
        goto no_memory;
    {
        parse_frame now = {(uint16_t)state, (uint8_t)flags, (uint8_t)aux, start, mark, anchor};
        parse_context context = {
            &report, &stack, scratch, state, pos, list->n > n_rows ? (uint32_t)list->n - 1 : CONTEXT_NO_ROW, now};
        bool is_muted = pos < report.muted_until;
        diagnose_drop_muted(&report, n_rows, pos);
        if (guesses.n > 0 && !is_muted && diagnose_guess_fails(&guesses, &context, n_rows)) {
            now = context.now;
            RESTORE_FRAME(now);
        }
        recover_plan plan = recover_find(in, &stack, scratch, pos, context.state, now);
        if (marker_tok < plan.error.start)
            marker_tok = report_find_marker(in, plan.error.start);
        if (marker_tok <= pos && marker_tok < file->n_toks) { /* rustc reads no further */
            list->n = (uint32_t)n_rows;
            report_marker(&report, marker_tok);
            goto give_up;
        }
        if (!is_muted)
            report.muted_until = parse_context_leave(&context);
        if (list->failed)
            goto no_memory;
        if (plan.drops_nodes)
            scratch->n_nodes = plan.error.mark;
        if (plan.has_error)
            DIAGNOSE_EMIT(RUSTG_AST_Error, plan.error.start, plan.error.start, plan.error.end, plan.error.mark, 0);
        if (plan.has_parent)
            DIAGNOSE_EMIT(plan.parent.kind, plan.parent.anchor, plan.parent.start, plan.parent.end, plan.parent.mark,
                          0);
        if (plan.stay && plan.n_frames < stack.n)
            RESTORE(plan.n_frames);
        stack.n = plan.n_frames;
        while (guesses.n > 0 && guesses.data[guesses.n - 1].n_frames > stack.n)
            guesses.n--;
        PARSE_MOVE(plan.resume);
        if (plan.stay)
            goto *labels[plan.state];
        RETURN();
    }
give_up:
    scratch->n_nodes = 0;
    PARSE_LABEL(finished)
    is_done = true;
no_memory:
    free(stack.calls);
    return is_done && !list->failed;
}

/* Makes a tree for tokens that cannot be read. */
static parse_verdict diagnose_root(const parse_file *file, parse_scratch *scratch)
{
    const parse_node error = {0, file->n_toks, 0, 0, RUSTG_AST_Error, 0};
    const parse_node root = {0, file->n_toks + 1, 0, 0, RUSTG_AST_File, 0};
    scratch->n_nodes = 0;
    if (file->n_toks > 0 && !diagnose_add_node(scratch, error))
        return PARSE_NO_MEMORY;
    return diagnose_add_node(scratch, root) ? PARSE_GOOD : PARSE_NO_MEMORY;
}

/* Whether rustc stops lexing at an error of this kind. */
static bool parse_is_fatal(uint32_t kind)
{
    switch (kind) {
    case RUSTG_DIAG_INVALID_UTF8:
    case RUSTG_DIAG_UNTERMINATED_BLOCK_COMMENT:
    case RUSTG_DIAG_UNTERMINATED_BLOCK_DOC:
    case RUSTG_DIAG_UNTERMINATED_CHAR:
    case RUSTG_DIAG_UNTERMINATED_BYTE:
    case RUSTG_DIAG_UNTERMINATED_STR:
    case RUSTG_DIAG_UNTERMINATED_BYTE_STR:
    case RUSTG_DIAG_UNTERMINATED_C_STR:
    case RUSTG_DIAG_UNTERMINATED_RAW_STR:
    case RUSTG_DIAG_RAW_STR_START:
    case RUSTG_DIAG_TOO_MANY_HASHES:
    case RUSTG_DIAG_FRONTMATTER_DASHES: return true;
    default: return false;
    }
}

/* Finds the lexical errors of a file, which are the last rows of the list. Returns true if one of them ended the
 * lexing. */
static bool parse_find_lexical(const diag_list *list, uint32_t index, size_t *first_row)
{
    bool fatal = false;
    size_t row = list->n;
    while (row > 0 && list->data[row - 1].file == index) {
        row--;
        fatal = fatal || parse_is_fatal(list->data[row].kind);
    }
    *first_row = row;
    return fatal;
}

/* Lexical errors behind the place where rustc stopped were never found by it. */
static void parse_drop_unread(const parse_file *file, diag_list *list, size_t first_row, size_t n_lexical,
                              uint32_t end_tok)
{
    uint32_t end = end_tok < file->n_toks ? file->start[end_tok] - file->base : UINT32_MAX;
    size_t n_kept = first_row;
    for (size_t i = first_row; i < list->n; i++) {
        if (i >= first_row + n_lexical || list->data[i].start <= end)
            list->data[n_kept++] = list->data[i];
    }
    list->n = n_kept;
}

static parse_verdict diagnose_good_tokens(const parse_file *file, parse_scratch *scratch, uint32_t index,
                                          diag_list *list, size_t first_row)
{
    size_t n_lexical = list->n - first_row;
    parse_verdict verdict = parse_groups(file, scratch);
    if (verdict == PARSE_GOOD) {
        if (!diagnose_tokens(file, scratch, index, list))
            return PARSE_NO_MEMORY;
        return scratch->n_nodes > 0 ? PARSE_GOOD : diagnose_root(file, scratch);
    }
    uint32_t end_tok;
    if (verdict == PARSE_NO_MEMORY || !parse_report_delimiters(file, index, false, list, &end_tok))
        return PARSE_NO_MEMORY;
    parse_drop_unread(file, list, first_row, n_lexical, end_tok);
    return diagnose_root(file, scratch);
}

/* A lexical error at which rustc stops: where a closing delimiter without an opening one stands before it, it has
 * stopped there and not read on. */
static parse_verdict diagnose_fatal(const parse_file *file, parse_scratch *scratch, uint32_t index, diag_list *list,
                                    size_t first_row)
{
    size_t n_lexical = list->n - first_row;
    uint32_t fatal = UINT32_MAX, end_tok;
    parse_file read = *file;
    for (size_t i = first_row; i < list->n; i++)
        if (parse_is_fatal(list->data[i].kind) && list->data[i].start < fatal)
            fatal = list->data[i].start;
    read.n_toks = 0;
    while (read.n_toks < file->n_toks && file->start[read.n_toks] - file->base < fatal)
        read.n_toks++;
    if (!parse_report_delimiters(&read, index, true, list, &end_tok))
        return PARSE_NO_MEMORY;
    if (list->n > first_row + n_lexical)
        parse_drop_unread(file, list, first_row, n_lexical, end_tok);
    report_sort(list, first_row);
    return list->failed ? PARSE_NO_MEMORY : diagnose_root(file, scratch);
}

parse_verdict parse_diagnose_file(const parse_file *file, parse_scratch *scratch, uint32_t index, diag_list *list)
{
    parse_verdict verdict;
    size_t first_row;
    if (parse_find_lexical(list, index, &first_row))
        return diagnose_fatal(file, scratch, index, list, first_row);
    lookalike_tokens known;
    if (!lookalike_make(&known, file, list->data ? list->data + first_row : NULL, list->n - first_row))
        return PARSE_NO_MEMORY;
    verdict = diagnose_good_tokens(&known.file, scratch, index, list, first_row);
    if (verdict == PARSE_GOOD)
        lookalike_restore(&known, scratch);
    lookalike_free(&known);
    report_sort(list, first_row);
    return list->failed ? PARSE_NO_MEMORY : verdict;
}
