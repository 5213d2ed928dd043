/* emit_plan.c: plans a text: which functions and globals are reached, which functions may panic, and which values are
 * written out at their only use. */
#include "codegen/common/emit.h"

static void emit_plan_walk(emit *e, ir_function_id id);

static void emit_plan_take_address(void *user, ir_function_id id)
{
    emit *e = user;
    e->function_flags[id] |= EMIT_ADDRESSED | EMIT_PANICS;
    emit_plan_walk(e, id);
    e->data_meets |= (e->function_flags[id] & EMIT_MEETS) != 0;
}

/* What is reached through a global's data. True: some function there meets other threads. */
static bool emit_plan_walk_data(emit *e, ir_global_id id)
{
    const bool before = e->data_meets;
    e->data_meets = false;
    ir_functions_in(e->m, id, emit_plan_take_address, e);
    const bool meets = e->data_meets;
    e->data_meets = before;
    return meets;
}

static void emit_plan_walk(emit *e, ir_function_id id)
{
    uint8_t *flags = &e->function_flags[id];
    if (*flags & EMIT_REACHED) {
        if (*flags & EMIT_ACTIVE)
            *flags |= EMIT_RECURSIVE;
        return;
    }
    *flags |= EMIT_REACHED | EMIT_ACTIVE;
    const ir_function *f = &e->m->functions.at[id];
    for (uint32_t i = 0; i < f->code.n; i++) {
        const ir_instr *at = &f->code.at[i];
        switch ((ir_op)at->op) {
        case IR_CALL:
            emit_plan_walk(e, (ir_function_id)at->imm);
            *flags |= e->function_flags[at->imm] & (EMIT_PANICS | EMIT_MEETS | EMIT_RECURSIVE);
            if (e->function_flags[at->imm] & EMIT_ACTIVE)
                *flags |= EMIT_RECURSIVE;
            break;
        case IR_FUNCTION_ADDR:
            e->function_flags[at->imm] |= EMIT_ADDRESSED | EMIT_PANICS;
            emit_plan_walk(e, (ir_function_id)at->imm);
            *flags |= e->function_flags[at->imm] & EMIT_MEETS;
            break;
        case IR_CALL_PTR: *flags |= EMIT_PANICS | EMIT_RECURSIVE; break;
        case IR_TRAP:
        case IR_CHECK: *flags |= EMIT_PANICS; break;
        case IR_INTRINSIC:
            if (ir_flags_of(at->aux) & (IR_MEETS_BLOCK | IR_MEETS_WARP))
                *flags |= EMIT_MEETS;
            e->prints |= at->aux == IR_IN_PRINT;
            if (ir_group_of(at->aux) == IR_GROUP_ATOMIC && at->n_args > 1)
                e->has_narrow_atomics |= ir_size(e->m, f->values.at[e->m->args.at[at->first_arg + 1]]) < 4;
            break;
        case IR_GLOBAL_ADDR:
            e->global_reached[at->imm] = 1;
            if (emit_plan_walk_data(e, (ir_global_id)at->imm))
                *flags |= EMIT_MEETS;
            break;
        case IR_CASES_CONSTANT:
        case IR_CASES_COMPUTED:
        case IR_CASES_LOCAL:
        case IR_LOCAL_ADDR:
        case IR_CASES_MEMORY:
        case IR_FIELD_ADDR:
        case IR_ELEMENT_ADDR:
        case IR_CASES_AGGREGATE:
        case IR_PTX:
        case IR_CASES_BRACKET:
        case IR_CASES_JUMP:
        case IR_N_OPS: break;
        }
    }
    if (f->code.n <= 40)
        *flags |= EMIT_SMALL;
    *flags &= (uint8_t)~EMIT_ACTIVE;
}

