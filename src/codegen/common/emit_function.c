/* emit_function.c: emits the instructions of a function as statements. */
#include "codegen/common/emit.h"

enum { DEEPEST = 6, LONGEST = 120 };

void emit_params(emit *e, ir_function_id id)
{
    const ir_function *f = &e->m->functions.at[id];
    const bool kernel = f->is_kernel && !(e->function_flags[id] & EMIT_ADDRESSED);
    bool any = e->target->thread_param[0] != 0;
    emit_format(e, "(%s", e->target->thread_param);
    if (!kernel && (e->function_flags[id] & EMIT_PANICS)) {
        emit_add(e, any ? ", u32 kernel" : "u32 kernel");
        any = true;
    }
    for (uint32_t i = 0; i < f->n_params; i++) {
        const char *name = emit_clean(e, f->param_names ? f->param_names[i] : NULL, "p"),
                   *type = emit_type_name(e, f->params[i]);
        uint8_t flags = kernel && f->param_flags ? f->param_flags[i] : 0;
        bool pointer = e->m->types.at[f->params[i]].kind == IR_PTR;
        if (emit_is_nothing(e, f->params[i]))
            continue;
        if (flags & IR_PARAM_IN_PLACE && e->target->in_place[0]) {
            emit_format(e, "%s%s %s %s_p%u", any ? ", " : "", e->target->in_place, type, name, i + 1);
            any = true;
            continue;
        }
        emit_format(e, "%s%s%s%s%s%s_p%u", any ? ", " : "", pointer && (flags & IR_PARAM_READ_ONLY) ? "const " : "",
                    type, pointer && (flags & IR_PARAM_NO_ALIAS) ? "__restrict__ " : "", pointer ? "" : " ", name,
                    i + 1);
        any = true;
    }
    emit_add(e, ")");
}

static void emit_signature(emit *e, ir_function_id id)
{
    const ir_function *f = &e->m->functions.at[id];
    bool kernel = f->is_kernel && !(e->function_flags[id] & EMIT_ADDRESSED);
    bool small = (e->function_flags[id] & (EMIT_SMALL | EMIT_RECURSIVE | EMIT_ADDRESSED)) == EMIT_SMALL;
    if (kernel) {
        if (!e->target->begin_kernel(e, id))
            return;
    } else {
        emit_format(e, "%s %s ", e->target->linkage(e, f, small), emit_type_name(e, f->result));
    }
    emit_format(e, "%s%s", emit_function_name(e, id), kernel ? e->target->kernel_end : "");
    emit_params(e, id);
}

void emit_prototype(emit *e, ir_function_id id)
{
    emit_signature(e, id);
    emit_add(e, ";\n");
}

static void emit_function_line_of(emit *e, const ir_instr *i)
{
    if (!e->o->debug || !i->line || i->line == e->line || e->f->file >= e->m->files.n)
        return;
    e->line = i->line;
    emit_format(e, "\n#line %u ", i->line);
    emit_quoted(e, e->m->files.at[e->f->file]);
}

static emit_open *emit_function_innermost(emit *e)
{
    return e->open.n ? &e->open.at[e->open.n - 1] : NULL;
}

/* Whether a plain `break` or `continue` reaches the loop, because nothing that would take it stands between. */
static bool emit_plain_jump(const emit *e, ir_label label, bool is_break)
{
    for (uint32_t i = e->open.n; i-- > 0;) {
        const emit_open *open = &e->open.at[i];
        if (open->op == IR_LOOP)
            return open->label == label;
        if (open->op == IR_SWITCH && is_break)
            return false;
    }
    return false;
}

