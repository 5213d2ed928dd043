/* macro_expand.c: makes the passes over a file. Each pass finds the calls of macros that are in scope and writes the
 * file anew with their expansions, until no call is left; so calls that an expansion contains are found by the next
 * pass. In the new text an expanded expression, type or pattern stands in parentheses. */
#include <stdlib.h>

#include "base/hash.h"
#include "sema/bodies/check.h"
#include "sema/lints/lint.h"
#include "sema/macros/macro.h"
#include "rustg/diagnostic_kind.h"

typedef enum call_place {
    PLACE_ITEM,
    PLACE_IMPL,
    PLACE_TRAIT,
    PLACE_FOREIGN,
    PLACE_STATEMENT,
    PLACE_EXPR,
    PLACE_TYPE,
    PLACE_PATTERN,
    PLACE_N
} call_place;

typedef struct macro_call {
    sema_node node;
    uint32_t scope;
    call_place place;
} macro_call;

/* What replaces the bytes [start, end): bytes of another file. */
typedef struct replacement {
    uint32_t start, end, file, first, last;
    call_place place;
    bool semicolon, braces; /* a statement: `;` behind it; [braces_first, last) is a value that nobody takes */
    uint32_t braces_first;
    /* The delimiters of a call that ends a statement's, in whose stead braces make it a statement; 0: none. */
    uint32_t open, close;
    sema_span call;
    uint32_t expansion;
} replacement;

/* A tree that is walked: that of the file, or of a builtin macro's arguments. */
typedef struct region {
    sema_node root;
    uint32_t scope;
} region;

typedef struct open_scope {
    uint32_t end, scope;
} open_scope;

typedef struct expander {
    sema *s;
    sema_def module;
    uint32_t file;
    VEC(macro_call) calls;
    VEC(region) regions;
    VEC(replacement) replacements;
    bool failed, waits,
        stuck; /* stuck: a recursion without end was reported; waits: a macro that defines macros was expanded */
} expander;

/* ---- Definitions ---- */

static uint64_t macro_expand_mix(uint64_t hash, sema_span at, uint32_t mark)
{
    uint64_t words[3] = {sema_start_key(at), at.end, mark};
    for (int i = 0; i < 3; i++)
        hash = hash_mix(hash, words[i]);
    return hash;
}

/* The same definition has the same key in a later pass: the places at which its first token and its name were
 * written, and by whom. */
static uint64_t macro_def_key(sema *s, sema_node node)
{
    macro_place first = macro_place_of(s, syntax_tok_span(s, node.file, syntax_anchor(s, node)));
    macro_place name = macro_place_of(s, syntax_name_span(s, node));
    return macro_expand_mix(macro_expand_mix(1, first.at, first.mark), name.at, name.mark) | 1;
}

uint32_t macro_def_of(sema *s, sema_node node)
{
    uint32_t *known = s->macros ? arena_map_at(s->memory, &s->macros->def_of, macro_def_key(s, node), 0) : NULL;
    return known ? *known : 0;
}

static bool macro_is_macro_rules(const sema *s, sema_node node)
{
    return syntax_tok_kind(s, node.file, syntax_anchor(s, node)) == RUSTG_TOK_WEAK_MACRO_RULES;
}

static void macro_report_exported_twice(sema *s, uint32_t index)
{
    const macro_table *t = s->macros;
    const char *name = sema_text(s, t->defs.at[index].name);
    for (uint32_t i = t->first_def; i < index; i++) {
        if (!t->defs.at[i].exported || t->defs.at[i].name != t->defs.at[index].name)
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_DEFINED_TWICE, syntax_head_span(s, t->defs.at[index].node));
        sema_arg(&r, "%s", name);
        sema_primary_label(&r, "`%s` redefined here", name);
        sema_label(&r, syntax_head_span(s, t->defs.at[i].node), "previous definition of the macro `%s` here", name);
        sema_note(&r, "`%s` must be defined only once in the macro namespace of this module", name);
        return;
    }
}

static uint32_t macro_expand_define(expander *x, sema_node node)
{
    sema *s = x->s;
    macro_table *t = s->macros;
    uint32_t *known = arena_map_at(s->memory, &t->def_of, macro_def_key(s, node), 1);
    if (*known)
        return *known;
    uint32_t index = *known = t->defs.n;
    macro_def def = {.name = syntax_name(s, node), .node = node};
    def_attr attr;
    def.exported = def_find_attr(s, node, "macro_export", 0, &attr);
    def.local_inner =
        def.exported && attr.last > attr.first + 2 && syntax_tok_is(s, attr.file, attr.first + 1, "local_inner_macros");
    vec_push(s->memory, &t->defs, def);
    if (def.exported)
        macro_report_exported_twice(s, index);
    if (!macro_read(s, index))
        x->failed = true;
    return index;
}

