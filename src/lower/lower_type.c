/* lower_type.c: makes the layouts of concrete types. */
#include "lower/lower_internal.h"

#include "rustg/diagnostic.h"
#include "rustg/diagnostic_kind.h"

enum { DEEPEST_TAIL = 128 };

void lower_not_yet(lower *l, sema_span at, const char *what, const char *instead)
{
    l->failed = true;
    sema_report report = sema_error(l->s, RUSTG_DIAG_NOT_COMPILED_YET, at);
    sema_arg(&report, "%s", what);
    sema_arg(&report, "%s", instead);
}

sema_ty lower_type_arg(const sema *s, const sema_ty *args, uint32_t n, uint32_t i)
{
    for (uint32_t k = 0; k < n; k++)
        if (ty_kind_of(s, args[k]) != TY_REGION && i-- == 0)
            return args[k];
    return TY_ERROR;
}

uint32_t lower_type_depth(lower *l, sema_ty ty)
{
    const uint32_t *known = arena_map_at(l->s->memory, &l->depth_map, (uint64_t)ty + 1, 0);
    if (known)
        return *known;
    uint32_t n, most = 0;
    const sema_ty *args = ty_args(l->s, ty, &n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t one = lower_type_depth(l, args[i]);
        most = one > most ? one : most;
    }
    *arena_map_at(l->s->memory, &l->depth_map, (uint64_t)ty + 1, 1) = most + 1;
    return most + 1;
}

ir_type lower_ir_type(lower *l, sema_ty ty, sema_span at)
{
    return lower_layout_of(l, ty, at)->ir;
}

const lower_variant *lower_variant_of(lower *l, const lower_layout *layout, sema_def variant)
{
    const uint32_t index = def_kind_of(l->s, variant) == DEF_VARIANT ? def_get(l->s, variant)->index : 0;
    return index < layout->n_variants ? &layout->variants[index] : layout->variants;
}

static ir_type lower_scalar_of(ty_kind kind)
{
    switch (kind) {
    case TY_BOOL: return IR_BOOL;
    case TY_I8: return IR_I8;
    case TY_I16: return IR_I16;
    case TY_I32: return IR_I32;
    case TY_I64:
    case TY_ISIZE: return IR_I64;
    case TY_U8: return IR_U8;
    case TY_U16: return IR_U16;
    case TY_CHAR:
    case TY_U32: return IR_U32;
    case TY_U64:
    case TY_USIZE: return IR_U64;
    case TY_F32: return IR_F32;
    case TY_F64: return IR_F64;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_I128:
    case TY_U128:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_CALLABLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return IR_VOID;
}

const sema_ty *lower_field_types(lower *l, sema_def adt, sema_def variant, const sema_ty *args, uint32_t n_args,
                                 uint32_t *n)
{
    sema *s = l->s;
    const sema_def *fields = def_fields(s, variant, n);
    sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, *n);
    ty_subst subst = {adt, args, n_args};
    for (uint32_t i = 0; i < *n; i++)
        types[i] = trait_concrete(s, ty_substitute(s, def_type(s, fields[i]), &subst));
    return types;
}

/* The type of a struct's last field, which may still hold constants that nobody has evaluated: the length of an array
 * there may ask for the size of a reference to this very struct. */
sema_ty lower_last_field(lower *l, sema_def adt, const sema_ty *args, uint32_t n_args)
{
    sema *s = l->s;
    uint32_t n = 0;
    const sema_def *fields = def_kind_of(s, adt) == DEF_STRUCT ? def_fields(s, adt, &n) : NULL;
    const ty_subst subst = {adt, args, n_args};
    return n ? ty_substitute(s, def_type(s, fields[n - 1]), &subst) : TY_NONE;
}

