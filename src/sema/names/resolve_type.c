/* resolve_type.c: turns types as they are written into types. */
#include "sema/lints/lint.h"
#include "sema/macros/macro.h"
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

resolve_lookup resolve_lookup_in(sema_def scope, elide_mode elide, const char *where)
{
    return (resolve_lookup){.how = {.scope = scope}, .elide = elide, .where = where};
}

static void resolve_type_not_yet(sema *s, sema_span at, const char *what, const char *instead)
{
    sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, at);
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", instead);
}

/* ---- Lifetimes ---- */

sema_ty resolve_elided(sema *s, resolve_lookup *l, sema_span at, uint32_t n_left_out, bool is_path)
{
    switch (l->elide) {
    case ELIDE_COUNT: return ty_region_of(s, REGION_ELIDED, 0, (*l->n_elided)++);
    case ELIDE_LATE: return ty_late(s, 0, (*l->n_elided)++);
    case ELIDE_TO: return l->elide_to;
    case ELIDE_ERROR: {
        if (!l->how.scope || def_get(s, l->how.scope)->is_library)
            return ty_erased(s);
        resolve_report_lifetime(s, l, at, n_left_out);
        (void)is_path;
        return TY_ERROR;
    }
    case ELIDE_HEADER:
        if (is_path && n_left_out && l->how.scope && !def_get(s, l->how.scope)->is_library) {
            sema_report r = sema_error(s, RUSTG_DIAG_HEADER_LIFETIME, at);
            sema_help(&r, "indicate the anonymous lifetime: `<%s>`", n_left_out == 1 ? "'_" : "'_, ..");
        }
        break;
    case ELIDE_ERASE:
    case ELIDE_INFER: break;
    }
    return ty_erased(s);
}

/* An `&` or a `'_` in an impl's header. */
static sema_ty resolve_in_header(sema *s, sema_node node)
{
    const uint32_t *param = arena_map_at(s->memory, &def_tab(s)->item_at, sema_node_key(node), 0);
    return param ? ty_region_of(s, REGION_PARAM, *param, 0) : ty_erased(s);
}

/* One that a `for<'a>` around declares; TY_NONE: it is none. */
static sema_ty resolve_bound_lifetime(sema *s, const resolve_lookup *l, sema_symbol name)
{
    enum { MOST_OF_ONE = 1024 };
    uint32_t depth = 0;
    for (uint32_t i = l->n_bound; i-- > 0;) {
        const bool of_pointer = def_node_kind(s, l->bound_lifetimes[i]) == RUSTG_AST_TyFnPtr;
        uint32_t number = i * MOST_OF_ONE;
        EACH_CHILD(s, l->bound_lifetimes[i], c)
        {
            if (def_node_kind(s, c) != RUSTG_AST_GenericParamLifetime)
                continue;
            if (syntax_name(s, c) == name)
                return i < l->n_kept                 ? ty_region_of(s, REGION_BOUND, 0, c.node)
                       : of_pointer || i < l->n_late ? ty_late(s, depth, number)
                                                     : ty_erased(s);
            number++;
        }
        depth += of_pointer;
    }
    return TY_NONE;
}

sema_ty resolve_lifetime(sema *s, resolve_lookup *l, sema_node lifetime)
{
    uint32_t tok = syntax_anchor(s, lifetime);
    sema_symbol name = syntax_tok_name(s, lifetime.file, tok);
    const char *text = sema_text(s, name);
    if (strcmp(text, "static") == 0)
        return ty_region_of(s, REGION_STATIC, 0, 0);
    if (name == def_tab(s)->names.underscore && l->elide == ELIDE_HEADER)
        return resolve_in_header(s, lifetime);
    if (name == def_tab(s)->names.underscore)
        return resolve_elided(s, l, sema_node_span(s, lifetime), 1, false);
    const sema_ty bound = resolve_bound_lifetime(s, l, name);
    if (bound)
        return bound;
    sema_def came_from = 0;
    for (sema_def d = l->how.scope; d; d = def_get(s, d)->parent) {
        def_kind kind = def_kind_of(s, d);
        if (kind == DEF_MOD || kind == DEF_CRATE)
            break;
        if (kind == DEF_BLOCK && came_from && def_kind_of(s, came_from) == DEF_FN)
            break;
        sema_def param = def_param_named(s, d, name, DEF_LIFETIME_PARAM);
        if (param)
            return ty_region_of(s, REGION_PARAM, param, 0);
        came_from = d;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_UNDECLARED_LIFETIME, sema_node_span(s, lifetime));
    sema_arg(&r, "'%s", text);
    sema_def owner = def_generics_owner(s, l->how.scope);
    sema_node item = owner ? def_get(s, owner)->node : (sema_node){0, 0};
    sema_node generics = item.node ? syntax_child_of(s, item, RUSTG_AST_Generics) : item;
    sema_span at = {0, 0, 0};
    const char *patch = "";
    if (syntax_is(generics)) {
        at = sema_node_span(s, generics);
        at.end = ++at.start;
        patch = arena_format(s->memory, "'%s, ", text);
    } else if (item.node && def_get(s, owner)->name) {
        at = syntax_name_span(s, item);
        at.start = at.end;
        patch = arena_format(s->memory, "<'%s>", text);
    }
    if (*patch)
        sema_suggest(&r, at, patch, "consider introducing lifetime `'%s` here", text);
    return ty_erased(s);
}

