/* borrow_opaque.c: the lifetimes in a value that becomes an `impl Trait`. Before edition 2024, or where `use<..>`
 * stands, they are among those that its bounds name (E0700). */
#include "sema/borrow/borrow_internal.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

typedef struct opaque_noting {
    sema_ty opaque, hidden;
    sema_span span;
} opaque_noting;

static void borrow_note_capture(borrow_ctx *c, borrow_region r, void *user)
{
    const opaque_noting *about = user;
    const opaque_capture capture = {about->opaque, about->hidden, r, about->span};
    vec_push(&c->s->scratch, &c->captures, capture);
}

static sema_node borrow_opaque_list(sema *s, sema_def opaque)
{
    return syntax_child_of(s, def_get(s, opaque)->node, RUSTG_AST_BoundUse);
}

static sema_ty borrow_opaque_part(sema *s, sema_ty t, void *user)
{
    borrow_ctx *c = user;
    const bool is_own = ty_kind_of(s, t) == TY_REGION && ty_get(s, t)->sub != REGION_LATE;
    return is_own ? borrow_region_ty(c, borrow_new_region(c)) : t;
}

static void borrow_opaque_longer(borrow_ctx *c, borrow_region r, void *user)
{
    const outlives *wanted = user;
    borrow_outlives(c, r, wanted->sub, WHY_RETURN, wanted->span);
}

/* `impl Trait + 'a` */
static void borrow_opaque_outlives(borrow_ctx *c, sema_ty hidden, borrow_region region, sema_span span)
{
    borrow_param_outlives(c, hidden, region, span);
    if (ty_kind_of(c->s, hidden) == TY_FN_DEF || region == c->of_exit)
        return;
    outlives wanted = {.sub = region, .span = span};
    borrow_each_live_region(c, hidden, borrow_opaque_longer, &wanted);
}

/* The hidden type keeps the bounds of the opaque one: what they say of lifetimes that have a name. */
static void borrow_opaque_bounds(borrow_ctx *c, sema_ty hidden, sema_ty opaque, sema_span span)
{
    sema *s = c->s;
    uint32_t n;
    const sema_def def = ty_get(s, opaque)->def;
    const def_predicate *bounds = def_bounds(s, def, &n);
    const sema_ty own = ty_fold_each(s, hidden, borrow_part_has_regions, borrow_opaque_part, c); /* it may be shorter */
    borrow_relate(c, hidden, own, WHY_RETURN, span);
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &bounds[i];
        if (p->bound_of || !p->n_args || ty_kind_of(s, p->args[0]) != TY_OPAQUE || ty_get(s, p->args[0])->def != def)
            continue;
        if (p->kind == PREDICATE_OUTLIVES_TY && ty_kind_of(s, p->args[1]) == TY_REGION) {
            borrow_opaque_outlives(c, own, borrow_region_of(c, p->args[1]), span);
            continue;
        }
        if (p->called_as) {
            const sema_ty called_as = borrow_normalize(c, borrow_bind(c, p->called_as, NULL));
            if (borrow_want_callable(c, own, called_as, p->fn_trait, WHY_RETURN, span))
                continue;
        }
        if (p->of_any && p->kind == PREDICATE_TRAIT) {
            borrow_want_of_any(c, p, own, 0, NULL, 0, span);
            continue;
        }
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, p->n_args);
        args[0] = own;
        for (uint32_t k = 1; k < p->n_args; k++)
            args[k] = borrow_normalize(c, borrow_bind(c, p->args[k], NULL));
        if (p->kind == PREDICATE_TRAIT) {
            borrow_want_trait(c, p->trait, args, p->n_args, span);
        } else if (p->kind == PREDICATE_PROJECTION) {
            const sema_ty given = borrow_normalize(c, ty_projection(s, p->trait, args, p->n_args)),
                          want = borrow_normalize(c, borrow_bind(c, p->equals, NULL));
            if (ty_kind_of(s, given) == ty_kind_of(s, want) || ty_kind_of(s, want) == TY_OPAQUE)
                borrow_relate(c, given, want, WHY_RETURN, span);
            if (ty_kind_of(s, given) == ty_kind_of(s, want) && p->trait != def_lang(s, LANG_FN_ONCE_OUTPUT))
                borrow_relate(c, want, given, WHY_RETURN, span);
        }
    }
}

