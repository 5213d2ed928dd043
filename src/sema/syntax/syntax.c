/* syntax.c: reads nodes, tokens and names. */
#include "sema/syntax/syntax.h"

static bool syntax_is_attribute(uint8_t kind)
{
    return kind == RUSTG_AST_Attr || kind == RUSTG_AST_DocComment;
}

static sema_node syntax_skip_attributes(const sema *s, sema_node n)
{
    while (n.node && syntax_is_attribute(syntax_kind(s, n)))
        n = syntax_next(s, n);
    return n;
}

sema_node syntax_first_real(const sema *s, sema_node n)
{
    return syntax_skip_attributes(s, syntax_first(s, n));
}

sema_node syntax_next_real(const sema *s, sema_node n)
{
    return syntax_skip_attributes(s, syntax_next(s, n));
}

sema_node syntax_child(const sema *s, sema_node n, uint32_t i)
{
    n = syntax_first_real(s, n);
    while (n.node && i--)
        n = syntax_next_real(s, n);
    return n;
}

sema_node syntax_child_of(const sema *s, sema_node n, uint8_t kind)
{
    n = syntax_first(s, n);
    while (n.node && syntax_kind(s, n) != kind)
        n = syntax_next(s, n);
    return n;
}

sema_node syntax_child_in(const sema *s, sema_node n, rustg_ast_class class, uint32_t i)
{
    for (n = syntax_first(s, n); n.node; n = syntax_next(s, n))
        if (rustg_ast_kind_class(syntax_kind(s, n)) == class && i-- == 0)
            return n;
    return n;
}

/* ---- Tokens ---- */

uint8_t syntax_tok_kind(const sema *s, uint32_t file, uint32_t tok)
{
    const rustg_tokens *toks = &syntax_file_of(s, file)->toks;
    return tok < toks->n_toks ? toks->kind[tok] : RUSTG_TOK_EOF;
}

sema_span syntax_tok_span(const sema *s, uint32_t file, uint32_t tok)
{
    const sema_file *f = syntax_file_of(s, file);
    sema_span span = {file, f->n_bytes, f->n_bytes};
    if (tok < f->toks.n_toks) {
        span.start = f->toks.start[tok];
        span.end = f->toks.end[tok];
    }
    return span;
}

bool syntax_tok_joint(const sema *s, uint32_t file, uint32_t tok)
{
    const rustg_tokens *toks = &syntax_file_of(s, file)->toks;
    return tok < toks->n_toks && (toks->flags[tok] & RUSTG_TOKEN_JOINT) != 0;
}

sema_symbol syntax_tok_name(const sema *s, uint32_t file, uint32_t tok)
{
    const sema_file *f = syntax_file_of(s, file);
    if (tok >= f->toks.n_toks)
        return 0;
    uint32_t start = f->toks.start[tok], end = f->toks.end[tok];
    if (start < end && f->toks.kind[tok] == RUSTG_TOK_LIFETIME)
        start++;
    if (f->toks.flags[tok] & RUSTG_TOKEN_RAW && end - start > 2)
        start += 2;
    /* Interning changes nothing that a reader of s sees. */
    return sema_intern_name((sema *)s, (const char *)f->bytes + start, end - start);
}

bool syntax_tok_is(const sema *s, uint32_t file, uint32_t tok, const char *text)
{
    sema_span span = syntax_tok_span(s, file, tok);
    size_t n = strlen(text);
    return span.end - span.start == n && (n == 0 || memcmp(syntax_file_of(s, file)->bytes + span.start, text, n) == 0);
}

bool syntax_is_one_of(const char *text, const char *const *texts)
{
    for (; *texts; texts++)
        if (strcmp(text, *texts) == 0)
            return true;
    return false;
}

uint32_t syntax_tok_at(const sema *s, uint32_t file, uint32_t byte)
{
    const rustg_tokens *toks = &syntax_file_of(s, file)->toks;
    size_t low = 0, high = toks->n_toks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (toks->start[middle] < byte)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

/* The last token that begins before byte. */
static uint32_t syntax_tok_before(const sema *s, uint32_t file, uint32_t byte)
{
    uint32_t at = syntax_tok_at(s, file, byte);
    return at ? at - 1 : 0;
}

uint32_t syntax_first_tok(const sema *s, sema_node n)
{
    const sema_file *f = syntax_file_of(s, n.file);
    if (!n.node)
        return 0;
    const uint32_t anchor = f->ast.tok[n.node], start = f->ast.start[n.node];
    return anchor < f->toks.n_toks && f->toks.start[anchor] == start ? anchor : syntax_tok_at(s, n.file, start);
}

/* Most nodes end near their anchor: the search goes on from there in doubling steps. */
uint32_t syntax_last_tok(const sema *s, sema_node n)
{
    const sema_file *f = syntax_file_of(s, n.file);
    if (!n.node)
        return 0;
    const uint32_t *starts = f->toks.start, end = f->ast.end[n.node], n_toks = (uint32_t)f->toks.n_toks;
    uint32_t low = f->ast.tok[n.node], step = 1;
    if (low >= n_toks || starts[low] >= end)
        return syntax_tok_before(s, n.file, end);
    while (step < n_toks - low && starts[low + step] < end) {
        low += step;
        step *= 2;
    }
    uint32_t high = step < n_toks - low ? low + step : n_toks;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        *(starts[middle] < end ? &low : &high) = middle;
    }
    return low;
}

