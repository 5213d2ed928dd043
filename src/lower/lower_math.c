/* lower_math.c: tells the functions of the library's `math` apart, for differentiation, which has rules for them and
 * must not look into them: they work by the bits of floats. Others have rules by `#[derivative]`. */
#include "lower/lower_internal.h"

#include "sema/names/resolve.h"

static const struct {
    const char *name;
    ir_intrinsic what;
} lower_math_names[] = {
#define LOWER_MATH_MATH(name, what) {name, what},
#define LOWER_MATH_EXACT(name, what)
#define LOWER_MATH_FAST(name, what)
#define IR_INTRINSIC(name, ...)
#define IR_FLOAT(name, ...)
#define IR_MATH(name, n_args, group, function, fast, rust, text) LOWER_MATH_##group(rust, IR_IN_##name)
#include "ir/ir_intrinsic.def"
};
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

/* The TY_FN_DEF that was lowered as the function; TY_NONE: another. */
static sema_ty lower_math_type(const lower *l, ir_function_id f)
{
    for (uint32_t i = 1; i < l->instances.n; i++) {
        const lower_instance *one = &l->instances.at[i];
        if (one->function == f && one->ty && !one->is_shim && !one->part && ty_kind_of(l->s, one->ty) == TY_FN_DEF)
            return one->ty;
    }
    return TY_NONE;
}

static sema_def lower_math_fn(const lower *l, ir_function_id f)
{
    const sema_ty type = lower_math_type(l, f);
    return type ? ty_get(l->s, type)->def : 0;
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

bool lower_has_rule(lower *l, ir_function_id f)
{
    while (l->has_rule.n <= f) {
        const sema_def fn = lower_math_fn(l, l->has_rule.n);
        vec_push(l->s->memory, &l->has_rule, fn && def_derivative_rule(l->s, fn));
    }
    return l->has_rule.at[f];
}

/* The function's arguments as the rule's: the same, but lifetimes. */
static sema_ty lower_rule_type(lower *l, sema_ty fn, sema_def rule)
{
    sema *s = l->s;
    uint32_t n_args, from = 0;
    const sema_ty *args = ty_args(s, fn, &n_args);
    const def_generics_list wanted = def_generics(s, rule);
    sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, wanted.n_params + 1);
    for (uint32_t i = 0; i < wanted.n_params; i++)
        own[i] = def_kind_of(s, wanted.params[i]) == DEF_LIFETIME_PARAM ? ty_erased(s)
                                                                        : lower_type_arg(s, args, n_args, from++);
    return ty_fn_def(s, rule, own, wanted.n_params);
}

/* What of the rule's result each parameter with a gradient has, where there are several. */
static void lower_rule_fields(lower *l, lower_rule *to, const sema_ty *inputs, const bool *has_gradient, uint32_t n)
{
    sema *s = l->s;
    const sema_ty gradients = def_derivative_gradients(s, inputs, has_gradient, n);
    uint32_t n_gradients = 0, field = 0, param = 0;
    for (uint32_t i = 0; i < n; i++)
        n_gradients += has_gradient[i];
    const lower_layout *layout = n_gradients > 1 ? lower_layout_of(l, gradients, (sema_span){0}) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t slot = !has_gradient[i]  ? LOWER_NO_SLOT
                              : n_gradients > 1 ? lower_present(layout)->slots[field++]
                                                : LOWER_RULE_WHOLE;
        if (lower_ir_type(l, inputs[i], (sema_span){0}))
            to->fields[param++] = !has_gradient[i] || slot == LOWER_NO_SLOT ? LOWER_RULE_NONE : slot;
    }
}

lower_rule lower_rule_of(lower *l, ir_function_id f)
{
    sema *s = l->s;
    const sema_ty type = lower_math_type(l, f);
    const sema_def fn = ty_get(s, type)->def, rule = def_derivative_rule(s, fn);
    const def_sig sig = def_fn_sig(s, fn);
    uint32_t n_args;
    const sema_ty *args = ty_args(s, type, &n_args);
    const ty_subst subst = {fn, args, n_args};
    lower_rule about = {.fields = ARENA_ARRAY(s->memory, uint32_t, sig.n_inputs + 1)};
    sema_ty *inputs = ARENA_ARRAY(s->memory, sema_ty, sig.n_inputs + 1);
    bool *has_gradient = ARENA_ARRAY(s->memory, bool, sig.n_inputs + 1);
    for (uint32_t i = 0; i < sig.n_inputs; i++) {
        has_gradient[i] = def_has_gradient(s, ty_erase_regions(s, sig.inputs[i]));
        inputs[i] = trait_concrete(s, ty_substitute(s, ty_erase_regions(s, sig.inputs[i]), &subst));
    }
    lower_rule_fields(l, &about, inputs, has_gradient, sig.n_inputs);
    sema_ty called = lower_rule_type(l, type, rule);
    bool is_builtin;
    lower_resolve(l, &called, &is_builtin); /* a trait's fn is the one of the impl */
    const uint32_t instance = lower_instance_of(l, called, 0, 0, def_span(s, fn));
    lower_build_all(l);
    about.function = l->instances.at[instance].function;
    return about;
}