/* ---- Finding calls ---- */

static bool macro_is_call(uint8_t kind, call_place *place)
{
    switch (kind) {
    case RUSTG_AST_ItemMacCall: *place = PLACE_ITEM; return true;
    case RUSTG_AST_AssocItemMacCall: *place = PLACE_IMPL; return true;
    case RUSTG_AST_ForeignItemMacCall: *place = PLACE_FOREIGN; return true;
    case RUSTG_AST_StmtMacCall: *place = PLACE_STATEMENT; return true;
    case RUSTG_AST_ExprMacCall: *place = PLACE_EXPR; return true;
    case RUSTG_AST_TyMacCall: *place = PLACE_TYPE; return true;
    case RUSTG_AST_PatMacCall: *place = PLACE_PATTERN; return true;
    default: return false;
    }
}

static void macro_note_use(expander *x, sema_node tree)
{
    sema *s = x->s;
    sema_symbol name = syntax_name(s, tree);
    syntax_path path = name ? syntax_path_of(s, tree) : (syntax_path){0};
    if (!path.n_segments)
        return;
    macro_alias alias = {name, path.segments[path.n_segments - 1].name};
    uint32_t *known = arena_map_at(s->memory, &s->macros->alias_of, (uint64_t)alias.name << 32 | alias.original, 1);
    if (!*known)
        vec_push(s->memory, &s->macros->aliases, alias);
    *known = 1;
}

static bool macro_expand_has_attr(expander *x, sema_node node, const char *name)
{
    def_attr attr;
    return def_find_attr(x->s, node, name, 0, &attr);
}

/* Treats a `mod x;`. If it stands outside of all others in this pass's file, its file is read now, as it may hold
 * macros that are called behind it. */
static uint32_t macro_mod_file(expander *x, sema_node mod, uint32_t scope, bool is_outermost)
{
    sema *s = x->s;
    bool gives = macro_expand_has_attr(x, mod, "macro_use");
    *arena_map_at(s->memory, &s->macros->scope_of, sema_node_key(mod), 1) = scope;
    if (is_outermost && mod.file == x->file && def_cfg_holds(s, mod)) {
        uint32_t end = macro_read_mod(s, x->module, mod, scope);
        return gives ? end : scope;
    }
    if (gives) {
        sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, sema_node_span(s, mod));
        sema_arg(&r, "`#[macro_use]` on a module in a file of its own inside of another module");
        sema_arg(&r, "put the `mod` item outside of the other, or define the macros there");
        x->failed = true;
    }
    return scope;
}

static void macro_expand_walk(expander *x, region from)
{
    sema *s = x->s;
    macro_table *t = s->macros;
    uint32_t file = from.root.file, scope = from.scope, end = s->files.at[file]->ast.next[from.root.node];
    VEC(open_scope) opens = {0};
    for (uint32_t i = from.root.node; i < end;) {
        const rustg_ast *ast = &s->files.at[file]->ast;
        sema_node node = {file, i};
        uint8_t kind = ast->kind[i];
        uint32_t next = ast->next[i];
        call_place place;
        while (opens.n && i >= opens.at[opens.n - 1].end)
            scope = opens.at[--opens.n].scope;
        if (kind == RUSTG_AST_Attr && !def_cfg_holds(s, syntax_parent(s, node))) {
            i = s->files.at[file]->ast.next[syntax_parent(s, node).node];
        } else if (macro_is_call(kind, &place)) {
            if (place == PLACE_IMPL && syntax_kind(s, syntax_parent(s, node)) == RUSTG_AST_ItemTrait)
                place = PLACE_TRAIT;
            if (def_cfg_holds(s, node))
                vec_push(s->memory, &x->calls, (macro_call){node, scope, place});
            i = next;
        } else if (kind == RUSTG_AST_ItemMacroDef) {
            if (macro_is_macro_rules(s, node) && syntax_name(s, node) && def_cfg_holds(s, node)) {
                vec_push(s->memory, &t->scopes,
                         (macro_scope){syntax_name(s, node), macro_expand_define(x, node), scope});
                scope = t->scopes.n - 1;
            }
            i = next;
        } else {
            if (kind == RUSTG_AST_UseTree)
                macro_note_use(x, node);
            bool is_file = kind == RUSTG_AST_ItemMod && syntax_ends_with_semicolon(s, node);
            if (is_file)
                scope = macro_mod_file(x, node, scope, syntax_kind(s, syntax_parent(s, node)) == RUSTG_AST_File);
            if (kind == RUSTG_AST_Block ||
                (kind == RUSTG_AST_ItemMod && !is_file && !macro_expand_has_attr(x, node, "macro_use")))
                vec_push(s->memory, &opens, (open_scope){next, scope});
            i++;
        }
    }
    if (file == x->file)
        *arena_map_at(s->memory, &t->end_of, file, 1) = opens.n ? opens.at[0].scope : scope;
}

