/* ty_print.c: writes types as rustc does in messages. */
#include <stdio.h>

#include "sema/items/def.h"

typedef struct ty_text {
    sema *s;
    VEC(char) out;
    uint32_t depth;
    bool has_paths; /* names have their modules before them */
    bool is_behind; /* a pointer stands before it */
    bool is_short;  /* names never have their modules before them */
} ty_text;

static void ty_print_put(ty_text *t, const char *text)
{
    size_t n = strlen(text);
    vec_reserve(t->s->memory, &t->out, n);
    if (n)
        memcpy(t->out.at + t->out.n, text, n);
    t->out.n += (uint32_t)n;
}

static void ty_print_put_number(ty_text *t, uint64_t value, bool is_signed)
{
    char digits[24];
    if (is_signed)
        snprintf(digits, sizeof digits, "%lld", (long long)(int64_t)value);
    else
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    ty_print_put(t, digits);
}

static void ty_print_put_type(ty_text *t, sema_ty ty);

static void ty_put_list(ty_text *t, const sema_ty *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            ty_print_put(t, ", ");
        ty_print_put_type(t, list[i]);
    }
}

/* `<A, B>`; nothing for no arguments. */
static void ty_print_put_args(ty_text *t, const sema_ty *args, uint32_t n, const char *open)
{
    if (!n)
        return;
    ty_print_put(t, open);
    ty_put_list(t, args, n);
    ty_print_put(t, ">");
}

static const char *ty_print_name_of(ty_text *t, sema_def d)
{
    return sema_text(t->s, def_get(t->s, d)->name);
}

/* The name of a type or trait. */
static void ty_put_type_name(ty_text *t, sema_def d)
{
    if (!t->has_paths) {
        ty_print_put(t, t->is_short ? ty_print_name_of(t, d) : def_shown_name(t->s, d));
        return;
    }
    ty_print_put(t, def_get(t->s, d)->is_library ? "std::" : "");
    ty_print_put(t, def_path(t->s, d));
}

static void ty_put_region(ty_text *t, const ty_info *info)
{
    switch ((ty_region)info->sub) {
    case REGION_STATIC: ty_print_put(t, "'static"); break;
    case REGION_PARAM:
        ty_print_put(t, "'");
        ty_print_put(t, ty_print_name_of(t, info->def));
        break;
    case REGION_ERASED:
    case REGION_ELIDED:
    case REGION_BOUND:
    case REGION_LATE:
    case REGION_VAR: ty_print_put(t, "'_"); break;
    }
}

static void ty_put_fn_sig(ty_text *t, const sema_ty *inputs, uint32_t n, sema_ty output)
{
    ty_print_put(t, "fn(");
    ty_put_list(t, inputs, n);
    ty_print_put(t, ")");
    if (output != ty_unit(t->s)) {
        ty_print_put(t, " -> ");
        ty_print_put_type(t, output);
    }
}

/* The module in which rustc has the impls of a type that is no item; NULL: the type is one. Functions of floats that
 * are not constant are those of std. */
static const char *ty_impl_module(const ty_info *self, bool is_const)
{
    const uint32_t kind = self->kind;
    if (kind >= TY_I8 && kind <= TY_USIZE)
        return "core::num";
    if (kind == TY_F32 || kind == TY_F64)
        return kind == TY_F32 ? is_const ? "core::f32" : "std::f32" : is_const ? "core::f64" : "std::f64";
    return kind == TY_BOOL    ? "core::bool"
           : kind == TY_CHAR  ? "char::methods"
           : kind == TY_STR   ? "core::str"
           : kind == TY_SLICE ? "core::slice"
           : kind == TY_ARRAY ? "core::array"
           : kind == TY_PTR   ? self->mutable ? "std::ptr::mut_ptr" : "std::ptr::const_ptr"
                              : NULL;
}

static void ty_put_fn_impl(ty_text *t, sema_ty self, bool is_const)
{
    const ty_info info = *ty_get(t->s, self);
    const char *module = ty_impl_module(&info, is_const);
    if (info.kind == TY_ADT) {
        ty_put_type_name(t, info.def);
        uint32_t n;
        const sema_ty *args = ty_args(t->s, self, &n);
        ty_print_put_args(t, args, n, "::<");
    } else {
        if (module) {
            ty_print_put(t, module);
            ty_print_put(t, "::<impl ");
        }
        ty_print_put_type(t, self);
        if (module)
            ty_print_put(t, ">");
    }
    ty_print_put(t, "::");
}

