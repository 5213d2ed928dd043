/* lower_call.c: lowers calls of functions, constructors, intrinsics, closures and function pointers. */
#include "lower/lower_internal.h"

/* Whether an impl for a type has one of the methods by which adaptors use up what they are made of. */
static bool lower_impl_is_asked(sema *s, sema_lang_item trait, sema_ty ty)
{
    static const char *const names[] = {"fold", "rfold", "count", "last"};
    uint32_t n;
    const sema_def *impls = def_impls_of(s, def_lang(s, trait), &n);
    for (uint32_t i = 0; i < n; i++) {
        if (def_get(s, impls[i])->is_library || !def_impl_may_fit(s, impls[i], ty))
            continue;
        for (uint32_t k = 0; k < sizeof names / sizeof *names; k++)
            if (def_assoc_item(s, impls[i], sema_intern_text(s, names[k]), DEF_FN))
                return true;
    }
    return false;
}

/* Whether the library's type calls a function of the program's for its items and has a `last` of its own, as ChunkBy:
 * another way to the last item calls it more often. */
static bool lower_last_is_seen(sema *s, sema_ty ty, const ty_info *info)
{
    uint32_t n;
    bool calls = false, has_last = false;
    for (uint32_t i = 0; i < info->n_args; i++) {
        const ty_kind kind = ty_get(s, ty_arg(s, ty, i))->kind;
        calls |= kind == TY_CLOSURE || kind == TY_FN_DEF || kind == TY_FN_PTR;
    }
    const sema_def *impls = calls ? def_impls_of(s, def_lang(s, LANG_ITERATOR), &n) : NULL;
    for (uint32_t i = 0; impls && i < n && !has_last; i++)
        has_last =
            def_impl_may_fit(s, impls[i], ty) && def_assoc_item(s, impls[i], sema_intern_text(s, "last"), DEF_FN);
    return has_last;
}

static bool lower_is_own(sema *s, sema_ty ty)
{
    const ty_info info = *ty_get(s, ty);
    if (info.kind != TY_ADT && info.kind != TY_TUPLE && info.kind != TY_ARRAY)
        return false;
    if (info.kind == TY_ADT && !def_get(s, info.def)->is_library &&
        (lower_impl_is_asked(s, LANG_ITERATOR, ty) || lower_impl_is_asked(s, LANG_DOUBLE_ENDED_ITERATOR, ty) ||
         trait_holds(s, def_lang(s, LANG_FUSED_ITERATOR), &ty, 1)))
        return true;
    if (info.kind == TY_ADT && def_get(s, info.def)->is_library && lower_last_is_seen(s, ty, &info))
        return true;
    for (uint32_t i = 0; i < info.n_args; i++)
        if (lower_is_own(s, ty_arg(s, ty, i)))
            return true;
    return false;
}

/* The method by which core uses up an iterator that is one of the program's own, or is made of one: it asks that to do
 * so. Beside fold, sum and so on the library has __fold, __sum and so on for this. Returns that, or what was found. */
static sema_def lower_asked_method(sema *s, sema_def method, const sema_ty *args, uint32_t n_args, sema_def found)
{
    static const char *const names[] = {"fold", "rfold", "count", "last", "max_by_key", "min_by_key", "sum", "product"};
    const sema_def trait = def_get(s, method)->parent;
    const bool is_iterator = trait == def_lang(s, LANG_ITERATOR) || trait == def_lang(s, LANG_DOUBLE_ENDED_ITERATOR);
    if (!def_get(s, found)->is_library ||
        (!is_iterator && trait != def_lang(s, LANG_SUM) && trait != def_lang(s, LANG_PRODUCT)))
        return found;
    const char *name = sema_text(s, def_get(s, method)->name);
    bool is_one = false, is_own = false;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        is_one |= strcmp(name, names[i]) == 0;
    for (uint32_t i = 0; is_one && i < (is_iterator ? 1 : n_args); i++)
        is_own |= lower_is_own(s, args[i]);
    const bool is_asked_itself = strcmp(name, "last") == 0 && def_kind_of(s, def_get(s, found)->parent) != DEF_TRAIT;
    if (!is_own || is_asked_itself)
        return found;
    const sema_symbol asked = sema_intern_text(s, arena_format(s->memory, "__%s", name));
    const sema_def by = def_assoc_item(s, is_iterator ? trait : def_get(s, found)->parent, asked, DEF_FN);
    return by ? def_assoc_item(s, trait, asked, DEF_FN) : found;
}

