/* emit_ptx_flow.c: instructions of a function, brackets as labels and branches, calls, and panics. */
#include "codegen/ptx/emit_ptx.h"

static bool emit_ptx_is_kernel(const emit *e, ir_function_id id)
{
    return e->m->functions.at[id].is_kernel && !(e->function_flags[id] & EMIT_ADDRESSED);
}

/* How a value is passed: the type and name of a .param. Kernels have the sizes of memory, functions those of registers.
 */
static const char *emit_ptx_param(emit *e, ir_type t, const char *name, bool is_kernel)
{
    const ir_kind kind = emit_ptx_kind(e, t);
    if (kind >= IR_ARRAY)
        return emit_print(e, ".param .align %u .b8 %s[%llu]", ir_align(e->m, t), name,
                          (unsigned long long)ir_size(e->m, t));
    return emit_print(e, ".param .%c%u %s", is_kernel ? 'u' : 'b',
                      is_kernel ? 8 * (unsigned)ir_size(e->m, t) : emit_ptx_width(e, t), name);
}

static bool emit_ptx_is_whole(const emit *e, ir_type t)
{
    return emit_ptx_kind(e, t) >= IR_ARRAY;
}

static emit_ptx_value emit_ptx_read_param(emit *e, ir_type t, const char *name, bool is_kernel)
{
    const emit_ptx_value from = {
        .form = EMIT_PTX_ADDRESS, .class = EMIT_PTX_64, .space = EMIT_PTX_PARAM, .symbol = name};
    if (is_kernel || emit_ptx_is_whole(e, t))
        return emit_ptx_load(e, t, from, "", false);
    const bool is_bool = emit_ptx_kind(e, t) == IR_BOOL;
    emit_ptx_value to = is_bool ? emit_ptx_new(e, EMIT_PTX_32) : emit_ptx_new_of(e, t);
    EMIT_PTX_LINE(e, "ld.param.b%u %s, [%s]", emit_ptx_width(e, t), emit_ptx_register(e, to), name);
    return is_bool ? emit_ptx_convert(e, to, IR_U32, IR_BOOL) : to;
}

static void emit_ptx_write_param(emit *e, ir_type t, const char *name, emit_ptx_value v)
{
    const emit_ptx_value to = {.form = EMIT_PTX_ADDRESS, .class = EMIT_PTX_64, .space = EMIT_PTX_PARAM, .symbol = name};
    if (emit_ptx_is_whole(e, t)) {
        emit_ptx_store(e, t, to, v, "");
        return;
    }
    if (emit_ptx_kind(e, t) == IR_BOOL)
        v = emit_ptx_convert(e, v, IR_BOOL, IR_U32);
    EMIT_PTX_LINE(e, "st.param.b%u [%s], %s", emit_ptx_width(e, t), name, emit_ptx_register(e, v));
}

static bool emit_ptx_tells_kernel(const emit *e, ir_function_id id)
{
    return !emit_ptx_is_kernel(e, id) && (e->function_flags[id] & EMIT_PANICS);
}

static const char *emit_ptx_param_name(emit *e, uint32_t n)
{
    return emit_print(e, "$p%u", n);
}

void emit_ptx_signature(emit *e, ir_function_id id)
{
    const ir_function *f = &e->m->functions.at[id];
    const bool is_kernel = emit_ptx_is_kernel(e, id);
    const char *comma = "";
    if (is_kernel)
        emit_format(e, ".visible .entry %s(", f->name);
    else if (emit_is_nothing(e, f->result))
        emit_format(e, ".func $f%u(", id);
    else
        emit_format(e, ".func (%s) $f%u(", emit_ptx_param(e, f->result, "$r", false), id);
    if (emit_ptx_tells_kernel(e, id)) {
        emit_add(e, ".param .b32 $k");
        comma = ", ";
    }
    for (uint32_t k = 0; k < f->n_params; k++)
        if (!emit_is_nothing(e, f->params[k])) {
            emit_format(e, "%s%s", comma, emit_ptx_param(e, f->params[k], emit_ptx_param_name(e, k + 1), is_kernel));
            comma = ", ";
        }
    emit_add(e, ")");
    if (!is_kernel)
        return;
    const uint64_t threads = emit_most_threads(f);
    if (threads)
        emit_format(e, " .maxntid %llu, 1, 1", (unsigned long long)threads);
    if (f->min_blocks)
        emit_format(e, " .minnctapersm %u", f->min_blocks);
    if (e->o->max_registers)
        emit_format(e, " .maxnreg %u", e->o->max_registers);
}

