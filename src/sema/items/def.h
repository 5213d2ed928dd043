/* def.h: declares definitions and the questions about them. An answer is worked out when it is first asked for, and
 * remembered. A query that needs its own answer reports a cycle (E0391) and answers TY_ERROR. */
#ifndef RUSTG_DEF_H
#define RUSTG_DEF_H

#include "sema/syntax/syntax.h"
#include "sema/types/ty.h"

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

/* The library's image holds these as they are copied, so no byte of one may be left to the compiler. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct def_info {
    uint8_t kind, reserved[3]; /* reserved: 0 */
    sema_symbol name;
    sema_def parent; /* module, block, trait, impl, enum, struct, fn: where it was written */
    sema_node node;  /* its AST node */
    uint32_t index;  /* among its parent's of this kind: variants, fields, generic parameters */
    bool is_unsafe, is_const, is_library;
    bool is_intrinsic;   /* a foreign fn of the library: lower maps its name */
    sema_def crate;      /* DEF_CRATE */
    sema_def module;     /* what def_module_of answers */
    sema_def self_owner; /* the nearest impl or trait around it, itself included, whose type is `Self`; 0: none */
} def_info;
#pragma GCC diagnostic pop
const def_info *def_get(const sema *s, sema_def d);
def_kind def_kind_of(const sema *s, sema_def d);
sema_span def_span(const sema *s, sema_def d);                 /* of its name, else of its head */
bool def_is_in_const_block(sema *s, sema_def d, sema_span at); /* whether the place is in a const block of d's own */
/* The name of a crate, which is its file's. */
const char *def_crate_text(sema *s, sema_def root);
const char *def_path(sema *s, sema_def d); /* "module::name" without the crate, for messages and entry names */

/* Collects the definitions of a file (a crate's root or a mod file) and of all modules below it. It reads mod files,
 * applies #[cfg], and expands derives and the library crates' on the way. */
void def_begin(sema *s, const sema *library); /* with the library's definitions, shared until they are written to */
sema_def def_collect_crate(sema *s, uint32_t file, const char *crate_name, bool is_library);
/* Collects the items of a block, when its body is checked. Returns a DEF_BLOCK, or `scope` itself if the block has no
 * items. */
sema_def def_collect_block(sema *s, sema_node block, sema_def scope);
/* Adds a definition, for a closure or an anonymous constant in a body. */
sema_def def_add(sema *s, def_info about);
/* Every definition of the user's crates that has a body to check: fns, consts, statics, anonymous constants. */
const sema_def *def_all_bodies(sema *s, uint32_t *n);
uint32_t def_count(const sema *s);
/* The crates that were collected and are not the library's, in their order; valid until another is collected. */
const sema_def *def_user_crates(const sema *s, uint32_t *n);
/* def_kernel.c. The instances of generic kernels that the options name: def_ask_instances makes a constant for each,
 * whose body names it, and def_find_instances reads these bodies once they are checked. */
void def_ask_instances(sema *s, sema_def crate);
void def_find_instances(sema *s);
/* Where a kernel writes through a parameter that is a `&`: suggests the `GridMut` that it wants. name: the parameter's.
 * False: fn is no kernel. */
bool def_suggest_grid(sema *s, sema_def fn, sema_span name, sema_report *r);
/* Of a `Vec` in the type of a parameter, by its GenericArgs: says what to take. */
void def_suggest_for_vec(sema *s, sema_node args, sema_report *r);
void def_expand_all_derives(sema *s);
/* Errors of a definition and of all within it, but for bodies. */
void def_check_item(sema *s, sema_def d);
/* A module for `mod x;`. *file: its file, read; 0 where there is none, which is reported. */
sema_def def_add_mod_file(sema *s, sema_def parent, sema_node item, uint32_t *file);
/* The module looks for its own mod files where `from` does. */
void def_take_dirs(sema *s, sema_def module, sema_def from);

/* Generic parameters, those of the parents first (trait or impl, then fn). In a trait `Self` comes first. */
typedef struct def_generics_list {
    const sema_def *params;      /* DEF_LIFETIME_PARAM, DEF_TYPE_PARAM, DEF_CONST_PARAM */
    uint32_t n_params, n_parent; /* how many are the parents' */
} def_generics_list;
def_generics_list def_generics(sema *s, sema_def d);
/* The arguments that stand for the parameters themselves. */
const sema_ty *def_identity_args(sema *s, sema_def d, uint32_t *n);
sema_ty def_param_default(sema *s, sema_def param); /* TY_NONE: none */
sema_ty def_const_param_ty(sema *s, sema_def param);

