/* ir_interp.c: launches: memory of globals and blocks, and which thread runs next. */
#include "ir/ir_interp.h"

enum { WARP = 32 };

uint8_t *interp_global(interp *in, ir_global_id id)
{
    VEC(ir_global_id) todo = {0};
    if (in->globals[id])
        return in->globals[id];
    vec_push(&in->memory, &todo, id);
    while (todo.n) {
        const ir_global_id next = todo.at[--todo.n];
        const ir_global *g = &in->m->globals.at[next];
        if (in->globals[next])
            continue;
        const uint64_t size = ir_size(in->m, g->type), align = ir_align(in->m, g->type);
        uint8_t *bytes = arena_alloc(&in->memory, size + align);
        bytes += (align - (uintptr_t)bytes % align) % align;
        if (g->bytes && size)
            memcpy(bytes, g->bytes, size);
        in->globals[next] = bytes;
        for (uint32_t i = 0; i < g->n_relocations; i++)
            vec_push(&in->memory, &todo, g->relocations[i].global);
    }
    vec_push(&in->memory, &todo, id);
    /* Addresses are known now: a global is filled in when it is first met. */
    arena_map filled = {0};
    while (todo.n) {
        const ir_global_id next = todo.at[--todo.n];
        const ir_global *g = &in->m->globals.at[next];
        uint32_t *done = arena_map_at(&in->memory, &filled, next, 1);
        if (*done)
            continue;
        *done = 1;
        for (uint32_t i = 0; i < g->n_relocations; i++) {
            const ir_relocation *one = &g->relocations[i];
            const uint64_t address = (uint64_t)(uintptr_t)in->globals[one->global] + (uint64_t)one->addend;
            memcpy(in->globals[next] + one->offset, &address, sizeof address);
            vec_push(&in->memory, &todo, one->global);
        }
    }
    return in->globals[id];
}

static void lay_out_shared(interp *in)
{
    uint64_t at = 0;
    in->shared_at = ARENA_ARRAY(&in->memory, uint64_t, in->m->globals.n);
    for (ir_global_id i = 1; i < in->m->globals.n; i++) {
        const ir_global *g = &in->m->globals.at[i];
        if (g->space != IR_SPACE_SHARED || g->dynamic)
            continue;
        const uint64_t align = ir_align(in->m, g->type);
        at = (at + align - 1) / align * align;
        in->shared_at[i] = at;
        at += ir_size(in->m, g->type);
    }
    in->static_shared = (at + 127) / 128 * 128;
    for (ir_global_id i = 1; i < in->m->globals.n; i++)
        if (in->m->globals.at[i].dynamic)
            in->shared_at[i] = in->static_shared;
    const uint64_t size = in->static_shared + in->launch.dynamic_shared;
    if (size > UINT64_C(1) << 32)
        longjmp(in->out_of_memory, 1);
    in->shared = arena_alloc(&in->memory, size + 128);
    in->shared += (128 - (uintptr_t)in->shared % 128) % 128;
}

static void set_up(interp *in, ir_module *m, ir_function_id f, const ir_launch *launch)
{
    in->m = m;
    in->memory.out_of_memory = &in->out_of_memory;
    in->launch = *launch;
    in->max_steps = launch->max_steps ? launch->max_steps : UINT64_MAX;
    in->kernel = f;
    in->functions = ARENA_ARRAY(&in->memory, interp_function *, m->functions.n);
    in->globals = ARENA_ARRAY(&in->memory, uint8_t *, m->globals.n);
    lay_out_shared(in);
}

static void start(interp *in, interp_thread *t, const interp_function *f, const void *const *args)
{
    if (!t->chunks && in->free_stacks.n) {
        t->chunks = in->free_stacks.at[--in->free_stacks.n];
        for (const interp_chunk *c = t->chunks; c; c = c->next)
            t->stack_bytes += (uint64_t)(c->end - c->start);
    }
    t->frame = NULL;
    uint8_t *frame = interp_push(in, t, f);
    if (!frame) {
        in->outcome = IR_OUT_OF_MEMORY;
        t->state = INTERP_STOPPED;
        return;
    }
    for (uint32_t i = 0; i < f->n_params; i++)
        if (f->param_sizes[i])
            memcpy(frame + f->params[i], args[i], f->param_sizes[i]);
    interp_frame *head = (interp_frame *)(void *)frame;
    head->back = NULL;
    head->caller = NULL;
    t->frame = frame;
    t->function = f;
    t->at = f->code;
    t->state = INTERP_READY;
}

static void run(interp *in, interp_thread *t, const interp_function *f, const void *const *args)
{
    if (t->state == INTERP_NEW) {
        in->steps++;
        start(in, t, f, args);
    }
    if (t->state == INTERP_READY)
        interp_run_thread(in, t);
    if ((t->state == INTERP_RETURNED || t->state == INTERP_TRAPPED) && t->chunks) {
        vec_push(&in->memory, &in->free_stacks, t->chunks);
        t->chunks = NULL;
        t->stack_bytes = 0;
    }
    if (in->steps > in->max_steps && in->outcome == IR_RAN)
        in->outcome = IR_TOO_LONG;
}

