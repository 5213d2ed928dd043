/* check_macro_assert.c: checks the assertion macros, matches! and ptx!. */
#include "sema/bodies/check_macro_internal.h"
#include "sema/macros/macro.h"

/* The text of an expression, on one line and with its braces doubled. */
static const char *check_node_text(check *c, sema_node n)
{
    sema *s = c->s;
    uint32_t n_bytes, k = 0;
    const char *bytes = macro_text(s, sema_node_span(s, n), &n_bytes);
    char *text = ARENA_ARRAY(s->memory, char, 2 * (size_t)n_bytes + 1);
    for (uint32_t i = 0; i < n_bytes; i++) {
        bool space = bytes[i] == ' ' || bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '\t';
        if (space && k && text[k - 1] != ' ')
            text[k++] = ' ';
        if (space)
            continue;
        text[k++] = bytes[i];
        if (bytes[i] == '{' || bytes[i] == '}')
            text[k++] = (char)bytes[i];
    }
    return text;
}

/* if condition {} else { panic } */
static thir_expr check_unless(check *c, thir_expr condition, thir_expr panic, sema_span at)
{
    return check_node(c, (thir_node){.op = THIR_IF,
                                     .ty = ty_unit(c->s),
                                     .span = at,
                                     .a = condition,
                                     .b = check_unit(c, at),
                                     .c = panic,
                                     .desugared = true});
}

static thir_expr check_missing_argument(check *c, const macro_args *args, const char *text)
{
    sema *s = c->s;
    sema_node tokens = syntax_child_of(s, args->call, RUSTG_AST_TokenTree);
    sema_span at = macro_call_span(s, args->call);
    macro_error(c,
                strncmp(text, "unexpected", 10) == 0 ? syntax_tok_span(s, tokens.file, syntax_last_tok(s, tokens)) : at,
                text);
    return check_error_expr(c, at);
}

thir_expr macro_assert(check *c, const macro_args *args)
{
    sema *s = c->s;
    sema_span at = macro_call_span(s, args->call);
    if (!args->list.n)
        return check_missing_argument(c, args, "macro requires a boolean expression as an argument");
    thir_expr condition = check_assertion(c, check_expr_want(c, args->list.at[0], TY_BOOL), at);
    if (!check_try_coerce(c, condition, TY_BOOL)) {
        check_why plain = {0};
        check_mismatch(c, at, TY_BOOL, check_ty_of(c, condition), 0, &plain);
        condition = check_error_expr(c, at);
    }
    const char *none = arena_format(s->memory, "assertion failed: %s", check_node_text(c, args->list.at[0]));
    bool before = c->frame->diverges;
    macro_message message = macro_format(c, args, 1, "", none);
    c->frame->diverges = before;
    return check_unless(c, condition, macro_panic(c, &message, PANIC_ASSERT, ty_unit(s), at), at);
}

/* Scalars are compared with their own type only. */
static bool check_same_scalars(check *c, const thir_expr *sides, const check_why *why)
{
    sema_ty left = check_shallow(c, ty_arg(c->s, check_ty_of(c, sides[0]), 1));
    sema_ty right = check_shallow(c, ty_arg(c->s, check_ty_of(c, sides[1]), 1));
    const ty_kind kind = ty_kind_of(c->s, left);
    if (!ty_is_scalar(c->s, left) || !ty_is_scalar(c->s, right) || kind == TY_PTR || kind == TY_FN_PTR)
        return true;
    return check_equal(c, check_at(c, sides[1])->span, left, right, why);
}

/* assert_eq! becomes
 *
 * match (&left, &right) { (left_val, right_val) => if *left_val == *right_val {} else { panic } } */