/* ---- Constants ---- */

static sema_ty resolve_left_open(sema *s, resolve_lookup *l, sema_span at, def_kind kind)
{
    if (l->how.infer)
        return l->how.infer(s, at, kind, l->how.user);
    sema_report r = sema_error(s, RUSTG_DIAG_PLACEHOLDER_TYPE, at);
    sema_arg(&r, "%s", l->where ? l->where : "items");
    return TY_ERROR;
}

static sema_ty resolve_const_of_def(sema *s, sema_def d)
{
    if (def_kind_of(s, d) == DEF_CONST_PARAM)
        return ty_param(s, d);
    return ty_make(s, (ty_info){.kind = TY_CONST_UNEVALUATED, .def = d}, NULL);
}

static bool resolve_single_name(sema *s, sema_node path_node, syntax_path *path)
{
    *path = syntax_path_of(s, path_node);
    return path->n_segments == 1 && !path->qself.node && !path->global && !path->segments[0].args.node;
}

/* Whether a macro's expansion put the delimiters there. */
static bool resolve_is_made(const sema *s, sema_node n)
{
    const sema_file *f = s->files.at[n.file];
    return f->origin == SEMA_FILE_EXPANDED && !macro_piece_at(f, sema_node_span(s, n).start)->copied;
}

/* `{ N }` means N, whatever macros put around it. */
static sema_node resolve_without_block(sema *s, sema_node at)
{
    bool is_written = false;
    for (;;) {
        const uint8_t kind = def_node_kind(s, at);
        const bool is_made = (kind == RUSTG_AST_ExprParen || kind == RUSTG_AST_ExprBlock) && resolve_is_made(s, at);
        const sema_node first = syntax_first_real(s, at);
        if (kind == RUSTG_AST_ExprParen && is_made) {
            at = first;
            continue;
        }
        const bool is_block = kind == RUSTG_AST_ExprBlock && (is_made || !is_written) && syntax_is(first);
        const sema_node only = is_block ? syntax_first_real(s, first) : (sema_node){0, 0};
        if (!syntax_is(only) || def_node_kind(s, only) != RUSTG_AST_StmtExpr || syntax_is(syntax_next_real(s, only)))
            return at;
        at = syntax_first_real(s, only);
        is_written |= !is_made;
    }
}