uint32_t macro_def_named(const macro_table *t, sema_symbol name, bool exported)
{
    for (uint32_t i = t->defs.n; --i >= t->first_def;)
        if (t->defs.at[i].name == name && (t->defs.at[i].exported || !exported))
            return i;
    return 0;
}

/* Finds the macro that a call means; 0 if none is known. */
static uint32_t macro_meant(expander *x, const macro_call *call)
{
    sema *s = x->s;
    const macro_table *t = s->macros;
    syntax_path path = syntax_path_of(s, call->node);
    if (!path.n_segments)
        return 0;
    sema_symbol name = path.segments[path.n_segments - 1].name;
    bool alone = path.n_segments == 1 && !path.global && !macro_is_inner(s, &path);
    for (uint32_t at = alone ? call->scope : 0; at; at = t->scopes.at[at].outer)
        if (t->scopes.at[at].name == name)
            return t->scopes.at[at].def;
    sema_symbol original = name;
    for (uint32_t i = 0, steps = 0; i < t->aliases.n && steps <= t->aliases.n; i++) {
        if (t->aliases.at[i].name != original)
            continue;
        original = t->aliases.at[i].original;
        if (macro_def_named(t, original, false))
            return macro_def_named(t, original, false);
        i = UINT32_MAX;
        steps++;
    }
    /* Exported macros are known by `crate::name!`, in the crate's root and where its names are. */
    const uint32_t exported = macro_def_named(t, name, true);
    return exported && (!alone || macro_sees_root(s, call->node)) ? exported : 0;
}

/* ---- Arguments of built-in macros ---- */

/* The next `name!(` from *tok on; *tok is then behind the name. 0: there is none. */
static sema_symbol macro_next_called(const sema *s, uint32_t file, uint32_t *tok, uint32_t last)
{
    while (*tok + 1 < last) {
        const uint32_t at = (*tok)++;
        if (syntax_tok_kind(s, file, at + 1) == RUSTG_TOK_BANG &&
            rustg_token_kind_class(syntax_tok_kind(s, file, at + 2)) == RUSTG_CLASS_OPEN &&
            syntax_tok_name(s, file, at))
            return syntax_tok_name(s, file, at);
    }
    return 0;
}

static bool macro_may_call(sema *s, uint32_t file, uint32_t first, uint32_t last)
{
    const sema_symbol select = sema_intern_text(s, "cfg_select");
    for (sema_symbol name; (name = macro_next_called(s, file, &first, last)) != 0;) {
        if (name == select)
            return true;
        for (uint32_t i = s->macros->first_def; i < s->macros->defs.n; i++)
            if (s->macros->defs.at[i].name == name)
                return true;
        for (uint32_t i = 0; i < s->macros->aliases.n; i++)
            if (s->macros->aliases.at[i].name == name)
                return true;
    }
    return false;
}

static void macro_add_region(expander *x, sema_node root, uint32_t scope)
{
    if (syntax_is(root))
        vec_push(x->s->memory, &x->regions, (region){root, scope});
    else
        x->failed = true;
}