thir_expr macro_assert_eq(check *c, const macro_args *args, bool equal)
{
    sema *s = c->s;
    sema_span at = macro_call_span(s, args->call);
    if (args->list.n < 2)
        return check_missing_argument(c, args, "unexpected end of macro invocation");
    static const char *const names[2] = {"left_val", "right_val"};
    thir_local locals[2];
    thir_expr sides[2];
    for (uint32_t i = 0; i < 2; i++) {
        thir_expr e = check_expr(c, args->list.at[i], CHECK_ANY);
        sides[i] = check_borrow(c, e, BORROW_SHARED, check_at(c, e)->span);
    }
    sema_ty pair[2] = {check_at(c, sides[0])->ty, check_at(c, sides[1])->ty};
    for (uint32_t i = 0; i < 2; i++)
        locals[i] = check_local_new(c, 0, pair[i], check_at(c, sides[i])->span, false);
    bool before = c->frame->diverges;
    const char *what = equal ? "assertion `left == right` failed" : "assertion `left != right` failed";
    macro_message message = macro_format(c, args, 2, arena_format(s->memory, "%s: ", what), what);
    c->frame->diverges = before;
    check_scope scope = check_enter(c);
    for (uint32_t i = 0; i < 2; i++)
        check_bind(c, sema_local_name(s, sema_intern_text(s, names[i]), at), locals[i]);
    sema_node compare = macro_expr(c, equal ? "*left_val==*right_val" : "*left_val!=*right_val", at);
    check_why plain = {0};
    thir_expr condition =
        check_same_scalars(c, sides, &plain) ? check_expr_coerce(c, compare, TY_BOOL, &plain) : check_error_expr(c, at);
    check_leave(c, scope);
    message.n_plain = message.n_text;
    message.text = arena_format(s->memory, "%.*s\n  left: {?}\n right: {?}", (int)message.n_text, message.text);
    message.n_text = (uint32_t)strlen(message.text);
    for (uint32_t i = 0; i < 2; i++) {
        macro_require_debug(c, pair[i], at, check_at(c, sides[i])->span);
        vec_push(s->memory, &message.operands, check_local_expr(c, locals[i], at));
    }
    thir_expr panic = macro_panic(c, &message, PANIC_ASSERT, ty_unit(s), at);
    return macro_match_sides(c, sides, locals, 2, check_unless(c, condition, panic, at), ty_unit(s), at);
}

/* ---- matches! ---- */

/* Commas of `::<A, B>` do not count. */
uint32_t macro_top_comma(const sema *s, sema_node tokens, uint32_t first, uint32_t last)
{
    uint32_t depth = 0, angles = 0;
    for (uint32_t tok = first; tok < last; tok++) {
        uint8_t kind = syntax_tok_kind(s, tokens.file, tok);
        rustg_token_class class = rustg_token_kind_class(kind);
        if (class == RUSTG_CLASS_OPEN)
            depth++;
        else if (class == RUSTG_CLASS_CLOSE)
            depth--;
        else if (kind == RUSTG_TOK_LT && tok > first &&
                 (angles || syntax_tok_kind(s, tokens.file, tok - 1) == RUSTG_TOK_COLON))
            angles++;
        else if (kind == RUSTG_TOK_GT && angles)
            angles--;
        else if (kind == RUSTG_TOK_COMMA && !depth && !angles)
            return tok;
    }
    return last;
}

thir_expr macro_matches(check *c, sema_node n, sema_node tokens)
{
    sema *s = c->s;
    sema_span at = macro_call_span(s, n);
    uint32_t first = 0, last = 0;
    if (!syntax_group(s, tokens, &first, &last))
        return check_error_expr(c, at);
    uint32_t comma = macro_top_comma(s, tokens, first, last);
    if (comma == last) {
        macro_error(c, at, "unexpected end of macro invocation");
        return check_error_expr(c, at);
    }
    if (last > comma + 1 && syntax_tok_kind(s, tokens.file, last - 1) == RUSTG_TOK_COMMA)
        last--;
    /* No `$pattern:pat` begins with `..=`. */
    if (last > comma + 3 && syntax_tok_kind(s, tokens.file, comma + 1) == RUSTG_TOK_DOT &&
        syntax_tok_kind(s, tokens.file, comma + 2) == RUSTG_TOK_DOT &&
        syntax_tok_kind(s, tokens.file, comma + 3) == RUSTG_TOK_EQ) {
        sema_span range = syntax_tok_span(s, tokens.file, comma + 1);
        range.end = syntax_tok_span(s, tokens.file, comma + 3).end;
        sema_report r = macro_error(c, range, "no rules expected `..=`");
        sema_primary_label(&r, "no rules expected this token in macro call");
        sema_note(&r, "while trying to match meta-variable `$pattern:pat`");
        return check_error_expr(c, at);
    }
    sema_node value = syntax_macro_piece(s, tokens, first, comma, "const _:()=", "\n;");
    sema_node whole = syntax_macro_piece(s, tokens, comma + 1, last, "const _:()=match 0{", "\n=>0,};");
    sema_node arm = syntax_child_of(s, whole, RUSTG_AST_Arm);
    if (!syntax_is(value) || !syntax_is(arm))
        return check_error_expr(c, at);
    sema_node pat = syntax_child_in(s, arm, RUSTG_AST_CLASS_PAT, 0),
              guard = syntax_child_in(s, arm, RUSTG_AST_CLASS_EXPR, 0);
    bool guarded = syntax_is(syntax_child_in(s, arm, RUSTG_AST_CLASS_EXPR, 1));
    thir_expr scrutinee = check_expr(c, value, CHECK_ANY);
    control_scrutinee about = {sema_node_span(s, value), check_ty_of(c, scrutinee)};
    check_why why = control_pattern_why(&about), plain = {0};
    check_scope scope = check_enter(c);
    thir_arm_node arms[2] = {{.span = at}, {.span = at}};
    arms[0].pat = check_pat(c, pat, about.ty, &why);
    bool before = c->frame->diverges;
    if (guarded)
        arms[0].guard = check_expr_coerce(c, guard, TY_BOOL, &plain);
    c->frame->diverges = before;
    check_leave(c, scope);
    if (check_pat_wants_mut(c, arms[0].pat))
        check_place_mut(c, scrutinee);
    arms[1].pat = check_new_pat(c, (thir_pat_node){.op = PAT_WILD, .ty = about.ty, .span = at});
    uint32_t list[2];
    for (uint32_t i = 0; i < 2; i++) {
        arms[i].body = check_node(c, (thir_node){.op = THIR_LITERAL, .ty = TY_BOOL, .span = at, .bits = i == 0});
        list[i] = control_arm(c, arms[i]);
    }
    return control_match(c, scrutinee, list, 2, TY_BOOL, at);
}

