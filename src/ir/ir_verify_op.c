/* ir_verify_op.c: verifies the types and numbers that each operation and each intrinsic takes. */
#include "ir/ir_table.h"
#include "ir/ir_verify.h"

typedef struct checked {
    ir_module *m;
    const ir_function *f;
    const ir_instr *instr;
    const ir_value *args;
} checked;

static ir_type ir_verify_op_type_of(const checked *c, uint32_t arg)
{
    return c->f->values.at[c->args[arg]];
}

static uint8_t ir_verify_op_kind_of(const checked *c, ir_type t)
{
    return c->m->types.at[t].kind;
}

static uint8_t ir_arg_kind(const checked *c, uint32_t arg)
{
    return ir_verify_op_kind_of(c, ir_verify_op_type_of(c, arg));
}

static bool ir_verify_op_is_scalar(uint8_t kind)
{
    return kind >= IR_BOOL && kind <= IR_PTR;
}

static bool ir_verify_op_is_int(uint8_t kind)
{
    return kind >= IR_I8 && kind <= IR_U64;
}

static bool ir_verify_is_float(uint8_t kind)
{
    return kind == IR_F32 || kind == IR_F64;
}

/* A type as the text form writes it. */
static const char *ir_type_text(ir_module *m, ir_type t)
{
    const ir_type_info *about = &m->types.at[t];
    if (t <= IR_F64)
        return ir_scalar_names[t];
    if (about->kind == IR_PTR)
        return about->space ? arena_format(m->memory, "ptr.%s", ir_space_names[about->space % IR_N_SPACES]) : "ptr";
    if (about->kind == IR_ARRAY)
        return arena_format(m->memory, "[%s; %llu]", ir_type_text(m, about->element), (unsigned long long)about->n);
    uint32_t number = 0;
    for (ir_type i = 0; i < t; i++)
        number += m->types.at[i].kind >= IR_STRUCT;
    return arena_format(m->memory, "#%u", number);
}

static const char *ir_verify_op_wants(const checked *c, const char *what, ir_type got)
{
    return arena_format(c->m->memory, "wants %s, got %s", what, ir_type_text(c->m, got));
}

static const char *ir_verify_op_same(const checked *c, ir_type a, ir_type b)
{
    return a == b ? NULL
                  : arena_format(c->m->memory, "types %s and %s differ", ir_type_text(c->m, a), ir_type_text(c->m, b));
}

static const char *ir_check_arithmetic(const checked *c)
{
    const ir_type type = c->instr->type;
    uint8_t kind = ir_verify_op_kind_of(c, type);
    bool is_bitwise = c->instr->op == IR_AND || c->instr->op == IR_OR || c->instr->op == IR_XOR;
    if (is_bitwise ? !(ir_verify_op_is_int(kind) || kind == IR_BOOL)
                   : !(ir_verify_op_is_int(kind) || ir_verify_is_float(kind)))
        return ir_verify_op_wants(c, is_bitwise ? "integers or bool" : "numbers", type);
    const char *wrong = ir_verify_op_same(c, type, ir_verify_op_type_of(c, 0));
    return wrong ? wrong : ir_verify_op_same(c, type, ir_verify_op_type_of(c, 1));
}

static const char *ir_check_shift(const checked *c)
{
    if (!ir_verify_op_is_int(ir_verify_op_kind_of(c, c->instr->type)))
        return ir_verify_op_wants(c, "an integer", c->instr->type);
    if (!ir_verify_op_is_int(ir_arg_kind(c, 1)))
        return ir_verify_op_wants(c, "an integer on the right", ir_verify_op_type_of(c, 1));
    return ir_verify_op_same(c, c->instr->type, ir_verify_op_type_of(c, 0));
}

static const char *ir_check_unary(const checked *c)
{
    uint8_t kind = ir_verify_op_kind_of(c, c->instr->type);
    if (c->instr->op == IR_NEG ? !(ir_verify_op_is_int(kind) || ir_verify_is_float(kind))
                               : !(ir_verify_op_is_int(kind) || kind == IR_BOOL))
        return ir_verify_op_wants(c, c->instr->op == IR_NEG ? "a number" : "an integer or bool", c->instr->type);
    return ir_verify_op_same(c, c->instr->type, ir_verify_op_type_of(c, 0));
}

