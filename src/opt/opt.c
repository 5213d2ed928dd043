/* opt.c: which pass runs when.
 *
 * A function is taken out of its flat list into a tree (opt_tree.h) once, and written back once. First come the passes
 * that its callers profit from: each function is done before the first of its callers, so that what is inlined has been
 * simplified. The others run once a function is known to be wanted, that is, to be called still by what a kernel
 * reaches: what they make is larger and would be copied into each caller. */
#include "opt/opt.h"

#include <stdatomic.h>

#include "opt/opt_tree.h"
#include "rustg/kernel.h"

/* What may hold of a tree. */
typedef enum opt_property {
    OPT_INLINED = 1,      /* small callees are in it; it calls what stays a call */
    OPT_SCALARS = 2,      /* sroa has nothing to do: no local that could be split, no value read back from a local */
    OPT_SINGLE_CHECKS = 4 /* each check is a CHECK of its own */
} opt_property;

typedef enum opt_pass {
#define OPT_PASS(NAME, text, function, needs, makes, breaks, about) OPT_##NAME,
#include "opt/opt_pass.def"
    OPT_N_PASSES
} opt_pass;

enum { MOST_INLINED = 250, MOST_INLINED_PTX = 500, MOST_ROUNDS = 8, MOST_NODES = 20000, MOST_SETTLED = 3 };
/* C compilers take the square of a function's calls, so what costs no more than a call never is one. */
enum { CALL_SIZE = 24 };
enum { MOST_FLATTENED = 1000000 };
enum { NOT_SEEN, ACTIVE, LEFT_ALONE, DONE, WANTED };

typedef struct opt_work {
    const opt_options *options;
    const ir_module *from;
    ir_module *to;
    opt_tree *trees;       /* of each function */
    uint8_t *states;       /* NOT_SEEN .. WANTED, of each function */
    uint32_t *sizes;       /* of each tree that a call has asked for; 0: not known */
    VEC(opt_tree *) added; /* functions that coarsening and launch versioning have made */
} opt_work;

static bool opt_coarsen_kernel(opt_tree *t);
static bool opt_version_kernel(opt_tree *t);
static bool opt_alone_in_rounds(opt_tree *t);
static bool opt_together_in_rounds(opt_tree *t);
static bool opt_loop_over_threads(opt_tree *t);

static const struct {
    const char *text;
    bool (*run)(opt_tree *t);
    uint8_t needs, makes, breaks;
} opt_passes[OPT_N_PASSES] = {
#define OPT_PASS(NAME, text, function, needs, makes, breaks, about) {text, function, needs, makes, breaks},
#include "opt/opt_pass.def"
};

static const char opt_names[] =
#define OPT_PASS(NAME, text, function, needs, makes, breaks, about) ", " text
#include "opt/opt_pass.def"
    ;
const char *const opt_pass_names = opt_names + 2;

const char *rustg_pass_name(uint32_t pass)
{
    return pass < OPT_N_PASSES ? opt_passes[pass].text : NULL;
}

bool opt_knows_pass(const char *name)
{
    for (uint32_t pass = 0; pass < OPT_N_PASSES; pass++)
        if (strcmp(name, opt_passes[pass].text) == 0)
            return true;
    return false;
}

/* Shows who watches a copy of the module in which the tree is written out. */
static void opt_show(opt_tree *t, const char *pass)
{
    const opt_work *w = t->work;
    const ir_function_id id = (ir_function_id)(t - w->trees);
    ir_module m = *w->to;
    m.functions.at = arena_copy(m.memory, m.functions.at, m.functions.n * sizeof *m.functions.at);
    m.functions.capacity = m.functions.n;
    vec_share(&m.args);
    opt_tree copy = {.m = &m, .f = &m.functions.at[id], .body = t->body};
    vec_share(&copy.f->values);
    opt_tree_write(&copy);
    w->options->after_pass(w->options->user, pass, &m, id);
}

static atomic_uint opt_unmet;

uint32_t opt_n_unmet(void)
{
    return atomic_load(&opt_unmet);
}

static bool opt_run(opt_tree *t, opt_pass pass)
{
    if ((t->holds & opt_passes[pass].needs) != opt_passes[pass].needs)
        atomic_fetch_add(&opt_unmet, 1);
    const bool changed = opt_passes[pass].run(t);
    if (changed)
        t->holds &= (uint8_t)~opt_passes[pass].breaks;
    t->holds |= opt_passes[pass].makes;
    if (t->work->options->after_pass && !t->f->proof)
        opt_show(t, opt_passes[pass].text);
    return changed;
}

/* Facts make values constants and operands of others, which gives gvn more facts. */
static void opt_settle(opt_tree *t)
{
    for (uint32_t round = 0; round < MOST_SETTLED && opt_run(t, OPT_GVN); round++)
        opt_run(t, OPT_SROA);
}