static void emit_plan_labels(emit *e)
{
    const ir_function *f = e->f;
    e->label_used = ARENA_ARRAY(e->a, uint8_t, f->n_labels + 1);
    e->open.n = 0;
    for (uint32_t i = 0; i < f->code.n; i++) {
        const ir_instr *at = &f->code.at[i];
        switch ((ir_op)at->op) {
        case IR_IF:
        case IR_PTX:
        case IR_SWITCH: vec_push(e->a, &e->open, (emit_open){.op = at->op}); break;
        case IR_LOOP:
        case IR_BLOCK: vec_push(e->a, &e->open, (emit_open){.op = at->op, .label = (ir_label)at->imm}); break;
        case IR_END: e->open.n -= e->open.n > 0; break;
        case IR_BREAK:
            if (!emit_plain_jump(e, (ir_label)at->imm, true))
                e->label_used[at->imm] |= EMIT_LABEL_BREAK;
            break;
        case IR_CONTINUE:
            if (!emit_plain_jump(e, (ir_label)at->imm, false))
                e->label_used[at->imm] |= EMIT_LABEL_CONTINUE;
            break;
        case IR_CASES_CONSTANT:
        case IR_CASES_COMPUTED:
        case IR_CASES_LOCAL:
        case IR_CASES_ADDRESS:
        case IR_CASES_MEMORY:
        case IR_CASES_AGGREGATE:
        case IR_CASES_CALL:
        case IR_FUNCTION_ADDR:
        case IR_INTRINSIC:
        case IR_ELSE:
        case IR_CASE:
        case IR_DEFAULT:
        case IR_RETURN:
        case IR_CASES_STOP:
        case IR_N_OPS: break;
        }
    }
    e->open.n = 0;
}

static void emit_declare(emit *e, const ir_instr *i)
{
    const char *type = emit_type_name(e, i->type);
    emit_new_line(e);
    emit_format(e, type[strlen(type) - 1] == '*' ? "%sconst v%u = " : "const %s v%u = ", type, i->result);
}

static void emit_named(emit *e, const ir_instr *i)
{
    e->values[i->result].text = emit_print(e, "v%u", i->result);
    e->values[i->result].atom = true;
}

static bool emit_has_gaps(const emit *e, ir_type t)
{
    const ir_type_info *about = &e->m->types.at[t];
    uint64_t at = 0;
    for (uint32_t i = 0; i < about->n_fields; i++) {
        ir_type field = e->m->fields.at[about->first_field + i];
        uint64_t align = ir_align(e->m, field), offset = ir_field_offset(e->m, t, i);
        if (emit_is_nothing(e, field))
            continue;
        if (offset != (at + align - 1) / align * align)
            return true;
        at = offset + ir_size(e->m, field);
    }
    return false;
}

static void emit_function_make_coded(emit *e, const ir_instr *i)
{
    const ir_coding *c = &e->m->types.at[i->type].coding;
    const ir_value tag = emit_arg(e, i, 0);
    const ir_type type = emit_type_of(e, tag);
    const ir_instr *constant = emit_definition(e, tag);
    const uint64_t mask = UINT64_MAX >> (64 - 8 * ir_size(e->m, type));
    const char *code = emit_type_name(e, c->type);
    bool atom;
    emit_format(e, "%s v%u; v%u.f1 = %s;", emit_type_name(e, i->type), i->result, i->result,
                emit_plain(e, emit_arg(e, i, 1)));
    if (constant && constant->op == IR_CONST) {
        if (c->is_all || ((constant->imm ^ c->other) & mask))
            emit_format(e, " v%u.f0.code = %s;", i->result,
                        emit_literal(e, c->type, ((constant->imm - c->first) & mask) + c->start, &atom));
        return;
    }
    if (!c->is_all)
        emit_format(e, " if (%s != %s)", emit_operand(e, tag), emit_literal(e, type, c->other, &atom));
    emit_format(e, " v%u.f0.code = (%s)(%s + %s);", i->result, code, emit_operand(e, tag),
                emit_literal(e, IR_U64, c->start - c->first, &atom));
}

