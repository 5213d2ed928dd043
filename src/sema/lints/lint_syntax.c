/* lint_syntax.c: what rustc refuses of trees that the grammar takes: its AST validation, and the syntax of features
 * that stable code may not have. */
#include "lexer/token_class.h"
#include "sema/lints/lint.h"
#include "rustg/diagnostic_kind.h"

static bool lint_tok_is(const sema *s, sema_node n, uint32_t tok, const char *text)
{
    return syntax_tok_is(s, n.file, tok, text);
}

static bool lint_is_word(const sema *s, sema_node n, uint32_t tok, uint32_t kind)
{
    return syntax_tok_kind(s, n.file, tok) == kind;
}

/* Looks for the token with that text among those in front of an item's keyword. Returns its index + 1, or 0. */
static uint32_t lint_qualifier(const sema *s, sema_node item, const char *text)
{
    const sema_node vis = syntax_child_of(s, item, RUSTG_AST_Vis);
    const uint32_t end = syntax_anchor(s, item);
    for (uint32_t tok = syntax_is(vis) ? syntax_last_tok(s, vis) : syntax_first_tok(s, item); tok < end; tok++)
        if (lint_tok_is(s, item, tok, text))
            return tok + 1;
    return 0;
}

/* ---- Calling conventions ---- */

static void lint_check_abi(sema *s, sema_node n, uint32_t tok)
{
    static const char *const known[] = {"Rust",
                                        "C",
                                        "C-unwind",
                                        "cdecl",
                                        "cdecl-unwind",
                                        "vectorcall",
                                        "win64",
                                        "win64-unwind",
                                        "sysv64",
                                        "system",
                                        "system-unwind",
                                        "efiapi",
                                        "rust-intrinsic",
                                        "custom",
                                        "sysv64-unwind",
                                        "rust-preserve-none",
                                        "msp430-interrupt",
                                        "avr-interrupt",
                                        "x86-interrupt",
                                        "riscv-interrupt-m",
                                        "riscv-interrupt-s",
                                        "ptx-kernel",
                                        "gpu-kernel",
                                        "rust-cold",
                                        "rust-call",
                                        "vectorcall-unwind",
                                        "avr-non-blocking-interrupt"};
    /* those of 32-bit x86 and Arm */
    static const char *const elsewhere[] = {"stdcall",  "stdcall-unwind",  "fastcall", "fastcall-unwind",
                                            "thiscall", "thiscall-unwind", "aapcs",    "aapcs-unwind"};
    const sema_span at = syntax_tok_span(s, n.file, tok);
    const char *quoted = source_text(s, at), *abi = arena_text(s->memory, quoted + 1, strlen(quoted) - 2);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i], abi) == 0)
            return;
    if (strcmp(abi, "unadjusted") == 0) {
        lint_unstable(s, at, 0, "the extern \"unadjusted\" ABI is an implementation detail and perma-unstable");
        return;
    }
    if (strncmp(abi, "cmse-nonsecure-", 15) == 0) {
        sema_report r = sema_error(s, RUSTG_DIAG_ABI_UNSUPPORTED, at);
        sema_arg(&r, "%s", quoted);
        lint_unstable(s, at, strcmp(abi + 15, "call") == 0 ? 81391 : 75835,
                      arena_format(s->memory, "the extern %s ABI is experimental and subject to change", quoted));
        return;
    }
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++) {
        if (strcmp(elsewhere[i], abi) != 0)
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_ABI_UNSUPPORTED, at);
        sema_arg(&r, "%s", quoted);
        if (strncmp(abi, "stdcall", 7) == 0)
            sema_help(
                &r, "if you need `extern %s` on win32 and `extern \"C%s\"` everywhere else, use `extern \"system%s\"`",
                quoted, abi + 7, abi + 7);
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_ABI_INVALID, at);
    sema_arg(&r, "%s", abi);
}

static void lint_check_extern(sema *s, sema_node n)
{
    const uint32_t anchor = syntax_anchor(s, n);
    const bool is_block = syntax_kind(s, n) == RUSTG_AST_ItemForeignMod;
    const uint32_t tok = is_block ? anchor + 1 : anchor - 1;
    if (anchor > 1 && syntax_tok_kind(s, n.file, tok) == RUSTG_TOK_STR &&
        (is_block || syntax_tok_kind(s, n.file, tok - 1) == RUSTG_TOK_KW_EXTERN))
        lint_check_abi(s, n, tok);
}