static void macro_look_inside(expander *x, const macro_call *call)
{
    sema *s = x->s;
    sema_node tokens = syntax_child_of(s, call->node, RUSTG_AST_TokenTree);
    syntax_path path = syntax_path_of(s, call->node);
    uint32_t first, last;
    if (!path.n_segments || !syntax_group(s, tokens, &first, &last) || !macro_may_call(s, tokens.file, first, last))
        return;
    const char *name = sema_text(s, path.segments[path.n_segments - 1].name);
    if (strcmp(name, "matches") == 0) {
        uint32_t comma = macro_top_comma(s, tokens, first, last);
        uint32_t end =
            last > comma + 1 && syntax_tok_kind(s, tokens.file, last - 1) == RUSTG_TOK_COMMA ? last - 1 : last;
        if (comma == last)
            return;
        macro_add_region(x, syntax_macro_piece(s, tokens, first, comma, "const _:()=", "\n;"), call->scope);
        macro_add_region(x, syntax_macro_piece(s, tokens, comma + 1, end, "const _:()=match 0{", "\n=>0,};"),
                         call->scope);
    } else if (macro_takes_exprs(name)) {
        macro_add_region(x, syntax_macro_args(s, tokens), call->scope);
    }
}

/* ---- Expanding ---- */

static void macro_copy_all(sema *s, macro_out *out, uint32_t file, uint32_t first, uint32_t last)
{
    sema_span at = syntax_tok_span(s, file, first);
    at.end = syntax_tok_span(s, file, last - 1).end;
    if (last > first)
        macro_copy(s, out, at, 0, 0, 0);
}

/* Doc comments among the arguments are attributes. Makes the file that says so, with its tokens. */
static uint32_t macro_without_docs(sema *s, uint32_t file, uint32_t *first, uint32_t *last)
{
    macro_out out = {0};
    uint32_t from = *first;
    for (uint32_t tok = *first; tok < *last; tok++) {
        if (syntax_tok_kind(s, file, tok) != RUSTG_TOK_DOC_COMMENT)
            continue;
        if (tok > from)
            macro_copy_all(s, &out, file, from, tok);
        from = tok + 1;
        sema_span at = syntax_tok_span(s, file, tok);
        const sema_file *f = s->files.at[file];
        bool block = f->bytes[at.start + 1] == '*', inner = f->toks.flags[tok] & RUSTG_TOKEN_INNER;
        int n = (int)(at.end - at.start) - (block ? 5 : 3);
        const char *text = arena_text(s->memory, (const char *)f->bytes + at.start + 3, n > 0 ? (size_t)n : 0);
        uint32_t n_hashes = 0, n_alike = 0; /* as rustc has it, a raw string with one more than follow a quote */
        for (const char *c = text; *c; c++) {
            n_alike = *c == '"' ? 1 : *c == '#' && n_alike ? n_alike + 1 : 0;
            n_hashes = n_alike > n_hashes ? n_alike : n_hashes;
        }
        char *hashes = ARENA_ARRAY(s->memory, char, n_hashes + 1);
        memset(hashes, '#', n_hashes);
        macro_put(s, &out, arena_format(s->memory, "#%s[doc = r%s\"%s\"%s]", inner ? "!" : "", hashes, text, hashes),
                  at, macro_nest_of(s, at));
    }
    if (from == *first)
        return file;
    if (*last > from)
        macro_copy_all(s, &out, file, from, *last);
    uint32_t made = sema_add_tokens(s, macro_file(s, &out, s->files.at[file]));
    *first = 0;
    *last = (uint32_t)s->files.at[made]->toks.n_toks - 1;
    return made;
}

/* Whether a call is the value of the block around it. */
static bool macro_ends_block(sema *s, sema_span call)
{
    const sema_node n = syntax_innermost(s, call), around = syntax_is(n) ? syntax_parent(s, n) : n;
    return syntax_is(around) && syntax_kind(s, n) == RUSTG_AST_ExprMacCall &&
           syntax_kind(s, around) == RUSTG_AST_StmtExpr;
}