static void emit_function_make(emit *e, const ir_instr *i)
{
    uint8_t kind = e->m->types.at[i->type].kind;
    emit_new_line(e);
    if (kind == IR_CODED) {
        emit_function_make_coded(e, i);
    } else if (kind == IR_UNION || (kind == IR_STRUCT && emit_has_gaps(e, i->type))) {
        emit_format(e, "%s v%u;", emit_type_name(e, i->type), i->result);
        for (uint32_t k = 0; k < i->n_args; k++) {
            ir_value v = emit_arg(e, i, k);
            if (!emit_is_nothing(e, emit_type_of(e, v)))
                emit_format(e, " v%u.f%u = %s;", i->result, kind == IR_UNION ? (uint32_t)i->imm : k, emit_plain(e, v));
        }
    } else {
        bool any = false;
        emit_format(e, "const %s v%u = %s", emit_type_name(e, i->type), i->result, kind == IR_ARRAY ? "{{" : "{");
        for (uint32_t k = 0; k < i->n_args; k++) {
            ir_value v = emit_arg(e, i, k);
            if (emit_is_nothing(e, emit_type_of(e, v)))
                continue;
            emit_add(e, any ? k % 8 ? ", " : ",\n        " : "");
            emit_add(e, emit_plain(e, v));
            any = true;
        }
        emit_add(e, kind == IR_ARRAY ? "}};" : "};");
    }
    emit_named(e, i);
}

/* Sets and reads the thread's own arrays 16 bytes at a time. */
static const char *emit_aligned(emit *e, ir_type t)
{
    const bool is_array = e->m->types.at[t].kind == IR_ARRAY && ir_size(e->m, t) >= 16 && ir_align(e->m, t) < 16;
    return is_array && !emit_has_pointers(e, t) ? e->target->wide_array : "";
}

static void emit_zero(emit *e, const ir_instr *i)
{
    emit_new_line(e);
    emit_format(e, "%s%s v%u;", emit_aligned(e, i->type), emit_type_name(e, i->type), i->result);
    if (i->op == IR_ZERO)
        emit_format(e, " %smemset(&v%u, 0, sizeof v%u);", e->target->builtin, i->result, i->result);
    emit_named(e, i);
}

static bool emit_too_big(const emit *e, const ir_instr *i, const emit_value *value)
{
    if (i->op == IR_CONST || i->op == IR_LOCAL_ADDR || i->op == IR_GLOBAL_ADDR || i->op == IR_FUNCTION_ADDR)
        return false;
    return value->depth > DEEPEST || (value->text && strlen(value->text) > LONGEST) || e->how[i->result] != EMIT_INLINE;
}

static void emit_function_value(emit *e, const ir_instr *i)
{
    bool whole = i->type > IR_F64 && e->m->types.at[i->type].kind != IR_PTR;
    if (i->result && e->how[i->result] == EMIT_UNUSED)
        return;
    if (emit_is_nothing(e, i->type)) {
        if (i->op != IR_CALL && i->op != IR_CALL_PTR && i->op != IR_INTRINSIC)
            return;
    } else if (i->op == IR_MAKE) {
        emit_function_make(e, i);
        return;
    } else if ((i->op == IR_ZERO || i->op == IR_UNDEF) && whole) {
        emit_zero(e, i);
        return;
    }
    uint32_t before = e->text.n;
    if (i->op == IR_INTRINSIC)
        emit_new_line(e);
    uint32_t line_end = e->text.n;
    emit_value of = emit_expression(e, i);
    if (e->text.n == line_end)
        e->text.n = before; /* no statement of its own came first */
    for (uint32_t k = 0; k < i->n_args; k++) {
        uint8_t depth = e->values[emit_arg(e, i, k)].depth;
        of.depth = of.depth > depth ? of.depth : depth;
    }
    of.depth = (uint8_t)(of.depth + 1);
    if (!i->result || emit_is_nothing(e, i->type)) {
        if (of.text) {
            emit_new_line(e);
            emit_format(e, "%s;", of.text);
        }
        return;
    }
    if (!emit_too_big(e, i, &of)) {
        e->values[i->result] = of;
        return;
    }
    emit_declare(e, i);
    emit_format(e, "%s;", of.text ? of.text : "0");
    emit_named(e, i);
    e->values[i->result].depth = 0;
}

