/* def_table.h: declares what def_*.c and resolve_*.c share: what is kept of each definition. */
#ifndef RUSTG_DEF_TABLE_H
#define RUSTG_DEF_TABLE_H

#include "sema/items/def.h"

#define DEF_PUBLIC UINT32_MAX /* visible from everywhere */

typedef enum def_state { STATE_UNKNOWN, STATE_RUNNING, STATE_DONE } def_state;

/* A name in a module, for an item or a `use` of it. Bindings of one name are linked by next. The library's image has
 * these and others: no byte is left to the compiler. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct def_binding {
    sema_def def;    /* 0 for imports and macros */
    uint32_t import; /* index into imports, or 0 */
    uint32_t next;   /* index into bindings, or 0 */
    sema_symbol name;
    uint8_t spaces; /* set of 1 << res_namespace; an import's are found out later */
    bool is_macro;
    uint8_t unused[2];
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
    uint8_t target_state;
    sema_def found[3];
    sema_def target; /* the module that all segments but the last name; of a glob, all */
    bool found_macro;
    uint8_t unused[3];
} def_import;
#pragma GCC diagnostic pop

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
    bool visiting;      /* by a lookup through globs */
    uint8_t no_prelude; /* SEMA_ANSWER_*: under a `no_implicit_prelude` */
    uint8_t traits_state;
    const sema_def *traits; /* def_traits_in_scope's part of this module */
    uint32_t n_traits;
    const sema_def *scope_traits;
    uint32_t n_scope_traits;
} def_module;

