/* parse_foreign.c: see parse_foreign.h.
 * source: rustc 1.95's rustc_parse, wording and when it suggests what. */
#include "parser/diagnose/parse_foreign.h"

#include "rustg/diagnostic_kind.h"

#include <string.h>

/* before, the source of some bytes, after. */
static const char *foreign_around(parse_report *report, const char *before, uint32_t start, uint32_t end,
                                  const char *after)
{
    diag_text *text = diag_begin(report->list);
    text_string(text, before);
    text_source(text, report->in->source + start, end - start);
    text_string(text, after);
    return diag_keep_patch(report->list);
}

/* Whether what ends before a token is a statement so far: no assignment, list or keyword stands before it. */
static bool foreign_is_statement(const parse_input *in, uint32_t tok)
{
    while (tok > in->first_tok) {
        const uint32_t k = in->kinds[tok - 1];
        if (k == T_SEMI || k == T_L_BRACE || k == T_R_BRACE)
            return true;
        if (k == T_R_PAREN || k == T_R_BRACKET)
            tok = in->partner[tok - 1];
        else if (PARSE_IS_IDENT(k) || PARSE_IS_LITERAL(k) || k == T_DOT || k == T_COLON || k == T_PLUS || k == T_STAR ||
                 k == T_KW_SELF)
            tok--;
        else
            return false;
    }
    return false;
}

/* `x++` and `x--`. The operand is the node that was finished last. */
static void foreign_postfix(parse_report *report, uint32_t from, bool is_up)
{
    const parse_input *in = report->in;
    const parse_scratch *scratch = report->scratch;
    const parse_node *base = scratch->n_nodes > 0 ? &scratch->nodes[scratch->n_nodes - 1] : NULL;
    const char *message = is_up ? "use `+= 1` instead" : "use `-= 1` instead", *assign = is_up ? " += 1" : " -= 1";
    const rustg_diagnostic row = report->list->data[report->list->n - 1];
    if (foreign_is_statement(in, from)) {
        diag_suggest(report->list, RUSTG_PART_SUGGESTION, message, row.start, row.end, assign);
        diag_suggest_surely(report->list);
        return;
    }
    if (!base || base->end != from || base->kind == RUSTG_AST_ExprBinary)
        return;
    const uint32_t start = report_start_byte(report, base->start), end = report_end_byte(report, from - 1);
    const bool is_tmp = end - start == 3 && memcmp(in->source + start, "tmp", 3) == 0;
    const char *name = is_tmp ? "tmp_" : "tmp", *operation = is_up ? " += 1; " : " -= 1; ";
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, message, start, start, is_tmp ? "{ let tmp_ = " : "{ let tmp = ");
    const char *after = foreign_around(report, "; ", start, end, operation);
    diag_suggest_further(report->list, row.start, row.end, diag_format(report->list, "%s%s }", after, name));
    diag_part(report->list, RUSTG_PART_APPLICABILITY, "HasPlaceholders");
}

/* `++x`, of a name with fields and indices. */
static void foreign_prefix(parse_report *report, uint32_t from, uint32_t to)
{
    const parse_input *in = report->in;
    const rustg_diagnostic row = report->list->data[report->list->n - 1];
    uint32_t end = to;
    if (!PARSE_IS_IDENT(in->kinds[to]))
        return;
    for (end++; in->kinds[end] == T_DOT || in->kinds[end] == T_L_BRACKET; end++)
        end = in->kinds[end] == T_DOT ? end + 1 : in->partner[end];
    const uint32_t start_byte = report_start_byte(report, to), end_byte = report_end_byte(report, end - 1);
    const uint32_t before = from > in->first_tok ? in->kinds[from - 1] : T_NONE;
    const bool is_alone = before == T_SEMI || before == T_R_BRACE;
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, "use `+= 1` instead", row.start, row.end, is_alone ? "" : "{ ");
    diag_suggest_further(report->list, end_byte, end_byte,
                         is_alone ? " += 1" : foreign_around(report, " += 1; ", start_byte, end_byte, " }"));
    diag_suggest_surely(report->list);
}

