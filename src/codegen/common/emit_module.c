/* emit_module.c: puts the parts of a text in order, for every target. */
#include "codegen/common/emit.h"

static void emit_take(emit *e, const char **part)
{
    vec_push(e->a, &e->text, 0);
    *part = e->text.at;
    memset(&e->text, 0, sizeof e->text);
}

/* Functions first: they tell which types and helpers there are. */
static codegen_text emit_module(emit *e)
{
    const char *functions, *prototypes, *data, *types, *helpers;
    ir_module *m = e->m;
    e->target->begin(e);
    e->type_state = ARENA_ARRAY(e->a, uint8_t, m->types.n + 1);
    e->type_pointers = ARENA_ARRAY(e->a, uint8_t, m->types.n + 1);
    e->hides_addresses = emit_hides_addresses(e);
    e->type_names = ARENA_ARRAY(e->a, const char *, m->types.n + 1);
    e->kernel_names = ARENA_ARRAY(e->a, const char *, m->functions.n + 1);
    emit_plan(e);
    e->target->kernel_names(e);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (e->function_flags[id] & EMIT_REACHED) {
            emit_begin_function(e, id);
            emit_body(e);
        }
    emit_take(e, &functions);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (e->function_flags[id] & EMIT_REACHED)
            emit_prototype(e, id);
    emit_take(e, &prototypes);
    emit_globals(e);
    emit_take(e, &data);
    emit_helpers(e);
    emit_take(e, &helpers);
    emit_types(e);
    emit_take(e, &types);
    emit_add(e, e->target->frame(e));
    emit_add(e, types);
    emit_add(e, types[0] ? "\n" : "");
    emit_add(e, helpers);
    emit_add(e, m->data_has_functions ? prototypes : data);
    emit_add(e, m->data_has_functions ? data : prototypes);
    emit_add(e, functions);
    if (e->target->finish)
        e->target->finish(e);
    vec_push(e->a, &e->text, 0);
    return (codegen_text){e->text.at, e->text.n - 1, e->refused};
}

bool codegen_takes_optimized(const codegen_target *target, const codegen_options *options)
{
    return target->takes_optimized && !options->debug;
}

bool codegen_is_for_cpu(const codegen_target *target)
{
    return target->is_for_cpu;
}

codegen_text codegen_emit(const codegen_target *target, ir_module *m, const codegen_options *options)
{
    emit e = {.m = m, .a = m->memory, .o = options, .target = target};
    return emit_module(&e);
}