/* ---- Bounds ---- */

static void lint_check_bound(sema *s, sema_node bound)
{
    uint32_t tok = syntax_anchor(s, bound);
    const bool in_parens = syntax_tok_kind(s, bound.file, tok) == RUSTG_TOK_L_PAREN;
    tok += in_parens;
    if (syntax_tok_kind(s, bound.file, tok) == RUSTG_TOK_BANG) {
        sema_error(s, RUSTG_DIAG_NEGATIVE_BOUND, syntax_tok_span(s, bound.file, tok));
        return;
    }
    const uint8_t around = syntax_kind(s, syntax_parent(s, bound));
    if (syntax_tok_kind(s, bound.file, tok) != RUSTG_TOK_QUESTION || around == RUSTG_AST_TyTraitObject ||
        around == RUSTG_AST_ItemTrait || around == RUSTG_AST_ItemTraitAlias)
        return;
    const syntax_path path = syntax_path_of(s, bound);
    const syntax_segment *last = path.n_segments ? &path.segments[path.n_segments - 1] : NULL;
    uint32_t n_args = 0;
    for (sema_node c = last ? syntax_first(s, last->args) : bound; last && syntax_is(c); c = syntax_next(s, c))
        n_args++;
    if (n_args && strcmp(sema_text(s, last->name), "Sized") == 0) {
        sema_report r = sema_error(s, RUSTG_DIAG_GENERIC_COUNT, last->span);
        sema_arg(&r, "trait takes 0 generic arguments but %u generic argument%s supplied", n_args,
                 n_args == 1 ? " was" : "s were");
        sema_primary_label(&r, "expected 0 generic arguments");
        return;
    }
    if (path.n_segments && strcmp(sema_text(s, path.segments[path.n_segments - 1].name), "Sized") != 0)
        sema_error(s, RUSTG_DIAG_RELAXED_BOUND, sema_node_span(s, bound));
}

/* Bounds and conditions choose no lifetimes: each is named, but for those of `Fn(..)` and of fn pointers. */
static void lint_check_left_out(sema *s, sema_node n)
{
    const bool is_ref = syntax_kind(s, n) == RUSTG_AST_TyRef;
    if (is_ref ? syntax_is(syntax_child_of(s, n, RUSTG_AST_Lifetime))
               : strcmp(sema_text(s, syntax_tok_name(s, n.file, syntax_anchor(s, n))), "_") != 0)
        return;
    sema_node at = syntax_parent(s, n), inner = n;
    for (; syntax_is(at); inner = at, at = syntax_parent(s, at)) {
        const uint8_t kind = syntax_kind(s, at);
        if (kind == RUSTG_AST_WherePredicate || (kind == RUSTG_AST_GenericParamLifetime && !is_ref))
            break;
        if (kind == RUSTG_AST_GenericParamType && rustg_ast_kind_class(syntax_kind(s, inner)) != RUSTG_AST_CLASS_TY)
            break;
        if ((kind == RUSTG_AST_GenericArgs && lint_is_word(s, at, syntax_anchor(s, at), RUSTG_TOK_L_PAREN)) ||
            kind == RUSTG_AST_TyFnPtr || kind == RUSTG_AST_TyImplTrait || kind == RUSTG_AST_Generics ||
            kind == RUSTG_AST_AssocArg || rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_EXPR ||
            rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_ITEM || kind == RUSTG_AST_Block)
            return;
    }
    if (!syntax_is(at))
        return;
    if (is_ref)
        sema_error(s, RUSTG_DIAG_REF_WITHOUT_LIFETIME, syntax_tok_span(s, n.file, syntax_anchor(s, n)));
    else
        sema_error(s, RUSTG_DIAG_LIFETIME_ANONYMOUS, sema_node_span(s, n));
}

/* `for<..>` has lifetimes without bounds only. */
static void lint_check_binder(sema *s, sema_node param)
{
    const uint8_t kind = syntax_kind(s, param), around = syntax_kind(s, syntax_parent(s, param));
    if (around == RUSTG_AST_Generics)
        return;
    if (kind != RUSTG_AST_GenericParamLifetime) {
        lint_unstable(s, syntax_name_span(s, param), 108185, "only lifetime parameters can be used in this context");
        return;
    }
    for (sema_node c = syntax_first(s, param); syntax_is(c); c = syntax_next(s, c))
        if (syntax_kind(s, c) == RUSTG_AST_Lifetime)
            sema_error(s, RUSTG_DIAG_BINDER_BOUNDS, sema_node_span(s, c));
}

