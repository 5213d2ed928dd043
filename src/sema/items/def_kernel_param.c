/* def_kernel_param.c: checks what the parameters of kernels may be, and says what to take instead. */
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

static sema_node def_param_node(sema *s, sema_def fn, uint32_t i)
{
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    return i < parts.params.n ? parts.params.at[i] : (sema_node){0, 0};
}

static sema_span def_param_type_span(sema *s, sema_def fn, uint32_t i)
{
    const sema_node param = def_param_node(s, fn, i);
    return syntax_is(param) ? sema_node_span(s, syntax_child_in(s, param, RUSTG_AST_CLASS_TY, 0)) : def_span(s, fn);
}

/* In front of a parameter that is a plain name: `mut `; of others, and where it is there, nothing. */
static const char *def_param_mut(sema *s, sema_node param, sema_span *at)
{
    const sema_node pattern = syntax_child_in(s, param, RUSTG_AST_CLASS_PAT, 0);
    if (syntax_kind(s, pattern) != RUSTG_AST_PatIdent ||
        strncmp(source_text(s, sema_node_span(s, pattern)), "mut ", 4) == 0)
        return "";
    at->start = sema_node_span(s, pattern).start;
    return arena_format(s->memory, "mut %.*s: ", (int)(sema_node_span(s, pattern).end - at->start),
                        source_text(s, sema_node_span(s, pattern)));
}

static const char def_use_grid[] = "use `GridMut`, which each thread writes at its own index";

static void def_suggest_grid_of(sema *s, sema_node param, const char *element, sema_report *r, const char *text)
{
    sema_span at = sema_node_span(s, syntax_child_in(s, param, RUSTG_AST_CLASS_TY, 0));
    const char *name = def_param_mut(s, param, &at);
    sema_suggest(r, at, arena_format(s->memory, "%sGridMut<%s>", name, element), "%s", text);
}

void def_suggest_for_vec(sema *s, sema_node args, sema_report *r)
{
    const sema_node vec = syntax_parent(s, args), around = syntax_parent(s, vec);
    const bool is_ref = syntax_kind(s, around) == RUSTG_AST_TyRef;
    const sema_node param = is_ref ? syntax_parent(s, around) : around;
    const sema_node of = syntax_child_in(s, args, RUSTG_AST_CLASS_TY, 0);
    if (syntax_kind(s, vec) != RUSTG_AST_TyPath || !syntax_is(of))
        return;
    const char *element = source_text(s, sema_node_span(s, of));
    const bool is_of_grid = syntax_kind(s, around) == RUSTG_AST_GenericArgs &&
                            strncmp(source_text(s, sema_node_span(s, syntax_parent(s, around))), "GridMut<", 8) == 0;
    if (is_of_grid || syntax_kind(s, around) == RUSTG_AST_TySlice || strncmp(element, "Vec<", 4) == 0) {
        sema_help(r, "put the rows behind each other into one slice, `x[row * width + column]`");
        return;
    }
    if (syntax_kind(s, param) != RUSTG_AST_Param)
        return;
    const sema_node pattern = syntax_child_in(s, param, RUSTG_AST_CLASS_PAT, 0);
    const bool is_name = syntax_kind(s, pattern) == RUSTG_AST_PatIdent;
    const bool is_written = is_ref ? syntax_is_mut(s, around) : is_name && syntax_pat_ident(s, pattern).mutable;
    if (is_written && syntax_is(syntax_attr(s, syntax_parent(s, param), "kernel")))
        def_suggest_grid_of(s, param, element, r, def_use_grid);
    else
        sema_suggest(r, sema_node_span(s, is_ref ? around : vec),
                     arena_format(s->memory, "&%s[%s]", is_written ? "mut " : "", element),
                     "take a slice, which knows its length");
}

static void def_param_error(sema *s, sema_span at, const char *what, const char *help)
{
    sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_PARAM, at);
    sema_arg(&r, "%s", what);
    sema_help(&r, "%s", help);
}

static bool def_kernel_crosses(sema *s, sema_ty t, uint32_t depth);

/* Structs and enums that a launch copies need a layout that is guaranteed. */
static bool def_adt_crosses(sema *s, sema_ty t, uint32_t depth)
{
    ty_info info = *ty_get(s, t);
    def_repr repr = def_repr_of(s, info.def);
    bool is_enum = def_kind_of(s, info.def) == DEF_ENUM;
    if (def_get(s, info.def)->is_library && info.def == def_lang(s, LANG_PHANTOM_DATA))
        return true;
    if ((!repr.c && !repr.transparent && !(is_enum && repr.tag)) || repr.packed)
        return false;
    uint32_t n, n_variants, n_fields;
    const sema_ty *args = ty_args(s, t, &n);
    ty_subst subst = {info.def, args, n};
    const sema_def *variants = def_variants(s, info.def, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            if (!def_kernel_crosses(s, ty_substitute(s, def_type(s, fields[k]), &subst), depth + 1))
                return false;
    }
    return true;
}

static bool def_kernel_crosses(sema *s, sema_ty t, uint32_t depth)
{
    uint32_t n;
    ty_info info = *ty_get(s, t);
    if (depth > 64)
        return false;
    switch ((ty_kind)info.kind) {
    case TY_ERROR:
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_PTR: return true;
    case TY_TUPLE:
    case TY_ARRAY: {
        const sema_ty *args = ty_args(s, t, &n);
        for (uint32_t i = 0; i < (info.kind == TY_ARRAY ? 1 : n); i++)
            if (!def_kernel_crosses(s, args[i], depth + 1))
                return false;
        return true;
    }
    case TY_ADT: return def_adt_crosses(s, t, depth);
    case TY_CASES_NOTHING:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_SLICE:
    case TY_REF:
    case TY_CASES_CALLABLE:
    case TY_OPAQUE:
    case TY_INFER:
    case TY_CASES_NO_TYPE: break;
    }
    return info.kind >= TY_BOOL && info.kind <= TY_F64;
}

