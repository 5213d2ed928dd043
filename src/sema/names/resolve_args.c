/* resolve_args.c: resolves generic arguments, trait references, bounds, and associated types of parameters. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

typedef struct given_args {
    VEC(sema_node) lifetimes, others, assoc;
    bool parenthesized;
} given_args;

/* `(A, B) -> C`: is there a result? */
static bool resolve_has_result(const sema *s, sema_node args)
{
    uint32_t depth = 0, last = syntax_last_tok(s, args);
    for (uint32_t at = syntax_anchor(s, args); at < last; at++) {
        uint32_t kind = def_tok_kind(s, args.file, at);
        depth += kind == RUSTG_TOK_L_PAREN;
        if (kind == RUSTG_TOK_R_PAREN && --depth == 0)
            return true;
    }
    return false;
}

static given_args resolve_args_read_args(sema *s, const syntax_segment *segment)
{
    given_args given = {0};
    if (!segment || !segment->args.node)
        return given;
    given.parenthesized = def_tok_kind(s, segment->args.file, syntax_anchor(s, segment->args)) == RUSTG_TOK_L_PAREN;
    EACH_CHILD(s, segment->args, c)
    {
        uint8_t kind = def_node_kind(s, c);
        if (kind == RUSTG_AST_Lifetime)
            vec_push(s->memory, &given.lifetimes, c);
        else if (kind == RUSTG_AST_AssocArg)
            vec_push(s->memory, &given.assoc, c);
        else
            vec_push(s->memory, &given.others, c);
    }
    return given;
}

static const char *resolve_plural(uint32_t n)
{
    return n == 1 ? "" : "s";
}

/* Whether it is one of the parameters that such an argument is for; what is "generic" or "lifetime". */
static bool resolve_args_is_counted(sema *s, sema_def param, const char *what)
{
    bool lifetime = def_kind_of(s, param) == DEF_LIFETIME_PARAM;
    return lifetime == (strcmp(what, "lifetime") == 0) && !def_answer(s, param)->synthetic &&
           def_get(s, param)->name != def_tab(s)->names.self_type;
}

/* The arguments from `extra` on are more than there may be. */
static void resolve_suggest_removal(sema *s, sema_report *r, const syntax_segment *segment, const char *what,
                                    sema_node extra)
{
    sema_node before = {0, 0}, last = extra;
    uint32_t n = 0;
    EACH_CHILD(s, segment->args, c)
    {
        if (!n && c.node != extra.node)
            before = c;
        if (c.node == extra.node || n) {
            last = c;
            n++;
        }
    }
    if (!before.node) {
        sema_suggest_beside(r, sema_node_span(s, segment->args), "", "remove the unnecessary generics");
        return;
    }
    sema_span at = {extra.file, sema_node_span(s, before).end, sema_node_span(s, last).end};
    sema_suggest_beside(r, at, "", "remove the %s%s argument%s", strcmp(what, "generic") == 0 ? "unnecessary " : "",
                        what, resolve_plural(n));
}

