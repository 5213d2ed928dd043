/* lower_evaluate.c: evaluates constants and statics, or parts of them, by the interpreter, in a module of their own. */
#include "lower/lower_internal.h"

#include "base/limits.h"
#include "rustg/diagnostic.h"
#include "rustg/diagnostic_kind.h"

static void lower_widen(const ir_module *m, ir_type type, void *bytes)
{
    const uint64_t size = ir_size(m, type);
    if (size < 8)
        memset((uint8_t *)bytes + size, 0, 8 - size);
}

static bool lower_cycle_add(sema *s, sema_def constant)
{
    uint32_t *told = arena_map_at(s->memory, &s->told_cycles, constant, 1);
    const bool is_told = *told;
    *told = 1;
    return is_told;
}

/* A constant on a cycle, and where it needs the next one. */
typedef struct lower_need {
    sema_def def;
    sema_span at;
} lower_need;

/* The constants on the cycle that closes where `from` needs the constant, the innermost first and without that one. */
static const lower_need *lower_cycle_through(const lower *from, sema_def constant, uint32_t *n)
{
    sema *s = from->s;
    VEC(lower_need) all = {0};
    sema_span at = from->static_at;
    for (const lower *around = from; around; around = lower_around(around))
        for (const lower_evaluation *one = around->evaluation; one; at = one->at, one = one->outer) {
            const lower_need need = {ty_get(s, one->instance)->def, at};
            *n = all.n;
            if (need.def == constant)
                return all.at;
            if (!all.n || all.at[all.n - 1].def != need.def)
                vec_push(s->memory, &all, need);
        }
    *n = all.n;
    return all.at;
}

/* Whether a cycle through one of those on this one has been told, as each of them would tell it again; or sema has told
 * one, which may be the same. */
static bool lower_cycle_is_told(sema *s, sema_def constant, const lower_need *all, uint32_t n)
{
    uint32_t n_told = 0;
    for (uint32_t i = 0; i < s->diags.n; i++)
        n_told += s->diags.data[i].kind == RUSTG_DIAG_CYCLE;
    bool is_told = lower_cycle_add(s, constant) || n_told > s->n_told_cycles;
    for (uint32_t i = 0; i < n; i++)
        is_told |= lower_cycle_add(s, all[i].def);
    return is_told;
}

static void lower_report_cycle_of(lower *l, const lower *from, sema_def constant, const char *what, sema_span at)
{
    sema *s = l->s;
    uint32_t n;
    const lower_need *all = lower_cycle_through(from, constant, &n);
    bool are_statics = def_kind_of(s, constant) == DEF_STATIC;
    l->broken = true;
    if (lower_cycle_is_told(s, constant, all, n))
        return;
    s->n_told_cycles++;
    sema_report report = sema_error(s, RUSTG_DIAG_CYCLE, at);
    sema_arg(&report, "%s", what);
    for (uint32_t i = 0; i < n; i++) /* of others rustc names queries of its own */
        are_statics &= def_kind_of(s, all[i].def) == DEF_STATIC && all[i].at.file;
    for (uint32_t i = are_statics ? n : 0; i-- > 0;)
        sema_note_at(&report, all[i].at, "...which requires evaluating initializer of static `%s`...",
                     def_path(s, all[i].def));
    sema_note(&report, "...which again requires %s, completing the cycle", what);
}

/* What rustc asks of the constant, as it has words for one that is nothing but another's name. */
static const char *lower_query_of(sema *s, sema_def constant)
{
    const thir_body *body = sema_body(s, constant);
    const char *name = def_path(s, constant);
    if (def_kind_of(s, constant) == DEF_STATIC)
        return arena_format(s->memory, "evaluating initializer of static `%s`", name);
    return body && !body->failed && body->exprs.at[body->value].op == THIR_CONST
               ? arena_format(s->memory, "checking if `%s` is a trivial const", name)
               : arena_format(s->memory, "simplifying constant for the type system `%s`", name);
}

/* at: where the next one on the cycle is read. */
static void lower_report_cycle(lower *l, const lower *from, sema_def constant, sema_span at)
{
    sema *s = l->s;
    const bool is_at_read = def_kind_of(s, constant) == DEF_STATIC && at.file;
    lower_report_cycle_of(l, from, constant, lower_query_of(s, constant),
                          is_at_read ? at : lower_const_head_of(s, def_get(s, constant)->node));
}

const thir_body *lower_value_of(lower *l, sema_def constant)
{
    sema *s = l->s;
    const thir_body *body = sema_body(s, constant);
    if (body || !sema_body_is_begun(s, constant))
        return body && !body->failed ? body : NULL;
    lower_report_cycle_of(l, l, constant, lower_query_of(s, constant),
                          lower_const_head_of(s, def_get(s, constant)->node));
    return NULL;
}

