/* lower_kernel.c: makes the entry points of all kernels of a crate, whose parameters are as loaders pass them. */
#include "lower/lower_internal.h"

#include "rustg/kernel.h"

/* Whether the layout is one that the host knows too. */
static bool lower_kernel_crosses(lower *l, sema_ty ty, sema_span at)
{
    sema *s = l->s;
    const lower_layout *layout = lower_layout_of(l, ty, at);
    switch (ty_kind_of(s, ty)) {
    case TY_REF:
    case TY_FN_PTR:
    case TY_FN_DEF:
    case TY_CLOSURE:
    case TY_SLICE:
    case TY_STR:
    case TY_DYN:
    case TY_NEVER: return false;
    case TY_PTR: return layout->shape == SHAPE_SCALAR;
    case TY_ARRAY: return lower_kernel_crosses(l, layout->element, at);
    case TY_ADT: {
        sema_def def = ty_get(s, ty)->def;
        def_repr repr = def_repr_of(s, def);
        if (def == def_lang(s, LANG_PHANTOM_DATA))
            return true;
        bool tagged = layout->shape == SHAPE_TAG && repr.tag != TY_NONE;
        if ((!repr.c && !repr.transparent && !tagged) || repr.packed)
            return false;
        break;
    }
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_TUPLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    for (uint32_t i = 0; i < layout->n_variants; i++)
        for (uint32_t k = 0; k < layout->variants[i].n_fields; k++)
            if (!lower_kernel_crosses(l, layout->variants[i].fields[k], at))
                return false;
    return true;
}

static uint8_t lower_kernel_element_of(lower *l, sema_ty ty);

static uint8_t lower_library_element(lower *l, sema_ty ty)
{
    sema *s = l->s;
    const def_info *def = def_get(s, ty_get(s, ty)->def);
    const char *name = sema_text(s, def->name);
    if (!def->is_library)
        return RUSTG_ELEMENT_STRUCT;
    if (ty_get(s, ty)->def == def_lang(s, LANG_ATOMIC)) {
        uint32_t n;
        const sema_ty *args = ty_args(s, ty, &n);
        return lower_kernel_element_of(l, lower_type_arg(s, args, n, 0));
    }
    const lower_layout *layout = strncmp(name, "Atomic", 6) == 0 ? lower_layout_of(l, ty, (sema_span){0}) : NULL;
    if (layout && layout->n_variants == 1 && layout->variants->n_fields == 1) { /* core's: a cell of the number */
        uint32_t n;
        const sema_ty *args = ty_args(s, layout->variants->fields[0], &n);
        return lower_kernel_element_of(l, lower_type_arg(s, args, n, 0));
    }
    if (strcmp(name, "f16") == 0)
        return RUSTG_ELEMENT_F16;
    if (strcmp(name, "bf16") == 0)
        return RUSTG_ELEMENT_BF16;
    if (strcmp(name, "f8e4m3") == 0)
        return RUSTG_ELEMENT_F8_E4M3;
    if (strcmp(name, "f8e5m2") == 0)
        return RUSTG_ELEMENT_F8_E5M2;
    if (strcmp(name, "Complex") == 0 && ty_get(s, ty)->n_args == 1) {
        if (ty_arg(s, ty, 0) == (sema_ty)TY_F32)
            return RUSTG_ELEMENT_COMPLEX_F32;
        if (ty_arg(s, ty, 0) == (sema_ty)TY_F64)
            return RUSTG_ELEMENT_COMPLEX_F64;
    }
    return RUSTG_ELEMENT_STRUCT;
}

static uint8_t lower_kernel_element_of(lower *l, sema_ty ty)
{
    switch (ty_kind_of(l->s, ty)) {
    case TY_BOOL: return RUSTG_ELEMENT_BOOL;
    case TY_CHAR: return RUSTG_ELEMENT_CHAR;
    case TY_I8: return RUSTG_ELEMENT_I8;
    case TY_I16: return RUSTG_ELEMENT_I16;
    case TY_I32: return RUSTG_ELEMENT_I32;
    case TY_I64:
    case TY_ISIZE: return RUSTG_ELEMENT_I64;
    case TY_U8: return RUSTG_ELEMENT_U8;
    case TY_U16: return RUSTG_ELEMENT_U16;
    case TY_U32: return RUSTG_ELEMENT_U32;
    case TY_U64:
    case TY_USIZE:
    case TY_PTR: return RUSTG_ELEMENT_U64;
    case TY_F32: return RUSTG_ELEMENT_F32;
    case TY_F64: return RUSTG_ELEMENT_F64;
    case TY_ADT: return lower_library_element(l, ty);
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_I128:
    case TY_U128:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_REF:
    case TY_CASES_CALLABLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return RUSTG_ELEMENT_STRUCT;
}

static void lower_kernel_refuse(lower *l, sema_ty ty, sema_span at)
{
    lower_not_yet(l, at,
                  arena_format(l->s->memory, "a kernel's parameter or result of type `%s`", ty_print_short(l->s, ty)),
                  "take numbers, slices, `GridMut`, or `#[repr(C)]` structs of numbers, and return nothing");
}

static bool lower_kernel_is_lang(const sema *s, sema_ty ty, sema_lang_item item)
{
    return ty_kind_of(s, ty) == TY_ADT && def_lang(s, item) && ty_get(s, ty)->def == def_lang(s, item);
}

/* The text of a type as the kernel's author wrote it, that is without `'_`. */
static const char *lower_without_erased(lower *l, const char *text)
{
    char *out = arena_text(l->s->memory, text, strlen(text));
    size_t n = 0;
    for (const char *c = text; *c;) {
        if (strncmp(c, "'_, ", 4) == 0) {
            c += 4;
        } else if (strncmp(c, "<'_>", 4) == 0) {
            c += 4;
        } else {
            out[n++] = *c++;
        }
    }
    out[n] = 0;
    return out;
}

/* Finds the role and the element of a parameter, and puts the types of its IR parameters into types[0..n_params). */
static bool lower_classify(lower *l, sema_ty ty, lower_param *p, ir_type types[2], sema_span at)
{
    sema *s = l->s;
    const lower_layout *layout = lower_layout_of(l, ty, at);
    sema_ty element = ty;
    p->rust_type = lower_without_erased(l, ty_print_short(s, ty));
    p->role = RUSTG_PARAM_SCALAR;
    p->n_params = 1;
    types[0] = layout->ir;
    if (ty_kind_of(s, ty) == TY_REF) {
        if (layout->shape != SHAPE_FAT || ty_get(s, ty)->mutable || ty_kind_of(s, layout->element) != TY_SLICE) {
            lower_kernel_refuse(l, ty, at);
            return false;
        }
        element = ty_arg(s, layout->element, 0);
        p->role = lower_has_cell(l, element, at) ? RUSTG_PARAM_GRID_MUT : RUSTG_PARAM_SLICE; /* atomics are written */
    } else if (lower_kernel_is_lang(s, ty, LANG_GRID_MUT)) {
        uint32_t n;
        const sema_ty *args = ty_args(s, ty, &n);
        p->role = RUSTG_PARAM_GRID_MUT;
        element = lower_type_arg(s, args, n, 0);
    } else if (ty_kind_of(s, ty) == TY_PTR) {
        p->role = RUSTG_PARAM_POINTER;
        element = layout->element;
        if (layout->shape == SHAPE_FAT) {
            lower_kernel_refuse(l, ty, at);
            return false;
        }
    }
    if (p->role == RUSTG_PARAM_SLICE || p->role == RUSTG_PARAM_GRID_MUT) {
        types[0] = l->ptr;
        types[1] = IR_U64;
        p->n_params = 2;
    }
    const lower_layout *one = lower_layout_of(l, element, at);
    if (l->failed)
        return false;
    if (!lower_kernel_crosses(l, element, at)) {
        lower_kernel_refuse(l, element, at);
        return false;
    }
    p->element = lower_kernel_element_of(l, element);
    p->type = one->ir;
    p->size = one->ir ? (uint32_t)ir_size(l->m, one->ir) : 0;
    p->align = one->align;
    if (!types[0])
        p->n_params = 0;
    return true;
}

static const char *lower_kernel_name_of(lower *l, const thir_body *body, uint32_t i)
{
    const thir_param *param = &body->params.at[i];
    const thir_pat_node *pat = param->pat ? &body->pats.at[param->pat] : NULL;
    thir_local local = pat && pat->op == PAT_BINDING ? pat->local : param->local;
    sema_symbol name = local ? body->locals.at[local].name : 0;
    return name ? sema_text(l->s, name) : arena_format(l->s->memory, "arg_%u", i);
}

/* An entry's name is PTX's, which is ASCII. */
static void lower_check_entry(lower *l, const sema_kernel *kernel, const ir_type *types, uint32_t n)
{
    sema_span at = syntax_name_span(l->s, def_get(l->s, kernel->fn)->node);
    uint64_t n_bytes = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t align = ir_align(l->m, types[i]);
        n_bytes = ir_round_up(n_bytes, align) + ir_size(l->m, types[i]);
    }
    if (n_bytes > LIMIT_PARAMETER_BYTES) /* ptxas counts as C does */
        lower_not_yet(l, at,
                      arena_format(l->s->memory, "a kernel with %llu bytes of parameters", (unsigned long long)n_bytes),
                      "a launch passes at most 32764 bytes: take a `&[T]` of what is large");
    for (const char *c = kernel->name; *c; c++)
        if ((unsigned char)*c >= 0x80) {
            lower_not_yet(l, at, "a kernel whose name is not ASCII",
                          "the name is its entry point's in PTX, which is ASCII: rename the kernel");
            return;
        }
}

/* Whether the instructions of sm_90a want the address of the parameter where the launch put it. */
static bool lower_is_in_place(lower *l, const thir_body *body, uint32_t param, sema_ty ty)
{
    sema *s = l->s;
    if (body->locals.at[body->params.at[param].local].mutable)
        return false;
    while (ty_kind_of(s, ty) == TY_ARRAY)
        ty = trait_concrete(s, ty_arg(s, ty, 0));
    if (ty_kind_of(s, ty) != TY_ADT)
        return false;
    const def_info *def = def_get(s, ty_get(s, ty)->def);
    return def->is_library && strcmp(sema_text(s, def->name), "TensorMap") == 0;
}

static bool lower_declare_kernel(lower *l, const sema_kernel *kernel, lower_kernel *out)
{
    sema *s = l->s;
    const thir_body *body = sema_body(s, kernel->fn);
    if (!body || body->failed) {
        l->failed = true;
        return false;
    }
    lower_settle_closures(s, body);
    const ty_subst subst = {body->generics_of, kernel->args, kernel->n_args};
    uint32_t n_all = body->params.n, n = 0;
    lower_param *params = ARENA_ARRAY(s->memory, lower_param, n_all);
    ir_type *types = ARENA_ARRAY(s->memory, ir_type, 2 * n_all);
    const char **names = ARENA_ARRAY(s->memory, const char *, 2 * n_all);
    for (uint32_t i = 0; i < n_all; i++) {
        ir_type pair[2] = {0, 0};
        params[i].name = lower_kernel_name_of(l, body, i);
        params[i].first_param = n;
        const sema_ty ty = kernel->args ? ty_substitute(s, body->params.at[i].ty, &subst) : body->params.at[i].ty;
        if (!lower_classify(l, trait_concrete(s, ty), &params[i], pair, body->params.at[i].span))
            continue;
        for (uint32_t k = 0; k < params[i].n_params; k++) {
            names[n] = lower_symbol(l, k ? arena_format(s->memory, "%s_len", params[i].name) : params[i].name);
            types[n++] = pair[k];
        }
    }
    sema_ty result = trait_concrete(s, body->result);
    if (!l->failed && lower_ir_type(l, result, def_span(s, kernel->fn)))
        lower_kernel_refuse(l, result, def_span(s, kernel->fn));
    if (!l->failed)
        lower_check_entry(l, kernel, types, n);
    if (l->failed)
        return false;
    ir_function_id id = ir_declare(l->m, kernel->name, types, n, 0);
    ir_function *f = &l->m->functions.at[id];
    for (uint32_t i = 0; i < n; i++)
        f->param_names[i] = names[i];
    f->is_kernel = true;
    f->file = lower_file_of(l, def_span(s, kernel->fn));
    uint8_t *flags = ARENA_ARRAY(s->memory, uint8_t, n);
    ir_pointee *pointees = ARENA_ARRAY(s->memory, ir_pointee, n);
    for (uint32_t i = 0; i < n_all; i++) { /* the launcher refuses outputs that overlap anything */
        const sema_ty ty = kernel->args ? ty_substitute(s, body->params.at[i].ty, &subst) : body->params.at[i].ty;
        if (params[i].n_params == 1 && lower_is_in_place(l, body, i, trait_concrete(s, ty)))
            flags[params[i].first_param] = IR_PARAM_IN_PLACE;
        if (params[i].role != RUSTG_PARAM_SCALAR)
            pointees[params[i].first_param] = (ir_pointee){params[i].size, params[i].align};
        if (params[i].role == RUSTG_PARAM_SLICE || params[i].role == RUSTG_PARAM_GRID_MUT) {
            flags[params[i].first_param] =
                params[i].role == RUSTG_PARAM_SLICE ? IR_PARAM_READ_ONLY | IR_PARAM_NO_ALIAS : IR_PARAM_NO_ALIAS;
            flags[params[i].first_param + 1] = params[i].size ? IR_PARAM_LENGTH : 0;
        }
    }
    f->param_flags = flags;
    f->pointees = pointees;
    memcpy(f->block, kernel->block, sizeof f->block);
    f->max_threads = kernel->max_threads;
    f->min_blocks = kernel->min_blocks;
    f->fast_math = kernel->fast_math;
    uint32_t n_args = def_generics(s, kernel->fn).n_params;
    sema_ty *erased = ARENA_ARRAY(s->memory, sema_ty, n_args);
    for (uint32_t i = 0; i < n_args; i++)
        erased[i] = ty_erased(s);
    if (kernel->args)
        memcpy(erased, kernel->args, n_args * sizeof *erased);
    lower_instance about = {
        .ty = ty_fn_def(s, kernel->fn, erased, n_args), .function = id, .body = body, .kernel = kernel};
    vec_push(s->memory, &l->instances, about);
    lower_line place = lower_line_of(l, def_span(s, kernel->fn));
    *out = (lower_kernel){.function = id, .kernel = kernel, .params = params, .n_params = n_all};
    out->line = place.line;
    out->column = place.column;
    *arena_map_at(s->memory, &l->kernel_names, sema_intern_text(s, kernel->name), 1) = 1;
    return true;
}

/* The struct that GridMut is, from the launch's pointer and length. */
static ir_value lower_grid_of(lower_fn *f, sema_ty ty, ir_value ptr, ir_value len)
{
    const lower_layout *layout = lower_layout_of(f->l, ty, (sema_span){0});
    const lower_variant *v = layout->variants;
    ir_value *fields = ARENA_ARRAY(f->l->s->memory, ir_value, v->n_fields);
    for (uint32_t i = 0; i < v->n_fields; i++) {
        const lower_layout *field = lower_layout_of(f->l, v->fields[i], (sema_span){0});
        if (field->ir == f->l->ptr)
            fields[i] = ptr;
        else if (field->shape == SHAPE_FAT)
            fields[i] = lower_make_fat(f, ptr, len);
        else if (field->ir == IR_U64)
            fields[i] = len;
    }
    return lower_make_variant(f, layout, v, fields);
}

/* `block = ..` promises a shape: what is proved of indices rests on it. */
static void lower_check_block(lower_fn *f, const sema_kernel *kernel)
{
    sema *s = f->l->s;
    uint32_t sides[3];
    if (!f->bounds_checks || !kernel->block[0])
        return;
    for (int i = 0; i < 3; i++)
        sides[i] = kernel->block[i] ? kernel->block[i] : 1;
    const char *message =
        arena_format(s->memory, "the launch's blocks have another shape than the kernel's, (%u, %u, %u)",
                     (unsigned)sides[0], (unsigned)sides[1], (unsigned)sides[2]);
    ir_site_id site = lower_site(f, syntax_name_span(s, def_get(s, kernel->fn)->node), message);
    for (int i = 0; i < 3; i++) {
        ir_value own = ir_intrinsic_call(&f->b, IR_IN_BLOCK_DIM, IR_U32, NULL, 0, (uint64_t)i);
        ir_check(&f->b, ir_binary(&f->b, IR_EQ, IR_BOOL, own, ir_const(&f->b, IR_U32, sides[i])), site, NULL, 0);
    }
}

void lower_entry(lower_fn *f, const lower_instance *instance)
{
    sema *s = f->l->s;
    const thir_body *body = f->body;
    const lower_kernel *kernel = NULL;
    for (uint32_t i = 0; i < f->l->n_kernels; i++)
        if (f->l->kernels[i].function == instance->function)
            kernel = &f->l->kernels[i];
    if (!kernel)
        return;
    lower_check_block(f, kernel->kernel);
    ir_value *values = ARENA_ARRAY(s->memory, ir_value, body->params.n);
    for (uint32_t i = 0; i < body->params.n; i++) {
        const lower_param *p = &kernel->params[i];
        ir_value first = p->first_param + 1;
        bool is_slice = ty_kind_of(s, lower_ty(f, body->params.at[i].ty)) == TY_REF;
        if (is_slice)
            values[i] = lower_make_fat(f, first, first + 1);
        else if (p->role == RUSTG_PARAM_GRID_MUT)
            values[i] = lower_grid_of(f, lower_ty(f, body->params.at[i].ty), first, first + 1);
        else
            values[i] = p->n_params ? first : 0;
    }
    lower_params(f, values);
    for (uint32_t i = 0; i < body->params.n; i++) {
        const thir_pat_node *pat = body->params.at[i].pat ? &body->pats.at[body->params.at[i].pat] : NULL;
        thir_local local = pat && pat->op == PAT_BINDING ? pat->local : body->params.at[i].local;
        if (local && kernel->params[i].role == RUSTG_PARAM_SLICE && f->slots[local].kind == SLOT_VALUE)
            f->slots[local].invariant = true;
    }
}

lower *lower_crate(sema *s, ir_module *m, const lower_options *options, const lower_kernel **kernels,
                   uint32_t *n_kernels)
{
    lower *l = ARENA_NEW(s->memory, lower);
    uint32_t n;
    const sema_kernel *all = sema_kernels(s, &n);
    lower_begin(l, s, m, options);
    l->kernels = ARENA_ARRAY(s->memory, lower_kernel, n);
    for (uint32_t i = 0; i < n; i++)
        if (lower_declare_kernel(l, &all[i], &l->kernels[l->n_kernels]))
            l->n_kernels++;
    lower_build_all(l);
    *kernels = l->kernels;
    *n_kernels = l->n_kernels;
    return l->failed || l->broken ? NULL : l;
}