/* An expression ends at a `;`, behind which nothing may come. */
static bool macro_cut_expression(expander *x, macro_out *out, const macro_expansion *e, sema_symbol name)
{
    sema *s = x->s;
    uint32_t file = sema_add_tokens(s, macro_file(s, out, s->files.at[x->file]));
    const macro_view v = *macro_view_of(s, file);
    uint32_t n = (uint32_t)s->files.at[file]->toks.n_toks - 1;
    for (uint32_t tok = 0; tok < n; tok++) {
        if (PARSE_IS_OPEN(v.kinds[tok]) && v.partner[tok] > tok && v.partner[tok] < n) {
            tok = v.partner[tok];
        } else if (v.kinds[tok] == T_SEMI) {
            sema_span at = syntax_tok_span(s, file, tok), rest = syntax_tok_span(s, file, tok + 1);
            sema_span said;
            bool denied = lint_is_denied(s, x->module, e->call, LINT_SEMICOLON_IN_MACRO, &said);
            if (denied) {
                sema_report semicolon = sema_error(s, RUSTG_DIAG_MACRO_SEMICOLON, at);
                lint_note_incompatible(&semicolon, 79813);
                if (macro_ends_block(s, e->call)) {
                    sema_note(&semicolon, "macro invocations at the end of a block are treated as expressions");
                    sema_note(&semicolon,
                              "to ignore the value produced by the macro, add a semicolon after the invocation of `%s`",
                              sema_text(s, name));
                }
                lint_note(s, &semicolon, LINT_SEMICOLON_IN_MACRO, said);
            }
            if (tok + 1 < n) {
                const char *text =
                    arena_text(s->memory, (const char *)s->files.at[file]->bytes + rest.start, rest.end - rest.start);
                sema_report r = macro_report(s, rest, "macro expansion ignores `%s` and any tokens following", text);
                sema_label(&r, e->call, "caused by the macro expansion here");
                sema_note(&r, "the usage of `%s!` is likely invalid in expression context", sema_text(s, name));
            }
            if (denied || tok + 1 < n)
                return false;
            out->bytes.n = at.start;
            while (out->pieces.n && out->pieces.at[out->pieces.n - 1].start >= at.start)
                out->pieces.n--;
            return true;
        }
    }
    return true;
}

/* What an expansion stands in while it is parsed, and whether the new text has it in parentheses. */
static const struct {
    const char *prefix, *suffix;
    bool parens;
} wraps[PLACE_N] = {[PLACE_ITEM] = {"", "", false},
                    [PLACE_IMPL] = {"impl X{", "}", false},
                    [PLACE_TRAIT] = {"trait X{", "}", false},
                    [PLACE_FOREIGN] = {"extern \"C\"{", "}", false},
                    [PLACE_STATEMENT] = {"const _:()={", "};", false},
                    [PLACE_EXPR] = {"const _:()=", ";", true},
                    [PLACE_TYPE] = {"const _:", "=0;", true},
                    [PLACE_PATTERN] = {"const _:()=match 0{", "=>0,};", true}};

static bool macro_is_last_statement(const sema *s, sema_node call)
{
    return !syntax_is(syntax_next(s, call));
}

/* The bytes of the file's text that a call takes, with its attributes. */
static void macro_bytes_of(const sema *s, const macro_call *call, replacement *r)
{
    sema_span span = sema_node_span(s, call->node);
    sema_node attr = syntax_first(s, call->node);
    uint8_t kind = syntax_kind(s, attr);
    if ((kind == RUSTG_AST_Attr || kind == RUSTG_AST_DocComment) && sema_node_span(s, attr).start < span.start)
        span.start = sema_node_span(s, attr).start;
    while (s->files.at[span.file]->origin == SEMA_FILE_EXPANSION) {
        const sema_file *f = s->files.at[span.file];
        span.start = (uint32_t)((int64_t)span.start - f->shift);
        span.end = (uint32_t)((int64_t)span.end - f->shift);
        span.file = f->from;
    }
    r->start = span.start;
    r->end = span.end;
}

/* The value that a statement call leaves, where one stands behind it. */
static void macro_find_value(expander *x, const macro_call *call, replacement *r)
{
    sema *s = x->s;
    sema_node root = {r->file, 1}, last = {0, 0};
    sema_node value = syntax_child_in(s, syntax_child_of(s, root, RUSTG_AST_ItemConst), RUSTG_AST_CLASS_EXPR, 0);
    sema_node block = syntax_child_of(s, value, RUSTG_AST_Block);
    for (sema_node at = syntax_first_real(s, block); syntax_is(at); at = syntax_next_real(s, at))
        last = at;
    r->semicolon = syntax_ends_with_semicolon(s, call->node);
    const sema_node ends = syntax_kind(s, last) == RUSTG_AST_StmtExpr ? syntax_first_real(s, last) : last;
    uint32_t behind;
    if (!r->semicolon && syntax_is(ends) && syntax_kind(s, ends) == RUSTG_AST_ExprMacCall &&
        !macro_group_at(s, ends.file, syntax_first_tok(s, ends), &behind)) {
        const sema_span tokens = sema_node_span(s, syntax_child_of(s, ends, RUSTG_AST_TokenTree));
        r->open = tokens.start;
        r->close = tokens.end - 1;
        return;
    }
    r->braces = !r->semicolon && syntax_kind(s, last) == RUSTG_AST_StmtExpr && !macro_is_last_statement(s, call->node);
    r->braces_first = syntax_is(last) ? sema_node_span(s, last).start : 0;
}