/* The passes before a function is put into its callers. A branch that jump threading has moved is decided by what sroa
 * then knows, and may decide the next. */
static void opt_prepare(opt_tree *t)
{
    bool changed = true;
    if (t->work->options->for_ptx)
        opt_run(t, OPT_PTX_TEMPLATE);
    opt_run(t, OPT_INLINE);
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        changed = opt_run(t, OPT_SROA);
        if (!opt_run(t, OPT_JUMP_THREADING))
            break;
        changed = true;
    }
    if (changed)
        opt_run(t, OPT_SROA);
}

/* The passes that also a further entry of a kernel wants. */
static void opt_finish_loops(opt_tree *t)
{
    const bool for_cpu = t->work->options->for_cpu;
    if (!for_cpu && opt_run(t, OPT_SMALL_NUMBERS)) {
        opt_settle(t);
        opt_settle_small_numbers(t);
        opt_run(t, OPT_SROA);
    }
    if (opt_run(t, OPT_SATURATING_STEP))
        opt_settle(t);
    if (opt_run(t, OPT_LOOP_VERSIONING)) {
        opt_run(t, OPT_SROA);
        opt_settle(t);
    }
    if (for_cpu && opt_run(t, OPT_THREAD_LOOP))
        opt_run(t, OPT_SROA);
    const bool for_ptx = t->work->options->for_ptx;
    if (for_ptx) {
        for (uint32_t round = 0; round < MOST_SETTLED && opt_run(t, OPT_IF_CONVERT); round++)
            opt_run(t, OPT_SROA);
        opt_run(t, OPT_DIV_REM_PAIRS);
        opt_settle(t);
        if (opt_run(t, OPT_LOAD_COMBINE))
            opt_run(t, OPT_SROA);
    }
    if (!for_cpu && opt_run(t, for_ptx ? OPT_PARTIAL_UNROLL : OPT_STRIP_MINE))
        opt_settle(t);
    if (for_ptx && opt_run(t, OPT_REASSOCIATE)) {
        opt_run(t, OPT_SROA);
        opt_settle(t);
    }
    if (!for_cpu && !t->f->proof)
        opt_run(t, OPT_COARSEN);
    opt_run(t, OPT_MERGE_CHECKS);
}

/* What NVVM does for other targets. Arrays whose indices an unrolled loop has made constants become scalars, and these
 * may tell the rounds of the next loop. True: locals in memory became scalars. */
static bool opt_scalars(opt_tree *t)
{
    opt_settle(t);
    bool unrolled = true, changed = false;
    for (uint32_t round = 0; round < MOST_ROUNDS && unrolled; round++) {
        unrolled = opt_run(t, OPT_FULL_UNROLL);
        if (unrolled)
            opt_run(t, OPT_SROA);
        else if (round)
            break;
        if (opt_run(t, OPT_FOLD))
            opt_run(t, OPT_SROA);
        if (opt_run(t, OPT_MEM2REG)) {
            opt_run(t, OPT_SROA);
            changed = true;
        }
    }
    return changed;
}

/* The passes after all that copies the tree into others. Versions of loops come before strip mining, which takes loops
 * without checks only; checks are merged last, since every pass before wants to see each of them. */
static void opt_finish(opt_tree *t)
{
    if (opt_run(t, OPT_INCLUSIVE_LOOP))
        opt_run(t, OPT_SROA);
    if (!t->work->options->for_cpu && opt_run(t, OPT_UNROLL))
        opt_run(t, OPT_SROA);
    if (t->work->options->for_ptx)
        opt_scalars(t);
    opt_run(t, OPT_SHARED_RELAX);
    opt_settle(t);
    if (!t->work->options->for_cpu && opt_run(t, OPT_TOGETHER_ADD)) {
        opt_run(t, OPT_SROA);
        opt_settle(t);
    }
    static const opt_pass rounds[] = {OPT_SINGLE_ROUND, OPT_BLOCK_ROUNDS};
    for (int k = 0; k < 2 && t->work->options->for_cpu; k++)
        if (opt_run(t, rounds[k])) {
            opt_run(t, OPT_SROA);
            opt_settle(t);
        }
    if (!t->work->options->for_cpu) {
        opt_run(t, OPT_STREAMING_STORE);
        opt_run(t, OPT_LAUNCH_VERSION);
    }
    opt_finish_loops(t);
}

/* ---- which functions ---- */

/* What only the interpreter wants to know keeps locals in memory. */
static void opt_forget_scopes(opt_list *list)
{
    uint32_t n_left = 0;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_forget_scopes(&node->arms[arm].list);
        if (node->i.op != IR_INTRINSIC || (node->i.aux != IR_IN_LOCAL_GONE && node->i.aux != IR_IN_ALIGNED_AROUND &&
                                           node->i.aux != IR_IN_OF_ONE_ALLOCATION))
            list->at[n_left++] = node;
    }
    list->n = n_left;
}

