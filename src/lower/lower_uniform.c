/* lower_uniform.c: reports barriers that only some threads of a block reach, where that can be proved.
 *
 * A value is divergent if arithmetic alone makes it of the thread's number, also through locals, parameters, results
 * and read-only references. The analysis begins by taking every value for divergent, and takes that back until nothing
 * changes, so what is left holds on all paths. A value that was read from memory, or that a warp operation made, counts
 * as uniform: the same for all threads. */
#include "lower/lower_internal.h"

#include "rustg/diagnostic.h"
#include "rustg/diagnostic_kind.h"

enum { DIVERGENT = 1, POINTS = 2 /* to memory whose content is divergent */ };

typedef struct about_fn {
    uint8_t *values, *locals;
    uint32_t *roots; /* of pointer values: 1 + local, or UINT32_MAX - parameter */
    bool *escapes;   /* locals that may be written through a pointer */
    uint8_t *params, *next_params;
    bool *read_only; /* parameters that are only read through */
    uint8_t result, next_result;
    bool taken, called, syncs, returns;
} about_fn;

typedef struct uniform {
    lower *l;
    ir_module *m;
    about_fn *fns;
    bool changed, strict;
} uniform;

static bool lower_uniform_is_known(const ir_function *f, ir_value v, uint64_t *bits)
{
    for (uint32_t i = 0; i < f->code.n; i++)
        if (f->code.at[i].result == v) {
            *bits = f->code.at[i].imm;
            return f->code.at[i].op == IR_CONST;
        }
    return false;
}

static const ir_value *lower_args_of(const uniform *u, const ir_instr *i)
{
    return u->m->args.at + i->first_arg;
}

/* ---- pointers ---- */

static void lower_use_root(uniform *u, about_fn *a, ir_value v, const about_fn *callee, uint32_t param)
{
    uint32_t root = a->roots[v];
    if (root == 0 || (callee && callee->read_only[param]))
        return;
    bool *flag = root & 0x80000000u ? &a->read_only[UINT32_MAX - root] : &a->escapes[root - 1];
    bool wanted = !(root & 0x80000000u);
    if (*flag != wanted) {
        *flag = wanted;
        u->changed = true;
    }
}

static void lower_find_roots(uniform *u, ir_function_id id)
{
    const ir_function *f = &u->m->functions.at[id];
    about_fn *a = &u->fns[id];
    for (uint32_t p = 0; p < f->n_params; p++)
        if (f->params[p] == u->l->ptr)
            a->roots[p + 1] = UINT32_MAX - p;
    for (uint32_t k = 0; k < f->code.n; k++) {
        const ir_instr *i = &f->code.at[k];
        const ir_value *args = lower_args_of(u, i);
        if (i->op == IR_LOCAL_ADDR) {
            a->roots[i->result] = 1 + (uint32_t)i->imm;
        } else if (i->op == IR_FIELD_ADDR || i->op == IR_ELEMENT_ADDR) {
            a->roots[i->result] = a->roots[args[0]];
        } else if (i->op != IR_LOAD &&
                   !(i->op == IR_INTRINSIC && (i->aux == IR_IN_LOCAL_GONE || i->aux == IR_IN_ALIGNED_AROUND ||
                                               i->aux == IR_IN_OF_ONE_ALLOCATION))) {
            const about_fn *callee = i->op == IR_CALL ? &u->fns[i->imm] : NULL;
            for (uint32_t n = 0; n < i->n_args; n++)
                lower_use_root(u, a, args[n], callee, n);
        }
    }
}

/* ---- values ---- */