static void emit_trap(emit *e, const ir_instr *i, uint32_t first)
{
    const char *thread = e->target->thread_arg, *comma = thread[0] ? ", " : "";
    const unsigned long long site = (unsigned long long)i->imm;
    const bool many = i->n_args > first + 2, goes_on = emit_goes_on(e->f), notes = emit_notes(e->f);
    if (many)
        emit_format(e, "{ const %s first = rustg_%s_first(%s%skernel, %lluu); if (first) {", e->target->bool_type,
                    notes ? "note" : "fail", thread, comma, site);
    else
        emit_format(e, "%s(%s%skernel, %lluu",
                    goes_on ? "{ rustg_note"
                    : notes ? "rustg_note"
                            : "rustg_fail",
                    thread, comma, site);
    for (uint32_t k = 0; first + k < i->n_args; k++) {
        const char *operand = emit_operand(e, emit_arg(e, i, first + k));
        if (many)
            emit_format(e, " %soperands[%u] = (u64)%s;", e->target->panic_record, k, operand);
        else
            emit_format(e, ", (u64)%s", operand);
    }
    if (many && notes)
        emit_add(e, " } }");
    else if (many)
        emit_format(e, " } rustg_fail_end(%s%sfirst); }", thread, comma);
    else
        emit_add(e, i->n_args > first + 1 ? ");" : i->n_args > first ? ", 0);" : ", 0, 0);");
    if (goes_on)
        emit_add(e, " return; }");
}

static void emit_store(emit *e, const ir_instr *i)
{
    ir_value v = emit_arg(e, i, 1);
    ir_type t = emit_type_of(e, v);
    if (emit_is_nothing(e, t))
        return;
    emit_new_line(e);
    const ir_space space = e->m->types.at[emit_type_of(e, emit_arg(e, i, 0))].space;
    if (i->flags & IR_STREAMING && e->target->store_streaming &&
        (space == IR_SPACE_GENERIC || space == IR_SPACE_GLOBAL))
        emit_format(e, "%s;", e->target->store_streaming(e, i));
    else
        emit_format(e, "%s = %s;", emit_lvalue(e, emit_arg(e, i, 0), t, (i->flags & IR_VOLATILE) != 0),
                    emit_plain(e, v));
}

uint32_t emit_in_place(const emit *e, ir_local l)
{
    const ir_function *f = e->f;
    uint32_t first = 0;
    for (uint32_t n = f->is_kernel && f->param_flags ? e->first_set[l] : 0; n; n = e->next_set[n - 1]) {
        const ir_value v = emit_arg(e, &f->code.at[n - 1], 0);
        if (v <= f->n_params && f->param_flags[v - 1] & IR_PARAM_IN_PLACE)
            first = v;
    }
    return first;
}

/* Whether the local is another name of a kernel's parameter. */
static bool emit_is_alias(const emit *e, ir_local l)
{
    return e->target->in_place[0] && !(e->function_flags[e->id] & EMIT_ADDRESSED) && emit_in_place(e, l);
}

static void emit_function_set(emit *e, const ir_instr *i)
{
    if (emit_is_nothing(e, e->f->locals.at[i->imm].type) || emit_is_alias(e, (ir_local)i->imm))
        return;
    emit_new_line(e);
    emit_format(e, "%s = %s;", emit_local_name(e, (ir_local)i->imm), emit_plain(e, emit_arg(e, i, 0)));
}

static void emit_function_open(emit *e, const ir_instr *i, ir_label label)
{
    vec_push(e->a, &e->open, (emit_open){.op = i->op, .label = label, .at = (uint32_t)(i - e->f->code.at)});
    e->indent++;
}

static void emit_close_list(emit *e)
{
    emit_open *of = emit_function_innermost(e);
    if (of && of->op == IR_SWITCH && of->any_case) {
        if (!e->ended) {
            emit_new_line(e);
            emit_add(e, "break;");
        }
        e->indent--;
        emit_new_line(e);
        emit_add(e, "}");
    }
}