/* Puts what was written in the place of a call. The first n_before pieces are what it stands in while it is parsed. */
static bool macro_expand_replace(expander *x, const macro_call *call, const macro_expansion *e, uint32_t expansion,
                                 sema_symbol name, macro_out *out, uint32_t n_before)
{
    sema *s = x->s;
    uint32_t start = out->pieces.n > n_before ? out->pieces.at[n_before].start : out->bytes.n;
    if (call->place == PLACE_EXPR && !macro_cut_expression(x, out, e, name))
        return false;
    uint32_t end = out->bytes.n;
    if (*wraps[call->place].suffix)
        macro_put(s, out, wraps[call->place].suffix, e->call, expansion);
    replacement r = {.first = start, .last = end, .place = call->place, .call = e->call, .expansion = expansion};
    sema_file draft = macro_file(s, out, s->files.at[x->file]);
    draft.is_draft = true;
    r.file = sema_add_file(s, draft);
    if (!r.file || !macro_check_fragments(s, r.file))
        return false;
    macro_bytes_of(s, call, &r);
    if (call->place == PLACE_STATEMENT)
        macro_find_value(x, call, &r);
    vec_push(s->memory, &x->replacements, r);
    return true;
}

/* `cfg_select!`: no expansion is noted, for what stands for it was written where it stands. */
static bool macro_expand_select(expander *x, const macro_call *call)
{
    sema *s = x->s;
    macro_expansion e = {.call = sema_node_span(s, call->node)};
    sema_span tokens;
    macro_out out = {0};
    if (!macro_select(s, call->node, &tokens))
        return false;
    if (*wraps[call->place].prefix)
        macro_put(s, &out, wraps[call->place].prefix, e.call, 0);
    const uint32_t n_before = out.pieces.n;
    macro_copy(s, &out, tokens, 0, 0, 0);
    return macro_expand_replace(x, call, &e, 0, sema_intern_text(s, "cfg_select"), &out, n_before);
}

static bool macro_expand_expand(expander *x, const macro_call *call, uint32_t def)
{
    sema *s = x->s;
    macro_table *t = s->macros;
    sema_span span = sema_node_span(s, call->node);
    sema_symbol name = t->defs.at[def].name;
    sema_node tokens = syntax_child_of(s, call->node, RUSTG_AST_TokenTree);
    uint32_t first, last, nest = macro_nest_of(s, span);
    if (!syntax_group(s, tokens, &first, &last) || t->defs.at[def].bad)
        return false;
    if (syntax_ends_with_semicolon(s, call->node) && (call->place == PLACE_STATEMENT || call->place == PLACE_ITEM))
        span.end = syntax_tok_span(s, tokens.file, syntax_last_tok(s, tokens)).end;
    macro_expansion e = {.call = span, .depth = t->expansions.at[nest].depth + 1, .def = def};
    if (e.depth > t->recursion_limit) {
        uint32_t n_crates;
        const sema_def *crates = def_user_crates(s, &n_crates);
        x->stuck = true;
        sema_report r = macro_report(s, span, "recursion limit reached while expanding `%s!`", sema_text(s, name));
        macro_help_recursion_limit(&r, crates[n_crates - 1], t->recursion_limit);
        return false;
    }
    uint32_t expansion = t->expansions.n;
    vec_push(s->memory, &t->expansions, e);
    uint32_t args = macro_without_docs(s, tokens.file, &first, &last);
    macro_match **vars;
    const macro_rule *rule = macro_match_call(s, def, args, first, last, span, &vars);
    if (!rule)
        return false;
    const macro_rule kept = *rule;
    macro_out out = {0};
    if (*wraps[call->place].prefix)
        macro_put(s, &out, wraps[call->place].prefix, span, expansion);
    uint32_t n_before = out.pieces.n;
    if (!macro_write(s, &kept, def, vars, expansion, span, &out))
        return false;
    if (!macro_expand_replace(x, call, &e, expansion, name, &out, n_before))
        return false;
    x->waits |= t->defs.at[def].defines;
    return true;
}

/* ---- The new file ---- */

static int macro_by_place(const void *a, const void *b)
{
    const replacement *p = a, *q = b;
    return p->start < q->start ? -1 : p->start > q->start;
}

