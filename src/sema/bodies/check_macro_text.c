/* check_macro_text.c: the macros that stand for a text: concat!, stringify!, file! and module_path!. */
#include "sema/bodies/check_macro_internal.h"
#include "sema/macros/macro.h"
#include "sema/names/resolve.h"

enum { MOST_COLUMNS = 76 }; /* rustc breaks longer lines, by rules of its own */

typedef struct text_writer {
    check *c;
    VEC(char) text;
} text_writer;

static void check_macro_text_put(text_writer *w, const char *bytes, size_t n)
{
    vec_push_all(w->c->s->memory, &w->text, bytes, n);
}

static bool check_macro_text_fail(check *c, sema_node n, const char *what)
{
    check_not_yet(c, n, what, "write the text");
    return false;
}

/* ---- stringify! ---- */

/* Where a token was written: in the body of a macro, or in an argument that was matched as a kind of fragment. */
typedef struct written {
    const sema_file *file;
    const sema_piece *piece;
    sema_span at, by_user;
    bool in_body;
} written;

static written check_macro_text_written(sema *s, sema_span at)
{
    while (s->files.at[at.file]->origin == SEMA_FILE_EXPANSION) {
        const sema_file *file = s->files.at[at.file];
        at = (sema_span){file->from, (uint32_t)((int64_t)at.start - file->shift),
                         (uint32_t)((int64_t)at.end - file->shift)};
    }
    const sema_file *file = s->files.at[at.file];
    const sema_piece *piece = file->n_pieces ? macro_piece_at(file, at.start) : NULL;
    return (written){file, piece, at, sema_origin(s, at), piece && piece->mark && !piece->var};
}

static bool check_macro_text_is_punct(uint8_t kind)
{
    return rustg_token_kind_class(kind) == RUSTG_CLASS_PUNCT;
}

bool macro_is_spaced(uint8_t first, uint8_t second)
{
    const bool opens = rustg_token_kind_class(second) == RUSTG_CLASS_OPEN;
    if (first == RUSTG_TOK_DOT)
        return check_macro_text_is_punct(second);
    if (second == RUSTG_TOK_COMMA || second == RUSTG_TOK_SEMI || second == RUSTG_TOK_DOT)
        return check_macro_text_is_punct(first);
    if (opens && second == RUSTG_TOK_L_PAREN)
        return !(first == RUSTG_TOK_IDENT || first == RUSTG_TOK_KW_FN || first == RUSTG_TOK_KW_PUB);
    return !(first == RUSTG_TOK_POUND && second == RUSTG_TOK_L_BRACKET);
}

static void check_macro_text_name(text_writer *w, const char *spelled, uint32_t n)
{
    const char *name = sema_text(w->c->s, sema_intern_name(w->c->s, spelled, n));
    check_macro_text_put(w, name, strlen(name));
}

/* Writes tokens as rustc shows them. False: it would format them in a way of its own. */
static bool check_macro_text_tokens(text_writer *w, sema_node call, uint32_t file, uint32_t first, uint32_t last)
{
    sema *s = w->c->s;
    written before = {0};
    uint8_t kind = 0, last_kind = 0;
    for (uint32_t tok = first; tok < last; tok++, last_kind = kind) {
        const written here = check_macro_text_written(s, syntax_tok_span(s, file, tok));
        kind = syntax_tok_kind(s, file, tok);
        const sema_piece *piece = here.piece;
        const bool hides = piece && !piece->copied && s->files.at[piece->from]->bytes[piece->first] != '/', /* a doc */
            was_open = rustg_token_kind_class(last_kind) == RUSTG_CLASS_OPEN;
        if (hides || kind == RUSTG_TOK_L_BRACE || kind == RUSTG_TOK_R_BRACE || kind == RUSTG_TOK_DOC_COMMENT)
            return check_macro_text_fail(w->c, call, "`stringify!` of this");
        const bool closes = rustg_token_kind_class(kind) == RUSTG_CLASS_CLOSE;
        const bool touches =
            before.file && before.by_user.file == here.by_user.file && before.by_user.end == here.by_user.start;
        const bool in_body = here.in_body || before.in_body;
        const bool glued = touches && check_macro_text_is_punct(kind) && check_macro_text_is_punct(last_kind);
        if (before.file && !closes && !was_open && !glued && (!touches || in_body) && macro_is_spaced(last_kind, kind))
            check_macro_text_put(w, " ", 1);
        const char *text = (const char *)here.file->bytes + here.at.start;
        const uint32_t n = here.at.end - here.at.start;
        if (kind == RUSTG_TOK_IDENT || kind == RUSTG_TOK_LIFETIME)
            check_macro_text_name(w, text, n);
        else
            check_macro_text_put(w, text, n);
        before = here;
    }
    return w->text.n <= MOST_COLUMNS || check_macro_text_fail(w->c, call, "`stringify!` of so much");
}

/* ---- All of them ---- */

static void check_macro_text_path(text_writer *w, sema_def module)
{
    sema *s = w->c->s;
    const def_info *about = def_get(s, module);
    if (about->kind == DEF_CRATE || !about->parent) {
        const char *name = def_crate_text(s, module);
        check_macro_text_put(w, name, strlen(name));
        return;
    }
    check_macro_text_path(w, def_module_of(s, about->parent));
    const char *name = sema_text(s, about->name);
    check_macro_text_put(w, "::", 2);
    check_macro_text_put(w, name, strlen(name));
}

