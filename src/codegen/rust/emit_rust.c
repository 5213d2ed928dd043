/* emit_rust.c: the text's parts, functions, statements. */
#include "codegen/rust/emit_rust.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rustg/kernel.h"

void emit_rust_refuse(emit_rust *r, const char *what)
{
    if (!r->refused)
        r->refused = what;
}

static void emit_rust_append(emit_rust *r, const char *text)
{
    const size_t n = strlen(text);
    vec_reserve(r->a, &r->text, n + 1);
    memcpy(r->text.at + r->text.n, text, n);
    r->text.n += (uint32_t)n;
}

static const char *emit_rust_put(emit_rust *r, const char *format, va_list values)
{
    va_list again;
    va_copy(again, values);
    const int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = arena_alloc(r->a, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, values);
    return text;
}

void emit_rust_add(emit_rust *r, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    emit_rust_append(r, emit_rust_put(r, format, values));
    va_end(values);
}

void emit_rust_line(emit_rust *r, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    for (uint32_t k = 0; k < r->indent; k++)
        emit_rust_append(r, "    ");
    emit_rust_append(r, emit_rust_put(r, format, values));
    emit_rust_append(r, "\n");
    va_end(values);
}

const char *emit_rust_local(emit_rust *r, ir_local l)
{
    const char *name = r->f->locals.at[l].name;
    return arena_format(r->a, "%s_%u", name && *name ? name : "t", l);
}

const char *emit_rust_callee(emit_rust *r, ir_function_id f)
{
    bool is_known = false;
    for (uint32_t k = 0; k < r->functions.n; k++)
        is_known |= r->functions.at[k] == f;
    if (!is_known)
        vec_push(r->a, &r->functions, f);
    return arena_format(r->a, "%s", r->m->functions.at[f].name);
}

/* ---- statements ---- */

/* The line of the source that the instruction is of, before its own. */
static void emit_rust_source(emit_rust *r, const ir_instr *i)
{
    if (!i->line || i->line == r->line || i->op == IR_CONST)
        return;
    r->line = i->line;
    const char *text = r->request->line_of(r->request->user, r->f, i->line);
    if (text && *text && text[0] != '}')
        emit_rust_line(r, "// %u: %s", i->line, text);
}

/* The message with operands where each hole tells of a number or a bool; with none of them otherwise. */
static const char *emit_rust_panic(emit_rust *r, const ir_instr *i, uint32_t first)
{
    const char *message = r->m->sites.at[i->imm].message, *args = "", *text = "";
    uint32_t k = first;
    bool is_plain = true;
    for (const char *at = message; *at && is_plain; at++) {
        if (*at != '{' || at[1] == '{') {
            const bool is_twice = (*at == '{' || *at == '}') && at[1] == *at;
            text = arena_format(r->a, *at == '"' || *at == '\\' ? "%s\\%c" : "%s%c", text, *at);
            if (is_twice)
                text = arena_format(r->a, "%s%c", text, *at);
            at += is_twice;
            continue;
        }
        const size_t n = strcspn(at, "}");
        const bool is_number = n == 1, is_signed = strncmp(at, "{i64}", 5) == 0,
                   is_bool = strncmp(at, "{bool}", 6) == 0;
        is_plain = (is_number || is_signed || is_bool) && k < i->n_args;
        if (!is_plain)
            break;
        args = arena_format(r->a, "%s, %s%s", args, emit_rust_use(r, emit_rust_arg(r, i, k++)),
                            is_signed ? " as i64"
                            : is_bool ? " != 0"
                                      : "");
        text = arena_format(r->a, "%s{}", text);
        at += n;
    }
    if (!is_plain)
        return "panic!(\"a check of the source fails\")";
    return arena_format(r->a, "panic!(\"%s\"%s)", text, args);
}

static void emit_rust_open(emit_rust *r, const char *text)
{
    emit_rust_flush(r);
    emit_rust_line(r, "%s {", text);
    r->indent++;
    r->is_in_bracket = true;
}

