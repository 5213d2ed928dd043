/* check_macro.c: finds the builtin macro that a call means, by its name. The other check_macro*.c files check its
 * arguments. */
#include "sema/bodies/check_macro_internal.h"
#include "sema/macros/macro.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

sema_span macro_call_span(const sema *s, sema_node call)
{
    sema_span span = sema_node_span(s, call);
    const sema_node tokens = syntax_child_of(s, call, RUSTG_AST_TokenTree);
    if (syntax_kind(s, call) == RUSTG_AST_StmtMacCall && syntax_is(tokens))
        span.end = sema_node_span(s, tokens).end;
    return span;
}

macro_args check_macro_read_args(check *c, sema_node n, sema_node tokens)
{
    sema *s = c->s;
    macro_args args = {.call = n};
    sema_node array = syntax_macro_args(s, tokens);
    if (syntax_kind(s, array) != RUSTG_AST_ExprArray) {
        if (syntax_is(array))
            macro_error(c, sema_node_span(s, n), "expected arguments with commas between them");
        args.failed = true;
        c->failed = c->frame->body->failed = true;
        return args;
    }
    for (sema_node at = syntax_first_real(s, array); syntax_is(at); at = syntax_next_real(s, at))
        vec_push(s->memory, &args.list, at);
    return args;
}

static bool check_has_debug_assertions(const check *c)
{
    const sema_options *options = c->s->options;
    if (!options)
        return false;
    for (uint32_t i = 0; i < options->n_cfgs; i++)
        if (strcmp(options->cfgs[i], "debug_assertions") == 0)
            return true;
    return options->overflow_checks;
}

/* Types are checked where assertions are off, too. */
static thir_expr check_when_debugging(check *c, thir_expr e, sema_span at)
{
    if (check_has_debug_assertions(c))
        return e;
    thir_expr never = check_node(c, (thir_node){.op = THIR_LITERAL, .ty = TY_BOOL, .span = at});
    return check_node(c, (thir_node){.op = THIR_IF,
                                     .ty = ty_unit(c->s),
                                     .span = at,
                                     .a = never,
                                     .b = e,
                                     .c = check_unit(c, at),
                                     .desugared = true});
}

static thir_expr check_macro_number(check *c, uint32_t value, sema_span at)
{
    return check_node(c, (thir_node){.op = THIR_LITERAL, .ty = TY_U32, .span = at, .bits = value});
}

static thir_expr check_place_macro(check *c, sema_node n, bool line)
{
    sema_span at = sema_node_span(c->s, n), user = sema_place(c->s, at);
    const sema_file *file = c->s->files.at[user.file];
    uint32_t lines, columns;
    rustg_line_column(file->bytes, file->n_bytes, user.start, &lines, &columns);
    return check_macro_number(c, line ? lines : columns, at);
}

static thir_expr check_cfg_macro(check *c, sema_node n, sema_node tokens)
{
    sema_span at = sema_node_span(c->s, n);
    uint32_t n_predicates;
    bool holds = def_cfg_macro_holds(c->s, tokens, &n_predicates);
    if (n_predicates != 1) {
        check_error(c, n_predicates ? RUSTG_DIAG_CFG_MACRO_NOT_ONE : RUSTG_DIAG_CFG_MACRO_EMPTY, at);
        return check_error_expr(c, at);
    }
    return check_node(c, (thir_node){.op = THIR_LITERAL, .ty = TY_BOOL, .span = at, .bits = holds});
}

static thir_expr check_other_macro(check *c, sema_node n)
{
    macro_report_missing(c->s, n);
    c->failed = c->frame->body->failed = true;
    return check_error_expr(c, sema_node_span(c->s, n));
}

typedef struct panic_macro {
    const char *name, *prefix, *none;
    thir_panic kind;
} panic_macro;
static const panic_macro panics[] = {{"panic", "", "explicit panic", PANIC_EXPLICIT},
                                     {"unreachable", "internal error: entered unreachable code: ",
                                      "internal error: entered unreachable code", PANIC_UNREACHABLE},
                                     {"todo", "not yet implemented: ", "not yet implemented", PANIC_NOT_IMPLEMENTED},
                                     {"unimplemented", "not implemented: ", "not implemented", PANIC_NOT_IMPLEMENTED}};
static const char *const prints[] = {"println", "print", "eprintln", "eprint", NULL};
static const char *const writes[] = {"write", "writeln", NULL};
static const char *const with_args[] = {"assert",          "assert_eq",       "assert_ne", "debug_assert",
                                        "debug_assert_eq", "debug_assert_ne", "ptx",       NULL};
