/* ir_interp.c: runs launches: it makes the memory of globals and blocks, and decides which thread runs next. */
#include "ir/ir_interp.h"

#include "base/limits.h"

enum { WARP = 32 };

/* Makes the module's tables as long as it is. */
static void ir_ready_tables(ir_module *m)
{
    interp_tables *tables = m->tables ? m->tables : ARENA_NEW(m->memory, interp_tables);
    m->tables = tables;
    if (tables->n_functions < m->functions.n) {
        tables->n_functions = 2 * m->functions.n;
        tables->functions = ARENA_ARRAY(m->memory, interp_function *, tables->n_functions);
    }
    if (tables->n_globals < m->globals.n) {
        tables->n_globals = 2 * m->globals.n;
        tables->globals = ARENA_ARRAY(m->memory, uint64_t, tables->n_globals);
    }
    for (; tables->n_looked_at < m->globals.n; tables->n_looked_at++) {
        const ir_global *g = &m->globals.at[tables->n_looked_at];
        tables->has_shared |= g->space == IR_SPACE_SHARED || g->dynamic;
    }
}

static void ir_clear_tables(interp *in)
{
    for (uint32_t i = 0; i < in->decoded.n; i++)
        in->functions[in->decoded.at[i]] = NULL;
    for (uint32_t i = 0; i < in->placed.n; i++)
        in->globals[in->placed.at[i]] = 0;
}

static void ir_place_global(interp *in, ir_global_id id, uint64_t address)
{
    if (in->is_constant)
        vec_push(&in->memory, &in->placed, id);
    in->globals[id] = address;
}

uint64_t interp_global(interp *in, ir_global_id id)
{
    VEC(ir_global_id) todo = {0}, fresh = {0};
    if (in->globals[id])
        return in->globals[id];
    vec_push(&in->memory, &todo, id);
    while (todo.n) {
        const ir_global_id next = todo.at[--todo.n];
        const ir_global *g = &in->m->globals.at[next];
        if (in->globals[next])
            continue;
        interp_allocation about = {.kind = INTERP_IS_GLOBAL, .what = next};
        about.size = ir_size(in->m, g->type);
        about.align = ir_align(in->m, g->type);
        about.is_read_only = g->space == IR_SPACE_CONST || in->is_constant;
        about.is_barred = g->space == IR_SPACE_GLOBAL && in->is_constant;
        about.is_unready = g->is_unready;
        about.bytes = arena_alloc(&in->memory, about.size);
        if (g->bytes && about.size)
            memcpy(about.bytes, g->bytes, about.size);
        if (g->set) {
            about.set = arena_copy(&in->memory, g->set, about.size);
        } else if (in->is_constant && g->n_relocations) {
            about.set = arena_alloc(&in->memory, about.size);
            memset(about.set, INTERP_SET, about.size);
        }
        ir_place_global(in, next, interp_allocate(in, about));
        vec_push(&in->memory, &fresh, next);
        for (uint32_t i = 0; i < g->n_relocations; i++)
            if (g->relocations[i].global)
                vec_push(&in->memory, &todo, g->relocations[i].global);
    }
    /* Addresses are known now. */
    for (uint32_t k = 0; k < fresh.n; k++) {
        const ir_global *g = &in->m->globals.at[fresh.at[k]];
        const interp_allocation about = *interp_find(in, in->globals[fresh.at[k]]);
        for (uint32_t i = 0; i < g->n_relocations; i++) {
            const ir_relocation *one = &g->relocations[i];
            uint64_t address = one->global ? in->globals[one->global] : interp_function_address(in, one->function);
            if (in->is_constant) {
                interp_move(in, NULL, &address, (uint64_t)one->addend);
                interp_put_pointer(in, address, about.bytes + one->offset, about.set + one->offset);
                continue;
            }
            memcpy(about.bytes + one->offset, &(uint64_t){address + (uint64_t)one->addend}, sizeof address);
        }
    }
    return in->globals[id];
}

