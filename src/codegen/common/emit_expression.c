/* emit_expression.c: emits instructions that define a value, as expressions. */
#include "codegen/common/emit.h"

ir_type emit_type_of(const emit *e, ir_value v)
{
    return e->f->values.at[v];
}

ir_value emit_arg(const emit *e, const ir_instr *i, uint32_t n)
{
    return e->m->args.at[i->first_arg + n];
}

emit_value emit_value_of(emit *e, const char *text, bool atom)
{
    (void)e;
    return (emit_value){.text = text, .atom = atom};
}

const char *emit_plain(emit *e, ir_value v)
{
    return e->values[v].text ? e->values[v].text : "0";
}

const char *emit_operand(emit *e, ir_value v)
{
    const emit_value *value = &e->values[v];
    if (!value->text || value->atom)
        return emit_plain(e, v);
    return emit_print(e, "(%s)", value->text);
}

static bool emit_expression_is_scalar(const emit *e, ir_type t)
{
    return t <= IR_F64 || e->m->types.at[t].kind == IR_PTR;
}

const char *emit_lvalue(emit *e, ir_value pointer, ir_type t, bool is_volatile)
{
    const emit_value *value = &e->values[pointer];
    if (value->place && value->place_type == t && !is_volatile)
        return value->place;
    const char *name = emit_type_name(e, t);
    return emit_print(e, "*(%s%s%s*)%s",
                      is_volatile && emit_expression_is_scalar(e, t) && t <= IR_F64 ? "volatile " : "", name,
                      name[strlen(name) - 1] == '*' ? "" : " ", emit_operand(e, pointer));
}

const char *emit_unsigned_of(ir_type t)
{
    static const char *const names[] = {
        [IR_VOID] = "", [IR_BOOL] = "u8", [IR_I8] = "u8",   [IR_I16] = "u16", [IR_I32] = "u32", [IR_I64] = "u64",
        [IR_U8] = "u8", [IR_U16] = "u16", [IR_U32] = "u32", [IR_U64] = "u64", [IR_F32] = "u32", [IR_F64] = "u64",
    };
    return t <= IR_F64 ? names[t] : "u64";
}

static unsigned emit_width_of(const emit *e, ir_type t)
{
    return (unsigned)ir_size(e->m, t) * 8;
}

static const char *const signs[IR_N_OPS] = {
#define IR_OP(name, ...)
#define IR_SIGN(name, text, sign) [IR_##name] = sign,
#include "ir/ir_op.def"
};

const char *codegen_sign(ir_op op)
{
    return signs[op];
}

/* Signed and small types go through an unsigned type at least as wide as int, so that nothing overflows. */
static emit_value emit_expression_wrapping(emit *e, const ir_instr *i)
{
    ir_type t = i->type;
    const char *a = emit_operand(e, emit_arg(e, i, 0)), *b = emit_operand(e, emit_arg(e, i, 1)), *sign = signs[i->op];
    if (t == IR_U32 || t == IR_U64)
        return emit_value_of(e, emit_print(e, "%s %s %s", a, sign, b), false);
    const char *through = t == IR_I64 ? "u64" : "u32";
    return emit_value_of(e, emit_print(e, "(%s)((%s)%s %s (%s)%s)", emit_type_name(e, t), through, a, sign, through, b),
                         true);
}

static emit_value emit_float_binary(emit *e, const ir_instr *i)
{
    const char *a = emit_operand(e, emit_arg(e, i, 0)), *b = emit_operand(e, emit_arg(e, i, 1));
    if (i->op == IR_REM)
        return emit_value_of(
            e, emit_print(e, "%sfmod%s(%s, %s)", e->target->builtin, i->type == IR_F32 ? "f" : "", a, b), true);
    emit_value special = e->target->float_binary(e, i, a, b);
    if (special.text)
        return special;
    return emit_value_of(e, emit_print(e, "%s %s %s", a, signs[i->op], b), false);
}