/* E0107. what: "generic" or "lifetime". */
static void resolve_wrong_count(sema *s, sema_def d, const syntax_segment *segment, const char *what, uint32_t least,
                                uint32_t most, uint32_t n, sema_node extra)
{
    const char *item = def_kind_text(s, d);
    const char *bound = least == most ? "" : n < least ? "at least " : "at most ";
    uint32_t wanted = n < least ? least : most;
    sema_report r;
    bool none = n == 0 && strcmp(what, "generic") == 0 && !(segment->args.node);
    if (none) {
        r = sema_error(s, RUSTG_DIAG_MISSING_GENERICS, segment->span);
        sema_arg(&r, "%s", item);
        sema_arg(&r, "%s", sema_text(s, def_get(s, d)->name));
    } else {
        r = sema_error(s, RUSTG_DIAG_GENERIC_COUNT, segment->span);
        sema_arg(&r, "%s takes %s%u %s argument%s but %u %s argument%s supplied", item, bound, wanted, what,
                 resolve_plural(wanted), n, what, n == 1 ? " was" : "s were");
    }
    sema_primary_label(&r, "expected %s%u %s argument%s", bound, wanted, what, resolve_plural(wanted));
    if (n > most && extra.node)
        resolve_suggest_removal(s, &r, segment, what, extra);
    if (def_get(s, d)->is_library || !def_get(s, d)->node.node)
        return;
    const char *names = "";
    uint32_t n_own, n_names = 0;
    const sema_def *own = def_own_params(s, d, &n_own);
    for (uint32_t i = 0; i < n_own; i++) {
        bool lifetime = def_kind_of(s, own[i]) == DEF_LIFETIME_PARAM;
        if (!resolve_args_is_counted(s, own[i], what))
            continue;
        names = arena_format(s->memory, "%s%s`%s%s`", names, n_names ? ", " : "", lifetime ? "'" : "",
                             sema_text(s, def_get(s, own[i])->name));
        n_names++;
    }
    if (n_names)
        sema_note_at(&r, def_span(s, d), "%s defined here, with %s%u %s parameter%s: %s", item, bound, n_names, what,
                     resolve_plural(n_names), names);
    else
        sema_note_at(&r, def_span(s, d), "%s defined here, with 0 %s parameters", item, what);
    for (uint32_t i = 0; i < n_own; i++)
        if (resolve_args_is_counted(s, own[i], what))
            sema_note_label(&r, def_span(s, own[i]), "%s", "");
    if (none) {
        const char *fill = "";
        for (uint32_t i = 0, k = 0; i < n_own; i++)
            if (def_kind_of(s, own[i]) != DEF_LIFETIME_PARAM && k++ < wanted)
                fill =
                    arena_format(s->memory, "%s%s%s", fill, k > 1 ? ", " : "", sema_text(s, def_get(s, own[i])->name));
        sema_span at = segment->span;
        at.start = at.end;
        sema_suggest(&r, at, arena_format(s->memory, "<%s>", fill), "add missing generic argument%s",
                     resolve_plural(wanted));
        sema_suggest_is(&r, "HasPlaceholders");
    }
}

static sema_ty resolve_arg(sema *s, resolve_lookup *l, sema_def param, sema_node node)
{
    bool is_type = def_is_type(def_node_kind(s, node));
    if (def_kind_of(s, param) == DEF_CONST_PARAM) {
        sema_ty type = def_const_param_ty(s, param);
        if (!is_type)
            return resolve_const(s, l, node, type);
        sema_ty t = resolve_const_path(s, l, node);
        if (t)
            return t;
        sema_report r = sema_error(s, RUSTG_DIAG_ARGUMENT_KIND, sema_node_span(s, node));
        sema_arg(&r, "type provided when a constant was expected");
        return TY_ERROR;
    }
    if (is_type)
        return resolve_type(s, l, node);
    sema_report r = sema_error(s, RUSTG_DIAG_ARGUMENT_KIND, sema_node_span(s, node));
    sema_arg(&r, "constant provided when a type was expected");
    return TY_ERROR;
}

/* For an object in the place of `T: 'a`, where 'a is the only one: what stands for 'a. */
static sema_ty resolve_args_around(sema *s, sema_def param, const sema_def *params, const sema_ty *args, uint32_t n)
{
    const sema_node node = def_get(s, param)->node;
    sema_symbol name = 0;
    uint32_t n_bounds = 0;
    if (def_kind_of(s, param) != DEF_TYPE_PARAM || !syntax_is(node) || def_get(s, param)->is_library)
        return TY_NONE;
    EACH_CHILD(s, node, c)
    if (def_node_kind(s, c) == RUSTG_AST_BoundLifetime) {
        name = syntax_tok_name(s, c.file, syntax_anchor(s, c));
        n_bounds++;
    }
    for (uint32_t i = 0; i < n && n_bounds == 1; i++)
        if (def_kind_of(s, params[i]) == DEF_LIFETIME_PARAM && def_get(s, params[i])->name == name)
            return args[i];
    return TY_NONE;
}

/* Whether some lifetimes of a fn are chosen by each call, and so many written ones are not all that are not. */
static bool resolve_has_late(sema *s, sema_def fn, uint32_t n_written)
{
    uint32_t n, n_early = 0, n_late = 0;
    const sema_def *own = def_own_params(s, fn, &n);
    for (uint32_t i = 0; i < n; i++)
        if (def_kind_of(s, own[i]) == DEF_LIFETIME_PARAM) {
            const bool is_early = def_is_early(s, fn, own[i]);
            n_early += is_early;
            n_late += !is_early;
        }
    return n_late && n_written != n_early;
}

