/* check_macro_write.c: checks `write!`, `writeln!` and `write_fmt` of `format_args!`. */
#include "sema/bodies/check_macro_internal.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

/* Puts what is written to before what is written: it is evaluated first. */
static void macro_write_first(check *c, macro_message *message, thir_expr to, sema_span at)
{
    sema *s = c->s;
    if (message->sides.n) {
        const thir_local local = check_local_new(c, 0, check_at(c, to)->ty, at, false);
        vec_push(s->memory, &message->sides, 0);
        vec_push(s->memory, &message->locals, 0);
        memmove(message->sides.at + 1, message->sides.at, (message->sides.n - 1) * sizeof to);
        memmove(message->locals.at + 1, message->locals.at, (message->locals.n - 1) * sizeof local);
        message->sides.at[0] = to;
        message->locals.at[0] = local;
        to = check_local_expr(c, local, at);
    }
    vec_push(s->memory, &message->operands, 0);
    memmove(message->operands.at + 1, message->operands.at, (message->operands.n - 1) * sizeof to);
    message->operands.at[0] = to;
}

/* Writes the message that begins with argument `first` to what the expression is. */
static thir_expr macro_write_message(check *c, sema_node formatter, const macro_args *args, uint32_t first,
                                     const char *macro, sema_span at)
{
    sema *s = c->s;
    const sema_span span = sema_node_span(s, formatter);
    const thir_expr whole = check_expr(c, formatter, CHECK_ANY);
    thir_expr to = whole;
    sema_ty ty = infer_resolve(c->infer, check_ty_of(c, to));
    for (; ty_kind_of(s, ty) == TY_REF; ty = infer_resolve(c->infer, ty_arg(s, ty, 1)))
        ;
    if (ty == (sema_ty)TY_ERROR)
        return check_error_expr(c, at);
    const def_sig sig = def_fn_sig(s, def_lang(s, LANG_FORMATTER_WRITE));
    const bool is_sink =
        ty_kind_of(s, ty) != TY_ADT || ty_get(s, ty)->def != ty_get(s, ty_arg(s, sig.inputs[0], 1))->def;
    if (is_sink) {
        sema_def fn = 0;
        if (!check_receiver_of(c, whole, "write_fmt", span, strcmp(macro, "write_fmt") == 0 ? (sema_span){0, 0, 0} : at,
                               &fn, &to))
            return check_error_expr(c, at);
        if (def_get(s, fn)->parent != def_lang(s, LANG_WRITE)) {
            sema_report r = check_error(c, RUSTG_DIAG_NOT_COMPILED_YET, at);
            sema_arg(&r, "`%s` by a `write_fmt` that is not core's", macro);
            sema_arg(&r, "implement `core::fmt::Write`");
            return check_error_expr(c, at);
        }
    } else {
        resolve_note_asked(s, c->scope, 0, sema_intern_text(s, "write_fmt"));
        while (ty_kind_of(s, infer_resolve(c->infer, check_ty_of(c, to))) == TY_REF)
            to = check_deref(c, to, span);
        to = check_borrow(c, to, BORROW_TWO_PHASE, span);
    }
    s->has_sinks |= is_sink;
    macro_message message = {.text = "", .n_text = 0};
    if (args->list.n > first)
        message = macro_format(c, args, first, "", "");
    if (message.failed)
        return check_error_expr(c, at);
    macro_write_first(c, &message, to, span);
    return macro_print_node(c, &message, is_sink ? THIR_PRINT_SINK : THIR_PRINT_WRITE, strcmp(macro, "writeln!") == 0,
                            ty_erase_regions(s, sig.output), at);
}

thir_expr macro_write_to(check *c, const macro_args *args, bool ends_line, sema_span at)
{
    if (args->list.n > !ends_line)
        return macro_write_message(c, args->list.at[0], args, 1, ends_line ? "writeln!" : "write!", at);
    macro_error(c, at,
                arena_format(c->s->memory,
                             "requires a destination and format arguments, like `write%s!(dest, \"format string\", "
                             "args...)`",
                             ends_line ? "ln" : ""));
    return check_error_expr(c, at);
}

bool macro_is_write_fmt(check *c, sema_symbol method, sema_node first)
{
    sema *s = c->s;
    if (strcmp(sema_text(s, method), "write_fmt") != 0 || !syntax_is(first) ||
        syntax_kind(s, first) != RUSTG_AST_ExprMacCall || syntax_is(syntax_next_real(s, first)))
        return false;
    const syntax_path path = syntax_path_of(s, first);
    return path.n_segments && strcmp(sema_text(s, path.segments[path.n_segments - 1].name), "format_args") == 0;
}

thir_expr macro_write_fmt(check *c, sema_node formatter, sema_node call, sema_span at)
{
    const macro_args args = check_macro_read_args(c, call, syntax_child_of(c->s, call, RUSTG_AST_TokenTree));
    return args.failed ? check_error_expr(c, at) : macro_write_message(c, formatter, &args, 0, "write_fmt", at);
}
