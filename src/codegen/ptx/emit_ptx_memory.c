/* emit_ptx_memory.c: loads, stores and copies, and values of several scalars. */
#include "codegen/ptx/emit_ptx.h"

const char *emit_ptx_memory_type(emit *e, ir_type t)
{
    const ir_kind kind = emit_ptx_kind(e, t);
    switch (ir_size(e->m, t)) {
    case 1: return kind == IR_I8 ? "s8" : "u8";
    case 2: return kind == IR_I16 ? "s16" : "u16";
    case 4: return "b32";
    case 8: return "b64";
    default: emit_ptx_refuse(e, "a scalar of this size"); return "b64";
    }
}

static emit_ptx_value emit_ptx_load_scalar(emit *e, ir_type t, emit_ptx_value address, uint64_t offset, const char *how)
{
    const bool is_bool = emit_ptx_kind(e, t) == IR_BOOL;
    emit_ptx_value to = is_bool ? emit_ptx_new(e, EMIT_PTX_32) : emit_ptx_new_of(e, t);
    const char *place = emit_ptx_place(e, address, offset), *name = emit_ptx_register(e, to);
    EMIT_PTX_LINE(e, "ld%s.%s %s, [%s]", how, emit_ptx_memory_type(e, t), name, place);
    to.is_reloaded = address.space == IR_SPACE_LOCAL;
    if (!is_bool)
        return to;
    emit_ptx_value as = emit_ptx_new(e, EMIT_PTX_PREDICATE);
    EMIT_PTX_LINE(e, "setp.ne.u32 %s, %s, 0", emit_ptx_register(e, as), name);
    return as;
}

static void emit_ptx_store_scalar(emit *e, ir_type t, emit_ptx_value address, uint64_t offset, emit_ptx_value v,
                                  const char *how)
{
    const char *place = emit_ptx_place(e, address, offset), *from;
    if (emit_ptx_kind(e, t) == IR_BOOL && v.form != EMIT_PTX_NUMBER) {
        emit_ptx_value as = emit_ptx_new(e, EMIT_PTX_32);
        emit_ptx_choose(e, as, "1", "0", v);
        v = as;
    } else if (v.form == EMIT_PTX_NUMBER && v.class == EMIT_PTX_PREDICATE) {
        v = emit_ptx_number(EMIT_PTX_32, v.bits & 1);
    }
    from = emit_ptx_register(e, v);
    EMIT_PTX_LINE(e, "st%s.%s [%s], %s", how, emit_ptx_memory_type(e, t), place, from);
}

/* How many scalars from leaf k on one access takes: 1, 2 or 4 of 4 or 8 bytes side by side, at most 16 bytes. */
static uint32_t emit_ptx_together(const emit *e, const emit_ptx_leaves *of, uint32_t k, uint32_t align)
{
    const uint64_t size = ir_size(e->m, of->at[k].type);
    if (size < 4)
        return 1;
    for (uint32_t n = (uint32_t)(16 / size); n > 1; n /= 2) {
        bool fits = k + n <= of->n && of->at[k].offset % (n * size) == 0 && align % (n * size) == 0;
        for (uint32_t j = 1; fits && j < n; j++)
            fits = ir_size(e->m, of->at[k + j].type) == size && of->at[k + j].offset == of->at[k].offset + j * size;
        if (fits)
            return n;
    }
    return 1;
}

static const char *emit_ptx_list(emit *e, const emit_ptx_value *parts, uint32_t n)
{
    const char *text = emit_ptx_register(e, parts[0]);
    for (uint32_t k = 1; k < n; k++)
        text = emit_print(e, "%s, %s", text, emit_ptx_register(e, parts[k]));
    return text;
}

emit_ptx_value emit_ptx_load(emit *e, ir_type t, emit_ptx_value address, const char *how, bool is_kept)
{
    return emit_ptx_load_as(e, t, address, emit_ptx_load_modifiers(e, how, address), is_kept);
}