/* Replaces a trait's item by that of the impl. *builtin says that the item stays: Fn*::call*, and Clone::clone of
 * types without impls. */
bool lower_resolve(lower *l, sema_ty *fn, bool *builtin)
{
    sema *s = l->s;
    *builtin = false;
    ty_info info = *ty_get(s, *fn);
    if (info.kind != TY_FN_DEF || def_kind_of(s, info.def) == DEF_STRUCT || def_kind_of(s, info.def) == DEF_VARIANT)
        return true;
    if (def_kind_of(s, def_get(s, info.def)->parent) != DEF_TRAIT)
        return true;
    uint32_t n_in, n_args;
    const sema_ty *in = ty_args(s, *fn, &n_in), *args;
    sema_def found;
    if (!trait_resolve(s, info.def, in, n_in, &found, &args, &n_args, builtin))
        return false;
    if (!*builtin) {
        const sema_def asked = lower_asked_method(s, info.def, in, n_in, found);
        if (asked != found && !trait_resolve(s, asked, in, n_in, &found, &args, &n_args, builtin))
            return false;
        sema_ty *concrete = ARENA_ARRAY(s->memory, sema_ty, n_args);
        for (uint32_t i = 0; i < n_args; i++)
            concrete[i] = trait_concrete(s, args[i]);
        *fn = ty_fn_def(s, found, concrete, n_args);
    }
    return true;
}

static ir_value lower_construct(lower_fn *f, sema_ty fn, const ir_value *args, sema_span at)
{
    sema *s = f->l->s;
    ty_info info = *ty_get(s, fn);
    uint32_t n_args;
    const sema_ty *type_args = ty_args(s, fn, &n_args);
    sema_def adt = def_kind_of(s, info.def) == DEF_VARIANT ? def_enum_of(s, info.def) : info.def;
    const lower_layout *layout = lower_layout_of(f->l, trait_concrete(s, ty_adt(s, adt, type_args, n_args)), at);
    const lower_variant *variant = lower_variant_of(f->l, layout, info.def);
    return variant ? lower_make_variant(f, layout, variant, args) : 0;
}

static sema_ty lower_call_result_of(lower_fn *f, sema_ty fn)
{
    sema *s = f->l->s;
    ty_info info = *ty_get(s, fn);
    uint32_t n_args;
    const sema_ty *args = ty_args(s, fn, &n_args);
    ty_subst subst = {info.def, args, n_args};
    return trait_concrete(s, ty_substitute(s, def_fn_sig(s, info.def).output, &subst));
}

ir_value lower_call_function(lower_fn *f, uint32_t instance, const ir_value *args, uint32_t n, sema_span at)
{
    if (!instance)
        return 0;
    if (!f->is_library) {
        lower_site_of_call call = {f->b.f, f->b.m->functions.at[f->b.f].code.n, at};
        vec_push(f->l->s->memory, &f->l->calls, call);
    }
    ir_value *kept = ARENA_ARRAY(f->l->s->memory, ir_value, n);
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++)
        if (args[i])
            kept[k++] = args[i];
    return ir_call(&f->b, f->l->instances.at[instance].function, kept, k);
}

