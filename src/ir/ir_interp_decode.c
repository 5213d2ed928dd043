/* ir_interp_decode.c: decodes a function into the interpreter's operations: values get places, brackets become jumps.
 */
#include <stdlib.h>

#include "ir/ir_interp.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the low bytes of a value are its first");

typedef struct opened {
    uint8_t op;
    bool in_list;       /* of a switch */
    uint32_t start;     /* first operation of a loop; the switch's own */
    uint32_t else_jump; /* 1 + a JUMP_UNLESS to be told where to go */
    uint32_t end_jumps; /* 1 + the last jump to the end; its imm: 1 + the one before */
    uint32_t table;
    uint32_t n_cases, capacity;
    interp_case *cases;
    int64_t otherwise; /* 0: no default */
} opened;

typedef struct decoder {
    interp *in;
    const ir_module *m;
    const ir_function *f;
    uint32_t *value_at, *local_at, *address_at;
    interp_local *addressed;
    uint32_t n_addressed, frame, align, tracked, first_address, line;
    bool is_library, is_too_large; /* the frame */
    VEC(interp_op) code;
    VEC(opened) open;
    VEC(interp_switch) switches;
    VEC(interp_call) calls;
    VEC(interp_slow) slow;
    uint32_t *label_at; /* 1 + its place in open */
} decoder;

static uint8_t ir_interp_decode_kind_of(const decoder *d, ir_type t)
{
    return d->m->types.at[t].kind;
}

static uint32_t ir_place(decoder *d, ir_type type)
{
    uint64_t size = ir_size(d->m, type), align = ir_align(d->m, type);
    const bool scalar = ir_interp_decode_kind_of(d, type) <= IR_PTR;
    if (scalar && size < 8)
        size = align = 8; /* room for an integer that is extended */
    if (align > d->align)
        d->align = (uint32_t)align;
    const uint64_t at = ir_round_up(d->frame, align);
    if (at + size > UINT32_MAX / 2) {
        d->is_too_large = true;
        return 0;
    }
    d->frame = (uint32_t)(at + size);
    return (uint32_t)at;
}

static void ir_interp_decode_add(decoder *d, uint32_t code, uint16_t aux, uint32_t to, uint32_t a, uint32_t b,
                                 uint64_t imm)
{
    interp *in = d->in;
    vec_push(&in->memory, &in->sites,
             (interp_site){(ir_function_id)(d->f - d->m->functions.at), d->line & INT32_MAX, d->is_library});
    vec_push(&in->memory, &d->code, (interp_op){(uint16_t)code, aux, to, a, b, imm, in->sites.n - 1});
}

static bool ir_interp_decode_is_scalar(const decoder *d, ir_type type)
{
    return ir_interp_decode_kind_of(d, type) <= IR_PTR;
}

static bool ir_keeps_pointer(const decoder *d, ir_type type)
{
    return d->in->is_constant && ir_interp_decode_kind_of(d, type) == IR_PTR;
}

/* base_1 + 0, 1, 2 and 3 are for 1, 2, 4 and 8 bytes, and base_1 + 4 is for other sizes. */
static uint32_t ir_sized(uint32_t base_1, uint64_t size)
{
    return base_1 + (size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : size == 8 ? 3 : 4);
}

/* Adds a copy, from one scalar's place to another's, or from one aggregate's place to another's. */
static void ir_add_copy(decoder *d, uint32_t to, uint32_t from, ir_type type)
{
    const uint64_t size = ir_size(d->m, type);
    if (size && to != from)
        ir_interp_decode_add(d, ir_interp_decode_is_scalar(d, type) ? ir_sized(INTERP_COPY_1, size) : INTERP_COPY_N, 0,
                             to, from, 0, size);
}

/* Into and out of tracked places. */
static void ir_add_put(decoder *d, uint32_t to, uint32_t from, ir_type type)
{
    if (ir_keeps_pointer(d, type))
        ir_interp_decode_add(d, INTERP_PUT_POINTER, 0, to, from, 0, 0);
    else if (ir_interp_decode_is_scalar(d, type))
        ir_interp_decode_add(d, ir_sized(INTERP_PUT_1, ir_size(d->m, type)), 0, to, from, 0, 0);
    else
        ir_add_copy(d, to, from, type);
}