/* ---- dbg! ---- */

/* The text of tokens on one line, as stringify! gives it, with what a string literal that formats must escape. Of more
 * than one line rustc makes several, by rules of its own. */
static const char *check_one_line(check *c, uint32_t file, uint32_t first, uint32_t last)
{
    sema *s = c->s;
    VEC(char) text = {0};
    uint8_t before = 0;
    for (uint32_t tok = first, end = 0; tok < last; tok++) {
        const sema_span at = syntax_tok_span(s, file, tok);
        const uint8_t kind = syntax_tok_kind(s, file, tok);
        const bool is_empty = before == RUSTG_TOK_L_BRACE && kind == RUSTG_TOK_R_BRACE,
                   is_edge = before == RUSTG_TOK_L_PAREN || before == RUSTG_TOK_L_BRACKET ||
                             kind == RUSTG_TOK_R_PAREN || kind == RUSTG_TOK_R_BRACKET;
        if (before && !is_empty && !is_edge && end < at.start && macro_is_spaced(before, kind))
            vec_push(s->memory, &text, ' ');
        uint32_t n;
        const char *bytes = macro_text(s, at, &n);
        for (uint32_t i = 0; i < n; i++) {
            if (bytes[i] == '{' || bytes[i] == '}')
                vec_push(s->memory, &text, bytes[i]);
            if (bytes[i] == '"' || bytes[i] == '\\')
                vec_push(s->memory, &text, '\\');
            vec_push(s->memory, &text, bytes[i]);
        }
        end = at.end;
        before = kind;
    }
    return arena_text(s->memory, text.at ? text.at : "", text.n);
}

/* As rustc does: a value is matched, told with its place and its text, and given on. Of several it is a tuple, and of
 * none the place alone. */
thir_expr macro_dbg(check *c, sema_node tokens, sema_span at)
{
    sema *s = c->s;
    const sema_span user = sema_place(s, at);
    const sema_file *file = s->files.at[user.file];
    VEC(thir_expr) values = {0};
    VEC(sema_ty) types = {0};
    uint32_t first = 0, last = 0, line, column;
    if (!syntax_group(s, tokens, &first, &last))
        return check_error_expr(c, at);
    rustg_line_column(file->bytes, file->n_bytes, user.start, &line, &column);
    const bool is_none = first == last;
    do {
        const uint32_t comma = macro_top_comma(s, tokens, first, last);
        const char *prefix = "const _:()=match (", *suffix;
        if (is_none) {
            prefix = "const _:()=";
            suffix = arena_format(s->memory, "::std::eprintln!(\"[{}:%u:%u]\",::std::file!());", line, column);
        } else {
            suffix = arena_format(s->memory,
                                  "\n){rustg_dbg=>{::std::eprintln!(\"[{}:%u:%u] %s = {:#?}\",::std::file!(),"
                                  "&rustg_dbg);rustg_dbg}};",
                                  line, column, check_one_line(c, tokens.file, first, comma));
        }
        const sema_node value = syntax_macro_piece(s, tokens, first, comma, prefix, suffix);
        const thir_expr e = syntax_is(value) ? check_expr(c, value, CHECK_ANY) : check_error_expr(c, at);
        vec_push(s->memory, &values, e);
        vec_push(s->memory, &types, check_ty_of(c, e));
        first = comma + 1;
    } while (first < last);
    if (values.n == 1)
        return values.at[0];
    return check_node(c, (thir_node){.op = THIR_TUPLE,
                                     .ty = ty_tuple(s, types.at, types.n),
                                     .span = at,
                                     .first = check_list(c, values.at, values.n),
                                     .n = values.n});
}