bool lower_tells_begun(lower *l, sema_def fn)
{
    sema *s = l->s;
    const lower *around = sema_body_is_begun(s, fn) ? l : NULL;
    while (around && !around->evaluation)
        around = lower_around(around);
    if (!around)
        return false;
    const sema_def constant = ty_get(s, around->evaluation->instance)->def;
    lower_report_cycle_of(l, l, constant, lower_query_of(s, constant),
                          lower_const_head_of(s, def_get(s, constant)->node));
    return true;
}

sema_ty lower_result_of(lower *l, sema_ty instance, thir_expr part)
{
    sema *s = l->s;
    uint32_t n;
    const sema_ty *args = ty_args(s, instance, &n);
    const thir_body *body = sema_body(s, ty_get(s, instance)->def);
    lower_fn f = {.l = l, .body = body};
    f.subst = (ty_subst){body->generics_of, args, n};
    return lower_ty(&f, part ? body->exprs.at[part].ty : body->result);
}

static bool lower_has_part(const uint8_t *words, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        if (words[i] >= IR_WORD_PART)
            return true;
    return false;
}

/* What a value is whose pointers cannot stay as they are; NULL: they can. */
static const char *lower_unfinished(lower *l, sema_ty instance, const ir_constant *is, uint64_t size)
{
    const sema_def def = ty_get(l->s, instance)->def;
    l->is_partial = lower_has_part(is->words, size);
    l->is_dangling = !l->is_partial && memchr(is->words, IR_WORD_GONE, size);
    if (!l->is_partial && !l->is_dangling)
        return NULL;
    return def_kind_of(l->s, def) != DEF_STATIC            ? "constant"
           : syntax_is_mut(l->s, def_get(l->s, def)->node) ? "mutable static"
                                                           : "static";
}

/* What the module of constants computes is that from here on. What sema asks of constants meanwhile is part of it. */
static void lower_evaluation_begin(lower *c, lower_evaluation *one)
{
    struct lower *before = c->s->lowering;
    one->outer = c->evaluation;
    c->evaluation = one;
    c->s->lowering = one->asked_by;
    one->asked_by = before;
}

static void lower_evaluation_end(lower *c, lower_evaluation *one)
{
    struct lower *asked = c->s->lowering;
    c->evaluation = one->outer;
    c->s->lowering = one->asked_by;
    one->asked_by = asked;
}

/* A module of constants that lowers nothing just now is its own scratch while it makes a static's data, so that it
 * knows the statics that this one needs in turn. */
static bool lower_settle_by_itself(lower *c, ir_global_id global)
{
    if (c->scratch == c)
        return lower_settle_static(c, global);
    c->nested = c->scratch;
    c->scratch = c;
    const bool is_good = lower_settle_static(c, global);
    c->scratch = c->nested;
    return is_good;
}

bool lower_read_static(lower *l, ir_global_id global, sema_span at)
{
    lower *c = l->scratch;
    const sema_def def = c->origins.at[global].def;
    const sema_span before = c->static_at;
    bool is_good = false;
    c->static_at = at;
    if (lower_is_evaluated(c, def, &at))
        lower_report_cycle(l, c, def, at);
    else
        is_good = lower_settle_by_itself(c, global);
    c->static_at = before;
    return is_good;
}

/* Lets the evaluation that has read a static without a value read it: computes that. False: it has none; *is_told: that
 * has been told, as it is not the static that is evaluated. */
static bool lower_evaluation_settle(lower *l, lower_evaluation *of, const ir_panic *panic, bool *is_told)
{
    lower *c = l->scratch;
    if (c->origins.at[panic->unready].def == ty_get(l->s, of->instance)->def)
        return false;
    lower_trace_calls(l, panic);
    const sema_span at = l->n_trace ? l->trace[0].at : of->at;
    l->n_trace = 0;
    lower_evaluation_begin(c, of);
    *is_told = !lower_read_static(l, panic->unready, at);
    lower_evaluation_end(c, of);
    return !*is_told;
}

/* Its function, with all that this calls. 0: it cannot be made. */
static uint32_t lower_evaluation_build(lower *c, lower_evaluation *of, sema_span at)
{
    const bool is_own = c->scratch == c;
    if (is_own)
        c->scratch = c->nested;
    lower_evaluation_begin(c, of);
    const uint32_t index = lower_instance_of(c, of->instance, 0, of->part, at);
    if (index)
        lower_build_all(c);
    lower_evaluation_end(c, of);
    if (is_own) {
        c->nested = c->scratch;
        c->scratch = c;
    }
    return index;
}

