/* check_node.c: makes THIR nodes, locals and scopes for the checker, and asks for types on its behalf. */
#include "sema/bodies/check_internal.h"
#include "sema/items/def.h"
#include "rustg/diagnostic_kind.h"

thir_expr check_node(check *c, thir_node node)
{
    thir_body *body = c->frame->body;
    vec_push(c->s->memory, &body->exprs, node);
    return body->exprs.n - 1;
}

thir_pat check_new_pat(check *c, thir_pat_node node)
{
    vec_push(c->s->memory, &c->frame->body->pats, node);
    return c->frame->body->pats.n - 1;
}

thir_node *check_at(check *c, thir_expr e)
{
    return &c->frame->body->exprs.at[e];
}

sema_ty check_ty_of(check *c, thir_expr e)
{
    return infer_shallow(c->infer, check_at(c, e)->ty);
}

uint32_t check_list(check *c, const uint32_t *items, uint32_t n)
{
    thir_body *body = c->frame->body;
    uint32_t first = body->lists.n;
    vec_reserve(c->s->memory, &body->lists, n + 1);
    for (uint32_t i = 0; i < n; i++)
        body->lists.at[body->lists.n++] = items[i];
    return first;
}

thir_expr check_wrap(check *c, thir_expr e, thir_node node)
{
    thir_expr moved = check_node(c, *check_at(c, e));
    node.a = moved;
    *check_at(c, e) = node;
    return moved;
}

thir_expr check_error_expr(check *c, sema_span at)
{
    c->frame->body->failed = true;
    c->failed = true;
    return check_node(c, (thir_node){.op = THIR_ERROR, .ty = TY_ERROR, .span = at});
}

thir_expr check_unit(check *c, sema_span at)
{
    return check_node(c, (thir_node){.op = THIR_TUPLE, .ty = ty_unit(c->s), .span = at});
}

thir_expr check_borrow(check *c, thir_expr place, thir_borrow mode, sema_span at)
{
    if (mode != BORROW_SHARED)
        check_place_mut(c, place);
    sema_ty ty = ty_ref(c->s, ty_erased(c->s), mode != BORROW_SHARED, check_ty_of(c, place));
    return check_node(c, (thir_node){.op = THIR_BORROW, .ty = ty, .span = at, .a = place, .index = mode});
}

thir_expr check_deref(check *c, thir_expr reference, sema_span at)
{
    sema_ty ty = check_ty_of(c, reference);
    ty_kind kind = ty_kind_of(c->s, ty);
    sema_ty to = kind == TY_REF ? ty_arg(c->s, ty, 1) : kind == TY_PTR ? ty_arg(c->s, ty, 0) : TY_ERROR;
    return check_node(c, (thir_node){.op = THIR_DEREF, .is_place = true, .ty = to, .span = at, .a = reference});
}

thir_expr check_field_of(check *c, thir_expr place, uint32_t index, sema_ty ty, sema_span at)
{
    return check_node(
        c, (thir_node){.op = THIR_FIELD, .is_place = true, .ty = ty, .span = at, .a = place, .index = index});
}

thir_expr check_fn_value(check *c, sema_def fn, const sema_ty *args, uint32_t n_args, sema_span at)
{
    return check_node(c, (thir_node){.op = THIR_FN, .ty = ty_fn_def(c->s, fn, args, n_args), .span = at});
}

thir_expr check_call_item(check *c, sema_def fn, const sema_ty *args, uint32_t n_args, const thir_expr *values,
                          uint32_t n_values, sema_span at)
{
    thir_expr callee = check_fn_value(c, fn, args, n_args, at);
    def_sig sig = def_fn_sig(c->s, fn);
    sema_ty ty = check_subst(c, sig.output, fn, args, n_args, at);
    return check_node(c, (thir_node){.op = THIR_CALL,
                                     .ty = ty,
                                     .span = at,
                                     .a = callee,
                                     .desugared = true,
                                     .first = check_list(c, values, n_values),
                                     .n = n_values});
}