/* Predicates, with those of the parents: from bounds in the generics, where clauses and supertraits (in a trait,
 * Self: Trait comes first). An implied Sized is left out; ?Sized is a flag of the parameter. */
typedef enum def_predicate_kind {
    PREDICATE_TRAIT,
    PREDICATE_PROJECTION,
    PREDICATE_OUTLIVES_TY,
    PREDICATE_OUTLIVES,
    PREDICATE_CLOSURE_KIND /* inference alone: the closure args[0] has at most the kind `trait`, an infer_fn_kind */
} def_predicate_kind;
typedef struct def_predicate {
    uint32_t kind;         /* no gaps: the build compares two libraries by their bytes */
    sema_def trait;        /* TRAIT; PROJECTION: the DEF_ASSOC_TY */
    const sema_ty *args;   /* Self first; OUTLIVES: the two regions; OUTLIVES_TY: type, region */
    const sema_ty *of_any; /* TRAIT and OUTLIVES_TY with a `for<'a>`: args with 'a as a REGION_BOUND; NULL: it has none,
                              or it is the library's */
    uint32_t n_args;
    sema_ty equals;    /* PROJECTION */
    sema_ty bound_of;  /* `C: X` in `T: Tr<C: X>`: T; else TY_NONE */
    sema_ty called_as; /* PROJECTION of `Fn(A) -> B`: `fn(A) -> B`, which has its lifetimes; else TY_NONE */
    sema_def fn_trait; /* of such a one: Fn, FnMut or FnOnce */
    sema_span span;
} def_predicate;
const def_predicate *def_predicates(sema *s, sema_def d, uint32_t *n);
bool def_param_is_sized(sema *s, sema_def param);
bool def_assoc_is_sized(sema *s, sema_def assoc);     /* a trait's type without `?Sized` */
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
    uint16_t reserved; /* 0; the library's image holds no byte that nobody wrote */
    uint32_t n_elided; /* REGION_ELIDED 0..n-1 occur in it */
} def_sig;
def_sig def_fn_sig(sema *s, sema_def d); /* fns and constructors */
/* Whether a lifetime is the fn's own and belongs to its type; others are chosen by each call. */
bool def_is_early(sema *s, sema_def fn, sema_def lifetime);
/* The bounds of a DEF_OPAQUE or of a trait's DEF_ASSOC_TY, which speak of that type; what the trait's where clauses say
 * of the latter is among them. */
const def_predicate *def_bounds(sema *s, sema_def d, uint32_t *n);
/* The associated type of which a where clause of the trait speaks, 0: of none. */
sema_def def_said_of_type(sema *s, sema_def trait, const def_predicate *p);
/* The arguments with which the trait's item speaks of an impl's item: those of the impl's trait reference, then the
 * item's own parameters. The lifetimes among the latter are those of the impl's item, or are left as the trait's. */
const sema_ty *def_args_in_trait(sema *s, sema_def item, sema_def of, bool own_lifetimes, uint32_t *n);

/* Structure. */
const sema_def *def_variants(sema *s, sema_def adt, uint32_t *n);        /* a struct or union is its own only variant */
sema_def def_variant_named(sema *s, sema_def of_enum, sema_symbol name); /* the first one, 0: none */
bool def_has_one_variant(sema *s, sema_ty t);                            /* false of what is no struct, enum or union */
const sema_def *def_fields(sema *s, sema_def variant, uint32_t *n);
syntax_shape def_shape(sema *s, sema_def variant);
int64_t def_discriminant(sema *s, sema_def variant);
typedef struct def_repr {
    bool c, transparent, packs_twice; /* packs_twice: two attributes disagree */
    sema_ty tag;
    uint32_t align, packed; /* packed: the most that a field is aligned to; 0: as it wants */
} def_repr;                 /* tag: TY_NONE or an integer */
def_repr def_repr_of(sema *s, sema_def adt);
/* The alignment that the tokens [entry, last), `align(N)`, ask for; 0: they are wrong, which has been reported. */
uint32_t def_repr_align(sema *s, uint32_t file, uint32_t entry, uint32_t last);
sema_def def_enum_of(sema *s, sema_def variant);
const sema_def *def_assoc_items(sema *s, sema_def trait_or_impl, uint32_t *n);
sema_def def_assoc_item(sema *s, sema_def trait_or_impl, sema_symbol name,
                        def_kind kind);                                         /* DEF_NONE kind: any, a value first */
