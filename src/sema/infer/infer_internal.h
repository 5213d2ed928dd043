/* infer_internal.h: shared by infer_*.c and trait_*.c: what an infer_ctx holds, and the steps of trait selection.
 *
 *   infer_vars.c     variables, undoing, unification         trait_env.c      what may be assumed
 *   infer_oblige.c   obligations and progress                trait_select.c   candidates, choosing one, confirming it
 *   infer_report*.c  E0277 and its friends                   trait_builtin.c  what the compiler implements itself
 *   trait_impls.c    impls by trait and head of Self         trait_project.c  projections, normal forms
 *   infer_blame.c    where in a call the cause is
 *   trait_concrete.c answers for concrete types, remembered  trait_auto.c     Send and Sync
 *   trait_drop.c     whether dropping a value does something */
#ifndef RUSTG_INFER_INTERNAL_H
#define RUSTG_INFER_INTERNAL_H

#include "sema/infer/infer.h"

enum {
    INFER_MAX_DEPTH = 128,      /* rustc's recursion_limit: of obligations that follow from one another */
    INFER_MAX_NESTING = 600,    /* how deep questions may be asked while others are being answered */
    INFER_MAX_WORK = 400000,    /* steps that one question and all that follows from it may take */
    INFER_WORK_OF_ROOT = 100,   /* more steps for each question so far, since all that follows is worked on together */
    INFER_MAX_RESOLVED = 20000, /* variables looked up for one type, whose size each may double */
    INFER_MAX_STALLED = 6
};

typedef struct infer_var {
    sema_ty value; /* 0: unknown */
    sema_ty self;
    sema_span at;
    uint8_t kind, rank;
} infer_var;

typedef enum infer_state { PENDING_OPEN, PENDING_DONE, PENDING_FAILED, PENDING_REPORTED } infer_state;

typedef struct infer_pending {
    def_predicate predicate;
    infer_cause cause;
    uint32_t parent; /* index + 1 of the obligation that it follows from; 0: none */
    uint16_t depth;
    uint8_t state;
    uint32_t failed_behind; /* PENDING_FAILED: how many reports there were */
    uint32_t n_defaults;    /* and how many variables had become i32 or f64 because nothing said otherwise */
    bool overflow, mismatch;
    bool in_question;  /* infer_holds asks: it is not looked up again */
    uint8_t n_stalled; /* variables that it waits for; 0: try always */
    uint32_t stalled[INFER_MAX_STALLED];
    uint32_t closures; /* the closures' version when it was tried */
    sema_ty found;     /* PROJECTION that failed: what the projection is */
    sema_ty written;   /* its Self as the bound has it, before substitution */
} infer_pending;

typedef struct infer_env {
    VEC(def_predicate) predicates;
    bool has_concrete; /* one of them speaks of no parameter: it may hold nowhere else */
} infer_env;

struct infer_ctx {
    sema *s;
    sema_def owner;
    const infer_env *env;
    VEC(infer_var) vars;
    VEC(uint64_t) trail;    /* what << 32 | index */
    VEC(uint32_t) defaults; /* variables that are i32 or f64 because nothing said otherwise */
    uint32_t n_hidden;      /* of these, at the end: those that infer_show_defaults has made variables again */
    VEC(infer_pending) pending;
    arena_map said; /* by hash: what was reported of traits, with its place */
    uint32_t first_open;
    uint64_t version, tried_version; /* counts bindings and new obligations */
    uint32_t tried_closures;
    uint32_t nesting, n_diags;
    uint32_t questions;               /* infer_holds in work */
    uint32_t work;                    /* steps since the outermost question was asked */
    uint32_t n_roots;                 /* obligations that follow from none */
    uint32_t resolving, n_resolved;   /* infer_resolve in work, one inside the other; variables looked up by it */
    uint32_t projecting, normalizing; /* projections in work: one inside the other; memorized ones */
    bool gave_up;     /* a question was too much work: as in rustc nothing else is answered, one error is reported */
    uint32_t current; /* index + 1 of the obligation in work */
    bool overflowed;
    bool concrete; /* opaque types are seen through */
    bool equates;  /* in infer_unify: what the body itself hides is what it returns */
    bool is_raw;   /* the assumptions are as they are written, and it is for normalizing them */
    bool probes;   /* of such: whether one of them is what is asked for is being found out */
    bool exact;    /* in infer_vars_unify: as infer_unify_exactly says */
    infer_hidden *hidden;
    uint32_t n_hidden_types;
    arena_map rigid;     /* projections that stay as they are */
    arena_map held;      /* predicate with parameters and without variables: 1 + infer_answer */
    arena_map projected; /* projection without variables: its normal form, or PROJECT_RUNNING */
    /* What the question in work found to wait for a closure, so that it is not gone through for each way that leads to
     * it: a predicate or projection without variables, by the number of the question; a projection's normal form. */
    arena_map waiting, waiting_normal;
    /* The question's number, another one once a variable that is older than it is known, or a closure. */
    uint32_t question, n_older_vars, question_closures;
};