/* The slice, str or trait object that it ends in; TY_NONE: its size is known. */
static sema_ty lower_unsized_end(lower *l, sema_ty ty)
{
    sema *s = l->s;
    for (uint32_t depth = 0; depth < DEEPEST_TAIL; depth++) { /* what is longer was reported */
        if (ty_kind_of(s, ty) == TY_PROJECTION)
            ty = trait_concrete(s, ty);
        uint32_t n;
        const sema_ty *args = ty_args(s, ty, &n);
        switch (ty_kind_of(s, ty)) {
        case TY_SLICE:
        case TY_DYN:
        case TY_STR: return ty;
        case TY_TUPLE:
            if (!n)
                return (sema_ty)TY_NONE;
            ty = args[n - 1];
            break;
        case TY_ADT:
            ty = lower_last_field(l, ty_get(s, ty)->def, args, n);
            if (ty == (sema_ty)TY_NONE)
                return (sema_ty)TY_NONE;
            break;
        case TY_CASES_NOTHING:
        case TY_ERROR:
        case TY_CASES_SCALAR:
        case TY_NEVER:
        case TY_ARRAY:
        case TY_CASES_POINTER:
        case TY_CASES_CALLABLE:
        case TY_CASES_UNKNOWN:
        case TY_CASES_NO_TYPE: return (sema_ty)TY_NONE;
        }
    }
    return (sema_ty)TY_NONE;
}

static ty_kind lower_unsized_kind(lower *l, sema_ty ty)
{
    if (ty_kind_of(l->s, ty) != TY_ADT)
        return ty_kind_of(l->s, lower_unsized_end(l, ty));
    const uint32_t *known = arena_map_at(l->s->memory, &l->unsized_map, ty, 0);
    if (known)
        return (ty_kind)(*known - 1);
    const ty_kind kind = ty_kind_of(l->s, lower_unsized_end(l, ty));
    *arena_map_at(l->s->memory, &l->unsized_map, ty, 1) = (uint32_t)kind + 1;
    return kind;
}

bool lower_is_unsized(lower *l, sema_ty ty)
{
    return lower_unsized_kind(l, ty) != TY_NONE;
}

sema_ty lower_object_in(lower *l, sema_ty ty)
{
    return lower_unsized_kind(l, ty) == TY_DYN ? lower_unsized_end(l, ty) : (sema_ty)TY_NONE;
}

ir_type lower_pointer_type(lower *l, sema_ty ty)
{
    const ty_kind kind = lower_unsized_kind(l, ty);
    return kind == TY_NONE ? l->ptr : kind == TY_DYN ? lower_object_type(l) : l->fat;
}

static void lower_type_lay_out_enum(lower *l, lower_layout *out, sema_def adt, const sema_ty *args, uint32_t n_args,
                                    sema_span at)
{
    sema *s = l->s;
    uint32_t n;
    const sema_def *defs = def_variants(s, adt, &n);
    const sema_ty tag = def_repr_of(s, adt).tag;
    if (tag == (sema_ty)TY_I128 || tag == (sema_ty)TY_U128)
        lower_not_yet(l, at, "an enum with a tag of 128 bits", "take one of 64 bits");
    lower_variant *variants = ARENA_ARRAY(s->memory, lower_variant, n);
    for (uint32_t i = 0; i < n; i++) {
        variants[i].def = defs[i];
        variants[i].discriminant = (uint64_t)def_discriminant(s, defs[i]);
        variants[i].fields = lower_field_types(l, adt, defs[i], args, n_args, &variants[i].n_fields);
    }
    lower_lay_out_enum(l, out, variants, n, def_repr_of(s, adt), ty_print_short(s, out->ty), at);
}

static const lower_niche not_null = {0, 1, UINT64_MAX, 8};

/* Types of the library that have fewer values or, in cells, values that the outside does not know. */
static void lower_limit_values(lower *l, lower_layout *out, sema_def adt, sema_span at)
{
    const def_info *def = def_get(l->s, adt);
    const char *name = sema_text(l->s, def->name);
    if (!def->is_library || !out->ir)
        return;
    if (strcmp(name, "UnsafeCell") == 0)
        out->niche = (lower_niche){0};
    else if (strcmp(name, "NonNull") == 0)
        out->niche = not_null;
    else if (strcmp(name, "Duration") == 0) /* its nanoseconds, behind the seconds */
        out->niche = (lower_niche){8, 0, 999999999, 4};
    else if (strcmp(name, "NonZero") == 0 && out->ir && ir_size(l->m, out->ir) > 8)
        lower_not_yet(l, at, "a `NonZero` of 128 bits", "keep the number and ask whether it is 0");
    else if (strcmp(name, "NonZero") == 0)
        out->niche =
            (lower_niche){0, 1, out->niche.size ? out->niche.end : UINT64_MAX >> (64 - 8 * ir_size(l->m, out->ir)),
                          (uint32_t)ir_size(l->m, out->ir)};
}

