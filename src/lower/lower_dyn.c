/* lower_dyn.c: lowers trait objects. A pointer to one is the value's address and that of a table: the value's
 * destructor or null, its size, its alignment, its methods in the order of def_dyn, and the tables of its trait's
 * supertraits. */
#include "lower/lower_internal.h"

#include "base/hash.h"

enum { SLOT_DROP, SLOT_SIZE, SLOT_ALIGN, SLOT_FIRST, SLOT_BYTES = 8 };

ir_type lower_object_type(lower *l)
{
    if (!l->object)
        l->object = ir_struct(l->m, (ir_type[]){l->ptr, l->ptr}, 2, 0, "object");
    return l->object;
}

/* Without lifetime and auto traits, which no table depends on. */
static sema_ty lower_dyn_plain(sema *s, sema_ty object)
{
    uint32_t n;
    const sema_ty *args = ty_args(s, object, &n);
    const bool is_called = def_dyn_called_as(s, object); /* all lifetimes have one table */
    return trait_concrete(s, ty_dyn(s, ty_get(s, object)->def, 0, args, n - is_called));
}

/* The arguments of the object's trait for some Self. */
static const sema_ty *lower_dyn_trait_args(sema *s, sema_ty object, sema_ty self, uint32_t *n_of)
{
    const sema_def trait = ty_get(s, object)->def;
    *n_of = trait ? def_generics(s, trait).n_params : 0;
    sema_ty *of = ARENA_ARRAY(s->memory, sema_ty, *n_of);
    for (uint32_t i = 0; i < *n_of; i++)
        of[i] = i == 0 ? self : ty_arg(s, object, i);
    return of;
}

static const sema_ty *lower_dyn_subst(sema *s, const sema_ty *args, uint32_t n, const ty_subst *subst)
{
    sema_ty *out = ARENA_ARRAY(s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        out[i] = trait_concrete(s, ty_substitute(s, args[i], subst));
    return out;
}

/* A method with the arguments of its trait; its own are lifetimes. */
static sema_ty lower_dyn_method(sema *s, const def_dyn_method *method, const ty_subst *subst)
{
    const uint32_t n = def_generics(s, method->fn).n_params;
    const sema_ty *of = lower_dyn_subst(s, method->args, method->n_args, subst);
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        args[i] = i < method->n_args ? of[i] : ty_erased(s);
    return ty_fn_def(s, method->fn, args, n);
}

/* Whether it takes a reference: others are in no table. */
static bool lower_dyn_has_slot(sema *s, sema_def fn)
{
    const def_sig sig = def_fn_sig(s, fn);
    return sig.n_inputs && ty_kind_of(s, sig.inputs[0]) == TY_REF;
}

/* Whether what the method asks for beyond its trait holds. Where it does not nobody can call it. */
static bool lower_dyn_can_be(sema *s, const def_dyn_method *method, sema_ty fn)
{
    const sema_def trait = def_get(s, method->fn)->parent;
    uint32_t n, n_above, n_args;
    const sema_ty *args = ty_args(s, fn, &n_args);
    const ty_subst subst = {method->fn, args, n_args};
    const def_predicate *p = def_predicates(s, method->fn, &n);
    def_predicates(s, trait, &n_above);
    for (uint32_t i = n_above; i < n; i++)
        if (p[i].kind == PREDICATE_TRAIT &&
            !trait_holds(s, p[i].trait, lower_dyn_subst(s, p[i].args, p[i].n_args, &subst), p[i].n_args))
            return false;
    return true;
}

static bool lower_dyn_is_table(const sema *s, sema_def trait)
{
    return trait != def_lang(s, LANG_SEND) && trait != def_lang(s, LANG_SYNC) && trait != def_lang(s, LANG_SIZED);
}

/* The object of one of the supertraits that an object's trait has. */
static sema_ty lower_dyn_super(sema *s, const def_trait_ref *super, const ty_subst *subst)
{
    const def_dyn *about = def_dyn_of(s, super->trait);
    const sema_ty *of = lower_dyn_subst(s, super->args, super->n_args, subst);
    const ty_subst own = {super->trait, of, super->n_args};
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, super->n_args + about->n_types);
    for (uint32_t i = 0; i < super->n_args; i++)
        args[i] = i == 0 ? ty_erased(s) : of[i];
    for (uint32_t i = 0; i < about->n_types; i++) {
        const def_dyn_type *type = &about->types[i];
        const sema_ty *type_args = lower_dyn_subst(s, type->args, type->n_args, &own);
        args[super->n_args + i] = trait_concrete(s, ty_projection(s, type->assoc, type_args, type->n_args));
    }
    return ty_dyn(s, super->trait, 0, args, super->n_args + about->n_types);
}