static void macro_put_replacement(sema *s, macro_out *out, const replacement *r)
{
    bool parens = wraps[r->place].parens;
    sema_span body = {r->file, r->first, r->last};
    if (parens)
        macro_put_around(s, out, "(", r->call, r->expansion);
    if (r->braces) {
        macro_copy(s, out, (sema_span){r->file, r->first, r->braces_first}, 0, 0, 0);
        macro_put(s, out, "{", r->call, r->expansion);
        body.start = r->braces_first;
    }
    if (r->open) {
        macro_copy(s, out, (sema_span){r->file, r->first, r->open}, 0, 0, 0);
        macro_put(s, out, "{", (sema_span){r->file, r->open, r->open + 1}, r->expansion);
        macro_copy(s, out, (sema_span){r->file, r->open + 1, r->close}, 0, 0, 0);
        macro_put(s, out, "}", (sema_span){r->file, r->close, r->close + 1}, r->expansion);
        body.start = r->close + 1;
    }
    macro_copy(s, out, body, 0, 0, 0);
    if (r->braces)
        macro_put(s, out, "}", r->call, r->expansion);
    if (r->semicolon)
        macro_put(s, out, ";", r->call, r->expansion);
    if (parens)
        macro_put_around(s, out, ")", r->call, r->expansion);
}

static uint32_t macro_expand_write_file(expander *x)
{
    sema *s = x->s;
    macro_out out = {0};
    uint32_t at = 0;
    qsort(x->replacements.at, x->replacements.n, sizeof *x->replacements.at, macro_by_place);
    for (uint32_t i = 0; i < x->replacements.n; i++) {
        const replacement *r = &x->replacements.at[i];
        macro_copy(s, &out, (sema_span){x->file, at, r->start}, 0, 0, 0);
        macro_put_replacement(s, &out, r);
        at = r->end;
    }
    macro_copy(s, &out, (sema_span){x->file, at, s->files.at[x->file]->n_bytes}, 0, 0, 0);
    sema_span whole = {x->file, 0, s->files.at[x->file]->n_bytes};
    if (out.bytes.n > s->files.at[x->file]->n_bytes + ((uint32_t)LIMIT_MACRO_TEXT_KIB << 10) ||
        s->macros->n_work > s->macros->most_work) {
        sema_report r =
            sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, x->replacements.n ? x->replacements.at[0].call : whole);
        sema_arg(&r, "a macro that expands to so much text");
        sema_arg(&r, "use generic functions and loops for some of it");
        return 0;
    }
    return sema_add_file(s, macro_file(s, &out, s->files.at[x->file]));
}

/* Makes one pass. *next is the file to go on with, which is the same one if nothing was left to do. */
static bool macro_expand_pass(sema *s, sema_def module, uint32_t file, uint32_t scope, uint32_t *next)
{
    expander x = {.s = s, .module = module, .file = file};
    vec_push(s->memory, &x.regions, (region){{file, 1}, scope});
    for (uint32_t k = 0, done = 0; k < x.regions.n; k++) {
        macro_expand_walk(&x, x.regions.at[k]);
        for (; done < x.calls.n; done++) {
            macro_call call = x.calls.at[done];
            uint32_t def = macro_meant(&x, &call);
            if (def && !x.waits && !x.stuck)
                x.failed |= !macro_expand_expand(&x, &call, def);
            else if (!def && macro_is_select(s, call.node))
                x.failed |= !macro_expand_select(&x, &call);
            else if (!def)
                macro_look_inside(&x, &call);
        }
    }
    *next = file;
    if (x.failed)
        return false;
    if (x.replacements.n)
        *next = macro_expand_write_file(&x);
    for (uint32_t i = 0; i < x.calls.n && !x.replacements.n && !x.waits; i++)
        x.failed |= macro_report_inner(s, x.calls.at[i].node);
    return *next != 0 && !x.failed;
}

static void macro_expand_begin(sema *s)
{
    if (s->macros)
        return;
    macro_table *t = s->macros = ARENA_NEW(s->memory, macro_table);
    vec_push(s->memory, &t->marks, (macro_mark){0, 0});
    vec_push(s->memory, &t->expansions, (macro_expansion){{0, 0, 0}, 0, 0, 0});
    vec_push(s->memory, &t->vars, (macro_place){{0, 0, 0}, 0});
    vec_push(s->memory, &t->defs, (macro_def){0});
    t->first_def = 1;
    t->recursion_limit = SEMA_RECURSION_LIMIT;
    t->most_work = (uint64_t)LIMIT_MACRO_WORK_KIB << 10;
    vec_push(s->memory, &t->scopes, (macro_scope){0, 0, 0});
}

