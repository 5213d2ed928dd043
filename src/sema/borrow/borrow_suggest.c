/* borrow_suggest.c: suggests what would make a move or a use right: a clone, a borrow in the callee, a first value. */
#include "sema/borrow/borrow_internal.h"
#include "sema/items/def.h"
#include "sema/syntax/syntax.h"

static bool borrow_is_clone(borrow_ctx *c, sema_ty ty)
{
    sema_def clone = def_lang(c->s, LANG_CLONE);
    return clone && infer_holds(c->infer, clone, &ty, 1) == ANSWER_YES;
}

/* Whether it is a type of the user's whose fields are all Clone, so that a derive would do. */
static bool borrow_could_be_clone(borrow_ctx *c, sema_ty ty)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, ty);
    uint32_t n_args, n_variants, n_fields;
    if (info.kind != TY_ADT || def_get(s, info.def)->is_library)
        return false;
    const sema_ty *args = ty_args(s, ty, &n_args);
    ty_subst subst = {info.def, args, n_args};
    const sema_def *variants = def_variants(s, info.def, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            if (!borrow_is_clone(c, ty_substitute(s, def_type(s, fields[k]), &subst)))
                return false;
    }
    return true;
}

void borrow_suggest_copy(borrow_ctx *c, sema_report *r, sema_ty rich)
{
    sema *s = c->s;
    sema_ty ty = ty_erase_regions(s, rich);
    sema_def param = ty_kind_of(s, ty) == TY_PARAM ? ty_get(s, ty)->def : 0;
    sema_node node = param ? def_get(s, param)->node : (sema_node){0, 0};
    if (!node.node)
        return;
    bool bare = sema_node_span(s, node).end == def_span(s, param).end;
    sema_suggest(r, source_end(sema_node_span(s, node)), bare ? ": Copy" : " + Copy",
                 bare ? "consider restricting type parameter `%s` with trait `Copy`"
                      : "consider further restricting type parameter `%s` with trait `Copy`",
                 ty_print(s, ty));
    sema_suggest_is(r, "MachineApplicable");
}

/* The expression without the `&` and `*` before it, which are left out where it is cloned. */
static sema_span borrow_bare_value(borrow_ctx *c, sema_span value)
{
    const uint8_t *bytes = c->s->files.at[value.file]->bytes;
    while (value.start < value.end && (bytes[value.start] == '*' || bytes[value.start] == '&'))
        value.start++;
    return value;
}

void borrow_suggest_clone(borrow_ctx *c, sema_report *r, sema_ty rich, sema_span value)
{
    sema *s = c->s;
    sema_ty ty = ty_erase_regions(s, rich);
    if (borrow_is_clone(c, ty)) {
        static const char text[] = "consider cloning the value if the performance cost is acceptable";
        sema_span bare = borrow_bare_value(c, value);
        if (bare.start > value.start) {
            sema_suggest(r, (sema_span){value.file, value.start, bare.start}, "", "%s", text);
            sema_suggest_further(r, source_end(value), ".clone()");
        } else {
            sema_suggest(r, source_end(value), ".clone()", "%s", text);
        }
        sema_suggest_is(r, "MachineApplicable");
    } else if (borrow_could_be_clone(c, ty)) {
        sema_span of = def_type_head_span(s, ty_get(s, ty)->def);
        sema_note_at(r, of, "if `%s` implemented `Clone`, you could clone the value", ty_print(s, ty));
        sema_note_label(r, of, "consider implementing `Clone` for this type");
        sema_note_label(r, value, "you could clone this value");
    } else if (ty_kind_of(s, ty) == TY_PARAM) {
        sema_span of = def_span(s, ty_get(s, ty)->def);
        sema_help_at(r, of, "if `%s` implemented `Clone`, you could clone the value", ty_print(s, ty));
        sema_note_label(r, of, "consider constraining this type parameter with `Clone`");
        sema_note_label(r, value, "you could clone this value");
    }
}