static void ir_add_take(decoder *d, uint32_t to, uint32_t from, ir_type type)
{
    if (ir_keeps_pointer(d, type))
        ir_interp_decode_add(d, INTERP_TAKE_POINTER, 0, to, from, 0, 0);
    else if (ir_interp_decode_is_scalar(d, type))
        ir_interp_decode_add(d, ir_sized(INTERP_TAKE_1, ir_size(d->m, type)), ir_interp_decode_kind_of(d, type), to,
                             from, 0, 0);
    else
        ir_add_copy(d, to, from, type);
}

static uint32_t ir_arg(const decoder *d, const ir_instr *instr, uint32_t i)
{
    return d->value_at[d->m->args.at[instr->first_arg + i]];
}

static ir_type ir_arg_type(const decoder *d, const ir_instr *instr, uint32_t i)
{
    return d->f->values.at[d->m->args.at[instr->first_arg + i]];
}

static void decode_convert(decoder *d, const ir_instr *instr, uint32_t to)
{
    const uint8_t from_kind = ir_interp_decode_kind_of(d, ir_arg_type(d, instr, 0)),
                  to_kind = ir_interp_decode_kind_of(d, instr->type);
    const uint64_t from_size = ir_size(d->m, ir_arg_type(d, instr, 0)), size = ir_size(d->m, instr->type);
    const bool is_float = from_kind == IR_F32 || from_kind == IR_F64 || to_kind == IR_F32 || to_kind == IR_F64;
    if (from_kind == to_kind || (!is_float && size <= from_size && from_kind != IR_BOOL))
        ir_add_copy(d, to, ir_arg(d, instr, 0), instr->type);
    else if (!is_float)
        ir_interp_decode_add(d, INTERP_EXTEND, from_kind, to, ir_arg(d, instr, 0), 0, 0);
    else
        ir_interp_decode_add(d, INTERP_CONVERT, (uint16_t)(from_kind << 8 | to_kind), to, ir_arg(d, instr, 0), 0, 0);
}

static void decode_make(decoder *d, const ir_instr *instr, uint32_t to)
{
    const uint64_t size = ir_size(d->m, instr->type);
    if (ir_interp_decode_kind_of(d, instr->type) == IR_CODED) {
        ir_add_put(d, to, ir_arg(d, instr, 1), ir_arg_type(d, instr, 1));
        ir_interp_decode_add(d, INTERP_CODE_TAG, (uint16_t)ir_size(d->m, ir_arg_type(d, instr, 0)), to,
                             ir_arg(d, instr, 0), 0, instr->type);
        return;
    }
    uint64_t filled = 0;
    for (uint32_t i = 0; i < instr->n_args; i++)
        filled += ir_size(d->m, ir_arg_type(d, instr, i));
    if (filled < size) /* padding has no stray bytes */
        ir_interp_decode_add(d, INTERP_FILL, INTERP_FILL_UNSET, to, 0, 0, size);
    const uint8_t kind = ir_interp_decode_kind_of(d, instr->type);
    uint64_t at = 0;
    for (uint32_t i = 0; i < instr->n_args; i++) {
        const ir_type type = ir_arg_type(d, instr, i);
        const uint64_t align = ir_align(d->m, type);
        at = kind == IR_UNION ? 0 : ir_round_up(at, align);
        ir_add_put(d, to + (uint32_t)at, ir_arg(d, instr, i), type);
        at += ir_size(d->m, type);
    }
}

static void decode_call(decoder *d, const ir_instr *instr, uint32_t to)
{
    const bool by_pointer = instr->op == IR_CALL_PTR;
    uint32_t *args = ARENA_ARRAY(&d->in->memory, uint32_t, instr->n_args);
    const uint32_t n = instr->n_args - by_pointer;
    for (uint32_t i = 0; i < n; i++)
        args[i] = ir_arg(d, instr, i + by_pointer);
    vec_push(&d->in->memory, &d->calls,
             (interp_call){by_pointer ? (ir_function_id)(instr->imm - 1) : (ir_function_id)instr->imm, n, args});
    ir_interp_decode_add(d, by_pointer ? INTERP_CALL_PTR : INTERP_CALL, 0, to, by_pointer ? ir_arg(d, instr, 0) : 0, 0,
                         d->calls.n - 1);
}