/* ---- ptx! ---- */

/* Lowering finds what is in the parts of structs, tuples and arrays. */
static bool check_has_registers(const sema *s, sema_ty ty)
{
    const ty_kind kind = ty_kind_of(s, ty);
    return ty == TY_ERROR || ty == TY_NEVER || ty_is_scalar(s, ty) || kind == TY_PARAM || kind == TY_PROJECTION ||
           kind == TY_ARRAY || kind == TY_TUPLE || (kind == TY_ADT && def_kind_of(s, ty_get(s, ty)->def) == DEF_STRUCT);
}

static bool check_want_registers(check *c, check_deferred *d, bool last)
{
    sema *s = c->s;
    const sema_ty ty = infer_resolve(c->infer, check_ty_of(c, d->expr));
    if (!last && ty_has(s, ty, TY_HAS_INFER))
        return false;
    const bool is_tied = !d->other && ty_kind_of(s, ty) == TY_REF && ty_get(s, ty)->mutable;
    if (!check_has_registers(s, is_tied ? ty_arg(s, ty, 1) : ty))
        macro_error(c, d->span,
                    arena_format(s->memory,
                                 "%s of `ptx!` must be a number, bool, char or raw pointer, or an array, tuple or "
                                 "struct of them%s, found `%s`",
                                 d->other ? "the result" : "an operand", d->other ? "" : ", or `&mut` of one",
                                 ty_print(s, ty)));
    return true;
}

thir_expr macro_ptx(check *c, const macro_args *args)
{
    sema *s = c->s;
    sema_span at = macro_call_span(s, args->call);
    uint32_t n = args->list.n;
    sema_node last = n ? args->list.at[n - 1] : (sema_node){0, 0};
    syntax_path name = {0};
    if (syntax_kind(s, last) == RUSTG_AST_ExprAssign)
        name = syntax_path_of(s, syntax_child(s, last, 0));
    bool has_cpu = name.n_segments == 1 && name.segments[0].name == sema_intern_text(s, "cpu");
    syntax_lit lit = {.kind = LIT_BAD};
    if (n && syntax_kind(s, args->list.at[0]) == RUSTG_AST_ExprLit)
        lit = syntax_literal(s, args->list.at[0]);
    if (lit.kind != LIT_STR || !has_cpu)
        return check_missing_argument(c, args,
                                      "`ptx!` takes a string literal, operands, and `cpu = expression` at the end");
    check_need_unsafe(c, at, "use of inline PTX", "inline PTX is entirely unchecked and can cause undefined behavior");
    VEC(thir_expr) operands = {0};
    for (uint32_t i = 1; i + 1 < n; i++) {
        thir_expr e = check_expr(c, args->list.at[i], CHECK_ANY);
        check_defer(
            c, (check_deferred){.step = check_want_registers, .expr = e, .span = sema_node_span(s, args->list.at[i])});
        vec_push(s->memory, &operands, e);
    }
    /* An expression that panics is no reason to take what follows for dead: the PTX runs on. */
    const bool diverges = c->frame->diverges;
    thir_expr cpu = check_expr(c, syntax_child(s, last, 1), CHECK_ANY);
    const sema_ty ty = check_at(c, cpu)->ty == TY_NEVER ? ty_unit(s) : check_at(c, cpu)->ty;
    c->frame->diverges = diverges;
    check_defer(c, (check_deferred){
                       .step = check_want_registers, .expr = cpu, .other = TY_BOOL, .span = sema_node_span(s, last)});
    return check_node(c, (thir_node){.op = THIR_PTX,
                                     .ty = ty,
                                     .span = at,
                                     .a = cpu,
                                     .text = (const char *)lit.bytes,
                                     .n_text = lit.n_bytes,
                                     .first = check_list(c, operands.at, operands.n),
                                     .n = operands.n});
}