void borrow_note_captures(borrow_ctx *c, sema_ty hidden, sema_ty opaque, sema_span span)
{
    sema *s = c->s;
    const sema_def def = ty_get(s, opaque)->def, parent = def_get(s, c->owner)->parent;
    if (!def_get(s, def)->is_library)
        borrow_opaque_bounds(c, hidden, opaque, span);
    if (c->is_closure || c->owner != c->generics_of || def_get(s, def)->is_library ||
        syntax_kind(s, def_get(s, def)->node) != RUSTG_AST_TyImplTrait ||
        (c->edition_2024 && !syntax_is(borrow_opaque_list(s, def))) ||
        (parent && (def_kind_of(s, parent) == DEF_TRAIT ||
                    (def_kind_of(s, parent) == DEF_IMPL && def_impl_trait(s, parent).trait))))
        return;
    opaque_noting about = {opaque, hidden, span};
    borrow_each_region(c, hidden, borrow_note_capture, &about);
}

/* Whether a type in the bounds has lifetimes of its own. */
static bool borrow_opaque_leaves_out(sema *s, sema_def opaque)
{
    uint32_t n;
    const def_predicate *bounds = def_bounds(s, opaque, &n);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 1; k < bounds[i].n_args; k++)
            if (ty_has(s, bounds[i].args[k], TY_HAS_LIFETIME | TY_HAS_ERROR | TY_HAS_OPAQUE))
                return true;
        if (bounds[i].equals && ty_has(s, bounds[i].equals, TY_HAS_LIFETIME | TY_HAS_ERROR | TY_HAS_OPAQUE))
            return true;
    }
    return false;
}

static bool borrow_opaque_mentions(sema *s, sema_ty t, sema_def lifetime)
{
    const ty_info info = *ty_get(s, t);
    bool found = info.kind == TY_REGION && info.sub == REGION_PARAM && info.def == lifetime;
    for (uint32_t i = 0; i < info.n_args && !found; i++)
        found = borrow_opaque_mentions(s, ty_arg(s, t, i), lifetime);
    return found;
}

/* Whether an associated type that the bounds name has it: that of `T: Trait<'a>`. */
static bool borrow_opaque_inherits(sema *s, sema_def opaque, sema_def lifetime)
{
    uint32_t n;
    const def_predicate *bounds = def_bounds(s, opaque, &n);
    for (uint32_t i = 0; i < n && lifetime; i++)
        if (bounds[i].equals && borrow_opaque_mentions(s, bounds[i].equals, lifetime))
            return true;
    return false;
}

/* Whether the bounds, or the list, name the lifetime. What is left out in them, and `Self`, may be any of those
 * without a name, or of the impl's. */
static bool borrow_opaque_names(sema *s, sema_def opaque, sema_def param, bool of_impl)
{
    const sema_node type = def_get(s, opaque)->node, list = borrow_opaque_list(s, opaque);
    const sema_node in = syntax_is(list) ? list : type;
    const rustg_ast *ast = &syntax_file_of(s, type.file)->ast;
    if (!syntax_is(list) && borrow_opaque_inherits(s, opaque, param))
        return true;
    for (sema_node n = in; n.node < ast->next[in.node]; n.node++) {
        const uint8_t kind = ast->kind[n.node];
        if (kind == RUSTG_AST_Lifetime || kind == RUSTG_AST_BoundLifetime) {
            const sema_symbol name = syntax_tok_name(s, n.file, ast->tok[n.node]);
            if (param ? name == def_get(s, param)->name : strcmp(sema_text(s, name), "_") == 0)
                return true;
        }
        if (kind == RUSTG_AST_TyRef && !param && !syntax_is(syntax_child_of(s, n, RUSTG_AST_Lifetime)))
            return true;
        if (kind == RUSTG_AST_TyPath && (of_impl || !param) && borrow_opaque_leaves_out(s, opaque))
            return true;
    }
    return false;
}