/* A kernel's parameter where the launch put it, by a generic address. */
static emit_ptx_value emit_ptx_param_place(emit *e, uint32_t param)
{
    const emit_ptx_value at = emit_ptx_new(e, EMIT_PTX_64);
    EMIT_PTX_LINE(e, "mov.b64 %s, %s", emit_ptx_register(e, at), emit_ptx_param_name(e, param));
    EMIT_PTX_LINE(e, "cvta.param.u64 %s, %s", emit_ptx_register(e, at), emit_ptx_register(e, at));
    return (emit_ptx_value){.form = EMIT_PTX_PLACE, .class = EMIT_PTX_64, .space = IR_SPACE_GENERIC, .reg = at.reg};
}

/* Parameters into values. What a kernel's pointers point at lies in global memory, as CUDA C++ takes it too. */
static void emit_ptx_params(emit *e)
{
    emit_ptx_own *own = emit_ptx_of(e);
    const ir_function *f = e->f;
    const bool is_kernel = emit_ptx_is_kernel(e, e->id);
    for (uint32_t k = 0; k < f->n_params; k++) {
        const ir_type t = f->params[k];
        if (emit_is_nothing(e, t))
            continue;
        if (is_kernel && f->param_flags && (f->param_flags[k] & IR_PARAM_IN_PLACE)) {
            own->values[k + 1] = emit_ptx_param_place(e, k + 1);
            continue;
        }
        emit_ptx_value v = emit_ptx_read_param(e, t, emit_ptx_param_name(e, k + 1), is_kernel);
        if (is_kernel && emit_ptx_kind(e, t) == IR_PTR) {
            emit_ptx_value global = emit_ptx_new(e, EMIT_PTX_64);
            EMIT_PTX_LINE(e, "cvta.to.global.u64 %s, %s", emit_ptx_register(e, global), emit_ptx_register(e, v));
            v = (emit_ptx_value){.form = EMIT_PTX_ADDRESS,
                                 .class = EMIT_PTX_64,
                                 .space = IR_SPACE_GLOBAL,
                                 .is_read_only = f->param_flags && (f->param_flags[k] & IR_PARAM_READ_ONLY),
                                 .reg = global.reg};
        }
        own->values[k + 1] = v;
    }
    if (!(e->function_flags[e->id] & EMIT_PANICS))
        return;
    if (is_kernel) {
        own->kernel = emit_print(e, "%d", (int)emit_kernel_number(e));
        return;
    }
    emit_ptx_value told = emit_ptx_new(e, EMIT_PTX_32);
    EMIT_PTX_LINE(e, "ld.param.b32 %s, [$k]", emit_ptx_register(e, told));
    if (f->coarse_of) {
        emit_ptx_value lane = emit_ptx_new(e, EMIT_PTX_32);
        EMIT_PTX_LINE(e, "shl.b32 %s, %s, %u", emit_ptx_register(e, lane),
                      emit_ptx_register(e, own->values[f->n_params]), (unsigned)PANIC_LANE_SHIFT);
        EMIT_PTX_LINE(e, "or.b32 %s, %s, %s", emit_ptx_register(e, told), emit_ptx_register(e, told),
                      emit_ptx_register(e, lane));
    }
    own->kernel = emit_ptx_register(e, told);
}

static emit_ptx_value emit_ptx_pointer_in(emit *e, emit_ptx_where where)
{
    return (emit_ptx_value){.form = EMIT_PTX_ADDRESS,
                            .class = EMIT_PTX_64,
                            .space = where.space,
                            .is_read_only = where.is_read_only,
                            .reg = emit_ptx_new(e, where.space == IR_SPACE_SHARED ? EMIT_PTX_32 : EMIT_PTX_64).reg};
}

static bool emit_ptx_is_in_place(const emit *e, ir_local l)
{
    const emit_ptx_value *local = &emit_ptx_of(e)->locals[l];
    return local->form == EMIT_PTX_PLACE && local->space == IR_SPACE_GENERIC;
}

static void emit_ptx_locals(emit *e)
{
    emit_ptx_own *own = emit_ptx_of(e);
    const ir_function *f = e->f;
    uint8_t *is_addressed = ARENA_ARRAY(e->a, uint8_t, f->locals.n + 1);
    own->locals = ARENA_ARRAY(e->a, emit_ptx_value, f->locals.n + 1);
    for (uint32_t n = 0; n < f->code.n; n++)
        if (f->code.at[n].op == IR_LOCAL_ADDR)
            is_addressed[f->code.at[n].imm] = 1;
    const emit_ptx_where *places = emit_ptx_places(e, emit_ptx_is_kernel(e, e->id), is_addressed);
    for (ir_local l = 1; l < f->locals.n; l++) {
        const ir_type t = f->locals.at[l].type;
        if (emit_is_nothing(e, t))
            continue;
        const uint32_t param = is_addressed[l] && emit_ptx_is_kernel(e, e->id) ? emit_in_place(e, l) : 0;
        own->locals[l] = param ? own->values[param] : is_addressed[l] ? emit_ptx_slot(e, t) : emit_ptx_variable(e, t);
        if (emit_ptx_kind(e, t) == IR_PTR && places[l].space != IR_SPACE_GENERIC)
            own->locals[l] = emit_ptx_pointer_in(e, places[l]);
    }
}

