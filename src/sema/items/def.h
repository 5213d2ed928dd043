/* def.h: declares definitions and the questions about them. An answer is worked out when it is first asked for, and
 * remembered. A query that needs its own answer reports a cycle (E0391) and answers TY_ERROR. */
#ifndef RUSTG_DEF_H
#define RUSTG_DEF_H

#include "sema/syntax/syntax.h"
#include "sema/infer/ty.h"

typedef enum def_kind {
    DEF_NONE,
    DEF_CRATE,
    DEF_MOD,
    DEF_FN /* free, associated, foreign (intrinsics) */,
    DEF_STRUCT,
    DEF_UNION,
    DEF_ENUM,
    DEF_VARIANT,
    DEF_FIELD,
    DEF_TRAIT,
    DEF_IMPL,
    DEF_CONST /* free and associated; node none and anon: array lengths */,
    DEF_STATIC,
    DEF_TY_ALIAS,
    DEF_ASSOC_TY /* of a trait or an impl */,
    DEF_TYPE_PARAM,
    DEF_CONST_PARAM,
    DEF_LIFETIME_PARAM,
    DEF_CLOSURE,
    DEF_OPAQUE,
    DEF_ANON_CONST,
    DEF_BLOCK /* holds a block's items */
} def_kind;
/* Kinds by groups, for switches that name every kind: `case DEF_CASES_PARAM:`. */
/* clang-format off */
#define DEF_CASES_MODULE DEF_CRATE: case DEF_MOD
#define DEF_CASES_ADT DEF_STRUCT: case DEF_UNION: case DEF_ENUM
#define DEF_CASES_OF_ADT DEF_VARIANT: case DEF_FIELD
#define DEF_CASES_VALUE DEF_CONST: case DEF_STATIC
#define DEF_CASES_ALIAS DEF_TY_ALIAS: case DEF_ASSOC_TY
#define DEF_CASES_PARAM DEF_TYPE_PARAM: case DEF_CONST_PARAM: case DEF_LIFETIME_PARAM
#define DEF_CASES_NAMELESS DEF_CLOSURE: case DEF_OPAQUE: case DEF_ANON_CONST: case DEF_BLOCK
/* clang-format on */

typedef struct def_info {
    uint8_t kind;
    sema_symbol name;
    sema_def parent; /* module, block, trait, impl, enum, struct, fn: where it was written */
    sema_node node;  /* its AST node */
    uint32_t index;  /* among its parent's of this kind: variants, fields, generic parameters */
    bool is_unsafe, is_const, is_library;
    bool is_intrinsic; /* a foreign fn of the library: lower maps its name */
    sema_def crate;    /* DEF_CRATE */
} def_info;
const def_info *def_get(const sema *s, sema_def d);
def_kind def_kind_of(const sema *s, sema_def d);
sema_span def_span(const sema *s, sema_def d); /* of its name, else of its head */
const char *def_path(sema *s, sema_def d);     /* "module::name" without the crate, for messages and entry names */

/* Collect: definitions of a file (a crate's root or a mod file) and of all modules below it. mod files are read.
 * #[cfg] is applied; derives and the library crates' are expanded on the way. */
void def_begin_library(sema *s);              /* the library's files are numbers 1, 2, ... */
void def_begin(sema *s, const sema *library); /* with the library's definitions, shared until they are written to */
sema_def def_collect_crate(sema *s, uint32_t file, const char *crate_name, bool is_library);
/* The items of a block, when its body is checked: a DEF_BLOCK, or `scope` itself where it has none. */
sema_def def_collect_block(sema *s, sema_node block, sema_def scope);
/* Adds a definition, for a closure or an anonymous constant in a body. */
sema_def def_add(sema *s, def_info about);
/* Every definition that bodies are checked for, of the user's crates: fns, consts, statics, anonymous constants. */
const sema_def *def_all_bodies(sema *s, uint32_t *n);
uint32_t def_count(const sema *s);