typedef struct def_answers {
    uint8_t own_params_state, generics_state, predicates_state, type_state, sig_state, variants_state, fields_state,
        items_state, trait_state, bounds_state, discriminant_state, supers_state, default_state;
    uint8_t unsized_state;
    bool unsized_param; /* ?Sized */
    bool is_in_bound;   /* of a trait: a bound of its own is being looked at for the name of a type in another one */
    bool synthetic;     /* a type parameter that `impl Trait` made */
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

/* Answers of the library, without pointers, so that they need not be copied: lists are places in `numbers`. A predicate
 * is PACKED_PREDICATE numbers there, a trait reference PACKED_TRAIT_REF. */
typedef struct def_packed {
    uint8_t own_params_state, generics_state, predicates_state, type_state, sig_state, variants_state, fields_state,
        items_state, trait_state, bounds_state, discriminant_state, supers_state, default_state, unsized_state;
    bool unsized_param, synthetic, is_unsafe, has_self;
    uint16_t reserved;
    uint32_t own_params, n_own_params, params, n_params, n_parent, predicates, n_predicates;
    sema_ty type, default_type, output, anon_type;
    uint32_t inputs, n_inputs, n_elided, variants, n_variants, fields, n_fields, items, n_items;
    uint32_t trait_ref, supers, n_supers, bounds, n_bounds;
    int64_t discriminant;
} def_packed;
enum { PACKED_PREDICATE = 11, PACKED_TRAIT_REF = 3 };

typedef struct def_record {
    def_info about;
    sema_def vis;                   /* 0: not worked out */
    uint32_t names;                 /* index into modules; 0: nothing is looked up in it */
    def_answers *answers;           /* but of the library's definitions, whose lie in packed and unpacked */
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
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct def_derive {
    sema_def item, module;
    sema_symbol trait;
    sema_span at;
    sema_def impl; /* once expanded */
    bool copy_too; /* Clone beside Copy */
    bool copies;   /* a Clone that copies the whole */
    uint8_t unused[2];
} def_derive;
#pragma GCC diagnostic pop
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
    arena_map known; /* those of impls */
    VEC(def_seen) seen;
    bool seen_shared; /* the library's */
} def_impl_list;

/* Remembers which attribute was found last. It is number `index` of those of its name, and number `n_within` of those
 * that its node `attr` stands for (a cfg_attr may stand for several). */
typedef struct def_last_attr {
    sema_node item;
    const char *name;
    uint32_t index, attr, n_within;
} def_last_attr;

enum { DEF_BLOCK_BITS = 5, DEF_PER_BLOCK = 1 << DEF_BLOCK_BITS };

typedef struct def_names {
    sema_symbol self, self_type, super, crate, underscore, core, std, alloc, rustg_std, slice, array, ref, ptr, tuple,
        never, fn_ptr, kernel, drop, output;
    sema_symbol primitives[TY_STR + 1];
} def_names;

/* The names that a misspelled one in a module is compared with, as long as nothing is added. */
typedef struct def_similar {
    sema_def module, from; /* from 0: what is in scope in the module */
    int8_t space;
    uint8_t what;
    uint32_t n_defs, n_imports;
    const struct near_index *names;
} def_similar;
enum { DEF_N_SIMILAR = 4 };
/* An instance of a generic kernel that the options ask for, the constant whose body names it, and the kernel's name. */
typedef struct def_derivative {
    sema_def fn, rule;
} def_derivative;
typedef struct def_instance {
    const char *text;
    sema_def constant;
    sema_span at;
} def_instance;

typedef struct def_table def_table;
struct def_table {
    VEC(def_record *) blocks;
    def_record *const *shared_blocks; /* the library's first n_shared_blocks, of all compiles: def_rec_own copies one */
    uint32_t n_shared_blocks;
    uint32_t n;
    VEC(def_module *) modules; /* [0] is NULL */
    /* The library's table, or NULL if this is the library's. All compiles share its modules, imports and lists; def_own
     * copies one that is to be written to. */
    const def_table *below;
    const def_packed *packed; /* by definition: those of the library */
    const uint32_t *numbers;
    def_answers ***unpacked; /* in this compile, in blocks as the records are; NULL: none of a block */
    uint32_t n_packed;
    const def_binding *shared_bindings; /* the library's, n_shared_bindings of them, which stand before bindings */
    uint32_t n_shared_bindings;
    VEC(def_binding) bindings; /* def_binding_at */
    VEC(def_import *) imports;
    def_names names;
    sema_def library, crates; /* crates: the library's module that holds `core`, `std`, `alloc` and `rustg_std` */
    arena_map primitive_of;   /* symbol: TY_ kind */
    arena_map item_at; /* (file, node): definition, of blocks, `impl Trait`s, constants in types and lang items */
    arena_map trait_buckets, self_buckets; /* symbol + 1: index into buckets */
    VEC(def_bucket) buckets;
    VEC(def_derive) derives;
    VEC(def_alias) aliases;
    uint64_t alias_bits[16];            /* def_may_be_alias */
    def_similar similar[DEF_N_SIMILAR]; /* asked for last */
    uint32_t next_similar;
    uint32_t epoch;                  /* counts impls and aliases */
    arena_map impls_of, inherent_of; /* index into lists */
    VEC(def_impl_list *) lists;
    sema_node lang_nodes[LANG_N];
    sema_def lang[LANG_N];
    sema_def prelude_module;
    VEC(sema_def) bodies;
    VEC(sema_def) user_crates;
    VEC(sema_kernel) kernels, generic_kernels;
    VEC(def_instance) instances;
    VEC(def_derivative) derivatives; /* def_derivative.c's */
    sema_ty types_seen;              /* def_has_destructors has looked at this compile's types below it */
    bool has_ref_cells;
    struct def_sizes *sizes;             /* def_size.c's */
    struct resolve_helps *helps;         /* resolve_help.c's */
    struct resolve_offers *offers;       /* resolve_offered.c's */
    struct resolve_settlings *settlings; /* resolve_settle.c's */
    struct resolve_uses *uses;           /* resolve_used.c's; NULL: nothing has been noted */
    uint32_t n_resolving;                /* imports and names in globs that are being looked for */
    def_last_attr last_attr;
    arena_map params_named; /* def_generics.c's: definition and number, then definition, name and kind: a parameter */
    arena_map values_named; /* def_anon.c's: of a name how many free items have it, among the first n_values_named */
    uint32_t n_values_named;
    arena_map named_by_globs; /* def_shown.c's: name: SEMA_ANSWER_* */
    arena_map written;        /* def_shown.c's: (file, name), of files of which (file, 0) is there */
    VEC(sema_def) with_globs; /* modules of the user's crates, but no blocks, that have a glob */
    arena_map anon_numbers;   /* def_anon.c's: (file, node): number from 1 */
    arena_map inherent_twice; /* def_check_overlap.c's, by the first impl and how many there are */
    arena_map conflicting;    /* def_check_overlap.c's: impls with E0119, with which no other is compared */
};

static inline def_table *def_tab(const sema *s)
{
    return s->defs;
}

static inline const def_record *def_rec(const sema *s, sema_def d)
{
    return &s->defs->blocks.at[d >> DEF_BLOCK_BITS][d & (DEF_PER_BLOCK - 1)];
}

/* The same to write to. */
def_record *def_rec_own(sema *s, sema_def d);

/* The element of one of this compile's arrays, copied if it is the library's still. */
#define DEF_OWN(s, array, i)                                                                                           \
    ((s)->defs->below && (i) < (s)->defs->below->array.n && (s)->defs->array.at[i] == (s)->defs->below->array.at[i]    \
         ? ((s)->defs->array.at[i] = arena_copy((s)->memory, (s)->defs->array.at[i], sizeof *(s)->defs->array.at[i]))  \
         : (s)->defs->array.at[i])

/* To write to as well; NULL: it has no names. */
static inline def_module *def_module_in(const sema *s, sema_def d)
{
    const uint32_t i = def_rec(s, d)->names;
    return i ? DEF_OWN(s, modules, i) : NULL;
}

static inline def_import *def_import_own(const sema *s, uint32_t i)
{
    return DEF_OWN(s, imports, i);
}

def_module *def_add_module(sema *s, sema_def d);

/* The library's are unpacked when they are first asked for. */
def_answers *def_new_answer(sema *s, sema_def d);

static inline def_answers *def_answer(sema *s, sema_def d)
{
    const def_table *t = s->defs;
    def_answers **block = d < t->n_packed ? t->unpacked[d >> DEF_BLOCK_BITS] : NULL;
    def_answers *a = d >= t->n_packed ? def_rec(s, d)->answers : block ? block[d & (DEF_PER_BLOCK - 1)] : NULL;
    return a ? a : def_new_answer(s, d);
}

static inline const def_binding *def_binding_at(const def_table *t, uint32_t i)
{
    return i < t->n_shared_bindings ? &t->shared_bindings[i] : &t->bindings.at[i - t->n_shared_bindings];
}

static inline bool def_is_module(const sema *s, sema_def d)
{
    uint8_t kind = def_rec(s, d)->about.kind;
    return kind == DEF_MOD || kind == DEF_CRATE;
}

/* False: no alias has the name. */
static inline bool def_may_be_alias(const def_table *t, sema_symbol name)
{
    return t->alias_bits[name >> 6 & 15] >> (name & 63) & 1;
}

void def_add_alias(sema *s, sema_symbol original, sema_symbol name);

/* def_collect.c */
void def_collect_items(sema *s, sema_def parent, sema_node container);
void def_add_pending(sema *s, arena_map *map, sema_symbol key, def_pending pending);
void def_bind(sema *s, sema_def module, sema_symbol name, uint8_t spaces, sema_def d, uint32_t import, bool is_macro);
def_module *def_names_of(sema *s, sema_def d); /* also of enums and traits; NULL for what has no names inside */

/* def_mod_file.c */
uint32_t def_read_mod(sema *s, sema_def module, sema_def parent, sema_node item);
void def_root_dirs(sema *s, sema_def module, const char *file_name, bool is_mod_rs);
void def_inline_dirs(sema *s, sema_def module, sema_def parent, sema_node item);

/* def_derive.c */
void def_collect_derives(sema *s, sema_def item, sema_node node);
sema_def def_expand_derive(sema *s, uint32_t derive);

/* def_check.c, def_check_impl.c */
void def_check_names(sema *s, sema_def module);
bool def_is_no_std(const sema *s, sema_def crate); /* `#![no_std]` */
void def_check_impl(sema *s, sema_def impl);
sema_ty def_no_regions(sema *s, sema_ty t, const ty_subst *subst);
/* def_check_overlap.c */
void def_check_packed(sema *s, sema_def adt); /* def_check_packed.c */
void def_check_overlap(sema *s, sema_def impl, def_trait_ref of);
void def_check_inherent_twice(sema *s, sema_def impl);
/* def_check_wf.c */
void def_check_shared(sema *s, sema_def constant, sema_node type);
void def_check_wf_type(sema *s, sema_def owner, sema_ty t, sema_node node);
void def_check_wf_fields(sema *s, sema_def adt);
sema_node def_type_node(sema *s, sema_node n); /* the type that a field is written with */
void def_check_wf_fn(sema *s, sema_def fn);
void def_check_wf_bounds(sema *s, sema_def d); /* those in the generics and where clauses of an item */
void def_check_wf_impl(sema *s, sema_def impl, sema_node trait_ref);
/* def_check_lifetimes.c; `of` is the trait's function. */
void def_check_lifetimes(sema *s, sema_def fn, sema_def of);
void def_check_static_field(sema *s, sema_def adt, sema_def field);
/* def_check_derived.c. The first answers with what Default makes, the type itself or a variant; 0: there were errors,
 * which stand at the derive or at what is marked. */
sema_def def_derived_default(sema *s, sema_def adt, sema_span at);
void def_check_derived(sema *s, sema_def impl, sema_ty self, sema_def trait);

/* def_check_drop.c */
void def_check_drop(sema *s, sema_def impl, sema_ty self);
void def_check_union(sema *s, sema_def adt);
sema_span def_item_span(const sema *s, sema_def d);
/* def_check_promise.c */
void def_check_promises(sema *s, sema_def impl, def_trait_ref of);

/* def_check_impl.c: the arguments with which the trait's item speaks of the impl: those of the trait reference, then
 * the impl item's own parameters; and the trait's item of an impl's. */
const sema_ty *def_translated_args(sema *s, sema_def item, sema_def trait_item, def_trait_ref of, uint32_t *n);
sema_def def_member(sema *s, sema_def trait, sema_def item);

/* Whether a type is one of the user's crates, or a reference to one (def_check_impl.c). */
bool def_is_local(sema *s, sema_ty t);
/* def_check_assoc_type.c; item: the impl's. */
void def_check_assoc_type(sema *s, sema_def impl, sema_def item);

/* def_check_outlives.c; bounds: those of the trait's type, of which subst speaks in terms of the impl. */
void def_check_outlives(sema *s, sema_def impl, sema_def item, const def_predicate *bounds, uint32_t n_bounds,
                        const ty_subst *subst);

/* def_check_stricter.c; args are those of the trait's function, in terms of the impl's. */
void def_check_stricter(sema *s, sema_def fn, sema_def of, const sema_ty *args, uint32_t n_args);
/* args with the lifetimes of the trait's item as those of the impl's item in their order. */
const sema_ty *def_with_own_lifetimes(sema *s, sema_def item, sema_def of, const sema_ty *args, uint32_t n_args);
/* An associated type with lifetimes of its own asks no more of these than the trait does. */
void def_check_stricter_type(sema *s, sema_def item, sema_def of, const sema_ty *args, uint32_t n_args);
void def_check_qualifiers(sema *s, const sema_def *items, uint32_t n, const char *where);
/* def_kernel.c */
void def_check_kernel(sema *s, sema_def fn);
/* Whether the attribute, which has rustg_std's name, is rustg_std's; reported if it is not in scope. */
bool def_names_attribute(sema *s, sema_def fn, const def_attr *attr, const char *name);
/* Reports attributes that are for functions on what is none. */
void def_check_no_function(sema *s, sema_def d);
bool def_is_marked_kernel(sema *s, sema_def fn); /* with rustg_std's own attribute */
/* def_kernel_param.c; t: the type of parameter i, that of an instance for a generic kernel. */
void def_check_param(sema *s, sema_def fn, uint32_t i, sema_ty t, bool is_unsafe);
/* def_derivative.c */
void def_check_derivative(sema *s, sema_def fn);

#endif