sema_def def_param_named(sema *s, sema_def d, sema_symbol name, def_kind kind); /* of d's own; 0: none */
bool def_is_infinite(sema *s, sema_def adt);                                    /* it holds itself by value: E0072 */
/* From an infinite type on, the types of the first cycle, each with the field that holds the next; NULL where that has
 * been asked for before, from whichever type. */
typedef struct def_size_step {
    sema_def adt, field, next;
} def_size_step;
const def_size_step *def_infinite_cycle(sema *s, sema_def adt, uint32_t *n);
/* The item that an anonymous constant stands in, and the rest of its path: "::Variant::{constant#0}". */
sema_def def_anon_owner(const sema *s, sema_def anon);
const char *def_anon_path(sema *s, sema_def anon);
const char *def_anon_path_of(sema *s, sema_node constant);
/* Whether no other fn, const or static outside of impls and traits has the name of this one. */
bool def_is_only_value(sema *s, sema_def d);
/* The name of a type or trait in messages, with its modules before it where rustc shows them (def_shown.c). */
const char *def_shown_name(sema *s, sema_def d);
/* The name, or E::V of a variant, as messages do; with `r#` before keywords, as the others have. */
const char *def_shown_path(sema *s, sema_def d);
const char *def_shown_ident(sema *s, sema_symbol name);
bool def_has_body(sema *s, sema_def fn_or_const); /* a trait's provided fn or default */

/* The trait reference of an impl, as in `impl<..> trait<args> for Self`. */
typedef struct def_trait_ref {
    sema_def trait;
    const sema_ty *args;
    uint32_t n_args;
} def_trait_ref;
def_trait_ref def_impl_trait(sema *s, sema_def impl); /* trait 0: inherent */
sema_def def_destructor(sema *s, sema_def adt);       /* Drop::drop of a type, or 0 */
/* Whether the program implements Drop, or has a type that is a RefCell, whose borrows end by destructors. The library's
 * other destructors only pass on those of the values that a program gives it. */
bool def_has_destructors(sema *s);
const sema_def *def_impls_of(sema *s, sema_def trait, uint32_t *n);
/* Whether the impl could be for a type, by the names in its header. This is cheap, as nothing is worked out; ask it
 * before def_impl_trait. */
bool def_impl_may_fit(const sema *s, sema_def impl, sema_ty self);
/* The name of the type in an impl's header; 0: it may be any, as it is a parameter or an alias. */
sema_symbol def_header_name(const sema *s, sema_def impl);
/* The name that headers have for a type; 0: the impls for it may have any. */
sema_symbol def_name_in_headers(const sema *s, sema_ty self);
/* The first place from `from` on of n impls whose header has this name, or one that is not known; n: there is none. */
uint32_t def_next_in_header(const sema *s, const sema_def *impls, uint32_t n, uint32_t from, sema_symbol name);
/* While no alias is added, def_header_name answers the same. */
uint32_t def_n_aliases(const sema *s);
/* Inherent impls that could be for a type, found by its ADT, or for primitives by the TY_ kind. */
const sema_def *def_inherent_impls(sema *s, sema_ty self, uint32_t *n);
/* Traits whose methods a scope may call. */
const sema_def *def_traits_in_scope(sema *s, sema_def scope, uint32_t *n);
bool def_is_visible(sema *s, sema_def d, sema_def from);

/* Items that the language needs, marked with #[lang = "..."] in the library (lang_item.def lists them); 0 where
 * missing. */
typedef enum sema_lang_item {
#define LANG(name) LANG_##name,
#include "sema/lang_item.def"
    LANG_N
} sema_lang_item;
sema_def def_lang(const sema *s, sema_lang_item item);

/* def_dyn.c: what an object `dyn Trait` of a trait is. All arguments are in terms of the trait's own parameters. */
/* The library's image holds these as they are copied, too. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct def_dyn_type {
    sema_def assoc;
    uint32_t n_args;
    const sema_ty *args;
    sema_ty known; /* what a supertrait's bound says that it is, or TY_NONE */
    uint32_t unused;
} def_dyn_type;
typedef struct def_dyn_method {
    sema_def fn;
    uint32_t n_args;
    const sema_ty *args; /* those of its trait */
} def_dyn_method;
typedef struct def_dyn {
    const def_trait_ref *traits;   /* the trait, then all its supertraits, each once */
    const def_dyn_type *types;     /* the associated types that an object's type tells */
    const def_dyn_method *methods; /* those that are called through an object */
    uint32_t n_traits, n_types, n_methods, unused;
} def_dyn;
#pragma GCC diagnostic pop
const def_dyn *def_dyn_of(sema *s, sema_def trait);
bool def_wants_sized_self(sema *s, sema_def item);              /* an item of a trait, `where Self: Sized` */
bool def_is_fn_trait(const sema *s, sema_def trait);            /* Fn, FnMut or FnOnce */
sema_ty def_fn_ptr_of(sema *s, sema_ty inputs, sema_ty output); /* inputs: a tuple */
/* The fn pointer that the type of an object `dyn Fn(A) -> B` has behind all else, with the lifetimes that each call
 * chooses; TY_NONE: it is another object. */