static void lint_check_predicate(sema *s, sema_node predicate)
{
    const uint32_t last = syntax_last_tok(s, predicate);
    uint32_t depth = 0;
    for (uint32_t tok = syntax_first_tok(s, predicate); tok <= last; tok++) {
        const uint32_t kind = syntax_tok_kind(s, predicate.file, tok);
        if (kind == RUSTG_TOK_LT || kind == RUSTG_TOK_L_PAREN || kind == RUSTG_TOK_L_BRACKET ||
            kind == RUSTG_TOK_L_BRACE)
            depth++;
        else if ((kind == RUSTG_TOK_GT || kind == RUSTG_TOK_R_PAREN || kind == RUSTG_TOK_R_BRACKET ||
                  kind == RUSTG_TOK_R_BRACE) &&
                 depth)
            depth--;
        else if (kind == RUSTG_TOK_COLON && !syntax_tok_joint(s, predicate.file, tok) && !depth &&
                 syntax_tok_kind(s, predicate.file, tok - 1) != RUSTG_TOK_COLON)
            return;
        else if (kind == RUSTG_TOK_EQ && !depth) {
            sema_error(s, RUSTG_DIAG_WHERE_EQUALITY, sema_node_span(s, predicate));
            return;
        }
    }
}

/* ---- Items ---- */

static void lint_check_param_count(sema *s, sema_node fn)
{
    uint32_t n = 0;
    sema_node first = {0, 0};
    for (sema_node c = syntax_first(s, fn); syntax_is(c); c = syntax_next(s, c))
        if (syntax_kind(s, c) == RUSTG_AST_Param && !n++)
            first = c;
    if (n > UINT16_MAX)
        sema_error(s, RUSTG_DIAG_TOO_MANY_PARAMS, sema_node_span(s, first));
}

static void lint_check_fn(sema *s, sema_node fn)
{
    const uint8_t kind = syntax_kind(s, fn);
    lint_check_extern(s, fn);
    lint_check_param_count(s, fn);
    if (kind != RUSTG_AST_ForeignItemFn && lint_qualifier(s, fn, "safe"))
        sema_error(s, RUSTG_DIAG_SAFE_OUTSIDE, sema_node_span(s, fn));
    if (kind != RUSTG_AST_AssocItemFn)
        return;
    const uint32_t final = lint_qualifier(s, fn, "final");
    if (final)
        lint_unstable(s, syntax_tok_span(s, fn.file, final - 1), 131179, "`final` on trait functions is experimental");
}

/* `default`, of specialization. */
static void lint_check_default(sema *s, sema_node item)
{
    if (lint_qualifier(s, item, "default"))
        lint_unstable(s, sema_node_span(s, item), 31844, "specialization is unstable");
}

static void lint_check_impl(sema *s, sema_node item)
{
    const sema_node type = syntax_child_in(s, item, RUSTG_AST_CLASS_TY, 0);
    lint_check_default(s, item);
    if (syntax_kind(s, type) == RUSTG_AST_TyDummy)
        sema_error(s, RUSTG_DIAG_DOTS_IMPL, sema_node_span(s, item));
}

/* What a file begins with, `---`, which a line of three ends. */
static void lint_check_frontmatter(sema *s, sema_node root)
{
    const sema_file *f = s->files.at[root.file];
    if (f->origin != SEMA_FILE_SOURCE)
        return;
    uint32_t at = 0;
    if (f->n_bytes > 2 && memcmp(f->bytes, "#!", 2) == 0 && f->bytes[2] != '[')
        while (at < f->n_bytes && f->bytes[at] != '\n')
            at++;
    while (at < f->n_bytes &&
           (f->bytes[at] == '\n' || f->bytes[at] == '\r' || f->bytes[at] == ' ' || f->bytes[at] == '\t'))
        at++;
    if (f->n_bytes - at > 3 && memcmp(f->bytes + at, "---", 3) == 0)
        lint_unstable(s, (sema_span){root.file, at, at + 3}, 136889, "frontmatters are experimental");
}