sema_ty resolve_const(sema *s, resolve_lookup *l, sema_node expr, sema_ty type)
{
    syntax_path path;
    const sema_node at = resolve_without_block(s, expr);
    bool negative = def_node_kind(s, at) == RUSTG_AST_ExprUnary && syntax_operator(s, at) == OP_NEG;
    sema_node literal = negative ? syntax_first_real(s, at) : at;
    switch (def_node_kind(s, literal)) {
    case RUSTG_AST_ExprUnderscore: return resolve_left_open(s, l, sema_node_span(s, at), DEF_CONST_PARAM);
    case RUSTG_AST_ExprLit: {
        syntax_lit lit = syntax_literal(s, literal);
        bool fits = (lit.kind == LIT_BOOL && type == TY_BOOL && !negative) ||
                    (lit.kind == LIT_CHAR && type == TY_CHAR && !negative) ||
                    (lit.kind == LIT_BYTE && type == TY_U8 && !negative);
        if (lit.kind == LIT_INT && !lit.too_large && ty_is_integer(s, type)) {
            uint32_t bits = ty_bits(s, type) < 64 ? ty_bits(s, type) : 64;
            bool is_signed = ty_is_signed(s, type);
            uint64_t most = is_signed    ? ((uint64_t)1 << (bits - 1)) - !negative
                            : bits == 64 ? UINT64_MAX
                                         : ((uint64_t)1 << bits) - 1;
            uint32_t *suffix = lit.suffix ? arena_map_at(s->memory, &def_tab(s)->primitive_of, lit.suffix, 0) : NULL;
            fits = lit.bits <= most && (!negative || is_signed) && (!lit.suffix || (suffix && *suffix == type));
            if (fits && negative)
                lit.bits = (uint64_t)0 - lit.bits;
        }
        if (fits)
            return ty_const(s, type, lit.bits);
        break;
    }
    case RUSTG_AST_ExprPath:
        if (!negative && resolve_single_name(s, at, &path)) {
            if (resolve_path(s, l->how.scope, &path, NAMESPACE_VALUE, true).kind == RES_UNRESOLVED) {
                resolve_path(s, l->how.scope, &path, NAMESPACE_VALUE, false);
                return TY_ERROR;
            }
            scope_name found = resolve_in_scope(s, l->how.scope, path.segments[0].name, NAMESPACE_VALUE);
            if (found.kind == RES_DEF && !found.outer && def_kind_of(s, found.def) == DEF_CONST_PARAM) {
                sema_ty have = def_const_param_ty(s, found.def);
                if (have == type || have == TY_ERROR || type == TY_ERROR)
                    return ty_param(s, found.def);
            }
            /* Every mention of a constant is the same length. */
            if (found.kind == RES_DEF && found.def && def_kind_of(s, found.def) == DEF_CONST &&
                def_type(s, found.def) == type)
                return resolve_const_of_def(s, found.def);
        }
        break;
    default: break;
    }
    uint64_t key = sema_node_key(expr);
    uint32_t *known = arena_map_at(s->memory, &def_tab(s)->item_at, key, 0);
    sema_def anon;
    if (known) {
        anon = *known;
    } else {
        anon = def_add(s, (def_info){.kind = DEF_ANON_CONST, .parent = l->how.scope, .node = expr});
        def_answer(s, anon)->anon_type = type;
        *arena_map_at(s->memory, &def_tab(s)->item_at, key, 1) = anon;
    }
    uint32_t n;
    const sema_ty *args = def_identity_args(s, anon, &n);
    return ty_make(s, (ty_info){.kind = TY_CONST_UNEVALUATED, .def = anon, .n_args = n}, args);
}

/* Resolves a const argument that reads like a type, as in `Foo<N>`. TY_NONE: it is not one. */
sema_ty resolve_const_path(sema *s, resolve_lookup *l, sema_node type)
{
    if (def_node_kind(s, type) == RUSTG_AST_TyInfer)
        return resolve_left_open(s, l, sema_node_span(s, type), DEF_CONST_PARAM);
    if (def_node_kind(s, type) != RUSTG_AST_TyPath)
        return TY_NONE;
    syntax_path path = syntax_path_of(s, type);
    if (path.n_segments == 1 && !path.qself.node && !def_get(s, l->how.scope)->is_library &&
        resolve_path(s, l->how.scope, &path, NAMESPACE_TYPE, true).kind != RES_UNRESOLVED)
        return TY_NONE; /* a type of the name comes first */
    res found = resolve_path(s, l->how.scope, &path, NAMESPACE_VALUE, true);
    if (found.kind != RES_DEF || found.n_resolved != path.n_segments)
        return TY_NONE;
    def_kind kind = def_kind_of(s, found.def);
    if (kind == DEF_CONST && (path.n_segments > 1 || path.qself.node) && !def_get(s, l->how.scope)->is_library) {
        sema_report r = sema_error(s, RUSTG_DIAG_ARGUMENT_KIND, path.span);
        sema_arg(&r, "unresolved item provided when a constant was expected");
        sema_suggest(&r, path.span, arena_format(s->memory, "{ %s }", source_text(s, path.span)),
                     "if this generic argument was intended as a const parameter, surround it with braces");
        return TY_ERROR;
    }
    return kind == DEF_CONST_PARAM || kind == DEF_CONST ? resolve_const_of_def(s, found.def) : (sema_ty)TY_NONE;
}

/* ---- Paths ---- */