void check_settle_unfit(check *c)
{
    for (uint32_t i = 0; i < c->unfit.n; i++)
        sema_order_now(c->s, c->unfit.at[i]);
    c->unfit.n = 0;
}

/* Obligations that cannot hold are found first, so that they are told of first. */
sema_report check_error(check *c, uint32_t kind, sema_span at)
{
    infer_progress(c->infer);
    c->failed = true;
    c->frame->body->failed = true;
    return sema_error(c->s, kind, at);
}

thir_expr check_not_yet(check *c, sema_node n, const char *what, const char *instead)
{
    sema_span at = sema_node_span(c->s, n);
    sema_report r = check_error(c, RUSTG_DIAG_NOT_COMPILED_YET, at);
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", instead);
    return check_error_expr(c, at);
}

/* ---- Locals and scopes ---- */

thir_local check_local_new(check *c, sema_symbol name, sema_ty ty, sema_span span, bool mutable)
{
    thir_body *body = c->frame->body;
    vec_push(c->s->memory, &body->locals, (thir_local_node){.name = name, .ty = ty, .mutable = mutable, .span = span});
    return body->locals.n - 1;
}

void check_bind(check *c, sema_symbol name, thir_local local)
{
    vec_push(c->s->memory, &c->bindings, (check_binding){.name = name, .local = local, .frame = c->frame});
}

check_scope check_enter(check *c)
{
    return (check_scope){.n_bindings = c->bindings.n, .scope = c->scope};
}

check_scope check_enter_block(check *c, sema_node block)
{
    check_scope before = check_enter(c);
    sema_def items = def_collect_block(c->s, block, c->scope);
    if (items && items != c->scope) {
        c->scope = items;
        vec_push(c->s->memory, &c->bindings, (check_binding){.frame = c->frame, .items = items});
    }
    return before;
}

void check_leave(check *c, check_scope to)
{
    check_forget_locals(c, to.n_bindings);
    c->bindings.n = to.n_bindings;
    c->scope = to.scope;
}

void check_push_loop(check *c, check_loop *loop)
{
    loop->n_bindings = c->bindings.n;
    thir_body *body = c->frame->body;
    vec_push(c->s->memory, &body->labels,
             (thir_label){.name = loop->name, .span = loop->span, .is_block = loop->kind == LOOP_BLOCK});
    loop->label = body->labels.n - 1;
    loop->outer = c->frame->loops;
    c->frame->loops = loop;
}

void check_pop_loop(check *c)
{
    c->frame->loops = c->frame->loops->outer;
}

/* Captures a local of an outer frame. The frames between capture it as well. */
static uint32_t check_capture(check *c, check_frame *frame, check_frame *owner, thir_local local, sema_span use)
{
    thir_capture capture = {.use = use};
    if (frame->outer == owner) {
        const thir_local_node *l = &owner->body->locals.at[local];
        capture.outer = local;
        capture.ty = l->ty;
        capture.name = l->name;
    } else {
        capture.is_upvar = true;
        capture.outer_upvar = check_capture(c, frame->outer, owner, local, use);
        capture.ty = frame->outer->body->captures.at[capture.outer_upvar].ty;
        capture.name = frame->outer->body->captures.at[capture.outer_upvar].name;
    }
    thir_body *body = frame->body;
    for (uint32_t i = 0; i < body->captures.n; i++) {
        const thir_capture *old = &body->captures.at[i];
        if (old->is_upvar == capture.is_upvar && old->outer == capture.outer && old->outer_upvar == capture.outer_upvar)
            return i;
    }
    vec_push(c->s->memory, &body->captures, capture);
    return body->captures.n - 1;
}

thir_expr check_local_of(check *c, thir_local local, check_frame *owner, sema_span at)
{
    sema_ty ty = owner->body->locals.at[local].ty;
    if (owner == c->frame)
        return check_node(c, (thir_node){.op = THIR_LOCAL, .is_place = true, .ty = ty, .span = at, .local = local});
    uint32_t index = check_capture(c, c->frame, owner, local, at);
    return check_node(c, (thir_node){.op = THIR_UPVAR, .is_place = true, .ty = ty, .span = at, .index = index});
}