/* fn: resolved. args: 0 where of size 0. */
static ir_value lower_invoke(lower_fn *f, sema_ty fn, const ir_value *args, uint32_t n, const thir_node *call,
                             sema_span at)
{
    sema *s = f->l->s;
    ty_info info = *ty_get(s, fn);
    def_kind kind = def_kind_of(s, info.def);
    if (f->l->failed)
        return 0;
    if (kind == DEF_STRUCT || kind == DEF_VARIANT)
        return lower_construct(f, fn, args, at);
    if (def_get(s, info.def)->is_intrinsic) {
        uint32_t n_args;
        const sema_ty *type_args = ty_args(s, fn, &n_args);
        return lower_intrinsic(f, info.def, type_args, n_args, args, n, call, lower_call_result_of(f, fn), at);
    }
    uint32_t caller = lower_tracks_caller(f->l, info.def) ? lower_caller_of(f, at, call) : 0;
    return lower_call_function(f, lower_instance_of(f->l, fn, caller, 0, at), args, n, at);
}

ir_value lower_call_lang(lower_fn *f, sema_lang_item fn, const ir_value *args, uint32_t n, sema_span at)
{
    sema_ty ty = ty_fn_def(f->l->s, def_lang(f->l->s, fn), NULL, 0);
    return lower_call_function(f, lower_instance_of(f->l, ty, 0, 0, at), args, n, at);
}

ir_value lower_call_constant(lower_fn *f, sema_ty key, sema_span at)
{
    return lower_call_function(f, lower_instance_of(f->l, key, 0, 0, at), NULL, 0, at);
}

/* Finds a function that has the signature of a fn pointer's type. */
static ir_function_id lower_like(lower_fn *f, const ir_type *params, uint32_t n, ir_type result)
{
    ir_module *m = f->l->m;
    for (ir_function_id i = 1; i < m->functions.n; i++) {
        const ir_function *one = &m->functions.at[i];
        if (!one->is_kernel && one->n_params == n && one->result == result &&
            (n == 0 || memcmp(one->params, params, n * sizeof *params) == 0))
            return i;
    }
    const char *name = arena_format(m->memory, "signature_%u", m->functions.n);
    ir_function_id id = ir_declare(m, name, params, n, result);
    ir_builder b = {m, id, 0};
    ir_trap(&b, ir_add_site(m, (ir_site){.message = "this fn is never called", .file = ""}), NULL, 0);
    return id;
}

ir_value lower_call_pointer(lower_fn *f, ir_value pointer, const ir_value *args, uint32_t n, ir_type result)
{
    sema *s = f->l->s;
    ir_type *types = ARENA_ARRAY(s->memory, ir_type, n);
    ir_value *values = ARENA_ARRAY(s->memory, ir_value, n + 1);
    uint32_t k = 0;
    values[0] = pointer;
    for (uint32_t i = 0; i < n; i++)
        if (args[i]) {
            types[k] = lower_value_type(f, args[i]);
            values[++k] = args[i];
        }
    ir_function_id model = lower_like(f, types, k, result);
    return ir_emit(&f->b, IR_CALL_PTR, result, values, k + 1, 0, (uint64_t)model + 1);
}

void lower_values(lower_fn *f, const thir_expr *list, uint32_t n, ir_value *values)
{
    const lower_drop_scope *operands = n > 1 ? lower_drop_operands(f) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        values[i] = lower_value(f, list[i]);
        lower_hold(f, list[i], values[i], i + 1 == n);
    }
    for (uint32_t i = 0; f->has_drops && i < n; i++)
        lower_release(f, list[i]);
    lower_drop_all_there(f, operands);
}

/* The arguments of a callable, which are written as a tuple. */
static ir_value *lower_call_spread(lower_fn *f, thir_expr tuple, uint32_t *n)
{
    sema *s = f->l->s;
    const thir_node *node = lower_node(f, lower_strip(f, tuple));
    if (node->op == THIR_TUPLE) {
        ir_value *values = ARENA_ARRAY(s->memory, ir_value, node->n);
        lower_values(f, &f->body->lists.at[node->first], node->n, values);
        *n = node->n;
        return values;
    }
    lower_place p = lower_place_of(f, tuple);
    const lower_layout *layout = lower_layout_of(f->l, p.ty, node->span);
    *n = layout->n_variants ? layout->variants->n_fields : 0;
    ir_value *values = ARENA_ARRAY(s->memory, ir_value, *n);
    for (uint32_t i = 0; i < *n; i++) {
        lower_place part = lower_field(f, p, layout->variants, i);
        values[i] = lower_read(f, &part);
    }
    if (p.path)
        lower_set_drop_flags(f, p.path, false);
    return values;
}