static void ir_lay_out_shared(interp *in)
{
    uint64_t at = 0;
    VEC(interp_allocation) all = {0};
    const uint32_t n = in->is_constant && !in->m->tables->has_shared ? 0 : in->m->globals.n;
    for (ir_global_id i = 1; i < n; i++) {
        const ir_global *g = &in->m->globals.at[i];
        if (g->space != IR_SPACE_SHARED || g->dynamic)
            continue;
        const uint64_t align = ir_align(in->m, g->type);
        at = ir_round_up(at, align);
        vec_push(&in->memory, &all,
                 (interp_allocation){.kind = INTERP_IS_SHARED,
                                     .what = i,
                                     .align = (uint32_t)align,
                                     .size = ir_size(in->m, g->type),
                                     .start = at});
        at += ir_size(in->m, g->type);
    }
    in->static_shared = (at + 127) / 128 * 128;
    in->shared_bytes = in->static_shared + in->launch.dynamic_shared;
    if (in->shared_bytes > UINT64_C(1) << 32)
        longjmp(in->out_of_memory, 1);
    vec_push(
        &in->memory, &all,
        (interp_allocation){
            .kind = INTERP_IS_SHARED, .align = 128, .size = in->launch.dynamic_shared, .start = in->static_shared});
    in->shared = arena_alloc(&in->memory, in->shared_bytes);
    in->shared_set = arena_alloc(&in->memory, in->shared_bytes);
    for (uint32_t i = 0; i < all.n; i++) {
        interp_allocation *about = &all.at[i];
        about->bytes = in->shared + about->start;
        about->set = in->shared_set + about->start;
        if (about->what)
            ir_place_global(in, about->what, interp_allocate(in, *about));
        else
            in->dynamic_at = interp_allocate(in, *about);
    }
    for (ir_global_id i = 1; i < n; i++)
        if (in->m->globals.at[i].dynamic)
            ir_place_global(in, i, in->dynamic_at);
}

static void ir_set_up(interp *in, ir_module *m, ir_function_id f, const ir_launch *launch)
{
    in->m = m;
    in->memory.out_of_memory = &in->out_of_memory;
    in->launch = *launch;
    in->max_steps = launch->max_steps ? launch->max_steps : UINT64_MAX;
    in->most_stack = (uint64_t)(in->is_constant ? LIMIT_CONSTANT_STACK_KIB : LIMIT_THREAD_STACK_KIB) << 10;
    in->kernel = f;
    in->functions =
        in->is_constant ? m->tables->functions : ARENA_ARRAY(&in->memory, interp_function *, m->functions.n);
    in->globals = in->is_constant ? m->tables->globals : ARENA_ARRAY(&in->memory, uint64_t, m->globals.n);
    const uint64_t n_blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    in->finds_races = !in->is_constant && !launch->allows_races &&
                      n_blocks * launch->block[0] * launch->block[1] * launch->block[2] > 1;
    vec_push(&in->memory, &in->slices, (interp_slice){0});
    interp_memory_begin(in);
    ir_lay_out_shared(in);
}

static void ir_start(interp *in, interp_thread *t, const interp_function *f, const void *const *args)
{
    if (!t->chunks && in->free_stacks.n) {
        t->chunks = in->free_stacks.at[--in->free_stacks.n];
        for (const interp_chunk *c = t->chunks; c; c = c->next)
            t->stack_bytes += (uint64_t)(c->end - c->start);
    }
    t->frame = NULL;
    t->function = NULL;
    uint8_t *frame = interp_push(in, t, f, NULL, 0);
    if (!frame) {
        interp_too_deep(in, NULL);
        t->state = INTERP_STOPPED;
        return;
    }
    for (uint32_t i = 0; i < f->n_params; i++) {
        if (f->param_sizes[i])
            memcpy(frame + f->params[i], args[i], f->param_sizes[i]);
        if (f->params[i] >= f->tracked)
            memset(frame + f->params[i] + f->shadow, INTERP_SET, f->param_sizes[i]);
    }
    t->frame = frame;
    t->function = f;
    t->at = f->code;
    t->state = INTERP_READY;
}

static void ir_interp_run_of(interp *in, interp_thread *t, const interp_function *f, const void *const *args)
{
    if (t->state == INTERP_NEW) {
        in->steps++;
        ir_start(in, t, f, args);
    }
    if (t->state == INTERP_READY) {
        in->thread = t;
        if (in->finds_races)
            interp_slice_begin(in);
        interp_run_thread(in, t);
    }
    if ((t->state == INTERP_RETURNED || t->state == INTERP_TRAPPED) && t->chunks) {
        while (t->calls.n)
            interp_pop(in, t);
        vec_push(&in->memory, &in->free_stacks, t->chunks);
        t->chunks = NULL;
        t->stack_bytes = 0;
    }
    if (in->steps > in->max_steps && in->outcome == IR_RAN)
        in->outcome = IR_TOO_LONG;
}