sema_ty def_self_ty(sema *s, sema_def owner)
{
    switch (def_kind_of(s, owner)) {
    case DEF_TRAIT: {
        uint32_t n;
        return ty_param(s, def_own_params(s, owner, &n)[0]);
    }
    case DEF_IMPL:
    case DEF_STRUCT:
    case DEF_ENUM:
    case DEF_UNION: return def_type(s, owner);
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_FN:
    case DEF_CASES_OF_ADT:
    case DEF_CASES_VALUE:
    case DEF_CASES_ALIAS:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    return TY_ERROR;
}

static void resolve_report_ambiguous_assoc(sema *s, sema_ty base, sema_symbol name, sema_span at)
{
    sema_report r = sema_error(s, RUSTG_DIAG_ASSOC_TYPE_AMBIGUOUS, at);
    const char *type = ty_print(s, base);
    sema_suggest(&r, at, arena_format(s->memory, "<%s as Example>::%s", type, sema_text(s, name)),
                 "if there were a trait named `Example` with associated type `%s` implemented for `%s`, you could use "
                 "the fully-qualified path",
                 sema_text(s, name), type);
}

/* A variant of that name, which `Self::Name` may come to mean. */
static void resolve_check_variant(sema *s, const resolve_lookup *l, sema_ty base, sema_def trait,
                                  const syntax_segment *segment, sema_span at)
{
    const ty_info info = *ty_get(s, base);
    uint32_t n = 0;
    sema_span said;
    const bool is_enum =
        info.kind == TY_ADT && def_kind_of(s, info.def) == DEF_ENUM && !def_get(s, info.def)->is_library;
    const sema_def *variants = is_enum ? def_variants(s, info.def, &n) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (def_get(s, variants[i])->name != segment->name ||
            !lint_is_denied(s, l->how.scope, at, LINT_AMBIGUOUS_ASSOCIATED_ITEMS, &said))
            continue;
        const char *name = sema_text(s, segment->name);
        sema_report r = sema_error(s, RUSTG_DIAG_ITEM_AMBIGUOUS, at);
        lint_note_incompatible(&r, 57644);
        sema_note_at(&r, def_span(s, variants[i]), "`%s` could refer to the variant defined here", name);
        sema_suggest(
            &r, at,
            arena_format(s->memory, "<%s as %s>::%s", ty_print(s, base), sema_text(s, def_get(s, trait)->name), name),
            "use fully-qualified syntax");
        lint_note(s, &r, LINT_AMBIGUOUS_ASSOCIATED_ITEMS, said);
    }
}

/* Resolves base::segment. self_of is the impl if base was written `Self`, otherwise 0. */
static sema_ty resolve_type_assoc(sema *s, resolve_lookup *l, sema_ty base, sema_def self_of,
                                  const syntax_segment *segment, sema_span whole)
{
    if (base == TY_ERROR)
        return TY_ERROR;
    if (self_of && def_kind_of(s, self_of) == DEF_IMPL) {
        def_trait_ref of = def_impl_trait(s, self_of), holder;
        sema_def assoc = of.trait ? def_find_assoc_ty(s, of.trait, segment->name, of, &holder) : 0;
        if (assoc) {
            uint32_t n;
            resolve_check_variant(s, l, base, of.trait, segment, whole);
            const sema_ty *args = resolve_args(s, l, assoc, holder.args, holder.n_args, segment, &n, false);
            return ty_projection(s, assoc, args, n);
        }
    }
    if (ty_kind_of(s, base) == TY_PARAM) {
        sema_def param = ty_get(s, base)->def;
        sema_ty found = resolve_assoc_of_param(s, l, param, segment->name, segment->span, segment);
        if (found)
            return found;
    }
    if (l->how.associated)
        return l->how.associated(s, base, segment->name, segment->span, l->how.user);
    resolve_report_ambiguous_assoc(s, base, segment->name, whole);
    return TY_ERROR;
}

static void resolve_expected_type(sema *s, const syntax_path *path, const char *what)
{
    const char *text = arena_text(s->memory, (const char *)s->files.at[path->span.file]->bytes + path->span.start,
                                  path->span.end - path->span.start);
    sema_report r = sema_error(s, RUSTG_DIAG_NAME_IS_NO_TYPE, path->span);
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", text);
}

/* In the order in which messages list them. */
typedef enum resolve_argument { ARGUMENT_LIFETIME, ARGUMENT_TYPE, ARGUMENT_CONST, ARGUMENT_N_KINDS } resolve_argument;

static resolve_argument resolve_argument_kind(const sema *s, sema_node arg)
{
    const uint8_t kind = def_node_kind(s, arg);
    return kind == RUSTG_AST_Lifetime                           ? ARGUMENT_LIFETIME
           : rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_EXPR ? ARGUMENT_CONST
                                                                : ARGUMENT_TYPE;
}