static const char *ir_check_compare(const checked *c)
{
    if (c->instr->type != IR_BOOL)
        return ir_verify_op_wants(c, "a bool result", c->instr->type);
    if (!ir_verify_op_is_scalar(ir_arg_kind(c, 0)))
        return ir_verify_op_wants(c, "scalars", ir_verify_op_type_of(c, 0));
    return ir_verify_op_same(c, ir_verify_op_type_of(c, 0), ir_verify_op_type_of(c, 1));
}

static const char *ir_check_overflows(const checked *c)
{
    if (c->instr->type != IR_BOOL)
        return ir_verify_op_wants(c, "a bool result", c->instr->type);
    if (c->instr->aux != IR_ADD && c->instr->aux != IR_SUB && c->instr->aux != IR_MUL)
        return "knows ADD, SUB and MUL only";
    if (!ir_verify_op_is_int(ir_arg_kind(c, 0)))
        return ir_verify_op_wants(c, "integers", ir_verify_op_type_of(c, 0));
    return ir_verify_op_same(c, ir_verify_op_type_of(c, 0), ir_verify_op_type_of(c, 1));
}

static const char *ir_check_convert(const checked *c)
{
    uint8_t from = ir_arg_kind(c, 0), to = ir_verify_op_kind_of(c, c->instr->type);
    bool ok;
    if (to == IR_BOOL || ir_verify_is_float(from))
        ok = to == IR_BOOL ? from == IR_BOOL : ir_verify_is_float(to) || ir_verify_op_is_int(to);
    else if (to == IR_PTR)
        ok = from == IR_PTR || from == IR_U64 || from == IR_I64;
    else if (from == IR_PTR)
        ok = to == IR_U64 || to == IR_I64;
    else if (from == IR_BOOL)
        ok = ir_verify_op_is_int(to);
    else
        ok = ir_verify_op_is_int(from) && (ir_verify_op_is_int(to) || ir_verify_is_float(to));
    return ok ? NULL
              : arena_format(c->m->memory, "%s as %s", ir_type_text(c->m, ir_verify_op_type_of(c, 0)),
                             ir_type_text(c->m, c->instr->type));
}

static const char *ir_check_bitcast(const checked *c)
{
    if (!ir_verify_op_is_scalar(ir_arg_kind(c, 0)) ||
        !ir_verify_op_is_scalar(ir_verify_op_kind_of(c, c->instr->type)) ||
        ir_size(c->m, ir_verify_op_type_of(c, 0)) != ir_size(c->m, c->instr->type))
        return arena_format(c->m->memory, "%s to %s", ir_type_text(c->m, ir_verify_op_type_of(c, 0)),
                            ir_type_text(c->m, c->instr->type));
    return NULL;
}

static const char *ir_check_select(const checked *c)
{
    if (ir_arg_kind(c, 0) != IR_BOOL)
        return ir_verify_op_wants(c, "a bool", ir_verify_op_type_of(c, 0));
    if (!ir_verify_op_is_scalar(ir_verify_op_kind_of(c, c->instr->type)))
        return ir_verify_op_wants(c, "scalars", c->instr->type);
    const char *wrong = ir_verify_op_same(c, c->instr->type, ir_verify_op_type_of(c, 1));
    return wrong ? wrong : ir_verify_op_same(c, c->instr->type, ir_verify_op_type_of(c, 2));
}

static const char *ir_check_local(const checked *c)
{
    if (c->instr->imm == 0 || c->instr->imm >= c->f->locals.n)
        return arena_format(c->m->memory, "there is no local $%llu", (unsigned long long)c->instr->imm);
    if (c->instr->op == IR_LOCAL_ADDR)
        return ir_verify_op_kind_of(c, c->instr->type) == IR_PTR
                   ? NULL
                   : ir_verify_op_wants(c, "a pointer result", c->instr->type);
    return ir_verify_op_same(c, c->f->locals.at[c->instr->imm].type,
                             c->instr->op == IR_SET ? ir_verify_op_type_of(c, 0) : c->instr->type);
}

/* Registers hold scalars, and what is made of them. */
static bool ir_is_of_scalars(const ir_module *m, ir_type type)
{
    const ir_type_info *about = &m->types.at[type];
    bool all = about->kind != IR_UNION && about->kind != IR_CODED;
    if (about->kind == IR_ARRAY)
        return ir_is_of_scalars(m, about->element);
    for (uint32_t i = 0; all && about->kind == IR_STRUCT && i < about->n_fields; i++)
        all = ir_is_of_scalars(m, m->fields.at[about->first_field + i]);
    return all;
}