/* Runs a warp until its threads have ended or wait for others. */
static void ir_run_warp(interp *in, interp_thread *threads, uint32_t n, const interp_function *f,
                        const void *const *args)
{
    for (;;) {
        bool at_warp = false, at_barrier = false;
        for (uint32_t i = 0; i < n && in->outcome == IR_RAN; i++) {
            ir_interp_run_of(in, &threads[i], f, args);
            at_warp |= threads[i].state == INTERP_AT_WARP;
            at_barrier |= threads[i].state == INTERP_AT_BARRIER;
        }
        if (in->outcome != IR_RAN || !at_warp || at_barrier)
            return;
        if (!interp_warp(in, threads, n)) {
            in->outcome = IR_DEADLOCK;
            return;
        }
    }
}

static void ir_run_block(interp *in, interp_thread *threads, uint32_t n, const interp_function *f,
                         const void *const *args)
{
    const uint32_t *block = in->launch.block;
    for (uint32_t i = 0; i < n; i++) {
        threads[i].known = threads[i].seen = threads[i].fence_slice = threads[i].warp_slice = 0;
        threads[i].state = INTERP_NEW;
        threads[i].frame = NULL;
        threads[i].lane = i % WARP;
        threads[i].index[0] = i % block[0];
        threads[i].index[1] = i / block[0] % block[1];
        threads[i].index[2] = i / block[0] / block[1];
    }
    in->block_number++;
    in->barrier_slice = 0;
    memset(in->shared, 0, in->shared_bytes);
    memset(in->shared_set, 0, in->shared_bytes);
    for (;;) {
        uint32_t n_waiting = 0, n_ended = 0;
        for (uint32_t i = 0; i < n; i += WARP)
            ir_run_warp(in, threads + i, n - i < WARP ? n - i : WARP, f, args);
        if (in->outcome != IR_RAN)
            return;
        for (uint32_t i = 0; i < n; i++) {
            n_waiting += threads[i].state == INTERP_AT_BARRIER;
            n_ended += threads[i].state == INTERP_RETURNED || threads[i].state == INTERP_TRAPPED;
        }
        if (n_ended == n)
            return;
        if (n_waiting + n_ended != n) {
            in->outcome = IR_DEADLOCK;
            return;
        }
        uint32_t known = 0;
        for (uint32_t i = 0; i < n; i++)
            known = threads[i].known > known ? threads[i].known : known;
        for (uint32_t i = 0; i < n; i++)
            if (threads[i].state == INTERP_AT_BARRIER) {
                threads[i].state = INTERP_READY;
                threads[i].known = known;
            }
        in->barrier_slice = in->slice + 1;
    }
}

static void ir_run_grid(interp *in, const void *const *args)
{
    const uint64_t n = (uint64_t)in->launch.block[0] * in->launch.block[1] * in->launch.block[2];
    const uint32_t *grid = in->launch.grid;
    if (n > 1024 * 1024)
        longjmp(in->out_of_memory, 1);
    interp_thread *threads = ARENA_ARRAY(&in->memory, interp_thread, n);
    in->threads = threads;
    const interp_function *f = interp_decode(in, in->kernel);
    for (in->block[2] = 0; in->block[2] < grid[2]; in->block[2]++)
        for (in->block[1] = 0; in->block[1] < grid[1]; in->block[1]++)
            for (in->block[0] = 0; in->block[0] < grid[0]; in->block[0]++) {
                ir_run_block(in, threads, (uint32_t)n, f, args);
                if (in->outcome != IR_RAN)
                    return;
            }
}

static uint64_t ir_result_size(const ir_module *m, ir_function_id f)
{
    const ir_type type = m->functions.at[f].result;
    return type ? ir_size(m, type) : 0;
}

static ir_word ir_word_of(const interp *in, ir_function_id f, uint64_t pointer, ir_relocation *to)
{
    uint64_t offset;
    const interp_allocation *a = interp_belongs_to(in, pointer, &offset);
    if (!a)
        return IR_WORD_GONE;
    if (a->kind == INTERP_IS_GLOBAL) {
        to->global = a->what;
        to->addend = (int64_t)offset;
        return IR_WORD_GLOBAL;
    }
    if (a->kind == INTERP_IS_FUNCTION) {
        to->function = offset ? 0 : a->what;
        to->addend = (int64_t)offset;
        return IR_WORD_FUNCTION;
    }
    return a->kind == INTERP_IS_LOCAL && a->owner == f && offset <= a->extent &&
                   !in->m->functions.at[f].locals.at[a->what].name
               ? IR_WORD_TEMPORARY
               : IR_WORD_GONE;
}