void resolve_no_args(sema *s, const syntax_segment *segment, const char *what, const char *name)
{
    if (!segment->args.node)
        return;
    if (def_tok_kind(s, segment->args.file, syntax_anchor(s, segment->args)) == RUSTG_TOK_L_PAREN) {
        sema_span at = segment->span;
        at.end = sema_node_span(s, segment->args).end;
        sema_error(s, RUSTG_DIAG_ARGUMENTS_IN_PARENS, at);
        return;
    }
    static const char *const words[ARGUMENT_N_KINDS] = {
        [ARGUMENT_LIFETIME] = "lifetime", [ARGUMENT_TYPE] = "type", [ARGUMENT_CONST] = "const"};
    sema_node at = {0, 0}, last = at;
    bool has[ARGUMENT_N_KINDS] = {false};
    uint32_t n_kinds = 0;
    for (at = syntax_first_real(s, segment->args); syntax_is(at); last = at, at = syntax_next_real(s, at))
        has[resolve_argument_kind(s, at)] = true;
    if (!syntax_is(last))
        return;
    const char *kinds = "";
    for (uint32_t i = 0; i < ARGUMENT_N_KINDS; i++)
        if (has[i]) {
            kinds = arena_format(s->memory, "%s%s%s", kinds, *kinds ? " and " : "", words[i]);
            n_kinds++;
        }
    const char *shown = *name ? arena_format(s->memory, "%s `%s`", what, name) : what;
    sema_report r = sema_error(s, RUSTG_DIAG_ARGUMENTS_NOT_ALLOWED, sema_node_span(s, last));
    sema_arg(&r, "%s", kinds);
    sema_arg(&r, "%s", shown);
    if (n_kinds > 1)
        sema_primary_label(&r, "%s arguments not allowed", kinds);
    for (at = syntax_first_real(s, segment->args); at.node != last.node; at = syntax_next_real(s, at))
        sema_primary_here(&r, sema_node_span(s, at));
    sema_label(&r, segment->span, "not allowed on %s", shown);
}

static sema_ty resolve_trait_as_type(sema *s, const syntax_path *path, sema_def trait)
{
    sema_span at = path->span;
    at.end = path->segments[path->n_segments - 1].span.end;
    if (path->n_segments > 1)
        at = path->segments[0].span;
    sema_report r = sema_error(s, RUSTG_DIAG_EXPECTED_TYPE_FOUND_TRAIT, at);
    sema_span before = at;
    before.end = before.start;
    sema_suggest(&r, before, "impl ", "use an opaque type `impl %s` or a type parameter",
                 sema_text(s, def_get(s, trait)->name));
    return TY_ERROR;
}

static sema_ty resolve_type_path(sema *s, resolve_lookup *l, sema_node node)
{
    syntax_path path = syntax_path_of(s, node);
    sema_ty type = TY_ERROR;
    sema_def self_of = 0;
    uint32_t n_done, n_args;
    const sema_ty around = l->around;
    l->around = TY_NONE;
    if (path.qself.node && !path.n_qself) {
        type = resolve_type(s, l, syntax_first_real(s, path.qself));
        n_done = 0;
    } else if (path.qself.node) {
        sema_ty self = resolve_type(s, l, syntax_first_real(s, path.qself));
        res found = resolve_path(s, l->how.scope, &path, NAMESPACE_TYPE, false);
        if (found.kind != RES_DEF || def_kind_of(s, found.def) != DEF_ASSOC_TY)
            return TY_ERROR;
        def_trait_ref of =
            resolve_trait_ref(s, l, def_get(s, found.def)->parent, self, &path.segments[path.n_qself - 1]);
        const sema_ty *args =
            resolve_args(s, l, found.def, of.args, of.n_args, &path.segments[path.n_qself], &n_args, false);
        type = ty_projection(s, found.def, args, n_args);
        n_done = path.n_qself + 1;
    } else {
        res found = resolve_path(s, l->how.scope, &path, NAMESPACE_TYPE, false);
        n_done = found.n_resolved;
        const syntax_segment *segment = n_done ? &path.segments[n_done - 1] : NULL;
        switch (found.kind) {
        case RES_PRIMITIVE:
            type = found.ty;
            resolve_no_args(s, segment, "builtin type", sema_text(s, segment->name));
            break;
        case RES_SELF_TY:
            type = def_self_ty(s, found.def);
            self_of = found.def;
            resolve_no_args(s, segment, "self type", "");
            break;
        case RES_DEF:
            if (!found.def)
                return TY_ERROR;
            switch (def_kind_of(s, found.def)) {
            case DEF_STRUCT:
            case DEF_UNION:
            case DEF_ENUM: {
                const sema_ty *args = resolve_args(s, l, found.def, NULL, 0, segment, &n_args, false);
                type = ty_adt(s, found.def, args, n_args);
                break;
            }
            case DEF_TY_ALIAS: {
                const sema_ty *args = resolve_args(s, l, found.def, NULL, 0, segment, &n_args, false);
                ty_subst subst = {found.def, args, n_args};
                type = ty_substitute(s, def_type(s, found.def), &subst);
                break;
            }
            case DEF_TYPE_PARAM:
                type = ty_param(s, found.def);
                resolve_no_args(s, segment, "type parameter", sema_text(s, segment->name));
                break;
            case DEF_TRAIT:
                if (def_get(s, l->how.scope)->is_library && n_done == path.n_segments)
                    return TY_ERROR;
                if (n_done < path.n_segments || !resolve_may_lack_dyn(s, node))
                    return resolve_trait_as_type(s, &path, found.def);
                l->around = around;
                return resolve_trait_object(s, l, node);
            case DEF_ASSOC_TY: {
                sema_report r = sema_error(s, RUSTG_DIAG_ASSOC_TYPE_AMBIGUOUS, path.span);
                sema_help(&r, "use fully-qualified syntax: `<Type as %s>::%s`",
                          sema_text(s, def_get(s, def_get(s, found.def)->parent)->name), sema_text(s, segment->name));
                return TY_ERROR;
            }
            case DEF_VARIANT: {
                resolve_expected_type(s, &path, "variant");
                return TY_ERROR;
            }
            case DEF_NONE:
            case DEF_CASES_MODULE:
            case DEF_FN:
            case DEF_FIELD:
            case DEF_IMPL:
            case DEF_CASES_VALUE:
            case DEF_CONST_PARAM:
            case DEF_LIFETIME_PARAM:
            case DEF_CASES_NAMELESS: resolve_expected_type(s, &path, def_kind_text(s, found.def)); return TY_ERROR;
            }
            break;
        case RES_NONE:
        case RES_LOCAL:
        case RES_UNRESOLVED: return TY_ERROR;
        }
    }
    for (; n_done < path.n_segments; n_done++, self_of = 0)
        type = resolve_type_assoc(s, l, type, self_of, &path.segments[n_done], path.span);
    return type;
}