static void emit_ptx_line_of(emit *e, const ir_instr *i)
{
    if (!e->o->debug || !i->line || i->line == e->line || e->f->file >= e->m->files.n)
        return;
    e->line = i->line;
    emit_format(e, "\t.loc %u %u 0\n", e->f->file + 1, i->line);
}

static void emit_ptx_label(emit *e, uint32_t label)
{
    emit_format(e, "$L%u:\n", label);
}

static void emit_ptx_branch(emit *e, uint32_t label)
{
    EMIT_PTX_LINE(e, "bra $L%u", label);
}

static void emit_ptx_open_bracket(emit *e, const ir_instr *i)
{
    emit_ptx_own *own = emit_ptx_of(e);
    vec_push(e->a, &own->open,
             (emit_ptx_open){.op = i->op, .next = emit_ptx_new_label(e), .end = emit_ptx_new_label(e)});
}

static void emit_ptx_if(emit *e, const ir_instr *i)
{
    emit_ptx_own *own = emit_ptx_of(e);
    const char *otherwise = emit_ptx_unless(e, emit_ptx_arg(e, i, 0));
    emit_ptx_open_bracket(e, i);
    EMIT_PTX_LINE(e, "@%s bra $L%u", otherwise, own->open.at[own->open.n - 1].next);
}

/* Compares with each case in turn. */
static void emit_ptx_switch(emit *e, const ir_instr *i)
{
    emit_ptx_own *own = emit_ptx_of(e);
    const ir_function *f = e->f;
    const uint32_t at = (uint32_t)(i - f->code.at), end = emit_behind(f, at);
    ir_type t = emit_type_of(e, emit_arg(e, i, 0));
    emit_ptx_value v = emit_ptx_arg(e, i, 0);
    if (emit_ptx_kind(e, t) == IR_BOOL) {
        v = emit_ptx_convert(e, v, IR_BOOL, IR_U32);
        t = IR_U32;
    }
    const char *of = emit_ptx_register(e, v);
    uint32_t depth = 0, otherwise = 0;
    emit_ptx_open_bracket(e, i);
    for (uint32_t n = at; n < end; n++) {
        const ir_instr *is = &f->code.at[n];
        depth += is->op == IR_IF || is->op == IR_LOOP || is->op == IR_BLOCK || is->op == IR_SWITCH || is->op == IR_PTX;
        depth -= is->op == IR_END;
        if (depth != 1 || !emit_is_case(is))
            continue;
        own->case_labels[n] = emit_ptx_new_label(e);
        if (is->op == IR_DEFAULT) {
            otherwise = own->case_labels[n];
            continue;
        }
        const char *equal = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_PREDICATE));
        const emit_ptx_value bits =
            emit_ptx_convert(e, emit_ptx_number(EMIT_PTX_64, is->imm), t == IR_U64 ? IR_I64 : IR_U64, t);
        EMIT_PTX_LINE(e, "setp.eq.b%u %s, %s, %s", emit_ptx_width(e, t), equal, of, emit_ptx_operand(e, bits));
        EMIT_PTX_LINE(e, "@%s bra $L%u", equal, own->case_labels[n]);
    }
    emit_ptx_branch(e, otherwise ? otherwise : own->open.at[own->open.n - 1].end);
}

static void emit_ptx_case(emit *e, uint32_t at)
{
    emit_ptx_own *own = emit_ptx_of(e);
    const ir_instr *before = &e->f->code.at[at - 1];
    if (before->op != IR_SWITCH && !emit_is_case(before))
        emit_ptx_branch(e, own->open.at[own->open.n - 1].end);
    emit_ptx_label(e, own->case_labels[at]);
}

static void emit_ptx_end(emit *e)
{
    emit_ptx_own *own = emit_ptx_of(e);
    const emit_ptx_open of = own->open.at[--own->open.n];
    if (of.op == IR_IF && of.next)
        emit_ptx_label(e, of.next);
    if (of.op == IR_LOOP)
        emit_ptx_branch(e, of.next);
    emit_ptx_label(e, of.end);
}