typedef struct table {
    uint8_t *bytes;
    VEC(ir_relocation) relocations;
} table;

static void lower_dyn_fill(lower *l, table *t, sema_ty value, sema_ty object, sema_span at)
{
    sema *s = l->s;
    const lower_layout *layout = lower_layout_of(l, value, at);
    const sema_def trait = ty_get(s, object)->def;
    const uint64_t size = layout->ir ? ir_size(l->m, layout->ir) : 0, align = layout->align;
    memcpy(t->bytes + SLOT_BYTES * SLOT_SIZE, &size, sizeof size);
    memcpy(t->bytes + SLOT_BYTES * SLOT_ALIGN, &align, sizeof align);
    if (lower_needs_drop(l, value)) {
        const uint32_t glue = lower_instance_of(l, value, 0, LOWER_DROP_GLUE, at);
        const ir_relocation one = {.offset = SLOT_BYTES * SLOT_DROP, .function = l->instances.at[glue].function};
        vec_push(s->memory, &t->relocations, one);
    }
    if (!trait)
        return;
    const def_dyn *about = def_dyn_of(s, trait);
    uint32_t n_of;
    const sema_ty *of = lower_dyn_trait_args(s, object, value, &n_of);
    const ty_subst subst = {trait, of, n_of};
    for (uint32_t i = 0; i < about->n_methods && !l->failed; i++) {
        if (!lower_dyn_has_slot(s, about->methods[i].fn))
            continue;
        const sema_ty fn = lower_dyn_method(s, &about->methods[i], &subst);
        if (!lower_dyn_can_be(s, &about->methods[i], fn))
            continue;
        const ir_function_id function = lower_function_of(l, fn, at);
        const ir_relocation one = {.offset = SLOT_BYTES * (SLOT_FIRST + (uint64_t)i), .function = function};
        vec_push(s->memory, &t->relocations, one);
    }
    for (uint32_t i = 1; i < about->n_traits && !l->failed; i++) {
        if (!lower_dyn_is_table(s, about->traits[i].trait))
            continue;
        const ir_global_id super = lower_vtable(l, value, lower_dyn_super(s, &about->traits[i], &subst), at);
        const ir_relocation one = {.offset = SLOT_BYTES * (SLOT_FIRST + (uint64_t)about->n_methods + i - 1),
                                   .global = super};
        vec_push(s->memory, &t->relocations, one);
    }
}

ir_global_id lower_vtable(lower *l, sema_ty value, sema_ty object, sema_span at)
{
    sema *s = l->s;
    object = lower_dyn_plain(s, object);
    const uint64_t key = hash_mix(hash_mix(1, value), object) | 1;
    const uint32_t *known = arena_map_at(s->memory, &l->vtable_map, key, 0);
    if (known)
        return *known;
    const sema_def trait = ty_get(s, object)->def;
    const def_dyn *about = trait ? def_dyn_of(s, trait) : NULL;
    const uint64_t n = SLOT_FIRST + (about ? (uint64_t)about->n_methods + about->n_traits - 1 : 0);
    ir_global data = {.type = ir_array(l->m, IR_U64, n), .space = IR_SPACE_CONST};
    data.name = arena_format(s->memory, "vtable_g%u", l->m->globals.n);
    const ir_global_id global = lower_add_global(l, data, (lower_origin){.key = value, .object = object});
    *arena_map_at(s->memory, &l->vtable_map, key, 1) = global;
    table t = {.bytes = arena_alloc(s->memory, n * SLOT_BYTES)};
    lower_dyn_fill(l, &t, value, object, at);
    ir_global *to = &l->m->globals.at[global];
    to->bytes = t.bytes;
    ir_put_relocations(to, t.relocations.at, t.relocations.n);
    for (uint32_t i = 0; i < t.relocations.n; i++)
        l->m->data_has_functions |= t.relocations.at[i].function != 0;
    return global;
}

/* What a slot of a table holds. */
static ir_value lower_dyn_load(lower_fn *f, ir_value vtable, uint64_t slot, ir_type type)
{
    const ir_value at = ir_element_addr(&f->b, IR_U64, vtable, ir_const(&f->b, IR_U64, slot));
    const ir_value v = ir_load(&f->b, type, at);
    ir_function *fn = &f->b.m->functions.at[f->b.f];
    fn->code.at[fn->code.n - 1].flags = IR_INVARIANT;
    return v;
}