static const char *ir_check_ptx(const checked *c)
{
    const ir_instr *instr = c->instr;
    if (instr->imm >= c->m->files.n)
        return "there is no template";
    if (instr->aux >= c->f->locals.n)
        return "there is no such local";
    const ir_type out = instr->aux ? c->f->locals.at[instr->aux].type : IR_VOID;
    if (!ir_is_of_scalars(c->m, out))
        return ir_verify_op_wants(c, "a local of scalars", out);
    if (instr->flags && (c->m->types.at[out].kind != IR_STRUCT || c->m->types.at[out].n_fields < instr->flags))
        return ir_verify_op_wants(c, "a local with all fields that are tied", out);
    for (uint32_t i = 0; i < instr->n_args; i++)
        if (ir_arg_kind(c, i) > IR_PTR)
            return ir_verify_op_wants(c, "scalar operands", ir_verify_op_type_of(c, i));
    return NULL;
}

static const char *ir_verify_op_check_memory(const checked *c)
{
    if (ir_arg_kind(c, 0) != IR_PTR)
        return ir_verify_op_wants(c, "a pointer", ir_verify_op_type_of(c, 0));
    if (c->instr->flags & IR_STREAMING &&
        (c->instr->op != IR_STORE || c->instr->flags & IR_VOLATILE || !ir_is_number(c->instr->type)))
        return "streaming is said of plain stores of numbers alone";
    return c->instr->op == IR_STORE ? ir_verify_op_same(c, c->instr->type, ir_verify_op_type_of(c, 1)) : NULL;
}

static const char *ir_check_field_addr(const checked *c)
{
    uint64_t field = c->instr->imm & UINT32_MAX, type = c->instr->imm >> 32;
    if (ir_arg_kind(c, 0) != IR_PTR)
        return ir_verify_op_wants(c, "a pointer", ir_verify_op_type_of(c, 0));
    if (type >= c->m->types.n)
        return arena_format(c->m->memory, "there is no type %u", (unsigned)type);
    const ir_type_info *t = &c->m->types.at[type];
    uint64_t n = t->kind == IR_ARRAY ? t->n : t->n_fields;
    if (t->kind < IR_ARRAY || field >= n)
        return arena_format(c->m->memory, "%s has no field %u", ir_type_text(c->m, (ir_type)type), (unsigned)field);
    if (t->kind == IR_CODED && field == 0)
        return "a coded tag has no address";
    return ir_verify_op_same(c, c->instr->type, ir_verify_op_type_of(c, 0));
}

static const char *ir_check_element_addr(const checked *c)
{
    if (ir_arg_kind(c, 0) != IR_PTR)
        return ir_verify_op_wants(c, "a pointer", ir_verify_op_type_of(c, 0));
    if (ir_arg_kind(c, 1) != IR_U64 && ir_arg_kind(c, 1) != IR_I64)
        return ir_verify_op_wants(c, "a u64 or i64 index", ir_verify_op_type_of(c, 1));
    if (c->instr->imm == 0 || c->instr->imm >= c->m->types.n)
        return arena_format(c->m->memory, "there is no type %llu", (unsigned long long)c->instr->imm);
    return ir_verify_op_same(c, c->instr->type, ir_verify_op_type_of(c, 0));
}

static const char *ir_check_field(const checked *c)
{
    const ir_type_info *t = &c->m->types.at[ir_verify_op_type_of(c, 0)];
    uint64_t n = t->kind == IR_ARRAY ? t->n : t->n_fields;
    if (t->kind < IR_ARRAY || c->instr->imm >= n)
        return arena_format(c->m->memory, "%s has no field %llu", ir_type_text(c->m, ir_verify_op_type_of(c, 0)),
                            (unsigned long long)c->instr->imm);
    return ir_verify_op_same(c, c->instr->type,
                             t->kind == IR_ARRAY ? t->element : c->m->fields.at[t->first_field + c->instr->imm]);
}