static void emit_rust_close(emit_rust *r)
{
    emit_rust_flush(r);
    r->indent--;
    emit_rust_line(r, "}");
}

/* Returns how many instructions it has written. A list of a SWITCH stands between its heads and the next. */
static uint32_t emit_rust_case(emit_rust *r, uint32_t at, ir_type on, bool is_first)
{
    const ir_instr *i = &r->f->code.at[at];
    const char *heads = "";
    uint32_t n = 0;
    bool is_default = false;
    for (; i[n].op == IR_CASE || i[n].op == IR_DEFAULT; n++) {
        is_default |= i[n].op == IR_DEFAULT;
        if (i[n].op == IR_CASE)
            heads = arena_format(r->a, "%s%s%s", heads, *heads ? " | " : "", emit_rust_number(r, on, i[n].imm));
    }
    if (!is_first)
        emit_rust_close(r);
    emit_rust_flush(r);
    emit_rust_line(r, "%s => {", is_default ? "_" : heads);
    r->indent++;
    return n;
}

typedef struct emit_rust_bracket {
    uint8_t op;
    ir_type on; /* of a SWITCH */
    bool has_case, has_default;
} emit_rust_bracket;
typedef VEC(emit_rust_bracket) emit_rust_brackets;

static void emit_rust_end(emit_rust *r, emit_rust_brackets *open)
{
    const emit_rust_bracket was = open->at[--open->n];
    if (was.op == IR_SWITCH && was.has_case)
        emit_rust_close(r);
    if (was.op == IR_SWITCH && !was.has_default)
        emit_rust_line(r, "_ => {}");
    emit_rust_close(r);
}

/* Locals are zero when they are declared. */
static bool emit_rust_is_first_zero(emit_rust *r, const ir_instr *i)
{
    const char *text = r->values[emit_rust_arg(r, i, 0)].text;
    const bool is_first = !r->is_set[i->imm] && !r->is_in_bracket;
    r->is_set[i->imm] = true;
    return is_first && text && strcmp(text, emit_rust_zero(r, r->f->locals.at[i->imm].type)) == 0;
}

static void emit_rust_effect(emit_rust *r, const ir_instr *i)
{
    const char *text;
    switch ((ir_op)i->op) {
    case IR_SET:
        if (!r->is_read[i->imm] || emit_rust_is_first_zero(r, i))
            break;
        text = emit_rust_bare(r, emit_rust_whole(r, emit_rust_arg(r, i, 0)));
        emit_rust_flush(r);
        emit_rust_line(r, "%s = %s;", emit_rust_local(r, (ir_local)i->imm), text);
        break;
    case IR_STORE: emit_rust_store(r, i); break;
    case IR_CHECK:
        text = emit_rust_use(r, emit_rust_arg(r, i, 0));
        emit_rust_open(r, arena_format(r->a, "if !%s", text));
        emit_rust_line(r, "%s;", emit_rust_panic(r, i, 1));
        emit_rust_close(r);
        break;
    case IR_TRAP: emit_rust_line(r, "%s;", emit_rust_panic(r, i, 0)); break;
    case IR_BREAK:
    case IR_CONTINUE:
        emit_rust_line(r, "%s 'l%llu;", i->op == IR_BREAK ? "break" : "continue", (unsigned long long)i->imm);
        break;
    case IR_RETURN:
        if (i->n_args)
            emit_rust_line(r, "return %s;", emit_rust_whole(r, emit_rust_arg(r, i, 0)));
        else
            emit_rust_line(r, "return;");
        break;
    case IR_CALL:
    case IR_INTRINSIC: {
        bool is_open, reads;
        if (i->op == IR_INTRINSIC && (i->aux == IR_IN_LOCAL_GONE || i->aux == IR_IN_UNDEFINED_UNLESS ||
                                      i->aux == IR_IN_ALIGNED_AROUND || i->aux == IR_IN_OF_ONE_ALLOCATION))
            break;
        text = emit_rust_expression(r, i, &is_open, &reads);
        emit_rust_flush(r);
        emit_rust_line(r, "%s;", text);
        break;
    }
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_GET:
    case IR_LOAD:
    case IR_CASES_ADDRESS:
    case IR_CASES_AGGREGATE:
    case IR_CALL_PTR:
    case IR_FUNCTION_ADDR:
    case IR_CASES_BRACKET:
    case IR_N_OPS: emit_rust_refuse(r, "it has an operation without a form in Rust"); break;
    case IR_PTX: emit_rust_refuse(r, "it has PTX"); break;
    }
}

