/* ty_name.c: writes what core::any::type_name says of a type, as rustc's: each name with the path to it. */
#include "sema/items/def.h"

typedef struct name_text {
    sema *s;
    VEC(char) out;
    uint32_t depth;
    bool failed; /* rustc's text is not known */
} name_text;

static void name_put(name_text *t, const char *text)
{
    for (; *text; text++)
        vec_push(t->s->memory, &t->out, *text);
}

static void name_put_type(name_text *t, sema_ty ty);
static void name_put_path(name_text *t, sema_def d, const sema_ty *args, uint32_t n_args);

static void name_put_list(name_text *t, const sema_ty *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        name_put(t, i ? ", " : "");
        name_put_type(t, list[i]);
    }
}

/* ---- Items of the library ---- */

/* Where core has them. Modules whose names stay as they are end with `::`. */
static const struct {
    const char *here, *core;
} library_paths[] = {
    {"any::", "any::"},
    {"cell::", "cell::"},
    {"clone::", "clone::"},
    {"cmp::", "cmp::"},
    {"convert::", "convert::"},
    {"default::", "default::"},
    {"ffi::", "ffi::"},
    {"fmt::", "fmt::"},
    {"hash::Hash", "hash::Hash"},
    {"hash::Hasher", "hash::Hasher"},
    {"iter::DoubleEndedIterator", "iter::traits::double_ended::DoubleEndedIterator"},
    {"iter::ExactSizeIterator", "iter::traits::exact_size::ExactSizeIterator"},
    {"iter::FusedIterator", "iter::traits::marker::FusedIterator"},
    {"iter::Iterator", "iter::traits::iterator::Iterator"},
    {"marker::", "marker::"},
    {"mem::Discriminant", "mem::Discriminant"},
    {"mem::ManuallyDrop", "mem::manually_drop::ManuallyDrop"},
    {"mem::MaybeUninit", "mem::maybe_uninit::MaybeUninit"},
    {"num::FpCategory", "num::FpCategory"},
    {"num::IntErrorKind", "num::error::IntErrorKind"},
    {"num::ParseIntError", "num::error::ParseIntError"},
    {"num::TryFromIntError", "num::error::TryFromIntError"},
    {"num::non_zero::NonZero", "num::nonzero::NonZero"},
    {"num::saturating::", "num::saturating::"},
    {"num::wrapping::", "num::wrapping::"},
    {"ops::ControlFlow", "ops::control_flow::ControlFlow"},
    {"ops::Fn", "ops::function::Fn"},
    {"ops::FnMut", "ops::function::FnMut"},
    {"ops::FnOnce", "ops::function::FnOnce"},
    {"option::Option", "option::Option"},
    {"panic::Location", "panic::location::Location"},
    {"ptr::non_null::", "ptr::non_null::"},
    {"range::", "ops::range::"},
    {"result::Result", "result::Result"},
    {"slice::iter::", "slice::iter::"},
    {"str::Chars", "str::iter::Chars"},
    {"str::parts::CharIndices", "str::iter::CharIndices"},
    {"str::parts::ParseBoolError", "str::error::ParseBoolError"},
    {"str::parts::Utf8Error", "str::error::Utf8Error"},
    {"sync::atomic::", "sync::atomic::"},
};

static void name_put_library_path(name_text *t, sema_def d)
{
    const char *path = def_path(t->s, d);
    for (uint32_t i = 0; i < sizeof library_paths / sizeof *library_paths; i++) {
        const char *here = library_paths[i].here;
        const size_t n = strlen(here);
        const bool is_module = here[n - 1] == ':';
        if (is_module ? strncmp(path, here, n) != 0 || strchr(path + n, ':') != NULL : strcmp(path, here) != 0)
            continue;
        name_put(t, "core::");
        name_put(t, library_paths[i].core);
        name_put(t, is_module ? path + n : "");
        return;
    }
    t->failed = true;
}

/* ---- Paths ---- */

/* `<A, B>`. The last arguments are left out where they are what their parameters are without any. */
static void name_put_args(name_text *t, sema_def of, const sema_ty *args, uint32_t n_before, uint32_t n)
{
    sema *s = t->s;
    const def_generics_list generics = def_generics(s, of);
    const ty_subst subst = {of, args, n};
    while (n > n_before && n <= generics.n_params) {
        const sema_ty usual = def_param_default(s, generics.params[n - 1]);
        if (!usual || ty_erase_regions(s, ty_substitute(s, usual, &subst)) != args[n - 1])
            break;
        n--;
    }
    if (n <= n_before)
        return;
    name_put(t, "<");
    name_put_list(t, args + n_before, n - n_before);
    name_put(t, ">");
}

static void name_put_trait(name_text *t, sema_def trait, const sema_ty *args, uint32_t n)
{
    name_put_path(t, trait, NULL, 0);
    name_put_args(t, trait, args, 1, n);
}