static void emit_ptx_loop(emit *e, const ir_instr *i)
{
    emit_ptx_own *own = emit_ptx_of(e);
    emit_ptx_open_bracket(e, i);
    const emit_ptx_open *of = &own->open.at[own->open.n - 1];
    own->labels[i->imm][0] = of->end;
    own->labels[i->imm][1] = of->next;
    if (i->op == IR_LOOP)
        emit_ptx_label(e, of->next);
}

static void emit_ptx_else(emit *e)
{
    emit_ptx_open *of = &emit_ptx_of(e)->open.at[emit_ptx_of(e)->open.n - 1];
    emit_ptx_branch(e, of->end);
    emit_ptx_label(e, of->next);
    of->next = 0;
}

/* The label of a panic, whose operands the values at hand are. */
static uint32_t emit_ptx_fail_at(emit *e, const ir_instr *i, uint32_t first)
{
    emit_ptx_own *own = emit_ptx_of(e);
    emit_ptx_fail fail = {.label = emit_ptx_new_label(e), .site = (uint32_t)i->imm, .n = i->n_args - first};
    for (uint32_t k = 0; k < fail.n; k++)
        fail.operands[k] = emit_ptx_operand(e, emit_ptx_arg(e, i, first + k));
    vec_push(e->a, &own->fails, fail);
    return fail.label;
}

static void emit_ptx_check(emit *e, const ir_instr *i)
{
    const emit_ptx_value v = emit_ptx_arg(e, i, 0);
    if (v.form == EMIT_PTX_NUMBER && (v.bits & 1))
        return;
    const char *otherwise = emit_ptx_unless(e, v);
    const uint32_t label = emit_ptx_fail_at(e, i, 1);
    EMIT_PTX_LINE(e, "@%s bra $L%u", otherwise, label);
}

/* What panics share: the first one writes the record (base/panic_record.h). */
static const char tail[] = "\tatom.global.cas.b32 %s, [rustg_panic], 0, 1;\n"
                           "\tsetp.ne.u32 %s, %s, 0;\n"
                           "\t@%s bra $Lend;\n"
                           "\tst.global.u32 [rustg_panic+4], %s;\n"
                           "\tmov.u32 %s, %s;\n"
                           "\tst.global.u32 [rustg_panic+8], %s;\n";

static void emit_ptx_tail(emit *e, const char *site, const char *const *operands, uint32_t n)
{
    static const char *const places[] = {"%ctaid.x", "%ctaid.y", "%ctaid.z", "%tid.x", "%tid.y", "%tid.z"};
    const char *r = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32)),
               *p = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_PREDICATE)),
               *flag = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_64));
    emit_add(e, "$Lfail:\n");
    emit_format(e, tail, r, p, r, p, site, r, emit_ptx_of(e)->kernel, r);
    for (uint32_t k = 0; k < 6; k++) {
        EMIT_PTX_LINE(e, "mov.u32 %s, %s", r, places[k]);
        EMIT_PTX_LINE(e, "st.global.u32 [rustg_panic+%u], %s", 12 + 4 * k, r);
    }
    for (uint32_t k = 0; k < n; k++)
        EMIT_PTX_LINE(e, "st.global.u64 [rustg_panic+%u], %s", 40 + 8 * k, operands[k]);
    EMIT_PTX_LINE(e, "membar.gl");
    EMIT_PTX_LINE(e, "mov.u32 %s, 2", r);
    EMIT_PTX_LINE(e, "st.global.u32 [rustg_panic], %s", r);
    EMIT_PTX_LINE(e, "ld.global.u64 %s, [rustg_panic_flag]", flag);
    EMIT_PTX_LINE(e, "setp.eq.u64 %s, %s, 0", p, flag);
    EMIT_PTX_LINE(e, "@%s bra $Lend", p);
    EMIT_PTX_LINE(e, "membar.sys");
    EMIT_PTX_LINE(e, "mov.u32 %s, 1", r);
    EMIT_PTX_LINE(e, "st.volatile.u32 [%s], %s", flag, r);
    emit_add(e, "$Lend:\n");
    EMIT_PTX_LINE(e, emit_goes_on(e->f) ? "ret" : "exit");
}