static const char *ir_check_make(const checked *c)
{
    const ir_type_info *t = &c->m->types.at[c->instr->type];
    if (t->kind < IR_ARRAY)
        return ir_verify_op_wants(c, "a struct, array or union", c->instr->type);
    if (t->kind == IR_UNION) {
        if (c->instr->imm >= t->n_fields || c->instr->n_args != 1)
            return "a union is made of one of its fields";
        return ir_verify_op_same(c, c->m->fields.at[t->first_field + c->instr->imm], ir_verify_op_type_of(c, 0));
    }
    uint64_t n = t->kind == IR_ARRAY ? t->n : t->n_fields;
    if (c->instr->n_args != n)
        return arena_format(c->m->memory, "%u of %llu fields", c->instr->n_args, (unsigned long long)n);
    for (uint32_t i = 0; i < n; i++) {
        const char *wrong = ir_verify_op_same(c, t->kind == IR_ARRAY ? t->element : c->m->fields.at[t->first_field + i],
                                              ir_verify_op_type_of(c, i));
        if (wrong)
            return arena_format(c->m->memory, "field %u: %s", i, wrong);
    }
    return NULL;
}

static const char *ir_verify_op_check_call(const checked *c)
{
    bool by_pointer = c->instr->op == IR_CALL_PTR;
    uint64_t which = by_pointer ? c->instr->imm - 1 : c->instr->imm;
    if (which == 0 || which >= c->m->functions.n)
        return arena_format(c->m->memory, "there is no function %llu", (unsigned long long)which);
    const ir_function *callee = &c->m->functions.at[which];
    if (c->instr->op == IR_FUNCTION_ADDR)
        return ir_verify_op_kind_of(c, c->instr->type) == IR_PTR
                   ? NULL
                   : ir_verify_op_wants(c, "a pointer result", c->instr->type);
    if (!by_pointer && callee->is_kernel)
        return "a kernel is not called";
    if (by_pointer && (c->instr->n_args == 0 || ir_arg_kind(c, 0) != IR_PTR))
        return "calls a pointer";
    if (c->instr->n_args != callee->n_params + by_pointer)
        return arena_format(c->m->memory, "%u arguments for %u parameters of \"%s\"", c->instr->n_args - by_pointer,
                            callee->n_params, callee->name);
    for (uint32_t i = 0; i < callee->n_params; i++) {
        const char *wrong = ir_verify_op_same(c, callee->params[i], ir_verify_op_type_of(c, i + by_pointer));
        if (wrong)
            return arena_format(c->m->memory, "argument %u of \"%s\": %s", i, callee->name, wrong);
    }
    return ir_verify_op_same(c, callee->result, c->instr->type);
}

static const char *ir_check_operands(const checked *c, uint32_t first)
{
    if (c->instr->imm == 0 || c->instr->imm >= c->m->sites.n)
        return arena_format(c->m->memory, "there is no site %llu", (unsigned long long)c->instr->imm);
    if ((c->m->sites.at[c->instr->imm].kind == IR_SITE_PANIC) != (c->instr->op != IR_INTRINSIC))
        return "a site of another kind";
    if (c->instr->n_args > first + IR_MOST_OPERANDS)
        return "more operands than a panic keeps";
    for (uint32_t i = first; i < c->instr->n_args; i++)
        if (ir_arg_kind(c, i) != IR_U64 && ir_arg_kind(c, i) != IR_I64)
            return ir_verify_op_wants(c, "64-bit integers", ir_verify_op_type_of(c, i));
    return NULL;
}

static const char *ir_check_return(const checked *c)
{
    if (c->instr->n_args != (c->f->result != 0))
        return c->f->result ? "returns nothing" : "returns a value";
    return c->f->result ? ir_verify_op_same(c, c->f->result, ir_verify_op_type_of(c, 0)) : NULL;
}

