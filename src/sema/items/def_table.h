/* def_table.h: declares what def_*.c and resolve_*.c share: what is kept of each definition. */
#ifndef RUSTG_DEF_TABLE_H
#define RUSTG_DEF_TABLE_H

#include "sema/items/def.h"

#define DEF_PUBLIC UINT32_MAX /* visible from everywhere */

typedef enum def_state { STATE_UNKNOWN, STATE_RUNNING, STATE_DONE } def_state;

/* A name in a module: an item, or a `use` of it. Bindings of one name hang together by next. */
typedef struct def_binding {
    sema_def def;    /* 0 for imports and macros */
    uint32_t import; /* index into imports, or 0 */
    uint32_t next;   /* index into bindings, or 0 */
    sema_symbol name;
    uint8_t spaces; /* set of 1 << res_namespace; an import's are found out later */
    bool is_macro;
} def_binding;

typedef struct def_import {
    sema_def module;  /* where it stands: a module or block */
    sema_node node;   /* UseTree or ItemExternCrate */
    sema_node vis;    /* Vis or none */
    sema_symbol name; /* 0: a glob */
    const syntax_segment *segments;
    uint32_t n_segments;
    bool global;     /* begins with :: */
    bool types_only; /* `{self}` */
    bool is_extern;  /* extern crate */
    bool reported;
    uint8_t state[3]; /* per namespace */
    sema_def found[3];
    bool found_macro;
    uint8_t target_state;
    sema_def target; /* the module that all segments but the last name; of a glob, all */
} def_import;

/* Names of a module, block, enum or trait. */
typedef struct def_module {
    arena_map names;     /* symbol: index of its first binding */
    VEC(uint32_t) globs; /* imports */
    VEC(uint32_t) imports;
    VEC(sema_node) pending_uses; /* of the library, until somebody looks for a name */
    VEC(sema_def) items;
    const char *dir;      /* where `mod x;` looks */
    const char *path_dir; /* where #[path] looks */
    const char *file_name;
    bool visiting; /* by a lookup through globs */
    uint8_t traits_state;
    const sema_def *traits; /* def_traits_in_scope's part of this module */
    uint32_t n_traits;
    const sema_def *scope_traits;
    uint32_t n_scope_traits;
} def_module;

typedef struct def_answers {
    uint8_t own_params_state, generics_state, predicates_state, type_state, sig_state, variants_state, fields_state,
        items_state, trait_state, bounds_state, discriminant_state, supers_state, default_state;
    bool unsized_known, unsized_param; /* ?Sized */
    bool synthetic;                    /* a type parameter that `impl Trait` made */
    bool shared;                       /* the library's, of all compiles: def_answer copies it */
    const sema_def *own_params;
    uint32_t n_own_params;
    def_generics_list generics;
    const def_predicate *predicates;
    uint32_t n_predicates;
    sema_ty type, default_type;
    def_sig sig;
    const sema_def *variants, *fields, *items;
    uint32_t n_variants, n_fields, n_items;
    def_trait_ref trait_ref;
    const def_trait_ref *supers;
    uint32_t n_supers;
    const def_predicate *bounds;
    uint32_t n_bounds;
    int64_t discriminant;
    sema_ty anon_type; /* of an anonymous constant */
} def_answers;

typedef struct def_record {
    def_info about;
    sema_def vis; /* 0: not worked out */
    def_module *module;
    def_answers *answers;
    sema_symbol head;               /* impls: symbol of the Self type's head, 0: any type */
    uint32_t impl_trait, impl_self; /* impls: nodes of the TraitRef (0: inherent) and of the Self type */
} def_record;

/* Impls whose trait (or Self type) is written with one name. */
typedef struct def_pending {
    sema_def impl;   /* or the item of a derive */
    uint32_t derive; /* 0: none; else index into derives */
} def_pending;
typedef struct def_bucket {
    VEC(def_pending) impls;
} def_bucket;
typedef struct def_derive {
    sema_def item, module;
    sema_symbol trait;
    sema_span at;
    sema_def impl; /* once expanded */
    bool copy_too; /* Clone beside Copy */
} def_derive;
typedef struct def_alias {
    sema_symbol original, name;
} def_alias;
typedef struct def_seen {
    sema_symbol name;
    uint32_t n;
} def_seen;
typedef struct def_impl_list {
    uint32_t epoch;
    VEC(sema_def) impls;
    VEC(def_seen) seen;
} def_impl_list;

