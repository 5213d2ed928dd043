/* def_impl.c: finds impls by trait and by type, and the traits that a scope sees. Impls lie in buckets by the name in
 * their header, so that a question looks only at those that may matter. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"

static sema_node impl_trait_ref(const sema *s, sema_def impl)
{
    const def_record *rec = def_rec(s, impl);
    return (sema_node){rec->about.node.file, rec->impl_trait};
}

def_trait_ref def_impl_trait(sema *s, sema_def impl)
{
    def_answers *a = def_answer(s, impl);
    if (a->trait_state == STATE_RUNNING)
        return (def_trait_ref){0};
    if (a->trait_state == STATE_UNKNOWN) {
        a->trait_state = STATE_RUNNING;
        sema_node trait_ref = impl_trait_ref(s, impl);
        if (syntax_is(trait_ref)) {
            syntax_path path = syntax_path_of(s, trait_ref);
            sema_def trait = resolve_trait_path(s, def_get(s, impl)->parent, &path, path.n_segments, false);
            if (trait) {
                uint32_t n;
                def_own_params(s, impl, &n);
                resolve_lookup l = resolve_lookup_in(impl, ELIDE_HEADER, "implementations");
                l.impl_where = "impl headers";
                a->trait_ref = resolve_trait_ref(s, &l, trait, def_type(s, impl), &path.segments[path.n_segments - 1]);
            }
        }
        a->trait_state = STATE_DONE;
    }
    return a->trait_ref;
}

/* Only which trait: cheaper than its arguments. */
static sema_def def_trait_of(sema *s, sema_def impl)
{
    def_answers *a = def_answer(s, impl);
    if (a->trait_state == STATE_DONE)
        return a->trait_ref.trait;
    sema_node trait_ref = impl_trait_ref(s, impl);
    const sema_file *f = s->files.at[trait_ref.file];
    uint32_t tok = f->ast.tok[trait_ref.node];
    if (f->toks.kind[tok] == RUSTG_TOK_IDENT && f->toks.kind[tok + 1] != RUSTG_TOK_COLON) {
        scope_name found =
            resolve_in_scope(s, def_get(s, impl)->parent, syntax_tok_name(s, trait_ref.file, tok), NAMESPACE_TYPE);
        return found.kind == RES_DEF && found.def && def_kind_of(s, found.def) == DEF_TRAIT ? found.def : 0;
    }
    syntax_path path = syntax_path_of(s, trait_ref);
    return resolve_trait_path(s, def_get(s, impl)->parent, &path, path.n_segments, true);
}

static def_impl_list *def_list_of(sema *s, arena_map *map, uint64_t key, uint32_t *index)
{
    def_table *t = def_tab(s);
    const uint32_t *known = arena_map_at(s->memory, map, key, 0);
    *index = known ? *known : t->lists.n;
    if (!known) {
        *arena_map_at(s->memory, map, key, 1) = *index;
        def_impl_list *list = ARENA_NEW(s->memory, def_impl_list);
        list->epoch = UINT32_MAX;
        vec_push(s->memory, &t->lists, list);
    }
    return DEF_OWN(s, lists, *index);
}

static void def_own_seen(sema *s, def_impl_list *list)
{
    if (list->seen_shared)
        list->seen.at = arena_copy(s->memory, list->seen.at, list->seen.n * sizeof *list->seen.at);
    list->seen.capacity = list->seen_shared ? list->seen.n : list->seen.capacity;
    list->seen_shared = false;
}

/* Adds what is new in the bucket of one name. Accepting an impl may make new ones (derives), so that everything is
 * read again. */
static void def_take_bucket(sema *s, uint32_t list, arena_map *buckets, sema_symbol name, sema_def trait, sema_def adt)
{
    def_table *t = def_tab(s);
    uint32_t *bucket = arena_map_at(s->memory, buckets, (uint64_t)name + 1, 0);
    if (!bucket)
        return;
    uint32_t which = *bucket, seen = 0;
    for (; seen < t->lists.at[list]->seen.n; seen++)
        if (t->lists.at[list]->seen.at[seen].name == name)
            break;
    if (seen == t->lists.at[list]->seen.n)
        vec_push(s->memory, &t->lists.at[list]->seen, (def_seen){name, 0});
    if (t->lists.at[list]->seen.at[seen].n == t->buckets.at[which].impls.n)
        return;
    def_own_seen(s, t->lists.at[list]);
    while (t->lists.at[list]->seen.at[seen].n < t->buckets.at[which].impls.n) {
        def_pending pending = t->buckets.at[which].impls.at[t->lists.at[list]->seen.at[seen].n++];
        sema_def impl = pending.impl;
        if (pending.derive) {
            impl = def_expand_derive(s, pending.derive);
            if (!impl)
                continue;
        }
        bool fits;
        if (trait) {
            fits = def_trait_of(s, impl) == trait;
        } else {
            sema_ty self = def_type(s, impl);
            fits = adt ? ty_kind_of(s, self) == TY_ADT && ty_get(s, self)->def == adt : self != TY_ERROR;
        }
        uint32_t *known = fits ? arena_map_at(s->memory, &t->lists.at[list]->known, impl, 1) : NULL;
        if (known && !*known) {
            *known = 1;
            vec_push(s->memory, &t->lists.at[list]->impls, impl);
        }
    }
}