static const char *ir_check_atomic(const checked *c, ir_intrinsic what)
{
    if (ir_arg_kind(c, 0) != IR_PTR)
        return ir_verify_op_wants(c, "a pointer", ir_verify_op_type_of(c, 0));
    ir_type type = what == IR_IN_ATOMIC_LOAD ? c->instr->type : ir_verify_op_type_of(c, 1);
    uint8_t kind = ir_verify_op_kind_of(c, type);
    bool of_floats = what == IR_IN_ATOMIC_LOAD || what == IR_IN_ATOMIC_STORE || what == IR_IN_ATOMIC_EXCHANGE ||
                     what == IR_IN_ATOMIC_ADD;
    if (!(kind >= IR_I8 && kind <= IR_U64) && !(of_floats && ir_verify_is_float(kind)))
        return ir_verify_op_wants(c, "a type that has it", type);
    if (!ir_is_ordering_and_scope(c->instr->imm))
        return "ordering or scope";
    if (c->instr->imm >> 16 && (what != IR_IN_ATOMIC_ADD || !ir_verify_is_float(kind)))
        return "threads that are together add to a float";
    if (what == IR_IN_ATOMIC_COMPARE_EXCHANGE && ir_verify_op_type_of(c, 2) != type)
        return ir_verify_op_same(c, type, ir_verify_op_type_of(c, 2));
    return c->instr->type ? ir_verify_op_same(c, c->instr->type, type) : NULL;
}