static void lint_check_const(sema *s, sema_node item)
{
    const uint32_t anchor = syntax_anchor(s, item);
    const bool is_assoc = syntax_kind(s, item) == RUSTG_AST_AssocItemConst;
    if (is_assoc && syntax_tok_kind(s, item.file, anchor + 1) == RUSTG_TOK_UNDERSCORE)
        sema_error(s, RUSTG_DIAG_CONST_NEEDS_NAME, syntax_tok_span(s, item.file, anchor + 1));
    if (anchor && syntax_tok_kind(s, item.file, anchor - 1) == RUSTG_TOK_KW_TYPE) {
        lint_unstable(s, def_toks_span(s, item.file, anchor - 1, anchor + 1), 132980,
                      "`type const` syntax is experimental");
        lint_unstable(s, sema_node_span(s, item), 132980,
                      is_assoc ? "associated `type const` are unstable" : "top-level `type const` are unstable");
    }
}

static void lint_check_alias(sema *s, sema_node alias)
{
    const sema_node parent = syntax_parent(s, alias);
    const sema_node ty = syntax_child_in(s, alias, RUSTG_AST_CLASS_TY, 0);
    if (syntax_kind(s, alias) == RUSTG_AST_AssocItemType) {
        if (syntax_kind(s, parent) == RUSTG_AST_ItemTrait && syntax_is(ty))
            lint_unstable(s, sema_node_span(s, alias), 29661, "associated type defaults are unstable");
        return;
    }
    const sema_span whole = sema_node_span(s, alias);
    for (sema_node c = syntax_next(s, ty); syntax_is(c); c = syntax_next(s, c))
        if (syntax_kind(s, c) == RUSTG_AST_WhereClause)
            sema_error(s, RUSTG_DIAG_ALIAS_WHERE_BEHIND, sema_node_span(s, c));
    if (!syntax_is(ty)) {
        sema_report r = sema_error(s, RUSTG_DIAG_ALIAS_NO_BODY, whole);
        sema_suggest_beside(&r, (sema_span){whole.file, whole.end - 1, whole.end}, " = <type>;",
                            "provide a definition for the type");
        sema_suggest_is(&r, "HasPlaceholders");
    }
    for (sema_node c = syntax_first(s, alias); syntax_is(c); c = syntax_next(s, c))
        if (syntax_kind(s, c) == RUSTG_AST_Bound || syntax_kind(s, c) == RUSTG_AST_BoundLifetime) {
            sema_error(s, RUSTG_DIAG_ALIAS_BOUNDS, sema_node_span(s, c));
            break;
        }
}

static void lint_check_union(sema *s, sema_node item)
{
    if (!syntax_is(syntax_child_of(s, item, RUSTG_AST_FieldDef)))
        sema_error(s, RUSTG_DIAG_UNION_EMPTY, sema_node_span(s, item));
    def_attr attr;
    uint32_t at, first, last;
    for (uint32_t i = 0; def_find_attr(s, item, "repr", i, &attr); i++)
        for (at = attr.first + 1; at < attr.last && def_attr_entry(s, attr.file, &at, attr.last - 1, &first, &last);)
            if (first < last && syntax_tok_is(s, attr.file, first, "transparent"))
                lint_unstable(s, syntax_head_span(s, item), 60405, "transparent unions are unstable");
}

static void lint_check_trait(sema *s, sema_node item)
{
    const uint32_t tok = lint_qualifier(s, item, "auto");
    const sema_node generics = syntax_child_of(s, item, RUSTG_AST_Generics);
    if (!tok)
        return;
    lint_unstable(s, sema_node_span(s, item), 13231, "auto traits are experimental and possibly buggy");
    if (!syntax_is(generics))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_AUTO_TRAIT_GENERIC, sema_node_span(s, generics));
    sema_label(&r, syntax_name_span(s, item), "auto trait cannot have generic parameters");
}

/* ---- Imports ---- */

