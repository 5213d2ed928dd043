/* borrow_packed.c: finds references to fields of packed structs that may not be aligned (E0793). */
#include "sema/borrow/borrow_internal.h"
#include "rustg/diagnostic_kind.h"

/* The alignment of a type, or 0 where it is not known here. */
static uint32_t borrow_align_of(sema *s, sema_ty t, uint32_t depth);

static uint32_t borrow_most_align(sema *s, const sema_ty *types, uint32_t n, const ty_subst *subst, uint32_t depth)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < n && most; i++) {
        const uint32_t one = borrow_align_of(s, subst ? ty_substitute(s, types[i], subst) : types[i], depth + 1);
        most = one == 0 ? 0 : one > most ? one : most;
    }
    return most;
}

static uint32_t borrow_align_of_adt(sema *s, sema_ty t, uint32_t depth)
{
    const sema_def adt = ty_get(s, t)->def;
    const def_repr repr = def_repr_of(s, adt);
    uint32_t n_args, n_variants, n_fields, most = 1;
    const sema_ty *args = ty_args(s, t, &n_args);
    const ty_subst subst = {adt, args, n_args};
    const sema_def *variants = def_variants(s, adt, &n_variants);
    if (repr.packed == 1)
        return 1;
    if (def_kind_of(s, adt) == DEF_ENUM && n_variants > 1)
        most = repr.tag ? borrow_align_of(s, repr.tag, depth) : repr.c || n_variants > 256 ? 0 : 1;
    for (uint32_t i = 0; i < n_variants && most; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            types[k] = def_type(s, fields[k]);
        const uint32_t one = borrow_most_align(s, types, n_fields, &subst, depth);
        most = one == 0 ? 0 : one > most ? one : most;
    }
    if (repr.packed && most > repr.packed)
        return repr.packed;
    return most && repr.align > most ? repr.align : most;
}

static uint32_t borrow_align_of(sema *s, sema_ty t, uint32_t depth)
{
    enum { DEEPEST_TYPE = 32 };
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    if (depth > DEEPEST_TYPE)
        return 0;
    switch (ty_kind_of(s, t)) {
    case TY_BOOL:
    case TY_STR: return 1;
    case TY_CHAR: return 4;
    case TY_CASES_NUMBER: return ty_bits(s, t) / 8;
    case TY_CASES_POINTER:
    case TY_FN_PTR: return 8;
    case TY_NEVER:
    case TY_FN_DEF: return 1;
    case TY_CASES_LIST: return borrow_align_of(s, args[0], depth + 1);
    case TY_TUPLE: return borrow_most_align(s, args, n, NULL, depth);
    case TY_ADT: return borrow_align_of_adt(s, t, depth);
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_DYN:
    case TY_CLOSURE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return 0;
}

void borrow_check_packed(borrow_ctx *c, borrow_place place, sema_span at)
{
    sema *s = c->s;
    const char *what = "struct";
    uint32_t packed = 0;
    for (borrow_place p = place; c->places.at[p].parent; p = c->places.at[p].parent) {
        if (c->places.at[p].elem == ELEM_DEREF)
            break;
        const sema_ty base = c->places.at[c->places.at[p].parent].ty;
        if (c->places.at[p].elem != ELEM_FIELD || ty_kind_of(s, base) != TY_ADT)
            continue;
        const uint32_t one = def_repr_of(s, ty_get(s, base)->def).packed;
        if (one && (!packed || one < packed)) {
            packed = one;
            what = def_kind_of(s, ty_get(s, base)->def) == DEF_UNION ? "union" : "struct";
        }
    }
    const uint32_t wants = packed ? borrow_align_of(s, c->places.at[place].ty, 0) : 1;
    if (!packed || (wants && wants <= packed))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_PACKED_REFERENCE, at);
    sema_arg(&r, "%s", what);
    sema_note(&r, "this %s is %s%u-byte aligned, but the type of this field may require higher alignment", what,
              packed > 1 ? "at most " : "", (unsigned)packed);
    sema_note(&r, "creating a misaligned reference is undefined behavior (even if that reference is never "
                  "dereferenced)");
    sema_help(&r, "copy the field contents to a local variable, or replace the reference with a raw pointer and use "
                  "`read_unaligned`/`write_unaligned` (loads and stores via `*p` must be properly aligned even when "
                  "using raw pointers)");
}