static void def_take_names(sema *s, uint32_t list, arena_map *buckets, sema_symbol name, sema_def trait, sema_def adt)
{
    def_table *t = def_tab(s);
    VEC(sema_symbol) names = {0};
    vec_push(s->memory, &names, name);
    for (uint32_t i = 0; i < names.n; i++) {
        def_take_bucket(s, list, buckets, names.at[i], trait, adt);
        for (uint32_t k = 0; k < t->aliases.n; k++) {
            if (t->aliases.at[k].original != names.at[i])
                continue;
            bool known = false;
            for (uint32_t j = 0; j < names.n; j++)
                known = known || names.at[j] == t->aliases.at[k].name;
            if (!known)
                vec_push(s->memory, &names, t->aliases.at[k].name);
        }
    }
}

const sema_def *def_impls_of(sema *s, sema_def trait, uint32_t *n)
{
    def_table *t = def_tab(s);
    uint32_t index;
    def_impl_list *list = def_list_of(s, &t->impls_of, trait, &index);
    while (list->epoch != t->epoch) {
        list->epoch = t->epoch;
        def_take_names(s, index, &t->trait_buckets, def_get(s, trait)->name, trait, 0);
        list = t->lists.at[index];
    }
    *n = list->impls.n;
    return list->impls.at;
}

sema_symbol def_name_in_headers(const sema *s, sema_ty self)
{
    const def_names *names = &def_tab(s)->names;
    const ty_info *info = ty_get(s, self);
    switch ((ty_kind)info->kind) {
    case TY_ADT: return def_get(s, info->def)->name;
    case TY_SLICE: return names->slice;
    case TY_ARRAY: return names->array;
    case TY_REF: return names->ref;
    case TY_PTR: return names->ptr;
    case TY_TUPLE: return names->tuple;
    case TY_NEVER: return names->never;
    case TY_FN_PTR: return names->fn_ptr;
    case TY_CASES_SCALAR:
    case TY_STR: return names->primitives[info->kind];
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_DYN:
    case TY_OPAQUE:
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_FN_DEF:
    case TY_CLOSURE:
    case TY_INFER:
    case TY_CASES_NO_TYPE: return 0;
    }
    return 0;
}

const sema_def *def_inherent_impls(sema *s, sema_ty self, uint32_t *n)
{
    def_table *t = def_tab(s);
    const ty_info *info = ty_get(s, self);
    const bool is_dyn = info->kind == TY_DYN; /* their impls are under no name, or without `dyn` under the trait's */
    const sema_def object_of = is_dyn ? info->def : 0;
    const sema_def adt = info->kind == TY_ADT ? info->def : 0;
    const sema_symbol name = def_name_in_headers(s, self);
    const uint64_t key = adt ? (uint64_t)adt << 8 : is_dyn ? (uint64_t)info->def << 8 | TY_DYN : info->kind;
    *n = 0;
    if (!name && !is_dyn)
        return NULL;
    uint32_t index;
    def_impl_list *list = def_list_of(s, &t->inherent_of, key, &index);
    while (list->epoch != t->epoch) {
        list->epoch = t->epoch;
        if (adt)
            def_take_names(s, index, &t->self_buckets, name, 0, adt);
        else
            def_take_bucket(s, index, &t->self_buckets, name, 0, 0);
        if (object_of)
            def_take_names(s, index, &t->self_buckets, def_get(s, object_of)->name, 0, 0);
        list = t->lists.at[index];
    }
    *n = list->impls.n;
    return list->impls.at;
}

/* Whether the head is that of a type which the language has, unless an alias takes its name. */
static bool def_is_built_in(const def_table *t, sema_symbol head)
{
    const def_names *n = &t->names;
    for (uint32_t i = 0; i <= TY_STR; i++)
        if (n->primitives[i] == head)
            return true;
    return head == n->slice || head == n->array || head == n->ref || head == n->ptr || head == n->tuple ||
           head == n->never || head == n->fn_ptr;
}

sema_symbol def_header_name(const sema *s, sema_def impl)
{
    const def_table *t = def_tab(s);
    const sema_symbol name = def_rec(s, impl)->head;
    if (!name || name == t->names.self_type)
        return 0;
    for (uint32_t i = 0; i < t->aliases.n && def_may_be_alias(t, name); i++)
        if (t->aliases.at[i].name == name)
            return 0;
    return name;
}