typedef enum infer_change { TRAIL_BIND, TRAIL_STATE, TRAIL_STALL } infer_change;

typedef struct infer_cache {
    arena_map closure_at;
    VEC(infer_closure) closures;
    uint32_t closure_version;
    arena_map opaques; /* def: hidden type */
    arena_map env_at;
    VEC(infer_env *) envs;
    arena_map dyns_at; /* of trait objects, what they are known to implement */
    VEC(infer_env *) dyns;
    arena_map bounds_at; /* of associated and opaque types, elaborated */
    VEC(infer_env *) bounds;
    arena_map impls_at;
    VEC(struct trait_impls *) impls;
    arena_map evaluated;     /* predicate without variables and parameters: 1 + infer_answer */
    arena_map concrete_of;   /* type: its normal form */
    VEC(sema_ty) evaluating; /* constants in types, one needed for the one before */
    arena_map copies;
    arena_map resolved_at;
    VEC(struct trait_resolved) resolved;
    infer_ctx *ctx; /* without assumptions, for concrete types */
} infer_cache;
infer_cache *infer_cache_of(sema *s);

/* ---- infer_vars.c ---- */
void infer_trail(infer_ctx *c, uint32_t what, uint32_t index);
bool infer_unify_all(infer_ctx *c, const sema_ty *a, const sema_ty *b, uint32_t n);
/* Shows the defaults from that one on as `{integer}` and `{float}`, and those before it as numbers. */
void infer_show_defaults(infer_ctx *c, uint32_t from);
/* Collects the roots of unknown variables inside; returns how many there are, at most INFER_MAX_STALLED + 1. */
uint32_t infer_unknowns(infer_ctx *c, const sema_ty *types, uint32_t n, uint32_t roots[INFER_MAX_STALLED]);
const sema_ty *infer_resolve_all(infer_ctx *c, const sema_ty *types, uint32_t n);
bool infer_any(infer_ctx *c, const sema_ty *types, uint32_t n, uint8_t flags);

/* ---- infer_oblige.c ---- */
void infer_add(infer_ctx *c, def_predicate predicate, infer_cause cause, uint32_t parent);
/* d's predicates for these arguments follow from the obligation `parent`. */
void infer_add_all(infer_ctx *c, sema_def d, sema_def owner, const sema_ty *args, uint32_t n_args, infer_cause cause,
                   uint32_t parent);
/* Works on obligations from `from` on. With `stop` it answers NO as soon as one fails. */
infer_answer infer_solve(infer_ctx *c, uint32_t from, bool stop);
/* Counts a step of an obligation. follows says that it comes from another one. False: it is too much work. */
bool infer_step(infer_ctx *c, bool follows);
def_predicate infer_trait_predicate(sema_def trait, const sema_ty *args, uint32_t n_args);
/* Begins a question where none is being worked on. */
void infer_begin_question(infer_ctx *c);
/* Whether the question in work found that the predicate or projection waits. */
bool infer_is_waiting(infer_ctx *c, uint64_t key);

/* ---- infer_blame.c ---- */
const infer_pending *infer_outermost(infer_ctx *c, uint32_t index);
/* The place to blame for the obligation at `index`. *call is what introduces a bound for an argument, or nowhere. */
sema_span infer_blame(infer_ctx *c, uint32_t index, sema_span *call);

