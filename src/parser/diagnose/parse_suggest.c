/* parse_suggest.c: see parse_suggest.h.
 * source: rustc 1.95's rustc_parse, wording. */
#include "parser/diagnose/parse_suggest.h"

#include "parser/diagnose/parse_foreign.h"

#include "rustg/diagnostic_kind.h"

#include <string.h>

typedef enum suggest_place {
    PLACE_SPAN,
    PLACE_BEFORE,
    PLACE_AFTER,
    PLACE_PREVIOUS,
    PLACE_BEHIND_PREVIOUS,
    PLACE_TO_NEXT,
    PLACE_FROM_PREVIOUS,
    PLACE_FROM_BEHIND_PREVIOUS
} suggest_place;

typedef struct suggest_row {
    uint16_t kind;
    uint8_t place, shown;
    const char *message, *patch, *sureness;
} suggest_row;

static const suggest_row suggest_rows[] = {
#define SUGGEST(kind, place, shown, message, patch, sureness)                                                          \
    {RUSTG_DIAG_##kind, PLACE_##place, RUSTG_PART_##shown, message, patch, sureness},
#include "parser/diagnose/parse_suggest.def"
};

static void suggest_sureness(diag_list *list, const char *sureness)
{
    if (*sureness)
        diag_part(list, RUSTG_PART_APPLICABILITY, sureness);
}

static void suggest_table_row(parse_report *report, const suggest_row *entry, rustg_diagnostic row, uint32_t to)
{
    const parse_input *in = report->in;
    uint32_t start = row.start, end = row.end;
    switch ((suggest_place)entry->place) {
    case PLACE_SPAN: break;
    case PLACE_BEFORE: end = start; break;
    case PLACE_AFTER: start = end; break;
    case PLACE_PREVIOUS:
        start = row.argument_start;
        end = row.argument_end;
        break;
    case PLACE_BEHIND_PREVIOUS: start = end = row.argument_end; break;
    case PLACE_TO_NEXT: end = in->tok_start[to] - in->base; break;
    case PLACE_FROM_BEHIND_PREVIOUS: start = row.argument_end; break;
    case PLACE_FROM_PREVIOUS:
        start = row.argument_start;
        end = row.start;
        break;
    }
    diag_suggest(report->list, (rustg_part_kind)entry->shown, entry->message, start, end, entry->patch);
    suggest_sureness(report->list, entry->sureness);
}

static const char *suggest_token_text(parse_report *report, const char *before, uint32_t tok, const char *after)
{
    const parse_input *in = report->in;
    diag_text *text = diag_begin(report->list);
    text_string(text, before);
    text_source(text, in->source + (in->tok_start[tok] - in->base), in->tok_end[tok] - in->tok_start[tok]);
    text_string(text, after);
    return diag_keep(report->list);
}

/* `S {`, `f(`: the keyword is missing before the name, the row's last token. */
static void suggest_keyword(parse_report *report, uint32_t name, const char *keyword, const char *as)
{
    uint32_t at = report->in->tok_start[name] - report->in->base;
    diag_text *text = diag_begin(report->list);
    text_string(text, "add `");
    text_bytes(text, keyword, strlen(keyword) - 1);
    text_string(text, "` here to parse `");
    const char *begun = diag_keep(report->list);
    if (begun)
        diag_suggest(report->list, RUSTG_PART_SUGGESTION, suggest_token_text(report, begun, name, as), at, at, keyword);
}

/* The row's empty place becomes the gap up to the token behind it. */
static rustg_diagnostic *suggest_widen(parse_report *report)
{
    rustg_diagnostic *row = &report->list->data[report->list->n - 1];
    row->end = row->argument_start;
    return row;
}

/* The first of the attributes and doc comments that end before a token. */
static uint32_t suggest_first_attr(const parse_input *in, uint32_t tok)
{
    for (;;) {
        if (tok > in->first_tok && in->kinds[tok - 1] == T_DOC_COMMENT)
            tok--;
        else if (parse_is_behind_attr(in, tok))
            tok = in->partner[tok - 1] - 1;
        else
            return tok;
    }
}

static void suggest_comparison(parse_report *report, rustg_diagnostic row)
{
    const char *spelled = (const char *)report->in->source + row.start;
    uint32_t n = row.end - row.start;
    if (n == 3 && memcmp(spelled, "<=>", 3) == 0) {
        diag_part_at(report->list, RUSTG_PART_LABEL, row.start, row.end,
                     "`<=>` is not a valid comparison operator, use `std::cmp::Ordering`");
        return;
    }
    const char *right = n == 3 && spelled[0] == '=' ? "==" : "!=";
    diag_text *text = diag_begin(report->list);
    text_string(text, "`");
    text_bytes(text, spelled, n);
    text_string(text, "` is not a valid comparison operator, use `");
    text_string(text, right);
    text_string(text, "`");
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, diag_keep(report->list), row.start, row.end, right);
    diag_suggest_surely(report->list);
}