static const char *const addresses[] = {"addr_of", "addr_of_mut", NULL};

bool macro_takes_exprs(const char *name)
{
    for (size_t i = 0; i < sizeof panics / sizeof panics[0]; i++)
        if (strcmp(name, panics[i].name) == 0)
            return true;
    return strcmp(name, "concat") == 0 || strcmp(name, "dbg") == 0 || strcmp(name, "try") == 0 ||
           syntax_is_one_of(name, with_args) || syntax_is_one_of(name, prints) || syntax_is_one_of(name, writes) ||
           syntax_is_one_of(name, addresses);
}

/* A macro of one expression, which stands between two texts. */
static thir_expr macro_around(check *c, sema_node n, sema_node tokens, bool may_end_in_comma, const char *before,
                              const char *behind, check_expect expect)
{
    sema *s = c->s;
    uint32_t first = 0, last = 0;
    if (!syntax_group(s, tokens, &first, &last))
        return check_error_expr(c, sema_node_span(s, n));
    const uint32_t comma = macro_top_comma(s, tokens, first, last);
    if (may_end_in_comma && comma + 1 == last && comma > first)
        last = comma;
    if (first == last || comma < last) {
        macro_error(c, first == last ? sema_node_span(s, n) : syntax_tok_span(s, tokens.file, comma),
                    first == last ? "unexpected end of macro invocation" : "no rules expected `,`");
        return check_error_expr(c, sema_node_span(s, n));
    }
    const sema_node whole = syntax_macro_piece(s, tokens, first, last, before, behind);
    return syntax_is(whole) ? check_expr(c, whole, expect) : check_error_expr(c, sema_node_span(s, n));
}

/* `addr_of!(place)` is `&raw const place`. */
static thir_expr macro_address(check *c, sema_node n, sema_node tokens, bool mutable, check_expect expect)
{
    return macro_around(c, n, tokens, false, mutable ? "const _:()=&raw mut(" : "const _:()=&raw const(", "\n);",
                        expect);
}

/* `try!(result)`, which was there before `?`. */
static thir_expr macro_try(check *c, sema_node n, sema_node tokens, check_expect expect)
{
    return macro_around(c, n, tokens, true, "const _:()=match(",
                        "\n){::core::result::Result::Ok(val)=>val,::core::result::Result::Err(err)=>{return "
                        "::core::result::Result::Err(::core::convert::From::from(err));}};",
                        expect);
}

/* A constant that takes the address of the field in a value that nobody wrote. */
static thir_expr check_offset_of(check *c, sema_node n, sema_node tokens)
{
    sema *s = c->s;
    const sema_span at = macro_call_span(s, n);
    uint32_t first = 0, last = 0;
    const bool is_group = syntax_group(s, tokens, &first, &last);
    const uint32_t comma = is_group ? macro_top_comma(s, tokens, first, last) : last;
    if (last > first && syntax_tok_kind(s, tokens.file, last - 1) == RUSTG_TOK_COMMA && comma != last - 1)
        last--;
    if (comma >= last || comma == first || comma + 1 == last) {
        macro_error(c, at, "unexpected end of macro invocation");
        return check_error_expr(c, at);
    }
    uint32_t n_type, n_fields;
    sema_span type = syntax_tok_span(s, tokens.file, first), fields = syntax_tok_span(s, tokens.file, comma + 1);
    type.end = syntax_tok_span(s, tokens.file, comma - 1).end;
    fields.end = syntax_tok_span(s, tokens.file, last - 1).end;
    const char *type_text = macro_text(s, type, &n_type), *field_text = macro_text(s, fields, &n_fields);
    const char *text = arena_format(s->memory,
                                    "const{unsafe{let at=::core::mem::MaybeUninit::<%.*s>::uninit();let at=at.as_ptr();"
                                    "(&raw const(*at).%.*s as*const u8).offset_from(at as*const u8)as usize}}",
                                    (int)n_type, type_text, (int)n_fields, field_text);
    return check_expr(c, macro_expr(c, text, at), CHECK_ANY);
}

/* Under a `no_implicit_prelude`, from edition 2018 on, a macro of the library wants an import; those that the compiler
 * itself knows do not. */
static bool check_lacks_macro(const check *c, sema_node call, sema_symbol name)
{
    static const char *const written[] = {
        "print",         "println",      "eprint",    "eprintln", "dbg",     "matches",         "todo",
        "unimplemented", "assert_eq",    "assert_ne", "write",    "writeln", "debug_assert_eq", "debug_assert_ne",
        "vec",           "debug_assert", "format",    "try",      NULL};
    sema *s = c->s;
    const sema_def module = def_module_of(s, c->scope);
    if (!syntax_is_one_of(sema_text(s, name), written) || s->files.at[call.file]->edition == 2015 ||
        !resolve_has_no_prelude(s, module))
        return false;
    for (sema_def d = c->scope; d && d != def_get(s, module)->parent; d = def_get(s, d)->parent)
        if ((d == module || def_kind_of(s, d) == DEF_BLOCK) &&
            resolve_in_module(s, d, name, NAMESPACE_MACRO, c->scope).found)
            return false;
    return true;
}