/* This repeats because recursion can pass a flag on to a function that was left before the flag was known. */
static bool emit_plan_spread(emit *e)
{
    bool changed = false;
    for (ir_function_id id = 1; id < e->m->functions.n; id++) {
        const ir_function *f = &e->m->functions.at[id];
        uint8_t before = e->function_flags[id];
        if (!(before & EMIT_REACHED))
            continue;
        for (uint32_t i = 0; i < f->code.n; i++)
            if (f->code.at[i].op == IR_CALL)
                e->function_flags[id] |= e->function_flags[f->code.at[i].imm] & (EMIT_PANICS | EMIT_MEETS);
        changed |= e->function_flags[id] != before;
    }
    return changed;
}

static void emit_reach_global(emit *e, ir_global_id id)
{
    const ir_global *g = &e->m->globals.at[id];
    for (uint32_t i = 0; i < g->n_relocations; i++) {
        ir_global_id to = g->relocations[i].global;
        if (to && !e->global_reached[to]) {
            e->global_reached[to] = 1;
            emit_reach_global(e, to);
        }
    }
}

void emit_plan(emit *e)
{
    ir_module *m = e->m;
    bool recursion = false;
    e->function_flags = ARENA_ARRAY(e->a, uint8_t, m->functions.n + 1);
    e->global_reached = ARENA_ARRAY(e->a, uint8_t, m->globals.n + 1);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel)
            emit_plan_walk(e, id);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        recursion |= (e->function_flags[id] & EMIT_RECURSIVE) != 0;
    while (recursion && emit_plan_spread(e))
        ;
    for (ir_global_id id = 1; id < m->globals.n; id++)
        if (e->global_reached[id])
            emit_reach_global(e, id);
}

bool emit_any_panics(const emit *e)
{
    for (ir_function_id id = 1; id < e->m->functions.n; id++)
        if ((e->function_flags[id] & (EMIT_REACHED | EMIT_PANICS)) == (EMIT_REACHED | EMIT_PANICS))
            return true;
    return false;
}

bool emit_any_notes(const emit *e)
{
    for (ir_function_id id = 1; id < e->m->functions.n; id++)
        if (emit_goes_on(&e->m->functions.at[id]) && e->function_flags[id] & EMIT_PANICS)
            return true;
    return false;
}

/* Whether a panic has more operands than rustg_fail takes. */
bool emit_any_long_panics(const emit *e)
{
    for (ir_function_id id = 1; id < e->m->functions.n; id++) {
        const ir_function *f = &e->m->functions.at[id];
        for (uint32_t n = 0; (e->function_flags[id] & EMIT_REACHED) && n < f->code.n; n++) {
            const ir_instr *i = &f->code.at[n];
            if ((i->op == IR_TRAP && i->n_args > 2) || (i->op == IR_CHECK && i->n_args > 3))
                return true;
        }
    }
    return false;
}

bool emit_any_recursion(const emit *e)
{
    for (ir_function_id id = 1; id < e->m->functions.n; id++)
        if ((e->function_flags[id] & (EMIT_REACHED | EMIT_RECURSIVE)) == (EMIT_REACHED | EMIT_RECURSIVE))
            return true;
    return false;
}

/* What one kernel reaches. */
static emit emit_walk_alone(const ir_module *m, arena *a, ir_function_id kernel)
{
    emit e = {.m = (ir_module *)m, .a = a};
    e.function_flags = ARENA_ARRAY(a, uint8_t, m->functions.n + 1);
    e.global_reached = ARENA_ARRAY(a, uint8_t, m->globals.n + 1);
    emit_plan_walk(&e, kernel);
    return e;
}

static bool emit_converts_fp8(const ir_function *f)
{
    for (uint32_t i = 0; i < f->code.n; i++)
        if (f->code.at[i].op == IR_INTRINSIC && ir_is_fp8(f->code.at[i].aux))
            return true;
    return false;
}