static void lower_lay_out_adt(lower *l, lower_layout *out, sema_def adt, const sema_ty *args, uint32_t n_args,
                              sema_span at)
{
    sema *s = l->s;
    def_kind kind = def_kind_of(s, adt);
    if (kind == DEF_ENUM) {
        lower_type_lay_out_enum(l, out, adt, args, n_args, at);
        return;
    }
    lower_variant *v = ARENA_NEW(s->memory, lower_variant);
    v->def = adt;
    v->fields = lower_field_types(l, adt, adt, args, n_args, &v->n_fields);
    out->variants = v;
    out->n_variants = 1;
    if (kind == DEF_UNION) {
        out->shape = SHAPE_RUST_UNION;
        ir_type *members = ARENA_ARRAY(s->memory, ir_type, v->n_fields);
        uint32_t *slots = ARENA_ARRAY(s->memory, uint32_t, v->n_fields);
        const def_repr repr = def_repr_of(s, adt);
        uint32_t n = 0, align = repr.align;
        v->packed = repr.packed;
        for (uint32_t i = 0; i < v->n_fields; i++) {
            const lower_layout *field = lower_layout_of(l, v->fields[i], at);
            const bool is_loose = field->ir && repr.packed && repr.packed < field->align;
            const uint32_t wants = is_loose ? repr.packed : field->align;
            ir_type member = is_loose ? ir_array(l->m, IR_U8, ir_size(l->m, field->ir)) : field->ir;
            align = wants > align ? wants : align;
            slots[i] = member ? n : LOWER_NO_SLOT;
            if (member)
                members[n++] = member;
        }
        v->slots = slots;
        /* An alignment that the members have already is left out. */
        uint32_t natural = 1;
        for (uint32_t i = 0; i < n; i++)
            natural = ir_align(l->m, members[i]) > natural ? ir_align(l->m, members[i]) : natural;
        v->ir = n ? ir_union(l->m, members, n, align > natural ? align : 0) : 0;
        out->align = align;
        out->ir = v->ir;
    } else {
        lower_lay_out_struct(l, out, v, def_repr_of(s, adt), ty_print_short(s, out->ty), at);
        lower_limit_values(l, out, adt, at);
    }
}

static void lower_lay_out_closure(lower *l, lower_layout *out, sema_def closure, const sema_ty *args, uint32_t n_args,
                                  sema_span at)
{
    sema *s = l->s;
    const thir_body *body = sema_body(s, closure);
    lower_variant *v = ARENA_NEW(s->memory, lower_variant);
    out->shape = SHAPE_STRUCT;
    out->variants = v;
    out->n_variants = 1;
    v->def = closure;
    if (!body || body->failed) {
        l->failed = true;
        return;
    }
    ty_subst subst = {body->generics_of, args, n_args};
    sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, body->captures.n);
    for (uint32_t i = 0; i < body->captures.n; i++) {
        const thir_capture *capture = &body->captures.at[i];
        sema_ty ty = trait_concrete(s, ty_substitute(s, capture->ty, &subst));
        types[i] = capture->mode == CAPTURE_VALUE ? ty : ty_ref(s, ty_erased(s), capture->mode == CAPTURE_MUT, ty);
    }
    v->fields = types;
    v->n_fields = body->captures.n;
    lower_lay_out_struct(l, out, v, (def_repr){0}, NULL, at);
}