static void lint_check_use(sema *s, sema_node tree)
{
    const uint32_t self = syntax_anchor(s, tree), first = syntax_first_tok(s, tree), last = syntax_last_tok(s, tree);
    const sema_node around = syntax_parent(s, tree);
    const bool nested = syntax_kind(s, around) == RUSTG_AST_UseTree;
    if (!lint_is_word(s, tree, self, RUSTG_TOK_KW_SELF))
        return;
    const sema_span at = syntax_tok_span(s, tree.file, self);
    if (first < self) {
        if (nested || self < first + 3)
            return;
        const sema_span colons = {at.file, syntax_tok_span(s, tree.file, self - 2).start, at.end};
        sema_report r = sema_error(s, RUSTG_DIAG_SELF_IMPORT, colons);
        sema_suggest(&r, colons, "", "consider importing the module directly");
        sema_suggest_is(&r, "MachineApplicable");
        sema_suggest(&r, source_start(at), "{", "alternatively, use the multi-path `use` syntax to import `self`");
        sema_suggest_further(&r, source_end(sema_node_span(s, tree)), "}");
        sema_suggest_is(&r, "MachineApplicable");
        return;
    }
    if (last != self)
        return;
    if (!nested) {
        sema_error(s, RUSTG_DIAG_IMPORT_UNNAMED, at);
        return;
    }
    const uint32_t brace = syntax_anchor(s, around), before = brace - 3;
    const bool is_bare = brace == syntax_first_tok(s, around);
    if (!is_bare && !lint_is_word(s, tree, before, RUSTG_TOK_KW_SELF) &&
        !lint_is_word(s, tree, before, RUSTG_TOK_KW_SUPER) && !lint_is_word(s, tree, before, RUSTG_TOK_KW_CRATE))
        return;
    if (is_bare && syntax_kind(s, syntax_parent(s, around)) == RUSTG_AST_UseTree)
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_IMPORT_UNNAMED, at);
    sema_suggest(&r, source_end(at), " as name", "try renaming it with a name");
    sema_suggest_is(&r, "HasPlaceholders");
}

/* ---- Types, patterns, expressions ---- */

static void lint_check_impl_trait(sema *s, sema_node type)
{
    sema_node bound = syntax_first(s, type);
    for (; syntax_is(bound); bound = syntax_next(s, bound))
        if (syntax_kind(s, bound) == RUSTG_AST_Bound)
            return;
    sema_error(s, RUSTG_DIAG_NO_TRAIT_BOUND, sema_node_span(s, type));
}

/* A constraint in front of an argument. */
static void lint_check_generic_args(sema *s, sema_node args)
{
    sema_node constraint = {0, 0}, late = {0, 0};
    for (sema_node c = syntax_first(s, args); syntax_is(c); c = syntax_next(s, c)) {
        if (syntax_kind(s, c) == RUSTG_AST_AssocArg)
            constraint = syntax_is(constraint) ? constraint : c;
        else if (syntax_is(constraint) && !syntax_is(late))
            late = c;
    }
    if (!syntax_is(late))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_CONSTRAINT_FIRST, sema_node_span(s, late));
    sema_label(&r, sema_node_span(s, constraint), "constraint");
}

/* `X..` as an element of a slice, alone or behind `name @`. */
static void lint_check_range_in_slice(sema *s, sema_node pat)
{
    const sema_node named = syntax_parent(s, pat), element = syntax_kind(s, named) == RUSTG_AST_PatIdent ? named : pat;
    const sema_node end = syntax_first_real(s, pat);
    if (syntax_kind(s, syntax_parent(s, element)) == RUSTG_AST_PatSlice && syntax_is(end) &&
        !syntax_is(syntax_next_real(s, end)) && syntax_first_tok(s, end) < syntax_anchor(s, pat))
        lint_unstable(s, sema_node_span(s, element), 67264, "`X..` patterns in slices are experimental");
}

static void lint_check_range(sema *s, sema_node pat)
{
    const uint32_t dots = syntax_anchor(s, pat);
    lint_check_range_in_slice(s, pat);
    if (s->files.at[pat.file]->edition < 2021 || !lint_is_word(s, pat, dots, RUSTG_TOK_DOT) ||
        !lint_is_word(s, pat, dots + 1, RUSTG_TOK_DOT) || !lint_is_word(s, pat, dots + 2, RUSTG_TOK_DOT) ||
        !syntax_tok_joint(s, pat.file, dots) || !syntax_tok_joint(s, pat.file, dots + 1))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_RANGE_DOTS, sema_node_span(s, pat));
    sema_suggest_marked(&r, def_toks_span(s, pat.file, dots, dots + 3), "..=", "use `..=` for an inclusive range");
    sema_suggest_is(&r, "MachineApplicable");
}

