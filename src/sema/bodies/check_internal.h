/* check_internal.h: declares what only the checker's own files use; check.h has the rest. */
#ifndef RUSTG_CHECK_INTERNAL_H
#define RUSTG_CHECK_INTERNAL_H

#include "sema/bodies/check.h"

thir_expr check_fn_value(check *c, sema_def fn, const sema_ty *args, uint32_t n_args, sema_span at);
thir_expr check_local_of(check *c, thir_local local, check_frame *owner, sema_span at);
ty_lookup check_lookup(check *c);
/* Keeps the arguments of d in which lifetimes are named, for check.written; args are NULL where none is written. */
void check_note_written(check *c, sema_def d, const sema_ty *args, uint32_t n_args, uint32_t n_parents);
void check_require(check *c, sema_def trait, const sema_ty *args, uint32_t n_args, sema_span at, const char *what);
/* What a written type asks of the types in it. */
void check_require_formed(check *c, sema_ty t, sema_span at);
void check_require_all(check *c, sema_def d, const sema_ty *args, uint32_t n_args, sema_span at);
const char *check_article(const char *word);
sema_span check_head_span(check *c, sema_def d);

/* check_body.c */
thir_body *check_new_body(check *c, sema_def owner);
void check_params(check *c, const sema_node *params, uint32_t n_params, const sema_ty *types);
/* check_literal.c: literals take the bits of the types they got. */
void check_literals_write_back(check *c, thir_body *body);
/* Fn, FnMut and FnOnce. */
extern const sema_lang_item check_fn_traits[FN_KIND_NONE];
/* The methods of the Fn traits are called by call syntax alone. */
void check_is_stable_call(check *c, sema_def trait, sema_span at);
void check_note_fn_bound(check *c, sema_span at, const def_predicate *p,
                         const def_predicate *told); /* p: told substituted; told may be NULL */

/* check_path.c resolves T::Name as a type and checks the length of an array type or of [x; n]. */
sema_ty check_array_length(check *c, sema_node count);
/* The generic arguments of item d, which begin with the given ones of its parents. With segment NULL none are
 * written. */
const sema_ty *check_own_args(check *c, sema_def d, const sema_ty *parents, uint32_t n_parents,
                              const syntax_segment *segment, sema_span at, uint32_t *n_args);
sema_ty check_assoc_type(check *c, sema_ty base, sema_symbol name, sema_span at);

/* check_probe.c finds associated items by name. This is one candidate. For a trait's item args are those of the
 * trait, Self first; for an impl's item those of the impl. What is not known of them are variables. */
typedef struct check_candidate {
    sema_def item;
    sema_def parent; /* impl or trait */
    sema_ty *args;
    uint32_t n_args;
    bool is_of_item; /* of a check_bound that is */
} check_candidate;
/* Finds what `self_ty::name` means. It returns false and reports nothing if there is no such item; *ambiguous says
 * that E0034 was reported. */
bool check_probe_assoc(check *c, sema_ty self_ty, sema_symbol name, sema_span at, check_candidate *found,
                       bool *ambiguous);
/* Which reference is taken to call a method on it. */
typedef enum check_autoref { AUTOREF_NONE, AUTOREF_SHARED, AUTOREF_MUT } check_autoref;
_Static_assert(AUTOREF_NONE == 0 && AUTOREF_SHARED == 1 && AUTOREF_MUT == 2,
               "check_autoref: they are tried in this order");
typedef struct check_pick {
    check_candidate candidate;
    uint32_t step;      /* how many dereferences */
    bool unsize;        /* then array to slice */
    uint8_t autoref;    /* check_autoref */
    sema_ty past_limit; /* as check_past_deref_limit says */
} check_pick;
bool check_probe_method(check *c, thir_expr receiver, sema_symbol name, sema_span at, check_pick *pick, bool *reported);
/* A trait that bounds require of a parameter or associated type, supertraits included. */
typedef struct check_bound {
    sema_def trait;
    const sema_ty *args;
    uint32_t n_args;
    bool is_of_item; /* an associated or hidden type's own bound, which no function around says */
} check_bound;
uint32_t check_bounds_of(check *c, sema_ty self, const check_bound **bounds);
/* check_suggest.c adds suggestions. check_suggest_return tells whether it suggested a result type for the function. */
void check_suggest_value(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e,
                         const check_why *why);
bool check_wants_parens(check *c, thir_expr e); /* before a method call or a cast is put behind it */
/* check_suggest_tid.c */
bool check_is_tid(check *c, sema_ty t);
/* Suggests a `Tid`'s number, as one of type want, in the place of the expression, which is one. */
void check_suggest_number(check *c, sema_report *r, thir_expr e, sema_ty want);
/* Where a side of an operator is a `Tid`: suggests numbers for both that go together. */
void check_suggest_tid_operand(check *c, sema_report *r, bool is_shift, thir_expr a, thir_expr b);
void check_suggest_tid_assigned(check *c, sema_report *r, thir_expr a, thir_expr b); /* of `a += b` and the like */
void check_suggest_tid_unary(check *c, sema_report *r, bool is_not, thir_expr a);
/* False: a number has no such method either. receiver: its place. */
bool check_suggest_tid_method(check *c, sema_report *r, sema_span receiver, sema_symbol name, sema_span at);
/* Of an argument that is to be a `Tid`, as a method's of `Ord`. False: nothing is said. */
bool check_suggest_tid_argument(check *c, sema_report *r, sema_span at);
/* Where found is wanted and one of both is a `Tid`. False: nothing is said. */
bool check_suggest_for_tid(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e,
                           const check_why *why);
