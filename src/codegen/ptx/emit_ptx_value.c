/* emit_ptx_value.c: registers, numbers and addresses. */
#include "codegen/ptx/emit_ptx.h"

/* A value of more scalars lies in memory. */
enum { MOST_LEAVES = 16 };

void emit_ptx_refuse(emit *e, const char *what)
{
    if (!e->refused)
        e->refused = what;
}

ir_kind emit_ptx_kind(const emit *e, ir_type t)
{
    return (ir_kind)e->m->types.at[t].kind;
}

bool emit_ptx_is_signed(const emit *e, ir_type t)
{
    return ir_is_signed(e->m, t);
}

emit_ptx_class emit_ptx_class_of(const emit *e, ir_type t)
{
    if (emit_ptx_kind(e, t) == IR_BOOL)
        return EMIT_PTX_PREDICATE;
    return ir_size(e->m, t) == 8 ? EMIT_PTX_64 : EMIT_PTX_32;
}

uint32_t emit_ptx_width(const emit *e, ir_type t)
{
    return ir_size(e->m, t) == 8 ? 64 : 32;
}

typedef VEC(emit_ptx_leaf) leaf_list;

/* False: the type has a part whose scalars differ from value to value, or too many. */
static bool emit_ptx_add_leaves(emit *e, ir_type t, uint64_t offset, leaf_list *list)
{
    const ir_type_info *about = &e->m->types.at[t];
    if (about->size == 0)
        return true;
    if (about->kind == IR_UNION || about->kind == IR_CODED || list->n > MOST_LEAVES)
        return false;
    if (about->kind != IR_STRUCT && about->kind != IR_ARRAY) {
        vec_push(e->a, list, (emit_ptx_leaf){t, offset});
        return list->n <= MOST_LEAVES;
    }
    const bool is_array = about->kind == IR_ARRAY;
    const uint64_t n = is_array ? about->n : about->n_fields;
    for (uint64_t k = 0; k < n; k++) {
        const ir_type part = is_array ? about->element : e->m->fields.at[about->first_field + k];
        if (!emit_ptx_add_leaves(e, part, offset + ir_field_offset(e->m, t, (uint32_t)k), list))
            return false;
    }
    return true;
}

emit_ptx_leaves emit_ptx_leaves_of(emit *e, ir_type t)
{
    emit_ptx_leaves *known = &emit_ptx_of(e)->leaves[t];
    if (!known->is_known) {
        leaf_list list = {0};
        const bool fits = emit_ptx_add_leaves(e, t, 0, &list);
        *known = (emit_ptx_leaves){list.at, fits ? list.n : 0, true, !fits};
    }
    return *known;
}

emit_ptx_value emit_ptx_new(emit *e, emit_ptx_class class)
{
    return (emit_ptx_value){
        .form = EMIT_PTX_REGISTER, .class = (uint8_t) class, .reg = ++emit_ptx_of(e)->n_registers[class]};
}

emit_ptx_value emit_ptx_new_of(emit *e, ir_type t)
{
    return emit_ptx_new(e, emit_ptx_class_of(e, t));
}

emit_ptx_value emit_ptx_number(emit_ptx_class class, uint64_t bits)
{
    return (emit_ptx_value){.form = EMIT_PTX_NUMBER, .class = (uint8_t) class, .bits = bits};
}

static const char *emit_ptx_name(emit *e, emit_ptx_value v)
{
    switch ((emit_ptx_class)v.class) {
    case EMIT_PTX_PREDICATE: return emit_print(e, "%%$p%u", v.reg);
    case EMIT_PTX_16: return emit_print(e, "%%$h%u", v.reg);
    case EMIT_PTX_32: return emit_print(e, "%%$r%u", v.reg);
    case EMIT_PTX_64: return emit_print(e, "%%$d%u", v.reg);
    case EMIT_PTX_N_CLASSES: break;
    }
    return "";
}

static const char *emit_ptx_literal(emit *e, emit_ptx_value v)
{
    if (v.class == EMIT_PTX_64)
        return v.bits >> 63 ? emit_print(e, "0x%llx", (unsigned long long)v.bits)
                            : emit_print(e, "%llu", (unsigned long long)v.bits);
    return emit_print(e, "%d", (int)(int32_t)(uint32_t)v.bits);
}