/* Generic parameters, those of the parents first (trait or impl, then fn). In a trait `Self` comes first. */
typedef struct def_generics_list {
    const sema_def *params;      /* DEF_LIFETIME_PARAM, DEF_TYPE_PARAM, DEF_CONST_PARAM */
    uint32_t n_params, n_parent; /* how many are the parents' */
} def_generics_list;
def_generics_list def_generics(sema *s, sema_def d);
/* args that stand for the parameters themselves */
const sema_ty *def_identity_args(sema *s, sema_def d, uint32_t *n);
sema_ty def_param_default(sema *s, sema_def param); /* TY_NONE: none */
sema_ty def_const_param_ty(sema *s, sema_def param);

/* Predicates, with those of the parents: from bounds in the generics, where clauses and supertraits (in a trait,
 * Self: Trait comes first). An implied Sized is left out; ?Sized is a flag of the parameter. */
typedef enum def_predicate_kind {
    PREDICATE_TRAIT,
    PREDICATE_PROJECTION,
    PREDICATE_OUTLIVES_TY,
    PREDICATE_OUTLIVES
} def_predicate_kind;
typedef struct def_predicate {
    uint8_t kind;
    sema_def trait;      /* TRAIT; PROJECTION: the DEF_ASSOC_TY */
    const sema_ty *args; /* Self first; OUTLIVES: the two regions; OUTLIVES_TY: type, region */
    uint32_t n_args;
    sema_ty equals;   /* PROJECTION */
    sema_ty bound_of; /* `C: X` in `T: Tr<C: X>`: T; else TY_NONE */
    sema_span span;
} def_predicate;
const def_predicate *def_predicates(sema *s, sema_def d, uint32_t *n);
bool def_param_is_sized(sema *s, sema_def param);
bool def_assoc_has_lifetime(sema *s, sema_def assoc); /* `type A: 'static` */
bool def_trait_has_lifetime(
    sema *s, sema_def trait); /* `trait Named: 'static`, supertraits included: what is Named outlives it */

/* Types. Regions are kept; bodies erase them. */
sema_ty def_type(sema *s, sema_def d); /* struct, enum, alias (its right side), const, static, field, impl (Self), assoc
                                          type of an impl (its value), trait's default (or NONE) */
typedef struct def_sig {
    const sema_ty *inputs;
    uint32_t n_inputs;
    sema_ty output;
    bool is_unsafe, has_self;
    uint32_t n_elided; /* REGION_ELIDED 0..n-1 occur in it */
} def_sig;
def_sig def_fn_sig(sema *s, sema_def d); /* fns and constructors */
/* The bounds of a DEF_OPAQUE or of a trait's DEF_ASSOC_TY, which speak of that type. */
const def_predicate *def_bounds(sema *s, sema_def d, uint32_t *n);

/* Structure. */
const sema_def *def_variants(sema *s, sema_def adt, uint32_t *n); /* a struct or union is its own only variant */
const sema_def *def_fields(sema *s, sema_def variant, uint32_t *n);
syntax_shape def_shape(sema *s, sema_def variant);
int64_t def_discriminant(sema *s, sema_def variant);
typedef struct def_repr {
    bool c, transparent;
    sema_ty tag;
    uint32_t align;
} def_repr; /* tag: TY_NONE or an integer */
def_repr def_repr_of(sema *s, sema_def adt);
sema_def def_enum_of(sema *s, sema_def variant);
const sema_def *def_assoc_items(sema *s, sema_def trait_or_impl, uint32_t *n);
sema_def def_assoc_item(sema *s, sema_def trait_or_impl, sema_symbol name, def_kind kind); /* DEF_NONE kind: any */
bool def_has_body(sema *s, sema_def fn_or_const); /* a trait's provided fn or default */

/* The trait reference of an impl, as in `impl<..> trait<args> for Self`. */
typedef struct def_trait_ref {
    sema_def trait;
    const sema_ty *args;
    uint32_t n_args;
} def_trait_ref;
def_trait_ref def_impl_trait(sema *s, sema_def impl); /* trait 0: inherent */
const sema_def *def_impls_of(sema *s, sema_def trait, uint32_t *n);
/* Could the impl be for a type, going by the names in its header? Cheap: nothing is worked out. Ask before
 * def_impl_trait. */
bool def_impl_may_fit(const sema *s, sema_def impl, sema_ty self);
/* Inherent impls that could be for a type: by ADT or by TY_ kind for primitives. */
const sema_def *def_inherent_impls(sema *s, sema_ty self, uint32_t *n);
/* Traits whose methods a scope may call. */
const sema_def *def_traits_in_scope(sema *s, sema_def scope, uint32_t *n);
bool def_is_visible(sema *s, sema_def d, sema_def from);

