/* ty.h: types, interned: equal types have equal numbers. Generic arguments are lists of sema_ty that hold lifetimes,
 * types and constants alike, in the order in which generics declare them (parents first, then lifetimes, then the rest
 * in order). */
#ifndef RUSTG_TY_H
#define RUSTG_TY_H

#include "sema/sema.h"

typedef enum ty_kind {
    TY_NONE,  /* slot 0 */
    TY_ERROR, /* reported already; unifies with everything */
    TY_BOOL,
    TY_CHAR,
    TY_I8,
    TY_I16,
    TY_I32,
    TY_I64,
    TY_I128,
    TY_ISIZE,
    TY_U8,
    TY_U16,
    TY_U32,
    TY_U64,
    TY_U128,
    TY_USIZE,
    TY_F32,
    TY_F64,
    TY_NEVER,
    TY_STR,
    TY_TUPLE,      /* args: the elements; () is the empty one */
    TY_ARRAY,      /* args: element, length (a constant) */
    TY_SLICE,      /* args: element */
    TY_REF,        /* args: region, type; mutable */
    TY_PTR,        /* args: type; mutable */
    TY_ADT,        /* def: struct, enum or union; args */
    TY_FN_DEF,     /* def: fn, or a tuple struct's or variant's constructor; args: the parents' and its own */
    TY_FN_PTR,     /* args: parameters, then result; the lifetimes that it leaves to each call are REGION_LATE */
    TY_CLOSURE,    /* def: DEF_CLOSURE; args: those of the body it stands in */
    TY_DYN,        /* def: its trait, or 0 if it has auto traits only; value: those, a bit of ty_auto each; args: the
                      lifetime, the trait's but for Self, a type for each of def_dyn's, def_dyn_called_as */
    TY_PARAM,      /* def: DEF_TYPE_PARAM or DEF_CONST_PARAM; Self of a trait is one too */
    TY_PROJECTION, /* def: DEF_ASSOC_TY of a trait; args: the trait's (Self first), then its own */
    TY_OPAQUE, /* def: DEF_OPAQUE, `impl Trait` as a result; args of its fn. In argument position it is a TY_PARAM */
    TY_INFER,  /* value: an inference variable; sub: a ty_infer_kind */
    TY_CONST,  /* value: a constant's bits; args: its type */
    TY_CONST_UNEVALUATED, /* def: the constant (or an anonymous one); args */
    TY_REGION,            /* sub: a ty_region; def: DEF_LIFETIME_PARAM for REGION_PARAM; value: number for REGION_VAR,
                             REGION_ELIDED, REGION_BOUND, REGION_LATE */
    TY_N_KINDS
} ty_kind;
_Static_assert(TY_CHAR == TY_BOOL + 1 && TY_I8 == TY_CHAR + 1 && TY_ISIZE == TY_I8 + 5 && TY_U8 == TY_ISIZE + 1 &&
                   TY_USIZE == TY_U8 + 5 && TY_F32 == TY_USIZE + 1 && TY_F64 == TY_F32 + 1,
               "ty_kind: scalars stand together, from TY_BOOL to TY_F64: signed integers, unsigned ones, floats");
_Static_assert(TY_ERROR == TY_NONE + 1 && TY_BOOL == TY_ERROR + 1 && TY_NEVER == TY_F64 + 1 && TY_STR == TY_NEVER + 1 &&
                   TY_TUPLE == TY_STR + 1,
               "ty_kind: kinds without parts stand before all others, and TY_STR is the last of them");
/* Kinds by groups, for switches that name every kind: `case TY_CASES_FLOAT:`. */
/* clang-format off */
#define TY_CASES_NOTHING TY_NONE: case TY_N_KINDS
#define TY_CASES_SIGNED TY_I8: case TY_I16: case TY_I32: case TY_I64: case TY_I128: case TY_ISIZE
#define TY_CASES_UNSIGNED TY_U8: case TY_U16: case TY_U32: case TY_U64: case TY_U128: case TY_USIZE
#define TY_CASES_FLOAT TY_F32: case TY_F64
#define TY_CASES_NUMBER TY_CASES_SIGNED: case TY_CASES_UNSIGNED: case TY_CASES_FLOAT
#define TY_CASES_SCALAR TY_BOOL: case TY_CHAR: case TY_CASES_NUMBER
#define TY_CASES_LIST TY_ARRAY: case TY_SLICE
#define TY_CASES_POINTER TY_REF: case TY_PTR
#define TY_CASES_CALLABLE TY_FN_DEF: case TY_FN_PTR: case TY_CLOSURE
#define TY_CASES_UNKNOWN TY_PARAM: case TY_PROJECTION: case TY_OPAQUE: case TY_INFER
#define TY_CASES_NO_TYPE TY_CONST: case TY_CONST_UNEVALUATED: case TY_REGION /* other generic arguments */
/* clang-format on */