static thir_expr macro_named(check *c, sema_node n, const syntax_path *path, sema_node tokens, check_expect expect)
{
    sema *s = c->s;
    sema_span at = macro_call_span(s, n);
    const char *name = sema_text(s, path->segments[path->n_segments - 1].name);
    if (path->n_segments == 1 && !path->global && check_lacks_macro(c, n, path->segments[0].name)) {
        sema_report r = check_error(c, RUSTG_DIAG_MACRO_NOT_FOUND, path->span);
        sema_arg(&r, "%s", name);
        return check_error_expr(c, at);
    }
    for (size_t i = 0; i < sizeof panics / sizeof panics[0]; i++) {
        if (strcmp(name, panics[i].name) != 0)
            continue;
        macro_args args = check_macro_read_args(c, n, tokens);
        if (args.failed)
            return check_error_expr(c, at);
        macro_message message = macro_format(c, &args, 0, panics[i].prefix, panics[i].none);
        return macro_panic(c, &message, panics[i].kind, TY_NEVER, at);
    }
    if (syntax_is_one_of(name, prints)) {
        macro_args args = check_macro_read_args(c, n, tokens);
        return args.failed ? check_error_expr(c, at)
                           : macro_print(c, &args, *name == 'e', strchr(name, 'l') != NULL, at);
    }
    if (syntax_is_one_of(name, writes)) {
        macro_args args = check_macro_read_args(c, n, tokens);
        return args.failed ? check_error_expr(c, at) : macro_write_to(c, &args, strcmp(name, "writeln") == 0, at);
    }
    if (strcmp(name, "dbg") == 0)
        return macro_dbg(c, tokens, at);
    if (strcmp(name, "matches") == 0)
        return macro_matches(c, n, tokens);
    if (strcmp(name, "try") == 0)
        return macro_try(c, n, tokens, expect);
    if (syntax_is_one_of(name, addresses) && path->n_segments == 1 &&
        !resolve_in_scope(s, c->scope, path->segments[0].name, NAMESPACE_MACRO).is_macro) {
        macro_report_missing(s, n);
        return check_error_expr(c, at);
    }
    if (syntax_is_one_of(name, addresses))
        return macro_address(c, n, tokens, strcmp(name, "addr_of_mut") == 0, expect);
    if (strcmp(name, "cfg") == 0)
        return check_cfg_macro(c, n, tokens);
    if (strcmp(name, "line") == 0 || strcmp(name, "column") == 0)
        return check_place_macro(c, n, *name == 'l');
    if (macro_is_text(s, n))
        return macro_text_expr(c, n);
    if (strcmp(name, "offset_of") == 0 &&
        (path->n_segments > 1 || resolve_in_scope(s, c->scope, path->segments[0].name, NAMESPACE_MACRO).is_macro))
        return check_offset_of(c, n, tokens);
    if (!syntax_is_one_of(name, with_args))
        return check_other_macro(c, n);
    macro_args args = check_macro_read_args(c, n, tokens);
    if (args.failed)
        return check_error_expr(c, at);
    if (strcmp(name, "ptx") == 0)
        return macro_ptx(c, &args);
    bool debug = *name == 'd';
    const char *rest = debug ? name + strlen("debug_") : name;
    thir_expr e = strcmp(rest, "assert") == 0 ? macro_assert(c, &args)
                                              : macro_assert_eq(c, &args, strcmp(rest, "assert_eq") == 0);
    return debug ? check_when_debugging(c, e, at) : e;
}

thir_expr check_macro(check *c, sema_node n, check_expect expect, bool statement)
{
    sema *s = c->s;
    sema_span at = macro_call_span(s, n);
    (void)statement;
    sema_node tokens = syntax_child_of(s, n, RUSTG_AST_TokenTree);
    syntax_path path = syntax_path_of(s, n);
    if (!path.n_segments || !syntax_is(tokens) || !sema_enter(s, at))
        return check_error_expr(c, at);
    thir_expr e = macro_named(c, n, &path, tokens, expect);
    sema_leave(s);
    if (check_at(c, e)->ty == TY_NEVER)
        c->frame->diverges = true;
    return e;
}