enum { DEF_BLOCK_BITS = 8, DEF_PER_BLOCK = 1 << DEF_BLOCK_BITS };

typedef struct def_names {
    sema_symbol self, self_type, super, crate, underscore, core, std, alloc, rustg_std, slice, array, ref, ptr, tuple,
        never, fn_ptr, kernel, drop, output;
    sema_symbol primitives[TY_STR + 1];
} def_names;

typedef struct def_table {
    VEC(def_record *) blocks;
    uint32_t n;
    VEC(def_binding) bindings;
    VEC(def_import) imports;
    def_names names;
    sema_def library, crates; /* crates: its module whose modules `core::`, `std::`, `alloc::` and `rustg_std::` are */
    arena_map primitive_of;   /* symbol: TY_ kind */
    arena_map item_at; /* (file, node): definition, of blocks, `impl Trait`s, constants in types and lang items */
    arena_map trait_buckets, self_buckets; /* symbol + 1: index into buckets */
    VEC(def_bucket) buckets;
    VEC(def_derive) derives;
    VEC(def_alias) aliases;
    uint32_t epoch;                  /* counts impls and aliases */
    arena_map impls_of, inherent_of; /* index into lists */
    VEC(def_impl_list) lists;
    sema_node lang_nodes[LANG_N];
    sema_def lang[LANG_N];
    sema_def prelude_module;
    VEC(sema_def) bodies;
    VEC(sema_def) user_crates;
    VEC(sema_kernel) kernels;
} def_table;

static inline def_table *def_tab(const sema *s)
{
    return s->defs;
}

static inline def_record *def_rec(const sema *s, sema_def d)
{
    return &s->defs->blocks.at[d >> DEF_BLOCK_BITS][d & (DEF_PER_BLOCK - 1)];
}

def_answers *def_answer(sema *s, sema_def d);

static inline const rustg_ast *def_ast(const sema *s, uint32_t file)
{
    return &s->files.at[file].ast;
}

static inline uint8_t def_node_kind(const sema *s, sema_node n)
{
    return s->files.at[n.file].ast.kind[n.node];
}