thir_expr check_local_expr(check *c, thir_local local, sema_span at)
{
    return check_local_of(c, local, c->frame, at);
}

/* ---- Types ---- */

static sema_ty check_lookup_infer(sema *s, sema_span at, def_kind kind, void *user)
{
    check *c = user;
    if (kind == DEF_LIFETIME_PARAM)
        return ty_erased(s);
    return infer_new(c->infer, kind == DEF_CONST_PARAM ? INFER_CONST : INFER_GENERAL, at);
}

static sema_ty check_lookup_associated(sema *s, sema_ty base, sema_symbol name, sema_span at, void *user)
{
    (void)s;
    return check_assoc_type(user, base, name, at);
}

ty_lookup check_lookup(check *c)
{
    return (ty_lookup){.scope = c->scope,
                       .infer = check_lookup_infer,
                       .associated = check_lookup_associated,
                       .user = c,
                       .is_method = c->is_method_args};
}

sema_ty check_norm(check *c, sema_ty t, sema_span at)
{
    t = ty_erase_regions(c->s, t);
    if (ty_has(c->s, t, TY_HAS_PROJECTION | TY_HAS_UNEVALUATED | TY_HAS_OPAQUE))
        t = infer_normalize(c->infer, t, at);
    return t;
}

void check_require_formed(check *c, sema_ty t, sema_span at)
{
    sema *s = c->s;
    const ty_info info = *ty_get(s, t);
    if (def_get(s, c->owner)->is_library || ty_has(s, t, TY_HAS_ERROR))
        return;
    switch (info.kind) {
    case TY_ADT: {
        uint32_t n;
        const sema_ty *args = ty_args(s, t, &n);
        if (!def_get(s, info.def)->is_library) /* some of the library's ask for a size where Rust's do not */
            check_require_all(c, info.def, args, n, at);
        break;
    }
    case TY_TUPLE:
    case TY_ARRAY:
    case TY_SLICE:
    case TY_CASES_POINTER: break;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_CASES_CALLABLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: return;
    }
    for (uint32_t i = 0; i < info.n_args; i++)
        check_require_formed(c, ty_arg(s, t, i), at);
}

typedef struct check_open_types {
    check *c;
    sema_span at;
} check_open_types;

/* What a written projection of a type that is not known yet asks of it, as it is before it is normalized. */
static sema_ty check_require_of_open(sema *s, sema_ty t, void *user)
{
    check_open_types *open = user;
    const ty_info info = *ty_get(s, t);
    const sema_def trait = info.kind == TY_PROJECTION ? def_get(s, info.def)->parent : 0;
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    if (trait && !def_get(s, trait)->is_library && ty_has(s, t, TY_HAS_INFER))
        check_require_all(open->c, trait, args, def_generics(s, trait).n_params, open->at);
    return t;
}

sema_ty check_type_with_lifetimes(check *c, sema_node type, sema_ty *with_lifetimes)
{
    ty_lookup how = check_lookup(c);
    sema_ty t = ty_of_node(c->s, &how, type);
    if (!def_check_dyn_types(c->s, c->scope, type, true))
        t = TY_ERROR;
    if (ty_has(c->s, t, TY_HAS_ERROR))
        c->failed = c->frame->body->failed = true;
    *with_lifetimes = t;
    check_open_types open = {c, sema_node_span(c->s, type)};
    if (ty_has(c->s, t, TY_HAS_INFER))
        ty_fold(c->s, t, TY_HAS_PROJECTION, check_require_of_open, &open);
    t = check_norm(c, t, sema_node_span(c->s, type));
    check_require_formed(c, t, sema_node_span(c->s, type));
    return t;
}

sema_ty check_written_type(check *c, sema_node type, sema_ty *written)
{
    sema_ty t, plain = check_type_with_lifetimes(c, type, &t);
    bool erased = t == ty_erase_regions(c->s, t);
    *written = erased || ty_has(c->s, t, TY_HAS_ERROR | TY_HAS_OPAQUE) ? (sema_ty)TY_NONE : t;
    return plain;
}