void interp_describe(const interp *in, ir_function_id f, const uint8_t *set, uint64_t size, ir_constant *constant)
{
    ir_module *m = in->m;
    uint8_t *bytes = constant->bytes, *has_value = arena_copy(m->memory, set, size),
            *words = arena_alloc(m->memory, size + 1);
    VEC(ir_relocation) pointers = {0};
    for (uint64_t at = 0; at < size; at++) {
        uint64_t pointer;
        if (set[at] > INTERP_SET && interp_find_pointer(in, bytes + at, set + at, size - at, &pointer)) {
            ir_relocation to = {.offset = at};
            memset(words + at, ir_word_of(in, f, pointer, &to), sizeof pointer);
            memset(has_value + at, 1, sizeof pointer);
            memcpy(bytes + at, &pointer, sizeof pointer);
            vec_push(m->memory, &pointers, to);
            at += sizeof pointer - 1;
        } else if (set[at] >= INTERP_PARTED) {
            ir_relocation to = {.offset = at};
            ir_word_of(in, f, interp_parted(in, bytes[at], set[at]), &to);
            vec_push(m->memory, &pointers, to);
            words[at] = (uint8_t)(IR_WORD_PART + (set[at] - INTERP_PARTED) % 8);
            has_value[at] = 1;
        }
    }
    constant->set = has_value;
    constant->words = words;
    constant->pointers = pointers.at;
    constant->n_pointers = pointers.n;
}

static ir_outcome ir_run_all(interp *in, ir_module *m, ir_function_id f, const ir_launch *launch,
                             const void *const *args, ir_panic *panic, ir_constant *constant)
{
    in->m = m;
    if (setjmp(in->out_of_memory)) {
        in->outcome = IR_OUT_OF_MEMORY;
    } else {
        ir_set_up(in, m, f, launch);
        if (in->result)
            in->result_set = arena_alloc(&in->memory, ir_result_size(m, f));
        ir_run_grid(in, args);
        if (constant && in->outcome == IR_RAN && !in->panic.happened)
            interp_describe(in, f, in->result_set, ir_result_size(m, f), constant);
    }
    ir_clear_tables(in);
    arena_free(&in->memory);
    if (panic)
        *panic = in->panic;
    return in->outcome == IR_RAN && in->panic.happened ? IR_PANICKED : in->outcome;
}

ir_outcome ir_run_kernel(ir_module *m, ir_function_id kernel, const ir_launch *launch, const void *const *args,
                         ir_panic *panic)
{
    interp in = {0};
    return ir_run_all(&in, m, kernel, launch, args, panic, NULL);
}

static ir_launch ir_one_thread(const ir_launch *how)
{
    ir_launch one = *how;
    for (uint32_t i = 0; i < 3; i++)
        one.grid[i] = one.block[i] = 1;
    return one;
}

ir_outcome ir_run_function(ir_module *m, ir_function_id f, const ir_launch *how, const void *const *args, void *result,
                           ir_panic *panic)
{
    interp in = {.result = result};
    const ir_launch one = ir_one_thread(how);
    return ir_run_all(&in, m, f, &one, args, panic, NULL);
}

ir_outcome ir_run_constant(ir_module *m, ir_function_id f, bool is_static, uint64_t max_steps, ir_constant *constant,
                           ir_panic *panic)
{
    const ir_launch how = {.max_steps = max_steps}, one = ir_one_thread(&how);
    interp in = {.result = constant->bytes, .is_constant = true, .is_static = is_static};
    constant->n_pointers = 0;
    ir_ready_tables(m);
    return ir_run_all(&in, m, f, &one, NULL, panic, constant);
}

const char *ir_panic_text(ir_module *m, const ir_panic *panic)
{
    const ir_site *site = &m->sites.at[panic->site];
    const size_t n = ir_site_text(site, panic->operands, NULL, 0);
    char *text = arena_alloc(m->memory, n + 1);
    ir_site_text(site, panic->operands, text, n + 1);
    return text;
}