bool syntax_ends_with_semicolon(const sema *s, sema_node n)
{
    return syntax_tok_kind(s, n.file, syntax_last_tok(s, n)) == RUSTG_TOK_SEMI;
}

/* ---- Names ---- */

/* `x.0.1` has one token for both fields. Finds which part of it a field means. */
static sema_span syntax_field_name_span(const sema *s, sema_node n)
{
    const sema_file *f = syntax_file_of(s, n.file);
    uint32_t tok = f->ast.tok[n.node];
    sema_span span = syntax_tok_span(s, n.file, tok);
    if (syntax_tok_kind(s, n.file, tok) != RUSTG_TOK_FLOAT)
        return span;
    uint32_t dot = span.start;
    while (dot < span.end && f->bytes[dot] != '.')
        dot++;
    if (f->ast.end[n.node] < span.end || dot + 1 >= span.end)
        span.end = dot;
    else
        span.start = dot + 1;
    return span;
}

/* The token that names a node, UINT32_MAX for none. */
static uint32_t syntax_name_tok(const sema *s, sema_node n)
{
    uint32_t anchor = syntax_anchor(s, n);
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_GenericParamLifetime:
    case RUSTG_AST_GenericParamType:
    case RUSTG_AST_Variant:
    case RUSTG_AST_ExprMethodCall:
    case RUSTG_AST_ExprField:
    case RUSTG_AST_PatIdent:
    case RUSTG_AST_FieldInit:
    case RUSTG_AST_FieldPat:
    case RUSTG_AST_AssocArg:
    case RUSTG_AST_Lifetime:
    case RUSTG_AST_BoundLifetime:
    case RUSTG_AST_FieldDef: return anchor;
    case RUSTG_AST_GenericParamConst:
    case RUSTG_AST_ItemFn:
    case RUSTG_AST_ForeignItemFn:
    case RUSTG_AST_AssocItemFn:
    case RUSTG_AST_ItemMod:
    case RUSTG_AST_ItemTyAlias:
    case RUSTG_AST_ForeignItemTyAlias:
    case RUSTG_AST_AssocItemType:
    case RUSTG_AST_ItemEnum:
    case RUSTG_AST_ItemStruct:
    case RUSTG_AST_ItemUnion:
    case RUSTG_AST_ItemTrait:
    case RUSTG_AST_ItemTraitAlias: return anchor + 1;
    case RUSTG_AST_ItemConst:
    case RUSTG_AST_AssocItemConst:
    case RUSTG_AST_ItemStatic:
    case RUSTG_AST_ForeignItemStatic: {
        uint32_t at = anchor + 1;
        if (syntax_tok_kind(s, n.file, at) == RUSTG_TOK_KW_MUT)
            at++;
        return syntax_tok_kind(s, n.file, at) == RUSTG_TOK_UNDERSCORE ? UINT32_MAX : at;
    }
    case RUSTG_AST_ItemMacroDef:
        return syntax_tok_kind(s, n.file, anchor + 1) == RUSTG_TOK_BANG ? anchor + 2 : anchor + 1;
    case RUSTG_AST_ItemExternCrate:
        return syntax_tok_kind(s, n.file, anchor + 2) == RUSTG_TOK_KW_AS ? anchor + 3 : anchor + 1;
    case RUSTG_AST_UseTree: {
        uint8_t kind = syntax_tok_kind(s, n.file, anchor);
        if (kind == RUSTG_TOK_STAR || kind == RUSTG_TOK_L_BRACE)
            return UINT32_MAX;
        return syntax_tok_kind(s, n.file, anchor + 1) == RUSTG_TOK_KW_AS ? anchor + 2 : anchor;
    }
    default: return UINT32_MAX;
    }
}

static bool syntax_is_named_field(const sema *s, sema_node field)
{
    uint32_t anchor = syntax_anchor(s, field);
    return syntax_tok_kind(s, field.file, anchor) != RUSTG_TOK_COLON &&
           syntax_tok_kind(s, field.file, anchor + 1) == RUSTG_TOK_COLON &&
           !(syntax_tok_kind(s, field.file, anchor + 2) == RUSTG_TOK_COLON &&
             syntax_tok_joint(s, field.file, anchor + 1));
}