emit_ptx_value emit_ptx_load_as(emit *e, ir_type t, emit_ptx_value address, const char *modifiers, bool is_kept)
{
    const emit_ptx_leaves of = emit_ptx_leaves_of(e, t);
    const bool is_whole = emit_ptx_kind(e, t) == IR_STRUCT || emit_ptx_kind(e, t) == IR_ARRAY;
    if (of.is_memory) {
        emit_ptx_value from = address;
        from.form = EMIT_PTX_PLACE;
        from.is_loose = true;
        if (is_kept)
            return from;
        emit_ptx_value to = emit_ptx_slot(e, t);
        emit_ptx_copy(e, to, from, ir_size(e->m, t), ir_align(e->m, t));
        return to;
    }
    if (of.n == 0)
        return (emit_ptx_value){0};
    if (!is_whole)
        return emit_ptx_load_scalar(e, t, address, 0, modifiers);
    emit_ptx_value all = {.form = EMIT_PTX_PARTS, .parts = ARENA_ARRAY(e->a, emit_ptx_value, of.n)};
    for (uint32_t k = 0; k < of.n;) {
        const uint32_t n = emit_ptx_together(e, &of, k, ir_align(e->m, t));
        if (n == 1) {
            all.parts[k] = emit_ptx_load_scalar(e, of.at[k].type, address, of.at[k].offset, modifiers);
        } else {
            const char *place = emit_ptx_place(e, address, of.at[k].offset);
            for (uint32_t j = 0; j < n; j++)
                all.parts[k + j] = emit_ptx_new_of(e, of.at[k + j].type);
            EMIT_PTX_LINE(e, "ld%s.v%u.%s {%s}, [%s]", modifiers, n, emit_ptx_memory_type(e, of.at[k].type),
                          emit_ptx_list(e, all.parts + k, n), place);
            for (uint32_t j = 0; j < n; j++)
                all.parts[k + j].is_reloaded = address.space == IR_SPACE_LOCAL;
        }
        k += n;
    }
    return all;
}

void emit_ptx_store(emit *e, ir_type t, emit_ptx_value address, emit_ptx_value v, const char *how)
{
    emit_ptx_store_as(e, t, address, v, emit_print(e, "%s%s", how, emit_ptx_space(address)));
}

void emit_ptx_store_as(emit *e, ir_type t, emit_ptx_value address, emit_ptx_value v, const char *modifiers)
{
    const emit_ptx_leaves of = emit_ptx_leaves_of(e, t);
    if (of.is_memory) {
        emit_ptx_copy(e, address, v, ir_size(e->m, t), ir_align(e->m, t));
        return;
    }
    if (of.n && v.form != EMIT_PTX_PARTS) {
        emit_ptx_store_scalar(e, of.at[0].type, address, of.at[0].offset, v, modifiers);
        return;
    }
    for (uint32_t k = 0; k < of.n;) {
        const uint32_t n = emit_ptx_together(e, &of, k, ir_align(e->m, t));
        if (n == 1) {
            emit_ptx_store_scalar(e, of.at[k].type, address, of.at[k].offset, v.parts[k], modifiers);
        } else {
            const char *place = emit_ptx_place(e, address, of.at[k].offset), *list = emit_ptx_list(e, v.parts + k, n);
            EMIT_PTX_LINE(e, "st%s.v%u.%s [%s], {%s}", modifiers, n, emit_ptx_memory_type(e, of.at[k].type), place,
                          list);
        }
        k += n;
    }
}