/* What rustc calls an item behind which no semicolon stands; NULL for what is no item. */
static const char *suggest_item_name(uint32_t kind)
{
    switch (kind) {
    case RUSTG_AST_ItemExternCrate: return "extern crate";
    case RUSTG_AST_ItemUse: return "`use` import";
    case RUSTG_AST_ItemStatic: return "static item";
    case RUSTG_AST_ItemConst: return "constant item";
    case RUSTG_AST_ItemConstBlock: return "const block";
    case RUSTG_AST_ItemFn: return "function";
    case RUSTG_AST_ItemMod: return "module";
    case RUSTG_AST_ItemForeignMod: return "extern block";
    case RUSTG_AST_ItemGlobalAsm: return "global asm item";
    case RUSTG_AST_ItemTyAlias: return "type alias";
    case RUSTG_AST_ItemEnum: return "enum";
    case RUSTG_AST_ItemStruct: return "braced struct";
    case RUSTG_AST_ItemUnion: return "union";
    case RUSTG_AST_ItemTrait: return "trait";
    case RUSTG_AST_ItemTraitAlias: return "trait alias";
    case RUSTG_AST_ItemImpl: return "implementation";
    case RUSTG_AST_ItemMacCall: return "item macro invocation";
    case RUSTG_AST_ItemMacroDef: return "macro definition";
    case RUSTG_AST_ItemDelegation: return "delegated function";
    case RUSTG_AST_ItemDelegationMac: return "delegation";
    default: return NULL;
    }
}

/* A semicolon where an item was expected, told of the item that it stands behind. */
static void suggest_no_semi(parse_report *report, uint32_t semi, rustg_diagnostic row)
{
    const parse_scratch *scratch = report->scratch;
    const parse_node *before = scratch->n_nodes > 0 ? &scratch->nodes[scratch->n_nodes - 1] : NULL;
    const char *name = before && before->end == semi ? suggest_item_name(before->kind) : NULL;
    if (name) {
        diag_text *text = diag_begin(report->list);
        text_string(text, name);
        text_string(text, " declarations are not followed by a semicolon");
        diag_part(report->list, RUSTG_PART_HELP, diag_keep(report->list));
    }
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, "remove this semicolon", row.start, row.end, "");
    diag_suggest_surely(report->list);
}