static void emit_function_end(emit *e)
{
    emit_open *of = emit_function_innermost(e);
    if (!of)
        return;
    if (of->op == IR_SWITCH)
        emit_close_list(e);
    if (of->op == IR_LOOP && (e->label_used[of->label] & EMIT_LABEL_CONTINUE)) {
        emit_new_line(e);
        emit_format(e, "} L%u_next:;", of->label);
    }
    e->indent--;
    emit_new_line(e);
    emit_add(e, "}");
    if ((of->op == IR_LOOP || of->op == IR_BLOCK) && (e->label_used[of->label] & EMIT_LABEL_BREAK)) {
        emit_new_line(e);
        emit_format(e, "L%u:;", of->label);
    }
    e->open.n--;
}

/* Several CASEs in a row share one list. */
static void emit_begin_case(emit *e, const ir_instr *i, bool first_of_row, bool last_of_row)
{
    emit_open *of = emit_function_innermost(e);
    bool atom;
    if (first_of_row)
        emit_close_list(e);
    of->any_case = true;
    emit_new_line(e);
    if (i->op == IR_DEFAULT) {
        emit_add(e, "default:");
    } else {
        ir_type t = of->label;
        emit_format(e, "case %s:", emit_literal(e, t, i->imm, &atom));
    }
    if (last_of_row) {
        emit_add(e, " {");
        e->indent++;
    }
}

static void emit_function_jump(emit *e, const ir_instr *i)
{
    bool is_break = i->op == IR_BREAK;
    emit_new_line(e);
    if (emit_plain_jump(e, (ir_label)i->imm, is_break))
        emit_add(e, is_break ? "break;" : "continue;");
    else
        emit_format(e, is_break ? "goto L%u;" : "goto L%u_next;", (ir_label)i->imm);
}

static void emit_function_give_back(emit *e, const ir_instr *i)
{
    emit_new_line(e);
    if (i->n_args && !emit_is_nothing(e, emit_type_of(e, emit_arg(e, i, 0))) && !e->f->is_kernel)
        emit_format(e, "return %s;", emit_plain(e, emit_arg(e, i, 0)));
    else
        emit_add(e, "return;");
}

static void emit_function_statement(emit *e, uint32_t *at)
{
    const ir_function *f = e->f;
    const ir_instr *i = &f->code.at[*at];
    bool ends = false;
    emit_function_line_of(e, i);
    switch ((ir_op)i->op) {
    case IR_SET: emit_function_set(e, i); break;
    case IR_STORE: emit_store(e, i); break;
    case IR_IF:
        emit_new_line(e);
        emit_format(e, "if (%s) {", emit_plain(e, emit_arg(e, i, 0)));
        emit_function_open(e, i, 0);
        break;
    case IR_ELSE:
        e->indent--;
        emit_new_line(e);
        emit_add(e, "} else {");
        e->indent++;
        break;
    case IR_LOOP:
        emit_new_line(e);
        if (e->target->before_loop)
            e->target->before_loop(e, *at);
        /* The body has braces of its own, because C++ forbids a goto over an initialized variable of the label's
         * block. */
        emit_add(e, e->label_used[i->imm] & EMIT_LABEL_CONTINUE ? "for (;;) { {" : "for (;;) {");
        emit_function_open(e, i, (ir_label)i->imm);
        break;
    case IR_BLOCK:
        emit_new_line(e);
        emit_add(e, "{");
        emit_function_open(e, i, (ir_label)i->imm);
        break;
    case IR_SWITCH: {
        ir_type t = emit_type_of(e, emit_arg(e, i, 0));
        emit_new_line(e);
        emit_format(e, "switch (%s%s) {", t == IR_BOOL ? "(i32)" : "", emit_operand(e, emit_arg(e, i, 0)));
        emit_function_open(e, i, t == IR_BOOL ? IR_I32 : t);
        break;
    }
    case IR_CASE:
    case IR_DEFAULT:
        emit_begin_case(e, i, *at == 0 || !emit_is_case(i - 1), *at + 1 >= f->code.n || !emit_is_case(i + 1));
        break;
    case IR_END: emit_function_end(e); break;
    case IR_PTX:
        emit_new_line(e);
        if (e->target->ptx) {
            e->target->ptx(e, i);
            *at = emit_behind(f, *at);
        } else {
            emit_add(e, "{");
            emit_function_open(e, i, 0);
        }
        break;
    case IR_BREAK:
    case IR_CONTINUE:
        emit_function_jump(e, i);
        ends = true;
        break;
    case IR_RETURN:
        emit_function_give_back(e, i);
        ends = true;
        break;
    case IR_TRAP:
        emit_new_line(e);
        emit_trap(e, i, 0);
        ends = true;
        break;
    case IR_CHECK:
        emit_new_line(e);
        emit_format(e, "if (__builtin_expect(!%s, 0))", emit_operand(e, emit_arg(e, i, 0)));
        e->indent++;
        emit_new_line(e);
        e->indent--;
        emit_trap(e, i, 1);
        if (e->target->after_check)
            e->target->after_check(e, emit_arg(e, i, 0));
        break;
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_GET:
    case IR_CASES_ADDRESS:
    case IR_LOAD:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC: emit_function_value(e, i); break;
    case IR_N_OPS: break;
    }
    e->ended = ends;
}