/* ---- impl Trait ---- */

static sema_ty resolve_impl_trait(sema *s, resolve_lookup *l, sema_node node)
{
    uint64_t key = sema_node_key(node);
    uint32_t *known = arena_map_at(s->memory, &def_tab(s)->item_at, key, 0);
    if (l->impl_param && known)
        return ty_param(s, *known);
    if (!l->impl_trait) {
        sema_report r = sema_error(s, RUSTG_DIAG_IMPL_TRAIT_NOT_ALLOWED, sema_node_span(s, node));
        sema_arg(&r, "%s",
                 l->impl_where  ? l->impl_where
                 : l->how.infer ? "the type of variable bindings"
                                : "field types");
        return TY_ERROR;
    }
    sema_def fn = l->impl_trait, opaque;
    if (known) {
        opaque = *known;
    } else {
        opaque = def_add(s, (def_info){.kind = DEF_OPAQUE, .parent = fn, .node = node});
        *arena_map_at(s->memory, &def_tab(s)->item_at, key, 1) = opaque;
    }
    uint32_t n;
    const sema_ty *args = def_identity_args(s, opaque, &n);
    return ty_make(s, (ty_info){.kind = TY_OPAQUE, .def = opaque, .n_args = n}, args);
}

/* 2: two or more. known: of types with parts, the count and 1. */
static uint32_t resolve_count_lifetimes(sema *s, sema_ty t, arena_map *known)
{
    const ty_info info = *ty_get(s, t);
    if (info.kind == TY_REGION || !info.n_args)
        return info.kind == TY_REGION;
    uint32_t *of = arena_map_at(s->memory, known, t, 0), n = 0;
    if (of)
        return *of - 1;
    for (uint32_t i = 0; i < info.n_args && n < 2; i++)
        n += resolve_count_lifetimes(s, ty_arg(s, t, i), known);
    *arena_map_at(s->memory, known, t, 1) = (n < 2 ? n : 2) + 1;
    return n < 2 ? n : 2;
}

/* What a lifetime means that is left out in the result of `fn(A, B) -> C` or `Fn(A, B) -> C`: the only one of the
 * inputs, if there is just one. */
elide_mode resolve_output_elision(sema *s, const resolve_lookup *l, const sema_node *inputs, uint32_t n)
{
    if (!l->how.scope || def_get(s, l->how.scope)->is_library)
        return ELIDE_ERASE;
    uint32_t n_lifetimes = 0;
    resolve_lookup inner = *l;
    arena_map known = {0};
    for (uint32_t i = 0; i < n; i++) {
        sema_ty t = resolve_type(s, &inner, inputs[i]);
        if (ty_has(s, t, TY_HAS_ERROR | TY_HAS_INFER | TY_HAS_PROJECTION | TY_HAS_OPAQUE))
            return ELIDE_ERASE;
        n_lifetimes += resolve_count_lifetimes(s, t, &known);
    }
    return n_lifetimes == 1 ? ELIDE_ERASE : ELIDE_ERROR;
}

