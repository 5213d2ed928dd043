/* resolve.h: names into definitions, and types as they are written into types.
 *
 *   resolve_name.c    names in a module, and in scope    resolve_type.c, resolve_args.c   types and their arguments
 *   resolve_import.c  `use` and `extern crate`           resolve_lifetime.c   lifetimes, and those left out
 *   resolve_settle.c  names that several globs bring
 *   resolve_path.c    paths, visibility                  resolve_help.c, resolve_suggest.c    what is said of a name
 *                                                        that is not found */
#ifndef RUSTG_RESOLVE_H
#define RUSTG_RESOLVE_H

#include "sema/items/def.h"

/* resolve_name.c */
typedef struct found_name {
    bool found, is_macro, ambiguous;
    sema_def def;
    sema_def vis;     /* of the binding */
    uint32_t import;  /* through which */
    uint32_t glob[2]; /* ambiguous: the imports */
} found_name;
found_name resolve_in_module(sema *s, sema_def module, sema_symbol name, res_namespace space, sema_def from);
typedef struct scope_name {
    res_kind kind;
    sema_def def;
    sema_ty ty;
    found_name found;
    sema_def outer; /* a generic parameter of an outer item: E0401; the inner item that it is used in */
    bool is_macro;
} scope_name;
scope_name resolve_in_scope(sema *s, sema_def scope, sema_symbol name, res_namespace space);
/* is_extern: in `extern crate`, which alone finds `alloc` */
sema_def resolve_crate_name(const sema *s, sema_symbol name, bool is_extern);

/* Whether only what the module itself names is in its scope. */
bool resolve_has_no_prelude(sema *s, sema_def module);

/* resolve_import.c */
void resolve_collect_use(sema *s, sema_def module, sema_node item);
void resolve_take_uses(sema *s, sema_def module); /* pending_uses become imports */
void resolve_collect_extern_crate(sema *s, sema_def module, sema_node item);
bool resolve_import(sema *s, uint32_t import, res_namespace space, sema_def *def, bool *is_macro);
bool resolve_import_failed(sema *s, sema_def scope, sema_symbol name);
sema_def resolve_glob_target(sema *s, uint32_t import);
sema_def resolve_import_vis(sema *s, uint32_t import);
/* How a segment of an import's path is found. */
typedef struct resolve_step {
    sema_def def, inside; /* inside: the module in which it is looked for; 0: in scope */
    uint32_t import;      /* through which; 0: none */
} resolve_step;
typedef VEC(resolve_step) resolve_steps;
void resolve_import_steps(sema *s, uint32_t import, uint32_t n, resolve_steps *steps);
/* resolve_settle.c */
/* What rustc takes for the meaning of a name that several globs bring into a module, and whether it is an error to use
 * it. */
typedef struct resolve_settled {
    bool is_known, is_error;
    sema_def def, vis;
    uint32_t import;
    uint32_t glob[2]; /* is_error: the imports */
} resolve_settled;
resolve_settled resolve_settle(sema *s, sema_def module, sema_symbol name, res_namespace space);
void resolve_check_imports(sema *s, sema_def module);

/* resolve_used.c: what was named, for the lints of unused names. It is kept only where warnings are wanted. */
typedef struct resolve_mention { /* a path that stands in `scope` means `def` */
    sema_def scope, def;
    sema_span at;
} resolve_mention;
typedef struct resolve_import_use { /* a name was found through that import */
    uint32_t import, space;
    sema_symbol name;
} resolve_import_use;
typedef struct resolve_asked { /* trait: one whose item was found because the trait is in scope */
    sema_def scope, trait;
    sema_symbol name; /* trait 0: that of a method or the like, for which the traits in scope were looked through */
} resolve_asked;
typedef struct resolve_uses {
    VEC(resolve_mention) mentions;
    VEC(resolve_import_use) imports;
    VEC(resolve_asked) asked;
    arena_map known_imports, known_asked;
} resolve_uses;
resolve_uses *resolve_uses_of(sema *s);
void resolve_add_mention(sema *s, sema_def scope, sema_def d, sema_span at);
void resolve_add_import_use(sema *s, uint32_t import, sema_symbol name, res_namespace space);
void resolve_add_asked(sema *s, sema_def scope, sema_def trait, sema_symbol name);
void resolve_add_name(sema *s, sema_def scope, sema_symbol name, res_namespace space, sema_span at);
static inline bool resolve_notes_uses(const sema *s)
{
    return s->options && s->options->warnings;
}
static inline void resolve_note_mention(sema *s, sema_def scope, sema_def d, sema_span at)
{
    if (resolve_notes_uses(s))
        resolve_add_mention(s, scope, d, at);
}
/* import 0: the name was found without one. */
static inline void resolve_note_import(sema *s, uint32_t import, sema_symbol name, res_namespace space)
{
    if (import && resolve_notes_uses(s))
        resolve_add_import_use(s, import, name, space);
}
static inline void resolve_note_asked(sema *s, sema_def scope, sema_def trait, sema_symbol name)
{
    if (resolve_notes_uses(s))
        resolve_add_asked(s, scope, trait, name);
}

