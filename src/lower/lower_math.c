/* lower_math.c: tells the functions of the library's `math` apart, for differentiation, which has rules for them and
 * must not look into them: they work by the bits of floats. */
#include "lower/lower_internal.h"

#include "sema/names/resolve.h"

static const struct {
    const char *name;
    ir_intrinsic what;
} lower_math_names[] = {{"sin", IR_IN_SIN},     {"cos", IR_IN_COS},   {"tan", IR_IN_TAN},     {"asin", IR_IN_ASIN},
                        {"acos", IR_IN_ACOS},   {"atan", IR_IN_ATAN}, {"atan2", IR_IN_ATAN2}, {"sinh", IR_IN_SINH},
                        {"cosh", IR_IN_COSH},   {"tanh", IR_IN_TANH}, {"asinh", IR_IN_ASINH}, {"acosh", IR_IN_ACOSH},
                        {"atanh", IR_IN_ATANH}, {"exp", IR_IN_EXP},   {"exp2", IR_IN_EXP2},   {"exp_m1", IR_IN_EXPM1},
                        {"ln", IR_IN_LN},       {"log2", IR_IN_LOG2}, {"log10", IR_IN_LOG10}, {"ln_1p", IR_IN_LN_1P},
                        {"powf", IR_IN_POW},    {"cbrt", IR_IN_CBRT}, {"hypot", IR_IN_HYPOT}};
enum { N_MATH_NAMES = sizeof lower_math_names / sizeof *lower_math_names };

/* The module `math` of the library that the function is in; 0: none. */
static sema_def lower_math_root(const sema *s, sema_def fn)
{
    if (!def_get(s, fn)->is_library)
        return 0;
    for (sema_def at = def_get(s, fn)->parent; at; at = def_get(s, at)->parent) {
        const def_info *about = def_get(s, at);
        if (about->kind == DEF_MOD && about->name && strcmp(sema_text(s, about->name), "math") == 0)
            return at;
    }
    return 0;
}

static sema_def lower_math_fn(const lower *l, ir_function_id f)
{
    for (uint32_t i = 1; i < l->instances.n; i++) {
        const lower_instance *one = &l->instances.at[i];
        if (one->function == f && one->ty && !one->is_shim && !one->part && ty_kind_of(l->s, one->ty) == TY_FN_DEF)
            return ty_get(l->s, one->ty)->def;
    }
    return 0;
}

uint16_t lower_math_of(lower *l, ir_function_id f)
{
    while (l->math_of.n <= f) {
        const sema_def fn = lower_math_fn(l, l->math_of.n), root = fn ? lower_math_root(l->s, fn) : 0;
        uint16_t is = root ? LOWER_OTHER_MATH : 0;
        if (root)
            l->math = root;
        const char *name = root ? sema_text(l->s, def_get(l->s, fn)->name) : "";
        if (strcmp(name, "sin_cos") == 0)
            is = LOWER_SIN_COS;
        for (uint32_t k = 0; root && k < N_MATH_NAMES; k++)
            if (strcmp(name, lower_math_names[k].name) == 0)
                is = (uint16_t)(1 + lower_math_names[k].what);
        vec_push(l->s->memory, &l->math_of, is);
    }
    return l->math_of.at[f];
}

static sema_def lower_math_in(sema *s, sema_def module, const char *name, res_namespace space)
{
    const found_name found = resolve_in_module(s, module, sema_intern_text(s, name), space, module);
    return found.found ? found.def : 0;
}

ir_function_id lower_math(lower *l, ir_intrinsic what, ir_type type)
{
    sema *s = l->s;
    const sema_def module = l->math && type == IR_F64 ? lower_math_in(s, l->math, "double", NAMESPACE_TYPE) : l->math;
    sema_def fn = 0;
    for (uint32_t k = 0; module && k < N_MATH_NAMES; k++)
        if (lower_math_names[k].what == what)
            fn = lower_math_in(s, module, lower_math_names[k].name, NAMESPACE_VALUE);
    if (!fn)
        return 0;
    const uint32_t instance = lower_instance_of(l, ty_fn_def(s, fn, NULL, 0), 0, 0, (sema_span){0});
    lower_build_all(l);
    return l->instances.at[instance].function;
}