/* All is read before anything is written, so that the two may overlap, as far as registers go. */
void emit_ptx_copy(emit *e, emit_ptx_value to, emit_ptx_value from, uint64_t n, uint32_t align)
{
    enum { MOST = 64 };
    emit_ptx_value held[MOST];
    uint32_t width = align >= 8 ? 8 : align ? align : 1;
    if (from.form == EMIT_PTX_NOTHING || n == 0)
        return;
    to = emit_ptx_address(e, to);
    from = emit_ptx_address(e, from);
    for (uint64_t at = 0; at < n;) {
        uint32_t k = 0;
        uint64_t read = at, write = at;
        uint32_t sizes[MOST];
        for (; k < MOST && read < n; k++) {
            uint32_t size = width;
            while (size > n - read)
                size /= 2;
            sizes[k] = size;
            held[k] = emit_ptx_new(e, size == 8 ? EMIT_PTX_64 : EMIT_PTX_32);
            const char *place = emit_ptx_place(e, from, read);
            EMIT_PTX_LINE(e, "ld%s.%c%u %s, [%s]", emit_ptx_load_modifiers(e, "", from), size < 4 ? 'u' : 'b', 8 * size,
                          emit_ptx_register(e, held[k]), place);
            read += size;
        }
        for (uint32_t j = 0; j < k; j++) {
            const char *place = emit_ptx_place(e, to, write);
            EMIT_PTX_LINE(e, "st%s.%c%u [%s], %s", emit_ptx_space(to), sizes[j] < 4 ? 'u' : 'b', 8 * sizes[j], place,
                          emit_ptx_register(e, held[j]));
            write += sizes[j];
        }
        at = read;
    }
}

/* The first scalar of a field. */
static uint32_t emit_ptx_first_leaf(emit *e, ir_type aggregate, uint32_t field)
{
    const emit_ptx_leaves of = emit_ptx_leaves_of(e, aggregate);
    const uint64_t offset = ir_field_offset(e->m, aggregate, field);
    uint32_t k = 0;
    while (k < of.n && of.at[k].offset < offset)
        k++;
    return k;
}

static ir_type emit_ptx_field_type(const emit *e, ir_type aggregate, uint64_t field)
{
    const ir_type_info *about = &e->m->types.at[aggregate];
    return about->kind == IR_ARRAY ? about->element : e->m->fields.at[about->first_field + field];
}

/* The tag that the bytes of an IR_CODED tell. */
static emit_ptx_value emit_ptx_tag(emit *e, ir_type t, emit_ptx_value v)
{
    const ir_coding *c = &e->m->types.at[t].coding;
    const ir_type tag = e->m->fields.at[e->m->types.at[t].first_field];
    emit_ptx_value code =
        emit_ptx_load(e, c->type, emit_ptx_moved(emit_ptx_address(e, v), (int64_t)c->offset), "", false);
    const uint32_t width = emit_ptx_width(e, c->type);
    const emit_ptx_class class = width == 64 ? EMIT_PTX_64 : EMIT_PTX_32;
    const uint64_t low = ir_low_bits(c->start, ir_size(e->m, c->type));
    emit_ptx_value k = emit_ptx_new(e, class);
    EMIT_PTX_LINE(e, "sub.s%u %s, %s, %s", width, emit_ptx_register(e, k), emit_ptx_register(e, code),
                  emit_ptx_operand(e, emit_ptx_number(class, low)));
    k = emit_ptx_wrap(e, c->type, k);
    emit_ptx_value sum = emit_ptx_new(e, class);
    const ir_type wide = width == 64 ? IR_U64 : IR_U32;
    EMIT_PTX_LINE(e, "add.s%u %s, %s, %s", width, emit_ptx_register(e, sum), emit_ptx_register(e, k),
                  emit_ptx_operand(e, emit_ptx_number(class, c->first)));
    emit_ptx_value told = emit_ptx_convert(e, sum, wide, tag);
    if (c->is_all)
        return told;
    emit_ptx_value is_coded = emit_ptx_new(e, EMIT_PTX_PREDICATE);
    EMIT_PTX_LINE(e, "setp.lt.u%u %s, %s, %s", width, emit_ptx_register(e, is_coded), emit_ptx_register(e, k),
                  emit_ptx_operand(e, emit_ptx_number(class, c->count)));
    return emit_ptx_select(e, is_coded, told, emit_ptx_convert(e, emit_ptx_number(EMIT_PTX_64, c->other), IR_U64, tag));
}