/* A jump without a label that stands in the condition of a `while`. */
static void lint_check_jump(sema *s, sema_node jump)
{
    if (syntax_label(s, jump))
        return;
    sema_node inner = jump, n = syntax_parent(s, jump);
    for (; syntax_is(n); inner = n, n = syntax_parent(s, n)) {
        switch (syntax_kind(s, n)) {
        case RUSTG_AST_ExprWhile:
            if (syntax_first_real(s, n).node == inner.node) {
                sema_report r = sema_error(s, RUSTG_DIAG_JUMP_IN_CONDITION, sema_node_span(s, jump));
                sema_arg(&r, "%s", syntax_kind(s, jump) == RUSTG_AST_ExprBreak ? "break" : "continue");
            }
            return;
        case RUSTG_AST_ExprForLoop:
            if (syntax_kind(s, inner) == RUSTG_AST_Block)
                return;
            break;
        case RUSTG_AST_ExprLoop:
        case RUSTG_AST_ExprClosure:
        case RUSTG_AST_ItemFn:
        case RUSTG_AST_AssocItemFn:
        case RUSTG_AST_ExprConstBlock:
        case RUSTG_AST_ExprGen: return;
        default: break;
        }
    }
}

static void lint_check_closure(sema *s, sema_node closure)
{
    const uint32_t tok = syntax_first_tok(s, closure);
    if (lint_is_word(s, closure, tok, RUSTG_TOK_KW_STATIC))
        lint_unstable(s, syntax_tok_span(s, closure.file, tok), 43122, "coroutine syntax is experimental");
    if (lint_is_word(s, closure, tok, RUSTG_TOK_KW_CONST))
        lint_unstable(s, syntax_tok_span(s, closure.file, tok), 106003, "const closures are experimental");
}

static void lint_check_assoc_fn(sema *s, sema_node fn)
{
    lint_check_fn(s, fn);
    lint_check_default(s, fn);
}

static void lint_check_static(sema *s, sema_node item)
{
    if (lint_qualifier(s, item, "safe"))
        sema_error(s, RUSTG_DIAG_SAFE_OUTSIDE, sema_node_span(s, item));
}

/* The result of `Fn(A) -> B` is no `impl Trait`. */
static void lint_check_call_result(sema *s, sema_node type)
{
    sema_node inner = type;
    for (sema_node n = syntax_parent(s, type); syntax_is(n); inner = n, n = syntax_parent(s, n)) {
        const rustg_ast_class class = rustg_ast_kind_class(syntax_kind(s, n));
        if (class == RUSTG_AST_CLASS_ITEM || class == RUSTG_AST_CLASS_ASSOC_ITEM || class == RUSTG_AST_CLASS_EXPR ||
            syntax_kind(s, n) == RUSTG_AST_Block)
            return;
        if (syntax_kind(s, n) != RUSTG_AST_GenericArgs || !lint_is_word(s, n, syntax_anchor(s, n), RUSTG_TOK_L_PAREN))
            continue;
        const uint32_t first = syntax_first_tok(s, inner);
        if (lint_is_word(s, inner, first - 1, RUSTG_TOK_GT) && lint_is_word(s, inner, first - 2, RUSTG_TOK_MINUS)) {
            sema_report r = sema_error(s, RUSTG_DIAG_IMPL_TRAIT_NOT_ALLOWED, sema_node_span(s, type));
            sema_arg(&r, "the return type of `Fn` trait bounds");
        }
        return;
    }
}

static void lint_check_opaque(sema *s, sema_node type)
{
    lint_check_call_result(s, type);
    lint_check_impl_trait(s, type);
    lint_check_captures(s, type);
}

static void lint_check_binder_type(sema *s, sema_node type)
{
    lint_unstable(s, sema_node_span(s, type), 130516, "unsafe binder types are experimental");
}

static void lint_check_const_param(sema *s, sema_node param)
{
    lint_check_binder(s, param);
    lint_check_constants(s, param);
}

static void lint_check_args(sema *s, sema_node args)
{
    lint_check_generic_args(s, args);
    lint_check_constants(s, args);
}

static void lint_check_postfix_match(sema *s, sema_node n)
{
    const uint32_t tok = syntax_anchor(s, n);
    if (syntax_first_tok(s, n) != tok && lint_is_word(s, n, tok - 1, RUSTG_TOK_DOT))
        lint_unstable(s, syntax_tok_span(s, n.file, tok), 121618, "postfix match is experimental");
}