/* A struct or enum of the user's whose layout is not said; 0: it is none. */
static sema_def def_without_repr(sema *s, sema_ty t)
{
    const ty_info *info = ty_get(s, t);
    if (info->kind != TY_ADT || def_get(s, info->def)->is_library)
        return 0;
    const def_repr repr = def_repr_of(s, info->def);
    return (repr.c || repr.transparent || repr.tag) && !repr.packed ? 0 : info->def;
}

static void def_check_element(sema *s, sema_ty t, sema_span at)
{
    if (def_kernel_crosses(s, t, 0))
        return;
    const sema_def adt = def_without_repr(s, t);
    sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_PARAM, at);
    sema_arg(&r, "a value of type `%s` cannot cross the launch of a kernel", ty_print_short(s, t));
    if (adt)
        sema_suggest(&r, source_start(sema_node_span(s, def_get(s, adt)->node)), "#[repr(C)]\n",
                     "give it a layout that the host knows");
    else if (ty_kind_of(s, t) == TY_SLICE)
        sema_suggest(&r, source_start(at), "&", "take a reference to the slice");
    else
        sema_help(&r, "use numbers, bool, char, and arrays, tuples or `#[repr(C)]` structs and enums of them");
}

/* Of a reference that is no slice: what to take instead. */
static void def_report_reference(sema *s, sema_def fn, uint32_t i, sema_ty t, sema_span at)
{
    const ty_info info = *ty_get(s, t);
    const sema_ty to = ty_arg(s, t, 1);
    const bool is_grid = ty_kind_of(s, to) == TY_ADT && ty_get(s, to)->def == def_lang(s, LANG_GRID_MUT);
    const bool has_element = ty_kind_of(s, to) == TY_SLICE || ty_kind_of(s, to) == TY_ARRAY || is_grid;
    const char *element = ty_print_short(s, has_element ? ty_arg(s, to, is_grid) : to);
    sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_PARAM, at);
    sema_arg(&r, "a kernel's parameter cannot be `%s`%s", ty_print_short(s, ty_erase_regions(s, t)),
             info.mutable ? ": all threads would share it" : "");
    if (info.mutable || is_grid) {
        def_suggest_grid_of(s, def_param_node(s, fn, i), element, &r,
                            is_grid ? "take the `GridMut` itself" : def_use_grid);
    } else if (ty_kind_of(s, to) == TY_ARRAY) {
        sema_suggest(&r, at, arena_format(s->memory, "&[%s]", element), "take a slice, which knows its length");
    } else {
        sema_help(&r, "pass the value itself, or a slice");
    }
}

void def_check_param(sema *s, sema_def fn, uint32_t i, sema_ty t, bool is_unsafe)
{
    sema_span at = def_param_type_span(s, fn, i);
    ty_info info = *ty_get(s, t);
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    if (ty_has(s, t, TY_HAS_ERROR))
        return; /* told where it is written */
    if (info.kind == TY_REF) {
        if (!info.mutable && ty_kind_of(s, args[1]) == TY_SLICE)
            def_check_element(s, ty_arg(s, args[1], 0), at);
        else
            def_report_reference(s, fn, i, t, at);
        return;
    }
    if (info.kind == TY_PTR) {
        if (!is_unsafe)
            def_param_error(s, at, "a raw pointer can be a parameter of an `unsafe` kernel only",
                            "use `&[T]` or `GridMut<T>`, or make the kernel `unsafe fn`");
        return;
    }
    if (info.kind == TY_ADT && info.def == def_lang(s, LANG_GRID_MUT)) {
        for (uint32_t k = 0; k < n; k++)
            if (ty_kind_of(s, args[k]) != TY_REGION)
                def_check_element(s, args[k], at);
        return;
    }
    if (info.kind == TY_ADT && (info.def == def_lang(s, LANG_DYN_SHARED) || info.def == def_lang(s, LANG_SHARED))) {
        def_param_error(s, at, "shared memory is no parameter of a kernel",
                        "make it inside, with `Shared::new()` or `DynShared::new()`");
        return;
    }
    def_check_element(s, t, at);
}

bool def_suggest_grid(sema *s, sema_def fn, sema_span name, sema_report *r)
{
    if (!def_is_marked_kernel(s, fn))
        return false;
    const syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    const def_sig sig = def_fn_sig(s, fn);
    for (uint32_t i = 0; i < parts.params.n && i < sig.n_inputs; i++) {
        const sema_span param = sema_node_span(s, parts.params.at[i]);
        const sema_ty to = ty_kind_of(s, sig.inputs[i]) == TY_REF ? ty_arg(s, sig.inputs[i], 1) : TY_NONE;
        if (param.file == name.file && param.start <= name.start && name.end <= param.end && to &&
            ty_kind_of(s, to) == TY_SLICE)
            def_suggest_grid_of(s, def_param_node(s, fn, i), ty_print_short(s, ty_arg(s, to, 0)), r, def_use_grid);
    }
    return true; /* of another reference def_check_kernel says what to take */
}
