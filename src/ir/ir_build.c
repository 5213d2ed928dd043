/* ir_build.c: is the builder. It puts instructions at the end of the function that it builds. */
#include "ir/ir.h"

#include <stdlib.h>

static const int8_t op_result[] = {
#define IR_OP(name, n_args, result, text) [IR_##name] = (result),
#include "ir/ir_op.def"
};

enum { SITE_TAG = 0x40000000 }; /* in the map that types and sites share */

ir_function_id ir_declare(ir_module *m, const char *name, const ir_type *params, uint32_t n_params, ir_type result)
{
    ir_function f = {.name = name, .n_params = n_params, .result = result};
    ir_type *kept = ARENA_ARRAY(m->memory, ir_type, n_params);
    vec_push(m->memory, &f.values, 0);
    vec_push(m->memory, &f.locals, (ir_local_info){0});
    for (uint32_t i = 0; i < n_params; i++) {
        kept[i] = params[i];
        vec_push(m->memory, &f.values, params[i]);
    }
    f.params = kept;
    f.param_names = ARENA_ARRAY(m->memory, const char *, n_params);
    vec_push(m->memory, &m->functions, f);
    return m->functions.n - 1;
}

ir_global_id ir_add_global(ir_module *m, ir_global about)
{
    vec_push(m->memory, &m->globals, about);
    return m->globals.n - 1;
}

static int ir_by_offset(const void *a, const void *b)
{
    const uint64_t x = ((const ir_relocation *)a)->offset, y = ((const ir_relocation *)b)->offset;
    return (x > y) - (x < y);
}

void ir_put_relocations(ir_global *global, ir_relocation *relocations, uint32_t n)
{
    if (n)
        qsort(relocations, n, sizeof *relocations, ir_by_offset);
    global->relocations = relocations;
    global->n_relocations = n;
}

const ir_relocation *ir_relocation_before(const ir_relocation *relocations, uint32_t n, uint64_t end)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (relocations[middle].offset < end)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &relocations[low - 1] : NULL;
}

static uint64_t ir_hash_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001B3);
    return (hash ^ 0xFF) * UINT64_C(0x100000001B3);
}

static bool ir_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

ir_site_id ir_add_site(ir_module *m, ir_site about)
{
    uint64_t key = ir_hash_text(ir_hash_text(UINT64_C(0xCBF29CE484222325), about.message), about.file);
    key = (key ^ about.line) * UINT64_C(0x9E3779B97F4A7C15);
    key = (key ^ about.column) * UINT64_C(0x9E3779B97F4A7C15);
    for (;; key++) {
        if (key == 0)
            continue;
        uint32_t *at = arena_map_at(m->memory, &m->type_map, key, 1);
        if (*at == 0) {
            *at = m->sites.n | SITE_TAG;
            vec_push(m->memory, &m->sites, about);
            return m->sites.n - 1;
        }
        if (!(*at & SITE_TAG))
            continue;
        const ir_site *known = &m->sites.at[*at & ~(uint32_t)SITE_TAG];
        if (ir_same_text(known->message, about.message) && ir_same_text(known->file, about.file) &&
            known->line == about.line && known->column == about.column && known->kind == about.kind)
            return *at & ~(uint32_t)SITE_TAG;
    }
}

ir_local ir_add_local(ir_builder *b, ir_type type, const char *name)
{
    ir_function *f = &b->m->functions.at[b->f];
    vec_push(b->m->memory, &f->locals, (ir_local_info){type, name});
    return f->locals.n - 1;
}

ir_label ir_new_label(ir_builder *b)
{
    return ++b->m->functions.at[b->f].n_labels;
}