typedef enum ty_infer_kind { INFER_GENERAL, INFER_INT, INFER_FLOAT, INFER_CONST } ty_infer_kind;
typedef enum ty_region {
    REGION_ERASED, /* in bodies: unification does not look at lifetimes */
    REGION_STATIC,
    REGION_PARAM,
    REGION_ELIDED, /* of a signature: the value-th lifetime that an argument leaves out */
    REGION_BOUND,  /* in def_predicate.of_any: one of a `for<'a>`; value: the node that declares it */
    REGION_LATE,   /* in a TY_FN_PTR: chosen by each call of it; value: number + depth * TY_LATE_DEPTH */
    REGION_VAR     /* borrow checking's */
} ty_region;

enum { TY_AUTO_SEND = 1, TY_AUTO_SYNC = 2 };

/* Flags that tell what is somewhere inside of a type. */
enum {
    TY_HAS_INFER = 1,
    TY_HAS_PARAM = 2,
    TY_HAS_PROJECTION = 4,
    TY_HAS_REGION = 8 /* other than erased */,
    TY_HAS_ERROR = 16,
    TY_HAS_OPAQUE = 32,
    TY_HAS_UNEVALUATED = 64,
    TY_HAS_LIFETIME = 128 /* a place for one, erased or not; closures have them */,
    TY_OPEN = 255 /* any of these: another type may come to be the same */
};

typedef struct ty_info {
    uint8_t kind, sub, mutable, flags;
    sema_def def;
    uint32_t first_arg, n_args;
    uint64_t value;
} ty_info;

struct ty_table {
    const struct ty_table *library; /* has the types below first; NULL: this is the library's */
    sema_ty first;
    uint32_t first_arg;
    VEC(ty_info) infos;
    VEC(sema_ty) args;
    VEC(uint32_t) hashes;
    sema_ty *slots;
    uint32_t n_slots;
    sema_ty unit, erased;
    arena_map erasures; /* by type that names regions: what ty_erase_regions makes of it */
};

static inline const ty_info *ty_info_of(const struct ty_table *t, sema_ty ty)
{
    return ty < t->first ? &t->library->infos.at[ty] : &t->infos.at[ty - t->first];
}

/* Valid until the next type is made. */
static inline const ty_info *ty_get(const sema *s, sema_ty t)
{
    return ty_info_of(s->types, t);
}

static inline ty_kind ty_kind_of(const sema *s, sema_ty t)
{
    return (ty_kind)ty_get(s, t)->kind;
}

static inline bool ty_has(const sema *s, sema_ty t, uint8_t flags)
{
    return (ty_get(s, t)->flags & flags) != 0;
}

/* All of a type's arguments lie where the first does. */
static inline const sema_ty *ty_args_at(const struct ty_table *t, uint32_t first_arg)
{
    return first_arg < t->first_arg ? &t->library->args.at[first_arg] : t->args.at + (first_arg - t->first_arg);
}

static inline sema_ty ty_arg(const sema *s, sema_ty t, uint32_t i)
{
    const ty_info *info = ty_get(s, t);
    return i < info->n_args ? ty_args_at(s->types, info->first_arg)[i] : TY_NONE;
}

/* Stays valid. */
const sema_ty *ty_args(sema *s, sema_ty t, uint32_t *n_args);

void ty_begin_library(sema *s);
void ty_begin(sema *s, const sema *library);
/* Kinds without parts (TY_BOOL to TY_STR, and TY_ERROR) have their own number as their type: (sema_ty)TY_I32. */
sema_ty ty_make(sema *s, ty_info info, const sema_ty *args); /* first_arg and flags are filled in */
sema_ty ty_unit(sema *s);
sema_ty ty_tuple(sema *s, const sema_ty *elements, uint32_t n);
sema_ty ty_array(sema *s, sema_ty element, sema_ty length);
sema_ty ty_slice(sema *s, sema_ty element);
sema_ty ty_ref(sema *s, sema_ty region, bool mutable, sema_ty to);
sema_ty ty_ptr(sema *s, bool mutable, sema_ty to);
sema_ty ty_adt(sema *s, sema_def def, const sema_ty *args, uint32_t n);
sema_ty ty_fn_def(sema *s, sema_def def, const sema_ty *args, uint32_t n);
sema_ty ty_fn_ptr(sema *s, bool is_unsafe, const sema_ty *params_and_result, uint32_t n); /* unsafe: .mutable */
sema_ty ty_param(sema *s, sema_def param);
sema_ty ty_dyn(sema *s, sema_def trait, uint64_t autos, const sema_ty *args, uint32_t n);
sema_ty ty_projection(sema *s, sema_def assoc, const sema_ty *args, uint32_t n);
sema_ty ty_const(sema *s, sema_ty type, uint64_t bits);
sema_ty ty_usize_const(sema *s, uint64_t n);
sema_ty ty_erased(sema *s);
sema_ty ty_region_of(sema *s, ty_region kind, sema_def param, uint32_t value);