/* ---- infer_report.c, infer_report_projection.c ---- */
void infer_report_trait(infer_ctx *c, uint32_t index);
void infer_report_projection(infer_ctx *c, uint32_t index);
/* What E0593 says of the two counts (infer_report_count.c). */
void infer_add_argument_count(sema_report *r, sema_def closure, const sema_ty *wanted, uint32_t n_wanted, uint32_t has);
void infer_label_call(sema_report *r, sema_span call);
void infer_add_required_by(sema *s, sema_report *r, const infer_pending *p);

/* ---- trait_env.c ---- */
const infer_env *trait_env_of(sema *s, sema_def owner);
const infer_env *trait_bounds_of(sema *s, sema_def assoc_or_opaque);
const infer_env *trait_dyn_env(sema *s, sema_ty dyn); /* Self is the object's type */
/* An assumption for other arguments; regions erased. */
const sema_ty *trait_subst_all(sema *s, const sema_ty *types, uint32_t n, const ty_subst *subst);
sema_ty trait_subst(sema *s, sema_ty t, const ty_subst *subst);

/* ---- trait_impls.c ---- */
/* The impls of a trait that could be for this Self, blanket impls among them. */
const sema_def *trait_impls_for(infer_ctx *c, sema_def trait, sema_ty self, uint32_t *n);
/* False: an impl's argument can never be this type. */
bool trait_may_match(infer_ctx *c, sema_ty of_impl, sema_ty t);

/* ---- trait_select.c ---- */
/* Makes an impl's header equal to the arguments, with fresh ones of the impl. */
bool trait_match_impl(infer_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args, const sema_ty **impl_args,
                      uint32_t *n_impl_args);
/* Whether an impl's header can be made equal to the arguments as infer_unify_exactly does. */
bool trait_matches_exactly(infer_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args);
/* Unifies for good and adds the obligations that follow. impl_args gets, for an impl, its arguments. */
/* Whether an argument of a program's impl is a slice, str or object where the parameter has to be Sized. */
bool trait_is_sized_wrongly(infer_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args);
bool trait_confirm(infer_ctx *c, const trait_candidate *candidate, sema_def trait, const sema_ty *args, uint32_t n_args,
                   infer_cause cause, uint32_t parent, const sema_ty **impl_args, uint32_t *n_impl_args);

/* ---- trait_builtin.c ---- */
typedef enum builtin_answer { BUILTIN_NONE /* impls decide */, BUILTIN_NO, BUILTIN_MAYBE, BUILTIN_YES } builtin_answer;
builtin_answer trait_builtin(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args);

/* ---- trait_auto.c ---- */
bool trait_is_auto(const sema *s, sema_def trait);
builtin_answer trait_auto(infer_ctx *c, sema_def trait, sema_ty t);
void trait_auto_confirm(infer_ctx *c, sema_def trait, sema_ty t, infer_cause cause, uint32_t parent);
/* Adds to r, as notes, what the obligation at `index` follows from; *within is the outermost type that has the trait
 * by its parts. False: the trait is not of this kind. */
bool trait_auto_chain(infer_ctx *c, sema_report *r, uint32_t index, sema_ty *within);
sema_def trait_generics_owner(const sema *s, sema_def closure); /* the fn whose generics a closure's types mention */
sema_ty trait_hidden(sema *s, sema_ty opaque);                  /* the type that a fn returns as `impl Trait` */

/* Whether fn pointers have that trait as their addresses, which are `*const ()`, have it. */
bool trait_is_of_addresses(const sema *s, sema_def trait);
bool trait_builtin_confirm(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args, infer_cause cause,
                           uint32_t parent);
infer_fn_kind trait_fn_kind(const sema *s, sema_def trait);

/* ---- trait_project.c ---- */
typedef enum project_answer { PROJECT_NO, PROJECT_MAYBE, PROJECT_RIGID, PROJECT_YES } project_answer;
project_answer trait_project(infer_ctx *c, sema_def assoc, const sema_ty *args, uint32_t n_args, infer_cause cause,
                             uint32_t parent, sema_ty *out);

/* ---- infer_report.c ---- */
void infer_report_pending(infer_ctx *c, uint32_t index);
void infer_report_ambiguous(infer_ctx *c, uint32_t index);

#endif