const sema_ty *resolve_args(sema *s, resolve_lookup *l, sema_def d, const sema_ty *parents, uint32_t n_parents,
                            const syntax_segment *segment, uint32_t *n_args, bool allow_assoc)
{
    def_generics_list generics = def_generics(s, d);
    const def_names *names = &def_tab(s)->names;
    given_args given = resolve_args_read_args(s, segment);
    uint32_t n = generics.n_params, n_lifetimes = 0, n_others = 0, n_least = 0;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, n > n_parents ? n : n_parents);
    *n_args = n;
    for (uint32_t i = 0; i < n; i++)
        args[i] = i < n_parents ? parents[i] : (sema_ty)TY_ERROR;
    if (n <= n_parents && !given.lifetimes.n && !given.others.n && !given.assoc.n)
        return args;
    for (uint32_t i = n_parents; i < n; i++) {
        def_kind kind = def_kind_of(s, generics.params[i]);
        sema_node node = def_get(s, generics.params[i])->node;
        if (kind == DEF_LIFETIME_PARAM) {
            n_lifetimes++;
        } else if (!def_answer(s, generics.params[i])->synthetic) {
            n_others++;
            bool has_default = syntax_is(
                syntax_child_in(s, node, kind == DEF_TYPE_PARAM ? RUSTG_AST_CLASS_TY : RUSTG_AST_CLASS_EXPR, 0));
            n_least += !has_default;
        }
    }
    bool is_fn = def_kind_of(s, d) == DEF_FN, is_library = def_get(s, l->how.scope)->is_library;
    bool infer = l->infer_missing && given.others.n == 0;
    if (given.parenthesized && segment && !is_library) {
        sema_span whole = segment->span;
        whole.end = sema_node_span(s, segment->args).end;
        sema_error(s, RUSTG_DIAG_ARGUMENTS_IN_PARENS, whole);
    }
    if (given.assoc.n && !allow_assoc && !is_library)
        sema_error(s, RUSTG_DIAG_ASSOC_NOT_ALLOWED, sema_node_span(s, given.assoc.at[0]));
    if (n_lifetimes && !given.lifetimes.n && def_kind_of(s, d) == DEF_ASSOC_TY && !is_library && segment &&
        (given.others.n || (!syntax_is(segment->args) && !l->how.infer)) && n_parents) {
        sema_report r =
            sema_error(s, given.others.n ? RUSTG_DIAG_GENERIC_COUNT : RUSTG_DIAG_MISSING_GENERICS, segment->span);
        sema_arg(&r,
                 given.others.n ? "associated type takes %u lifetime argument%s but 0 lifetime arguments were supplied"
                                : "associated type",
                 n_lifetimes, n_lifetimes == 1 ? "" : "s");
        sema_arg(&r, "%s::%s", sema_text(s, def_get(s, def_get(s, d)->parent)->name),
                 sema_text(s, def_get(s, d)->name));
        sema_primary_label(&r, "expected %u lifetime argument%s", n_lifetimes, n_lifetimes == 1 ? "" : "s");
    }
    if (given.lifetimes.n && is_fn && !is_library && !l->how.is_method && resolve_has_late(s, d, given.lifetimes.n)) {
        sema_error(s, RUSTG_DIAG_LIFETIMES_LATE, sema_node_span(s, given.lifetimes.at[0]));
        given.lifetimes.n = 0;
    }
    if (given.lifetimes.n && given.lifetimes.n != n_lifetimes && !is_library &&
        !(is_fn && given.lifetimes.n < n_lifetimes))
        resolve_wrong_count(s, d, segment, "lifetime", n_lifetimes, n_lifetimes, given.lifetimes.n,
                            given.lifetimes.n > n_lifetimes ? given.lifetimes.at[n_lifetimes] : (sema_node){0, 0});
    if (!given.parenthesized && !is_library &&
        (given.others.n > n_others ||
         (given.others.n < n_least && !infer && !(l->infer_missing && is_fn && !given.others.n))))
        resolve_wrong_count(s, d, segment, "generic", n_least, n_others, given.others.n,
                            given.others.n > n_others ? given.others.at[n_others] : (sema_node){0, 0});
    sema_span at = segment ? segment->span : (sema_span){0, 0, 0};
    uint32_t lifetime = 0, other = 0;
    for (uint32_t i = n_parents; i < n; i++) {
        sema_def param = generics.params[i];
        if (def_kind_of(s, param) == DEF_LIFETIME_PARAM) {
            args[i] = lifetime < given.lifetimes.n ? resolve_lifetime(s, l, given.lifetimes.at[lifetime])
                                                   : resolve_elided(s, l, at, n_lifetimes, true);
            if (args[i] == TY_ERROR)
                args[i] = ty_erased(s);
            lifetime++;
        } else if (other < given.others.n && !given.parenthesized && !def_answer(s, param)->synthetic) {
            const sema_ty around = l->around;
            const bool infers = l->infer_missing;
            l->around = resolve_args_around(s, param, generics.params, args, n);
            l->infer_missing = false; /* a type that is written as an argument leaves only its defaults out */
            args[i] = resolve_arg(s, l, param, given.others.at[other++]);
            l->infer_missing = infers;
            l->around = around;
        } else if ((infer || def_answer(s, param)->synthetic) && l->how.infer) {
            args[i] = l->how.infer(s, at, def_kind_of(s, param), l->how.user);
        } else if (def_get(s, param)->name != names->self_type) {
            sema_ty by_default = given.parenthesized ? (sema_ty)TY_NONE : def_param_default(s, param);
            if (by_default) {
                ty_subst subst = {d, args, n};
                args[i] = ty_substitute(s, by_default, &subst);
            }
        }
    }
    return args;
}