emit_ptx_value emit_ptx_field(emit *e, ir_type aggregate, emit_ptx_value v, uint32_t field)
{
    const ir_kind kind = emit_ptx_kind(e, aggregate);
    const ir_type t = emit_ptx_field_type(e, aggregate, field);
    if (emit_is_nothing(e, t))
        return (emit_ptx_value){0};
    if (kind == IR_CODED && field == 0)
        return emit_ptx_tag(e, aggregate, v);
    if (v.form == EMIT_PTX_PLACE)
        return emit_ptx_load(
            e, t, emit_ptx_moved(emit_ptx_address(e, v), (int64_t)ir_field_offset(e->m, aggregate, field)), "", true);
    if (v.form != EMIT_PTX_PARTS) {
        emit_ptx_refuse(e, "a field of a scalar");
        return v;
    }
    const uint32_t first = emit_ptx_first_leaf(e, aggregate, field);
    if (emit_ptx_kind(e, t) == IR_STRUCT || emit_ptx_kind(e, t) == IR_ARRAY)
        return (emit_ptx_value){.form = EMIT_PTX_PARTS, .is_loose = v.is_loose, .parts = v.parts + first};
    return v.parts[first];
}

emit_ptx_value emit_ptx_fresh(emit *e, ir_type t)
{
    const emit_ptx_leaves of = emit_ptx_leaves_of(e, t);
    if (of.is_memory)
        return emit_ptx_slot(e, t);
    if (of.n == 0)
        return (emit_ptx_value){0};
    if (emit_ptx_kind(e, t) != IR_STRUCT && emit_ptx_kind(e, t) != IR_ARRAY)
        return emit_ptx_new_of(e, t);
    emit_ptx_value all = {.form = EMIT_PTX_PARTS, .parts = ARENA_ARRAY(e->a, emit_ptx_value, of.n)};
    for (uint32_t k = 0; k < of.n; k++)
        all.parts[k] = emit_ptx_new_of(e, of.at[k].type);
    return all;
}

emit_ptx_value emit_ptx_variable(emit *e, ir_type t)
{
    const emit_ptx_leaves of = emit_ptx_leaves_of(e, t);
    emit_ptx_value v = emit_ptx_fresh(e, t);
    if (v.form == EMIT_PTX_REGISTER && v.class == EMIT_PTX_PREDICATE)
        return emit_ptx_new(e, EMIT_PTX_32);
    for (uint32_t k = 0; v.form == EMIT_PTX_PARTS && k < of.n; k++)
        if (v.parts[k].class == EMIT_PTX_PREDICATE)
            v.parts[k] = emit_ptx_new(e, EMIT_PTX_32);
    return v;
}

emit_ptx_value emit_ptx_hold(emit *e, ir_type t, emit_ptx_value v)
{
    if (!v.is_loose)
        return v;
    if (v.form == EMIT_PTX_ADDRESS) {
        emit_ptx_value at = emit_ptx_new(e, v.space == IR_SPACE_SHARED ? EMIT_PTX_32 : EMIT_PTX_64);
        EMIT_PTX_LINE(e, v.space == IR_SPACE_SHARED ? "mov.b32 %s, %%$r%u" : "mov.b64 %s, %%$d%u",
                      emit_ptx_register(e, at), v.reg);
        v.reg = at.reg;
        v.is_loose = false;
        return v;
    }
    emit_ptx_value to = emit_ptx_fresh(e, t);
    emit_ptx_assign(e, t, to, v);
    return to;
}

/* Two faults of ptxas 13.0 and the driver's are kept out here. Of predicates that branches set it loses negations, so
 * the bools of locals are numbers. And where a branch of a loop loads what a store before it left in the thread's own
 * memory, and a local keeps that, ptxas takes the local for what was loaded and then moves that load's value before the
 * branch: behind the loop the local is what it would have become. So such a value is joined to a zero that ptxas does
 * not know. */