/* Whether it is a trait's method for a trait object, which is called through the object's table. */
static bool lower_is_of_object(sema *s, sema_ty fn)
{
    uint32_t n_args;
    const sema_ty *args = ty_args(s, fn, &n_args);
    return ty_kind_of(s, trait_concrete(s, lower_type_arg(s, args, n_args, 0))) == TY_DYN;
}

ir_value lower_call_closure(lower_fn *f, sema_ty callee, const lower_place *self, const ir_value *args, uint32_t n,
                            sema_span at)
{
    sema *s = f->l->s;
    switch (ty_kind_of(s, callee)) {
    case TY_FN_DEF: {
        bool builtin;
        if (lower_resolve(f->l, &callee, &builtin) && !builtin)
            return lower_invoke(f, callee, args, n, NULL, at);
        if (builtin && lower_is_of_object(s, callee))
            return lower_call_object(f, callee, args, n, lower_ir_type(f->l, lower_call_result_of(f, callee), at), at);
        break;
    }
    case TY_FN_PTR: {
        uint32_t n_parts;
        const sema_ty output = ty_fn_ptr_parts(s, callee, &n_parts)[ty_get(s, callee)->n_args - 1];
        return lower_call_pointer(f, lower_read(f, self), args, n, lower_ir_type(f->l, output, at));
    }
    case TY_DYN: return lower_call_callable_object(f, callee, self, args, n, at);
    case TY_REF: {
        sema_ty inner = lower_layout_of(f->l, callee, at)->element;
        lower_place p = lower_behind(f, lower_read(f, self), inner);
        return lower_call_closure(f, inner, &p, args, n, at);
    }
    case TY_CLOSURE: {
        ir_value *all = ARENA_ARRAY(s->memory, ir_value, n + 1);
        const lower_layout *layout = lower_layout_of(f->l, callee, at);
        all[0] = layout->ir ? lower_address(f, self) : 0;
        for (uint32_t i = 0; i < n; i++)
            all[i + 1] = args[i];
        return lower_call_function(f, lower_instance_of(f->l, callee, 0, 0, at), all, n + 1, at);
    }
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_PTR:
    case TY_ADT:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    lower_not_yet(f->l, at, arena_format(s->memory, "a call of a value of type `%s`", ty_print_short(s, callee)),
                  "call a closure or fn");
    return 0;
}

static ir_value lower_clone(lower_fn *f, lower_place p, sema_def clone, sema_span at);

/* Clones the elements of an array one by one. */
static ir_value lower_clone_array(lower_fn *f, const lower_place *p, sema_def clone, sema_span at)
{
    ir_builder *b = &f->b;
    const lower_layout *layout = lower_layout_of(f->l, p->ty, at);
    const ir_local i = ir_add_local(b, IR_U64, NULL), out = layout->ir ? ir_add_local(b, layout->ir, NULL) : 0;
    const ir_label again = ir_new_label(b);
    const lower_place to = {.kind = out ? PLACE_LOCAL : PLACE_NOTHING, .ty = p->ty, .local = out};
    ir_set(b, i, ir_const(b, IR_U64, 0));
    ir_loop(b, again);
    ir_if(b, ir_binary(b, IR_GE, IR_BOOL, ir_get(b, i), ir_const(b, IR_U64, layout->n)));
    ir_break(b, again);
    ir_end(b);
    const ir_value v = lower_clone(f, lower_element(f, *p, ir_get(b, i)), clone, at);
    const lower_place element = lower_element(f, to, ir_get(b, i));
    lower_write(f, &element, v);
    ir_set(b, i, ir_binary(b, IR_ADD, IR_U64, ir_get(b, i), ir_const(b, IR_U64, 1)));
    ir_end(b);
    return out ? ir_get(b, out) : 0;
}

/* Clones a value by its type's impl, or part by part where the compiler implements Clone. */
static ir_value lower_clone(lower_fn *f, lower_place p, sema_def clone, sema_span at)
{
    sema *s = f->l->s;
    const ty_kind kind = ty_kind_of(s, p.ty);
    if (f->l->failed || trait_is_copy(s, p.ty))
        return lower_read(f, &p);
    if (kind == TY_ARRAY)
        return lower_clone_array(f, &p, clone, at);
    if (kind == TY_TUPLE || kind == TY_CLOSURE) {
        const lower_layout *layout = lower_layout_of(f->l, p.ty, at);
        const lower_variant *v = layout->variants;
        ir_value *parts = ARENA_ARRAY(s->memory, ir_value, v->n_fields);
        for (uint32_t i = 0; i < v->n_fields; i++)
            parts[i] = lower_clone(f, lower_field(f, p, v, i), clone, at);
        return lower_make_variant(f, layout, v, parts);
    }
    sema_ty fn = ty_fn_def(s, clone, &p.ty, 1);
    bool builtin;
    if (!lower_resolve(f->l, &fn, &builtin) || builtin)
        return lower_read(f, &p);
    const ir_value reference = lower_reference(f, &p);
    return lower_invoke(f, fn, &reference, 1, NULL, at);
}

static ir_value call_builtin(lower_fn *f, const thir_node *n, sema_ty fn)
{
    sema *s = f->l->s;
    uint32_t n_args, n_values = 0;
    const sema_ty *type_args = ty_args(s, fn, &n_args);
    sema_def trait = def_get(s, ty_get(s, fn)->def)->parent;
    sema_ty self_ty = lower_type_arg(s, type_args, n_args, 0);
    const thir_expr *list = &f->body->lists.at[n->first];
    if (ty_kind_of(s, self_ty) == TY_DYN && !lower_is_call_method(s, fn)) {
        ir_value *values = ARENA_ARRAY(s->memory, ir_value, n->n);
        lower_values(f, list, n->n, values);
        lower_stand_at(f, n->span);
        return lower_call_object(f, fn, values, n->n, lower_ir_type(f->l, lower_call_result_of(f, fn), n->span),
                                 n->span);
    }
    if (trait == def_lang(s, LANG_CLONE)) {
        const lower_place p = lower_behind(f, lower_value(f, list[0]), self_ty);
        return lower_clone(f, p, ty_get(s, fn)->def, n->span);
    }
    if (trait == def_lang(s, LANG_EQ)) { /* of function pointers */
        const lower_place a = lower_behind(f, lower_value(f, list[0]), self_ty),
                          b = lower_behind(f, lower_value(f, list[1]), self_ty);
        const bool differs = strcmp(sema_text(s, def_get(s, ty_get(s, fn)->def)->name), "ne") == 0;
        const sema_ty types[2] = {self_ty, self_ty};
        return lower_binary(f, differs ? OP_NE : OP_EQ, types, lower_read(f, &a), lower_read(f, &b), n->span);
    }
    lower_place self;
    const lower_drop_scope *operands = NULL;
    const bool is_dropped = trait == def_lang(s, LANG_FN_ONCE) && lower_needs_drop(f->l, self_ty);
    if (is_dropped) {
        const ir_value callee = lower_value(f, list[0]);
        operands = lower_drop_operands(f);
        lower_hold(f, list[0], callee, n->n < 2);
        self = lower_temporary(f, self_ty, callee);
    } else if (trait == def_lang(s, LANG_FN_ONCE)) {
        self = lower_place_of(f, list[0]);
        if (self.kind == PLACE_VALUE && ty_kind_of(s, self_ty) == TY_CLOSURE)
            self = lower_temporary(f, self.ty, self.v);
    } else {
        self = lower_behind(f, lower_value(f, list[0]), self_ty);
    }
    ir_value *values = n->n > 1 ? lower_call_spread(f, list[1], &n_values) : NULL;
    if (is_dropped)
        lower_release(f, list[0]);
    lower_drop_all_there(f, operands);
    const ir_value v = lower_call_closure(f, self_ty, &self, values, n_values, n->span);
    const infer_closure *closure = is_dropped ? infer_closure_of(s, ty_get(s, self_ty)->def) : NULL;
    if (closure && closure->kind != FN_KIND_ONCE) /* one that is FnOnce alone drops its captures itself */
        lower_drop_value(f, &self, n->span);
    return v;
}

/* The span of `a[i]`, for Index, from the bracket on. */
static sema_span lower_bracket(const lower_fn *f, const thir_node *n)
{
    const thir_node *base = lower_node(f, f->body->lists.at[n->first]);
    while (base->a && base->span.start == n->span.start && base->span.end == n->span.end)
        base = lower_node(f, base->a);
    const sema_file *file = f->l->s->files.at[n->span.file];
    for (uint32_t at = base->span.end; base->span.file == n->span.file && at < n->span.end && at < file->n_bytes; at++)
        if (file->bytes[at] == '[')
            return (sema_span){n->span.file, at, n->span.end};
    return n->span;
}

/* The place that rustc blames, which for a method call is the method's name and not the receiver. */
static sema_span lower_blamed(const lower_fn *f, const thir_node *n)
{
    const sema *s = f->l->s;
    const thir_node *fn = lower_node(f, lower_strip(f, n->a));
    sema_span callee = fn->span, all = n->span;
    sema_def trait = def_get(s, ty_get(s, fn->ty)->def)->parent;
    bool written = callee.start > all.start || callee.end < all.end;
    if (n->n && !written && trait && (trait == def_lang(s, LANG_INDEX) || trait == def_lang(s, LANG_INDEX_MUT)))
        return lower_bracket(f, n);
    if (!n->desugared && callee.file == all.file && callee.start > all.start && callee.end <= all.end)
        return (sema_span){all.file, callee.start, all.end};
    return all;
}

/* `a < 4` borrows the 4 for the call alone, so it needs no constant in memory. */
static ir_value lower_call_operand(lower_fn *f, thir_expr e)
{
    const thir_node *n = lower_node(f, e);
    if (n->op == THIR_BORROW && n->index == BORROW_SHARED && lower_node(f, n->a)->op == THIR_LITERAL) {
        lower_place p = lower_temporary(f, lower_ty(f, lower_node(f, n->a)->ty), lower_value(f, n->a));
        return lower_reference(f, &p);
    }
    return lower_value(f, e);
}

/* `*a` and `a[i]` where a type says what they mean. */
bool lower_is_place_call(const lower_fn *f, const thir_node *n)
{
    const sema *s = f->l->s;
    const sema_ty fn = lower_node(f, n->a)->ty;
    const sema_def trait = n->desugared && ty_kind_of(s, fn) == TY_FN_DEF ? def_get(s, ty_get(s, fn)->def)->parent : 0;
    return trait && (trait == def_lang(s, LANG_INDEX) || trait == def_lang(s, LANG_INDEX_MUT) ||
                     trait == def_lang(s, LANG_DEREF) || trait == def_lang(s, LANG_DEREF_MUT));
}

/* Where a `let` extends the temporaries of `a[i]` or `*a`, it does so for those of `a` alone. */
static void lower_call_operands(lower_fn *f, const thir_expr *list, uint32_t n, ir_value *values)
{
    if (!f->extended || n < 2) {
        lower_values(f, list, n, values);
        return;
    }
    values[0] = lower_value(f, list[0]);
    f->extended = NULL;
    lower_values(f, list + 1, n - 1, values + 1);
}

ir_value lower_call(lower_fn *f, const thir_node *n)
{
    sema *s = f->l->s;
    const thir_node *callee = lower_node(f, lower_strip(f, n->a));
    sema_ty fn = lower_ty(f, callee->ty);
    if (ty_kind_of(s, fn) != TY_FN_DEF) {
        lower_place self = lower_place_of(f, n->a);
        if (self.kind == PLACE_VALUE && ty_kind_of(s, fn) == TY_CLOSURE)
            self = lower_temporary(f, self.ty, self.v);
        ir_value *values = ARENA_ARRAY(s->memory, ir_value, n->n);
        lower_values(f, &f->body->lists.at[n->first], n->n, values);
        lower_stand_at(f, n->span);
        return lower_call_closure(f, fn, &self, values, n->n, n->span);
    }
    if (callee->op != THIR_FN)
        lower_raw(f, n->a);
    bool builtin;
    if (!lower_resolve(f->l, &fn, &builtin)) {
        lower_not_yet(f->l, n->span, arena_format(s->memory, "a call of `%s`", ty_print_short(s, fn)),
                      "call a fn that is known for this type");
        return 0;
    }
    if (builtin)
        return call_builtin(f, n, fn);
    ir_value *values = ARENA_ARRAY(s->memory, ir_value, n->n);
    sema_def trait = def_get(s, ty_get(s, callee->ty)->def)->parent;
    bool keeps_nothing = trait && (trait == def_lang(s, LANG_EQ) || trait == def_lang(s, LANG_PARTIAL_ORD));
    for (uint32_t i = 0; i < n->n && keeps_nothing; i++)
        values[i] = lower_call_operand(f, f->body->lists.at[n->first + i]);
    if (!keeps_nothing)
        lower_call_operands(f, &f->body->lists.at[n->first], n->n, values);
    lower_stand_at(f, n->span);
    return lower_invoke(f, fn, values, n->n, n, lower_blamed(f, n));
}

ir_function_id lower_function_of(lower *l, sema_ty fn, sema_span at)
{
    bool builtin = false;
    if (!lower_resolve(l, &fn, &builtin) ||
        (builtin && !lower_is_call_method(l->s, fn) && !lower_is_object_method(l->s, fn))) {
        lower_not_yet(l, at, "a fn pointer to this fn", "use a closure");
        return 0;
    }
    const uint32_t instance = lower_instance_of(l, fn, 0, 0, at);
    return instance ? l->instances.at[instance].function : 0;
}

ir_value lower_reify(lower_fn *f, const thir_node *n)
{
    const sema_ty from = lower_ty(f, lower_node(f, n->a)->ty);
    if (ty_kind_of(f->l->s, from) == TY_FN_PTR)
        return lower_value(f, n->a);
    lower_raw(f, n->a);
    const ir_function_id function = lower_function_of(f->l, from, n->span);
    return function ? ir_emit(&f->b, IR_FUNCTION_ADDR, f->l->ptr, NULL, 0, 0, function) : 0;
}

void lower_shim(lower_fn *f, sema_ty fn, sema_span at)
{
    sema *s = f->l->s;
    if (lower_is_call_method(s, fn)) {
        lower_call_method_shim(f, fn, at);
        return;
    }
    ty_info info = *ty_get(s, fn);
    uint32_t n_args;
    const sema_ty *args = ty_args(s, fn, &n_args);
    def_sig sig = def_fn_sig(s, info.def);
    ty_subst subst = {info.def, args, n_args};
    if (def_kind_of(s, info.def) == DEF_VARIANT)
        subst.owner = def_enum_of(s, info.def);
    ir_value *values = ARENA_ARRAY(s->memory, ir_value, sig.n_inputs), next = 1;
    for (uint32_t i = 0; i < sig.n_inputs; i++)
        values[i] = lower_ir_type(f->l, trait_concrete(s, ty_substitute(s, sig.inputs[i], &subst)), at) ? next++ : 0;
    ir_value v =
        lower_is_object_method(s, fn)
            ? lower_call_object(f, fn, values, sig.n_inputs, lower_ir_type(f->l, lower_call_result_of(f, fn), at), at)
            : lower_invoke(f, fn, values, sig.n_inputs, NULL, at);
    if (!ir_ends_here(&f->b))
        ir_return(&f->b, v);
}