static inline uint32_t def_tok_kind(const sema *s, uint32_t file, uint32_t tok)
{
    return s->files.at[file].toks.kind[tok];
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

static inline bool def_is_module(const sema *s, sema_def d)
{
    uint8_t kind = def_rec(s, d)->about.kind;
    return kind == DEF_MOD || kind == DEF_CRATE;
}

/* def_table.c */
sema_def def_module_of(const sema *s, sema_def d); /* nearest module or crate, itself included */
sema_def def_crate_of(const sema *s, sema_def d);
const char *def_kind_text(const sema *s, sema_def d); /* "struct", "function", ... as rustc's messages say */
const char *def_article(const char *text);            /* "a" or "an" */
sema_span def_type_head_span(const sema *s,
                             sema_def d);           /* of a struct, enum or union up to its generics; else the name */
sema_span def_head_span(const sema *s, sema_def d); /* as rustc's def_span: the item up to its body */
sema_span def_node_head(const sema *s, sema_node n);
bool def_fn_has_self(const sema *s, sema_node item);
void def_register_body(sema *s, sema_def d);

/* def_collect.c */
void def_collect_items(sema *s, sema_def parent, sema_node container);
sema_symbol def_type_head(sema *s, sema_node type, sema_node generics);
void def_new_impl(sema *s, sema_def impl);
void def_add_pending(sema *s, arena_map *map, sema_symbol key, def_pending pending);
void def_bind(sema *s, sema_def module, sema_symbol name, uint8_t spaces, sema_def d, uint32_t import, bool is_macro);
def_module *def_names_of(sema *s, sema_def d); /* also of enums and traits; NULL for what has no names inside */

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
/* The k-th attribute that one `#[...]` stands for: several or none of a cfg_attr. */
bool def_attr_of(sema *s, sema_node node, uint32_t k, def_attr *found);
bool def_cfg_holds(sema *s, sema_node item);
bool def_attr_string(sema *s, const def_attr *attr, const char **text); /* name = "text" */
/* One comma-separated entry of a group, at *first; false at its end. The entry is [entry_first, entry_last). */
bool def_attr_entry(sema *s, uint32_t file, uint32_t *first, uint32_t last, uint32_t *entry_first,
                    uint32_t *entry_last);
sema_span def_toks_span(sema *s, uint32_t file, uint32_t first, uint32_t last);

/* def_mod_file.c */
uint32_t def_read_mod(sema *s, sema_def module, sema_def parent, sema_node item);
void def_root_dirs(sema *s, sema_def module, const char *file_name, bool is_mod_rs);
void def_inline_dirs(sema *s, sema_def module, sema_def parent, sema_node item);

/* def_derive.c */
void def_collect_derives(sema *s, sema_def item, sema_node node);
sema_def def_expand_derive(sema *s, uint32_t derive);
void def_expand_all_derives(sema *s);

/* def_generics.c */
const sema_def *def_own_params(sema *s, sema_def d, uint32_t *n);
sema_def def_generics_owner(const sema *s, sema_def d); /* whose generics a definition's types may mention */

/* def_predicate.c */
/* A bound on a type parameter (or Self) that is written in the scope's generics or where clauses. They are found from
 * the inside out. */
typedef struct def_bound_at {
    sema_node bound;
    sema_def scope;
} def_bound_at;
uint32_t def_param_bounds(sema *s, sema_def scope, sema_def param, def_bound_at *into, uint32_t room);
/* The trait references `for self` of the traits that a trait names directly as its supertraits. */
const def_trait_ref *def_supertraits(sema *s, sema_def trait, uint32_t *n);

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

/* resolve_import.c */
void resolve_collect_use(sema *s, sema_def module, sema_node item);
void resolve_take_uses(sema *s, sema_def module); /* pending_uses become imports */
void resolve_collect_extern_crate(sema *s, sema_def module, sema_node item);
bool resolve_import(sema *s, uint32_t import, res_namespace space, sema_def *def, bool *is_macro);
bool resolve_import_failed(sema *s, sema_def scope, sema_symbol name);
sema_def resolve_glob_target(sema *s, uint32_t import);
sema_def resolve_import_vis(sema *s, uint32_t import);
void resolve_check_imports(sema *s, sema_def module);

/* resolve_path.c */
sema_def resolve_vis(sema *s, sema_node vis, sema_def module);
sema_def resolve_vis_of(sema *s, sema_def d);
bool resolve_sees(const sema *s, sema_def vis, sema_def from);
void resolve_report_private(sema *s, sema_def d, uint32_t import, sema_span at);
/* Reports that segment i is not in `inside`, or not in scope if that is 0 (E0433). */
void resolve_report_segment(sema *s, sema_def scope, const syntax_path *path, uint32_t i, sema_def inside);
sema_def resolve_trait_path(sema *s, sema_def scope, const syntax_path *path, uint32_t n_segments, bool quiet);

/* resolve_suggest.c */
/* The best of the names in scope, or 0: as rustc's find_best_match_for_name. accept: tells which definitions fit. */
typedef struct similar_name {
    sema_symbol name;
    sema_def def;
    bool is_local;
} similar_name;
similar_name resolve_similar_in_scope(sema *s, sema_def scope, sema_symbol name, res_namespace space, int what,
                                      const sema_symbol *locals, uint32_t n_locals);
similar_name resolve_similar_in_module(sema *s, sema_def module, sema_symbol name, int space, int what, sema_def from);
enum { SIMILAR_ANY, SIMILAR_TYPE, SIMILAR_TRAIT, SIMILAR_VALUE, SIMILAR_FN, SIMILAR_MODULE };
/* resolve_help.c adds what it knows to "cannot find `name` in this scope". resolve_help_self tells whether it found
 * anything; what is one of SIMILAR_. */
bool resolve_help_self(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment, bool called);
void resolve_help_receiver(sema *s, sema_report *r, sema_def fn);
/* A trait that has the item and is implemented, but not in scope. */
void resolve_help_trait(sema *s, sema_report *r, sema_def scope, sema_def trait, sema_symbol item);
void resolve_help_scope(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment);
void resolve_help_import(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment, int what);
bool resolve_std_only(sema *s, const syntax_segment *segments, uint32_t i, sema_def module);
bool resolve_is_similar(sema *s, int what, sema_def d);
/* Restricted Damerau-Levenshtein; UINT32_MAX for names that are very long */
uint32_t resolve_distance(const char *a, const char *b);
sema_symbol resolve_closest(sema *s, sema_symbol name, const sema_symbol *names, uint32_t n);

/* How types are lowered in resolve_type.c and resolve_args.c. */
typedef enum elide_mode { ELIDE_ERASE, ELIDE_COUNT, ELIDE_TO, ELIDE_ERROR, ELIDE_INFER } elide_mode;
typedef struct lowering {
    ty_lowering how;
    elide_mode elide;
    sema_ty elide_to;
    uint32_t *n_elided;
    const char *where;            /* E0121: "functions", "structs", ... */
    sema_def impl_trait;          /* the fn in whose result `impl Trait` may stand; 0: nowhere */
    bool impl_param;              /* in a parameter: `impl Trait` is a type parameter */
    bool infer_missing;           /* arguments left out become how.infer's */
    const char *impl_where;       /* E0562's place */
    sema_node fn;                 /* for E0106's help */
    sema_node bound_lifetimes[8]; /* `for<'a>` around, innermost last: nodes with GenericParam children */
    uint32_t n_bound;
} lowering;
lowering lowering_in(sema_def scope, elide_mode elide, const char *where);
sema_ty lower_type(sema *s, lowering *l, sema_node type);
sema_ty lower_lifetime(sema *s, lowering *l, sema_node lifetime);
/* Suggests, hidden, the member of the trait that the impl lacks. */
void def_suggest_member(sema *s, sema_report *r, sema_def impl, sema_def item);
/* E0106 */
void lower_report_lifetime(sema *s, lowering *l, sema_span at, uint32_t n_left_out);
elide_mode lower_output_elision(sema *s, const lowering *l, const sema_node *inputs, uint32_t n);
sema_ty lower_elided(sema *s, lowering *l, sema_span at, uint32_t n_left_out, bool is_path);
sema_ty lower_const(sema *s, lowering *l, sema_node expr, sema_ty type);
sema_ty lower_const_path(sema *s, lowering *l, sema_node type);
const sema_ty *lower_args(sema *s, lowering *l, sema_def d, const sema_ty *parents, uint32_t n_parents,
                          const syntax_segment *segment, uint32_t *n_args, bool allow_assoc);
/* Trait<args> for self. segment is the trait's; false where errors were reported. */
def_trait_ref lower_trait_ref(sema *s, lowering *l, sema_def trait, sema_ty self, const syntax_segment *segment);
/* Resolves Base::name by the bounds in scope, where Base is a type parameter or Self. TY_NONE: there is no such type.
 */
sema_ty lower_assoc_of_param(sema *s, lowering *l, sema_def param, sema_symbol name, sema_span at,
                             const syntax_segment *segment);
sema_def def_find_assoc_ty(sema *s, sema_def trait, sema_symbol name, def_trait_ref from, def_trait_ref *of);
/* Appends the predicates about `self` that one entry of a bound list says. */
typedef VEC(def_predicate) predicate_list;
void lower_bound(sema *s, lowering *l, sema_node bound, sema_ty self, predicate_list *into);
bool lower_bound_is_maybe(sema *s, sema_node bound);
syntax_path lower_bound_path(sema *s, sema_node bound);

/* def_check.c, def_check_impl.c */
void def_check_names(sema *s, sema_def module);
void def_check_item(sema *s, sema_def d);
void def_check_impl(sema *s, sema_def impl);
/* def_check_wf.c */
void def_check_shared(sema *s, sema_def constant, sema_node type);
void def_check_wf_type(sema *s, sema_def owner, sema_ty t, sema_node node);
void def_check_wf_fields(sema *s, sema_def adt);
void def_check_wf_fn(sema *s, sema_def fn);
/* def_check_lifetimes.c; `of` is the trait's function. */
void def_check_lifetimes(sema *s, sema_def fn, sema_def of);
void def_check_static_field(sema *s, sema_def adt, sema_def field);
/* def_check_stricter.c; args are those of the trait's function, in terms of the impl's. */
void def_check_stricter(sema *s, sema_def fn, sema_def of, const sema_ty *args, uint32_t n_args);
void def_check_qualifiers(sema *s, const sema_def *items, uint32_t n, const char *where);
void def_check_attrs(sema *s, sema_node node);
/* def_kernel.c */
void def_check_kernel(sema *s, sema_def fn);

#endif