/* Runs a warp until its threads have ended or wait for others. */
static void run_warp(interp *in, interp_thread *threads, uint32_t n, const interp_function *f, const void *const *args)
{
    for (;;) {
        bool at_warp = false, at_barrier = false;
        for (uint32_t i = 0; i < n && in->outcome == IR_RAN; i++) {
            run(in, &threads[i], f, args);
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

static void run_block(interp *in, interp_thread *threads, uint32_t n, const interp_function *f, const void *const *args)
{
    const uint32_t *block = in->launch.block;
    for (uint32_t i = 0; i < n; i++) {
        threads[i].state = INTERP_NEW;
        threads[i].frame = NULL;
        threads[i].lane = i % WARP;
        threads[i].index[0] = i % block[0];
        threads[i].index[1] = i / block[0] % block[1];
        threads[i].index[2] = i / block[0] / block[1];
    }
    if (in->static_shared + in->launch.dynamic_shared)
        memset(in->shared, 0, in->static_shared + in->launch.dynamic_shared);
    for (;;) {
        uint32_t n_waiting = 0, n_ended = 0;
        for (uint32_t i = 0; i < n; i += WARP)
            run_warp(in, threads + i, n - i < WARP ? n - i : WARP, f, args);
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
        for (uint32_t i = 0; i < n; i++)
            if (threads[i].state == INTERP_AT_BARRIER)
                threads[i].state = INTERP_READY;
    }
}

static void run_grid(interp *in, const void *const *args)
{
    const uint64_t n = (uint64_t)in->launch.block[0] * in->launch.block[1] * in->launch.block[2];
    const uint32_t *grid = in->launch.grid;
    if (n > 1024 * 1024)
        longjmp(in->out_of_memory, 1);
    interp_thread *threads = ARENA_ARRAY(&in->memory, interp_thread, n);
    const interp_function *f = interp_decode(in, in->kernel);
    for (in->block[2] = 0; in->block[2] < grid[2]; in->block[2]++)
        for (in->block[1] = 0; in->block[1] < grid[1]; in->block[1]++)
            for (in->block[0] = 0; in->block[0] < grid[0]; in->block[0]++) {
                run_block(in, threads, (uint32_t)n, f, args);
                if (in->outcome != IR_RAN)
                    return;
            }
}

/* The global that an address is in, or just behind where it is in none. */
static ir_relocation find_global(const interp *in, uint64_t offset, uint64_t address)
{
    ir_relocation found = {.offset = offset};
    for (ir_global_id g = 1; g < in->m->globals.n; g++) {
        if (!in->globals[g])
            continue;
        const uint64_t start = (uint64_t)(uintptr_t)in->globals[g], size = ir_size(in->m, in->m->globals.at[g].type);
        if (address < start || address - start > size || (address - start == size && found.global))
            continue;
        found.global = g;
        found.addend = (int64_t)(address - start);
        if (address - start < size)
            break;
    }
    return found;
}

typedef struct pointer_list {
    ir_relocation *at; /* room for each word of the result */
    uint32_t n;
} pointer_list;

static uint64_t result_size(const ir_module *m, ir_function_id f)
{
    const ir_type type = m->functions.at[f].result;
    return type ? ir_size(m, type) : 0;
}

static void find_pointers(const interp *in, ir_function_id f, pointer_list *into)
{
    const uint64_t size = result_size(in->m, f);
    for (uint64_t at = 0; at + 8 <= size; at += 8) {
        uint64_t word;
        memcpy(&word, (const uint8_t *)in->result + at, sizeof word);
        const ir_relocation one = find_global(in, at, word);
        if (one.global)
            into->at[into->n++] = one;
    }
}

static ir_outcome run_all(ir_module *m, ir_function_id f, const ir_launch *launch, const void *const *args,
                          void *result, ir_panic *panic, pointer_list *pointers)
{
    interp in = {.m = m, .result = result};
    if (setjmp(in.out_of_memory)) {
        in.outcome = IR_OUT_OF_MEMORY;
    } else {
        set_up(&in, m, f, launch);
        run_grid(&in, args);
        if (pointers && in.outcome == IR_RAN && !in.panic.happened)
            find_pointers(&in, f, pointers);
    }
    arena_free(&in.memory);
    if (panic)
        *panic = in.panic;
    return in.outcome == IR_RAN && in.panic.happened ? IR_PANICKED : in.outcome;
}

ir_outcome ir_run_kernel(ir_module *m, ir_function_id kernel, const ir_launch *launch, const void *const *args,
                         ir_panic *panic)
{
    return run_all(m, kernel, launch, args, NULL, panic, NULL);
}

ir_outcome ir_run_function(ir_module *m, ir_function_id f, const void *const *args, void *result, uint64_t max_steps,
                           ir_panic *panic)
{
    const ir_launch one = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .max_steps = max_steps};
    return run_all(m, f, &one, args, result, panic, NULL);
}

ir_outcome ir_run_constant(ir_module *m, ir_function_id f, void *result, uint64_t max_steps, ir_panic *panic,
                           const ir_relocation **pointers, uint32_t *n_pointers)
{
    const ir_launch one = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .max_steps = max_steps};
    pointer_list found = {.at = ARENA_ARRAY(m->memory, ir_relocation, result_size(m, f) / 8)};
    const ir_outcome outcome = run_all(m, f, &one, NULL, result, panic, &found);
    *pointers = found.at;
    *n_pointers = found.n;
    return outcome;
}

const char *ir_panic_text(ir_module *m, const ir_panic *panic)
{
    const ir_site *site = &m->sites.at[panic->site];
    const size_t n = ir_site_text(site, panic->operands, NULL, 0);
    char *text = arena_alloc(m->memory, n + 1);
    ir_site_text(site, panic->operands, text, n + 1);
    return text;
}