static uint8_t lower_arithmetic(const uniform *u, const ir_function *f, const about_fn *a, const ir_instr *i)
{
    const ir_value *args = lower_args_of(u, i);
    uint8_t x = i->n_args > 0 ? a->values[args[0]] & DIVERGENT : 0,
            y = i->n_args > 1 ? a->values[args[1]] & DIVERGENT : 0;
    uint64_t bits;
    switch ((ir_op)i->op) {
    case IR_NEG:
    case IR_NOT:
    case IR_CONVERT:
    case IR_BITCAST: return x;
    case IR_ADD:
    case IR_OR:
    case IR_AND: return x | y;
    case IR_MUL: return x || y ? !(lower_uniform_is_known(f, args[x ? 1 : 0], &bits) && bits == 0) : 0;
    case IR_SUB:
    case IR_XOR:
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: return u->strict ? x ^ y : x | y; /* two divergent ones may make a uniform one: a number less itself */
    case IR_SHL: return x && !y;
    case IR_REM: return x && !y && lower_uniform_is_known(f, args[1], &bits) && bits > 1;
    case IR_DIV: return x && !y && lower_uniform_is_known(f, args[1], &bits) && bits && bits <= 512;
    case IR_SHR: return x && !y && lower_uniform_is_known(f, args[1], &bits) && bits <= 9;
    case IR_CASES_CONSTANT:
    case IR_OVERFLOWS:
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
    return 0;
}

static uint8_t lower_uniform_value_of(const uniform *u, const ir_function *f, const about_fn *a, const ir_instr *i)
{
    const ir_value *args = lower_args_of(u, i);
    switch ((ir_op)i->op) {
    case IR_INTRINSIC:
        return (i->aux == IR_IN_THREAD_IDX && i->imm == 0) || i->aux == IR_IN_THREAD_INDEX ||
                       i->aux == IR_IN_RANGE_FIRST || i->aux == IR_IN_RANGE_END || i->aux == IR_IN_LANE
                   ? DIVERGENT
                   : 0;
    case IR_GET: return a->escapes[i->imm] ? 0 : a->locals[i->imm];
    case IR_LOCAL_ADDR: return !a->escapes[i->imm] && a->locals[i->imm] & DIVERGENT ? POINTS : 0;
    case IR_FIELD_ADDR:
    case IR_ELEMENT_ADDR: return a->values[args[0]] & POINTS;
    case IR_LOAD: return a->values[args[0]] & POINTS ? DIVERGENT : 0;
    case IR_FIELD: return a->values[args[0]] & DIVERGENT;
    case IR_MAKE: {
        uint8_t all = i->n_args ? DIVERGENT : 0;
        for (uint32_t n = 0; n < i->n_args; n++)
            all &= a->values[args[n]];
        return all;
    }
    case IR_CALL: return u->fns[i->imm].result;
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_SET:
    case IR_GLOBAL_ADDR:
    case IR_STORE:
    case IR_FUNCTION_ADDR:
    case IR_CALL_PTR:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return lower_arithmetic(u, f, a, i);
}

static void lower_uniform_pass(uniform *u, ir_function_id id)
{
    const ir_function *f = &u->m->functions.at[id];
    about_fn *a = &u->fns[id];
    uint8_t *locals = arena_alloc(u->m->memory, f->locals.n);
    memset(locals, 0xFF, f->locals.n ? f->locals.n : 1);
    for (uint32_t p = 0; p < f->n_params; p++)
        a->values[p + 1] = a->params[p];
    for (uint32_t k = 0; k < f->code.n; k++) {
        const ir_instr *i = &f->code.at[k];
        const ir_value *args = lower_args_of(u, i);
        if (i->result)
            a->values[i->result] = lower_uniform_value_of(u, f, a, i);
        if (i->op == IR_SET)
            locals[i->imm] &= a->values[args[0]];
        else if (i->op == IR_RETURN && i->n_args)
            a->next_result &= a->values[args[0]];
        else if (i->op == IR_CALL)
            for (uint32_t n = 0; n < i->n_args; n++)
                u->fns[i->imm].next_params[n] &= a->values[args[n]];
        else if (i->op == IR_PTX && i->aux)
            locals[i->aux] = 0;
    }
    for (uint32_t v = 0; v < f->locals.n; v++) {
        uint8_t now = locals[v] == 0xFF ? 0 : locals[v];
        if ((a->locals[v] & now) != a->locals[v]) {
            a->locals[v] &= now;
            u->changed = true;
        }
    }
}

static void lower_uniform_settle(uniform *u)
{
    for (u->changed = true; u->changed;) {
        u->changed = false;
        for (ir_function_id id = 1; id < u->m->functions.n; id++) {
            about_fn *a = &u->fns[id];
            memset(a->next_params, a->called && !a->taken && !u->m->functions.at[id].is_kernel ? 0xFF : 0,
                   u->m->functions.at[id].n_params + 1);
            a->next_result = a->returns ? DIVERGENT | POINTS : 0;
        }
        for (ir_function_id id = 1; id < u->m->functions.n; id++)
            lower_uniform_pass(u, id);
        for (ir_function_id id = 1; id < u->m->functions.n; id++) {
            about_fn *a = &u->fns[id];
            for (uint32_t p = 0; p < u->m->functions.at[id].n_params; p++) {
                uint8_t now = a->params[p] & a->next_params[p];
                u->changed |= now != a->params[p];
                a->params[p] = now;
            }
            uint8_t now = a->result & a->next_result & DIVERGENT;
            u->changed |= now != a->result;
            a->result = now;
        }
    }
}

/* ---- control ---- */

typedef struct open_block {
    uint8_t op;
    bool is_divergent; /* a divergent value decides whether it is entered */
    ir_label label;
} open_block;
typedef struct walk {
    VEC(open_block) open;
    bool *left;      /* labels that some threads have gone to already */
    bool *diverging; /* loops that threads leave at different times */
    bool returned;
} walk;

static bool lower_is_divergent(const walk *w)
{
    if (w->returned)
        return true;
    for (uint32_t i = 0; i < w->open.n; i++) {
        const open_block *o = &w->open.at[i];
        if (o->is_divergent || (o->label && (w->left[o->label] || w->diverging[o->label])))
            return true;
    }
    return false;
}

/* Notes that some threads have left all that lies inside the block with this label (0: the function). */
static void lower_go(walk *w, ir_label label)
{
    for (uint32_t i = w->open.n; i-- > 0;) {
        open_block *o = &w->open.at[i];
        if (o->label)
            w->left[o->label] = true;
        if (o->op == IR_LOOP)
            w->diverging[o->label] = true;
        if (label && o->label == label)
            return;
    }
    w->returned |= label == 0;
}

static sema_span lower_uniform_span_of(const lower *l, ir_function_id f, uint32_t at)
{
    for (uint32_t i = 0; i < l->calls.n; i++)
        if (l->calls.at[i].function == f && l->calls.at[i].at == at)
            return l->calls.at[i].span;
    return (sema_span){0, 0, 0};
}

static void lower_uniform_report(uniform *u, ir_function_id f, uint32_t at)
{
    sema_report r = sema_error(u->l->s, RUSTG_DIAG_DIVERGENT_SYNC, lower_uniform_span_of(u->l, f, at));
    sema_arg(&r, "%s", "the way here depends on the thread's number");
    u->l->failed = true;
}

static void lower_walk_function(uniform *u, ir_function_id id, bool reports, walk *w)
{
    arena *memory = u->m->memory;
    const ir_function *f = &u->m->functions.at[id];
    const about_fn *a = &u->fns[id];
    w->open.n = 0;
    w->returned = false;
    memset(w->left, 0, f->n_labels + 1);
    for (uint32_t k = 0; k < f->code.n; k++) {
        const ir_instr *i = &f->code.at[k];
        const ir_value *args = lower_args_of(u, i);
        switch ((ir_op)i->op) {
        case IR_IF:
        case IR_SWITCH:
            vec_push(memory, &w->open, (open_block){i->op, (a->values[args[0]] & DIVERGENT) != 0, 0});
            break;
        case IR_PTX: vec_push(memory, &w->open, (open_block){i->op, false, 0}); break;
        case IR_LOOP:
        case IR_BLOCK: vec_push(memory, &w->open, (open_block){i->op, false, (ir_label)i->imm}); break;
        case IR_END:
            if (w->open.n) {
                ir_label label = w->open.at[w->open.n - 1].label;
                w->left[label] = false;
                w->open.n--;
            }
            break;
        case IR_BREAK:
            if (lower_is_divergent(w))
                lower_go(w, (ir_label)i->imm);
            break;
        case IR_CONTINUE:
            if (lower_is_divergent(w))
                w->left[i->imm] = true;
            break;
        case IR_RETURN:
            if (lower_is_divergent(w))
                lower_go(w, 0);
            break;
        case IR_CALL:
        case IR_INTRINSIC:
            if (reports && (i->op == IR_CALL ? u->fns[i->imm].syncs : i->aux == IR_IN_BARRIER) && lower_is_divergent(w))
                lower_uniform_report(u, id, k);
            break;
        case IR_CASES_CONSTANT:
        case IR_CASES_COMPUTED:
        case IR_CASES_LOCAL:
        case IR_CASES_ADDRESS:
        case IR_CASES_MEMORY:
        case IR_CASES_AGGREGATE:
        case IR_FUNCTION_ADDR:
        case IR_CALL_PTR:
        case IR_ELSE:
        case IR_CASE:
        case IR_DEFAULT:
        case IR_CASES_STOP:
        case IR_N_OPS: break;
        }
    }
}

static void lower_uniform_take_address(void *user, ir_function_id id)
{
    uniform *u = user;
    u->fns[id].taken = true;
}

static bool lower_prepare(uniform *u)
{
    arena *memory = u->m->memory;
    bool any = false;
    for (ir_function_id id = 1; id < u->m->functions.n && !any; id++) {
        const ir_function *f = &u->m->functions.at[id];
        for (uint32_t k = 0; k < f->code.n; k++)
            any |= f->code.at[k].op == IR_INTRINSIC && f->code.at[k].aux == IR_IN_BARRIER;
    }
    if (!any)
        return false;
    u->fns = ARENA_ARRAY(memory, about_fn, u->m->functions.n);
    for (ir_function_id id = 1; id < u->m->functions.n; id++) {
        const ir_function *f = &u->m->functions.at[id];
        about_fn *a = &u->fns[id];
        a->values = arena_alloc(memory, f->values.n);
        a->locals = arena_alloc(memory, f->locals.n);
        a->roots = ARENA_ARRAY(memory, uint32_t, f->values.n);
        a->escapes = ARENA_ARRAY(memory, bool, f->locals.n);
        a->params = arena_alloc(memory, f->n_params + 1);
        a->next_params = arena_alloc(memory, f->n_params + 1);
        a->read_only = ARENA_ARRAY(memory, bool, f->n_params + 1);
        memset(a->locals, DIVERGENT, f->locals.n ? f->locals.n : 1);
        memset(a->params, DIVERGENT | POINTS, f->n_params + 1);
        memset(a->read_only, true, f->n_params + 1);
        a->result = DIVERGENT;
    }
    for (ir_function_id id = 1; id < u->m->functions.n; id++) {
        const ir_function *f = &u->m->functions.at[id];
        for (uint32_t k = 0; k < f->code.n; k++) {
            const ir_instr *i = &f->code.at[k];
            if (i->op == IR_CALL)
                u->fns[i->imm].called = true;
            else if (i->op == IR_FUNCTION_ADDR)
                u->fns[i->imm].taken = true;
            else if (i->op == IR_GLOBAL_ADDR)
                ir_functions_in(u->m, (ir_global_id)i->imm, lower_uniform_take_address, u);
            else if (i->op == IR_RETURN)
                u->fns[id].returns = true;
            else if (i->op == IR_INTRINSIC && i->aux == IR_IN_BARRIER)
                u->fns[id].syncs = true;
        }
    }
    return true;
}

static void lower_spread_syncs(uniform *u)
{
    for (bool again = true; again;) {
        again = false;
        for (ir_function_id id = 1; id < u->m->functions.n; id++) {
            const ir_function *f = &u->m->functions.at[id];
            for (uint32_t k = 0; k < f->code.n && !u->fns[id].syncs; k++)
                if (f->code.at[k].op == IR_CALL && u->fns[f->code.at[k].imm].syncs)
                    again = u->fns[id].syncs = true;
        }
    }
}

void lower_check_barriers(lower *l)
{
    uniform u = {.l = l, .m = l->m};
    if (!lower_prepare(&u))
        return;
    lower_spread_syncs(&u);
    for (u.changed = true; u.changed;) {
        u.changed = false;
        for (ir_function_id id = 1; id < u.m->functions.n; id++)
            lower_find_roots(&u, id);
    }
    lower_uniform_settle(&u);
    u.strict = true;
    lower_uniform_settle(&u);
    for (ir_function_id id = 1; id < u.m->functions.n; id++) {
        if (!u.fns[id].syncs)
            continue;
        uint32_t n = u.m->functions.at[id].n_labels + 1;
        walk w = {.left = ARENA_ARRAY(l->s->memory, bool, n), .diverging = ARENA_ARRAY(l->s->memory, bool, n)};
        lower_walk_function(&u, id, false, &w);
        lower_walk_function(&u, id, true, &w);
    }
}