static void resolve_unstable_args(sema *s, const resolve_lookup *l, const syntax_segment *segment, const char *message)
{
    if (!segment || !l->how.scope || def_get(s, l->how.scope)->is_library)
        return;
    sema_span at = segment->span;
    if (syntax_is(segment->args))
        at.end = sema_node_span(s, segment->args).end;
    sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_UNSTABLE, at);
    sema_arg(&r, "%s", message);
    sema_note(&r, "see issue #29625 <https://github.com/rust-lang/rust/issues/29625> for more information");
}

def_trait_ref resolve_trait_ref(sema *s, resolve_lookup *l, sema_def trait, sema_ty self, const syntax_segment *segment)
{
    def_trait_ref of = {.trait = trait};
    given_args given = resolve_args_read_args(s, segment);
    if (given.parenthesized && !def_is_fn_trait(s, trait))
        resolve_unstable_args(s, l, segment, "parenthetical notation is only stable when used with `Fn`-family traits");
    if (given.parenthesized) {
        /* Fn(A, B) -> C has one argument, the tuple of the inputs. */
        resolve_lookup inner = *l;
        inner.elide = ELIDE_ERASE;
        uint32_t n = given.others.n - (resolve_has_result(s, segment->args) && given.others.n ? 1 : 0);
        VEC(sema_ty) inputs = {0};
        for (uint32_t i = 0; i < n; i++) {
            sema_ty t = resolve_type(s, &inner, given.others.at[i]);
            vec_push(s->memory, &inputs, t);
        }
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, 2);
        args[0] = self;
        args[1] = ty_tuple(s, inputs.at, inputs.n);
        of.args = args;
        of.n_args = 2;
        if (def_generics(s, trait).n_params != 2)
            of.n_args = def_generics(s, trait).n_params ? 1 : 0;
        return of;
    }
    if (def_is_fn_trait(s, trait))
        resolve_unstable_args(s, l, segment,
                              "the precise format of `Fn`-family traits' type parameters is subject to change");
    of.args = resolve_args(s, l, trait, &self, 1, segment, &of.n_args, true);
    return of;
}

/* ---- Associated types ---- */

static sema_def resolve_find_assoc(sema *s, sema_def trait, sema_symbol name, def_trait_ref from, def_trait_ref *of,
                                   uint32_t depth)
{
    sema_def assoc = def_assoc_item(s, trait, name, DEF_ASSOC_TY);
    if (assoc) {
        *of = from;
        return assoc;
    }
    if (depth > 64)
        return 0;
    uint32_t n;
    const def_trait_ref *supers = def_supertraits(s, trait, &n);
    for (uint32_t i = 0; i < n; i++) {
        def_trait_ref next = supers[i];
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, next.n_args);
        ty_subst subst = {trait, from.args, from.n_args};
        for (uint32_t k = 0; k < next.n_args; k++)
            args[k] = ty_substitute(s, next.args[k], &subst);
        next.args = args;
        assoc = resolve_find_assoc(s, next.trait, name, next, of, depth + 1);
        if (assoc)
            return assoc;
    }
    return 0;
}

sema_def def_find_assoc_ty(sema *s, sema_def trait, sema_symbol name, def_trait_ref from, def_trait_ref *of)
{
    return resolve_find_assoc(s, trait, name, from, of, 0);
}