/* Where an address is used as a number it is generic: shared, local and global memory have windows in it. */
static emit_ptx_value emit_ptx_generic(emit *e, emit_ptx_value address)
{
    const bool is_shared = address.space == IR_SPACE_SHARED;
    const char *space = emit_ptx_space(address);
    if (!address.symbol && !address.offset && !space[0])
        return (emit_ptx_value){.form = EMIT_PTX_REGISTER,
                                .class = EMIT_PTX_64,
                                .is_loose = address.is_loose,
                                .is_reloaded = address.is_reloaded,
                                .reg = address.reg};
    emit_ptx_value of = emit_ptx_new(e, EMIT_PTX_64);
    const char *name = emit_ptx_name(e, of);
    if (address.symbol) {
        EMIT_PTX_LINE(e, "mov.u64 %s, %s", name, address.symbol);
        if (address.offset)
            EMIT_PTX_LINE(e, "add.s64 %s, %s, %lld", name, name, (long long)address.offset);
    } else if (is_shared) {
        const char *low = emit_print(e, "%%$r%u", address.reg);
        if (address.offset) {
            low = emit_ptx_name(e, emit_ptx_new(e, EMIT_PTX_32));
            EMIT_PTX_LINE(e, "add.s32 %s, %%$r%u, %d", low, address.reg, (int)address.offset);
        }
        EMIT_PTX_LINE(e, "cvt.u64.u32 %s, %s", name, low);
    } else if (address.offset) {
        EMIT_PTX_LINE(e, "add.s64 %s, %%$d%u, %lld", name, address.reg, (long long)address.offset);
    } else {
        name = emit_print(e, "%%$d%u", address.reg);
    }
    if (!space[0])
        return of;
    emit_ptx_value generic = emit_ptx_new(e, EMIT_PTX_64);
    EMIT_PTX_LINE(e, "cvta%s.u64 %s, %s", space, emit_ptx_name(e, generic), name);
    return generic;
}

void emit_ptx_choose(emit *e, emit_ptx_value to, const char *a, const char *b, emit_ptx_value v)
{
    const bool is_negated = v.is_negated;
    v.is_negated = false;
    EMIT_PTX_LINE(e, "selp.b%u %s, %s, %s, %s", to.class == EMIT_PTX_64 ? 64 : 32, emit_ptx_name(e, to),
                  is_negated ? b : a, is_negated ? a : b, emit_ptx_register(e, v));
}

const char *emit_ptx_unless(emit *e, emit_ptx_value v)
{
    const bool is_negated = v.is_negated;
    v.is_negated = false;
    return emit_print(e, is_negated ? "%s" : "!%s", emit_ptx_register(e, v));
}

static emit_ptx_value emit_ptx_settle(emit *e, emit_ptx_value v)
{
    if (v.is_negated) { /* by way of a float: emit_ptx_join_bools */
        emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_PREDICATE), number = emit_ptx_new(e, EMIT_PTX_32);
        emit_ptx_choose(e, number, "0x3f800000", "0", v);
        EMIT_PTX_LINE(e, "setp.neu.f32 %s, %s, 0f00000000", emit_ptx_name(e, to), emit_ptx_name(e, number));
        return to;
    }
    if (v.form == EMIT_PTX_ADDRESS)
        return emit_ptx_generic(e, v);
    if (v.form != EMIT_PTX_NUMBER)
        return v;
    emit_ptx_value to = emit_ptx_new(e, (emit_ptx_class)v.class);
    if (v.class == EMIT_PTX_PREDICATE)
        EMIT_PTX_LINE(e, "mov.pred %s, %d", emit_ptx_name(e, to), v.bits & 1 ? -1 : 0);
    else
        EMIT_PTX_LINE(e, "mov.b%u %s, %s", v.class == EMIT_PTX_64 ? 64 : 32, emit_ptx_name(e, to),
                      emit_ptx_literal(e, v));
    return to;
}

const char *emit_ptx_register(emit *e, emit_ptx_value v)
{
    v = emit_ptx_settle(e, v);
    if (v.form != EMIT_PTX_REGISTER)
        emit_ptx_refuse(e, "a value without a register");
    return emit_ptx_name(e, v);
}

const char *emit_ptx_operand(emit *e, emit_ptx_value v)
{
    if (v.form == EMIT_PTX_NUMBER && v.class != EMIT_PTX_PREDICATE)
        return emit_ptx_literal(e, v);
    return emit_ptx_register(e, v);
}