/* Runs it, again where it has read statics that had no value yet. */
static ir_outcome lower_evaluation_try(lower *l, lower_evaluation *of, ir_function_id fn, bool is_static,
                                       ir_constant *is, ir_panic *panic, bool *is_told)
{
    *is_told = false;
    for (;;) {
        *panic = (ir_panic){0};
        const ir_outcome ended = ir_run_constant(l->scratch->m, fn, is_static, LIMIT_CONSTANT_STEPS, is, panic);
        if (!panic->unready || strcmp(panic->words, IR_READS_ITSELF) != 0 ||
            !lower_evaluation_settle(l, of, panic, is_told))
            return ended;
    }
}

bool lower_compute_constant(lower *l, sema_ty instance, thir_expr part, lower_outcome *out, bool wide, sema_span at)
{
    sema *s = l->s;
    out->message = NULL;
    l->n_trace = 0;
    l->is_invalid = l->is_dangling = l->is_partial = false;
    l->invalid_bytes = NULL;
    const bool is_static = def_kind_of(s, ty_get(s, instance)->def) == DEF_STATIC;
    sema_span read_at = l->static_at;
    for (const lower *outer = l; outer; outer = lower_around(outer))
        for (const lower_evaluation *one = outer->evaluation; one; read_at = one->at, one = one->outer)
            if (one->instance == instance && one->part == part) {
                lower_report_cycle(l, l, ty_get(s, instance)->def, read_at);
                return false;
            }
    if (!l->scratch) {
        l->scratch = ARENA_NEW(s->memory, lower);
        lower_options options = {.checks = true, .finds_undefined = true};
        ir_module *m = ARENA_NEW(s->memory, ir_module);
        ir_begin(m, s->memory);
        lower_begin(l->scratch, s, m, &options);
        l->scratch->outer = l;
        l->scratch->constants = true;
        l->scratch->options.lines = true;
    }
    lower *c = l->scratch;
    if (!sema_enter(s, at))
        return false;
    lower_evaluation of = {instance, part, l->static_at, c, NULL};
    const uint32_t index = lower_evaluation_build(c, &of, at);
    sema_leave(s);
    if (!index || c->failed || c->broken) {
        l->failed |= !index || c->failed;
        l->broken |= c->broken;
        c->broken = c == l && c->broken;
        return false;
    }
    ir_panic panic;
    bool is_told;
    ir_function_id fn = c->instances.at[index].function;
    ir_type type = c->m->functions.at[fn].result;
    switch (lower_evaluation_try(l, &of, fn, is_static, &out->is, &panic, &is_told)) {
    case IR_RAN:
        lower_evaluation_begin(c, &of);
        out->message = lower_invalid(l, lower_result_of(l, instance, part), &out->is, out->is_behind, is_static, at);
        lower_evaluation_end(c, &of);
        l->is_invalid = out->message != NULL;
        if (l->is_invalid)
            l->invalid_bytes =
                lower_raw_bytes(l, &out->is, type ? ir_size(c->m, type) : 0, type ? ir_align(c->m, type) : 1);
        if (!out->message && type)
            out->message = lower_unfinished(l, instance, &out->is, ir_size(c->m, type));
        if (wide && type)
            lower_widen(c->m, type, out->is.bytes);
        return !out->message;
    case IR_PANICKED:
        out->message = lower_words_of(l, c->m, &panic);
        lower_trace_calls(l, &panic);
        return false;
    case IR_TOO_LONG:
        out->message = arena_format(s->memory, "it takes more than %d steps, a limit of rustg", LIMIT_CONSTANT_STEPS);
        return false;
    case IR_OUT_OF_MEMORY: longjmp(*s->memory->out_of_memory, 1);
    case IR_DEADLOCK:
    case IR_TOO_DEEP:
    case IR_BAD_ACCESS: break;
    }
    if (is_told) {
        l->failed |= c->failed;
        return false;
    }
    out->message = panic.words[0] ? arena_text(s->memory, panic.words, strlen(panic.words))
                                  : "it does what only a running kernel can";
    if (panic.memory.bytes)
        l->invalid_bytes = lower_raw_bytes(l, &panic.memory, panic.n_memory, panic.memory_align);
    lower_trace_calls(l, &panic);
    return false;
}

bool lower_run(lower *l, sema_ty instance, thir_expr part, void *bytes, sema_span at, const char **message)
{
    lower_outcome out = {.is.bytes = bytes};
    bool ran = lower_compute_constant(l, instance, part, &out, true, at);
    *message = out.message;
    return ran;
}

bool lower_run_whole(lower *l, sema_ty instance, ir_constant *is, sema_span at, const char **message)
{
    lower_outcome out = {.is = *is};
    const bool ran = lower_compute_constant(l, instance, 0, &out, false, at);
    *is = out.is;
    *message = out.message;
    return ran;
}