/* Whether a `for<'a>` stands before the bound or its where clause. */
static bool resolve_is_of_any(const sema *s, const resolve_lookup *l)
{
    for (uint32_t i = 0; i < l->n_bound; i++)
        EACH_CHILD(s, l->bound_lifetimes[i], c)
    if (def_node_kind(s, c) == RUSTG_AST_GenericParamLifetime)
        return true;
    return false;
}

/* Whether one of these lifetimes is in them, but for parts of associated types, by which nothing is known of it. one:
 * which of them; TY_NONE: any. */
static bool resolve_is_any_in(sema *s, sema_ty t, sema_ty one)
{
    const ty_info info = *ty_get(s, t);
    if (info.kind == TY_REGION)
        return info.sub == REGION_BOUND && (!one || t == one);
    bool found = false;
    for (uint32_t i = 0; i < info.n_args && !found && info.kind != TY_PROJECTION; i++)
        found = resolve_is_any_in(s, ty_arg(s, t, i), one);
    return found;
}

static bool resolve_any_in(sema *s, const sema_ty *args, uint32_t n)
{
    bool found = false;
    for (uint32_t i = 0; i < n && !found; i++)
        found = resolve_is_any_in(s, args[i], TY_NONE);
    return found;
}

/* E0582: what an associated type is said to be names only lifetimes of a `for<'a>` that the trait's arguments have. */
static void resolve_check_binding(sema *s, const def_predicate *bound, sema_ty equals, sema_symbol name, sema_span at)
{
    const ty_info info = *ty_get(s, equals);
    if (info.kind == TY_REGION && info.sub == REGION_BOUND) {
        bool found = false;
        for (uint32_t i = 0; i < bound->n_args && !found; i++)
            found = resolve_is_any_in(s, bound->of_any[i], equals);
        if (found)
            return;
        const sema_node declared = {at.file, (uint32_t)info.value};
        sema_report r = sema_error(s, RUSTG_DIAG_BINDING_OF_ANY, at);
        sema_arg(&r, "%s", sema_text(s, name));
        sema_arg(&r, "'%s", sema_text(s, syntax_name(s, declared)));
        return;
    }
    for (uint32_t i = 0; i < info.n_args; i++)
        resolve_check_binding(s, bound, ty_arg(s, equals, i), name, at);
}

/* The place of a name with what stands before it, `T::`. */
static sema_span resolve_with_param(const sema *s, sema_def param, sema_span at)
{
    const uint32_t before = (uint32_t)strlen(sema_text(s, def_get(s, param)->name)) + 2;
    at.start -= before < at.start ? before : 0;
    return at;
}

/* Whether a trait above has an associated type of that name. */
static bool resolve_has_above(sema *s, sema_def trait, sema_symbol name)
{
    uint32_t n = 0;
    const def_trait_ref *above = NULL;
    if (def_answer(s, trait)->supers_state != STATE_RUNNING)
        above = def_supertraits(s, trait, &n);
    for (uint32_t i = 0; i < n; i++) {
        def_trait_ref holder;
        if (def_find_assoc_ty(s, above[i].trait, name, above[i], &holder))
            return true;
    }
    return false;
}