const char *emit_fp8_kernel(const emit *e)
{
    const ir_module *m = e->m;
    ir_function_id converts = 1;
    while (converts < m->functions.n &&
           !((e->function_flags[converts] & EMIT_REACHED) && emit_converts_fp8(&m->functions.at[converts])))
        converts++;
    for (ir_function_id id = 1; id < m->functions.n && converts < m->functions.n; id++)
        if (m->functions.at[id].is_kernel && emit_walk_alone(m, e->a, id).function_flags[converts] & EMIT_REACHED)
            return m->functions.at[id].name;
    return NULL;
}

bool codegen_meets(const ir_module *m, ir_function_id kernel)
{
    arena a = {0};
    jmp_buf out_of_memory;
    if (setjmp(out_of_memory)) {
        arena_free(&a);
        return true; /* fibers are right for any kernel */
    }
    a.out_of_memory = &out_of_memory;
    emit e = emit_walk_alone(m, &a, kernel);
    bool meets = false;
    for (ir_function_id id = 1; id < m->functions.n; id++)
        meets |= (e.function_flags[id] & EMIT_MEETS) != 0;
    arena_free(&a);
    return meets;
}

static bool emit_is_pure(const ir_instr *i)
{
    switch ((ir_op)i->op) {
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_ADDRESS:
    case IR_FIELD:
    case IR_FUNCTION_ADDR: return true;
    case IR_INTRINSIC: return ir_flags_of(i->aux) == IR_HAS_RESULT && i->aux != IR_IN_DYN_SHARED;
    case IR_CASES_LOCAL:
    case IR_CASES_MEMORY:
    case IR_MAKE:
    case IR_CASES_CALL:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return false;
}

static bool emit_is_read(ir_op op)
{
    return op == IR_GET || op == IR_LOAD;
}

static bool emit_is_flow(ir_op op)
{
    switch (op) {
    case IR_PTX:
    case IR_CASES_BRACKET: return true;
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_CASES_JUMP:
    case IR_CASES_STOP:
    case IR_N_OPS: break;
    }
    return false;
}

/* Whether the value is written in several statements or in braces, so that it cannot stand within an expression. */
static bool emit_plan_is_whole(const emit *e, const ir_instr *i)
{
    return (i->op == IR_ZERO || i->op == IR_UNDEF) && i->type > IR_F64 && e->m->types.at[i->type].kind != IR_PTR;
}

uint32_t emit_behind(const ir_function *f, uint32_t at)
{
    uint32_t depth = 0;
    for (; at < f->code.n; at++)
        switch ((ir_op)f->code.at[at].op) {
        case IR_IF:
        case IR_LOOP:
        case IR_BLOCK:
        case IR_SWITCH:
        case IR_PTX: depth++; break;
        case IR_END:
            if (--depth == 0)
                return at;
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
        case IR_CASES_JUMP:
        case IR_CASES_STOP:
        case IR_N_OPS: break;
        }
    return at;
}

/* A value with one use is written at that use, if nothing between can change it. A value that reads memory must not
 * pass a write or a bracket, and no value is moved into a loop. */
void emit_plan_function(emit *e)
{
    const ir_function *f = e->f;
    uint32_t n = f->values.n ? f->values.n : 1;
    uint32_t *uses = ARENA_ARRAY(e->a, uint32_t, n), *at = ARENA_ARRAY(e->a, uint32_t, n);
    uint8_t *reads = ARENA_ARRAY(e->a, uint8_t, n);
    uint32_t last_effect = 0, last_loop = 0;
    e->how = ARENA_ARRAY(e->a, uint8_t, n);
    e->n_uses = uses;
    e->defined_at = ARENA_ARRAY(e->a, uint32_t, n);
    e->first_set = ARENA_ARRAY(e->a, uint32_t, f->locals.n + 1);
    e->next_set = ARENA_ARRAY(e->a, uint32_t, f->code.n + 1);
    for (uint32_t i = 0; i < f->code.n; i++) {
        const ir_instr *in = &f->code.at[i];
        if (in->result)
            e->defined_at[in->result] = i + 1;
        if (in->op == IR_SET) {
            e->next_set[i] = e->first_set[in->imm];
            e->first_set[in->imm] = i + 1;
        }
    }
    for (uint32_t i = 0; i < f->code.n; i++)
        for (uint32_t k = 0; k < f->code.at[i].n_args; k++)
            uses[e->m->args.at[f->code.at[i].first_arg + k]]++;
    for (uint32_t i = 0; i < f->code.n; i++) {
        const ir_instr *in = &f->code.at[i];
        bool pure = emit_is_pure(in), read = emit_is_read((ir_op)in->op) && !(in->flags & IR_VOLATILE),
             from_read = false;
        for (uint32_t k = 0; k < in->n_args; k++) {
            ir_value v = e->m->args.at[in->first_arg + k];
            if (e->how[v] == EMIT_INLINE && ((reads[v] && last_effect > at[v]) || last_loop > at[v]))
                e->how[v] = EMIT_NAMED;
            if (in->op == IR_ELEMENT_ADDR && k == 0 && e->how[v] == EMIT_NAMED)
                e->how[v] = EMIT_NAMED_BASE;
            from_read |= e->how[v] == EMIT_INLINE && reads[v];
        }
        if (in->result && (pure || read)) {
            at[in->result] = i + 1;
            reads[in->result] = read || from_read;
            bool always =
                in->op == IR_CONST || in->op == IR_LOCAL_ADDR || in->op == IR_GLOBAL_ADDR || in->op == IR_FUNCTION_ADDR;
            if ((uses[in->result] == 1 || always) && !emit_plan_is_whole(e, in))
                e->how[in->result] = EMIT_INLINE;
            if (always)
                at[in->result] = UINT32_MAX;
            if (uses[in->result] == 0)
                e->how[in->result] = EMIT_UNUSED;
        }
        if (emit_is_flow((ir_op)in->op)) {
            last_effect = i + 1;
            if (in->op == IR_LOOP)
                last_loop = i + 1;
        } else if (!in->result ? in->op != IR_CHECK && in->op != IR_TRAP : !pure && !read && in->op != IR_MAKE) {
            last_effect = i + 1;
        }
    }
}

uint64_t emit_most_threads(const ir_function *f)
{
    if (f->max_threads)
        return f->max_threads;
    if (f->block[0] || f->block[1] || f->block[2])
        return (uint64_t)(f->block[0] ? f->block[0] : 1) * (f->block[1] ? f->block[1] : 1) *
               (f->block[2] ? f->block[2] : 1);
    return f->min_blocks ? 1024 : 0;
}

uint32_t emit_kernel_number(const emit *e)
{
    return e->f->coarse_of ? e->f->coarse_of | e->f->n_lanes << PANIC_LANES_SHIFT : e->id;
}

const uint64_t *emit_proof_words(emit *e, size_t *n)
{
    const ir_module *m = e->m;
    VEC(uint64_t) words = {0};
    for (ir_function_id id = 1; id < m->functions.n; id++) {
        const ir_function *f = &m->functions.at[id];
        if (!f->proof)
            continue;
        const char *name = m->functions.at[f->coarse_of].name;
        const size_t n_name = strlen(name);
        vec_push(e->a, &words, 1 + (n_name + 7) / 8 + 2 * (uint64_t)f->n_proof);
        vec_push(e->a, &words, n_name);
        for (size_t at = 0; at < n_name; at += 8) {
            uint64_t word = 0;
            for (size_t k = 0; k < 8 && at + k < n_name; k++)
                word |= (uint64_t)(unsigned char)name[at + k] << 8 * k;
            vec_push(e->a, &words, word);
        }
        for (uint32_t k = 0; k < f->n_proof; k++) {
            vec_push(e->a, &words, f->proof[k].what);
            vec_push(e->a, &words, f->proof[k].imm);
        }
    }
    *n = words.n;
    return words.at;
}