/* What tells a message, whose operands are the instruction's from `first` on. */
static void decode_message(decoder *d, const ir_instr *instr, interp_code code, uint32_t first)
{
    const uint32_t n = instr->n_args - first;
    uint32_t *places = n ? ARENA_ARRAY(&d->in->memory, uint32_t, n) : NULL;
    for (uint32_t i = 0; i < n; i++)
        places[i] = ir_arg(d, instr, first + i);
    ir_interp_decode_add(d, code, (uint16_t)n, first ? ir_arg(d, instr, 0) : 0, d->calls.n, 0, instr->imm);
    if (n)
        vec_push(&d->in->memory, &d->calls, (interp_call){.n_args = n, .args = places});
}

static void decode_intrinsic(decoder *d, const ir_instr *instr, uint32_t to)
{
    const ir_intrinsic what = (ir_intrinsic)instr->aux;
    const uint8_t flags = ir_intrinsic_rows[what].flags;
    if (flags & IR_MEETS_BLOCK) {
        ir_interp_decode_add(d, INTERP_BARRIER, instr->aux, to, 0, 0, 0);
        return;
    }
    if (what == IR_IN_PRINT) {
        decode_message(d, instr, INTERP_PRINT, 0);
        return;
    }
    ir_type type = instr->type;
    if (ir_is_atomic(what))
        type = type ? type : ir_arg_type(d, instr, 1);
    else if (instr->n_args)
        type = ir_arg_type(d, instr, 0);
    interp_slow slow = {
        .kind = ir_interp_decode_kind_of(d, type), .size = (uint8_t)ir_size(d->m, type), .imm = instr->imm};
    for (uint32_t i = 0; i < instr->n_args && i < 3; i++)
        slow.args[i] = ir_arg(d, instr, i);
    vec_push(&d->in->memory, &d->slow, slow);
    ir_interp_decode_add(d, flags & IR_MEETS_WARP ? INTERP_WARP : INTERP_INTRINSIC, instr->aux, to, 0, 0,
                         d->slow.n - 1);
}

static void ir_jump_to_end(decoder *d, opened *o)
{
    ir_interp_decode_add(d, INTERP_JUMP, 0, 0, 0, 0, o->end_jumps);
    o->end_jumps = d->code.n;
}

static void ir_patch(decoder *d, uint32_t jump, uint32_t target)
{
    d->code.at[jump].imm = (uint64_t)((int64_t)target - (int64_t)jump);
}

static void ir_add_loop_jump(decoder *d, const opened *o)
{
    const uint32_t here = d->code.n;
    ir_interp_decode_add(d, INTERP_LOOP_JUMP, 0, 0, 0, 0, 0);
    ir_patch(d, here, o->start);
}

static int ir_by_bits(const void *a, const void *b)
{
    const interp_case *x = a, *y = b;
    return x->bits < y->bits ? -1 : x->bits > y->bits;
}

static void decode_end(decoder *d)
{
    opened *o = &d->open.at[d->open.n - 1];
    if (o->op == IR_LOOP)
        ir_add_loop_jump(d, o);
    if (o->else_jump)
        ir_patch(d, o->else_jump - 1, d->code.n);
    for (uint32_t at = o->end_jumps; at;) {
        const uint32_t before = (uint32_t)d->code.at[at - 1].imm;
        ir_patch(d, at - 1, d->code.n);
        at = before;
    }
    if (o->op == IR_SWITCH) {
        interp_switch *s = &d->switches.at[o->table];
        s->cases = o->cases;
        s->n = o->n_cases;
        s->otherwise = o->otherwise ? o->otherwise : (int64_t)d->code.n - (int64_t)o->start;
        if (s->n > 1)
            qsort(s->cases, s->n, sizeof *s->cases, ir_by_bits);
    }
    d->open.n--;
}

static void decode_list(decoder *d, const ir_instr *instr)
{
    opened *o = &d->open.at[d->open.n - 1];
    const uint8_t before = instr[-1].op;
    if (o->in_list && before != IR_CASE && before != IR_DEFAULT)
        ir_jump_to_end(d, o);
    o->in_list = true;
    const int64_t by = (int64_t)d->code.n - (int64_t)o->start;
    if (instr->op == IR_DEFAULT) {
        o->otherwise = by;
        return;
    }
    if (o->n_cases == o->capacity)
        o->cases = arena_grow(&d->in->memory, o->cases, sizeof *o->cases, o->n_cases, &o->capacity, 1);
    o->cases[o->n_cases++] = (interp_case){ir_low_bits(instr->imm, d->switches.at[o->table].size), by};
}