static void emit_parameters(emit *e, bool kernel)
{
    const ir_function *f = e->f;
    for (uint32_t i = 0; i < f->n_params; i++) {
        emit_value *of = &e->values[i + 1];
        if (emit_is_nothing(e, f->params[i]))
            continue;
        const char *name =
            emit_print(e, "%s_p%u", emit_clean(e, f->param_names ? f->param_names[i] : NULL, "p"), i + 1);
        of->text = name;
        of->atom = true;
        if (kernel)
            e->target->kernel_param(e, i, of);
    }
}

void emit_begin_function(emit *e, ir_function_id id)
{
    e->id = id;
    e->f = &e->m->functions.at[id];
    e->values = ARENA_ARRAY(e->a, emit_value, e->f->values.n + 1);
    e->indent = 0;
    e->line = 0;
    e->ended = false;
    emit_plan_function(e);
    emit_plan_labels(e);
}

void emit_body(emit *e)
{
    const ir_function *f = e->f;
    bool kernel = f->is_kernel && !(e->function_flags[e->id] & EMIT_ADDRESSED);
    emit_add(e, "\n");
    emit_signature(e, e->id);
    emit_add(e, "\n{");
    e->indent = 1;
    emit_parameters(e, kernel);
    if (f->is_kernel && e->target->kernel_start)
        e->target->kernel_start(e);
    if (kernel && (e->function_flags[e->id] & EMIT_PANICS)) {
        emit_new_line(e);
        emit_format(e, "const u32 kernel = %uu;", emit_kernel_number(e));
    }
    if (!kernel && f->coarse_of && (e->function_flags[e->id] & EMIT_PANICS)) {
        emit_new_line(e);
        emit_format(e, "kernel |= lane_p%u << %u;", f->n_params, PANIC_LANE_SHIFT);
    }
    for (ir_local l = 1; l < f->locals.n; l++)
        if (!emit_is_nothing(e, f->locals.at[l].type)) {
            const char *type = emit_type_name(e, f->locals.at[l].type);
            emit_new_line(e);
            if (emit_is_alias(e, l)) {
                emit_format(e, "const %s &%s = %s;", type, emit_local_name(e, l), e->values[emit_in_place(e, l)].text);
                continue;
            }
            emit_format(e, "%s%s%s%s;", emit_aligned(e, f->locals.at[l].type), type,
                        type[strlen(type) - 1] == '*' ? "" : " ", emit_local_name(e, l));
        }
    for (uint32_t at = 0; at < f->code.n; at++)
        emit_function_statement(e, &at);
    emit_add(e, "\n}\n");
    e->indent = 0;
}