/* A function that nests too deep for passes that recurse on brackets stays as it is, and its calls stay calls. */
static void opt_visit(opt_work *w, ir_function_id id)
{
    opt_tree *t = &w->trees[id];
    const ir_function *from = &w->from->functions.at[id];
    w->states[id] = ACTIVE;
    *t = (opt_tree){.m = w->to, .f = &w->to->functions.at[id], .work = w, .holds = OPT_SINGLE_CHECKS};
    if (!opt_tree_read(t, w->from, from)) {
        w->states[id] = LEFT_ALONE;
        return;
    }
    t->f->values.at = arena_copy(w->to->memory, from->values.at, from->values.n * sizeof *from->values.at);
    t->f->values.capacity = from->values.n;
    t->f->locals.at = arena_copy(w->to->memory, from->locals.at, from->locals.n * sizeof *from->locals.at);
    t->f->locals.capacity = from->locals.n;
    if (w->options->keeps)
        opt_forget_scopes(&t->body);
    opt_prepare(t);
    w->states[id] = DONE;
}

const opt_tree *opt_callee(const opt_tree *t, ir_function_id id)
{
    opt_work *w = t->work;
    const opt_tree *body = &w->trees[id];
    if (w->options->keeps && w->options->keeps(w->options->user, id))
        return NULL;
    if (w->states[id] == NOT_SEEN)
        opt_visit(w, id);
    if (w->options->keeps)
        return w->states[id] == DONE && !body->f->is_kernel && !body->has_ptx && t->f->values.n < MOST_FLATTENED ? body
                                                                                                                 : NULL;
    if (w->states[id] != DONE || body->f->is_kernel || body->f->cold || body->f->fast_math != t->f->fast_math)
        return NULL;
    if (body->has_ptx && (!w->options->for_ptx || t->f->locals.n + body->f->locals.n > UINT16_MAX))
        return NULL;
    if (!w->sizes[id])
        w->sizes[id] = opt_tree_size(&body->body);
    const uint32_t size = w->sizes[id];
    const uint32_t most = t->f->values.n >= MOST_NODES ? CALL_SIZE
                          : w->options->for_ptx        ? MOST_INLINED_PTX
                                                       : MOST_INLINED;
    return size <= most && t->f->values.n < MOST_FLATTENED ? body : NULL;
}

static bool opt_coarsen_kernel(opt_tree *t)
{
    opt_work *w = t->work;
    opt_tree *one, *entry;
    if (!w->options->coarsen ||
        !opt_coarsen(t, (ir_function_id)(t - w->trees), w->from->functions.n + w->added.n, &one, &entry))
        return false;
    vec_push(w->to->memory, &w->added, one);
    vec_push(w->to->memory, &w->added, entry);
    return true;
}

static bool opt_version_kernel(opt_tree *t)
{
    opt_work *w = t->work;
    opt_tree *entry =
        w->options->coarsen && t->f->is_kernel ? opt_launch_version(t, (ir_function_id)(t - w->trees)) : NULL;
    if (!entry)
        return false;
    entry->work = w;
    entry->holds = (uint8_t)(t->holds & ~OPT_SCALARS);
    vec_push(w->to->memory, &w->added, entry);
    opt_run(entry, OPT_SROA);
    opt_settle(entry);
    opt_finish_loops(entry);
    return true;
}

/* Whether a call of the kernel will stand for a block. */
static bool opt_meets(opt_tree *t)
{
    bool calls_stop;
    return t->f->is_kernel && opt_thread_range(t, t->work->from, &calls_stop) == IR_RANGE_BLOCK;
}

static bool opt_alone_in_rounds(opt_tree *t)
{
    return !opt_meets(t) && opt_single_round(t);
}

static bool opt_together_in_rounds(opt_tree *t)
{
    return opt_meets(t) && opt_block_rounds(t);
}

static bool opt_loop_over_threads(opt_tree *t)
{
    bool calls_stop = false;
    const ir_range range = t->f->is_kernel ? opt_thread_range(t, t->work->from, &calls_stop) : IR_RANGE_NONE;
    if (range == IR_RANGE_BLOCK)
        return opt_block_loop(t);
    return range != IR_RANGE_NONE && opt_thread_loop(t, range, calls_stop);
}

static void opt_want(opt_work *w, ir_function_id id);

/* Until then nothing has asked for what only data leads to. */
static void opt_want_address(void *user, ir_function_id id)
{
    opt_work *w = user;
    if (w->states[id] == NOT_SEEN)
        opt_visit(w, id);
    opt_want(w, id);
}