/* `Type`, `<Type as Trait>` or, where the impl is beside neither, `module::<impl Trait for Type>`. */
static void name_put_impl(name_text *t, sema_def impl, const sema_ty *args, uint32_t n_args)
{
    sema *s = t->s;
    const ty_subst subst = {impl, args, n_args};
    const sema_ty self = ty_substitute(s, def_type(s, impl), &subst);
    const def_trait_ref trait = def_impl_trait(s, impl);
    const sema_def own = ty_kind_of(s, self) == TY_ADT ? ty_get(s, self)->def : 0, module = def_get(s, impl)->parent;
    const bool is_beside =
        (own && def_get(s, own)->parent == module) || (trait.trait && def_get(s, trait.trait)->parent == module);
    if (!trait.trait && is_beside) {
        name_put_type(t, self);
        return;
    }
    if (!is_beside) {
        name_put_path(t, module, NULL, 0);
        name_put(t, "::<impl ");
    } else {
        name_put(t, "<");
        name_put_type(t, self);
        name_put(t, " as ");
    }
    if (trait.trait) {
        sema_ty *of = ARENA_ARRAY(s->memory, sema_ty, trait.n_args);
        for (uint32_t i = 0; i < trait.n_args; i++)
            of[i] = ty_substitute(s, trait.args[i], &subst);
        name_put_trait(t, trait.trait, of, trait.n_args);
    }
    if (!is_beside) {
        name_put(t, trait.trait ? " for " : "");
        name_put_type(t, self);
    }
    name_put(t, ">");
}

/* A closure, with those that it stands in. */
static void name_put_closure(name_text *t, sema_def d, const sema_ty *args, uint32_t n_args)
{
    sema *s = t->s;
    const def_info *info = def_get(s, d);
    sema_def owner = info->parent;
    while (def_kind_of(s, owner) == DEF_BLOCK)
        owner = def_get(s, owner)->parent;
    name_put_path(t, owner, args, n_args);
    const sema_node body = def_get(s, owner)->node;
    for (sema_node at = info->node; at.file != body.file || at.node != body.node; at = syntax_parent(s, at)) {
        if (!syntax_is(at)) { /* a macro's text, which does not say where it stands */
            t->failed = true;
            return;
        }
        if (syntax_kind(s, at) == RUSTG_AST_ExprClosure)
            name_put(t, "::{{closure}}");
    }
}

/* An item, by what it is an item of. Without arguments (an item of a fn's body knows none of the fn's) the impls that
 * are passed are of parameters. */
static void name_put_path(name_text *t, sema_def d, const sema_ty *args, uint32_t n_args)
{
    sema *s = t->s;
    const def_info *info = def_get(s, d);
    const def_kind kind = (def_kind)info->kind, outer = info->parent ? def_kind_of(s, info->parent) : DEF_NONE;
    if (info->is_library) {
        name_put_library_path(t, d);
        return;
    }
    if (kind == DEF_CRATE || (kind == DEF_MOD && outer == DEF_NONE)) {
        name_put(t, def_crate_text(s, d));
        return;
    }
    if (kind == DEF_BLOCK) {
        name_put_path(t, info->parent, args, n_args);
        return;
    }
    if (kind == DEF_IMPL) {
        name_put_impl(t, d, args, n_args);
        return;
    }
    if (kind == DEF_CLOSURE) {
        name_put_closure(t, d, args, n_args);
        return;
    }
    if (kind == DEF_ANON_CONST || kind == DEF_OPAQUE || !info->name) {
        t->failed = true;
        return;
    }
    const bool is_member = (outer == DEF_IMPL || outer == DEF_TRAIT) && args;
    const uint32_t n_parent = is_member ? def_generics(s, d).n_parent : 0;
    if (n_parent > n_args) {
        t->failed = true;
        return;
    }
    if (outer == DEF_TRAIT && is_member) {
        name_put(t, "<");
        name_put_type(t, args[0]);
        name_put(t, " as ");
        name_put_trait(t, info->parent, args, n_parent);
        name_put(t, ">");
    } else {
        name_put_path(t, info->parent, is_member ? args : NULL, n_parent);
    }
    name_put(t, "::");
    name_put(t, sema_text(s, info->name));
    uint32_t n = n_parent; /* its own lifetimes are mostly bound late, and then no arguments */
    sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, n_args);
    for (uint32_t i = 0; i < n_args; i++)
        if (i < n_parent)
            own[i] = args[i];
        else if (kind != DEF_FN || ty_kind_of(s, args[i]) != TY_REGION)
            own[n++] = args[i];
    name_put_args(t, d, own, n_parent, n);
}

static void name_put_fn(name_text *t, sema_def fn, const sema_ty *args, uint32_t n_args)
{
    sema *s = t->s;
    const def_info *info = def_get(s, fn);
    if (info->kind == DEF_FN) {
        name_put_path(t, fn, args, n_args);
        return;
    }
    if (info->kind == DEF_VARIANT) {
        const sema_def adt = info->parent;
        name_put_path(t, adt, NULL, 0);
        name_put_args(t, adt, args, 0, n_args);
        name_put(t, "::");
        name_put(t, sema_text(s, info->name));
    } else {
        name_put_path(t, fn, NULL, 0);
        name_put_args(t, fn, args, 0, n_args);
    }
    name_put(t, "::{{constructor}}");
}

/* ---- Types ---- */