/* `c ? a : b`, which the row covers up to the question mark: the last token before to. */
static void foreign_ternary(parse_report *report, uint32_t from, uint32_t to)
{
    static const char message[] = "use an `if-else` expression instead";
    const parse_input *in = report->in;
    rustg_diagnostic *row = &report->list->data[report->list->n - 1];
    uint32_t colon = to, last = to;
    while (in->kinds[colon] != T_COLON)
        colon = PARSE_IS_OPEN(in->kinds[colon]) ? in->partner[colon] + 1 : colon + parse_kind_toks(in->kinds[colon]);
    for (uint32_t at = colon + 1; !PARSE_IS_CLOSE(in->kinds[at]) && in->kinds[at] != T_EOF &&
                                  in->kinds[at] != T_COMMA && in->kinds[at] != T_SEMI;) {
        last = PARSE_IS_OPEN(in->kinds[at]) ? in->partner[at] : at + parse_kind_toks(in->kinds[at]) - 1;
        at = last + 1;
    }
    if (last <= colon)
        return;
    row->end = report_end_byte(report, last);
    if (from + 1 >= to) {
        diag_part(report->list, RUSTG_PART_HELP, message);
        return;
    }
    const uint32_t start = row->start, end = row->end;
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, message, start, start, "if ");
    diag_suggest_further(report->list, report_start_byte(report, to - 1), report_end_byte(report, to - 1), "{");
    diag_suggest_further(report->list, report_start_byte(report, colon), report_end_byte(report, colon), "} else {");
    diag_suggest_further(report->list, end, end, " }");
}

/* `for (x in y)`: both parentheses are the error's place. The spaces around them go with them. */
static void foreign_for(parse_report *report, uint32_t from, uint32_t to)
{
    const uint8_t *source = report->in->source;
    const uint32_t n = report->list->n - 1, left = report_start_byte(report, from),
                   right = report_start_byte(report, to - 1);
    rustg_diagnostic *row = &report->list->data[n];
    row->end = left + 1;
    const rustg_diagnostic_part own = {RUSTG_PART_PRIMARY, report->index, left, left + 1, "", ""};
    const rustg_diagnostic_part second = {RUSTG_PART_PRIMARY, report->index, right, right + 1, "", ""};
    diag_add_part(report->list, n, own);
    diag_add_part(report->list, n, second);
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, "remove parentheses in `for` loop",
                 left - (left > 0 && source[left - 1] == ' '), left + 1, " ");
    diag_suggest_further(report->list, right, right + 1 + (right + 1 < report->n_bytes && source[right + 1] == ' '),
                         " ");
    diag_suggest_surely(report->list);
}

static void foreign_replace(parse_report *report, const char *message, const char *with)
{
    const rustg_diagnostic row = report->list->data[report->list->n - 1];
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, message, row.start, row.end, with);
    diag_suggest_surely(report->list);
}

/* What a token is in CUDA C++, as `__global__`. */
static bool foreign_is_cuda(const parse_report *report, uint32_t tok)
{
    static const char *const words[] = {"__global__", "__device__", "__host__", "__forceinline__", "__shared__"};
    const uint32_t start = report_start_byte(report, tok), n = report_end_byte(report, tok) - start;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && memcmp(report->in->source + start, words[i], n) == 0)
            return true;
    return false;
}

void foreign_suggest(parse_report *report, uint32_t from, uint32_t to)
{
    const parse_input *in = report->in;
    if (foreign_is_cuda(report, from) || (from > in->first_tok && foreign_is_cuda(report, from - 1)))
        diag_part(
            report->list, RUSTG_PART_HELP,
            "this is CUDA C++, whose files end in `.cu`; in Rust a kernel is `#[kernel] pub fn name(..)`, another "
            "function `fn name(x: f32) -> f32`, and shared memory `Shared::<f32, 256>::new()`");
    const rustg_diagnostic row = report->list->data[report->list->n - 1];
    switch (row.kind) {
    case RUSTG_DIAG_NO_POSTFIX_INCREMENT: foreign_postfix(report, from, true); break;
    case RUSTG_DIAG_NO_POSTFIX_DECREMENT: foreign_postfix(report, from, false); break;
    case RUSTG_DIAG_NO_PREFIX_INCREMENT: foreign_prefix(report, from, to); break;
    case RUSTG_DIAG_TERNARY_OPERATOR: foreign_ternary(report, from, to); break;
    case RUSTG_DIAG_PARENS_AROUND_FOR: foreign_for(report, from, to); break;
    case RUSTG_DIAG_AND_OR_WORDS:
        diag_part(report->list, RUSTG_PART_NOTE,
                  "unlike in e.g., Python and PHP, `&&` and `||` are used for logical operators");
        if (in->source[row.start] == 'a')
            foreign_replace(report, "use `&&` to perform logical conjunction", "&&");
        else
            foreign_replace(report, "use `||` to perform logical disjunction", "||");
        break;
    case RUSTG_DIAG_EXPR_R_ARROW_CALL:
        diag_part(report->list, RUSTG_PART_HELP,
                  "the `.` operator will automatically dereference the value, except if the value is a raw pointer");
        foreign_replace(report, "try using `.` instead", ".");
        break;
    case RUSTG_DIAG_FN_POINTER_RETURN_ARROW:
        diag_suggest(report->list, RUSTG_PART_SUGGESTION, "use `->` instead", row.argument_end,
                     report_start_byte(report, to), " -> ");
        diag_suggest_surely(report->list);
        break;
    default: break;
    }
}