/* resolve_path.c */
sema_def resolve_vis(sema *s, sema_node vis, sema_def module);
/* Reports generic arguments behind a segment that takes none; what: that is `name` (resolve_type.c). */
void resolve_no_args(sema *s, const syntax_segment *segment, const char *what, const char *name);
sema_def resolve_vis_of(sema *s, sema_def d);
/* Whether the prelude of the edition in which the scope is written has a name that that of 2024 has. */
bool resolve_prelude_has(const sema *s, sema_def scope, sema_symbol name);
bool resolve_sees(const sema *s, sema_def vis, sema_def from);
void resolve_report_ambiguous(sema *s, const found_name *found, sema_symbol name, sema_span at); /* E0659 */
void resolve_report_private(sema *s, sema_def d, uint32_t import, sema_span at);
/* Reports that segment i is not in `inside`, or not in scope if that is 0 (E0433). */
void resolve_report_segment(sema *s, sema_def scope, const syntax_path *path, uint32_t i, sema_def inside);
/* resolve_constructor.c */
/* Whether a module between here and a tuple struct imports its name without seeing its constructor: the name that it
 * hands on is the type's alone. */
bool resolve_constructor_lost(sema *s, found_name found, sema_def d);
void resolve_report_lost(sema *s, sema_def d, const syntax_path *path);
void resolve_report_constructor(sema *s, sema_def d, const syntax_path *path);
sema_def resolve_trait_path(sema *s, sema_def scope, const syntax_path *path, uint32_t n_segments, bool quiet);

/* resolve_suggest.c */
/* The kind of name that is looked for. */
typedef enum resolve_similarity {
    SIMILAR_ANY,
    SIMILAR_TYPE,
    SIMILAR_TRAIT,
    SIMILAR_VALUE,
    SIMILAR_FN,
    SIMILAR_MODULE
} resolve_similarity;
/* The best of the names in scope, or 0, chosen as rustc's find_best_match_for_name does. accept tells which
 * definitions fit. */
typedef struct similar_name {
    sema_symbol name;
    sema_def def;
    bool is_local;
} similar_name;
similar_name resolve_similar_in_scope(sema *s, sema_def scope, sema_symbol name, res_namespace space,
                                      resolve_similarity what, const sema_symbol *locals, uint32_t n_locals);
similar_name resolve_similar_in_module(sema *s, sema_def module, sema_symbol name, int space, resolve_similarity what,
                                       sema_def from);
/* resolve_help.c adds what it knows to "cannot find `name` in this scope". resolve_help_self tells whether it found
 * anything. */
bool resolve_help_self(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment, bool called);
void resolve_help_receiver(sema *s, sema_report *r, sema_def fn);
/* What is a name of CUDA C++, or in the prelude of rustg_std, which is not imported. Each tells whether it knew. */
bool resolve_help_absent(sema *s, sema_report *r, sema_symbol name);
bool resolve_help_absent_type(sema *s, sema_report *r, const syntax_segment *segment);
bool resolve_help_prelude(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment, res_namespace space);
/* Suggests a trait that has the item and is implemented, but is not in scope. */
void resolve_help_trait(sema *s, sema_report *r, sema_def scope, sema_def trait, sema_symbol item);
void resolve_help_scope(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment);
/* The paths, at most so many, at which `std` and `rustg_std` show public items of a name, and what these are. Of
 * modules only those with something of the name `inside`, if it is not 0. */
uint32_t resolve_offered(sema *s, sema_def module, sema_symbol name, resolve_similarity what, sema_symbol inside,
                         const char **paths, const char **kind, uint32_t most);
bool resolve_has_inside(sema *s, sema_def d, sema_symbol inside);
/* Suggests to import what has the name elsewhere, and tells whether there is any. */
bool resolve_help_import(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment,
                         resolve_similarity what, sema_symbol inside);
bool resolve_std_only(sema *s, const syntax_segment *segments, uint32_t i, sema_def module);
bool resolve_is_similar(sema *s, resolve_similarity what, sema_def d);
/* resolve_near.c. The restricted Damerau-Levenshtein distance; UINT32_MAX for names that are very long. */
uint32_t resolve_distance(const char *a, const char *b);
sema_symbol resolve_closest(sema *s, sema_symbol name, const sema_symbol *names, uint32_t n);