const char *emit_ptx_place(emit *e, emit_ptx_value address, uint64_t offset)
{
    const long long at = (long long)(address.offset + (int64_t)offset);
    const char *base = address.symbol
                           ? address.symbol
                           : emit_print(e, address.space == IR_SPACE_SHARED ? "%%$r%u" : "%%$d%u", address.reg);
    if (at >= -0x100000 && at <= 0x7fffff)
        return at ? emit_print(e, "%s+%lld", base, at) : base;
    const bool is_shared = address.space == IR_SPACE_SHARED;
    const char *far = emit_ptx_name(e, emit_ptx_new(e, is_shared ? EMIT_PTX_32 : EMIT_PTX_64));
    const unsigned width = is_shared ? 32 : 64;
    if (address.symbol)
        EMIT_PTX_LINE(e, "mov.u%u %s, %s", width, far, base);
    EMIT_PTX_LINE(e, "add.s%u %s, %s, %lld", width, far, address.symbol ? far : base, at);
    return far;
}

emit_ptx_value emit_ptx_based(emit *e, emit_ptx_value address, emit_ptx_value to)
{
    const unsigned width = to.space == IR_SPACE_SHARED ? 32 : 64;
    const char *base = address.symbol ? address.symbol : emit_print(e, width == 32 ? "%%$r%u" : "%%$d%u", address.reg),
               *name = emit_print(e, width == 32 ? "%%$r%u" : "%%$d%u", to.reg);
    if (address.symbol || !address.offset)
        EMIT_PTX_LINE(e, "mov.%c%u %s, %s", address.symbol ? 'u' : 'b', width, name, base);
    if (address.offset)
        EMIT_PTX_LINE(e, "add.s%u %s, %s, %lld", width, name, address.symbol ? name : base, (long long)address.offset);
    return to;
}

emit_ptx_value emit_ptx_moved(emit_ptx_value address, int64_t by)
{
    address.offset += by;
    return address;
}

const char *emit_ptx_space(emit_ptx_value address)
{
    if (address.space == EMIT_PTX_PARAM)
        return ".param";
    switch ((ir_space)address.space) {
    case IR_SPACE_GENERIC: return "";
    case IR_SPACE_GLOBAL:
    case IR_SPACE_CONST: return ".global";
    case IR_SPACE_SHARED: return ".shared";
    case IR_SPACE_LOCAL: return ".local";
    }
    return "";
}

/* ptxas 13.0 takes what a weak generic load finds at an address that all lanes share for a value that they share, and
 * keeps values of uniform registers over a branch on it. Locals have one generic address in all lanes, and a value in
 * each. */
const char *emit_ptx_load_modifiers(emit *e, const char *how, emit_ptx_value address)
{
    const char *space = emit_ptx_space(address);
    return how[0] || space[0] ? emit_print(e, "%s%s", how, space) : ".relaxed.cta";
}

emit_ptx_value emit_ptx_address(emit *e, emit_ptx_value v)
{
    if (v.form == EMIT_PTX_ADDRESS || v.form == EMIT_PTX_PLACE) {
        v.form = EMIT_PTX_ADDRESS;
        return v;
    }
    v = emit_ptx_settle(e, v);
    return (emit_ptx_value){.form = EMIT_PTX_ADDRESS,
                            .class = EMIT_PTX_64,
                            .is_loose = v.is_loose,
                            .is_reloaded = v.is_reloaded,
                            .reg = v.reg};
}

emit_ptx_value emit_ptx_value_of(emit *e, ir_value v)
{
    return emit_ptx_of(e)->values[v];
}

emit_ptx_value emit_ptx_arg(emit *e, const ir_instr *i, uint32_t n)
{
    return emit_ptx_value_of(e, emit_arg(e, i, n));
}

emit_ptx_value emit_ptx_room(emit *e, uint64_t n_bytes, uint32_t align)
{
    emit_ptx_own *own = emit_ptx_of(e);
    const char *name = emit_print(e, "$v%u", ++own->n_memory);
    const char *line =
        emit_print(e, "\t.local .align %u .b8 %s[%llu];\n", align < 8 ? 8 : align, name, (unsigned long long)n_bytes);
    const size_t n = strlen(line);
    vec_reserve(e->a, &own->memory, n);
    memcpy(own->memory.at + own->memory.n, line, n);
    own->memory.n += (uint32_t)n;
    return (emit_ptx_value){.form = EMIT_PTX_PLACE, .class = EMIT_PTX_64, .space = IR_SPACE_LOCAL, .symbol = name};
}