ir_value ir_emit(ir_builder *b, ir_op op, ir_type type, const ir_value *args, uint32_t n_args, uint16_t aux,
                 uint64_t imm)
{
    ir_module *m = b->m;
    ir_function *f = &m->functions.at[b->f];
    ir_instr instr = {.op = (uint8_t)op,
                      .aux = aux,
                      .type = type,
                      .first_arg = m->args.n,
                      .n_args = n_args,
                      .imm = imm,
                      .line = b->line};
    if (n_args) {
        vec_reserve(m->memory, &m->args, n_args);
        memcpy(m->args.at + m->args.n, args, n_args * sizeof *args);
        m->args.n += n_args;
    }
    if (op_result[op] && type) {
        instr.result = f->values.n;
        vec_push(m->memory, &f->values, type);
    }
    vec_push(m->memory, &f->code, instr);
    return instr.result;
}

static ir_type ir_build_type_of(const ir_builder *b, ir_value v)
{
    return b->m->functions.at[b->f].values.at[v];
}

ir_value ir_const(ir_builder *b, ir_type type, uint64_t bits)
{
    uint64_t size = ir_size(b->m, type);
    if (size < 8)
        bits &= (UINT64_C(1) << (8 * size)) - 1;
    return ir_emit(b, IR_CONST, type, NULL, 0, 0, bits);
}

ir_value ir_unary(ir_builder *b, ir_op op, ir_type type, ir_value a)
{
    return ir_emit(b, op, type, &a, 1, 0, 0);
}

ir_value ir_binary(ir_builder *b, ir_op op, ir_type type, ir_value x, ir_value y)
{
    return ir_emit(b, op, type, (ir_value[]){x, y}, 2, 0, 0);
}

ir_value ir_convert(ir_builder *b, ir_type to, ir_value a)
{
    return ir_build_type_of(b, a) == to ? a : ir_emit(b, IR_CONVERT, to, &a, 1, 0, 0);
}

ir_value ir_get(ir_builder *b, ir_local l)
{
    return ir_emit(b, IR_GET, b->m->functions.at[b->f].locals.at[l].type, NULL, 0, 0, l);
}

void ir_set(ir_builder *b, ir_local l, ir_value v)
{
    ir_emit(b, IR_SET, ir_build_type_of(b, v), &v, 1, 0, l);
}

ir_value ir_local_addr(ir_builder *b, ir_local l)
{
    return ir_emit(b, IR_LOCAL_ADDR, ir_ptr(b->m, IR_SPACE_GENERIC), NULL, 0, 0, l);
}

ir_value ir_global_addr(ir_builder *b, ir_global_id g)
{
    return ir_emit(b, IR_GLOBAL_ADDR, ir_ptr(b->m, IR_SPACE_GENERIC), NULL, 0, 0, g);
}

ir_value ir_load(ir_builder *b, ir_type type, ir_value ptr)
{
    return ir_emit(b, IR_LOAD, type, &ptr, 1, 0, 0);
}

void ir_store(ir_builder *b, ir_value ptr, ir_value v)
{
    ir_emit(b, IR_STORE, ir_build_type_of(b, v), (ir_value[]){ptr, v}, 2, 0, 0);
}

ir_value ir_field_addr(ir_builder *b, ir_type aggregate, ir_value ptr, uint32_t field)
{
    return ir_emit(b, IR_FIELD_ADDR, ir_build_type_of(b, ptr), &ptr, 1, 0, field | (uint64_t)aggregate << 32);
}

ir_value ir_element_addr(ir_builder *b, ir_type element, ir_value ptr, ir_value index)
{
    return ir_emit(b, IR_ELEMENT_ADDR, ir_build_type_of(b, ptr), (ir_value[]){ptr, index}, 2, 0, element);
}

ir_value ir_field(ir_builder *b, ir_value aggregate, uint32_t field)
{
    const ir_type_info *t = &b->m->types.at[ir_build_type_of(b, aggregate)];
    ir_type type = t->kind == IR_ARRAY ? t->element : b->m->fields.at[t->first_field + field];
    return ir_emit(b, IR_FIELD, type, &aggregate, 1, 0, field);
}

ir_value ir_make(ir_builder *b, ir_type aggregate, const ir_value *fields, uint32_t n)
{
    return ir_emit(b, IR_MAKE, aggregate, fields, n, 0, 0);
}

