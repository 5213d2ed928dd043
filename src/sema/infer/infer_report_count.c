/* infer_report_count.c: reports a closure or function that takes another number of arguments than it is given (E0593).
 *
 * Source: rustc 1.95's rustc_trait_selection (report_arg_count_mismatch). */
#include "sema/infer/infer_internal.h"
#include "sema/syntax/syntax.h"

/* What one side takes; n_fields: of the tuple that is its only argument, 0 for none. */
typedef struct count_side {
    uint32_t n, n_fields;
} count_side;

static const char *count_words(sema *s, count_side side, count_side other)
{
    if (side.n_fields)
        return arena_format(s->memory, "a single %u-tuple as argument", side.n_fields);
    return arena_format(s->memory, "%u %sargument%s", side.n, other.n_fields ? "distinct " : "",
                        side.n == 1 ? "" : "s");
}

/* The patterns of a closure's parameters, or of the tuple that is its only one. */
typedef struct count_patterns {
    VEC(sema_node) at;
    bool is_tuple;
} count_patterns;

static count_patterns count_closure_patterns(sema *s, sema_node closure)
{
    count_patterns found = {0};
    for (sema_node at = syntax_first_real(s, closure); syntax_is(at); at = syntax_next_real(s, at))
        if (syntax_kind(s, at) == RUSTG_AST_Param)
            vec_push(s->memory, &found.at, syntax_child_in(s, at, RUSTG_AST_CLASS_PAT, 0));
    const sema_node only = found.at.n == 1 ? found.at.at[0] : (sema_node){0, 0};
    if (!syntax_is(only) || syntax_kind(s, only) != RUSTG_AST_PatTuple)
        return found;
    found.at.n = 0;
    found.is_tuple = true;
    for (sema_node at = syntax_first_real(s, only); syntax_is(at); at = syntax_next_real(s, at))
        vec_push(s->memory, &found.at, at);
    return found;
}

static const char *count_list(sema *s, const count_patterns *patterns)
{
    const char *list = "";
    for (uint32_t i = 0; i < patterns->at.n; i++) {
        const sema_node pat = patterns->at.at[i];
        list = arena_format(s->memory, "%s%s%s", list, i ? ", " : "",
                            syntax_is(pat) ? source_text(s, sema_origin(s, sema_node_span(s, pat))) : "_");
    }
    return list;
}

/* The bars of a closure's head. */
static sema_span count_bars(const sema *s, sema_span head)
{
    const sema_span written = sema_origin(s, head);
    const char *text = (const char *)s->files.at[written.file]->bytes;
    sema_span bars = head;
    uint32_t at = written.start;
    while (at < written.end && text[at] != '|')
        at++;
    bars.start += at - written.start;
    for (at++; at < written.end && text[at] != '|';)
        at++;
    bars.end = head.start + (at + 1 - written.start);
    return bars;
}

static void count_suggest(sema_report *r, const count_patterns *patterns, count_side wants, sema_span head)
{
    sema *s = r->s;
    const uint32_t n = patterns->at.n;
    if (!n && !patterns->is_tuple) {
        const char *holes = "";
        for (uint32_t i = 0; i < wants.n; i++)
            holes = arena_format(s->memory, "%s%s_", holes, i ? ", " : "");
        sema_suggest(r, count_bars(s, head), arena_format(s->memory, "|%s|", holes),
                     "consider changing the closure to take and ignore the expected argument%s",
                     wants.n == 1 ? "" : "s");
        sema_suggest_is(r, "MachineApplicable");
    }
    if (patterns->is_tuple && n == wants.n) {
        sema_suggest(r, head, arena_format(s->memory, "|%s|", count_list(s, patterns)),
                     "change the closure to take multiple arguments instead of a single tuple");
        sema_suggest_is(r, "MachineApplicable");
    }
    if (!patterns->is_tuple && wants.n_fields && wants.n_fields == n) {
        sema_suggest(r, head, arena_format(s->memory, "|(%s)|", count_list(s, patterns)),
                     "change the closure to accept a tuple instead of individual arguments");
        sema_suggest_is(r, "MachineApplicable");
    }
}

void infer_add_argument_count(sema_report *r, sema_def closure, const sema_ty *wanted, uint32_t n_wanted, uint32_t has)
{
    sema *s = r->s;
    const bool has_tuple = n_wanted == 1 && ty_kind_of(s, wanted[0]) == TY_TUPLE;
    const count_side wants = {n_wanted, has_tuple ? ty_get(s, wanted[0])->n_args : 0};
    const char *what = closure ? "closure" : "function";
    count_patterns patterns = {0};
    count_side takes = {has, 0};
    if (closure) {
        patterns = count_closure_patterns(s, def_get(s, closure)->node);
        takes.n_fields = patterns.is_tuple ? patterns.at.n : 0;
    }
    sema_arg(r, "%s", what);
    sema_arg(r, "%s", count_words(s, wants, takes));
    sema_arg(r, "%s", count_words(s, takes, wants));
    if (closure) {
        const sema_span head = def_closure_head(s, closure);
        sema_label(r, head, "takes %s", count_words(s, takes, wants));
        count_suggest(r, &patterns, wants, head);
    }
}