static const char *ir_check_intrinsic(const checked *c)
{
    if (c->instr->aux >= IR_N_INTRINSICS)
        return arena_format(c->m->memory, "there is no intrinsic %u", c->instr->aux);
    const ir_intrinsic what = (ir_intrinsic)c->instr->aux;
    const ir_intrinsic_row *row = &ir_intrinsic_rows[what];
    const ir_type type = c->instr->type;
    if (row->n_args >= 0 && c->instr->n_args != (uint32_t)row->n_args)
        return arena_format(c->m->memory, "%u operands for %s", c->instr->n_args, row->text);
    if ((row->flags & IR_HAS_RESULT) ? type == 0 : type != 0)
        return arena_format(c->m->memory, "%s has %s result", row->text, type ? "no" : "a");
    uint8_t kind = ir_verify_op_kind_of(c, type), first = row->n_args > 0 ? ir_arg_kind(c, 0) : IR_VOID;
    uint64_t size = row->n_args > 0 ? ir_size(c->m, ir_verify_op_type_of(c, 0)) : 0;
    switch (what) {
    case IR_IN_THREAD_IDX:
    case IR_IN_BLOCK_IDX:
    case IR_IN_BLOCK_DIM:
    case IR_IN_GRID_DIM:
        if (c->instr->imm > 2)
            return "axis";
        return kind == IR_U32 ? NULL : ir_verify_op_wants(c, "a u32 result", type);
    case IR_IN_THREAD_INDEX: return kind == IR_U64 ? NULL : ir_verify_op_wants(c, "a u64 result", type);
    case IR_IN_RANGE_FIRST:
    case IR_IN_RANGE_END:
    case IR_IN_RANGE_AT:
        if (c->instr->imm == IR_RANGE_NONE || c->instr->imm >= IR_N_RANGES)
            return "range";
        if (what == IR_IN_RANGE_AT)
            return first == IR_U64 ? NULL : ir_verify_op_wants(c, "a u64 number", ir_verify_op_type_of(c, 0));
        return kind == IR_U64 ? NULL : ir_verify_op_wants(c, "a u64 result", type);
    case IR_IN_PREFETCH:
        return first != IR_PTR               ? ir_verify_op_wants(c, "a pointer", ir_verify_op_type_of(c, 0))
               : ir_arg_kind(c, 1) != IR_U64 ? ir_verify_op_wants(c, "a u64 number", ir_verify_op_type_of(c, 1))
                                             : NULL;
    case IR_IN_LANE:
    case IR_IN_DYN_SHARED_BYTES: return kind == IR_U32 ? NULL : ir_verify_op_wants(c, "a u32 result", type);
    case IR_IN_DYN_SHARED: return kind == IR_PTR ? NULL : ir_verify_op_wants(c, "a pointer result", type);
    case IR_IN_BARRIER:
    case IR_IN_WARP_SYNC: return NULL;
    case IR_IN_FENCE:
        return ir_is_ordering_and_scope(c->instr->imm) && c->instr->imm >> 16 == 0 ? NULL : "ordering or scope";
    case IR_IN_SHUFFLE:
    case IR_IN_SHUFFLE_XOR:
    case IR_IN_SHUFFLE_DOWN:
    case IR_IN_SHUFFLE_UP:
        if (!ir_verify_op_is_scalar(first) || (size != 4 && size != 8))
            return ir_verify_op_wants(c, "a scalar of 32 or 64 bits", ir_verify_op_type_of(c, 0));
        return ir_arg_kind(c, 1) == IR_U32 ? ir_verify_op_same(c, type, ir_verify_op_type_of(c, 0))
                                           : ir_verify_op_wants(c, "a u32 lane", ir_verify_op_type_of(c, 1));
    case IR_IN_BALLOT:
    case IR_IN_ANY:
    case IR_IN_ALL:
        if (first != IR_BOOL)
            return ir_verify_op_wants(c, "a bool", ir_verify_op_type_of(c, 0));
        return kind == (what == IR_IN_BALLOT ? IR_U32 : IR_BOOL)
                   ? NULL
                   : ir_verify_op_wants(c, what == IR_IN_BALLOT ? "a u32 result" : "a bool result", type);
    case IR_IN_LOCAL_GONE:
        return first == IR_PTR ? NULL : ir_verify_op_wants(c, "a pointer", ir_verify_op_type_of(c, 0));
    case IR_IN_UNDEFINED_UNLESS:
        if (c->instr->imm >= IR_N_UNDEFINED)
            return "tells no kind of undefined behaviour";
        return first == IR_BOOL && ir_arg_kind(c, 1) == IR_U64 ? NULL : "wants a bool and a u64";
    case IR_IN_SCALARS_AT:
        return first == IR_PTR && ir_scalars_of(c->instr->imm).sizes[0] ? NULL : "wants a pointer and scalars";
    case IR_IN_OF_ONE_ALLOCATION: return first == IR_PTR && ir_arg_kind(c, 1) == IR_PTR ? NULL : "wants two pointers";
    case IR_IN_ALIGNED_AROUND:
        return first == IR_PTR && ir_arg_kind(c, 1) == IR_PTR && ir_around_bytes(c->instr->imm)
                   ? NULL
                   : "wants two pointers and what is accessed";
    case IR_IN_PRINT: return ir_check_operands(c, 0);
    case IR_IN_MEMCPY:
        return first == IR_PTR && ir_arg_kind(c, 1) == IR_PTR && ir_arg_kind(c, 2) == IR_U64
                   ? NULL
                   : "wants two pointers and a u64";
    case IR_IN_COUNT_ONES:
    case IR_IN_LEADING_ZEROS:
    case IR_IN_TRAILING_ZEROS:
        if (!ir_verify_op_is_int(first))
            return ir_verify_op_wants(c, "an integer", ir_verify_op_type_of(c, 0));
        return kind == IR_U32 ? NULL : ir_verify_op_wants(c, "a u32 result", type);
    case IR_IN_SWAP_BYTES:
    case IR_IN_REVERSE_BITS:
        return ir_verify_op_is_int(first) ? ir_verify_op_same(c, type, ir_verify_op_type_of(c, 0))
                                          : ir_verify_op_wants(c, "an integer", ir_verify_op_type_of(c, 0));
    case IR_IN_MUL_HIGH:
        if (!ir_verify_op_is_int(first) || size < 4)
            return ir_verify_op_wants(c, "integers of 32 or 64 bits", ir_verify_op_type_of(c, 0));
        break;
    case IR_IN_F16_TO_F32:
    case IR_IN_BF16_TO_F32: return first == IR_U16 && kind == IR_F32 ? NULL : "wants u16 bits, gives f32";
    case IR_IN_F8E4M3_TO_F32:
    case IR_IN_F8E5M2_TO_F32: return first == IR_U8 && kind == IR_F32 ? NULL : "wants u8 bits, gives f32";
    case IR_IN_F32_TO_F8E4M3:
    case IR_IN_F32_TO_F8E5M2: return first == IR_F32 && kind == IR_U8 ? NULL : "wants f32, gives u8 bits";
    case IR_IN_F32_TO_F16:
    case IR_IN_F32_TO_BF16: return first == IR_F32 && kind == IR_U16 ? NULL : "wants f32, gives u16 bits";
#define IR_INTRINSIC(name, ...)
#define IR_MATH(name, ...)  case IR_IN_##name:
#define IR_FLOAT(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
        if (!ir_verify_is_float(first))
            return ir_verify_op_wants(c, "floats", ir_verify_op_type_of(c, 0));
        break;
#define IR_INTRINSIC(name, ...)
#define IR_MATH(name, ...)
#define IR_FLOAT(name, ...)
#define IR_ATOMIC(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
        return ir_check_atomic(c, what);
    case IR_N_INTRINSICS: break;
    }
    for (uint32_t i = 0; i < c->instr->n_args; i++) {
        const char *wrong = ir_verify_op_same(c, type, ir_verify_op_type_of(c, i));
        if (wrong)
            return wrong;
    }
    return NULL;
}