static emit_value emit_binary(emit *e, const ir_instr *i)
{
    ir_type t = i->type;
    const char *a = emit_operand(e, emit_arg(e, i, 0)), *b = emit_operand(e, emit_arg(e, i, 1));
    if (t == IR_F32 || t == IR_F64)
        return emit_float_binary(e, i);
    const char *plain = emit_print(e, "%s %s %s", a, signs[i->op], b);
    bool narrow = t == IR_I8 || t == IR_I16 || t == IR_U8 || t == IR_U16;
    switch ((ir_op)i->op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL: return emit_expression_wrapping(e, i);
    case IR_SHL:
        plain =
            emit_print(e, "(%s)%s << (%s & %uu)", narrow ? "u32" : emit_unsigned_of(t), a, b, emit_width_of(e, t) - 1);
        return emit_value_of(e, emit_print(e, "(%s)(%s)", emit_type_name(e, t), plain), true);
    case IR_SHR: plain = emit_print(e, "%s >> (%s & %uu)", a, b, emit_width_of(e, t) - 1); break;
    case IR_CASES_CONSTANT:
    case IR_DIV:
    case IR_REM:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_CASES_UNARY:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    if (narrow || (t == IR_BOOL && e->target->casts_bools))
        return emit_value_of(e, emit_print(e, "(%s)(%s)", emit_type_name(e, t), plain), true);
    return emit_value_of(e, plain, false);
}

static emit_value emit_expression_unary(emit *e, const ir_instr *i)
{
    ir_type t = i->type;
    const char *a = emit_operand(e, emit_arg(e, i, 0));
    if (i->op == IR_NOT && t == IR_BOOL)
        return emit_value_of(e, emit_print(e, "!%s", a), false);
    if (i->op == IR_NOT && (t == IR_U32 || t == IR_U64 || t == IR_I32 || t == IR_I64))
        return emit_value_of(e, emit_print(e, "~%s", a), false);
    if (i->op == IR_NOT)
        return emit_value_of(e, emit_print(e, "(%s)~%s", emit_type_name(e, t), a), false);
    if (t == IR_F32 || t == IR_F64)
        return emit_value_of(e, emit_print(e, "-%s", a), false);
    const char *through = t == IR_I64 || t == IR_U64 ? "u64" : "u32";
    return emit_value_of(e, emit_print(e, "(%s)(0u - (%s)%s)", emit_type_name(e, t), through, a), true);
}

/* What has the same whole part as a float, and may be cheaper: of x rounded, on GPUs, x plus a half of its sign. */
static const char *emit_to_truncate(emit *e, ir_value v)
{
    const ir_instr *i = emit_definition(e, v);
    if (!i || e->how[v] != EMIT_INLINE || i->op != IR_INTRINSIC)
        return emit_plain(e, v);
    if (i->aux == IR_IN_TRUNC)
        return emit_plain(e, emit_arg(e, i, 0));
    if (i->aux == IR_IN_ROUND && i->type == IR_F32 && !e->target->is_for_cpu)
        return emit_print(e, "%s(%s)", emit_helper_name(e, EMIT_HELPER_AND_A_HALF, IR_F32),
                          emit_plain(e, emit_arg(e, i, 0)));
    return emit_plain(e, v);
}

static emit_value emit_expression_convert(emit *e, const ir_instr *i)
{
    ir_value v = emit_arg(e, i, 0);
    ir_type from = emit_type_of(e, v), to = i->type;
    if (from == to)
        return (emit_value){.text = emit_plain(e, v), .atom = e->values[v].atom};
    if (to == IR_BOOL)
        return emit_value_of(e, emit_print(e, "%s != 0", emit_operand(e, v)), false);
    if ((from == IR_F32 || from == IR_F64) && to != IR_F32 && to != IR_F64 && to <= IR_U64)
        return emit_value_of(
            e,
            emit_print(e, "%s(%s)", emit_helper_name(e, from == IR_F32 ? EMIT_HELPER_F32_TO : EMIT_HELPER_F64_TO, to),
                       emit_to_truncate(e, v)),
            true);
    bool pointer = from > IR_F64 || to > IR_F64;
    const char *middle = pointer && emit_width_of(e, from) != 64 ? "(u64)"
                         : pointer && emit_width_of(e, to) != 64 ? "(u64)"
                                                                 : "";
    return emit_value_of(e, emit_print(e, "(%s)%s%s", emit_type_name(e, to), middle, emit_operand(e, v)), true);
}

static emit_value emit_expression_bitcast(emit *e, const ir_instr *i)
{
    ir_value v = emit_arg(e, i, 0);
    ir_type from = emit_type_of(e, v), to = i->type;
    const char *text = emit_plain(e, v);
    bool from_float = from == IR_F32 || from == IR_F64, to_float = to == IR_F32 || to == IR_F64;
    if (from_float && to_float)
        return (emit_value){.text = text, .atom = e->values[v].atom};
    if (from_float) {
        text = emit_print(e, "%s(%s)", emit_helper_name(e, EMIT_HELPER_BITS_OF, from), text);
        return emit_value_of(
            e, to == IR_U32 || to == IR_U64 ? text : emit_print(e, "(%s)%s", emit_type_name(e, to), text), true);
    }
    if (to_float)
        return emit_value_of(e,
                             emit_print(e, "%s((%s)%s)", emit_helper_name(e, EMIT_HELPER_BITS_TO, to),
                                        emit_unsigned_of(to), emit_operand(e, v)),
                             true);
    return emit_value_of(e, emit_print(e, "(%s)%s", emit_type_name(e, to), emit_operand(e, v)), true);
}

/* An address is written as the address of a place, so that loads and stores can name the place. */
static emit_value emit_address(emit *e, const char *place, ir_type type)
{
    const char *text = e->hides_addresses
                           ? emit_print(e, "(u8 *)%s((u64)&%s)", emit_helper_name(e, EMIT_HELPER_OPAQUE, IR_U64), place)
                           : emit_print(e, "(u8 *)&%s", place);
    return (emit_value){.text = text, .place = place, .place_type = type, .atom = true};
}

static emit_value emit_moved(emit *e, const char *base, uint64_t offset)
{
    return emit_value_of(e, offset ? emit_print(e, "%s + %llu", base, (unsigned long long)offset) : base, false);
}

static emit_value emit_global_address(emit *e, ir_global_id id)
{
    const ir_global *g = &e->m->globals.at[id];
    if (emit_is_nothing(e, g->type) && !g->dynamic)
        return emit_value_of(e, emit_print(e, "(u8 *)%uull", ir_align(e->m, g->type)), true);
    if (g->space == IR_SPACE_SHARED)
        return g->dynamic ? emit_value_of(e, e->target->dyn_shared(e), true) : e->target->shared_address(e, id);
    return emit_value_of(e, emit_print(e, "(u8 *)&%s", emit_global_name(e, id)), true);
}

static emit_value emit_field_address(emit *e, const ir_instr *i)
{
    ir_type aggregate = (ir_type)(i->imm >> 32);
    uint32_t field = (uint32_t)i->imm;
    const ir_type_info *about = &e->m->types.at[aggregate];
    ir_value base = emit_arg(e, i, 0);
    bool array = about->kind == IR_ARRAY;
    ir_type type = array ? about->element : e->m->fields.at[about->first_field + field];
    if (emit_is_nothing(e, type))
        return emit_moved(e, emit_operand(e, base), array ? 0 : ir_field_offset(e->m, aggregate, field));
    const emit_value *of = &e->values[base];
    const char *member = array ? emit_print(e, "at[%u]", field) : emit_print(e, "f%u", field);
    if (of->place && of->place_type == aggregate)
        return emit_address(e, emit_print(e, "%s.%s", of->place, member), type);
    return emit_address(e, emit_print(e, "((%s *)%s)->%s", emit_type_name(e, aggregate), emit_operand(e, base), member),
                        type);
}

static emit_value emit_element_address(emit *e, const ir_instr *i)
{
    ir_type element = (ir_type)i->imm;
    ir_value base = emit_arg(e, i, 0);
    const emit_value *of = &e->values[base];
    if (emit_is_nothing(e, element))
        return emit_moved(e, emit_operand(e, base), 0);
    const char *index = emit_plain(e, emit_arg(e, i, 1));
    if (of->place && e->m->types.at[of->place_type].kind == IR_ARRAY &&
        e->m->types.at[of->place_type].element == element)
        return emit_address(e, emit_print(e, "%s.at[%s]", of->place, index), element);
    /* Where a slice begins is written in bytes: an index that nvcc's optimizer can add to those of the slice's elements
     * costs a loop the pointer that moves. */
    const ir_instr *of_index = emit_definition(e, emit_arg(e, i, 1));
    if (e->how[i->result] == EMIT_NAMED_BASE && !e->target->is_for_cpu && !e->hides_addresses &&
        !(of_index && of_index->op == IR_CONST))
        return emit_value_of(e,
                             emit_print(e, "%s + %s * %lluull", emit_operand(e, base),
                                        emit_operand(e, emit_arg(e, i, 1)), (unsigned long long)ir_size(e->m, element)),
                             false);
    const char *name = emit_type_name(e, element);
    return emit_address(
        e,
        emit_print(e, "((%s%s*)%s)[%s]", name, name[strlen(name) - 1] == '*' ? "" : " ", emit_operand(e, base), index),
        element);
}

static emit_value emit_expression_field_of(emit *e, const ir_instr *i)
{
    ir_value base = emit_arg(e, i, 0);
    const ir_type type = emit_type_of(e, base);
    bool array = e->m->types.at[type].kind == IR_ARRAY;
    if (e->m->types.at[type].kind == IR_CODED && i->imm == 0)
        return emit_value_of(e, emit_print(e, "%s_tag(%s)", emit_type_name(e, type), emit_plain(e, base)), true);
    return emit_value_of(
        e, emit_print(e, array ? "%s.at[%llu]" : "%s.f%llu", emit_operand(e, base), (unsigned long long)i->imm), true);
}

static emit_value emit_expression_call(emit *e, const ir_instr *i)
{
    bool by_pointer = i->op == IR_CALL_PTR;
    ir_function_id id = (ir_function_id)(by_pointer ? i->imm - 1 : i->imm);
    const ir_function *f = &e->m->functions.at[id];
    VEC(char) text = {0};
    const char *start;
    if (by_pointer) {
        const char *types = emit_print(e, "%su32", e->target->thread_type);
        for (uint32_t k = 0; k < f->n_params; k++)
            if (!emit_is_nothing(e, f->params[k]))
                types = emit_print(e, "%s, %s", types, emit_type_name(e, f->params[k]));
        start =
            emit_print(e, "((%s (*)(%s))%s)(", emit_type_name(e, f->result), types, emit_operand(e, emit_arg(e, i, 0)));
    } else {
        start = emit_print(e, "%s(", emit_function_name(e, id));
    }
    bool any = false;
    for (int part = 0; part < 3; part++) {
        uint32_t n = part == 2 ? i->n_args : 1;
        for (uint32_t k = part == 2 && by_pointer ? 1 : 0; k < n; k++) {
            const char *word = part == 0 ? e->target->thread_arg : "kernel";
            if (part == 0 && !word[0])
                continue;
            if (part == 1 && !by_pointer && !(e->function_flags[id] & EMIT_PANICS))
                continue;
            if (part == 2 && emit_is_nothing(e, emit_type_of(e, emit_arg(e, i, k))))
                continue;
            if (part == 2)
                word = emit_plain(e, emit_arg(e, i, k));
            size_t length = strlen(word);
            vec_reserve(e->a, &text, length + 3);
            if (any) {
                text.at[text.n++] = ',';
                text.at[text.n++] = ' ';
            }
            memcpy(text.at + text.n, word, length);
            text.n += (uint32_t)length;
            any = true;
        }
    }
    vec_push(e->a, &text, 0);
    return emit_value_of(e, emit_print(e, "%s%s)", start, text.at), true);
}

static emit_value emit_expression_load(emit *e, const ir_instr *i)
{
    ir_value pointer = emit_arg(e, i, 0);
    if (e->target->load_constant && (i->flags & (IR_VOLATILE | IR_INVARIANT)) == IR_INVARIANT &&
        ir_is_number(i->type) && e->m->types.at[emit_type_of(e, pointer)].space == IR_SPACE_GLOBAL)
        return emit_value_of(e, e->target->load_constant(e, i), true);
    const char *place = emit_lvalue(e, pointer, i->type, (i->flags & IR_VOLATILE) != 0);
    return emit_value_of(e, place, place[0] != '*');
}

static emit_value emit_select(emit *e, const ir_instr *i)
{
    return emit_value_of(e,
                         emit_print(e, "%s ? %s : %s", emit_operand(e, emit_arg(e, i, 0)),
                                    emit_operand(e, emit_arg(e, i, 1)), emit_operand(e, emit_arg(e, i, 2))),
                         false);
}

const ir_instr *emit_definition(const emit *e, ir_value v)
{
    uint32_t at = e->defined_at[v];
    return at ? &e->f->code.at[at - 1] : NULL;
}

static emit_value emit_expression_compare(emit *e, const ir_instr *i)
{
    ir_value a = emit_arg(e, i, 0), b = emit_arg(e, i, 1);
    const char *x = emit_operand(e, a), *y = emit_operand(e, b);
    if (e->target->guard_order)
        e->target->guard_order(e, i, &x, &y);
    return emit_value_of(e, emit_print(e, "%s %s %s", x, signs[i->op], y), false);
}

/* Writes an overflow test with a constant c as a > MAX - c or a > MAX / c. NULL: neither operand is constant. */
static const char *emit_overflows_constant(emit *e, const ir_instr *i, ir_type t)
{
    ir_value a = emit_arg(e, i, 0), b = emit_arg(e, i, 1);
    const ir_instr *x = emit_definition(e, a), *y = emit_definition(e, b),
                   *constant = y && y->op == IR_CONST   ? y
                               : x && x->op == IR_CONST ? x
                                                        : NULL;
    uint64_t width = 8 * ir_size(e->m, t), most = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    bool atom;
    if (!constant || (i->aux != IR_ADD && i->aux != IR_MUL))
        return NULL;
    uint64_t c = constant->imm & most;
    if (c == 0)
        return "0";
    return emit_print(e, "%s > %s", emit_operand(e, constant == y ? a : b),
                      emit_literal(e, t, i->aux == IR_ADD ? most - c : most / c, &atom));
}

static emit_value emit_expression_overflows(emit *e, const ir_instr *i)
{
    ir_value a = emit_arg(e, i, 0), b = emit_arg(e, i, 1);
    ir_type t = emit_type_of(e, a);
    const char *simple = ir_is_signed(e->m, t) ? NULL : emit_overflows_constant(e, i, t);
    if (simple)
        return emit_value_of(e, simple, false);
    emit_helper h = i->aux == IR_ADD   ? EMIT_HELPER_ADD_OVERFLOWS
                    : i->aux == IR_SUB ? EMIT_HELPER_SUB_OVERFLOWS
                                       : EMIT_HELPER_MUL_OVERFLOWS;
    const char *x = emit_plain(e, a), *y = emit_plain(e, b);
    if (e->target->guard_order)
        e->target->guard_order(e, i, &x, &y);
    return emit_value_of(e, emit_print(e, "%s(%s, %s)", emit_helper_name(e, h, t), x, y), true);
}

emit_value emit_expression(emit *e, const ir_instr *i)
{
    bool atom = true;
    switch ((ir_op)i->op) {
    case IR_CONST: {
        const char *text = emit_literal(e, i->type, i->imm, &atom);
        return emit_value_of(e, text, atom);
    }
    case IR_ZERO:
    case IR_UNDEF: {
        const char *text = emit_literal(e, i->type, 0, &atom);
        return emit_value_of(e, text, atom);
    }
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_REM:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR: return emit_binary(e, i);
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: return emit_expression_compare(e, i);
    case IR_NEG:
    case IR_NOT: return emit_expression_unary(e, i);
    case IR_OVERFLOWS: return emit_expression_overflows(e, i);
    case IR_CONVERT: return emit_expression_convert(e, i);
    case IR_BITCAST: return emit_expression_bitcast(e, i);
    case IR_SELECT: return emit_select(e, i);
    case IR_GET: return emit_value_of(e, emit_local_name(e, (ir_local)i->imm), true);
    case IR_LOCAL_ADDR: {
        ir_type t = e->f->locals.at[i->imm].type;
        if (emit_is_nothing(e, t))
            return emit_value_of(e, emit_print(e, "(u8 *)%uull", ir_align(e->m, t)), true);
        return emit_address(e, emit_local_name(e, (ir_local)i->imm), t);
    }
    case IR_GLOBAL_ADDR: return emit_global_address(e, (ir_global_id)i->imm);
    case IR_LOAD: return emit_expression_load(e, i);
    case IR_FIELD_ADDR: return emit_field_address(e, i);
    case IR_ELEMENT_ADDR: return emit_element_address(e, i);
    case IR_FIELD: return emit_expression_field_of(e, i);
    case IR_FUNCTION_ADDR:
        return emit_value_of(e, emit_print(e, "(u8 *)&%s", emit_function_name(e, (ir_function_id)i->imm)), true);
    case IR_CALL:
    case IR_CALL_PTR: return emit_expression_call(e, i);
    case IR_INTRINSIC: return emit_value_of(e, emit_intrinsic_text(e, i), true);
    case IR_SET:
    case IR_STORE:
    case IR_MAKE:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break; /* statements: emit_function.c */
    }
    return emit_value_of(e, "", true);
}