void borrow_suggest_no_move(borrow_ctx *c, sema_report *r, sema_ty ty, sema_span value)
{
    const thir_body *body = c->body;
    bool is_let = false;
    for (uint32_t i = 0; i < body->stmts.n; i++)
        is_let |= body->stmts.at[i].kind == THIR_STMT_LET && body->stmts.at[i].expr &&
                  sema_same_span(body->exprs.at[body->stmts.at[i].expr].span, value);
    if (is_let && c->s->files.at[value.file]->bytes[value.start] == '*')
        sema_suggest(r, (sema_span){value.file, value.start, value.start + 1}, "",
                     "consider removing the dereference here");
    else if (is_let)
        sema_suggest(r, source_start(value), "&", "consider borrowing here");
    borrow_suggest_clone(c, r, ty, value);
}

/* The call that takes a value as its argument, with the function and the number of the input. */
static sema_def borrow_taker_of(borrow_ctx *c, sema_span value, uint32_t *input)
{
    const thir_body *body = c->body;
    for (uint32_t i = c->has_takers ? body->exprs.n : 1; i < body->exprs.n; i++) {
        const thir_node *e = &body->exprs.at[i];
        if (e->op != THIR_CALL || body->exprs.at[e->a].op != THIR_FN)
            continue;
        for (uint32_t k = 0; k < e->n; k++) {
            const thir_expr argument = body->lists.at[e->first + k];
            uint32_t *taker = arena_map_at(&c->s->scratch, &c->takers, sema_span_key(body->exprs.at[argument].span), 1);
            *taker = *taker ? *taker : i;
        }
    }
    c->has_takers = true;
    const uint32_t *taker = arena_map_at(&c->s->scratch, &c->takers, sema_span_key(value), 0);
    const thir_node *call = taker ? &body->exprs.at[*taker] : NULL;
    for (uint32_t k = 0; call && k < call->n; k++)
        if (sema_same_span(body->exprs.at[body->lists.at[call->first + k]].span, value)) {
            *input = k;
            return ty_get(c->s, body->exprs.at[call->a].ty)->def;
        }
    return 0;
}

void borrow_note_taker(borrow_ctx *c, sema_report *r, sema_span value)
{
    sema *s = c->s;
    uint32_t input = 0;
    sema_def fn = borrow_taker_of(c, value, &input);
    if (!fn || def_kind_of(s, fn) != DEF_FN || def_get(s, fn)->is_library)
        return;
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    sema_node type =
        input < parts.params.n ? syntax_child_in(s, parts.params.at[input], RUSTG_AST_CLASS_TY, 0) : (sema_node){0, 0};
    if (!syntax_is(type))
        return;
    sema_def parent = def_get(s, fn)->parent;
    bool is_method = parent && (def_kind_of(s, parent) == DEF_IMPL || def_kind_of(s, parent) == DEF_TRAIT);
    const char *what = is_method ? "method" : "function", *name = sema_text(s, def_get(s, fn)->name);
    sema_span at = sema_node_span(s, type);
    sema_note_at(
        r, at, "consider changing this parameter type in %s `%s` to borrow instead if owning the value isn't necessary",
        what, name);
    sema_note_label(r, at, "this parameter takes ownership of the value");
    sema_note_label(r, def_span(s, fn), "in this %s", what);
}

/* Lists the loops of the file, or of the fn where it is the body's own, each with the one around it. */
static void borrow_list_loops(borrow_ctx *c, uint32_t file)
{
    sema *s = c->s;
    const rustg_ast *ast = &s->files.at[file]->ast;
    const sema_node fn = def_get(s, c->generics_of)->node;
    const bool is_own = fn.node && fn.file == file;
    const uint32_t end = is_own ? ast->next[fn.node] : ast->n_nodes;
    uint32_t around = 0; /* 1 + the index of a loop */
    c->loops.n = 0;
    c->loops_file = file;
    for (uint32_t n = is_own ? fn.node : 1; n < end; n++) {
        const uint8_t kind = ast->kind[n];
        if (kind != RUSTG_AST_ExprForLoop && kind != RUSTG_AST_ExprWhile && kind != RUSTG_AST_ExprLoop)
            continue;
        while (around && ast->next[c->loops.at[around - 1].node] <= n)
            around = c->loops.at[around - 1].around;
        vec_push(&s->scratch, &c->loops, (borrow_loop){n, around});
        around = c->loops.n;
    }
}