sema_ty check_type(check *c, sema_node type)
{
    sema_ty written;
    return check_written_type(c, type, &written);
}

void check_note_written(check *c, sema_def d, const sema_ty *args, uint32_t n_args, uint32_t n_parents)
{
    sema *s = c->s;
    const def_kind kind = def_kind_of(s, d);
    const bool of_trait = c->n_written_trait && c->n_written_trait == n_parents;
    bool any = of_trait;
    sema_ty *written = ARENA_ARRAY(s->memory, sema_ty, n_args);
    for (uint32_t i = 0; i < n_args; i++) {
        const sema_ty t = i < n_parents && of_trait ? c->written_trait[i] : args ? args[i] : (sema_ty)TY_ERROR;
        const bool names = t != ty_erase_regions(s, t) && !ty_has(s, t, TY_HAS_ERROR | TY_HAS_OPAQUE | TY_HAS_INFER);
        written[i] = names ? t : (sema_ty)TY_ERROR;
        any |= names;
    }
    if (!any)
        return;
    if (kind == DEF_TRAIT) {
        c->written_trait = written;
        c->n_written_trait = n_args;
    } else if (kind == DEF_FN || kind == DEF_CONST) {
        c->written = ty_fn_def(s, d, written, n_args);
    } else if (kind == DEF_STRUCT || kind == DEF_ENUM || kind == DEF_UNION) {
        c->written = ty_adt(s, d, written, n_args);
    } else if (kind == DEF_TY_ALIAS) {
        const ty_subst subst = {d, written, n_args};
        c->written = ty_substitute(s, def_type(s, d), &subst);
    }
}

sema_ty check_var(check *c, sema_span at)
{
    return infer_new(c->infer, INFER_GENERAL, at);
}

bool check_is_var(check *c, sema_ty t)
{
    const ty_info *i = ty_get(c->s, t);
    return i->kind == TY_INFER && i->sub == INFER_GENERAL;
}

sema_ty check_shallow(check *c, sema_ty t)
{
    if (ty_kind_of(c->s, t) != TY_INFER)
        return t;
    t = infer_shallow(c->infer, t);
    if (ty_kind_of(c->s, t) == TY_INFER)
        check_settle_unfit(c);
    if (check_is_var(c, t)) {
        infer_progress(c->infer);
        t = infer_shallow(c->infer, t);
    }
    return t;
}

sema_ty check_known(check *c, sema_ty t, sema_span at)
{
    t = check_shallow(c, t);
    if (!check_is_var(c, t))
        return t;
    if (!c->failed) {
        sema_report r = check_error(c, RUSTG_DIAG_TYPE_ANNOTATIONS_NEEDED, at);
        sema_primary_label(&r, "cannot infer type");
    }
    infer_unify(c->infer, t, TY_ERROR);
    c->failed = c->frame->body->failed = true;
    return TY_ERROR;
}

sema_ty check_subst(check *c, sema_ty t, sema_def owner, const sema_ty *args, uint32_t n_args, sema_span at)
{
    ty_subst subst = {.owner = owner, .args = args, .n_args = n_args};
    return check_norm(c, ty_substitute(c->s, t, &subst), at);
}

sema_ty check_field_ty(check *c, sema_def field, sema_def adt, const sema_ty *args, uint32_t n_args, sema_span at)
{
    return check_subst(c, def_type(c->s, field), adt, args, n_args, at);
}

const char *check_show(check *c, sema_ty t)
{
    return ty_print(c->s, infer_resolve(c->infer, t));
}

const char *check_show_value(check *c, thir_expr e)
{
    const thir_node *n = check_at(c, e);
    if (n->op == THIR_STRING)
        return arena_format(c->s->memory, "&'static %s", check_show(c, ty_arg(c->s, n->ty, 1)));
    return check_show(c, n->ty);
}

bool check_is_error(check *c, sema_ty t)
{
    return ty_has(c->s, infer_resolve(c->infer, t), TY_HAS_ERROR);
}

sema_ty check_expect_ty(check *c, check_expect expect)
{
    return expect.kind == EXPECT_TYPE ? check_shallow(c, expect.ty) : (sema_ty)TY_NONE;
}