/* The lifetimes of a fn pointer's parameters, for one that its result leaves out. */
typedef struct late_inputs {
    VEC(sema_ty) found;
    bool is_open; /* another may come to stand there */
} late_inputs;

static void resolve_find_inputs(sema *s, late_inputs *in, sema_ty t, uint32_t depth)
{
    const ty_info info = *ty_get(s, t);
    in->is_open |= info.kind == TY_ERROR || info.kind == TY_INFER || info.kind == TY_PROJECTION ||
                   info.kind == TY_OPAQUE || (info.kind == TY_REGION && info.sub == REGION_ERASED);
    const bool is_late = info.kind == TY_REGION && info.sub == REGION_LATE;
    if (info.kind == TY_REGION && !(is_late && info.value / TY_LATE_DEPTH < depth)) {
        const sema_ty own = is_late ? ty_late(s, 0, (uint32_t)info.value - depth * TY_LATE_DEPTH) : t;
        for (uint32_t i = 0; i < in->found.n; i++)
            if (in->found.at[i] == own)
                return;
        vec_push(s->memory, &in->found, own);
    }
    for (uint32_t i = info.kind == TY_DYN; i < info.n_args; i++)
        resolve_find_inputs(s, in, ty_arg(s, t, i), depth + (info.kind == TY_FN_PTR));
}

sema_ty resolve_fn_ptr(sema *s, const resolve_lookup *l, bool is_unsafe, const sema_node *inputs, uint32_t n,
                       sema_node result)
{
    enum { NUMBER_OF_ELIDED = TY_LATE_DEPTH / 2 }; /* behind those that have names */
    uint32_t n_late = NUMBER_OF_ELIDED;
    resolve_lookup inner = *l;
    inner.elide = ELIDE_LATE;
    inner.n_elided = &n_late;
    sema_ty *parts = ARENA_ARRAY(s->memory, sema_ty, n + 1);
    late_inputs of_inputs = {0};
    for (uint32_t i = 0; i < n; i++) {
        parts[i] = resolve_type(s, &inner, inputs[i]);
        resolve_find_inputs(s, &of_inputs, parts[i], 0);
    }
    const bool is_trusted = of_inputs.is_open || !l->how.scope || def_get(s, l->how.scope)->is_library,
               is_one = of_inputs.found.n == 1;
    inner.elide = is_one ? ELIDE_TO : is_trusted ? ELIDE_ERASE : ELIDE_ERROR;
    inner.elide_to = is_one ? of_inputs.found.at[0] : (sema_ty)TY_NONE;
    parts[n] = syntax_is(result) ? resolve_type(s, &inner, result) : ty_unit(s);
    return ty_fn_ptr(s, is_unsafe, parts, n + 1);
}

static sema_ty resolve_type_fn_ptr(sema *s, resolve_lookup *l, sema_node node)
{
    resolve_lookup inner = *l;
    inner.impl_param = false;
    inner.impl_trait = 0;
    inner.impl_where = "`fn` pointer parameters";
    if (inner.n_bound < sizeof inner.bound_lifetimes / sizeof inner.bound_lifetimes[0])
        inner.bound_lifetimes[inner.n_bound++] = node;
    VEC(sema_node) inputs = {0};
    sema_node result = {0, 0};
    EACH_CHILD(s, node, c)
    {
        uint8_t kind = def_node_kind(s, c);
        if (kind == RUSTG_AST_Param)
            vec_push(s->memory, &inputs, syntax_child_in(s, c, RUSTG_AST_CLASS_TY, 0));
        else if (def_is_type(kind))
            result = c;
    }
    return resolve_fn_ptr(s, &inner, syntax_is_unsafe(s, node), inputs.at, inputs.n, result);
}