static void emit_ptx_assign_scalar(emit *e, emit_ptx_value to, emit_ptx_value from)
{
    const char *name = emit_ptx_register(e, to);
    const uint32_t width = to.class == EMIT_PTX_64 ? 64 : 32;
    if (to.class == EMIT_PTX_PREDICATE && from.class == EMIT_PTX_32) {
        EMIT_PTX_LINE(e, "setp.ne.u32 %s, %s, 0", name, emit_ptx_register(e, from));
    } else if (to.class == EMIT_PTX_PREDICATE) {
        EMIT_PTX_LINE(e, "mov.pred %s, %s", name, emit_ptx_register(e, from));
    } else if (from.class == EMIT_PTX_PREDICATE && from.form == EMIT_PTX_NUMBER) {
        EMIT_PTX_LINE(e, "mov.b32 %s, %u", name, (unsigned)(from.bits & 1));
    } else if (from.class == EMIT_PTX_PREDICATE) {
        emit_ptx_choose(e, to, "1", "0", from);
    } else if (from.is_reloaded) {
        const char *zero = emit_ptx_register(e, emit_ptx_new(e, to.class));
        EMIT_PTX_LINE(e, "ld.const.b%u %s, [rustg_zero]", width, zero);
        EMIT_PTX_LINE(e, "or.b%u %s, %s, %s", width, name, emit_ptx_register(e, from), zero);
        emit_ptx_of(e)->uses_zero = true;
    } else {
        EMIT_PTX_LINE(e, "mov.b%u %s, %s", width, name, emit_ptx_operand(e, from));
    }
}

void emit_ptx_assign(emit *e, ir_type t, emit_ptx_value to, emit_ptx_value from)
{
    const emit_ptx_leaves of = emit_ptx_leaves_of(e, t);
    if (to.form == EMIT_PTX_PLACE || to.form == EMIT_PTX_ADDRESS) {
        emit_ptx_store(e, t, to, from, "");
    } else if (to.form == EMIT_PTX_PARTS) {
        for (uint32_t k = 0; k < of.n; k++)
            emit_ptx_assign_scalar(e, to.parts[k], from.parts[k]);
    } else if (to.form == EMIT_PTX_REGISTER) {
        emit_ptx_assign_scalar(e, to, from);
    }
}

void emit_ptx_clear(emit *e, emit_ptx_value to, uint64_t n)
{
    for (uint64_t at = 0; at < n;) {
        uint32_t size = 8;
        while (size > n - at)
            size /= 2;
        emit_ptx_value none = emit_ptx_number(size == 8 ? EMIT_PTX_64 : EMIT_PTX_32, 0);
        const char *place = emit_ptx_place(e, to, at);
        EMIT_PTX_LINE(e, "st.local.%c%u [%s], %s", size < 4 ? 'u' : 'b', 8 * size, place, emit_ptx_register(e, none));
        at += size;
    }
}

emit_ptx_value emit_ptx_zero(emit *e, ir_type t, bool is_set)
{
    const emit_ptx_leaves of = emit_ptx_leaves_of(e, t);
    if (of.is_memory) {
        emit_ptx_value to = emit_ptx_slot(e, t);
        if (is_set)
            emit_ptx_clear(e, to, ir_size(e->m, t));
        return to;
    }
    if (of.n == 0)
        return (emit_ptx_value){0};
    if (emit_ptx_kind(e, t) != IR_STRUCT && emit_ptx_kind(e, t) != IR_ARRAY)
        return emit_ptx_number(emit_ptx_class_of(e, t), 0);
    emit_ptx_value all = {.form = EMIT_PTX_PARTS, .parts = ARENA_ARRAY(e->a, emit_ptx_value, of.n)};
    for (uint32_t k = 0; k < of.n; k++)
        all.parts[k] = emit_ptx_number(emit_ptx_class_of(e, of.at[k].type), 0);
    return all;
}