void check_defer(check *c, check_deferred d)
{
    d.frame = c->frame;
    vec_push(c->s->memory, &c->deferred, d);
}

/* ---- Requirements ---- */

void check_require(check *c, sema_def trait, const sema_ty *args, uint32_t n_args, sema_span at, const char *what)
{
    if (trait)
        infer_require(
            c->infer,
            (def_predicate){.kind = PREDICATE_TRAIT, .trait = trait, .args = args, .n_args = n_args, .span = at},
            (infer_cause){.at = at, .what = what});
}

void check_require_trait(check *c, sema_def trait, sema_ty self, sema_span at, const char *what)
{
    sema_ty *args = ARENA_NEW(c->s->memory, sema_ty);
    *args = self;
    check_require(c, trait, args, 1, at, what);
}

/* Of most types it is clear that their size is known. */
static bool check_may_be_unsized(sema *s, sema_ty t)
{
    const ty_kind kind = ty_kind_of(s, t);
    if (kind == TY_ADT && def_kind_of(s, ty_get(s, t)->def) == DEF_STRUCT) {
        uint32_t n;
        const sema_def *fields = def_fields(s, ty_get(s, t)->def, &n);
        const ty_kind last = n ? ty_kind_of(s, def_type(s, fields[n - 1])) : TY_NONE;
        return last == TY_SLICE || last == TY_STR || last == TY_DYN || last == TY_PARAM || last == TY_ADT;
    }
    return kind == TY_SLICE || kind == TY_STR || kind == TY_DYN || kind == TY_PARAM || kind == TY_INFER ||
           kind == TY_PROJECTION;
}

void check_require_sized(check *c, sema_ty t, sema_span at, const char *what)
{
    t = infer_shallow(c->infer, t);
    if (check_may_be_unsized(c->s, t))
        check_require_trait(c, def_lang(c->s, LANG_SIZED), t, at, what);
}

/* Keeps what a predicate says about Fn traits and a variable, for closures' signatures. */
void check_note_fn_bound(check *c, sema_span at, const def_predicate *p, const def_predicate *told)
{
    uint8_t kind = FN_KIND_FN;
    if (p->kind == PREDICATE_PROJECTION && p->trait == def_lang(c->s, LANG_FN_ONCE_OUTPUT))
        kind = FN_KIND_NONE;
    else {
        while (kind < FN_KIND_NONE &&
               !(p->kind == PREDICATE_TRAIT && p->trait == def_lang(c->s, check_fn_traits[kind])))
            kind++;
        if (kind == FN_KIND_NONE)
            return;
    }
    if (p->n_args < 2 || !check_is_var(c, infer_shallow(c->infer, p->args[0])))
        return;
    vec_push(c->s->memory, &c->fn_bounds,
             (check_fn_bound){.self = p->args[0],
                              .params = p->args[1],
                              .output = kind == FN_KIND_NONE ? p->equals : 0,
                              .at = at,
                              .kind = kind,
                              .told = !told                  ? (sema_ty)TY_NONE
                                      : kind == FN_KIND_NONE ? told->equals
                                                             : told->args[1],
                              .called_as = told ? told->called_as : (sema_ty)TY_NONE});
}

static bool check_speaks_of_fns(check *c, const def_predicate *p)
{
    return (p->kind == PREDICATE_PROJECTION && p->trait == def_lang(c->s, LANG_FN_ONCE_OUTPUT)) ||
           (p->kind == PREDICATE_TRAIT &&
            (p->trait == def_lang(c->s, LANG_FN_TRAIT) || p->trait == def_lang(c->s, LANG_FN_MUT) ||
             p->trait == def_lang(c->s, LANG_FN_ONCE)));
}