static void emit_rust_code(emit_rust *r)
{
    emit_rust_brackets open = {0};
    for (uint32_t at = 0; at < r->f->code.n && !r->refused; at++) {
        const ir_instr *i = &r->f->code.at[at];
        emit_rust_source(r, i);
        switch ((ir_op)i->op) {
        case IR_IF:
            emit_rust_open(r, arena_format(r->a, "if %s", emit_rust_whole(r, emit_rust_arg(r, i, 0))));
            vec_push(r->a, &open, ((emit_rust_bracket){.op = IR_IF}));
            continue;
        case IR_ELSE:
            emit_rust_flush(r);
            r->indent--;
            emit_rust_line(r, "} else {");
            r->indent++;
            continue;
        case IR_LOOP:
        case IR_BLOCK:
            emit_rust_open(
                r, arena_format(r->a, "'l%llu: %s", (unsigned long long)i->imm, i->op == IR_LOOP ? "loop" : ""));
            vec_push(r->a, &open, ((emit_rust_bracket){.op = i->op}));
            continue;
        case IR_SWITCH: {
            const ir_value on = emit_rust_arg(r, i, 0);
            emit_rust_open(r, arena_format(r->a, "match %s", emit_rust_whole(r, on)));
            vec_push(r->a, &open, ((emit_rust_bracket){.op = IR_SWITCH, .on = emit_rust_type_of(r, on)}));
            continue;
        }
        case IR_CASE:
        case IR_DEFAULT: {
            emit_rust_bracket *in = &open.at[open.n - 1];
            const uint32_t n = emit_rust_case(r, at, in->on, !in->has_case);
            in->has_case = true;
            for (uint32_t k = 0; k < n; k++)
                in->has_default |= i[k].op == IR_DEFAULT;
            at += n - 1;
            continue;
        }
        case IR_END: emit_rust_end(r, &open); continue;
        case IR_CASES_CONSTANT:
        case IR_CASES_COMPUTED:
        case IR_CASES_LOCAL:
        case IR_CASES_MEMORY:
        case IR_CASES_ADDRESS:
        case IR_CASES_AGGREGATE:
        case IR_CASES_CALL:
        case IR_FUNCTION_ADDR:
        case IR_INTRINSIC:
        case IR_PTX:
        case IR_CASES_JUMP:
        case IR_CASES_STOP:
        case IR_N_OPS: break;
        }
        if (i->result)
            emit_rust_result(r, i);
        else
            emit_rust_effect(r, i);
    }
    emit_rust_flush(r);
}

/* ---- functions ---- */

/* Prepares for the function: how often its values are used, and which locals are read. */
static void emit_rust_begin(emit_rust *r, const ir_function *f)
{
    r->f = f;
    r->n_uses = ARENA_ARRAY(r->a, uint32_t, f->values.n);
    r->values = ARENA_ARRAY(r->a, rust_value, f->values.n);
    r->is_read = ARENA_ARRAY(r->a, bool, f->locals.n);
    r->is_set = ARENA_ARRAY(r->a, bool, f->locals.n);
    r->is_in_bracket = false;
    r->pending.n = 0;
    r->line = 0;
    for (uint32_t k = 0; k < f->code.n; k++) {
        const ir_instr *i = &f->code.at[k];
        for (uint32_t n = 0; n < i->n_args; n++)
            r->n_uses[emit_rust_arg(r, i, n)]++;
        if (i->op == IR_GET || i->op == IR_LOCAL_ADDR)
            r->is_read[i->imm] = true;
        if (i->op == IR_LOCAL_ADDR)
            r->is_set[i->imm] = true;
    }
}

