/* def_type.c: works out the types of definitions and the signatures of functions. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

static void def_report_self_in_self(sema *s, sema_def impl)
{
    sema_span type = sema_node_span(s, (sema_node){def_get(s, impl)->node.file, def_rec(s, impl)->impl_self});
    const rustg_tokens *toks = &s->files.at[type.file]->toks;
    for (uint32_t i = 1; i < toks->n_toks; i++)
        if (toks->kind[i] == RUSTG_TOK_KW_SELF_TYPE && toks->start[i] >= type.start && toks->end[i] <= type.end) {
            sema_error(s, RUSTG_DIAG_SELF_IN_SELF_TYPE, (sema_span){type.file, toks->start[i], toks->end[i]});
            return;
        }
}

static void def_type_report_cycle(sema *s, sema_def d)
{
    const def_info *about = def_get(s, d);
    if (about->is_library)
        return;
    if (about->kind == DEF_IMPL) {
        def_report_self_in_self(s, d);
        return;
    }
    bool alias = about->kind == DEF_TY_ALIAS;
    const char *doing =
        arena_format(s->memory, "%s `%s`", alias ? "expanding type alias" : "computing type of", def_path(s, d));
    sema_node type = syntax_child_in(s, about->node, RUSTG_AST_CLASS_TY, 0);
    sema_report r = sema_error(s, RUSTG_DIAG_CYCLE, syntax_is(type) ? sema_node_span(s, type) : def_span(s, d));
    sema_arg(&r, "%s", doing);
    sema_note(&r, "...which immediately requires %s again", doing);
    if (alias) {
        sema_note(&r, "type aliases cannot be recursive");
        sema_help(&r, "consider using a struct, enum, or union instead to break the cycle");
        sema_help(&r, "see <https://doc.rust-lang.org/reference/types.html#recursive-types> for more information");
    }
}

static sema_ty def_type_child(sema *s, sema_def d, sema_def scope, elide_mode elide, const char *where,
                              const char *impl_where)
{
    sema_node type = syntax_child_in(s, def_get(s, d)->node, RUSTG_AST_CLASS_TY, 0);
    resolve_lookup l = resolve_lookup_in(scope, elide, where);
    l.impl_where = impl_where;
    if (elide == ELIDE_TO)
        l.elide_to = ty_region_of(s, REGION_STATIC, 0, 0);
    return syntax_is(type) ? resolve_type(s, &l, type) : (sema_ty)TY_NONE;
}

static sema_ty def_work_out_type(sema *s, sema_def d)
{
    const def_info *about = def_get(s, d);
    uint32_t n;
    switch ((def_kind)about->kind) {
    case DEF_STRUCT:
    case DEF_UNION:
    case DEF_ENUM: {
        const sema_ty *args = def_identity_args(s, d, &n);
        return ty_adt(s, d, args, n);
    }
    case DEF_VARIANT: return def_type(s, about->parent);
    case DEF_TY_ALIAS: {
        sema_ty t = def_type_child(s, d, d, ELIDE_ERROR, "type aliases", "type aliases");
        return t ? t : (sema_ty)TY_ERROR;
    }
    case DEF_CONST: return def_type_child(s, d, d, ELIDE_TO, "constants", "const types");
    case DEF_STATIC: return def_type_child(s, d, d, ELIDE_TO, "static variables", "static types");
    case DEF_FIELD: {
        sema_def adt = def_enum_of(s, about->parent);
        const char *where = def_kind_of(s, adt) == DEF_ENUM    ? "enums"
                            : def_kind_of(s, adt) == DEF_UNION ? "unions"
                                                               : "structs";
        sema_ty t = def_type_child(s, d, adt, ELIDE_ERROR, where, "field types");
        return t ? t : (sema_ty)TY_ERROR;
    }
    case DEF_IMPL: {
        sema_node self = {about->node.file, def_rec(s, d)->impl_self};
        def_own_params(s, d, &n);
        resolve_lookup l = resolve_lookup_in(d, ELIDE_HEADER, "implementations");
        l.impl_where = "impl headers";
        return self.node ? resolve_type(s, &l, self) : (sema_ty)TY_ERROR;
    }
    case DEF_ASSOC_TY:
        return def_type_child(s, d, d, def_kind_of(s, about->parent) == DEF_IMPL ? ELIDE_ERROR : ELIDE_ERASE,
                              "associated types", "associated types");
    case DEF_TYPE_PARAM: return ty_param(s, d);
    case DEF_ANON_CONST: return def_answer(s, d)->anon_type ? def_answer(s, d)->anon_type : (sema_ty)TY_USIZE;
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_FN:
    case DEF_TRAIT:
    case DEF_CONST_PARAM:
    case DEF_LIFETIME_PARAM:
    case DEF_CLOSURE:
    case DEF_OPAQUE:
    case DEF_BLOCK: break;
    }
    return TY_ERROR;
}

sema_ty def_type(sema *s, sema_def d)
{
    def_answers *a = def_answer(s, d);
    if (def_kind_of(s, d) == DEF_CONST_PARAM)
        return def_const_param_ty(s, d);
    if (a->type_state == STATE_RUNNING) {
        def_type_report_cycle(s, d);
        return TY_ERROR;
    }
    if (a->type_state == STATE_UNKNOWN) {
        a->type_state = STATE_RUNNING;
        a->type = def_work_out_type(s, d);
        a->type_state = STATE_DONE;
    }
    return a->type;
}

/* ---- Signatures ---- */

typedef struct region_set {
    VEC(sema_ty) regions;
} region_set;