static void decode_flow(decoder *d, const ir_instr *instr)
{
    opened o = {.op = instr->op};
    switch ((ir_op)instr->op) {
    case IR_IF:
        ir_interp_decode_add(d, INTERP_JUMP_UNLESS, 0, 0, ir_arg(d, instr, 0), 0, 0);
        o.else_jump = d->code.n;
        break;
    case IR_ELSE: {
        opened *top = &d->open.at[d->open.n - 1];
        ir_jump_to_end(d, top);
        ir_patch(d, top->else_jump - 1, d->code.n);
        top->else_jump = 0;
        return;
    }
    case IR_LOOP:
    case IR_BLOCK:
        o.start = d->code.n;
        d->label_at[instr->imm] = d->open.n + 1;
        break;
    case IR_SWITCH:
        o.start = d->code.n;
        o.table = d->switches.n;
        vec_push(&d->in->memory, &d->switches,
                 (interp_switch){.size = (uint8_t)ir_size(d->m, ir_arg_type(d, instr, 0))});
        ir_interp_decode_add(d, INTERP_SWITCH, 0, 0, ir_arg(d, instr, 0), 0, o.table);
        break;
    case IR_CASE:
    case IR_DEFAULT: decode_list(d, instr); return;
    case IR_END: decode_end(d); return;
    case IR_BREAK: ir_jump_to_end(d, &d->open.at[d->label_at[instr->imm] - 1]); return;
    case IR_CONTINUE: ir_add_loop_jump(d, &d->open.at[d->label_at[instr->imm] - 1]); return;
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_RETURN:
    case IR_CASES_STOP:
    case IR_N_OPS: break; /* PTX: a bracket */
    }
    vec_push(&d->in->memory, &d->open, o);
}

static void decode_select(decoder *d, const ir_instr *instr, uint32_t to)
{
    ir_interp_decode_add(d, ir_sized(INTERP_SELECT_1, ir_size(d->m, instr->type)), 0, to, ir_arg(d, instr, 0),
                         ir_arg(d, instr, 1), ir_arg(d, instr, 2));
}

static void decode_address(decoder *d, const ir_instr *instr, uint32_t to)
{
    const ir_type type = instr->op == IR_FIELD_ADDR ? (ir_type)(instr->imm >> 32) : (ir_type)instr->imm;
    if (instr->op == IR_ELEMENT_ADDR)
        ir_interp_decode_add(d,
                             instr->aux == IR_WITHIN_ALLOCATION ? INTERP_OFFSET
                             : d->in->is_constant               ? INTERP_MOVE
                                                                : INTERP_ELEMENT,
                             0, to, ir_arg(d, instr, 0), ir_arg(d, instr, 1), ir_size(d->m, type));
    else
        ir_interp_decode_add(d, d->in->is_constant ? INTERP_FIELD : INTERP_ADD_IMM, 0, to, ir_arg(d, instr, 0), 0,
                             ir_field_offset(d->m, type, (uint32_t)instr->imm));
}

static void decode_bitcast(decoder *d, const ir_instr *instr, uint32_t to)
{
    if (d->in->is_constant && ir_interp_decode_kind_of(d, ir_arg_type(d, instr, 0)) == IR_PTR &&
        (instr->aux || ir_interp_decode_kind_of(d, instr->type) != IR_PTR))
        ir_interp_decode_add(d,
                             instr->aux == IR_COMPARED             ? INTERP_UNSHARE
                             : instr->aux == IR_COMPARED_WITH_NULL ? INTERP_NULLNESS
                             : instr->aux == IR_SHARED_REFERENCE   ? INTERP_SHARE
                                                                   : INTERP_TO_INT,
                             0, to, ir_arg(d, instr, 0), 0, 0);
    else if (ir_keeps_pointer(d, instr->type) && ir_interp_decode_kind_of(d, ir_arg_type(d, instr, 0)) != IR_PTR)
        ir_interp_decode_add(d, INTERP_TO_POINTER, 0, to, ir_arg(d, instr, 0), 0, 0);
    else
        ir_add_copy(d, to, ir_arg(d, instr, 0), instr->type);
}

static void decode_load(decoder *d, const ir_instr *instr, uint32_t to)
{
    const uint64_t size = ir_size(d->m, instr->type);
    const uint16_t aux = (uint16_t)(ir_interp_decode_kind_of(d, instr->type) | instr->flags << 8);
    if (size)
        ir_interp_decode_add(d,
                             ir_keeps_pointer(d, instr->type)             ? INTERP_LOAD_POINTER
                             : ir_interp_decode_is_scalar(d, instr->type) ? ir_sized(INTERP_LOAD_1, size)
                                                                          : INTERP_LOAD_N,
                             aux, to, ir_arg(d, instr, 0), ir_align(d->m, instr->type), size);
}