/* The lifetimes that a fn pointer leaves to each call (`for<'a> fn(&'a T)`) are numbered as they first stand in its
 * type, and told apart from those of pointers in it and around it by depth: 0 of the innermost pointer around. Types
 * that differ only in them are different types, as in Rust. */
enum { TY_LATE_DEPTH = 1u << 16 };
sema_ty ty_late(sema *s, uint32_t depth, uint32_t number);
/* Puts what fn answers in the place of each lifetime; depth: how many fn pointers in t are around it. */
typedef sema_ty (*ty_region_fn)(sema *s, sema_ty region, uint32_t depth, void *user);
sema_ty ty_fold_regions(sema *s, sema_ty t, ty_region_fn fn, void *user);
/* Puts what fn answers in the place of the lifetimes that t, which stands directly in a fn pointer's type, has of that
 * pointer. */
typedef sema_ty (*ty_late_fn)(sema *s, uint32_t number, uint32_t depth, void *user);
sema_ty ty_fold_late(sema *s, sema_ty t, ty_late_fn fn, void *user);
/* The parameters and the result of a fn pointer as a call has them: such lifetimes are erased. */
const sema_ty *ty_fn_ptr_parts(sema *s, sema_ty pointer, uint32_t *n);

bool ty_is_integer(const sema *s, sema_ty t); /* i8..usize, not inference variables */
bool ty_is_signed(const sema *s, sema_ty t);
bool ty_is_float(const sema *s, sema_ty t);
bool ty_is_numeric_var(const sema *s, sema_ty t);
bool ty_is_scalar(const sema *s, sema_ty t);        /* bool, char, numbers, raw and fn pointers, numeric variables */
bool ty_mentions(sema *s, sema_ty t, sema_ty part); /* whether part, a lifetime or a type, is t or stands in it */
uint32_t ty_bits(const sema *s, sema_ty t);         /* of an integer or float */

/* A list of generic arguments for the parameters of def and of its parents (def_generics). TY_PARAM and REGION_PARAM
 * of these become the entries of the list. */
typedef struct ty_subst {
    sema_def owner; /* whose def_generics the list is for */
    const sema_ty *args;
    uint32_t n_args;
} ty_subst;
sema_ty ty_substitute(sema *s, sema_ty t, const ty_subst *subst);
sema_ty ty_erase_regions(sema *s, sema_ty t);
/* Rebuilds a type bottom up: fn is asked for each part that has one of the flags, after its own parts are done (the
 * type itself for no change). Where a part stands in many places one answer may serve them all. */
sema_ty ty_fold(sema *s, sema_ty t, uint8_t flags, sema_ty (*fn)(sema *s, sema_ty t, void *user), void *user);
/* Does the same for each part for which `concerns` answers true, once at each of its places. */
sema_ty ty_fold_each(sema *s, sema_ty t, bool (*concerns)(sema *s, sema_ty t, void *user),
                     sema_ty (*fn)(sema *s, sema_ty t, void *user), void *user);

/* Writes a type as rustc does in messages: "&mut [f32]", "{integer}", "Option<_>". Arena memory. */
const char *ty_print(sema *s, sema_ty t);
const char *ty_print_short(sema *s, sema_ty t); /* without modules, as where two types are contrasted */
const char *ty_print_fn(sema *s, sema_def fn, const sema_ty *args, uint32_t n_args); /* "Type::<..>::name::<..>" */
/* The same with the modules of all names: "module::Type::<..>::NAME", "module::NAME::{constant#0}". */
const char *ty_print_item(sema *s, sema_def item, const sema_ty *args, uint32_t n_args);
/* What core::any::type_name says of a type without parameters: "core::option::Option<&str>". NULL: it is not known. */
const char *ty_name(sema *s, sema_ty t);

#endif