/* Where the sides of an operator are integers of two types, one of them made by `get`. */
void check_suggest_agreement(check *c, sema_report *r, thir_expr a, thir_expr b);
/* Suggests `as usize` where an index is an integer of another type. */
void check_suggest_index(check *c, sema_report *r, thir_expr e);
bool check_is_atomic(const check *c, sema_ty t); /* rustg_std's own */
void check_help_atomic(sema_report *r);
bool check_is_short_float(check *c, sema_ty t); /* f16, bf16, f8e4m3, f8e5m2 */
/* For `operand as to`, where one type is such a float and the other one a number of Rust's own. whole: of the cast. */
void check_suggest_short_cast(check *c, sema_report *r, thir_expr operand, sema_span whole, sema_ty from, sema_ty to);
bool check_suggest_return(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e,
                          const check_why *why);
/* Whether that is one of the expressions whose value the body of a function gives, through blocks, ifs and matches. */
bool check_in_tail(check *c, sema_node block, sema_span at);
/* Adds to E0599 a trait of the user's that has a method of that name. */
void check_help_trait(check *c, sema_report *r, sema_ty self, sema_symbol name);
const char *check_similar_field(check *c, const sema_def *fields, uint32_t n, sema_symbol name);
const char *check_similar_name(check *c, sema_ty self_ty, sema_symbol name, bool methods);

/* check_deref.c dereferences automatically, step by step: one more than the usual limit, the type at first, and a slice
 * of an array at the end. */
enum { CHECK_MOST_STEPS = SEMA_RECURSION_LIMIT + 3, CHECK_ALL_STEPS = CHECK_MOST_STEPS - 1 };
typedef struct check_steps {
    sema_ty ty[CHECK_MOST_STEPS];
    bool overloaded[CHECK_MOST_STEPS]; /* how ty[i] came from ty[i - 1] */
    uint32_t n;
    bool unknown; /* ends at a variable */
} check_steps;
void check_autoderef(check *c, sema_ty from, check_steps *steps, bool raw);
void check_autoderef_within(check *c, sema_ty from, check_steps *steps, bool raw, uint32_t most); /* types */
/* What the first step behind the recursion limit gives, or TY_NONE: E0055. */
sema_ty check_past_deref_limit(check *c, const check_steps *steps);
void check_report_deref_limit(check *c, sema_ty ty, sema_span at);
/* Dereferences e n times, as the steps say. Returns the new place, or e if n is 0. */
thir_expr check_apply_steps(check *c, thir_expr e, const check_steps *steps, uint32_t n, sema_span at);

thir_expr check_deref_of(check *c, thir_expr e, sema_span at); /* the operator * */

/* check_call.c: arguments of a call against what they must be. */
typedef struct check_args {
    sema_def fn;      /* 0: a pointer or closure */
    const char *noun; /* "function", "method", "struct", "enum variant" */
    const sema_ty *inputs;
    uint32_t n_inputs, n_given;
    sema_span callee, list;
    sema_ty output, wish; /* wish: what the call is expected to give, or TY_NONE */
    bool is_closure;
} check_args;
void check_arguments(check *c, const check_args *a, sema_node first, thir_expr *values);
uint32_t check_count(check *c, sema_node first); /* siblings from here */
sema_span check_list_span(check *c, sema_node call);
void check_callable(check *c, sema_def fn, bool is_unsafe, sema_span at); /* E0133 */
void check_set_fn_call(check *c, thir_expr call, thir_expr place, infer_fn_kind kind, sema_ty self, sema_ty tuple);

/* check_destructure.c */
bool check_is_destructuring(check *c, sema_node left);
thir_expr check_destructuring(check *c, sema_node n, sema_node left, sema_node right);

/* check_op.c: overloaded operators of scalars become builtin. */
void check_op_write_back(check *c, thir_body *body, thir_expr e);
bool check_is_place(check *c, thir_expr e);
bool check_is_lasting(check *c, thir_expr e); /* a place that is no part of a temporary */

/* The type of what lacks an item of that name: with its parameters for arguments where no arguments would help. */
const char *check_show_without(check *c, sema_ty t, sema_symbol name);
/* Is there a variable before that place of whose type something is not known, and which is not that other type? */
bool check_has_unknown_local(const check *c, sema_span before, sema_ty other);
/* Types of which the sort is told in messages. */
const char *check_prefix(check *c, sema_ty t); /* "struct", "reference", "type" */

#endif