static void decode_store(decoder *d, const ir_instr *instr)
{
    const ir_type type = ir_arg_type(d, instr, 1);
    const uint64_t size = ir_size(d->m, type);
    if (size)
        ir_interp_decode_add(d,
                             ir_keeps_pointer(d, type)             ? INTERP_STORE_POINTER
                             : ir_interp_decode_is_scalar(d, type) ? ir_sized(INTERP_STORE_1, size)
                                                                   : INTERP_STORE_N,
                             (uint16_t)(instr->flags << 8), ir_align(d->m, type), ir_arg(d, instr, 0),
                             ir_arg(d, instr, 1), size);
}

static void decode_local(decoder *d, const ir_instr *instr, uint32_t to)
{
    const uint32_t at = d->local_at[instr->imm];
    if (instr->op == IR_LOCAL_ADDR)
        ir_interp_decode_add(d, INTERP_LOCAL_ADDR, 0, to, d->address_at[instr->imm], 0,
                             (d->address_at[instr->imm] - d->first_address) / 8);
    else if (instr->op == IR_GET)
        (at >= d->tracked ? ir_add_take : ir_add_copy)(d, to, at, instr->type);
    else
        (at >= d->tracked ? ir_add_put : ir_add_copy)(d, at, ir_arg(d, instr, 0), ir_arg_type(d, instr, 0));
}

static void ir_decode(decoder *d, const ir_instr *instr)
{
    const uint32_t to = instr->result ? d->value_at[instr->result] : 0;
    const uint64_t size = ir_size(d->m, instr->type);
    switch ((ir_op)instr->op) {
    case IR_CONST: {
        uint64_t bits = instr->imm;
        if (ir_keeps_pointer(d, instr->type))
            interp_from_number(d->in, NULL, &bits);
        ir_interp_decode_add(d, ir_sized(INTERP_CONST_1, size), 0, to, 0, 0, bits);
        break;
    }
    case IR_ZERO:
    case IR_UNDEF:
        ir_interp_decode_add(d, INTERP_FILL,
                             ir_interp_decode_is_scalar(d, instr->type) ? INTERP_FILL_SCALAR
                             : instr->op == IR_ZERO                     ? INTERP_FILL_SET
                                                                        : INTERP_FILL_UNSET,
                             to, 0, 0, size);
        break;
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_REM:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR:
        ir_interp_decode_add(d, (uint32_t)(instr->op << 4 | ir_interp_decode_kind_of(d, instr->type)), 0, to,
                             ir_arg(d, instr, 0), ir_arg(d, instr, 1), 0);
        break;
    case IR_NEG:
    case IR_NOT:
        ir_interp_decode_add(d, (uint32_t)(instr->op << 4 | ir_interp_decode_kind_of(d, instr->type)), 0, to,
                             ir_arg(d, instr, 0), 0, 0);
        break;
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
    case IR_OVERFLOWS:
        ir_interp_decode_add(d, (uint32_t)(instr->op << 4 | ir_interp_decode_kind_of(d, ir_arg_type(d, instr, 0))),
                             instr->aux, to, ir_arg(d, instr, 0), ir_arg(d, instr, 1), 0);
        break;
    case IR_CONVERT: decode_convert(d, instr, to); break;
    case IR_BITCAST: decode_bitcast(d, instr, to); break;
    case IR_SELECT: decode_select(d, instr, to); break;
    case IR_GET:
    case IR_SET:
    case IR_LOCAL_ADDR: decode_local(d, instr, to); break;
    case IR_GLOBAL_ADDR:
        ir_interp_decode_add(d, INTERP_CONST_8, 0, to, 0, 0, interp_global(d->in, (ir_global_id)instr->imm));
        break;
    case IR_LOAD: decode_load(d, instr, to); break;
    case IR_STORE: decode_store(d, instr); break;
    case IR_FIELD_ADDR:
    case IR_ELEMENT_ADDR: decode_address(d, instr, to); break;
    case IR_FIELD:
        if (ir_interp_decode_kind_of(d, ir_arg_type(d, instr, 0)) == IR_CODED && instr->imm == 0)
            ir_interp_decode_add(d, INTERP_CODED_TAG, (uint16_t)size, to, ir_arg(d, instr, 0), 0,
                                 ir_arg_type(d, instr, 0));
        else
            ir_add_take(d, to,
                        ir_arg(d, instr, 0) +
                            (uint32_t)ir_field_offset(d->m, ir_arg_type(d, instr, 0), (uint32_t)instr->imm),
                        instr->type);
        break;
    case IR_MAKE: decode_make(d, instr, to); break;
    case IR_CALL:
    case IR_CALL_PTR: decode_call(d, instr, to); break;
    case IR_FUNCTION_ADDR:
        ir_interp_decode_add(d, INTERP_CONST_8, 0, to, 0, 0,
                             interp_function_address(d->in, (ir_function_id)instr->imm));
        break;
    case IR_INTRINSIC: decode_intrinsic(d, instr, to); break;
    case IR_RETURN:
        ir_interp_decode_add(d, INTERP_RETURN, d->f->result ? ir_interp_decode_kind_of(d, d->f->result) : 0, 0,
                             instr->n_args ? ir_arg(d, instr, 0) : 0,
                             instr->n_args && !ir_interp_decode_is_scalar(d, d->f->result),
                             instr->n_args ? ir_size(d->m, d->f->result) : 0);
        break;
    case IR_TRAP: decode_message(d, instr, INTERP_TRAP, 0); break;
    case IR_CHECK: decode_message(d, instr, INTERP_CHECK, 1); break;
    case IR_IF:
    case IR_ELSE:
    case IR_END:
    case IR_LOOP:
    case IR_BLOCK:
    case IR_SWITCH:
    case IR_CASE:
    case IR_DEFAULT:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_PTX: decode_flow(d, instr); break;
    case IR_N_OPS: break;
    }
}