void borrow_label_loops(borrow_ctx *c, sema_report *r, sema_span move, sema_span declared)
{
    sema *s = c->s;
    if (c->loops_file != move.file)
        borrow_list_loops(c, move.file);
    uint32_t low = 0, high = c->loops.n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (sema_node_span(s, (sema_node){move.file, c->loops.at[middle].node}).start <= move.start)
            low = middle + 1;
        else
            high = middle;
    }
    for (uint32_t i = low; i; i = c->loops.at[i - 1].around) {
        const sema_node node = {move.file, c->loops.at[i - 1].node};
        sema_span loop = sema_node_span(s, node), body = sema_node_span(s, syntax_child_of(s, node, RUSTG_AST_Block));
        if (move.start < body.start || move.end > body.end ||
            (declared.start >= loop.start && declared.end <= loop.end))
            continue;
        loop.end = body.start;
        while (loop.end > loop.start && s->files.at[loop.file]->bytes[loop.end - 1] <= ' ')
            loop.end--;
        sema_label(r, loop, "inside of this loop");
    }
}

void borrow_note_receiver(borrow_ctx *c, sema_report *r, const mir_stmt *move)
{
    sema *s = c->s;
    uint32_t input = 0;
    sema_def fn = borrow_taker_of(c, move->span, &input);
    if (!fn || input || def_get(s, fn)->is_library || def_kind_of(s, fn) != DEF_FN)
        return;
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    if (parts.has_self)
        sema_note_at(r, sema_node_span(s, parts.params.at[0]),
                     "`%s` takes ownership of the receiver `self`, which moves %s", def_path(s, fn),
                     borrow_describe(c, move->place));
}

/* The statement of the body's own block in which a place stands, if no block inside of it holds the place. */
static sema_span borrow_statement_around(borrow_ctx *c, sema_span at)
{
    const thir_body *body = c->body;
    sema_span found = {0, 0, 0};
    uint32_t n_blocks = 0;
    const thir_node *value = &body->exprs.at[body->value];
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        const thir_node *e = &body->exprs.at[i];
        n_blocks +=
            e->op == THIR_BLOCK && e->span.file == at.file && e->span.start <= at.start && e->span.end >= at.end;
    }
    for (uint32_t i = 0; n_blocks == 1 && value->op == THIR_BLOCK && i < value->n; i++) {
        sema_span stmt = body->stmts.at[body->lists.at[value->first + i]].span;
        if (stmt.file == at.file && stmt.start <= at.start && stmt.end >= at.end)
            found = stmt;
    }
    return found;
}

void borrow_suggest_binding(borrow_ctx *c, sema_report *r, sema_span temporary, bool mutable)
{
    static const char text[] = "consider using a `let` binding to create a longer lived value";
    sema *s = c->s;
    sema_span stmt = borrow_statement_around(c, temporary);
    if (!stmt.file) {
        sema_note(r, "%s", text);
        return;
    }
    sema_suggest(r, source_start(stmt),
                 arena_format(s->memory, "let %sbinding = %s;\n%s", mutable ? "mut " : "", source_text(s, temporary),
                              source_indentation(s, stmt)),
                 "%s", text);
    sema_suggest_further(r, temporary, "binding");
}