sema_ty resolve_assoc_of_param(sema *s, resolve_lookup *l, sema_def param, sema_symbol name, sema_span at,
                               const syntax_segment *segment)
{
    enum { ROOM = 64 };
    def_bound_at bounds[ROOM];
    sema_ty self = ty_param(s, param), found = TY_NONE;
    sema_def owner = def_get(s, param)->parent, found_in = 0;
    uint32_t n_args;
    bool is_self = def_kind_of(s, owner) == DEF_TRAIT && def_get(s, param)->name == def_tab(s)->names.self_type;
    /* In a bound of the trait itself: the other bounds are looked at one by one, by their traits' names first. */
    const bool is_bound = is_self && def_answer(s, owner)->supers_state == STATE_RUNNING;
    if (is_bound && def_answer(s, owner)->is_in_bound) /* a cycle: def_check_bound_cycle */
        return TY_ERROR;
    if (is_self) {
        def_trait_ref of = {.trait = owner}, holder;
        of.args = def_identity_args(s, owner, &of.n_args);
        sema_def assoc = def_assoc_item(s, owner, name, DEF_ASSOC_TY);
        holder = of;
        if (!assoc && !is_bound)
            assoc = def_find_assoc_ty(s, owner, name, of, &holder);
        if (assoc && def_get(s, assoc)->parent == owner && resolve_has_above(s, owner, name)) {
            sema_report r = sema_error(s, RUSTG_DIAG_AMBIGUOUS_ASSOC_BOUND, resolve_with_param(s, param, at));
            sema_arg(&r, "%s", sema_text(s, name));
            sema_arg(&r, "%s", ty_print(s, self));
            sema_help(&r, "use fully-qualified syntax to disambiguate");
            return TY_ERROR;
        }
        if (assoc) {
            const sema_ty *args = resolve_args(s, l, assoc, holder.args, holder.n_args, segment, &n_args, false);
            return ty_projection(s, assoc, args, n_args);
        }
    }
    uint32_t n = def_param_bounds(s, l->how.scope, param, bounds, ROOM);
    for (uint32_t i = 0; i < n; i++) {
        if (resolve_bound_is_maybe(s, bounds[i].bound))
            continue;
        syntax_path path = resolve_bound_path(s, bounds[i].bound);
        sema_def trait = resolve_trait_path(s, bounds[i].scope, &path, path.n_segments, true);
        if (!trait)
            continue;
        /* does it have the name at all? Its arguments matter only then. */
        def_trait_ref bare = {.trait = trait}, holder;
        bare.args = def_identity_args(s, trait, &bare.n_args);
        sema_def assoc = def_find_assoc_ty(s, trait, name, bare, &holder);
        if (!assoc)
            continue;
        resolve_lookup inner = resolve_lookup_in(bounds[i].scope, ELIDE_ERASE, "bounds");
        if (syntax_is(bounds[i].clause))
            inner.bound_lifetimes[inner.n_bound++] = bounds[i].clause;
        inner.bound_lifetimes[inner.n_bound++] = bounds[i].bound;
        if (!l->how.infer && resolve_is_of_any(s, &inner) && !def_get(s, l->how.scope)->is_library) {
            resolve_lookup keeping = inner;
            keeping.n_kept = inner.n_bound;
            const def_trait_ref any = resolve_trait_ref(s, &keeping, trait, self, &path.segments[path.n_segments - 1]);
            if (resolve_any_in(s, any.args, any.n_args)) {
                sema_error(s, RUSTG_DIAG_ASSOC_OF_ANY, resolve_with_param(s, param, at));
                return TY_ERROR;
            }
        }
        if (is_bound)
            def_answer(s, owner)->is_in_bound = true;
        def_trait_ref of = resolve_trait_ref(s, &inner, trait, self, &path.segments[path.n_segments - 1]);
        if (is_bound)
            def_answer(s, owner)->is_in_bound = false;
        assoc = def_find_assoc_ty(s, trait, name, of, &holder);
        const sema_ty *args = resolve_args(s, l, assoc, holder.args, holder.n_args, segment, &n_args, false);
        sema_ty t = ty_projection(s, assoc, args, n_args);
        if (found && found != t && found_in != trait) {
            sema_report r = sema_error(s, RUSTG_DIAG_AMBIGUOUS_ASSOC_BOUND, at);
            sema_arg(&r, "%s", sema_text(s, name));
            sema_arg(&r, "%s", ty_print(s, self));
            sema_help(&r, "use fully-qualified syntax to disambiguate");
            return TY_ERROR;
        }
        found = t;
        found_in = trait;
    }
    if (found)
        return found;
    sema_report r = sema_error(s, RUSTG_DIAG_ASSOC_TYPE_NOT_FOUND, at);
    sema_arg(&r, "%s", sema_text(s, name));
    sema_arg(&r, "%s", ty_print(s, self));
    for (uint32_t i = 0; i < n; i++) {
        syntax_path path = resolve_bound_path(s, bounds[i].bound);
        sema_def trait = resolve_trait_path(s, bounds[i].scope, &path, path.n_segments, true);
        uint32_t n_items;
        const sema_def *items = trait ? def_assoc_items(s, trait, &n_items) : NULL;
        VEC(sema_symbol) names = {0};
        for (uint32_t k = 0; items && k < n_items; k++)
            if (def_kind_of(s, items[k]) == DEF_ASSOC_TY)
                vec_push(s->memory, &names, def_get(s, items[k])->name);
        sema_symbol close = resolve_closest(s, name, names.at, names.n);
        if (close) {
            sema_primary_label(&r, "there is a similarly named associated type `%s` in the trait `%s`",
                               sema_text(s, close), sema_text(s, def_get(s, trait)->name));
            sema_suggest(&r, at, sema_text(s, close), "change the associated type name to use `%s` from `%s`",
                         sema_text(s, close), sema_text(s, def_get(s, trait)->name));
            break;
        }
    }
    return TY_ERROR;
}

