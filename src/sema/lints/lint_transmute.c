/* lint_transmute.c: whether both types of a `transmute` surely have one size. It knows the layouts that Rust promises
 * and those without choice; where it does not know a size, it says nothing. */
#include "sema/lints/lint.h"
#include "rustg/diagnostic_kind.h"

typedef enum size_kind {
    SIZE_UNKNOWN, /* to this file */
    SIZE_KNOWN,
    SIZE_OF_POINTER, /* to `of`, a type parameter that may be unsized */
    SIZE_VARIES      /* by a type parameter */
} size_kind;
typedef struct transmute_size {
    size_kind kind;
    uint64_t bytes, align;
    sema_ty of;
} transmute_size;

static const transmute_size transmute_unknown = {SIZE_UNKNOWN, 0, 1, TY_NONE};

static transmute_size transmute_size_of(sema *s, sema_ty t);

static transmute_size transmute_known(uint64_t bytes, uint64_t align)
{
    return (transmute_size){SIZE_KNOWN, bytes, align ? align : 1, TY_NONE};
}

static transmute_size transmute_pointer(sema *s, sema_ty to)
{
    while (ty_kind_of(s, to) == TY_ADT && def_kind_of(s, ty_get(s, to)->def) == DEF_STRUCT) {
        uint32_t n_fields, n_args;
        const sema_def adt = ty_get(s, to)->def, *fields = def_fields(s, adt, &n_fields);
        const sema_ty *args = ty_args(s, to, &n_args);
        const ty_subst subst = {adt, args, n_args};
        if (!n_fields)
            break;
        to = ty_substitute(s, def_type(s, fields[n_fields - 1]), &subst);
    }
    switch (ty_kind_of(s, to)) {
    case TY_STR:
    case TY_SLICE:
    case TY_DYN: return transmute_known(16, 8);
    case TY_PROJECTION:
        if (!def_assoc_is_sized(s, ty_get(s, to)->def))
            return transmute_unknown;
        break;
    case TY_OPAQUE:
    case TY_ERROR:
    case TY_CASES_NOTHING:
    case TY_CASES_NO_TYPE: return transmute_unknown;
    case TY_PARAM:
        if (!def_param_is_sized(s, ty_get(s, to)->def))
            return (transmute_size){SIZE_OF_POINTER, 8, 8, to};
        break;
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_TUPLE:
    case TY_ARRAY:
    case TY_CASES_POINTER:
    case TY_CASES_CALLABLE:
    case TY_ADT:
    case TY_INFER: break;
    }
    return transmute_known(8, 8);
}

/* Of parts in an order that is the compiler's choice, the size is their sum, because sizes are multiples of
 * alignments; in_order: it is not its choice; packed: the most that a part is aligned to, or 0. */
static transmute_size transmute_parts(sema *s, const sema_ty *parts, uint32_t n, bool in_order, uint32_t packed)
{
    transmute_size all = transmute_known(0, 1);
    for (uint32_t i = 0; i < n; i++) {
        transmute_size part = transmute_size_of(s, parts[i]);
        if (part.kind == SIZE_UNKNOWN || part.kind == SIZE_OF_POINTER)
            return transmute_unknown;
        if (part.kind == SIZE_VARIES)
            all.kind = SIZE_VARIES;
        if (packed && part.align > packed)
            part.align = packed;
        if (in_order)
            all.bytes = (all.bytes + part.align - 1) / part.align * part.align;
        all.bytes += part.bytes;
        all.align = part.align > all.align ? part.align : all.align;
    }
    all.bytes = (all.bytes + all.align - 1) / all.align * all.align;
    return all;
}

static transmute_size transmute_adt(sema *s, sema_ty t)
{
    const sema_def adt = ty_get(s, t)->def;
    uint32_t n_fields, n_args, n_variants = 0;
    const def_kind kind = def_kind_of(s, adt);
    const def_repr repr = def_repr_of(s, adt);
    const sema_ty *args = ty_args(s, t, &n_args);
    if (kind == DEF_ENUM) {
        const sema_def *variants = def_variants(s, adt, &n_variants);
        for (uint32_t i = 0; i < n_variants; i++) {
            def_fields(s, variants[i], &n_fields);
            if (n_fields)
                return transmute_unknown;
        }
        if (repr.tag)
            return transmute_size_of(s, repr.tag);
        return repr.c || n_variants > 128 ? transmute_unknown : transmute_known(n_variants > 1, 1);
    }
    if (kind != DEF_STRUCT || repr.align)
        return transmute_unknown;
    const sema_def *fields = def_fields(s, adt, &n_fields);
    const ty_subst subst = {adt, args, n_args};
    sema_ty *parts = ARENA_ARRAY(s->memory, sema_ty, n_fields);
    for (uint32_t i = 0; i < n_fields; i++)
        parts[i] = ty_substitute(s, def_type(s, fields[i]), &subst);
    return transmute_parts(s, parts, n_fields, repr.c, repr.packed);
}