static void lint_check_let(sema *s, sema_node n)
{
    const uint32_t tok = syntax_anchor(s, n);
    if (tok && syntax_first_tok(s, n) == tok - 1 && lint_is_word(s, n, tok - 1, RUSTG_TOK_KW_SUPER))
        lint_unstable(s, syntax_tok_span(s, n.file, tok - 1), 139076, "`super let` is experimental");
}

/* `!` is stable as what a fn, a closure or a fn pointer gives. */
static void lint_check_never(sema *s, sema_node type)
{
    const sema_node above = syntax_parent(s, type);
    const uint32_t tok = syntax_first_tok(s, type);
    if (syntax_kind(s, above) == RUSTG_AST_GenericArgs || def_tok_kind(s, type.file, tok - 1) != RUSTG_TOK_GT ||
        def_tok_kind(s, type.file, tok - 2) != RUSTG_TOK_MINUS)
        lint_unstable(s, sema_node_span(s, type), 35121, "the `!` type is experimental");
}

/* `Item = 42`: the value of an associated constant. */
static void lint_check_constant_arg(sema *s, sema_node arg)
{
    for (sema_node c = syntax_first(s, arg); syntax_is(c); c = syntax_next(s, c))
        if (rustg_ast_kind_class(syntax_kind(s, c)) == RUSTG_AST_CLASS_EXPR)
            lint_unstable(s, sema_node_span(s, arg), 92827, "associated const equality is incomplete");
}

void lint_check_left_out_code(sema *s, sema_node n)
{
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprClosure: lint_check_closure(s, n); break;
    case RUSTG_AST_TyUnsafeBinder: lint_check_binder_type(s, n); break;
    case RUSTG_AST_ExprMatch: lint_check_postfix_match(s, n); break;
    case RUSTG_AST_StmtLet: lint_check_let(s, n); break;
    case RUSTG_AST_AssocArg: lint_check_constant_arg(s, n); break;
    default: break;
    }
}

lint_rule lint_rule_of(uint8_t kind)
{
    switch (kind) {
    case RUSTG_AST_ItemFn:
    case RUSTG_AST_ForeignItemFn: return lint_check_fn;
    case RUSTG_AST_AssocItemFn: return lint_check_assoc_fn;
    case RUSTG_AST_ItemImpl: return lint_check_impl;
    case RUSTG_AST_File: return lint_check_frontmatter;
    case RUSTG_AST_ItemForeignMod:
    case RUSTG_AST_TyFnPtr: return lint_check_extern;
    case RUSTG_AST_ItemConst:
    case RUSTG_AST_AssocItemConst: return lint_check_const;
    case RUSTG_AST_ItemStatic: return lint_check_static;
    case RUSTG_AST_ItemTyAlias:
    case RUSTG_AST_AssocItemType: return lint_check_alias;
    case RUSTG_AST_ItemUnion: return lint_check_union;
    case RUSTG_AST_ItemTrait: return lint_check_trait;
    case RUSTG_AST_UseTree: return lint_check_use;
    case RUSTG_AST_Vis: return lint_check_visibility;
    case RUSTG_AST_Attr: return lint_check_cfg_attr;
    case RUSTG_AST_Bound: return lint_check_bound;
    case RUSTG_AST_GenericParamType:
    case RUSTG_AST_GenericParamLifetime: return lint_check_binder;
    case RUSTG_AST_GenericParamConst: return lint_check_const_param;
    case RUSTG_AST_WherePredicate: return lint_check_predicate;
    case RUSTG_AST_TyNever: return lint_check_never;
    case RUSTG_AST_TyRef:
    case RUSTG_AST_Lifetime: return lint_check_left_out;
    case RUSTG_AST_TyImplTrait: return lint_check_opaque;
    case RUSTG_AST_AssocArg: return lint_check_constant_arg;
    case RUSTG_AST_TyUnsafeBinder: return lint_check_binder_type;
    case RUSTG_AST_TyArray:
    case RUSTG_AST_ExprRepeat: return lint_check_constants;
    case RUSTG_AST_GenericArgs: return lint_check_args;
    case RUSTG_AST_PatRange: return lint_check_range;
    case RUSTG_AST_ExprBreak:
    case RUSTG_AST_ExprContinue: return lint_check_jump;
    case RUSTG_AST_ExprClosure: return lint_check_closure;
    case RUSTG_AST_ExprMatch: return lint_check_postfix_match;
    case RUSTG_AST_StmtLet: return lint_check_let;
    default: return NULL;
    }
}