static uint32_t expand_all(sema *s, sema_def module, const region *from)
{
    uint32_t file = from->root.file;
    for (uint32_t n = 0; n < LIMIT_MACRO_PASSES; n++) {
        uint32_t next;
        if (!macro_expand_pass(s, module, file, from->scope, &next))
            return 0;
        if (next == file)
            return file;
        file = next;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, (sema_span){file, 0, 0});
    sema_arg(&r, "a file with so many macros that define macros");
    sema_arg(&r, "write some of them out");
    return 0;
}

/* The parser's memory goes back, whatever happens. */
static uint32_t expand_guarded(sema *s, sema_def module, const region *from)
{
    jmp_buf failed, *outer = s->memory->out_of_memory;
    s->memory->out_of_memory = &failed;
    if (setjmp(failed)) {
        s->memory->out_of_memory = outer;
        parse_scratch_free(&s->macros->scratch);
        longjmp(*outer, 1);
    }
    uint32_t made = expand_all(s, module, from);
    s->memory->out_of_memory = outer;
    parse_scratch_free(&s->macros->scratch);
    return made;
}

/* A call of `cfg_select!`, or of a built-in macro with one in its arguments. */
static bool macro_mentions_select(sema *s, sema_node call)
{
    const sema_node tokens = syntax_child_of(s, call, RUSTG_AST_TokenTree);
    const sema_symbol select = sema_intern_text(s, "cfg_select");
    uint32_t first, last;
    if (macro_is_select(s, call))
        return true;
    if (!syntax_group(s, tokens, &first, &last))
        return false;
    for (sema_symbol name; (name = macro_next_called(s, call.file, &first, last)) != 0;)
        if (name == select)
            return true;
    return false;
}

/* Are there macros, or may the files of its modules have some? */
static bool macro_has_macros(sema *s, uint32_t file)
{
    const rustg_ast *ast = &s->files.at[file]->ast;
    if (memchr(ast->kind, RUSTG_AST_ItemMacroDef, ast->n_nodes) ||
        (s->macros && s->macros->defs.n > s->macros->first_def))
        return true;
    for (uint32_t i = 1; i < ast->n_nodes; i++) {
        call_place place;
        if (ast->kind[i] == RUSTG_AST_ItemMod && syntax_ends_with_semicolon(s, (sema_node){file, i}))
            return true;
        if (macro_is_call(ast->kind[i], &place) && macro_mentions_select(s, (sema_node){file, i}))
            return true;
    }
    return false;
}

uint32_t macro_expand_file(sema *s, sema_def module, uint32_t file, uint32_t scope)
{
    const region from = {{file, 1}, scope};
    if (!macro_has_macros(s, file))
        return file;
    macro_expand_begin(s);
    if (s->files.at[file]->origin == SEMA_FILE_SOURCE)
        s->macros->most_work += (uint64_t)MACRO_SOURCE_WORK * s->files.at[file]->n_bytes;
    return expand_guarded(s, module, &from);
}

void macro_help_recursion_limit(sema_report *r, sema_def crate, uint32_t limit)
{
    sema_help(r,
              "consider increasing the recursion limit by adding a `#![recursion_limit = \"%u\"]` attribute to your "
              "crate (`%s`)",
              2 * limit, sema_text(r->s, def_get(r->s, crate)->name));
}

uint32_t macro_recursion_limit(sema *s, uint32_t root)
{
    def_attr attr;
    const char *limit;
    return def_find_attr(s, (sema_node){root, 1}, "recursion_limit", 0, &attr) && def_attr_string(s, &attr, &limit)
               ? (uint32_t)strtoul(limit, NULL, 10)
               : SEMA_RECURSION_LIMIT;
}

uint32_t macro_expand_crate(sema *s, sema_def crate, uint32_t file)
{
    if (!macro_has_macros(s, file))
        return file;
    macro_expand_begin(s);
    s->macros->first_def = s->macros->defs.n; /* another crate's are not this one's */
    s->macros->recursion_limit = macro_recursion_limit(s, file);
    return macro_expand_file(s, crate, file, 0);
}

uint32_t macro_scope_at(const sema *s, sema_node mod)
{
    uint32_t *known = s->macros ? arena_map_at(s->memory, &s->macros->scope_of, sema_node_key(mod), 0) : NULL;
    return known ? *known : 0;
}