/* How types are resolved in resolve_type.c and resolve_args.c. */
typedef enum elide_mode {
    ELIDE_ERASE,
    ELIDE_COUNT,
    ELIDE_TO,
    ELIDE_ERROR,
    ELIDE_INFER,
    ELIDE_LATE,  /* in a fn pointer's parameters: each is one that a call chooses */
    ELIDE_HEADER /* of an impl: each is a parameter of its own, and a path may leave none out */
} elide_mode;
typedef struct resolve_lookup {
    ty_lookup how;
    elide_mode elide;
    sema_ty elide_to;
    uint32_t *n_elided;           /* of ELIDE_COUNT and ELIDE_LATE */
    const char *where;            /* E0121: "functions", "structs", ... */
    sema_def impl_trait;          /* the fn in whose result `impl Trait` may stand; 0: nowhere */
    bool impl_param;              /* in a parameter: `impl Trait` is a type parameter */
    sema_ty around;               /* the lifetime of the reference directly around it; TY_NONE: there is none */
    bool infer_missing;           /* arguments left out become how.infer's */
    const char *impl_where;       /* E0562's place */
    sema_node fn;                 /* for E0106's help */
    sema_node bound_lifetimes[8]; /* `for<'a>` around, innermost last: nodes with GenericParam children */
    uint32_t n_bound;
    uint32_t n_late; /* lifetimes of so many of the first of them are REGION_LATE, those of the bound as a fn pointer */
    uint32_t n_kept; /* lifetimes of so many of the first of them are REGION_BOUND, not erased */
    sema_ty of_any;  /* of a where clause with `for<'a>`: its type, with 'a as a REGION_BOUND; TY_NONE: it has none */
} resolve_lookup;
resolve_lookup resolve_lookup_in(sema_def scope, elide_mode elide, const char *where);
sema_ty resolve_type(sema *s, resolve_lookup *l, sema_node type);
/* The fn pointer for the inputs and the result of `fn(A) -> B`, or of a bound `Fn(A) -> B`. result.node 0: (). */
sema_ty resolve_fn_ptr(sema *s, const resolve_lookup *l, bool is_unsafe, const sema_node *inputs, uint32_t n,
                       sema_node result);
sema_ty resolve_lifetime(sema *s, resolve_lookup *l, sema_node lifetime);
/* The node is a TyTraitObject, or a TyPath that names a trait and may lack its `dyn`. */
sema_ty resolve_trait_object(sema *s, resolve_lookup *l, sema_node node);
/* Whether a trait's name means its objects in the edition in which the node is written. */
bool resolve_may_lack_dyn(const sema *s, sema_node node);
/* E0106 */
void resolve_report_lifetime(sema *s, resolve_lookup *l, sema_span at, uint32_t n_left_out);
elide_mode resolve_output_elision(sema *s, const resolve_lookup *l, const sema_node *inputs, uint32_t n);
sema_ty resolve_elided(sema *s, resolve_lookup *l, sema_span at, uint32_t n_left_out, bool is_path);
sema_ty resolve_const(sema *s, resolve_lookup *l, sema_node expr, sema_ty type);
sema_ty resolve_const_path(sema *s, resolve_lookup *l, sema_node type);
const sema_ty *resolve_args(sema *s, resolve_lookup *l, sema_def d, const sema_ty *parents, uint32_t n_parents,
                            const syntax_segment *segment, uint32_t *n_args, bool allow_assoc);
/* Resolves Trait<args> for self. segment is the trait's. False: errors were reported. */
def_trait_ref resolve_trait_ref(sema *s, resolve_lookup *l, sema_def trait, sema_ty self,
                                const syntax_segment *segment);
/* Resolves Base::name by the bounds in scope, where Base is a type parameter or Self. TY_NONE: there is no such type.
 */
sema_ty resolve_assoc_of_param(sema *s, resolve_lookup *l, sema_def param, sema_symbol name, sema_span at,
                               const syntax_segment *segment);
sema_def def_find_assoc_ty(sema *s, sema_def trait, sema_symbol name, def_trait_ref from, def_trait_ref *of);
/* Appends the predicates about `self` that one entry of a bound list says. */
typedef VEC(def_predicate) predicate_list;
void resolve_bound(sema *s, resolve_lookup *l, sema_node bound, sema_ty self, predicate_list *into);
bool resolve_bound_is_maybe(sema *s, sema_node bound);
syntax_path resolve_bound_path(sema *s, sema_node bound);

#endif