static void check_macro_text_char(text_writer *w, uint32_t code)
{
    char bytes[4];
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3F));
    bytes[0] = (char)(n == 1 ? code : code | (0xF00 >> n & 0xFF));
    check_macro_text_put(w, bytes, n);
}

static bool check_macro_text_literal(text_writer *w, sema_node n)
{
    sema *s = w->c->s;
    const syntax_lit lit = syntax_literal(s, n);
    const char *digits = NULL;
    switch (lit.kind) {
    case LIT_STR: check_macro_text_put(w, (const char *)lit.bytes, lit.n_bytes); return true;
    case LIT_CHAR: check_macro_text_char(w, (uint32_t)lit.bits); return true;
    case LIT_BOOL: digits = lit.bits ? "true" : "false"; break;
    case LIT_INT: digits = arena_format(s->memory, "%llu", (unsigned long long)lit.bits); break;
    case LIT_FLOAT: digits = lit.digits; break;
    case LIT_BYTE:
    case LIT_BYTE_STR:
    case LIT_C_STR: macro_error(w->c, sema_node_span(s, n), "cannot concatenate a byte string literal"); return false;
    case LIT_BAD: return false;
    }
    if (lit.kind == LIT_INT && lit.too_large)
        return check_macro_text_fail(w->c, n, "`concat!` of a number this large");
    check_macro_text_put(w, digits, strlen(digits));
    return true;
}

static bool check_macro_text_concat(text_writer *w, sema_node tokens)
{
    sema *s = w->c->s;
    sema_node array = syntax_macro_args(s, tokens);
    if (syntax_kind(s, array) != RUSTG_AST_ExprArray)
        return false;
    for (sema_node at = syntax_first_real(s, array); syntax_is(at); at = syntax_next_real(s, at)) {
        sema_node value = at;
        while (syntax_kind(s, value) == RUSTG_AST_ExprParen) /* of a fragment */
            value = syntax_first_real(s, value);
        if (syntax_kind(s, value) == RUSTG_AST_ExprUnary && syntax_operator(s, value) == OP_NEG) {
            check_macro_text_put(w, "-", 1);
            value = syntax_first_real(s, value);
        }
        if (syntax_kind(s, value) == RUSTG_AST_ExprLit) {
            if (!check_macro_text_literal(w, value))
                return false;
        } else if (!macro_is_text(s, value)) {
            sema_report r = macro_error(w->c, sema_node_span(s, at), "expected a literal");
            sema_note(&r, "only literals (like `\"foo\"`, `-42` and `3.14`) can be passed to `concat!()`");
            return false;
        } else {
            uint32_t n;
            const char *text = macro_text_of(w->c, value, &n);
            if (!text)
                return false;
            check_macro_text_put(w, text, n);
        }
    }
    return true;
}

static const char *const makers[] = {"concat", "stringify", "file", "module_path"};

bool macro_is_text(sema *s, sema_node n)
{
    if (syntax_kind(s, n) != RUSTG_AST_ExprMacCall)
        return false;
    const syntax_path path = syntax_path_of(s, n);
    for (size_t i = 0; path.n_segments && i < sizeof makers / sizeof makers[0]; i++)
        if (strcmp(sema_text(s, path.segments[path.n_segments - 1].name), makers[i]) == 0)
            return true;
    return false;
}

const char *macro_text_of(check *c, sema_node n, uint32_t *n_bytes)
{
    sema *s = c->s;
    text_writer w = {.c = c};
    const syntax_path path = syntax_path_of(s, n);
    const char *name = sema_text(s, path.segments[path.n_segments - 1].name);
    sema_node tokens = syntax_child_of(s, n, RUSTG_AST_TokenTree);
    const sema_span at = macro_call_span(s, n);
    uint32_t first = 0, last = 0;
    bool done = syntax_group(s, tokens, &first, &last) && sema_enter(s, at);
    if (!done)
        return NULL;
    if (strcmp(name, "concat") == 0) {
        done = check_macro_text_concat(&w, tokens);
    } else if (strcmp(name, "stringify") == 0) {
        done = check_macro_text_tokens(&w, n, tokens.file, first, last);
    } else if (first != last) {
        macro_error(c, at, arena_format(s->memory, "%s! takes no arguments", name));
        done = false;
    } else if (strcmp(name, "file") == 0) {
        const char *file = s->files.at[sema_place(s, at).file]->name;
        check_macro_text_put(&w, file, strlen(file));
    } else {
        check_macro_text_path(&w, def_module_of(s, c->scope));
    }
    sema_leave(s);
    *n_bytes = w.text.n;
    return done ? arena_text(s->memory, w.text.at ? w.text.at : "", w.text.n) : NULL;
}

thir_expr macro_text_expr(check *c, sema_node n)
{
    uint32_t n_bytes;
    const sema_span at = sema_node_span(c->s, n);
    const char *text = macro_text_of(c, n, &n_bytes);
    if (!text) {
        c->failed = c->frame->body->failed = true;
        return check_error_expr(c, at);
    }
    return check_node(c, (thir_node){.op = THIR_STRING,
                                     .ty = ty_ref(c->s, ty_erased(c->s), false, TY_STR),
                                     .span = at,
                                     .text = text,
                                     .n_text = n_bytes});
}