static void def_add_regions(sema *s, sema_ty t, region_set *into)
{
    if (!ty_has(s, t, TY_HAS_REGION))
        return;
    if (ty_kind_of(s, t) == TY_REGION) {
        for (uint32_t i = 0; i < into->regions.n; i++)
            if (into->regions.at[i] == t)
                return;
        vec_push(s->memory, &into->regions, t);
        return;
    }
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    for (uint32_t i = 0; i < n; i++)
        def_add_regions(s, args[i], into);
}

/* Whether a type, as it is written in a `self` parameter, is Self: by that name, or by that of the struct. An alias is
 * not looked through. */
static bool def_names_self(sema *s, sema_def fn, sema_node type)
{
    if (syntax_kind(s, type) != RUSTG_AST_TyPath)
        return false;
    const syntax_path path = syntax_path_of(s, type);
    if (syntax_is(path.qself) || !path.n_segments)
        return false;
    const res found = resolve_path(s, fn, &path, NAMESPACE_TYPE, true);
    if (found.n_resolved != path.n_segments)
        return false;
    const sema_ty self = def_self_ty(s, def_get(s, fn)->parent);
    return found.kind == RES_SELF_TY || found.kind == RES_PRIMITIVE ||
           (found.kind == RES_DEF && ty_kind_of(s, self) == TY_ADT && found.def == ty_get(s, self)->def);
}

/* The lifetime of a method's receiver, which is a reference to Self. TY_NONE: it is none, or, and then *is_unclear is
 * set, one behind several. */
static sema_ty def_region_of_self(sema *s, sema_def fn, sema_node type, sema_ty resolved, bool *is_unclear)
{
    const sema_ty outermost = resolved;
    for (uint32_t n_references = 1;; n_references++, resolved = ty_arg(s, resolved, 1)) {
        while (syntax_kind(s, type) == RUSTG_AST_TyParen)
            type = syntax_child_in(s, type, RUSTG_AST_CLASS_TY, 0);
        if (syntax_kind(s, type) != RUSTG_AST_TyRef || ty_kind_of(s, resolved) != TY_REF)
            return TY_NONE;
        type = syntax_child_in(s, type, RUSTG_AST_CLASS_TY, 0);
        if (syntax_kind(s, type) != RUSTG_AST_TyImplicitSelf && !def_names_self(s, fn, type))
            continue;
        *is_unclear = n_references > 1;
        return *is_unclear ? (sema_ty)TY_NONE : ty_arg(s, outermost, 0);
    }
}

static def_sig def_constructor_sig(sema *s, sema_def d)
{
    uint32_t n;
    const sema_def *fields = def_fields(s, d, &n);
    sema_ty *inputs = ARENA_ARRAY(s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        inputs[i] = def_type(s, fields[i]);
    return (def_sig){.inputs = inputs, .n_inputs = n, .output = def_type(s, def_enum_of(s, d))};
}

static def_sig def_work_out_sig(sema *s, sema_def d)
{
    const def_info *about = def_get(s, d);
    syntax_fn fn = syntax_fn_of(s, about->node);
    uint32_t n_params, n_elided = 0;
    def_own_params(s, d, &n_params);
    resolve_lookup l = resolve_lookup_in(
        d, ELIDE_COUNT,
        def_kind_of(s, about->parent) == DEF_IMPL || def_kind_of(s, about->parent) == DEF_TRAIT ? "associated functions"
                                                                                                : "functions");
    l.n_elided = &n_elided;
    l.impl_param = true;
    l.impl_where = "function parameters";
    def_sig sig = {.is_unsafe = about->is_unsafe, .has_self = fn.has_self, .output = ty_unit(s)};
    sema_ty *inputs = ARENA_ARRAY(s->memory, sema_ty, fn.params.n);
    uint32_t n = 0;
    sema_ty self_region = TY_NONE;
    bool is_unclear = false;
    for (uint32_t i = 0; i < fn.params.n; i++) {
        if (!def_cfg_holds(s, fn.params.at[i]))
            continue;
        sema_node type = syntax_child_in(s, fn.params.at[i], RUSTG_AST_CLASS_TY, 0);
        inputs[n] = resolve_type(s, &l, type);
        if (n == 0 && fn.has_self && syntax_is(fn.result))
            self_region = def_region_of_self(s, d, type, inputs[0], &is_unclear);
        n++;
    }
    sig.inputs = inputs;
    sig.n_inputs = n;
    sig.n_elided = n_elided;
    if (syntax_is(fn.result)) {
        resolve_lookup out = resolve_lookup_in(d, ELIDE_ERROR, "return types");
        out.impl_trait = d;
        if (self_region) {
            out.elide = ELIDE_TO;
            out.elide_to = self_region;
        } else {
            region_set set = {0};
            for (uint32_t i = fn.has_self; i < n; i++)
                def_add_regions(s, inputs[i], &set);
            if (set.regions.n == 1 && !is_unclear) {
                out.elide = ELIDE_TO;
                out.elide_to = set.regions.at[0];
            }
            out.fn = about->node;
        }
        sig.output = resolve_type(s, &out, fn.result);
    }
    return sig;
}

def_sig def_fn_sig(sema *s, sema_def d)
{
    def_answers *a = def_answer(s, d);
    if (a->sig_state == STATE_RUNNING)
        return (def_sig){.output = TY_ERROR};
    if (a->sig_state == STATE_UNKNOWN) {
        a->sig_state = STATE_RUNNING;
        def_kind kind = def_kind_of(s, d);
        if (kind == DEF_FN)
            a->sig = def_work_out_sig(s, d);
        else if (kind == DEF_STRUCT || kind == DEF_VARIANT)
            a->sig = def_constructor_sig(s, d);
        else
            a->sig = (def_sig){.output = TY_ERROR};
        a->sig_state = STATE_DONE;
    }
    return a->sig;
}