static void emit_rust_body(emit_rust *r)
{
    arena_map shared = {0};
    for (ir_local l = 1; l < r->f->locals.n; l++)
        if (r->is_read[l])
            emit_rust_line(r, "let mut %s: %s = %s;", emit_rust_local(r, l), emit_rust_type(r, r->f->locals.at[l].type),
                           emit_rust_bare(r, emit_rust_zero(r, r->f->locals.at[l].type)));
    for (uint32_t k = 0; k < r->f->code.n; k++) {
        const ir_instr *i = &r->f->code.at[k];
        const ir_global *g = i->op == IR_GLOBAL_ADDR ? &r->m->globals.at[i->imm] : NULL;
        if (!g || g->space != IR_SPACE_SHARED || *arena_map_at(r->a, &shared, i->imm + 1, 1))
            continue;
        const ir_type_info *about = emit_rust_shared_array(r->m, g);
        *arena_map_at(r->a, &shared, i->imm + 1, 1) = 1;
        if (about)
            emit_rust_line(r, "let shared_%llu = Shared::<%s, %llu>::new();", (unsigned long long)i->imm,
                           emit_rust_type(r, about->element), (unsigned long long)about->n);
    }
    emit_rust_code(r);
}

/* A parameter's name, which may be a keyword where the source writes r#. */
static const char *emit_rust_param_name(emit_rust *r, const char *name)
{
    static const char *const keywords[] = {
        "abstract", "as",     "async",   "await",  "become",  "box",    "break", "const", "continue", "do",
        "dyn",      "else",   "enum",    "extern", "false",   "final",  "fn",    "for",   "gen",      "if",
        "impl",     "in",     "let",     "loop",   "macro",   "match",  "mod",   "move",  "mut",      "override",
        "priv",     "pub",    "ref",     "return", "static",  "struct", "trait", "true",  "try",      "type",
        "typeof",   "unsafe", "unsized", "use",    "virtual", "where",  "while", "yield"};
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
        if (strcmp(keywords[k], name) == 0)
            return arena_format(r->a, "r#%s", name);
    return name;
}

/* What an atomic is an atomic of: it is a struct of a struct of that. */
static ir_type emit_rust_within(const ir_module *m, ir_type t)
{
    const ir_type_info *about = &m->types.at[t];
    return about->kind == IR_STRUCT && about->name && strncmp(about->name, "Atomic<", 7) == 0
               ? m->fields.at[m->types.at[m->fields.at[about->first_field]].first_field]
               : t;
}

static void emit_rust_kernel(emit_rust *r, const codegen_rust_kernel *kernel)
{
    const ir_function *f = &r->m->functions.at[kernel->function];
    const char *options = f->fast_math ? "fast_math" : "";
    emit_rust_begin(r, f);
    if (f->block[0])
        options = arena_format(r->a, "%s%sblock = (%u, %u, %u)", options, *options ? ", " : "", f->block[0],
                               f->block[1], f->block[2]);
    emit_rust_add(r, "#[kernel%s%s%s]\npub fn %s(", *options ? "(" : "", options, *options ? ")" : "", f->name);
    for (uint32_t k = 0; k < kernel->n_params; k++) {
        const codegen_rust_param *param = &kernel->params[k];
        const char *name = emit_rust_param_name(r, param->name);
        const bool is_scalar = param->role == RUSTG_PARAM_SCALAR, is_slice = param->role == RUSTG_PARAM_SLICE;
        if (!param->n_params || param->role == RUSTG_PARAM_POINTER)
            emit_rust_refuse(r, "it has a parameter that is no number, slice or GridMut");
        const ir_type element = emit_rust_within(r->m, param->element);
        const bool is_atomic = is_slice && strstr(param->type, "Atomic<") != NULL;
        const char *type = r->refused ? "()" : emit_rust_type(r, element);
        if (is_atomic)
            type = arena_format(r->a, "Atomic<%s>", type);
        emit_rust_add(r,
                      is_scalar  ? "%s%s%s: %s"
                      : is_slice ? "%s%s%s: &[%s]"
                                 : "%s%s%s: GridMut<%s>",
                      k ? ", " : "", is_scalar || is_slice ? "" : "mut ", name, type);
        rust_value *value = &r->values[param->first_param + 1];
        value->text = name;
        if (is_scalar)
            continue;
        if (is_atomic)
            value->text = arena_format(r->a, "(%s.as_ptr() as *mut u8)", name);
        else
            value->place = (rust_place){.kind = RUST_PLACE_BASE,
                                        .root = is_slice ? RUST_ROOT_SLICE : RUST_ROOT_GRID,
                                        .type = element,
                                        .name = name};
        value[1] = (rust_value){.text = arena_format(r->a, "%s.len() as u64", name), .is_open = true};
    }
    emit_rust_add(r, ") {\n");
    r->indent = 1;
    emit_rust_line(r, "unsafe {");
    r->indent = 2;
    emit_rust_body(r);
    emit_rust_add(r, "    }\n}\n\n");
}