uint32_t def_next_in_header(const sema *s, const sema_def *impls, uint32_t n, uint32_t from, sema_symbol name)
{
    const def_table *t = def_tab(s);
    for (; from < n; from++) {
        const sema_symbol head = def_rec(s, impls[from])->head;
        if (head == name || !head || head == t->names.self_type)
            break;
        if (def_may_be_alias(t, head) && !def_header_name(s, impls[from]))
            break;
    }
    return from;
}

uint32_t def_n_aliases(const sema *s)
{
    return def_tab(s)->aliases.n;
}

bool def_impl_may_fit(const sema *s, sema_def impl, sema_ty self)
{
    const sema_symbol name = def_header_name(s, impl), wanted = def_name_in_headers(s, self);
    if (!name || name == wanted)
        return true;
    const ty_kind kind = ty_kind_of(s, self);
    const bool is_unknown = kind != TY_PARAM && kind != TY_PROJECTION && kind != TY_DYN && kind != TY_OPAQUE;
    return !wanted && (is_unknown || !def_is_built_in(def_tab(s), name));
}

/* ---- Traits in scope ---- */

typedef struct trait_list {
    VEC(sema_def) all;
    arena_map known;
} trait_list;

static void def_add_trait(sema *s, trait_list *list, sema_def d)
{
    if (!d || def_kind_of(s, d) != DEF_TRAIT)
        return;
    uint32_t *known = arena_map_at(s->memory, &list->known, d, 1);
    if (*known)
        return;
    *known = 1;
    vec_push(s->memory, &list->all, d);
}

/* Whether the name of a trait that target has by its own name, which a glob brings into the module, stands for another
 * thing there. */
static bool def_is_shadowed(sema *s, sema_def module, sema_def target, sema_def trait)
{
    const found_name there = resolve_in_module(s, target, def_get(s, trait)->name, NAMESPACE_TYPE, module);
    if (there.def != trait)
        return false;
    const found_name named = resolve_in_module(s, module, def_get(s, trait)->name, NAMESPACE_TYPE, module);
    return named.found && !named.ambiguous && named.def != trait;
}

/* The traits that can be named in one module: its own, imported ones, and those that its globs bring. */
static const sema_def *def_module_traits(sema *s, sema_def module, uint32_t *n)
{
    def_module *m = def_module_in(s, module);
    *n = 0;
    if (!m || m->traits_state == STATE_RUNNING)
        return NULL;
    if (m->traits_state == STATE_UNKNOWN) {
        m->traits_state = STATE_RUNNING;
        resolve_take_uses(s, module);
        trait_list list = {0};
        for (uint32_t i = 0; i < m->items.n; i++)
            def_add_trait(s, &list, m->items.at[i]);
        for (uint32_t i = 0; i < m->imports.n; i++) {
            uint32_t import = m->imports.at[i];
            if (def_tab(s)->imports.at[import]->name) {
                sema_def d;
                bool is_macro;
                if (resolve_import(s, import, NAMESPACE_TYPE, &d, &is_macro))
                    def_add_trait(s, &list, d);
                continue;
            }
            sema_def target = resolve_glob_target(s, import);
            uint32_t n_inside;
            const sema_def *inside = target && target != module ? def_module_traits(s, target, &n_inside) : NULL;
            for (uint32_t k = 0; inside && k < n_inside; k++)
                if (!def_is_shadowed(s, module, target, inside[k]))
                    def_add_trait(s, &list, inside[k]);
        }
        m->traits = list.all.at;
        m->n_traits = list.all.n;
        m->traits_state = STATE_DONE;
    }
    *n = m->n_traits;
    return m->traits;
}

const sema_def *def_traits_in_scope(sema *s, sema_def scope, uint32_t *n)
{
    while (scope && !def_module_in(s, scope))
        scope = def_get(s, scope)->parent;
    *n = 0;
    if (!scope)
        return NULL;
    def_module *m = def_module_in(s, scope);
    if (!m->scope_traits) {
        trait_list list = {0};
        for (sema_def d = scope; d; d = def_get(s, d)->parent) {
            def_kind kind = def_kind_of(s, d);
            if (kind != DEF_BLOCK && kind != DEF_MOD && kind != DEF_CRATE)
                continue;
            uint32_t n_inside;
            const sema_def *inside = def_module_traits(s, d, &n_inside);
            for (uint32_t k = 0; k < n_inside; k++)
                def_add_trait(s, &list, inside[k]);
            if (kind != DEF_BLOCK)
                break;
        }
        if (def_tab(s)->prelude_module) {
            uint32_t n_inside;
            const sema_def *inside = def_module_traits(s, def_tab(s)->prelude_module, &n_inside);
            for (uint32_t k = 0; k < n_inside; k++)
                if (resolve_prelude_has(s, scope, def_get(s, inside[k])->name))
                    def_add_trait(s, &list, inside[k]);
        }
        m->n_scope_traits = list.all.n;
        m->scope_traits = list.all.n ? list.all.at : ARENA_NEW(s->memory, sema_def);
    }
    *n = m->n_scope_traits;
    return m->scope_traits;
}