static void emit_ptx_fails(emit *e)
{
    const emit_ptx_own *own = emit_ptx_of(e);
    const char *operands[IR_MOST_OPERANDS];
    uint32_t most = 0;
    if (!own->fails.n)
        return;
    const char *site = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32));
    for (uint32_t k = 0; k < own->fails.n; k++)
        most = own->fails.at[k].n > most ? own->fails.at[k].n : most;
    for (uint32_t k = 0; k < most; k++)
        operands[k] = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_64));
    for (uint32_t k = 0; k < own->fails.n; k++) {
        const emit_ptx_fail *fail = &own->fails.at[k];
        emit_ptx_label(e, fail->label);
        EMIT_PTX_LINE(e, "mov.b32 %s, %u", site, fail->site);
        for (uint32_t j = 0; j < most; j++)
            EMIT_PTX_LINE(e, "mov.b64 %s, %s", operands[j], j < fail->n ? fail->operands[j] : "0");
        if (k + 1 < own->fails.n)
            EMIT_PTX_LINE(e, "bra $Lfail");
    }
    emit_ptx_tail(e, site, operands, most);
}

static emit_ptx_value emit_ptx_call(emit *e, const ir_instr *i)
{
    const bool by_pointer = i->op == IR_CALL_PTR;
    const ir_function_id id = (ir_function_id)(by_pointer ? i->imm - 1 : i->imm);
    const ir_function *f = &e->m->functions.at[id];
    const char *args = "", *types = "", *comma = "", *to = NULL;
    const bool has_result = !emit_is_nothing(e, f->result);
    if (by_pointer)
        to = emit_ptx_register(e, emit_ptx_arg(e, i, 0));
    emit_add(e, "\t{\n");
    if (by_pointer || emit_ptx_tells_kernel(e, id)) {
        EMIT_PTX_LINE(e, ".param .b32 $ak");
        EMIT_PTX_LINE(e, "st.param.b32 [$ak], %s", emit_ptx_of(e)->kernel);
        args = "$ak";
        types = ".param .b32 _";
        comma = ", ";
    }
    for (uint32_t k = by_pointer; k < i->n_args; k++) {
        const ir_type t = emit_type_of(e, emit_arg(e, i, k));
        if (emit_is_nothing(e, t))
            continue;
        const char *name = emit_print(e, "$a%u", k);
        EMIT_PTX_LINE(e, "%s", emit_ptx_param(e, t, name, false));
        emit_ptx_write_param(e, t, name, emit_ptx_arg(e, i, k));
        args = emit_print(e, "%s%s%s", args, comma, name);
        types = emit_print(e, "%s%s%s", types, comma, emit_ptx_param(e, t, "_", false));
        comma = ", ";
    }
    if (has_result)
        EMIT_PTX_LINE(e, "%s", emit_ptx_param(e, f->result, "$ar", false));
    if (by_pointer) {
        const uint32_t label = emit_ptx_new_label(e);
        emit_format(e, "$L%u: .callprototype ", label);
        if (has_result)
            emit_format(e, "(%s) ", emit_ptx_param(e, f->result, "_", false));
        emit_format(e, "_ (%s);\n", types);
        EMIT_PTX_LINE(e, "call %s%s, (%s), $L%u", has_result ? "($ar), " : "", to, args, label);
    } else {
        EMIT_PTX_LINE(e, "call %s$f%u, (%s)", has_result ? "($ar), " : "", id, args);
    }
    emit_ptx_value result = {0};
    if (has_result)
        result = emit_ptx_read_param(e, f->result, "$ar", false);
    emit_add(e, "\t}\n");
    return result;
}

static void emit_ptx_return(emit *e, const ir_instr *i)
{
    const bool is_kernel = emit_ptx_is_kernel(e, e->id);
    const ir_type t = i->n_args ? emit_type_of(e, emit_arg(e, i, 0)) : IR_VOID;
    if (i->n_args && !is_kernel && !emit_is_nothing(e, t))
        emit_ptx_write_param(e, t, "$r", emit_ptx_arg(e, i, 0));
    EMIT_PTX_LINE(e, "ret");
}

/* A local's registers as they are, but for bools. */
emit_ptx_value emit_ptx_loose(emit *e, ir_type t, emit_ptx_value of)
{
    emit_ptx_value v = of;
    if (of.form != EMIT_PTX_PARTS && emit_ptx_kind(e, t) == IR_BOOL) {
        v = emit_ptx_fresh(e, t);
        emit_ptx_assign(e, t, v, of);
        return v;
    }
    v.is_loose = true;
    if (of.form != EMIT_PTX_PARTS)
        return v;
    const emit_ptx_leaves leaves = emit_ptx_leaves_of(e, t);
    v.parts = ARENA_ARRAY(e->a, emit_ptx_value, leaves.n);
    for (uint32_t k = 0; k < leaves.n; k++)
        v.parts[k] = emit_ptx_loose(e, leaves.at[k].type, of.parts[k]);
    return v;
}