static transmute_size transmute_array(sema *s, sema_ty t)
{
    const transmute_size one = transmute_size_of(s, ty_arg(s, t, 0));
    const ty_info *length = ty_get(s, ty_arg(s, t, 1));
    if (one.kind == SIZE_UNKNOWN || one.kind == SIZE_OF_POINTER)
        return transmute_unknown;
    if (one.kind == SIZE_KNOWN && !one.bytes)
        return one;
    if (length->kind == TY_PARAM || (length->kind == TY_CONST && one.kind == SIZE_VARIES && length->value))
        return (transmute_size){SIZE_VARIES, 0, one.align, TY_NONE};
    if (length->kind != TY_CONST || length->value > UINT32_MAX || one.bytes > UINT32_MAX)
        return transmute_unknown;
    return transmute_known(one.bytes * length->value, one.align);
}

static transmute_size transmute_size_of(sema *s, sema_ty t)
{
    const sema_span nowhere = {0, 0, 0};
    transmute_size size = transmute_unknown;
    uint32_t n;
    if (!sema_enter(s, nowhere))
        return size;
    const ty_kind kind = ty_kind_of(s, t);
    if (kind == TY_BOOL)
        size = transmute_known(1, 1);
    else if (kind == TY_CHAR)
        size = transmute_known(4, 4);
    else if (ty_is_integer(s, t) || kind == TY_F32 || kind == TY_F64)
        size = transmute_known(ty_bits(s, t) / 8, ty_bits(s, t) / 8);
    else if (kind == TY_FN_DEF || kind == TY_NEVER)
        size = transmute_known(0, 1);
    else if (kind == TY_FN_PTR)
        size = transmute_known(8, 8);
    else if (kind == TY_REF || kind == TY_PTR)
        size = transmute_pointer(s, ty_arg(s, t, kind == TY_REF));
    else if (kind == TY_PARAM || kind == TY_PROJECTION)
        size = (transmute_size){SIZE_VARIES, 0, 1, TY_NONE};
    else if (kind == TY_TUPLE) {
        const sema_ty *parts = ty_args(s, t, &n);
        size = transmute_parts(s, parts, n, false, 0);
    } else if (kind == TY_ARRAY)
        size = transmute_array(s, t);
    else if (kind == TY_ADT)
        size = transmute_adt(s, t);
    sema_leave(s);
    return size;
}

static const char *transmute_text(sema *s, sema_ty t, transmute_size size)
{
    const char *shown = ty_print(s, t);
    if (size.kind == SIZE_KNOWN)
        return arena_format(s->memory, "`%s` (%llu bits)", shown, 8 * (unsigned long long)size.bytes);
    if (size.kind == SIZE_OF_POINTER)
        return arena_format(s->memory, "`%s` (pointer to `%s`)", shown, ty_print(s, size.of));
    return arena_format(s->memory, "`%s` (this type does not have a fixed size)", shown);
}

void lint_check_sizes(sema *s, sema_ty from, sema_ty to, sema_span at)
{
    const uint32_t bad = TY_HAS_ERROR | TY_HAS_INFER | TY_HAS_OPAQUE;
    if (from == to || ty_has(s, from, bad) || ty_has(s, to, bad))
        return;
    const transmute_size a = transmute_size_of(s, from), b = transmute_size_of(s, to);
    if (a.kind == SIZE_UNKNOWN || b.kind == SIZE_UNKNOWN ||
        (a.kind == SIZE_KNOWN && a.kind == b.kind && a.bytes == b.bytes) ||
        (a.kind == SIZE_OF_POINTER && a.kind == b.kind && a.of == b.of))
        return;
    if (ty_kind_of(s, from) == TY_FN_DEF && (ty_kind_of(s, to) == TY_FN_PTR || ty_kind_of(s, to) == TY_PTR))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_TRANSMUTE_SIZES, at);
    sema_note(&r, "source type: %s", transmute_text(s, from, a));
    sema_note(&r, "target type: %s", transmute_text(s, to, b));
}