const char *ir_verify_instr(ir_module *m, const ir_function *f, const ir_instr *instr)
{
    const checked c = {m, f, instr, instr->n_args ? m->args.at + instr->first_arg : NULL};
    const ir_op_row *row = &ir_op_rows[instr->op];
    if (instr->type >= m->types.n)
        return arena_format(m->memory, "there is no type %u", instr->type);
    if (row->n_args >= 0 && instr->n_args != (uint32_t)row->n_args)
        return arena_format(m->memory, "%u operands, not %d", instr->n_args, row->n_args);
    if (row->result ? (instr->result != 0) != (instr->type != 0) : instr->result != 0)
        return row->result ? "a result without a type, or a type without a result" : "has no result";
    bool may_be_void = instr->op == IR_CALL || instr->op == IR_CALL_PTR || instr->op == IR_INTRINSIC;
    if (row->result && instr->type == 0 && !may_be_void)
        return "no type";
    switch ((ir_op)instr->op) {
    case IR_CONST:
        return ir_verify_op_is_scalar(ir_verify_op_kind_of(&c, instr->type))
                   ? NULL
                   : ir_verify_op_wants(&c, "a scalar", instr->type);
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_REM:
    case IR_AND:
    case IR_OR:
    case IR_XOR: return ir_check_arithmetic(&c);
    case IR_SHL:
    case IR_SHR: return ir_check_shift(&c);
    case IR_NEG:
    case IR_NOT: return ir_check_unary(&c);
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: return ir_check_compare(&c);
    case IR_OVERFLOWS: return ir_check_overflows(&c);
    case IR_CONVERT: return ir_check_convert(&c);
    case IR_BITCAST: return ir_check_bitcast(&c);
    case IR_SELECT: return ir_check_select(&c);
    case IR_GET:
    case IR_SET:
    case IR_LOCAL_ADDR: return ir_check_local(&c);
    case IR_GLOBAL_ADDR:
        if (instr->imm == 0 || instr->imm >= m->globals.n)
            return arena_format(m->memory, "there is no global @%llu", (unsigned long long)instr->imm);
        return ir_verify_op_kind_of(&c, instr->type) == IR_PTR
                   ? NULL
                   : ir_verify_op_wants(&c, "a pointer result", instr->type);
    case IR_LOAD:
    case IR_STORE: return ir_verify_op_check_memory(&c);
    case IR_FIELD_ADDR: return ir_check_field_addr(&c);
    case IR_ELEMENT_ADDR: return ir_check_element_addr(&c);
    case IR_FIELD: return ir_check_field(&c);
    case IR_MAKE: return ir_check_make(&c);
    case IR_CALL:
    case IR_CALL_PTR:
    case IR_FUNCTION_ADDR: return ir_verify_op_check_call(&c);
    case IR_INTRINSIC: return ir_check_intrinsic(&c);
    case IR_PTX: return ir_check_ptx(&c);
    case IR_IF:
        return ir_arg_kind(&c, 0) == IR_BOOL ? NULL : ir_verify_op_wants(&c, "a bool", ir_verify_op_type_of(&c, 0));
    case IR_SWITCH:
        return ir_verify_op_is_int(ir_arg_kind(&c, 0)) || ir_arg_kind(&c, 0) == IR_BOOL
                   ? NULL
                   : ir_verify_op_wants(&c, "an integer or bool", ir_verify_op_type_of(&c, 0));
    case IR_RETURN: return ir_check_return(&c);
    case IR_TRAP: return ir_check_operands(&c, 0);
    case IR_CHECK:
        if (instr->n_args == 0 || ir_arg_kind(&c, 0) != IR_BOOL)
            return "wants a bool first";
        return ir_check_operands(&c, 1);
    case IR_ZERO:
    case IR_UNDEF:
    case IR_ELSE:
    case IR_END:
    case IR_LOOP:
    case IR_BLOCK:
    case IR_CASE:
    case IR_DEFAULT:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_N_OPS: break; /* ir_verify.c knows what brackets */
    }
    return NULL;
}