/* What is chosen for each call (`for<'a>`) is not known here any more, so traits with lifetimes have no name. */
static void name_put_dyn(name_text *t, const ty_info *info, const sema_ty *args)
{
    static const char *const autos[] = {"Send", "Sync"};
    sema *s = t->s;
    const char *before = "dyn ";
    if (info->def) {
        const def_dyn *about = def_dyn_of(s, info->def);
        const uint32_t n_of = def_generics(s, info->def).n_params;
        for (uint32_t i = 1; i < info->n_args; i++)
            t->failed |= ty_has(s, args[i], TY_HAS_LIFETIME);
        name_put(t, before);
        name_put_path(t, info->def, NULL, 0);
        uint32_t n, n_written = 0;
        if (def_is_fn_trait(s, info->def) && n_of == 2 && ty_kind_of(s, args[1]) == TY_TUPLE) {
            const sema_ty *inputs = ty_args(s, args[1], &n);
            name_put(t, "(");
            name_put_list(t, inputs, n);
            name_put(t, ")");
            if (about->n_types && args[2] != ty_unit(s)) {
                name_put(t, " -> ");
                name_put_type(t, args[2]);
            }
        } else {
            for (uint32_t i = 1; i < n_of; i++) {
                name_put(t, n_written++ ? ", " : "<");
                name_put_type(t, args[i]);
            }
            for (uint32_t i = 0; i < about->n_types; i++) {
                if (about->types[i].known)
                    continue;
                name_put(t, n_written++ ? ", " : "<");
                name_put(t, sema_text(s, def_get(s, about->types[i].assoc)->name));
                name_put(t, " = ");
                name_put_type(t, args[n_of + i]);
            }
            name_put(t, n_written ? ">" : "");
        }
        before = " + ";
    }
    for (uint32_t i = 0; i < sizeof autos / sizeof *autos; i++)
        if (info->value >> i & 1) {
            name_put(t, arena_format(s->memory, "%score::marker::%s", before, autos[i]));
            before = " + ";
        }
}

static void name_put_constant(name_text *t, sema_ty ty)
{
    sema *s = t->s;
    const ty_info info = *ty_get(s, ty);
    const sema_ty of = ty_arg(s, ty, 0);
    if (of == TY_BOOL)
        name_put(t, info.value ? "true" : "false");
    else if (of == TY_CHAR && info.value > ' ' && info.value < 0x7F && info.value != '\'' && info.value != '\\')
        name_put(t, arena_format(s->memory, "'%c'", (char)info.value));
    else if (ty_is_integer(s, of))
        name_put(t, ty_is_signed(s, of) ? arena_format(s->memory, "%lld", (long long)(int64_t)info.value)
                                        : arena_format(s->memory, "%llu", (unsigned long long)info.value));
    else
        t->failed = true;
}

static void name_put_parts(name_text *t, sema_ty ty)
{
    sema *s = t->s;
    const ty_info info = *ty_get(s, ty);
    uint32_t n;
    const sema_ty *args = ty_args(s, ty, &n);
    switch ((ty_kind)info.kind) {
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR: name_put(t, ty_print(s, ty)); break;
    case TY_TUPLE:
        name_put(t, "(");
        name_put_list(t, args, n);
        name_put(t, n == 1 ? ",)" : ")");
        break;
    case TY_ARRAY:
    case TY_SLICE:
        name_put(t, "[");
        name_put_type(t, args[0]);
        if (n > 1) {
            name_put(t, "; ");
            name_put_type(t, args[1]);
        }
        name_put(t, "]");
        break;
    case TY_REF:
        name_put(t, info.mutable ? "&mut " : "&");
        name_put_type(t, args[1]);
        break;
    case TY_PTR:
        name_put(t, info.mutable ? "*mut " : "*const ");
        name_put_type(t, args[0]);
        break;
    case TY_ADT:
        name_put_path(t, info.def, NULL, 0);
        name_put_args(t, info.def, args, 0, n);
        break;
    case TY_FN_DEF: name_put_fn(t, info.def, args, n); break;
    case TY_CLOSURE: name_put_path(t, info.def, args, n); break;
    case TY_DYN: name_put_dyn(t, &info, args); break;
    case TY_PARAM: name_put(t, "_"); break;
    case TY_CONST: name_put_constant(t, ty); break;
    case TY_REGION: name_put(t, "'_"); break;
    case TY_FN_PTR: /* its ABI is not known */
    case TY_PROJECTION:
    case TY_OPAQUE:
    case TY_INFER:
    case TY_CONST_UNEVALUATED:
    case TY_CASES_NOTHING:
    case TY_ERROR: t->failed = true; break;
    }
}

static void name_put_type(name_text *t, sema_ty ty)
{
    if (t->depth > 64 || t->out.n > (1 << 16))
        t->failed = true;
    if (t->failed)
        return;
    t->depth++;
    name_put_parts(t, ty);
    t->depth--;
}

const char *ty_name(sema *s, sema_ty ty)
{
    name_text text = {.s = s};
    name_put_type(&text, ty);
    return text.failed ? NULL : arena_text(s->memory, text.out.at, text.out.n);
}