emit_ptx_value emit_ptx_slot(emit *e, ir_type t)
{
    return emit_ptx_room(e, ir_size(e->m, t), ir_align(e->m, t));
}

uint32_t emit_ptx_new_label(emit *e)
{
    return ++emit_ptx_of(e)->n_labels;
}

/* The unsigned 32-bit number that a u64 was made from. */
static bool emit_ptx_is_widened(emit *e, ir_value v, emit_ptx_value *narrow)
{
    const ir_instr *i = emit_definition(e, v);
    if (!i || i->op != IR_CONVERT)
        return false;
    const ir_type from = emit_type_of(e, emit_arg(e, i, 0));
    if (!ir_is_int(e->m, from) || ir_is_signed(e->m, from) || ir_size(e->m, from) > 4)
        return false;
    *narrow = emit_ptx_arg(e, i, 0);
    return narrow->form == EMIT_PTX_REGISTER && (!narrow->is_loose || e->how[v] == EMIT_INLINE);
}

emit_ptx_value emit_ptx_element(emit *e, const ir_instr *i)
{
    const ir_type element = (ir_type)i->imm;
    const uint64_t size = ir_size(e->m, element);
    const ir_value index = emit_arg(e, i, 1);
    emit_ptx_value base = emit_ptx_address(e, emit_ptx_arg(e, i, 0)), at = emit_ptx_value_of(e, index), narrow;
    if (size == 0)
        return base;
    if (at.form == EMIT_PTX_NUMBER)
        return emit_ptx_moved(base, (int64_t)(at.bits * size));
    const bool is_shared = base.space == IR_SPACE_SHARED;
    emit_ptx_value to = emit_ptx_new(e, is_shared ? EMIT_PTX_32 : EMIT_PTX_64);
    const char *from;
    if (base.symbol) {
        emit_ptx_value start = emit_ptx_new(e, is_shared ? EMIT_PTX_32 : EMIT_PTX_64);
        EMIT_PTX_LINE(e, "mov.u%u %s, %s", is_shared ? 32 : 64, emit_ptx_name(e, start), base.symbol);
        from = emit_ptx_name(e, start);
    } else {
        from = emit_print(e, is_shared ? "%%$r%u" : "%%$d%u", base.reg);
    }
    const char *name = emit_ptx_name(e, to);
    if (is_shared) {
        emit_ptx_value low = emit_ptx_new(e, EMIT_PTX_32);
        if (emit_ptx_is_widened(e, index, &narrow))
            low = narrow;
        else
            EMIT_PTX_LINE(e, "cvt.u32.u64 %s, %s", emit_ptx_name(e, low), emit_ptx_register(e, at));
        EMIT_PTX_LINE(e, "mad.lo.s32 %s, %s, %u, %s", name, emit_ptx_name(e, low), (unsigned)size, from);
    } else if (size <= INT32_MAX && emit_ptx_is_widened(e, index, &narrow)) {
        EMIT_PTX_LINE(e, "mad.wide.u32 %s, %s, %u, %s", name, emit_ptx_name(e, narrow), (unsigned)size, from);
    } else if ((size & (size - 1)) == 0) {
        unsigned shift = 0;
        while (size >> shift > 1)
            shift++;
        emit_ptx_value by = emit_ptx_new(e, EMIT_PTX_64);
        const char *step = emit_ptx_register(e, at);
        if (shift) {
            EMIT_PTX_LINE(e, "shl.b64 %s, %s, %u", emit_ptx_name(e, by), step, shift);
            step = emit_ptx_name(e, by);
        }
        EMIT_PTX_LINE(e, "add.s64 %s, %s, %s", name, from, step);
    } else {
        EMIT_PTX_LINE(e, "mad.lo.s64 %s, %s, %llu, %s", name, emit_ptx_register(e, at), (unsigned long long)size, from);
    }
    base.symbol = NULL;
    base.reg = to.reg;
    base.is_loose = false;
    return base;
}