static emit_ptx_value emit_ptx_get(emit *e, const ir_instr *i)
{
    const emit_ptx_value of = emit_ptx_of(e)->locals[i->imm];
    const bool is_kept = e->how[i->result] == EMIT_INLINE;
    const ir_type t = e->f->locals.at[i->imm].type;
    if (of.form == EMIT_PTX_PLACE)
        return emit_ptx_load(e, t, emit_ptx_address(e, of), "", is_kept);
    if (is_kept || of.form == EMIT_PTX_NOTHING)
        return emit_ptx_loose(e, t, of);
    if (of.form == EMIT_PTX_ADDRESS)
        return emit_ptx_hold(e, t, emit_ptx_loose(e, t, of));
    emit_ptx_value to = emit_ptx_fresh(e, t);
    emit_ptx_assign(e, t, to, of);
    return to;
}

static bool emit_ptx_is_global(uint8_t space)
{
    return space == IR_SPACE_GLOBAL || space == IR_SPACE_CONST;
}

/* Of a generic address the emitter knows less than emit_ptx_space.c: an undefined one may be in a choice. */
static void emit_ptx_set_pointer(emit *e, emit_ptx_value to, emit_ptx_value from)
{
    if (from.form == EMIT_PTX_ADDRESS &&
        (from.space == to.space || (emit_ptx_is_global(from.space) && emit_ptx_is_global(to.space)))) {
        emit_ptx_based(e, from, to);
        return;
    }
    const char *generic = emit_ptx_register(e, from);
    if (to.space != IR_SPACE_SHARED) {
        EMIT_PTX_LINE(e, "cvta.to.global.u64 %%$d%u, %s", to.reg, generic);
        return;
    }
    const char *wide = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_64));
    EMIT_PTX_LINE(e, "cvta.to.shared.u64 %s, %s", wide, generic);
    EMIT_PTX_LINE(e, "cvt.u32.u64 %%$r%u, %s", to.reg, wide);
}

static emit_ptx_value emit_ptx_select_of(emit *e, const ir_instr *i)
{
    const emit_ptx_value is = emit_ptx_arg(e, i, 0), a = emit_ptx_arg(e, i, 1), b = emit_ptx_arg(e, i, 2);
    const bool are_global = emit_ptx_is_global(a.space) && emit_ptx_is_global(b.space),
               are_shared = a.space == IR_SPACE_SHARED && b.space == IR_SPACE_SHARED;
    if (a.form != EMIT_PTX_ADDRESS || b.form != EMIT_PTX_ADDRESS || (!are_global && !are_shared))
        return emit_ptx_select(e, is, a, b);
    const emit_ptx_where where = {are_shared ? IR_SPACE_SHARED : IR_SPACE_GLOBAL, a.is_read_only && b.is_read_only};
    emit_ptx_value to = emit_ptx_pointer_in(e, where), x = emit_ptx_based(e, a, emit_ptx_pointer_in(e, where)),
                   y = emit_ptx_based(e, b, emit_ptx_pointer_in(e, where));
    const char *form = are_shared ? "selp.b32 %%$r%u, %%$r%u, %%$r%u, %s" : "selp.b64 %%$d%u, %%$d%u, %%$d%u, %s";
    EMIT_PTX_LINE(e, form, to.reg, x.reg, y.reg, emit_ptx_register(e, is));
    return to;
}

static emit_ptx_value emit_ptx_global_address(emit *e, ir_global_id id)
{
    const ir_global *g = &e->m->globals.at[id];
    if (emit_is_nothing(e, g->type) && !g->dynamic)
        return emit_ptx_number(EMIT_PTX_64, ir_align(e->m, g->type));
    emit_ptx_value of = {.form = EMIT_PTX_ADDRESS, .class = EMIT_PTX_64, .space = g->space};
    if (g->dynamic)
        emit_ptx_of(e)->uses_dyn_shared = true;
    of.symbol = g->dynamic ? "$dyn" : emit_print(e, "$g%u", id);
    return of;
}

static emit_ptx_value emit_ptx_load_of(emit *e, const ir_instr *i)
{
    const ir_value pointer = emit_arg(e, i, 0);
    emit_ptx_value address = emit_ptx_address(e, emit_ptx_value_of(e, pointer));
    const bool is_volatile = (i->flags & IR_VOLATILE) && address.space != IR_SPACE_LOCAL;
    const bool is_constant = !(i->flags & IR_VOLATILE) && address.space == IR_SPACE_GLOBAL &&
                             (address.is_read_only || (i->flags & IR_INVARIANT && ir_is_number(i->type)));
    const bool is_kept = e->how[i->result] == EMIT_INLINE && !(i->flags & IR_VOLATILE);
    return is_constant ? emit_ptx_load_as(e, i->type, address, ".global.nc", is_kept)
                       : emit_ptx_load(e, i->type, address, is_volatile ? ".volatile" : "", is_kept);
}