/* Items that the language needs, by #[lang = "..."] in the library (lang_item.def lists them): 0 where missing. */
typedef enum sema_lang_item {
#define LANG(name) LANG_##name,
#include "sema/lang_item.def"
    LANG_N
} sema_lang_item;
sema_def def_lang(const sema *s, sema_lang_item item);

/* Paths. A scope is where names are looked up: innermost first, blocks and modules outwards. Locals are the checker's
 * and come before. */
typedef enum res_kind {
    RES_NONE /* error reported */,
    RES_DEF,
    RES_PRIMITIVE /* ty */,
    RES_SELF_TY /* in an impl (def) or trait (def) */,
    RES_LOCAL,
    RES_UNRESOLVED /* not found, not reported */
} res_kind;
typedef struct res {
    res_kind kind;
    sema_def def;
    sema_ty ty;
    uint32_t n_resolved; /* segments that it stands for; what is left is associated: T::Item, Vec::new */
} res;
typedef enum res_namespace { NAMESPACE_TYPE, NAMESPACE_VALUE, NAMESPACE_MACRO } res_namespace;
/* Resolves a path. `Trait::item` and `<T as Trait>::item` resolve to the trait's item as a whole. For `<T>::x` it
 * answers RES_UNRESOLVED with nothing resolved, and the caller lowers the type first. Resolution stops at an enum,
 * struct, alias, parameter or primitive; what is left of the path is associated with it (of an enum, only what is not
 * a variant). NAMESPACE_TYPE also finds variants, traits and modules. With quiet the answer is RES_UNRESOLVED in
 * place of an error (E0412, E0425, E0432, E0433, E0603...). */
res resolve_path(sema *s, sema_def scope, const syntax_path *path, res_namespace space, bool quiet);
/* Resolves again and reports, with the checker's locals as candidates for "a local variable with a similar name
 * exists". */
void resolve_report(sema *s, sema_def scope, const syntax_path *path, res_namespace space, const sema_symbol *locals,
                    uint32_t n_locals);
/* What `Self` means in an impl, trait or type definition (RES_SELF_TY's def). */
sema_ty def_self_ty(sema *s, sema_def owner);
/* Evaluates the TokenTree of a `cfg!(..)`. *n gets the number of predicates in it, which must be one. */
bool def_cfg_macro_holds(sema *s, sema_node tokens, uint32_t *n);
/* The item that a single name finds, for suggestions and for locals' shadowing of constants and variants in patterns.
 */
res resolve_name(sema *s, sema_def scope, sema_symbol name, res_namespace space);
/* A tuple struct's constructor is as visible as its fields. */
bool resolve_constructor_hidden(sema *s, sema_def scope, sema_def d);

/* How a written type is lowered. infer gives what `_` and left-out arguments become, and user is passed to it; with
 * NULL they are errors (E0121, E0106). */
typedef struct ty_lowering {
    sema_def scope; /* whose generics and names are known */
    sema_ty (*infer)(sema *s, sema_span at, sema_def param /* or 0 */, void *user);
    /* Normalizes and resolves T::Item in a body. NULL in signatures, where bounds decide. */
    sema_ty (*associated)(sema *s, sema_ty base, sema_symbol name, sema_span at, void *user);
    void *user;
    uint32_t *n_elided; /* counts REGION_ELIDED of a signature; NULL: elided lifetimes are erased */
} ty_lowering;
sema_ty ty_of_node(sema *s, const ty_lowering *how, sema_node type);
/* The constant that an expression of that type in a type is: an array's length, a const argument. */
sema_ty ty_const_of_node(sema *s, const ty_lowering *how, sema_node expr, sema_ty type);
/* The generic arguments of a segment for d, behind the given ones of its parents. It checks how many there are
 * (E0107) and fills in defaults. */
const sema_ty *ty_args_of_segment(sema *s, const ty_lowering *how, sema_def d, const sema_ty *parents,
                                  uint32_t n_parents, const syntax_segment *segment, uint32_t *n_args);

#endif