void check_require_all(check *c, sema_def d, const sema_ty *args, uint32_t n_args, sema_span at)
{
    uint32_t n;
    const def_predicate *p = def_predicates(c->s, d, &n);
    ty_subst subst = {.owner = d, .args = args, .n_args = n_args};
    for (uint32_t i = 0; i < n; i++) {
        if (!check_speaks_of_fns(c, &p[i]) || p[i].n_args != 2)
            continue;
        def_predicate q = p[i];
        sema_ty *own = ARENA_ARRAY(c->s->memory, sema_ty, 2);
        own[0] = ty_substitute(c->s, q.args[0], &subst);
        own[1] = check_norm(c, ty_substitute(c->s, q.args[1], &subst), at);
        q.args = own;
        if (q.kind == PREDICATE_PROJECTION)
            q.equals = check_norm(c, ty_substitute(c->s, q.equals, &subst), at);
        def_predicate told = p[i];
        if (told.called_as && ty_has(c->s, told.called_as, TY_HAS_PROJECTION)) /* it tells more with its arguments */
            told.called_as = ty_substitute(c->s, told.called_as, &subst);
        check_note_fn_bound(c, at, &q, &told);
    }
    infer_require_all(c->infer, d, args, n_args, (infer_cause){.at = at, .bound_of = d});
}

void check_need_unsafe(check *c, sema_span at, const char *what, const char *note)
{
    if (c->unsafe_depth)
        return;
    vec_push(c->s->memory, &c->late, (check_late){RUSTG_DIAG_NEEDS_UNSAFE, at, what, note, TY_NONE});
}

void check_report_late(check *c)
{
    sema *s = c->s;
    for (uint32_t i = 0; i < c->late.n; i++) {
        const check_late *l = &c->late.at[i];
        sema_report r = sema_error(s, l->kind, l->at);
        if (l->kind == RUSTG_DIAG_NON_CONST_FOR) {
            const sema_ty over = infer_resolve(c->infer, l->ty);
            sema_arg(&r, "%s", check_show(c, over));
            sema_arg(&r, "%s", l->what);
        } else if (l->kind == RUSTG_DIAG_BINDING_NAMED_AS_VARIANT) {
            sema_arg(&r, "%s", l->what);
            sema_arg(&r, "%s", l->more);
            sema_suggest(&r, l->at, arena_format(s->memory, "%s::%s", l->more, l->what),
                         "to match on the variant, qualify the path");
        } else {
            const char *name = strchr(l->what, '`');
            size_t n = name && name > l->what ? (size_t)(name - l->what - 1) : strlen(l->what);
            sema_arg(&r, "%s", l->what);
            sema_arg(&r, "%s", arena_text(s->memory, l->what, n));
            /* From edition 2024 on an unsafe function is warned of such, too. */
            sema_arg(&r, "%s", s->files.at[l->at.file]->edition >= 2024 ? "block" : "function or block");
            if (l->more)
                sema_note(&r, "%s", l->more);
        }
    }
}

/* The span of the head of a struct, enum or variant, from `pub` to its name or its generics. */
sema_span check_head_span(check *c, sema_def d)
{
    return def_type_head_span(c->s, d);
}

const char *check_article(const char *word)
{
    return word[0] && strchr("aefio[", word[0]) ? "an" : "a";
}

const char *check_def_word(check *c, sema_def d)
{
    const def_info *i = def_get(c->s, d);
    switch ((def_kind)i->kind) {
    case DEF_FN: {
        def_kind parent = i->parent ? def_kind_of(c->s, i->parent) : DEF_NONE;
        if (parent == DEF_IMPL || parent == DEF_TRAIT)
            return def_fn_sig(c->s, d).has_self ? "method" : "associated function";
        return "function";
    }
    case DEF_STRUCT: return "struct";
    case DEF_UNION: return "union";
    case DEF_ENUM: return "enum";
    case DEF_VARIANT: return "variant";
    case DEF_TRAIT: return "trait";
    case DEF_CONST: return "constant";
    case DEF_STATIC: return "static";
    case DEF_TY_ALIAS: return "type alias";
    case DEF_MOD: return "module";
    case DEF_TYPE_PARAM: return "type parameter";
    case DEF_NONE:
    case DEF_CRATE:
    case DEF_FIELD:
    case DEF_IMPL:
    case DEF_ASSOC_TY:
    case DEF_CONST_PARAM:
    case DEF_LIFETIME_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    return "item";
}