static void emit_ptx_store_of(emit *e, const ir_instr *i)
{
    const emit_ptx_value address = emit_ptx_address(e, emit_ptx_arg(e, i, 0));
    const bool is_volatile = (i->flags & IR_VOLATILE) && address.space != IR_SPACE_LOCAL;
    const ir_type t = emit_type_of(e, emit_arg(e, i, 1));
    if (i->flags & IR_STREAMING && !is_volatile && address.space == IR_SPACE_GLOBAL)
        emit_ptx_store_as(e, t, address, emit_ptx_arg(e, i, 1), ".global.cs");
    else
        emit_ptx_store(e, t, address, emit_ptx_arg(e, i, 1), is_volatile ? ".volatile" : "");
}

static emit_ptx_value emit_ptx_field_address(emit *e, const ir_instr *i)
{
    return emit_ptx_moved(emit_ptx_address(e, emit_ptx_arg(e, i, 0)),
                          (int64_t)ir_field_offset(e->m, (ir_type)(i->imm >> 32), (uint32_t)i->imm));
}

static emit_ptx_value emit_ptx_local_address(emit *e, const ir_instr *i)
{
    const ir_type t = e->f->locals.at[i->imm].type;
    if (emit_is_nothing(e, t))
        return emit_ptx_number(EMIT_PTX_64, ir_align(e->m, t));
    return emit_ptx_address(e, emit_ptx_of(e)->locals[i->imm]);
}

static emit_ptx_value emit_ptx_result(emit *e, const ir_instr *i)
{
    switch ((ir_op)i->op) {
    case IR_CONST:
        return emit_ptx_is_whole(e, i->type)
                   ? emit_ptx_zero(e, i->type, true)
                   : emit_ptx_convert(
                         e, emit_ptx_number(emit_ptx_class_of(e, i->type), i->imm),
                         ir_is_int(e->m, i->type) ? (ir_size(e->m, i->type) == 8 ? IR_U64 : IR_U32) : i->type, i->type);
    case IR_ZERO:
    case IR_UNDEF: return emit_ptx_zero(e, i->type, i->op == IR_ZERO);
    case IR_CASES_ARITHMETIC:
    case IR_CASES_BITS: return emit_ptx_binary(e, i);
    case IR_CASES_UNARY: return emit_ptx_unary(e, i);
    case IR_CASES_COMPARISON: return emit_ptx_compare(e, i);
    case IR_OVERFLOWS: return emit_ptx_overflows(e, i);
    case IR_CONVERT: return emit_ptx_convert(e, emit_ptx_arg(e, i, 0), emit_type_of(e, emit_arg(e, i, 0)), i->type);
    case IR_BITCAST: return emit_ptx_bitcast(e, emit_ptx_arg(e, i, 0), emit_type_of(e, emit_arg(e, i, 0)), i->type);
    case IR_SELECT: return emit_ptx_select_of(e, i);
    case IR_GET: return emit_ptx_get(e, i);
    case IR_LOCAL_ADDR: return emit_ptx_local_address(e, i);
    case IR_GLOBAL_ADDR: return emit_ptx_global_address(e, (ir_global_id)i->imm);
    case IR_LOAD: return emit_ptx_load_of(e, i);
    case IR_FIELD_ADDR: return emit_ptx_field_address(e, i);
    case IR_ELEMENT_ADDR: return emit_ptx_element(e, i);
    case IR_FIELD:
        return emit_ptx_field(e, emit_type_of(e, emit_arg(e, i, 0)), emit_ptx_arg(e, i, 0), (uint32_t)i->imm);
    case IR_MAKE: return emit_ptx_make(e, i);
    case IR_FUNCTION_ADDR: {
        emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_64);
        EMIT_PTX_LINE(e, "mov.u64 %s, $f%u", emit_ptx_register(e, to), (unsigned)i->imm);
        return to;
    }
    case IR_CASES_CALL: return emit_ptx_call(e, i);
    case IR_INTRINSIC: return emit_ptx_intrinsic(e, i);
    case IR_SET:
    case IR_STORE:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break; /* emit_ptx_statement */
    }
    return (emit_ptx_value){0};
}

static void emit_ptx_keep(emit *e, const ir_instr *i, emit_ptx_value v)
{
    if (i->result)
        emit_ptx_of(e)->values[i->result] = e->how[i->result] == EMIT_INLINE ? v : emit_ptx_hold(e, i->type, v);
}

