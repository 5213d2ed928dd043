/* macro_missing.c: words on the call of a macro that the crate does not have. */
#include "sema/macros/macro.h"

#include "rustg/diagnostic_kind.h"

static bool macro_is_of_std(const char *name)
{
    static const char *const names[] = {
        "format",       "write",        "writeln",        "vec",           "format_args",
        "env",          "option_env",   "include_str",    "include_bytes", "include",
        "thread_local", "concat_bytes", "assert_matches", "try",           "asm",
        "global_asm",   "naked_asm",    "println",        "print",         "eprintln",
        "eprint",       "dbg",          "panic",          "assert",        "is_x86_feature_detected",
        "pin"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void macro_help_array(sema *s, sema_node call, sema_report *r)
{
    const sema_span list = sema_node_span(s, syntax_child_of(s, call, RUSTG_AST_TokenTree));
    if (list.end > list.start && s->files.at[list.file]->bytes[list.start] == '[')
        sema_suggest(r, (sema_span){list.file, sema_node_span(s, call).start, list.start}, "",
                     "an array has its elements in place");
}

/* `compile_error!("text")` */
static void macro_report_compile_error(sema *s, sema_node call)
{
    sema_node args = syntax_macro_args(s, syntax_child_of(s, call, RUSTG_AST_TokenTree)),
              first = syntax_first_real(s, args);
    if (!syntax_is(args))
        return;
    syntax_lit lit =
        syntax_kind(s, first) == RUSTG_AST_ExprLit ? syntax_literal(s, first) : (syntax_lit){.kind = LIT_BAD};
    sema_span span = sema_node_span(s, call);
    span.end = sema_node_span(s, syntax_child_of(s, call, RUSTG_AST_TokenTree)).end;
    sema_report r = sema_error(s, RUSTG_DIAG_MACRO_ARGUMENTS, span);
    if (lit.kind == LIT_STR && !syntax_is(syntax_next_real(s, first)))
        sema_arg(&r, "%.*s", (int)lit.n_bytes, (const char *)lit.bytes);
    else
        sema_arg(&r, "compile_error! takes 1 argument");
}

void macro_report_missing(sema *s, sema_node call)
{
    syntax_path path = syntax_path_of(s, call);
    if (!path.n_segments)
        return;
    sema_symbol name = path.segments[path.n_segments - 1].name;
    if (strcmp(sema_text(s, name), "compile_error") == 0) {
        macro_report_compile_error(s, call);
        return;
    }
    if (macro_is_of_std(sema_text(s, name))) {
        sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, sema_node_span(s, call));
        sema_arg(&r, "`%s!`", sema_text(s, name));
        const bool is_vec = strcmp(sema_text(s, name), "vec") == 0;
        sema_arg(&r, "%s",
                 is_vec ? "a kernel has no heap: use an array, as `[0.0; 4]`, of a length that is known"
                 : strcmp(sema_text(s, name), "format") == 0 ? "a kernel has no strings that grow: `println!` and "
                                                               "`dbg!` print, `write!` writes into an own `fmt::Write`"
                                                             : "write what it stands for");
        if (is_vec)
            macro_help_array(s, call, &r);
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_MACRO_NOT_FOUND, path.span);
    sema_arg(&r, "%s", sema_text(s, name));
    uint32_t later = s->macros ? macro_def_named(s->macros, name, false) : 0;
    if (!later)
        return;
    sema_node node = s->macros->defs.at[later].node;
    sema_span here = sema_origin(s, path.span), there = sema_origin(s, syntax_name_span(s, node));
    if (there.file == here.file && there.start > here.start) {
        sema_primary_label(&r, "consider moving the definition of `%s` before this call", sema_text(s, name));
        sema_note_at(&r, syntax_name_span(s, node), "a macro with the same name exists, but it appears later");
    }
}