static bool *ir_addressed_locals(const decoder *d)
{
    bool *is = ARENA_ARRAY(&d->in->memory, bool, d->f->locals.n);
    for (uint32_t i = 0; i < d->f->code.n; i++)
        if (d->f->code.at[i].op == IR_LOCAL_ADDR)
            is[d->f->code.at[i].imm] = true;
    return is;
}

static bool ir_is_large(const decoder *d, ir_type type)
{
    enum { LARGE = 1 << 16 };
    return ir_size(d->m, type) >= LARGE && !ir_interp_decode_is_scalar(d, type);
}

/* The locals whose places large values share, by value: one that is made to be put into a local at once, and one that
 * is taken out to be returned. 0: the value has its own place. */
static uint32_t *ir_locals_of_values(const decoder *d)
{
    const ir_function *f = d->f;
    uint32_t *locals = NULL, *n_uses = NULL;
    for (uint32_t i = 0; i + 1 < f->code.n; i++) {
        const ir_instr *made = &f->code.at[i], *used = made + 1;
        if (!made->result || !ir_is_large(d, f->values.at[made->result]) || !used->n_args ||
            d->m->args.at[used->first_arg] != made->result ||
            (used->op != IR_SET && !(used->op == IR_RETURN && made->op == IR_GET)))
            continue;
        if (!locals) {
            locals = ARENA_ARRAY(&d->in->memory, uint32_t, f->values.n);
            n_uses = ARENA_ARRAY(&d->in->memory, uint32_t, f->values.n);
            for (uint32_t k = 0; k < f->code.n; k++)
                for (uint32_t n = 0; n < f->code.at[k].n_args; n++)
                    n_uses[d->m->args.at[f->code.at[k].first_arg + n]]++;
        }
        if (n_uses[made->result] == 1)
            locals[made->result] = (uint32_t)(used->op == IR_SET ? used->imm : made->imm);
    }
    return locals;
}