/* How many arguments of a trait, the first of which is Self, or of a type are left where those that are their
 * parameters' defaults are not written. */
static uint32_t ty_n_without_defaults(sema *s, sema_def trait, const sema_ty *args, uint32_t n)
{
    const def_generics_list generics = def_generics(s, trait);
    const ty_subst subst = {trait, args, n};
    const uint32_t least = def_kind_of(s, trait) == DEF_TRAIT;
    while (n > least && n <= generics.n_params) {
        sema_ty usual = def_param_default(s, generics.params[n - 1]);
        if (!usual || ty_substitute(s, usual, &subst) != args[n - 1])
            break;
        n--;
    }
    return n;
}

/* A trait with its arguments; args[0] is its Self. */
static void ty_put_trait(ty_text *t, sema_def trait, const sema_ty *args, uint32_t n)
{
    ty_put_type_name(t, trait);
    ty_print_put_args(t, args + 1, ty_n_without_defaults(t->s, trait, args, n) - 1, "<");
}

/* "<A as Trait>::", "A::" or, where rustc shows where the impl stands, "module::<impl A>::". */
static void ty_put_impl(ty_text *t, sema_def impl, const sema_ty *args, uint32_t n_args, bool is_const)
{
    sema *s = t->s;
    const ty_subst subst = {impl, args, n_args};
    const sema_ty self = ty_substitute(s, def_type(s, impl), &subst);
    const def_trait_ref trait = def_impl_trait(s, impl);
    const sema_def own = ty_kind_of(s, self) == TY_ADT ? ty_get(s, self)->def : 0, module = def_module_of(s, impl);
    const bool is_beside = own && def_module_of(s, own) == module;
    const bool is_elsewhere =
        !def_get(s, impl)->is_library && !is_beside && !(trait.trait && def_module_of(s, trait.trait) == module);
    if (!trait.trait && !is_elsewhere) {
        ty_put_fn_impl(t, self, is_const);
        return;
    }
    sema_ty *of = ARENA_ARRAY(s->memory, sema_ty, trait.n_args);
    for (uint32_t i = 0; i < trait.n_args; i++)
        of[i] = ty_substitute(s, trait.args[i], &subst);
    if (is_elsewhere) {
        const char *path = def_path(s, module);
        ty_print_put(t, path);
        ty_print_put(t, *path ? "::<impl " : "<impl ");
        if (trait.trait) {
            ty_put_trait(t, trait.trait, of, trait.n_args);
            ty_print_put(t, " for ");
        }
        ty_print_put_type(t, self);
    } else {
        ty_print_put(t, "<");
        ty_print_put_type(t, self);
        ty_print_put(t, " as ");
        ty_put_trait(t, trait.trait, of, trait.n_args);
    }
    ty_print_put(t, ">::");
}

/* "name::<..>" with the path of what it is an item of. */
static void ty_put_fn_path(ty_text *t, sema_def def, const sema_ty *args, uint32_t n_args)
{
    sema *s = t->s;
    const def_info *info = def_get(s, def);
    sema_def parent = info->parent;
    def_kind outer = parent ? def_kind_of(s, parent) : DEF_NONE;
    uint32_t n_parent = def_generics(s, def).n_parent;
    if (n_parent > n_args)
        n_parent = n_args;
    if (info->kind == DEF_VARIANT) {
        ty_print_put(t, ty_print_name_of(t, parent));
        ty_print_put_args(t, args, n_args, "::<");
        ty_print_put(t, "::");
        ty_print_put(t, ty_print_name_of(t, def));
        return;
    }
    if (outer == DEF_TRAIT && n_parent) {
        ty_print_put(t, "<");
        ty_print_put_type(t, args[0]);
        ty_print_put(t, " as ");
        ty_put_trait(t, parent, args, n_parent);
        ty_print_put(t, ">::");
    } else if (outer == DEF_IMPL) {
        ty_put_impl(t, parent, args, n_parent, info->is_const);
    }
    const bool is_member = outer == DEF_TRAIT || outer == DEF_IMPL;
    if (!is_member && (info->is_library ? outer == DEF_MOD : t->has_paths || !def_is_only_value(s, def))) {
        ty_print_put(t, info->is_library ? "std::" : "");
        ty_print_put(t, def_path(s, def));
    } else {
        ty_print_put(t, ty_print_name_of(t, def));
    }
    const uint32_t n_outer = is_member ? n_parent : 0;
    uint32_t n = 0; /* its own lifetimes are mostly bound late, and then no arguments */
    sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, n_args);
    for (uint32_t i = n_outer; i < n_args; i++)
        if (ty_kind_of(s, args[i]) != TY_REGION)
            own[n++] = args[i];
    ty_print_put_args(t, own, n, "::<");
}