/* Some value of a type, as rustc would write it. NULL: rustc would write none. */
static const char *borrow_some_value(borrow_ctx *c, sema_ty ty)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, ty);
    uint32_t n;
    const sema_ty *args = ty_args(s, ty, &n);
    switch ((ty_kind)info.kind) {
    case TY_NEVER:
    case TY_ERROR: return NULL;
    case TY_BOOL: return "false";
    case TY_CHAR: return "'x'";
    case TY_SLICE: return "[]";
    case TY_REF: {
        if (ty_kind_of(s, args[1]) == TY_STR && !info.mutable)
            return "\"\"";
        const char *inner = borrow_some_value(c, args[1]);
        return inner ? arena_format(s->memory, "&%s%s", info.mutable ? "mut " : "", inner) : NULL;
    }
    case TY_TUPLE: {
        const char *text = "";
        for (uint32_t i = 0; i < n; i++) {
            const char *one = borrow_some_value(c, args[i]);
            if (!one)
                return NULL;
            text = arena_format(s->memory, "%s%s%s", text, i ? ", " : "", one);
        }
        return arena_format(s->memory, "(%s%s)", text, n == 1 ? "," : "");
    }
    case TY_ARRAY: {
        const char *one = borrow_some_value(c, args[0]);
        return one ? arena_format(s->memory, "[%s; %s]", one, ty_print(s, args[1])) : NULL;
    }
    case TY_ADT: {
        if (info.def == def_lang(s, LANG_OPTION))
            return "None";
        if (info.def == def_lang(s, LANG_RESULT)) {
            const char *one = borrow_some_value(c, args[0]);
            return one ? arena_format(s->memory, "Ok(%s)", one) : NULL;
        }
        return "/* value */";
    }
    case TY_CASES_NOTHING:
    case TY_CASES_NUMBER:
    case TY_STR:
    case TY_DYN:
    case TY_PTR:
    case TY_CASES_CALLABLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    if (ty_is_float(s, ty))
        return "3.14159";
    return ty_is_integer(s, ty) ? "42" : "/* value */";
}

bool borrow_label_branch(borrow_ctx *c, sema_report *r, const borrow_local *local, sema_span use)
{
    const thir_body *body = c->body;
    const char *name = local->name ? sema_text(c->s, local->name) : "_";
    bool any = false;
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        const thir_node *e = &body->exprs.at[i];
        if (e->op != THIR_IF || e->c || e->desugared || e->span.file != use.file || e->span.end > use.start)
            continue;
        bool sets = false;
        for (uint32_t at = local->first_stmt; at && !sets; at = c->stmts.at[at - 1].next_of_local) {
            const mir_stmt *s = &c->stmts.at[at - 1];
            sets = s->op == MIR_WRITE && s->place == local->place && s->span.start >= e->span.start &&
                   s->span.end <= e->span.end;
        }
        if (!sets)
            continue;
        sema_label(r, body->exprs.at[e->a].span, "if this `if` condition is `false`, `%s` is not initialized", name);
        sema_label(r, source_end(e->span), "an `else` arm might be missing here, initializing `%s`", name);
        any = true;
    }
    return any;
}

void borrow_suggest_value(borrow_ctx *c, sema_report *r, const borrow_local *local)
{
    sema *s = c->s;
    const char *value = borrow_some_value(c, ty_erase_regions(s, local->ty));
    for (uint32_t i = 0; value && i < c->body->stmts.n; i++) {
        const thir_stmt_node *let = &c->body->stmts.at[i];
        if (let->kind != THIR_STMT_LET || let->expr || c->body->pats.at[let->pat].op != PAT_BINDING ||
            let->span.file != local->span.file || let->span.start > local->span.start ||
            let->span.end < local->span.end)
            continue;
        const uint8_t *bytes = s->files.at[let->span.file]->bytes;
        sema_span at = let->span;
        while (at.end > at.start && (bytes[at.end - 1] == ';' || bytes[at.end - 1] <= ' '))
            at.end--;
        sema_suggest(r, source_end(at), arena_format(s->memory, " = %s", value), "consider assigning a value");
        return;
    }
}