static sema_ty resolve_type_inside(sema *s, resolve_lookup *l, sema_node node)
{
    switch (def_node_kind(s, node)) {
    case RUSTG_AST_TyParen: return resolve_type(s, l, syntax_first_real(s, node));
    case RUSTG_AST_TySlice: return ty_slice(s, resolve_type(s, l, syntax_first_real(s, node)));
    case RUSTG_AST_TyArray: {
        sema_node element = syntax_first_real(s, node);
        sema_ty t = resolve_type(s, l, element), length = resolve_const(s, l, syntax_next_real(s, element), TY_USIZE);
        return ty_array(s, t, length);
    }
    case RUSTG_AST_TyPtr: return ty_ptr(s, syntax_is_mut(s, node), resolve_type(s, l, syntax_first_real(s, node)));
    case RUSTG_AST_TyRef: {
        sema_node first = syntax_first_real(s, node);
        sema_ty region;
        if (def_node_kind(s, first) == RUSTG_AST_Lifetime) {
            region = resolve_lifetime(s, l, first);
            first = syntax_next_real(s, first);
        } else {
            sema_span at = sema_node_span(s, node);
            at.end = at.start + 1;
            region = l->elide == ELIDE_HEADER ? resolve_in_header(s, node) : resolve_elided(s, l, at, 1, false);
        }
        if (region == TY_ERROR)
            return TY_ERROR;
        const sema_ty outer = l->around;
        l->around = region;
        const sema_ty to = resolve_type(s, l, first);
        l->around = outer;
        return ty_ref(s, region, syntax_is_mut(s, node), to);
    }
    case RUSTG_AST_TyNever: return TY_NEVER;
    case RUSTG_AST_TyTup: {
        VEC(sema_ty) types = {0};
        EACH_CHILD(s, node, c)
        if (def_is_type(def_node_kind(s, c))) {
            sema_ty t = resolve_type(s, l, c);
            vec_push(s->memory, &types, t);
        }
        return ty_tuple(s, types.at, types.n);
    }
    case RUSTG_AST_TyInfer: return resolve_left_open(s, l, sema_node_span(s, node), DEF_TYPE_PARAM);
    case RUSTG_AST_TyFnPtr: return resolve_type_fn_ptr(s, l, node);
    case RUSTG_AST_TyImplicitSelf: {
        sema_def owner = l->how.scope ? def_get(s, l->how.scope)->self_owner : 0;
        return owner ? def_self_ty(s, owner) : TY_ERROR;
    }
    case RUSTG_AST_TyPath: return resolve_type_path(s, l, node);
    case RUSTG_AST_TyImplTrait: return resolve_impl_trait(s, l, node);
    case RUSTG_AST_TyTraitObject: return resolve_trait_object(s, l, node);
    case RUSTG_AST_TyMacCall: macro_report_missing(s, node); return TY_ERROR;
    case RUSTG_AST_TyCVarArgs:
        resolve_type_not_yet(s, sema_node_span(s, node), "a variadic parameter", "use a slice");
        return TY_ERROR;
    case RUSTG_AST_TyPinnedRef:
    case RUSTG_AST_TyUnsafeBinder:
    case RUSTG_AST_TyPat:
    case RUSTG_AST_TyFieldOf:
        resolve_type_not_yet(s, sema_node_span(s, node), "this type of unstable Rust", "use a stable type");
        return TY_ERROR;
    case RUSTG_AST_TyDummy: return TY_ERROR;
    default:
        if (def_is_type(def_node_kind(s, node)))
            resolve_type_not_yet(s, sema_node_span(s, node), "this kind of type", "another form of it");
        return TY_ERROR;
    }
}

sema_ty resolve_type(sema *s, resolve_lookup *l, sema_node type)
{
    if (!syntax_is(type) || !sema_enter(s, sema_node_span(s, type)))
        return TY_ERROR;
    const sema_ty around = l->around;
    const uint8_t kind = def_node_kind(s, type);
    if (kind != RUSTG_AST_TyTraitObject && kind != RUSTG_AST_TyParen && kind != RUSTG_AST_TyPath)
        l->around = TY_NONE;
    sema_ty t = resolve_type_inside(s, l, type);
    l->around = around;
    sema_leave(s);
    return t;
}

static resolve_lookup resolve_public_lowering(const ty_lookup *how)
{
    resolve_lookup l = {
        .how = *how, .elide = how->n_elided ? ELIDE_COUNT : ELIDE_ERASE, .n_elided = how->n_elided, .where = "items"};
    return l;
}

sema_ty ty_of_node(sema *s, const ty_lookup *how, sema_node type)
{
    resolve_lookup l = resolve_public_lowering(how);
    return resolve_type(s, &l, type);
}

const sema_ty *ty_args_of_segment(sema *s, const ty_lookup *how, sema_def d, const sema_ty *parents, uint32_t n_parents,
                                  const syntax_segment *segment, uint32_t *n_args)
{
    resolve_lookup l = resolve_public_lowering(how);
    l.infer_missing = how->infer != NULL;
    return resolve_args(s, &l, d, parents, n_parents, segment, n_args, false);
}