static void emit_rust_called(emit_rust *r, ir_function_id id)
{
    const ir_function *f = r->request->body_of(r->request->user, id);
    if (!f) {
        emit_rust_refuse(r, "it calls a function that nests too deep");
        return;
    }
    emit_rust_begin(r, f);
    emit_rust_add(r, "fn %s(", f->name);
    for (uint32_t k = 0; k < f->n_params; k++) {
        r->values[k + 1].text = arena_format(r->a, "p%u", k);
        emit_rust_add(r, "%sp%u: %s", k ? ", " : "", k, emit_rust_type(r, f->params[k]));
    }
    emit_rust_add(r, f->result ? ") -> %s {\n" : ") {\n", f->result ? emit_rust_type(r, f->result) : "");
    r->indent = 1;
    emit_rust_line(r, "unsafe {");
    r->indent = 2;
    emit_rust_body(r);
    emit_rust_add(r, "    }\n}\n\n");
}

codegen_rust_answer codegen_rust(ir_module *m, const codegen_rust_request *request)
{
    emit_rust r = {.m = m, .a = m->memory, .request = request};
    codegen_rust_answer answer = {.refused = NULL};
    emit_rust_add(&r,
                  "// Made by rustgc from %s. What is unsafe in it is what the kernels there do, too: an index is\n"
                  "// checked before it is used, and an element that other threads reach is an atomic.\n"
                  "#![allow(dead_code, unreachable_code, unused, non_snake_case, clippy::all)]\n"
                  "use rustg_std::prelude::*;\n\n",
                  request->source);
    for (uint32_t k = 0; k < request->n_kernels; k++) {
        emit_rust_kernel(&r, &request->kernels[k]);
        if (r.refused) {
            answer.which = k;
            break;
        }
    }
    for (uint32_t k = 0; k < r.functions.n && !r.refused; k++)
        emit_rust_called(&r, r.functions.at[k]);
    for (uint32_t k = 0; k < r.constants.n && !r.refused; k++) {
        const ir_global *g = &m->globals.at[r.constants.at[k]];
        emit_rust_add(&r, "static CONSTANT_%u: %s = %s;\n\n", r.constants.at[k], emit_rust_type(&r, g->type),
                      emit_rust_data(&r, g->type, g->bytes));
    }
    emit_rust_structs(&r);
    if (r.has_atomics)
        emit_rust_append(&r, "/// What other threads add to as well.\n"
                             "unsafe fn atomic<'a, T>(at: *mut T) -> &'a Atomic<T> {\n"
                             "    unsafe { &*(at as *const Atomic<T>) }\n}\n");
    while (r.text.n && r.text.at[r.text.n - 1] == '\n')
        r.text.n--;
    emit_rust_append(&r, "\n");
    vec_push(r.a, &r.text, 0);
    answer.text = (codegen_text){.text = r.text.at, .n = r.text.n - 1};
    answer.refused = r.refused;
    return answer;
}