/* "fn(A) -> B {name::<..>}" */
static void ty_put_fn_def(ty_text *t, sema_def def, const sema_ty *args, uint32_t n_args)
{
    sema *s = t->s;
    def_sig sig = def_fn_sig(s, def);
    ty_subst subst = {def, args, n_args};
    sema_ty *inputs = ARENA_ARRAY(s->memory, sema_ty, sig.n_inputs);
    for (uint32_t i = 0; i < sig.n_inputs; i++)
        inputs[i] = ty_substitute(s, sig.inputs[i], &subst);
    ty_print_put(t, sig.is_unsafe ? "unsafe " : "");
    ty_put_fn_sig(t, inputs, sig.n_inputs, ty_substitute(s, sig.output, &subst));
    ty_print_put(t, " {");
    ty_put_fn_path(t, def, args, n_args);
    ty_print_put(t, "}");
}

static void ty_put_place(ty_text *t, const sema_file *file, uint32_t at)
{
    uint32_t line, column;
    rustg_line_column(file->bytes, file->n_bytes, at, &line, &column);
    ty_print_put_number(t, line, false);
    ty_print_put(t, ":");
    ty_print_put_number(t, column, false);
}

static void ty_put_closure(ty_text *t, sema_def def)
{
    const sema_span span = sema_origin(t->s, def_closure_head(t->s, def));
    const sema_file *file = t->s->files.at[span.file];
    const char *base = t->is_short ? strrchr(file->name, '/') : NULL;
    ty_print_put(t, "{closure@");
    ty_print_put(t, base ? base + 1 : file->name);
    ty_print_put(t, ":");
    ty_put_place(t, file, span.start);
    if (!t->is_short) {
        ty_print_put(t, ": ");
        ty_put_place(t, file, span.end);
    }
    ty_print_put(t, "}");
}

static void ty_put_opaque(ty_text *t, sema_def def, const sema_ty *args, uint32_t n_args)
{
    sema *s = t->s;
    uint32_t n, n_shown = 0;
    const def_predicate *bounds = def_bounds(s, def, &n);
    ty_subst subst = {def, args, n_args};
    ty_print_put(t, "impl ");
    for (uint32_t i = 0; i < n; i++) {
        if (bounds[i].kind != PREDICATE_TRAIT)
            continue;
        ty_print_put(t, n_shown++ ? " + " : "");
        ty_print_put(t, ty_print_name_of(t, bounds[i].trait));
        uint32_t n_written = 0;
        for (uint32_t k = 1; k < bounds[i].n_args; k++) {
            ty_print_put(t, n_written++ ? ", " : "<");
            ty_print_put_type(t, ty_substitute(s, bounds[i].args[k], &subst));
        }
        for (uint32_t k = 0; k < n; k++) {
            if (bounds[k].kind != PREDICATE_PROJECTION || def_get(s, bounds[k].trait)->parent != bounds[i].trait)
                continue;
            ty_print_put(t, n_written++ ? ", " : "<");
            ty_print_put(t, ty_print_name_of(t, bounds[k].trait));
            ty_print_put(t, " = ");
            ty_print_put_type(t, ty_substitute(s, bounds[k].equals, &subst));
        }
        ty_print_put(t, n_written ? ">" : "");
    }
}