sema_symbol syntax_name(const sema *s, sema_node n)
{
    uint8_t kind = syntax_kind(s, n);
    if (kind == RUSTG_AST_ExprField) {
        sema_span span = syntax_field_name_span(s, n);
        if (syntax_tok_kind(s, n.file, syntax_anchor(s, n)) == RUSTG_TOK_FLOAT)
            return sema_intern((sema *)s, (const char *)syntax_file_of(s, n.file)->bytes + span.start,
                               span.end - span.start);
    }
    if (kind == RUSTG_AST_FieldDef && !syntax_is_named_field(s, n)) {
        uint32_t index = 0;
        for (sema_node at = syntax_first(s, syntax_parent(s, n)); at.node && at.node != n.node; at = syntax_next(s, at))
            index += syntax_kind(s, at) == RUSTG_AST_FieldDef;
        char digits[12];
        uint32_t at = sizeof digits;
        do {
            digits[--at] = (char)('0' + index % 10);
            index /= 10;
        } while (index);
        return sema_intern((sema *)s, digits + at, sizeof digits - at);
    }
    uint32_t tok = syntax_name_tok(s, n);
    return tok == UINT32_MAX ? 0 : syntax_tok_name(s, n.file, tok);
}

sema_span syntax_name_span(const sema *s, sema_node n)
{
    if (syntax_kind(s, n) == RUSTG_AST_ExprField)
        return syntax_field_name_span(s, n);
    uint32_t tok = syntax_name_tok(s, n);
    return tok == UINT32_MAX ? sema_node_span(s, n) : syntax_tok_span(s, n.file, tok);
}

sema_span syntax_head_span(const sema *s, sema_node item)
{
    sema_span head = sema_node_span(s, item);
    head.end = syntax_name_span(s, item).end;
    return head;
}

syntax_shape syntax_shape_of(const sema *s, sema_node n)
{
    uint8_t kind = syntax_kind(s, n);
    if (kind == RUSTG_AST_ItemUnion)
        return SHAPE_NAMED;
    sema_node field = syntax_child_of(s, n, RUSTG_AST_FieldDef);
    if (syntax_is(field))
        return syntax_is_named_field(s, field) ? SHAPE_NAMED : SHAPE_TUPLE;
    uint32_t at = syntax_anchor(s, n) + (kind == RUSTG_AST_Variant ? 1 : 2);
    sema_node generics = syntax_child_of(s, n, RUSTG_AST_Generics);
    if (syntax_is(generics))
        at = syntax_last_tok(s, generics) + 1;
    uint8_t next = syntax_tok_kind(s, n.file, at);
    if (kind != RUSTG_AST_Variant && syntax_tok_kind(s, n.file, syntax_last_tok(s, n)) == RUSTG_TOK_R_BRACE)
        return SHAPE_NAMED;
    return next == RUSTG_TOK_L_PAREN ? SHAPE_TUPLE : next == RUSTG_TOK_L_BRACE ? SHAPE_NAMED : SHAPE_UNIT;
}

/* ---- The node of a place ---- */

/* The nodes in which the place that was asked for last is, from the outermost: a search goes on from there. */
struct syntax_cursor {
    uint32_t file;
    VEC(uint32_t) path;
};

static bool syntax_holds(const sema *s, sema_node n, sema_span at)
{
    const sema_span span = sema_node_span(s, n);
    return span.start <= at.start && span.end >= at.end;
}

sema_node syntax_innermost(sema *s, sema_span at)
{
    struct syntax_cursor *c = s->cursor;
    if (!c)
        c = s->cursor = ARENA_NEW(s->memory, struct syntax_cursor);
    if (c->file != at.file) {
        c->file = at.file;
        c->path.n = 0;
        vec_push(s->memory, &c->path, 1);
    }
    sema_node left = {at.file, 0};
    while (c->path.n > 1 && !syntax_holds(s, (sema_node){at.file, c->path.at[c->path.n - 1]}, at))
        left.node = c->path.at[--c->path.n];
    for (;;) {
        const sema_node n = {at.file, c->path.at[c->path.n - 1]};
        const bool is_behind = syntax_is(left) && sema_node_span(s, left).start <= at.start;
        sema_node next = is_behind ? left : syntax_first(s, n);
        while (syntax_is(next) && !syntax_holds(s, next, at))
            next = syntax_next(s, next);
        if (!syntax_is(next))
            return n;
        left.node = 0;
        vec_push(s->memory, &c->path, next.node);
    }
}