/* The frame as interp_function says. */
static void ir_place_all(decoder *d, interp_function *made)
{
    arena *memory = &d->in->memory;
    const ir_function *f = d->f;
    const bool *is_addressed = ir_addressed_locals(d);
    const uint32_t *local_of = ir_locals_of_values(d);
    d->value_at = ARENA_ARRAY(memory, uint32_t, f->values.n);
    d->local_at = ARENA_ARRAY(memory, uint32_t, f->locals.n);
    d->address_at = ARENA_ARRAY(memory, uint32_t, f->locals.n);
    d->addressed = ARENA_ARRAY(memory, interp_local, f->locals.n);
    for (uint32_t i = 1; i < f->values.n; i++)
        if (ir_interp_decode_is_scalar(d, f->values.at[i]))
            d->value_at[i] = ir_place(d, f->values.at[i]);
    for (uint32_t i = 1; i < f->locals.n; i++)
        if (ir_interp_decode_is_scalar(d, f->locals.at[i].type) && !is_addressed[i])
            d->local_at[i] = ir_place(d, f->locals.at[i].type);
    made->tracked = d->tracked = d->frame = (d->frame + INTERP_ALIGN - 1) / INTERP_ALIGN * INTERP_ALIGN;
    for (uint32_t i = 1; i < f->values.n; i++)
        if (!ir_interp_decode_is_scalar(d, f->values.at[i]) && !(local_of && local_of[i]))
            d->value_at[i] = ir_place(d, f->values.at[i]);
    const uint32_t first_local = d->frame;
    for (uint32_t i = 1; i < f->locals.n; i++) {
        if (ir_interp_decode_is_scalar(d, f->locals.at[i].type) && !is_addressed[i])
            continue;
        d->local_at[i] = ir_place(d, f->locals.at[i].type);
        if (!is_addressed[i])
            continue;
        d->addressed[d->n_addressed] = (interp_local){d->local_at[i], i, f->locals.at[i].type};
        d->address_at[i] = 8 * d->n_addressed++;
    }
    for (uint32_t i = 1; local_of && i < f->values.n; i++)
        if (local_of[i])
            d->value_at[i] = d->local_at[local_of[i]];
    made->shadow = (d->frame - d->tracked + 7) / 8 * 8;
    made->fresh = first_local + made->shadow;
    made->addresses = (d->frame + made->shadow + 7) / 8 * 8;
    d->first_address = made->addresses;
    made->addressed = d->addressed;
    made->n_addressed = d->n_addressed;
    if ((uint64_t)d->frame + made->shadow + 8 * (uint64_t)d->n_addressed > UINT32_MAX / 2)
        d->is_too_large = true;
    d->frame = made->addresses + 8 * d->n_addressed;
    for (uint32_t i = 1; i < f->locals.n; i++)
        d->address_at[i] += made->addresses;
}

/* Whether the file has a name that expand_library.c gives to files of the kernels' library. */
static bool ir_is_of_library(const char *file)
{
    return strncmp(file, "library/", 8) == 0 || strncmp(file, "rustg-std/src/", 14) == 0;
}

interp_function *interp_decode(interp *in, ir_function_id id)
{
    if (in->functions[id])
        return in->functions[id];
    const ir_function *f = &in->m->functions.at[id];
    decoder d = {.in = in, .m = in->m, .f = f, .align = INTERP_ALIGN};
    interp_function *made = ARENA_NEW(&in->memory, interp_function);
    d.label_at = ARENA_ARRAY(&in->memory, uint32_t, (size_t)f->n_labels + 1);
    ir_place_all(&d, made);
    d.is_library = f->file < in->m->files.n && ir_is_of_library(in->m->files.at[f->file]);
    vec_reserve(&in->memory, &d.code, f->code.n + 8);
    for (uint32_t i = 0; i < f->code.n; i++) {
        d.line = f->code.at[i].line;
        ir_decode(&d, &f->code.at[i]);
    }
    ir_interp_decode_add(&d, f->result ? INTERP_FALL : INTERP_RETURN, 0, 0, 0, 0, 0);
    made->id = id;
    made->code = d.code.at;
    made->frame_align = d.align;
    made->frame_size = (d.frame + INTERP_ALIGN - 1) / INTERP_ALIGN * INTERP_ALIGN;
    if (made->frame_size < INTERP_LEAST_FRAME)
        made->frame_size = INTERP_LEAST_FRAME;
    if (d.is_too_large)
        made->frame_size = UINT32_MAX; /* more than a stack has */
    made->switches = d.switches.at;
    made->calls = d.calls.at;
    made->slow = d.slow.at;
    made->n_params = f->n_params;
    made->params = ARENA_ARRAY(&in->memory, uint32_t, f->n_params);
    made->param_sizes = ARENA_ARRAY(&in->memory, uint32_t, f->n_params);
    for (uint32_t i = 0; i < f->n_params; i++) {
        made->params[i] = d.value_at[i + 1];
        made->param_sizes[i] = (uint32_t)ir_size(in->m, f->params[i]);
    }
    if (in->is_constant)
        vec_push(&in->memory, &in->decoded, id);
    return in->functions[id] = made;
}