static void opt_want_calls(opt_work *w, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_CALL || node->i.op == IR_FUNCTION_ADDR)
            opt_want(w, (ir_function_id)node->i.imm);
        if (node->i.op == IR_GLOBAL_ADDR)
            ir_functions_in(w->from, (ir_global_id)node->i.imm, opt_want_address, w);
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_want_calls(w, &node->arms[arm].list);
    }
}

/* What is within all its callers is not wanted. A function that was left alone calls what it called. */
static void opt_want(opt_work *w, ir_function_id id)
{
    const ir_function *f = &w->from->functions.at[id];
    if (w->states[id] == DONE) {
        w->states[id] = WANTED;
        opt_want_calls(w, &w->trees[id].body);
    } else if (w->states[id] == LEFT_ALONE) {
        w->states[id] = ACTIVE;
        for (uint32_t k = 0; k < f->code.n; k++)
            if (f->code.at[k].op == IR_CALL || f->code.at[k].op == IR_FUNCTION_ADDR)
                opt_want(w, (ir_function_id)f->code.at[k].imm);
            else if (f->code.at[k].op == IR_GLOBAL_ADDR)
                ir_functions_in(w->from, (ir_global_id)f->code.at[k].imm, opt_want_address, w);
    }
}

/* ---- back into the module ---- */

/* Locals that nothing names are not declared. */
static void opt_number_locals(opt_list *list, ir_local *numbers, const ir_function *from, opt_tree *t)
{
    for (uint32_t n = 0; n < list->n; n++) {
        ir_instr *i = &list->at[n]->i;
        bool names = i->op == IR_GET || i->op == IR_SET || i->op == IR_LOCAL_ADDR, is_ptx = i->op == IR_PTX && i->aux;
        uint64_t local = names ? i->imm : i->aux;
        if ((names || is_ptx) && !numbers[local]) {
            vec_push(t->m->memory, &t->f->locals, from->locals.at[local]);
            numbers[local] = t->f->locals.n - 1;
        }
        if (names)
            i->imm = numbers[local];
        if (is_ptx)
            i->aux = (uint16_t)numbers[local];
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_number_locals(&list->at[n]->arms[arm].list, numbers, from, t);
    }
}

static void opt_write(opt_tree *t)
{
    ir_function before = *t->f;
    memset(&t->f->locals, 0, sizeof t->f->locals);
    vec_push(t->m->memory, &t->f->locals, (ir_local_info){0});
    opt_number_locals(&t->body, ARENA_ARRAY(t->m->memory, ir_local, before.locals.n + 1), &before, t);
    opt_tree_write(t);
}

static opt_work opt_begin(ir_module *m, const opt_options *options)
{
    opt_work w = {.options = options, .from = m};
    w.to = ARENA_NEW(m->memory, ir_module);
    *w.to = *m;
    w.to->functions.at = arena_copy(m->memory, m->functions.at, m->functions.n * sizeof *m->functions.at);
    w.to->functions.capacity = m->functions.n;
    vec_share(&w.to->args);
    vec_share(&w.to->types);
    vec_share(&w.to->fields);
    vec_share(&w.to->globals);
    vec_share(&w.to->files);
    w.to->type_map.shared = true;
    w.trees = ARENA_ARRAY(m->memory, opt_tree, m->functions.n);
    w.states = ARENA_ARRAY(m->memory, uint8_t, m->functions.n);
    w.sizes = ARENA_ARRAY(m->memory, uint32_t, m->functions.n);
    return w;
}

opt_tree *opt_flatten(ir_module *m, ir_function_id kernel, bool (*keeps)(void *user, ir_function_id f), void *user)
{
    const opt_options options = {.keeps = keeps, .user = user};
    opt_work w = opt_begin(m, &options);
    opt_visit(&w, kernel);
    if (w.states[kernel] != DONE)
        return NULL;
    /* Pointers in scalars say where more is read and written. */
    for (uint32_t round = 0; round < MOST_SETTLED && opt_scalars(&w.trees[kernel]); round++)
        continue;
    m->types.at = w.to->types.at;
    m->types.n = w.to->types.n;
    m->types.capacity = w.to->types.capacity;
    m->fields.at = w.to->fields.at;
    m->fields.n = w.to->fields.n;
    m->fields.capacity = w.to->fields.capacity;
    m->type_map = w.to->type_map;
    w.trees[kernel].m = m;
    return &w.trees[kernel];
}

ir_module *opt_optimize(ir_module *m, const opt_options *options)
{
    opt_work w = opt_begin(m, options);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel && w.states[id] == NOT_SEEN)
            opt_visit(&w, id);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel)
            opt_want(&w, id);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (w.states[id] == WANTED) {
            opt_finish(&w.trees[id]);
            opt_write(&w.trees[id]);
        }
    for (uint32_t n = 0; n < w.added.n; n++) {
        opt_write(w.added.at[n]);
        vec_push(m->memory, &w.to->functions, *w.added.at[n]->f);
    }
    return w.to;
}