ir_value lower_dyn_size(lower_fn *f, ir_value vtable, bool align)
{
    return lower_dyn_load(f, vtable, align ? SLOT_ALIGN : SLOT_SIZE, IR_U64);
}

ir_value lower_unsize_to_object(lower_fn *f, ir_value v, sema_ty from, sema_ty object, sema_span at)
{
    sema *s = f->l->s;
    if (ty_kind_of(s, from) != TY_DYN)
        return lower_make_fat(f, v, ir_global_addr(&f->b, lower_vtable(f->l, from, object, at)));
    const sema_def trait = ty_get(s, object)->def;
    if (!trait || ty_get(s, from)->def == trait)
        return v;
    const def_dyn *about = def_dyn_of(s, ty_get(s, from)->def);
    uint32_t n_of;
    const sema_ty *of = lower_dyn_trait_args(s, from, from, &n_of);
    const ty_subst subst = {ty_get(s, from)->def, of, n_of};
    const sema_ty want = lower_dyn_plain(s, object);
    for (uint32_t i = 1; i < about->n_traits; i++) {
        if (about->traits[i].trait != trait ||
            lower_dyn_plain(s, lower_dyn_super(s, &about->traits[i], &subst)) != want)
            continue;
        const ir_value own = ir_field(&f->b, v, 1);
        return lower_make_fat(f, ir_field(&f->b, v, 0),
                              lower_dyn_load(f, own, SLOT_FIRST + (uint64_t)about->n_methods + i - 1, f->l->ptr));
    }
    lower_not_yet(f->l, at, "this cast of a trait object", "keep a reference to the supertrait's object");
    return 0;
}

/* The number of a method in the table of an object; UINT32_MAX: it is in none. */
static uint32_t lower_dyn_slot(sema *s, sema_ty object, sema_ty fn)
{
    const sema_def trait = ty_get(s, object)->def;
    const def_dyn *about = trait ? def_dyn_of(s, trait) : NULL;
    uint32_t n_of, n_args;
    const sema_ty *of = lower_dyn_trait_args(s, object, object, &n_of), *args = ty_args(s, fn, &n_args);
    const ty_subst subst = {trait, of, n_of};
    for (uint32_t i = 0; about && i < about->n_methods; i++) {
        const def_dyn_method *method = &about->methods[i];
        if (method->fn != ty_get(s, fn)->def || !lower_dyn_has_slot(s, method->fn) || method->n_args > n_args)
            continue;
        const sema_ty *own = lower_dyn_subst(s, method->args, method->n_args, &subst);
        uint32_t k = 1;
        while (k < method->n_args && (own[k] == trait_concrete(s, args[k]) || ty_kind_of(s, own[k]) == TY_REGION))
            k++;
        if (k >= method->n_args)
            return i;
    }
    return UINT32_MAX;
}

static ir_value lower_dyn_call_slot(lower_fn *f, uint32_t slot, ir_value vtable, const ir_value *args, uint32_t n,
                                    ir_type result)
{
    return lower_call_pointer(f, lower_dyn_load(f, vtable, SLOT_FIRST + (uint64_t)slot, f->l->ptr), args, n, result);
}

ir_value lower_call_object(lower_fn *f, sema_ty fn, const ir_value *args, uint32_t n, ir_type result, sema_span at)
{
    sema *s = f->l->s;
    uint32_t n_args;
    const sema_ty *type_args = ty_args(s, fn, &n_args);
    const sema_ty object = trait_concrete(s, lower_type_arg(s, type_args, n_args, 0));
    const uint32_t slot = lower_dyn_slot(s, object, fn);
    if (slot == UINT32_MAX || !n) {
        lower_not_yet(f->l, at, arena_format(s->memory, "a call of `%s` of a trait object", ty_print_short(s, fn)),
                      "take `&self` or `&mut self`");
        return 0;
    }
    ir_value *values = ARENA_ARRAY(s->memory, ir_value, n);
    for (uint32_t i = 0; i < n; i++)
        values[i] = i == 0 ? ir_field(&f->b, args[0], 0) : args[i];
    return lower_dyn_call_slot(f, slot, ir_field(&f->b, args[0], 1), values, n, result);
}