sema_ty def_dyn_called_as(sema *s, sema_ty object);
bool def_is_dyn_compatible(sema *s, sema_def trait);
void def_report_dyn_incompatible(sema *s, sema_def trait, sema_span at); /* E0038 */
/* Reports the objects in a written type whose traits are not dyn compatible. in_body: at the trait's name. False: there
 * was one. */
bool def_check_dyn_types(sema *s, sema_def scope, sema_node type, bool in_body);

/* Paths. A scope is where names are looked up, innermost first, through blocks and modules outwards. Locals belong to
 * the checker and are looked up before. */
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
enum { N_NAMESPACES = NAMESPACE_MACRO + 1 };
_Static_assert(NAMESPACE_TYPE == 0 && NAMESPACE_VALUE == 1 && NAMESPACE_MACRO == 2,
               "res_namespace: types and values, then macros");
/* Resolves a path. `Trait::item` and `<T as Trait>::item` resolve to the trait's item as a whole. For `<T>::x` it
 * answers RES_UNRESOLVED with nothing resolved, and the caller resolves the type first. Resolution stops at an enum,
 * struct, alias, parameter or primitive; what is left of the path is associated with it (of an enum, only what is not
 * a variant). NAMESPACE_TYPE also finds variants, traits and modules. With quiet the answer is RES_UNRESOLVED in
 * place of an error (E0412, E0425, E0432, E0433, E0603...). */
res resolve_path(sema *s, sema_def scope, const syntax_path *path, res_namespace space, bool quiet);
/* Resolves again and reports. The checker's locals are candidates for "a local variable with a similar name exists". */
void resolve_report(sema *s, sema_def scope, const syntax_path *path, res_namespace space, const sema_symbol *locals,
                    uint32_t n_locals);
/* What `Self` means in an impl, trait or type definition (def of RES_SELF_TY). */
sema_ty def_self_ty(sema *s, sema_def owner);
/* Evaluates the predicates of `cfg`, which are the tokens [first, last). *n gets their number, which must be one. */
bool def_cfg_tokens_hold(sema *s, uint32_t file, uint32_t first, uint32_t last, uint32_t *n);
/* That of the TokenTree of a `cfg!(..)`. */
bool def_cfg_macro_holds(sema *s, sema_node tokens, uint32_t *n);
/* The item that a single name finds. It serves suggestions, and patterns, in which a local may not shadow a constant
 * or variant. */
res resolve_name(sema *s, sema_def scope, sema_symbol name, res_namespace space);
/* A tuple struct's constructor is as visible as its fields. */
bool resolve_constructor_hidden(sema *s, sema_def scope, sema_def d);

/* How a written type is resolved. infer gives what `_` and left-out arguments become, and user is passed to it; with
 * NULL they are errors (E0121, E0106). */
typedef struct ty_lookup {
    sema_def scope;                                                     /* whose generics and names are known */
    sema_ty (*infer)(sema *s, sema_span at, def_kind kind, void *user); /* kind: of the parameter */
    /* Normalizes and resolves T::Item in a body. NULL in signatures, where bounds decide. */
    sema_ty (*associated)(sema *s, sema_ty base, sema_symbol name, sema_span at, void *user);
    void *user;
    uint32_t *n_elided; /* counts REGION_ELIDED of a signature; NULL: elided lifetimes are erased */
    bool is_method;     /* the arguments are those of a method call */
} ty_lookup;
sema_ty ty_of_node(sema *s, const ty_lookup *how, sema_node type);
/* The generic arguments of a segment for d, behind the given ones of its parents. It checks how many there are
 * (E0107) and fills in defaults. */
const sema_ty *ty_args_of_segment(sema *s, const ty_lookup *how, sema_def d, const sema_ty *parents, uint32_t n_parents,
                                  const syntax_segment *segment, uint32_t *n_args);

/* Nodes of trees, wherever they are from. */
static inline const rustg_ast *def_ast(const sema *s, uint32_t file)
{
    return &s->files.at[file]->ast;
}

static inline uint8_t def_node_kind(const sema *s, sema_node n)
{
    return s->files.at[n.file]->ast.kind[n.node];
}