/* ---- Bounds ---- */

bool resolve_bound_is_maybe(sema *s, sema_node bound)
{
    uint32_t tok = syntax_first_tok(s, bound);
    uint32_t kind = def_tok_kind(s, bound.file, tok);
    return kind == RUSTG_TOK_QUESTION ||
           (kind == RUSTG_TOK_L_PAREN && def_tok_kind(s, bound.file, tok + 1) == RUSTG_TOK_QUESTION);
}

syntax_path resolve_bound_path(sema *s, sema_node bound)
{
    return syntax_path_of(s, bound);
}

/* Resolves `Item = T` and `Item: Bound` of a trait reference. */
static void resolve_assoc_arg(sema *s, resolve_lookup *l, const def_predicate *bound, sema_node arg,
                              predicate_list *into)
{
    const def_trait_ref of = {bound->trait, bound->args, bound->n_args};
    sema_symbol name = syntax_name(s, arg);
    def_trait_ref holder = of;
    sema_def assoc = def_find_assoc_ty(s, of.trait, name, of, &holder);
    sema_span at = syntax_name_span(s, arg);
    if (!assoc) {
        sema_report r = sema_error(s, RUSTG_DIAG_ASSOC_TYPE_NOT_FOUND, at);
        sema_arg(&r, "%s", sema_text(s, name));
        sema_arg(&r, "%s", sema_text(s, def_get(s, of.trait)->name));
        uint32_t n;
        const sema_def *items = def_assoc_items(s, of.trait, &n);
        for (uint32_t i = 0; i < n; i++)
            if (def_kind_of(s, items[i]) == DEF_ASSOC_TY) {
                sema_primary_label(&r, "help: `%s` has the following associated type: `%s`",
                                   sema_text(s, def_get(s, of.trait)->name), sema_text(s, def_get(s, items[i])->name));
                break;
            }
        return;
    }
    syntax_segment segment = {name, at, syntax_child_of(s, arg, RUSTG_AST_GenericArgs)};
    uint32_t n_args;
    const sema_ty *args = resolve_args(s, l, assoc, holder.args, holder.n_args, &segment, &n_args, false);
    EACH_CHILD(s, arg, c)
    {
        uint8_t kind = def_node_kind(s, c);
        if (def_is_type(kind)) {
            sema_ty equals = resolve_type(s, l, c);
            if (bound->of_any && !ty_has(s, equals, TY_HAS_ERROR)) {
                resolve_lookup keeping = *l;
                keeping.n_kept = l->n_bound;
                def_predicate all = *bound; /* with the associated type's own arguments */
                def_trait_ref any = {bound->trait, bound->of_any, bound->n_args};
                def_find_assoc_ty(s, bound->trait, name, any, &any);
                all.of_any = resolve_args(s, &keeping, assoc, any.args, any.n_args, &segment, &all.n_args, false);
                resolve_check_binding(s, &all, resolve_type(s, &keeping, c), name, sema_node_span(s, arg));
            }
            vec_push(s->memory, into,
                     (def_predicate){.kind = PREDICATE_PROJECTION,
                                     .trait = assoc,
                                     .args = args,
                                     .n_args = n_args,
                                     .equals = equals,
                                     .span = sema_node_span(s, arg)});
        } else if (kind == RUSTG_AST_Bound || kind == RUSTG_AST_BoundLifetime) {
            uint32_t first = into->n;
            resolve_bound(s, l, c, ty_projection(s, assoc, args, n_args), into);
            for (uint32_t i = first; i < into->n; i++)
                into->at[i].bound_of = of.args[0];
        }
    }
}

/* `Fn(A) -> B` as the fn pointer with its lifetimes; TY_NONE: it has more than these. */
static sema_ty resolve_called_as(sema *s, const resolve_lookup *l, const given_args *given, bool has_output)
{
    resolve_lookup inner = *l;
    inner.n_late = inner.n_bound;
    inner.impl_param = false;
    const uint32_t n = given->others.n - has_output;
    const sema_node none = {0, 0};
    const sema_ty pointer =
        resolve_fn_ptr(s, &inner, false, given->others.at, n, has_output ? given->others.at[n] : none);
    return ty_has(s, pointer, TY_HAS_ERROR | TY_HAS_OPAQUE) ? (sema_ty)TY_NONE : pointer;
}