/* The content, and then the code of the tag in it, unless the content tells the tag by itself. */
static emit_ptx_value emit_ptx_make_coded(emit *e, const ir_instr *i)
{
    const ir_coding *c = &e->m->types.at[i->type].coding;
    const ir_value of = emit_arg(e, i, 0);
    const ir_type type = emit_type_of(e, of), content = emit_ptx_field_type(e, i->type, 1);
    const uint64_t mask = UINT64_MAX >> (64 - 8 * ir_size(e->m, type));
    const emit_ptx_value tag = emit_ptx_value_of(e, of);
    emit_ptx_value to = emit_ptx_slot(e, i->type), at = emit_ptx_moved(to, (int64_t)c->offset);
    emit_ptx_store(e, content, to, emit_ptx_arg(e, i, 1), "");
    if (tag.form == EMIT_PTX_NUMBER) {
        if (c->is_all || ((tag.bits ^ c->other) & mask))
            emit_ptx_store(e, c->type, at,
                           emit_ptx_number(emit_ptx_class_of(e, c->type), ((tag.bits - c->first) & mask) + c->start),
                           "");
        return to;
    }
    emit_ptx_value wide = emit_ptx_convert(e, tag, type, IR_U64), code = emit_ptx_new(e, EMIT_PTX_64);
    const uint32_t label = c->is_all ? 0 : emit_ptx_new_label(e);
    if (!c->is_all) {
        emit_ptx_value is_other = emit_ptx_new(e, EMIT_PTX_PREDICATE);
        const char *name = emit_ptx_register(e, is_other);
        emit_ptx_value other = emit_ptx_convert(e, emit_ptx_number(EMIT_PTX_64, c->other), IR_U64, type);
        const emit_ptx_class class = emit_ptx_class_of(e, type);
        if (class == EMIT_PTX_PREDICATE) {
            emit_ptx_value is = tag;
            is.is_negated ^= (other.bits & 1) != 0;
            name = emit_ptx_unless(e, is);
        } else {
            EMIT_PTX_LINE(e, "setp.eq.b%u %s, %s, %s", class == EMIT_PTX_64 ? 64 : 32, name, emit_ptx_register(e, tag),
                          emit_ptx_operand(e, other));
        }
        EMIT_PTX_LINE(e, "@%s bra $L%u", name, label);
    }
    EMIT_PTX_LINE(e, "add.s64 %s, %s, %s", emit_ptx_register(e, code), emit_ptx_register(e, wide),
                  emit_ptx_operand(e, emit_ptx_number(EMIT_PTX_64, c->start - c->first)));
    emit_ptx_store(e, c->type, at, emit_ptx_convert(e, code, IR_U64, c->type), "");
    if (label)
        emit_format(e, "$L%u:\n", label);
    return to;
}

emit_ptx_value emit_ptx_make(emit *e, const ir_instr *i)
{
    const emit_ptx_leaves of = emit_ptx_leaves_of(e, i->type);
    const ir_kind kind = emit_ptx_kind(e, i->type);
    if (kind == IR_CODED)
        return emit_ptx_make_coded(e, i);
    if (of.is_memory) {
        emit_ptx_value to = emit_ptx_slot(e, i->type);
        for (uint32_t k = 0; k < i->n_args; k++) {
            const uint32_t field = kind == IR_UNION ? (uint32_t)i->imm : k;
            const ir_type t = emit_type_of(e, emit_arg(e, i, k));
            if (!emit_is_nothing(e, t))
                emit_ptx_store(e, t, emit_ptx_moved(to, (int64_t)ir_field_offset(e->m, i->type, field)),
                               emit_ptx_arg(e, i, k), "");
        }
        return to;
    }
    emit_ptx_value all = {.form = EMIT_PTX_PARTS, .parts = ARENA_ARRAY(e->a, emit_ptx_value, of.n + 1)};
    uint32_t n = 0;
    for (uint32_t k = 0; k < i->n_args; k++) {
        const emit_ptx_value v = emit_ptx_arg(e, i, k);
        const uint32_t n_parts = emit_ptx_leaves_of(e, emit_type_of(e, emit_arg(e, i, k))).n;
        const emit_ptx_leaves parts = emit_ptx_leaves_of(e, emit_type_of(e, emit_arg(e, i, k)));
        for (uint32_t j = 0; j < n_parts; j++)
            all.parts[n++] = emit_ptx_hold(e, parts.at[j].type, v.form == EMIT_PTX_PARTS ? v.parts[j] : v);
    }
    return all;
}