/* The trait of an object, with the types that it tells. */
static void ty_put_dyn_trait(ty_text *t, sema_def trait, const sema_ty *args, uint32_t n_of, const def_dyn *about)
{
    sema *s = t->s;
    const bool is_fn = def_is_fn_trait(s, trait);
    ty_put_type_name(t, trait);
    if (is_fn && n_of == 2 && ty_kind_of(s, args[1]) == TY_TUPLE) {
        uint32_t n;
        const sema_ty *inputs = ty_args(s, args[1], &n);
        ty_print_put(t, "(");
        ty_put_list(t, inputs, n);
        ty_print_put(t, ")");
        if (about->n_types && args[2] != ty_unit(s)) {
            ty_print_put(t, " -> ");
            ty_print_put_type(t, args[2]);
        }
        return;
    }
    uint32_t n_written = 0;
    for (uint32_t i = 1; i < n_of; i++) {
        if (ty_kind_of(s, args[i]) == TY_REGION)
            continue;
        ty_print_put(t, n_written++ ? ", " : "<");
        ty_print_put_type(t, args[i]);
    }
    for (uint32_t i = 0; i < about->n_types; i++) {
        if (about->types[i].known)
            continue;
        ty_print_put(t, n_written++ ? ", " : "<");
        ty_print_put(t, ty_print_name_of(t, about->types[i].assoc));
        ty_print_put(t, " = ");
        ty_print_put_type(t, args[n_of + i]);
    }
    ty_print_put(t, n_written ? ">" : "");
}

/* "dyn Trait<Args, Name = Type> + Send + 'a" */
static void ty_put_dyn(ty_text *t, const ty_info *info, const sema_ty *args)
{
    static const char *const autos[] = {"Send", "Sync"};
    sema *s = t->s;
    const ty_info region = *ty_get(s, args[0]);
    const bool is_shown = region.sub == REGION_STATIC || region.sub == REGION_PARAM;
    const def_dyn *about = info->def ? def_dyn_of(s, info->def) : NULL;
    const uint32_t n_of = info->def ? def_generics(s, info->def).n_params : 1;
    const char *before = "";
    ty_print_put(t, is_shown || (t->is_behind && info->def && info->value) ? "(dyn " : "dyn ");
    if (info->def) {
        ty_put_dyn_trait(t, info->def, args, n_of, about);
        before = " + ";
    }
    for (uint32_t i = 0; i < sizeof autos / sizeof *autos; i++)
        if (info->value >> i & 1) {
            ty_print_put(t, before);
            ty_print_put(t, autos[i]);
            before = " + ";
        }
    if (is_shown) {
        ty_print_put(t, before);
        ty_put_region(t, &region);
    }
    if (is_shown || (t->is_behind && info->def && info->value))
        ty_print_put(t, ")");
}

static void ty_put_projection(ty_text *t, sema_def def, const sema_ty *args, uint32_t n_args)
{
    sema_def trait = def_get(t->s, def)->parent;
    uint32_t n_trait = def_generics(t->s, def).n_parent;
    if (n_trait > n_args)
        n_trait = n_args;
    ty_print_put(t, "<");
    ty_put_list(t, args, n_trait ? 1 : 0);
    ty_print_put(t, " as ");
    ty_print_put(t, ty_print_name_of(t, trait));
    ty_print_put_args(t, args + 1, n_trait ? ty_n_without_defaults(t->s, trait, args, n_trait) - 1 : 0, "<");
    ty_print_put(t, ">::");
    ty_print_put(t, ty_print_name_of(t, def));
    ty_print_put_args(t, args + n_trait, n_args - n_trait, "<");
}

static void ty_print_put_behind(ty_text *t, sema_ty ty)
{
    t->is_behind = true;
    ty_print_put_type(t, ty);
    t->is_behind = false;
}