static inline uint32_t def_tok_kind(const sema *s, uint32_t file, uint32_t tok)
{
    return s->files.at[file]->toks.kind[tok];
}

/* Classes of kinds. */
static inline bool def_is_item(uint8_t kind)
{
    return rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_ITEM;
}

static inline bool def_is_assoc(uint8_t kind)
{
    return rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_ASSOC_ITEM;
}

static inline bool def_is_expr(uint8_t kind)
{
    return rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_EXPR;
}

static inline bool def_is_type(uint8_t kind)
{
    return rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_TY;
}

/* All children, attributes included. */
#define EACH_CHILD(s, parent, c)                                                                                       \
    for (sema_node c = {(parent).file, (parent).node + 1}; c.node < def_ast((s), c.file)->next[(parent).node];         \
         c.node = def_ast((s), c.file)->next[c.node])

/* def_table.c */
sema_def def_module_of(const sema *s, sema_def d); /* nearest module or crate, itself included */
sema_def def_crate_of(const sema *s, sema_def d);
const char *def_kind_text(const sema *s, sema_def d); /* "struct", "function", ... as rustc's messages say */
const char *def_article(const char *text);            /* "a" or "an" */
sema_span def_type_head_span(const sema *s,
                             sema_def d);           /* of a struct, enum or union up to its generics; else the name */
sema_span def_head_span(const sema *s, sema_def d); /* as rustc's def_span: the item up to its body */
sema_span def_closure_head(const sema *s, sema_def closure); /* its `move |x|` */
sema_span def_node_head(const sema *s, sema_node n);
void def_register_body(sema *s, sema_def d);

/* def_attr.c */
typedef struct def_attr {
    sema_node node;
    uint32_t file;
    uint32_t path, path_end; /* tokens of its path */
    uint32_t first, last;    /* tokens behind it, to before the `]` */
} def_attr;
/* Finds the attribute of that name, inside cfg_attr as well, after skipping `skip` of them. */
bool def_find_attr(sema *s, sema_node item, const char *name, uint32_t skip, def_attr *found);
/* The k-th attribute of any name. */
bool def_nth_attr(sema *s, sema_node item, uint32_t k, def_attr *found);
/* The k-th attribute for which one `#[...]` stands; a cfg_attr may stand for several or none. */
bool def_attr_of(sema *s, sema_node node, uint32_t k, def_attr *found);
bool def_cfg_holds(sema *s, sema_node item);
bool def_attr_string(sema *s, const def_attr *attr, const char **text); /* name = "text" */
/* One comma-separated entry of a group, at *first. False: the group ends. The entry is [entry_first, entry_last). */
bool def_attr_entry(sema *s, uint32_t file, uint32_t *first, uint32_t last, uint32_t *entry_first,
                    uint32_t *entry_last);
sema_span def_toks_span(sema *s, uint32_t file, uint32_t first, uint32_t last);

/* def_derivative.c */
/* The function that `#[derivative]` names; 0: it has none, or a wrong one. */
sema_def def_derivative_rule(const sema *s, sema_def fn);
bool def_has_gradient(sema *s, sema_ty t); /* of a parameter whether its rule gives a gradient for it */
/* What a rule gives for parameters of these types. */
sema_ty def_derivative_gradients(sema *s, const sema_ty *inputs, const bool *has_gradient, uint32_t n);

/* def_generics.c */
const sema_def *def_own_params(sema *s, sema_def d, uint32_t *n);
sema_def def_generics_owner(const sema *s, sema_def d); /* whose generics a definition's types may mention */
/* Whether an anonymous constant has no parameters and may assume nothing, as in rustc all of them are but the counts of
 * `[x; N]` and discriminants. */
bool def_stands_alone(const sema *s, sema_def anon);

/* def_predicate.c */
/* A bound on a type parameter (or Self) that is written in the scope's generics or where clauses. They are found from
 * the inside out. */
typedef struct def_bound_at {
    sema_node bound, clause; /* clause: the where predicate in which it stands, or none */
    sema_def scope;
} def_bound_at;
uint32_t def_param_bounds(sema *s, sema_def scope, sema_def param, def_bound_at *into, uint32_t room);
/* The trait references `for self` of the traits that a trait names directly as its supertraits. */
const def_trait_ref *def_supertraits(sema *s, sema_def trait, uint32_t *n);

/* def_suggest.c */
/* Suggests, hidden, the member of the trait that the impl lacks. */
void def_suggest_member(sema *s, sema_report *r, sema_def impl, sema_def item);

#endif