/* The delimiters of an item's macro call should be braces, or `macro_rules!(name)` defines one. */
static void suggest_macro(parse_report *report, uint32_t open, rustg_diagnostic row)
{
    const parse_input *in = report->in;
    diag_list *list = report->list;
    const uint32_t close = row.end - 1, name = open - 2;
    const bool is_call = open >= in->first_tok + 2 && in->kinds[open - 1] == T_BANG;
    if (is_call && in->kinds[open] == T_L_PAREN && PARSE_IS_IDENT(in->kinds[name]) &&
        (name < in->first_tok + 2 || in->kinds[name - 2] != T_PATH_SEP) &&
        in->tok_end[name] - in->tok_start[name] == strlen("macro_rules") &&
        memcmp(in->source + (in->tok_start[name] - in->base), "macro_rules", strlen("macro_rules")) == 0) {
        const bool has_space = in->tok_start[open] - in->tok_end[name] > 1;
        diag_suggest(list, RUSTG_PART_SUGGESTION, "to define a macro, remove the parentheses around the macro name",
                     row.start, row.start + 1, has_space ? "" : " ");
        diag_suggest_further(list, close, row.end, "");
        diag_suggest_surely(list);
        return;
    }
    diag_suggest(list, RUSTG_PART_SUGGESTION, "change the delimiters to curly braces", row.start, row.start + 1, "{");
    diag_suggest_further(list, close, row.end, "}");
    diag_suggest(list, RUSTG_PART_SUGGESTION, "add a semicolon", row.end, row.end, ";");
}

/* The loop before an `else`. */
static void suggest_loop_else(parse_report *report, uint32_t tok)
{
    const parse_input *in = report->in;
    const char *word = NULL;
    uint32_t at = in->partner[tok - 1];
    while (!word && at-- > in->first_tok) {
        if (PARSE_IS_CLOSE(in->kinds[at]))
            at = in->partner[at];
        word = in->kinds[at] == T_KW_LOOP    ? "loop"
               : in->kinds[at] == T_KW_WHILE ? "while"
               : in->kinds[at] == T_KW_FOR   ? "for"
                                             : NULL;
    }
    diag_part(report->list, RUSTG_PART_TEXT, word ? word : "");
    if (at >= in->first_tok + 2 && in->kinds[at - 1] == T_COLON && in->kinds[at - 2] == T_LIFETIME)
        diag_part_at(report->list, RUSTG_PART_LABEL, in->tok_start[at - 2] - in->base, in->tok_end[at - 2] - in->base,
                     "`else` is attached to this loop");
    else if (word)
        diag_part_at(report->list, RUSTG_PART_LABEL, in->tok_start[at] - in->base, in->tok_end[at] - in->base,
                     "`else` is attached to this loop");
}

/* `[u8, 3]`: a `;` in the place of what stands before the length. */
static void suggest_array_semi(parse_report *report, uint32_t from, rustg_diagnostic row)
{
    const parse_input *in = report->in;
    const uint32_t length = parse_array_length(in, from);
    if (length > 0)
        diag_suggest(report->list, RUSTG_PART_SUGGESTION, "you might have meant to use `;` as the separator",
                     in->tok_end[from - 1] - in->base, length > from ? row.end : in->tok_end[from - 1] - in->base, ";");
}