ir_value ir_call(ir_builder *b, ir_function_id f, const ir_value *args, uint32_t n_args)
{
    return ir_emit(b, IR_CALL, b->m->functions.at[f].result, args, n_args, 0, f);
}

ir_value ir_intrinsic_call(ir_builder *b, ir_intrinsic what, ir_type result, const ir_value *args, uint32_t n_args,
                           uint64_t imm)
{
    return ir_emit(b, IR_INTRINSIC, result, args, n_args, (uint16_t)what, imm);
}

void ir_if(ir_builder *b, ir_value condition)
{
    ir_emit(b, IR_IF, 0, &condition, 1, 0, 0);
}

void ir_else(ir_builder *b)
{
    ir_emit(b, IR_ELSE, 0, NULL, 0, 0, 0);
}

void ir_end(ir_builder *b)
{
    ir_emit(b, IR_END, 0, NULL, 0, 0, 0);
}

void ir_loop(ir_builder *b, ir_label label)
{
    ir_emit(b, IR_LOOP, 0, NULL, 0, 0, label);
}

void ir_block(ir_builder *b, ir_label label)
{
    ir_emit(b, IR_BLOCK, 0, NULL, 0, 0, label);
}

void ir_switch(ir_builder *b, ir_value v)
{
    ir_emit(b, IR_SWITCH, 0, &v, 1, 0, 0);
}

void ir_case(ir_builder *b, uint64_t bits)
{
    ir_emit(b, IR_CASE, 0, NULL, 0, 0, bits);
}

void ir_default(ir_builder *b)
{
    ir_emit(b, IR_DEFAULT, 0, NULL, 0, 0, 0);
}

void ir_break(ir_builder *b, ir_label label)
{
    ir_emit(b, IR_BREAK, 0, NULL, 0, 0, label);
}

void ir_continue(ir_builder *b, ir_label label)
{
    ir_emit(b, IR_CONTINUE, 0, NULL, 0, 0, label);
}

void ir_return(ir_builder *b, ir_value v)
{
    ir_emit(b, IR_RETURN, 0, &v, v ? 1 : 0, 0, 0);
}

void ir_trap(ir_builder *b, ir_site_id site, const ir_value *operands, uint32_t n)
{
    ir_emit(b, IR_TRAP, 0, operands, n, 0, site);
}

void ir_check(ir_builder *b, ir_value condition, ir_site_id site, const ir_value *operands, uint32_t n)
{
    ir_value args[1 + IR_MOST_OPERANDS] = {condition};
    for (uint32_t i = 0; i < n; i++)
        args[i + 1] = operands[i];
    ir_emit(b, IR_CHECK, 0, args, 1 + n, 0, site);
}

bool ir_ends_here(const ir_builder *b)
{
    const ir_function *f = &b->m->functions.at[b->f];
    if (f->code.n == 0)
        return false;
    uint8_t op = f->code.at[f->code.n - 1].op;
    return op == IR_BREAK || op == IR_CONTINUE || op == IR_RETURN || op == IR_TRAP;
}

void ir_functions_in(const ir_module *m, ir_global_id global, void (*tell)(void *user, ir_function_id function),
                     void *user)
{
    if (!m->data_has_functions || !m->globals.at[global].n_relocations)
        return;
    arena_map seen = {0}, told = {0};
    VEC(ir_global_id) todo = {0};
    vec_push(m->memory, &todo, global);
    while (todo.n) {
        const ir_global *g = &m->globals.at[todo.at[--todo.n]];
        for (uint32_t i = 0; i < g->n_relocations; i++) {
            const ir_relocation *one = &g->relocations[i];
            uint32_t *known =
                arena_map_at(m->memory, one->function ? &told : &seen, one->function ? one->function : one->global, 1);
            if ((*known)++)
                continue;
            if (one->function)
                tell(user, one->function);
            else
                vec_push(m->memory, &todo, one->global);
        }
    }
}