ir_value lower_call_callable_object(lower_fn *f, sema_ty object, const lower_place *self, const ir_value *args,
                                    uint32_t n, sema_span at)
{
    static const sema_lang_item fns[] = {LANG_FN_TRAIT, LANG_FN_MUT};
    sema *s = f->l->s;
    const sema_def trait = ty_get(s, object)->def;
    const def_dyn *about = trait ? def_dyn_of(s, trait) : NULL;
    uint32_t n_of;
    const sema_ty *of = lower_dyn_trait_args(s, object, object, &n_of);
    const ty_subst subst = {trait, of, n_of};
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; about && i < about->n_methods; i++) {
            const def_dyn_method *method = &about->methods[i];
            if (def_get(s, method->fn)->parent != def_lang(s, fns[k]))
                continue;
            const sema_ty *own = lower_dyn_subst(s, method->args, method->n_args, &subst);
            const sema_ty output =
                trait_concrete(s, ty_projection(s, def_lang(s, LANG_FN_ONCE_OUTPUT), own, method->n_args));
            ir_value *values = ARENA_ARRAY(s->memory, ir_value, n + 1);
            values[0] = self->v;
            for (uint32_t j = 0; j < n; j++)
                values[j + 1] = args[j];
            return lower_dyn_call_slot(f, i, self->len, values, n + 1, lower_ir_type(f->l, output, at));
        }
    lower_not_yet(f->l, at, arena_format(s->memory, "a call of a value of type `%s`", ty_print_short(s, object)),
                  "call a closure or fn");
    return 0;
}

void lower_drop_object(lower_fn *f, const lower_place *p)
{
    ir_builder *b = &f->b;
    const ir_value drop = lower_dyn_load(f, p->len, SLOT_DROP, f->l->ptr);
    ir_if(b, ir_binary(b, IR_NE, IR_BOOL, drop, ir_const(b, f->l->ptr, 0)));
    lower_call_pointer(f, drop, &p->v, 1, 0);
    ir_end(b);
}

/* ---- Callable values, as tables have them: the value's address, then the arguments one by one ---- */

bool lower_is_call_method(const sema *s, sema_ty fn)
{
    if (ty_kind_of(s, fn) != TY_FN_DEF)
        return false;
    const sema_def trait = def_get(s, ty_get(s, fn)->def)->parent;
    return trait && (trait == def_lang(s, LANG_FN_TRAIT) || trait == def_lang(s, LANG_FN_MUT));
}

/* What the shim is for, and what it takes. */
bool lower_is_object_method(sema *s, sema_ty fn)
{
    uint32_t n;
    const sema_ty *args = ty_args(s, fn, &n);
    if (ty_kind_of(s, fn) != TY_FN_DEF || !n || ty_kind_of(s, args[0]) != TY_DYN || lower_is_call_method(s, fn))
        return false;
    return def_kind_of(s, def_get(s, ty_get(s, fn)->def)->parent) == DEF_TRAIT;
}

static sema_ty lower_call_method_of(sema *s, sema_ty fn, const sema_ty **inputs, uint32_t *n)
{
    uint32_t n_args;
    const sema_ty *args = ty_args(s, fn, &n_args);
    *inputs = ty_args(s, trait_concrete(s, args[1]), n);
    return trait_concrete(s, args[0]);
}

ir_type *lower_call_method_params(lower *l, sema_ty fn, uint32_t *n, ir_type *result, sema_span at)
{
    sema *s = l->s;
    uint32_t n_inputs, n_args;
    const sema_ty *inputs, *args = ty_args(s, fn, &n_args);
    lower_call_method_of(s, fn, &inputs, &n_inputs);
    ir_type *params = ARENA_ARRAY(s->memory, ir_type, n_inputs + 1);
    *n = 0;
    params[(*n)++] = l->ptr;
    for (uint32_t i = 0; i < n_inputs; i++) {
        const ir_type type = lower_ir_type(l, inputs[i], at);
        if (type)
            params[(*n)++] = type;
    }
    *result = lower_ir_type(l, trait_concrete(s, ty_projection(s, def_lang(s, LANG_FN_ONCE_OUTPUT), args, 2)), at);
    return params;
}

void lower_call_method_shim(lower_fn *f, sema_ty fn, sema_span at)
{
    sema *s = f->l->s;
    uint32_t n;
    const sema_ty *inputs;
    const sema_ty self_ty = lower_call_method_of(s, fn, &inputs, &n);
    ir_value *values = ARENA_ARRAY(s->memory, ir_value, n), next = 1;
    const lower_place self = lower_behind(f, next++, self_ty);
    for (uint32_t i = 0; i < n; i++)
        values[i] = lower_ir_type(f->l, inputs[i], at) ? next++ : 0;
    const ir_value v = lower_call_closure(f, self_ty, &self, values, n, at);
    if (!ir_ends_here(&f->b))
        ir_return(&f->b, v);
}