static void lower_type_lay_out(lower *l, lower_layout *out, sema_span at)
{
    sema *s = l->s;
    sema_ty ty = out->ty;
    ty_info info = *ty_get(s, ty);
    uint32_t n;
    const sema_ty *args = ty_args(s, ty, &n);
    out->shape = SHAPE_SCALAR;
    switch ((ty_kind)info.kind) {
    case TY_BOOL:
    case TY_CHAR:
    case TY_I8:
    case TY_I16:
    case TY_I32:
    case TY_I64:
    case TY_ISIZE:
    case TY_U8:
    case TY_U16:
    case TY_U32:
    case TY_U64:
    case TY_USIZE:
    case TY_F32:
    case TY_F64:
        out->ir = lower_scalar_of((ty_kind)info.kind);
        if (info.kind == TY_BOOL || info.kind == TY_CHAR)
            out->niche = info.kind == TY_BOOL ? (lower_niche){0, 0, 1, 1} : (lower_niche){0, 0, 0x10FFFF, 4};
        break;
    case TY_I128:
    case TY_U128:
        if (!l->wide)
            l->wide = ir_struct(l->m, (ir_type[]){IR_U64, IR_U64}, 2, 16, "u128");
        out->ir = l->wide;
        break;
    case TY_STR:
        out->shape = SHAPE_UNSIZED;
        out->element = (sema_ty)TY_U8;
        out->align = 1;
        break;
    case TY_DYN: out->shape = SHAPE_OBJECT; break;
    case TY_SLICE:
        out->shape = SHAPE_UNSIZED;
        out->element = args[0];
        out->align = lower_layout_of(l, args[0], at)->align;
        break;
    case TY_ARRAY: {
        out->shape = SHAPE_ARRAY;
        out->element = args[0];
        out->n = ty_get(s, args[1])->value;
        const lower_layout *element = lower_layout_of(l, args[0], at);
        out->align = element->align;
        out->is_empty = out->n && element->is_empty;
        if (out->n)
            out->niche = element->niche;
        if (element->ir && out->n) {
            if (out->n > IR_MOST_BYTES / ir_size(l->m, element->ir)) {
                lower_not_yet(l, at, "an array of this size", "make it smaller");
                out->n = 0;
            } else {
                out->ir = ir_array(l->m, element->ir, out->n);
            }
        }
        break;
    }
    case TY_REF:
    case TY_PTR:
        out->element = info.kind == TY_REF ? args[1] : args[0];
        if (info.kind == TY_REF)
            out->niche = not_null;
        out->ir = lower_pointer_type(l, out->element);
        if (out->ir != l->ptr)
            out->shape = SHAPE_FAT;
        break;
    case TY_FN_PTR:
        out->ir = l->ptr;
        out->niche = not_null;
        break;
    case TY_TUPLE: {
        lower_variant *v = ARENA_NEW(s->memory, lower_variant);
        v->fields = args;
        v->n_fields = n;
        lower_lay_out_struct(l, out, v, (def_repr){0}, NULL, at);
        break;
    }
    case TY_ADT: lower_lay_out_adt(l, out, info.def, args, n, at); break;
    case TY_CLOSURE: lower_lay_out_closure(l, out, info.def, args, n, at); break;
    case TY_FN_DEF:
    case TY_NEVER:
        out->shape = SHAPE_STRUCT;
        out->is_empty = info.kind == TY_NEVER;
        break;
    case TY_ERROR: l->failed = true; break;
    case TY_CASES_NOTHING:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE:
        lower_not_yet(l, at, arena_format(s->memory, "the type `%s`", ty_print_short(s, ty)), "use a concrete type");
        break;
    }
    if (out->ir && ir_size(l->m, out->ir) > IR_MOST_BYTES) {
        lower_not_yet(l, at, "a type of this size", "make it smaller");
        out->ir = 0;
    }
    if (out->ir)
        out->align = ir_align(l->m, out->ir);
    else if (!out->align)
        out->align = 1;
}

const lower_layout *lower_layout_of(lower *l, sema_ty ty, sema_span at)
{
    uint32_t *known = arena_map_at(l->s->memory, &l->layout_map, (uint64_t)ty + 1, 0);
    if (known && *known)
        return l->layouts.at[*known];
    lower_layout *layout = ARENA_NEW(l->s->memory, lower_layout);
    layout->ty = ty;
    if (!sema_enter(l->s, at)) {
        l->failed = true;
        layout->align = 1;
        return layout;
    }
    lower_type_lay_out(l, layout, at);
    sema_leave(l->s);
    vec_push(l->s->memory, &l->layouts, layout);
    *arena_map_at(l->s->memory, &l->layout_map, (uint64_t)ty + 1, 1) = l->layouts.n - 1;
    return layout;
}