void resolve_bound(sema *s, resolve_lookup *l, sema_node bound, sema_ty self, predicate_list *into)
{
    sema_span span = sema_node_span(s, bound);
    const bool follows = l->how.scope && !def_get(s, l->how.scope)->is_library;
    if (def_node_kind(s, bound) == RUSTG_AST_BoundLifetime) {
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, 2);
        args[0] = self;
        args[1] = resolve_lifetime(s, l, bound);
        bool region = ty_kind_of(s, self) == TY_REGION;
        const sema_ty *of_any = NULL;
        if (!region && follows && resolve_is_of_any(s, l)) {
            resolve_lookup inner = *l;
            inner.n_kept = l->n_bound;
            const sema_ty both[2] = {l->of_any ? l->of_any : self, resolve_lifetime(s, &inner, bound)};
            of_any = arena_copy(s->memory, both, sizeof both);
        }
        vec_push(s->memory, into,
                 (def_predicate){.kind = (uint8_t)(region ? PREDICATE_OUTLIVES : PREDICATE_OUTLIVES_TY),
                                 .args = args,
                                 .n_args = 2,
                                 .of_any = of_any,
                                 .span = span});
        return;
    }
    const bool is_bare_object = def_node_kind(s, bound) == RUSTG_AST_TyPath;
    if ((def_node_kind(s, bound) != RUSTG_AST_Bound && !is_bare_object) || resolve_bound_is_maybe(s, bound))
        return;
    syntax_path path = resolve_bound_path(s, bound);
    sema_def trait = resolve_trait_path(s, l->how.scope, &path, path.n_segments, false);
    if (!trait)
        return;
    resolve_lookup inner = *l;
    if (inner.n_bound < 8)
        inner.bound_lifetimes[inner.n_bound++] = bound;
    const syntax_segment *segment = &path.segments[path.n_segments - 1];
    const uint32_t n_diags = s->diags.n;
    def_trait_ref of = resolve_trait_ref(s, &inner, trait, self, segment);
    def_predicate p = {.kind = PREDICATE_TRAIT, .trait = trait, .args = of.args, .n_args = of.n_args, .span = span};
    if (follows && s->diags.n == n_diags && resolve_is_of_any(s, &inner)) {
        resolve_lookup keeping = inner;
        keeping.n_kept = inner.n_bound;
        of = resolve_trait_ref(s, &keeping, trait, l->of_any ? l->of_any : self, segment);
        p.of_any = of.n_args == p.n_args ? of.args : NULL;
    }
    vec_push(s->memory, into, p);
    if (!segment->args.node)
        return;
    if (def_tok_kind(s, bound.file, syntax_anchor(s, segment->args)) == RUSTG_TOK_L_PAREN) {
        sema_def output = def_lang(s, LANG_FN_ONCE_OUTPUT);
        given_args given = resolve_args_read_args(s, segment);
        bool has_output = resolve_has_result(s, segment->args) && given.others.n;
        inner.elide = has_output ? resolve_output_elision(s, &inner, given.others.at, given.others.n - 1) : ELIDE_ERASE;
        sema_ty equals = resolve_has_result(s, segment->args) && given.others.n
                             ? resolve_type(s, &inner, given.others.at[given.others.n - 1])
                             : ty_unit(s);
        if (has_output && p.of_any && !ty_has(s, equals, TY_HAS_ERROR)) {
            const sema_node result = given.others.at[given.others.n - 1];
            resolve_lookup keeping = inner;
            keeping.n_kept = inner.n_bound;
            resolve_check_binding(s, &p, resolve_type(s, &keeping, result), sema_intern(s, "Output", 6),
                                  sema_node_span(s, result));
        }
        if (output)
            vec_push(s->memory, into,
                     (def_predicate){.kind = PREDICATE_PROJECTION,
                                     .trait = output,
                                     .args = p.args,
                                     .n_args = p.n_args,
                                     .equals = equals,
                                     .called_as = s->diags.n == n_diags && p.n_args == 2
                                                      ? resolve_called_as(s, &inner, &given, has_output)
                                                      : (sema_ty)TY_NONE,
                                     .fn_trait = trait,
                                     .span = span});
        return;
    }
    EACH_CHILD(s, segment->args, c)
    if (def_node_kind(s, c) == RUSTG_AST_AssocArg)
        resolve_assoc_arg(s, &inner, &p, c, into);
}