bool borrow_opaque_captures(borrow_ctx *c, sema_def opaque, sema_def lifetime)
{
    sema *s = c->s;
    const def_info about = *def_get(s, opaque);
    const sema_def above = def_get(s, about.parent)->parent;
    const bool of_trait = above && (def_kind_of(s, above) == DEF_TRAIT ||
                                    (def_kind_of(s, above) == DEF_IMPL && def_impl_trait(s, above).trait));
    if (about.is_library || syntax_kind(s, about.node) != RUSTG_AST_TyImplTrait)
        return true;
    if (!syntax_is(borrow_opaque_list(s, opaque)) && (of_trait || s->files.at[about.node.file]->edition >= 2024))
        return true;
    return borrow_opaque_names(s, opaque, lifetime, def_get(s, lifetime)->parent != about.parent);
}

static void borrow_report_capture(borrow_ctx *c, const opaque_capture *capture, const region_node *u)
{
    sema *s = c->s;
    const sema_def opaque = ty_get(s, capture->opaque)->def;
    const sema_span at = def_span(s, opaque);
    sema_report r = sema_error(s, RUSTG_DIAG_OPAQUE_CAPTURES, capture->span);
    const char *text = source_text(s, at), *list = strstr(text, " + use<"); /* which is not of its name */
    sema_arg(&r, "%.*s", (int)(list ? (size_t)(list - text) : strlen(text)), text);
    sema_label(&r, at, "opaque type defined here");
    if (u->param)
        sema_label(&r, def_span(s, u->param), "hidden type captures the lifetime `'%s` as defined here",
                   sema_text(s, def_get(s, u->param)->name));
}

/* The lifetime has to be one that is named and that all outlive from which the value comes. */
void borrow_check_captures(borrow_ctx *c, known_outlives *known)
{
    sema *s = c->s;
    const uint32_t n = c->universals.n;
    for (uint32_t k = 0; k < c->captures.n; k++) {
        const opaque_capture *capture = &c->captures.at[k];
        uint8_t *seen = arena_alloc(&s->scratch, c->regions.n);
        VEC(borrow_region) todo = {0};
        VEC(uint32_t) from = {0};
        vec_push(&s->scratch, &todo, capture->region);
        seen[capture->region] = 1;
        const region_node *first = NULL;
        for (uint32_t i = 0; i < todo.n; i++) {
            const region_node *node = &c->regions.at[todo.at[i]];
            if (node->universal && node->end > 1) {
                vec_push(&s->scratch, &from, node->end);
                first = first ? first : node;
                continue;
            }
            for (uint32_t e = node->first_out; e; e = c->constraints.at[e - 1].next) {
                const borrow_region sup = c->constraints.at[e - 1].sup;
                if (!seen[sup])
                    vec_push(&s->scratch, &todo, sup);
                seen[sup] = 1;
            }
        }
        bool fits = !first || seen[c->of_static];
        for (uint32_t j = 0; j < n && !fits; j++) {
            const sema_def param = c->regions.at[c->universals.at[j]].param;
            fits = j == 0 || (j > 1 && borrow_opaque_names(s, ty_get(s, capture->opaque)->def, param,
                                                           param && def_get(s, param)->parent != c->owner));
            for (uint32_t i = 0; i < from.n && fits; i++)
                fits = borrow_known_above(known, j, from.at[i]);
        }
        if (!fits)
            borrow_report_capture(c, capture, first);
    }
}