static void ty_put_parts(ty_text *t, sema_ty ty)
{
    static const char *const plain[] = {
        [TY_NONE] = "_",      [TY_ERROR] = "_", [TY_BOOL] = "bool", [TY_CHAR] = "char", [TY_I8] = "i8",
        [TY_I16] = "i16",     [TY_I32] = "i32", [TY_I64] = "i64",   [TY_I128] = "i128", [TY_ISIZE] = "isize",
        [TY_U8] = "u8",       [TY_U16] = "u16", [TY_U32] = "u32",   [TY_U64] = "u64",   [TY_U128] = "u128",
        [TY_USIZE] = "usize", [TY_F32] = "f32", [TY_F64] = "f64",   [TY_NEVER] = "!",   [TY_STR] = "str"};
    sema *s = t->s;
    if (ty <= TY_STR) {
        ty_print_put(t, plain[ty]);
        return;
    }
    ty_info info = *ty_get(s, ty);
    uint32_t n;
    const sema_ty *args = ty_args(s, ty, &n);
    switch ((ty_kind)info.kind) {
    case TY_TUPLE:
        ty_print_put(t, "(");
        ty_put_list(t, args, n);
        ty_print_put(t, n == 1 ? ",)" : ")");
        break;
    case TY_ARRAY:
        ty_print_put(t, "[");
        ty_print_put_type(t, args[0]);
        ty_print_put(t, "; ");
        ty_print_put_type(t, args[1]);
        ty_print_put(t, "]");
        break;
    case TY_SLICE:
        ty_print_put(t, "[");
        ty_print_put_type(t, args[0]);
        ty_print_put(t, "]");
        break;
    case TY_REF: {
        ty_info region = *ty_get(s, args[0]);
        ty_print_put(t, "&");
        if (region.kind == TY_REGION && (region.sub == REGION_STATIC || region.sub == REGION_PARAM)) {
            ty_put_region(t, &region);
            ty_print_put(t, " ");
        }
        ty_print_put(t, info.mutable ? "mut " : "");
        ty_print_put_behind(t, args[1]);
        break;
    }
    case TY_PTR:
        ty_print_put(t, info.mutable ? "*mut " : "*const ");
        ty_print_put_behind(t, args[0]);
        break;
    case TY_ADT:
        ty_put_type_name(t, info.def);
        ty_print_put_args(t, args, ty_n_without_defaults(s, info.def, args, n), "<");
        break;
    case TY_FN_DEF: ty_put_fn_def(t, info.def, args, n); break;
    case TY_FN_PTR:
        ty_print_put(t, info.mutable ? "unsafe " : "");
        ty_put_fn_sig(t, args, n - 1, args[n - 1]);
        break;
    case TY_CLOSURE: ty_put_closure(t, info.def); break;
    case TY_DYN: ty_put_dyn(t, &info, args); break;
    case TY_PARAM: ty_print_put(t, def_shown_ident(t->s, def_get(t->s, info.def)->name)); break;
    case TY_PROJECTION: ty_put_projection(t, info.def, args, n); break;
    case TY_OPAQUE: ty_put_opaque(t, info.def, args, n); break;
    case TY_INFER:
        ty_print_put(t, info.sub == INFER_INT ? "{integer}" : info.sub == INFER_FLOAT ? "{float}" : "_");
        break;
    case TY_CONST:
        if (args[0] == TY_BOOL)
            ty_print_put(t, info.value ? "true" : "false");
        else
            ty_print_put_number(t, info.value, ty_is_signed(s, args[0]));
        break;
    case TY_CONST_UNEVALUATED: {
        const char *name = ty_print_name_of(t, info.def);
        ty_print_put(t, *name ? name : "_");
        break;
    }
    case TY_REGION: ty_put_region(t, &info); break;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR: ty_print_put(t, "_"); break;
    }
}

static void ty_print_put_type(ty_text *t, sema_ty ty)
{
    if (t->depth > 64 || t->out.n > 4096) {
        ty_print_put(t, "...");
        return;
    }
    t->depth++;
    ty_put_parts(t, ty);
    t->depth--;
}

const char *ty_print_fn(sema *s, sema_def fn, const sema_ty *args, uint32_t n_args)
{
    ty_text text = {.s = s};
    ty_put_fn_path(&text, fn, args, n_args);
    vec_push(s->memory, &text.out, 0);
    return text.out.at;
}

const char *ty_print_item(sema *s, sema_def item, const sema_ty *args, uint32_t n_args)
{
    if (def_kind_of(s, item) == DEF_ANON_CONST)
        return arena_format(s->memory, "%s%s", ty_print_item(s, def_anon_owner(s, item), args, n_args),
                            def_anon_path(s, item));
    ty_text text = {.s = s, .has_paths = true};
    ty_put_fn_path(&text, item, args, n_args);
    vec_push(s->memory, &text.out, 0);
    return text.out.at;
}

const char *ty_print_short(sema *s, sema_ty ty)
{
    ty_text text = {.s = s, .is_short = true};
    ty_print_put_type(&text, ty);
    vec_push(s->memory, &text.out, 0);
    return text.out.at;
}

const char *ty_print(sema *s, sema_ty ty)
{
    ty_text text = {.s = s};
    ty_print_put_type(&text, ty);
    vec_push(s->memory, &text.out, 0);
    return text.out.at;
}