/* Whether the instruction makes a zero in memory that the next one sets a local in memory to, and nothing else uses. */
static bool emit_ptx_is_cleared(emit *e, uint32_t at)
{
    const ir_instr *zero = &e->f->code.at[at], *set = at + 1 < e->f->code.n ? zero + 1 : NULL;
    return set && zero->op == IR_ZERO && set->op == IR_SET && emit_arg(e, set, 0) == zero->result &&
           e->n_uses[zero->result] == 1 && emit_ptx_leaves_of(e, zero->type).is_memory &&
           emit_ptx_of(e)->locals[set->imm].form == EMIT_PTX_PLACE;
}

/* Whether this instruction and the next are the shifts of a rotation, which is behind them, and nothing else uses them.
 */
static bool emit_ptx_is_turned(emit *e, uint32_t at)
{
    const ir_instr *i = &e->f->code.at[at];
    ir_value of;
    return (i->op == IR_SHL || i->op == IR_SHR) && at + 2 < e->f->code.n && i[2].op == IR_OR && i[1].result &&
           emit_arg(e, &i[2], 0) + emit_arg(e, &i[2], 1) == i->result + i[1].result &&
           (emit_arg(e, &i[2], 0) == i->result || emit_arg(e, &i[2], 1) == i->result) && e->n_uses[i->result] == 1 &&
           e->n_uses[i[1].result] == 1 && emit_ptx_rotation(e, &i[2], &of);
}

static void emit_ptx_statement(emit *e, uint32_t *at)
{
    emit_ptx_own *own = emit_ptx_of(e);
    const ir_instr *i = &e->f->code.at[*at];
    emit_ptx_line_of(e, i);
    if (emit_ptx_is_cleared(e, *at)) {
        emit_ptx_clear(e, own->locals[i[1].imm], ir_size(e->m, i->type));
        ++*at;
        return;
    }
    if (emit_ptx_is_turned(e, *at)) {
        *at += 2;
        i += 2;
    }
    switch ((ir_op)i->op) {
    case IR_SET:
        if (own->locals[i->imm].form == EMIT_PTX_ADDRESS)
            emit_ptx_set_pointer(e, own->locals[i->imm], emit_ptx_arg(e, i, 0));
        else if (!emit_is_nothing(e, e->f->locals.at[i->imm].type) && !emit_ptx_is_in_place(e, (ir_local)i->imm))
            emit_ptx_assign(e, e->f->locals.at[i->imm].type, own->locals[i->imm], emit_ptx_arg(e, i, 0));
        break;
    case IR_STORE: emit_ptx_store_of(e, i); break;
    case IR_IF: emit_ptx_if(e, i); break;
    case IR_ELSE: emit_ptx_else(e); break;
    case IR_LOOP:
    case IR_BLOCK: emit_ptx_loop(e, i); break;
    case IR_SWITCH: emit_ptx_switch(e, i); break;
    case IR_CASE:
    case IR_DEFAULT: emit_ptx_case(e, *at); break;
    case IR_END: emit_ptx_end(e); break;
    case IR_PTX:
        emit_ptx_source(e, i);
        *at = emit_behind(e->f, *at);
        break;
    case IR_BREAK: emit_ptx_branch(e, own->labels[i->imm][0]); break;
    case IR_CONTINUE: emit_ptx_branch(e, own->labels[i->imm][1]); break;
    case IR_RETURN: emit_ptx_return(e, i); break;
    case IR_TRAP: emit_ptx_branch(e, emit_ptx_fail_at(e, i, 0)); break;
    case IR_CHECK: emit_ptx_check(e, i); break;
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_GET:
    case IR_CASES_ADDRESS:
    case IR_LOAD:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
        if (i->result && e->how[i->result] == EMIT_UNUSED)
            break;
        emit_ptx_keep(e, i, emit_ptx_result(e, i));
        break;
    case IR_N_OPS: break;
    }
}

void emit_ptx_code(emit *e)
{
    emit_ptx_own *own = emit_ptx_of(e);
    const ir_function *f = e->f;
    own->values = ARENA_ARRAY(e->a, emit_ptx_value, f->values.n + 1);
    own->labels = arena_alloc(e->a, sizeof *own->labels * (f->n_labels + 1));
    own->case_labels = ARENA_ARRAY(e->a, uint32_t, f->code.n + 1);
    own->n_labels = own->n_memory = 0;
    own->open.n = own->fails.n = own->memory.n = 0;
    own->kernel = "0";
    memset(own->n_registers, 0, sizeof own->n_registers);
    emit_ptx_params(e);
    emit_ptx_locals(e);
    for (uint32_t at = 0; at < f->code.n; at++)
        emit_ptx_statement(e, &at);
    EMIT_PTX_LINE(e, "ret");
    emit_ptx_fails(e);
}