void suggest_for_kind(parse_report *report, uint32_t from, uint32_t to)
{
    diag_list *list = report->list;
    const parse_input *in = report->in;
    if (list->failed)
        return;
    rustg_diagnostic row = list->data[list->n - 1];
    if (row.kind == RUSTG_DIAG_MISSING_FOR_IN_IMPL)
        row = *suggest_widen(report);
    for (size_t i = 0; i < sizeof suggest_rows / sizeof *suggest_rows; i++)
        if (suggest_rows[i].kind == row.kind)
            suggest_table_row(report, &suggest_rows[i], row, to);
    switch (row.kind) {
    case RUSTG_DIAG_MISSING_FN: suggest_keyword(report, to - 1, "fn ", "` as a function"); break;
    case RUSTG_DIAG_MISSING_FN_FOR_METHOD: suggest_keyword(report, to - 1, "fn ", "` as a method"); break;
    case RUSTG_DIAG_MISSING_STRUCT: suggest_keyword(report, to - 1, "struct ", "` as a struct"); break;
    case RUSTG_DIAG_MISSING_ENUM: suggest_keyword(report, to - 1, "enum ", "` as an enum"); break;
    case RUSTG_DIAG_MISSING_FN_OR_STRUCT:
        if (in->kinds[to] == T_L_PAREN)
            diag_suggest(list, RUSTG_PART_SUGGESTION, "if you meant to call a macro, try",
                         in->tok_start[to - 1] - in->base, row.end, suggest_token_text(report, "", to - 1, "!"));
        break;
    case RUSTG_DIAG_MISSING_TRAIT_IN_IMPL:
        row = *suggest_widen(report);
        diag_suggest(list, RUSTG_PART_SUGGESTION, "add a trait here", row.start, row.end, " Trait ");
        suggest_sureness(list, "HasPlaceholders");
        diag_suggest(list, RUSTG_PART_SUGGESTION, "for an inherent impl, drop this `for`", row.start, row.argument_end,
                     "");
        break;
    case RUSTG_DIAG_MISSING_CONST_TYPE:
    case RUSTG_DIAG_MISSING_STATIC_TYPE:
        diag_suggest(list, RUSTG_PART_SUGGESTION, "provide a type for the item", row.start, row.end,
                     from > in->first_tok && in->kinds[from - 1] == T_COLON ? " <type>" : ": <type>");
        suggest_sureness(list, "HasPlaceholders");
        break;
    case RUSTG_DIAG_CONST_ARG_NO_BRACES:
        diag_suggest(list, RUSTG_PART_SUGGESTION, "enclose the `const` expression in braces", row.start, row.start,
                     "{ ");
        diag_suggest_further(list, row.end, row.end, " }");
        diag_suggest_surely(list);
        break;
    case RUSTG_DIAG_RAW_POINTER_NO_MUT:
        diag_suggest(list, RUSTG_PART_SUGGESTION, "add `mut` or `const` here", row.end, row.end, "mut ");
        suggest_sureness(list, "HasPlaceholders");
        diag_suggest(list, RUSTG_PART_ALTERNATIVE, "", row.end, row.end, "const ");
        break;
    case RUSTG_DIAG_ATTR_WITHOUT_ITEM:
    case RUSTG_DIAG_DOC_COMMENT_WITHOUT_ITEM: {
        uint32_t first = suggest_first_attr(in, from);
        if (first < from)
            diag_part_at(list, RUSTG_PART_LABEL, in->tok_start[first] - in->base, in->tok_end[from - 1] - in->base,
                         "other attributes here");
        break;
    }
    case RUSTG_DIAG_EXPECTED_COMMA_BEHIND_FIELD: {
        const uint32_t k = in->kinds[from];
        const bool is_field = PARSE_IS_IDENT(k) || PARSE_IS_RESERVED(k);
        if (is_field || (k == T_POUND && in->kinds[from + 1] == T_L_BRACKET)) {
            diag_suggest(list, RUSTG_PART_SUGGESTION_BESIDE, "try adding a comma", row.start, row.end, ",");
            diag_suggest_surely(list);
        }
        break;
    }
    case RUSTG_DIAG_EXPECTED_STRUCT_FIELD:
        diag_part_at(list, RUSTG_PART_LABEL, in->tok_start[from - 1] - in->base, in->tok_end[from - 1] - in->base,
                     "while parsing this struct field");
        break;
    case RUSTG_DIAG_ITEM_MACRO_NO_SEMI: suggest_macro(report, from, row); break;
    case RUSTG_DIAG_LOOP_ELSE: suggest_loop_else(report, from); break;
    case RUSTG_DIAG_INCORRECT_SEMI: suggest_no_semi(report, from, row); break;
    case RUSTG_DIAG_EXPECTED_SEMI_OR_BRACKET: suggest_array_semi(report, from, row); break;
    case RUSTG_DIAG_INVALID_COMPARISON: suggest_comparison(report, row); break;
    default: foreign_suggest(report, from, to); break;
    }
}
