/* borrow_internal.h: shared by borrow_*.c: a body as a control flow graph of accesses to places, shaped after rustc's
 * MIR and NLL. Types in it hold region variables where lifetimes were erased.
 *
 *   borrow_check.c    the steps in order                     borrow_build.c    expressions into the graph
 *   borrow_place.c    places and their types, names          borrow_scope.c    scopes, temporaries, statements
 *   borrow_region.c   region variables, subtyping, variance  borrow_pat.c      patterns, conditions, match
 *   borrow_rich.c     projections with their lifetimes       borrow_call.c     calls and closures
 *   borrow_dyn.c      trait objects
 *   borrow_move.c     initialization and moves               borrow_live.c     liveness, values of regions
 *   borrow_loan.c     conflicts of accesses with loans       borrow_write.c    what may be written or borrowed mutably
 *   borrow_suggest.c  what would make it right
 *   borrow_report.c   the errors                             borrow_outlive.c  lifetimes of signatures
 *   borrow_param.c    type parameters and lifetimes      borrow_closure.c  lifetimes of closures
 *   borrow_formed.c   what a type asks of its lifetimes  borrow_trait.c    lifetimes of bounds by traits
 *   borrow_any.c      bounds with a `for<'a>`            borrow_pointer.c  fn pointers
 *   borrow_alias.c    associated and opaque types        borrow_unused.c   variables that nothing reads
 *   borrow_item.c     what has no body                   borrow_unused_mut.c   variables that need no `mut` */
#ifndef RUSTG_BORROW_INTERNAL_H
#define RUSTG_BORROW_INTERNAL_H

#include "sema/borrow/borrow.h"
#include "sema/thir.h"

typedef uint32_t borrow_place; /* index into places; 0 is none */
typedef uint32_t borrow_region;

typedef enum place_elem { ELEM_LOCAL, ELEM_DEREF, ELEM_FIELD, ELEM_INDEX, ELEM_CONST_INDEX, ELEM_SUBSLICE } place_elem;
typedef struct place_node {
    borrow_place parent, first_child, next_sibling;
    uint8_t elem;
    bool from_end;
    bool has_many;    /* its children are in borrow_ctx.children */
    uint32_t index;   /* FIELD; CONST_INDEX: from the start or the end; SUBSLICE: how many are left out in front */
    uint32_t skipped; /* SUBSLICE: how many are left out behind with from_end, else where it ends; CONST_INDEX: how many
                         there are at least */
    sema_def variant; /* FIELD of an enum's variant */
    uint32_t local;
    sema_ty ty; /* with region variables */
} place_node;

typedef struct borrow_local {
    sema_symbol name; /* 0: a temporary */
    sema_ty ty;
    borrow_place place;
    sema_span span;
    uint8_t capture_mode; /* thir_capture_mode, of upvars */
    bool is_borrowed;     /* an upvar that is captured by reference, borrowed_for that long */
    borrow_region borrowed_for;
    bool mutable, is_param, is_upvar, is_static, is_user, is_self, declared_bare;
    bool is_return;
    bool is_taken_apart; /* a value that a pattern with `name @ part` binds: it may be moved more than once */
    const char *source;  /* of what an index or a dereference that is a call gives: "index of `[T]`"; or NULL */
    uint32_t scope;      /* build_scope.number of the one that holds it */
    uint32_t first_stmt; /* 1 + the index of the first statement about it; mir_stmt.next_of_local goes on */
} borrow_local;

typedef enum mir_op {
    MIR_NOP, /* with a place: what only lints look at (NOP_LOOKED_AT), or a drop that does nothing there */
    MIR_COPY,
    MIR_MOVE,       /* these two read a value */
    MIR_READ,       /* reads a discriminant, length or index: a shallow read */
    MIR_FAKE_READ,  /* the place must be initialized, but is not accessed */
    MIR_MENTION,    /* `let _ = place`: the references on the way live up to here, no more */
    MIR_BORROW,     /* makes a loan */
    MIR_RAW_BORROW, /* extra: whether it is a *mut */
    MIR_ACTIVATE,   /* a two-phase borrow, the loan, is used */
    MIR_WRITE,      /* extra: a mir_write */
    MIR_LIVE,       /* the local comes into being, uninitialized */
    MIR_DEAD,       /* its storage ends */
    MIR_DROP,       /* its destructor runs */
    MIR_RETURN
} mir_op;
typedef enum mir_write { WRITE_INIT /* by its declaration */, WRITE_ASSIGN, WRITE_OP } mir_write;

typedef enum mir_extra {
    EXTRA_NONE,
    DROP_REPLACES, /* MIR_DROP: what an assignment replaces is dropped */
    MOVED_BY_FOR,  /* MIR_MOVE, as are the next two */
    MOVED_BY_METHOD,
    MOVED_BY_PATTERN,
    COPIED_BY_OP, /* MIR_COPY: the left side of a `+=` */
    NOP_LOOKED_AT /* MIR_NOP: a pattern is matched with the place, or the array is indexed */
} mir_extra;

typedef struct mir_stmt {
    uint8_t op;
    uint8_t extra; /* a mir_write of a MIR_WRITE, whether it is a *mut of a MIR_RAW_BORROW, else a mir_extra */
    bool by_call;
    bool operand; /* a temporary is given to the operation that the following ones belong to as well */
    borrow_place place;
    uint32_t loan, next_of_local;
    sema_def closure; /* the closure whose capture it is, or 0 */
    sema_span span;
    sema_span by; /* the name of the method, or the matched value of the pattern, by which something is moved; of the
                     MIR_DROP of what is replaced, what is assigned to */
} mir_stmt;

/* next: 1 + the place of the next borrow of the local, 0 for none; is_told: with an earlier one */
typedef struct write_refused {
    uint32_t local, next;
    sema_span span;
    const char *described;
    bool is_whole, is_borrow, is_told;
} write_refused;

typedef struct mir_edge {
    uint32_t to, next; /* next: 1 + the index of the next edge */
} mir_edge;
typedef struct mir_block {
    uint32_t first, end, first_out, first_in;
    bool started, reachable, is_loop;
} mir_block;

typedef enum loan_kind { LOAN_SHARED, LOAN_MUT } loan_kind;
typedef struct borrow_loan {
    borrow_place place;
    borrow_region region;
    uint32_t point, activated; /* activated is 0 unless it is two-phase */
    uint8_t kind;
    bool two_phase, implicit;
    sema_def closure;
    sema_span span;
} borrow_loan;

typedef enum outlives_why {
    WHY_ASSIGN,
    WHY_RETURN,
    WHY_ARGUMENT,
    WHY_OTHER,
    WHY_CAPTURE,
    WHY_TYPE,
    WHY_FORMED /* of items */
} outlives_why;
typedef struct outlives {
    borrow_region sup, sub;
    uint8_t why;
    uint32_t next;
    sema_span span;
} outlives;

/* borrow_points.c: a set of statements as spans in order, none of which touch. With capacity 0 another set uses `at`,
 * too. */
typedef struct point_span {
    uint32_t first, end;
} point_span;
typedef struct point_set {
    point_span *at;
    uint32_t n, capacity;
} point_set;
bool point_set_has(const point_set *set, uint32_t point);
bool point_set_has_all(const point_set *set, const point_set *other);
/* Whether to has grown. */
bool point_set_add(arena *memory, point_set *to, const point_set *from);
void point_set_order(point_set *set); /* from spans in any order */

typedef struct region_node {
    point_set points;
    const point_set *base; /* more points, or NULL: of a region with many spans all that outlive it have the same set */
    point_set live;        /* the points where a value with it is alive; shared with points until these grow */
    point_set ends;        /* the universal regions in it, by number */
    bool universal, queued, all_points;
    bool bound;        /* each call of a closure chooses this universal region */
    uint32_t end;      /* the number of a universal region */
    uint32_t universe; /* of a `for<'a>` bound that is to hold: 'a, and what was made for it, have its number; others
                           cannot be 'a */
    bool any;          /* it is that 'a, of a bound by any_trait; 0: of `for<'a> T: 'a`, or of a fn pointer */
    bool of_mismatch;  /* it is one of a fn pointer for which another or a fn is given */
    sema_def any_trait;
    sema_def param;     /* the lifetime parameter, if it has a name */
    uint32_t elided;    /* 1 + the number of an elided lifetime; 0: it is none */
    uint32_t first_out; /* 1 + the index of the first constraint in which it is sub */
} region_node;

/* A type parameter must outlive region. */
typedef struct param_outlives {
    sema_ty param;
    borrow_region region;
    sema_span span;
} param_outlives;

/* A value with that lifetime becomes an opaque type. */
typedef struct opaque_capture {
    sema_ty opaque, hidden;
    borrow_region region;
    sema_span span;
} opaque_capture;

typedef struct build_scope {
    struct build_scope *outer;
    VEC(uint32_t) locals;
    uint32_t number; /* from 1, of all scopes of the body */
    bool is_temps;   /* the temporaries of a statement or condition end here */
    sema_span end;   /* the place where the storage ends */
} build_scope;

typedef struct build_label {
    uint32_t label;
    uint32_t break_to, continue_to;
    borrow_place dest;
    build_scope *scope;
    struct build_label *outer;
} build_label;

typedef struct borrow_loop {
    uint32_t node, around; /* around: 1 + the index of the loop that it is in */
} borrow_loop;

/* For the errors: the constraints in which a region is sup, and what searches have found. */
typedef struct borrow_search {
    uint32_t *first, *next; /* first: of regions; both are 1 + the index of a constraint */
    uint8_t *kept, *one;    /* of regions */
    uint32_t *seen_regions, *seen_blocks, n_searches;
    VEC(uint32_t) todo, kept_list; /* kept_list: where kept is set */
} borrow_search;

/* For borrow_blame: the constraints in which a region is sup; by which constraint a region was reached, 0 of all
 * between calls; the regions reached. */
typedef struct borrow_blames {
    uint32_t *first, *next, *by; /* each is 1 + the index of a constraint; first, by: of regions */
    uint32_t n_regions, n_constraints;
    VEC(borrow_region) todo;
} borrow_blames;

/* The statements, up to end, by which a closure's capture comes to be; noted for lints only. */
typedef struct capture_stmts {
    uint32_t first, end, capture;
    sema_def closure;
} capture_stmts;

/* What a closure asks of the lifetimes around it. In its types and lifetimes, REGION_ELIDED k below n_around is the
 * k-th lifetime of those around, which are arguments of the closure's type; the others are chosen by each call. */
typedef struct closure_need {
    sema_ty longer, shorter;
    uint8_t why;
    sema_span span;
} closure_need;
typedef struct closure_summary {
    uint32_t n_around, n_elided, n_inputs, n_captures;
    const sema_ty *inputs, *captures;
    sema_ty output;
    VEC(closure_need) needs, param_needs; /* longer of the latter: a type parameter or projection */
} closure_summary;

typedef struct borrow_ctx {
    sema *s;
    closure_summary *summary; /* of a closure whose lifetimes are solved */
    thir_body *body;
    infer_ctx *infer;
    sema_def owner, generics_of;
    bool is_item, is_adt;     /* it has no body: borrow_item.c */
    sema_def compared;        /* the method of an impl that is compared with that of the trait, owner */
    VEC(sema_ty) implied;     /* more types that are assumed to be well-formed */
    VEC(param_outlives) also; /* and of what is said to outlive what: types or lifetimes */
    sema_ty reference;        /* what asks for what is asked for, or TY_NONE */
    arena_map references;     /* by 1 + the index of a constraint: the reference that makes it */
    bool is_closure, is_const, in_const_block; /* in_const_block: of a fn or of another constant */
    uint8_t closure_kind;                      /* infer_fn_kind */
    bool edition_2024;
    VEC(place_node) places;
    arena_map children; /* places, by hash: the children of those with many */
    VEC(borrow_local) locals;
    VEC(mir_stmt) stmts;
    uint32_t n_scopes;
    VEC(mir_block) blocks;
    VEC(mir_edge) outs, ins;
    VEC(borrow_loan) loans;
    VEC(outlives) constraints;
    VEC(region_node) regions;
    VEC(borrow_region) universals;
    VEC(borrow_region) any_lifetimes; /* those with region_node.any */
    borrow_blames blames;
    uint32_t *param_with; /* the local that is the first parameter with a region, 0: none has it; NULL: not asked yet */
    arena_map any_of;     /* of the bound that is worked on: by REGION_BOUND, 1 + the region */
    sema_def any_trait;   /* its trait */
    sema_def in_trait;    /* whose impl's header is related with the types for which it is chosen */
    bool any_mismatch;    /* what it is any for is a fn pointer */
    uint32_t universe, n_universes;
    arena_map universal_of; /* of lifetime parameters: their regions */
    sema_ty *called_with;   /* the closure's parameters as a call gives them: they may be written otherwise */
    VEC(param_outlives) param_tests;
    VEC(opaque_capture) captures;
    VEC(capture_stmts) capture_stmts; /* in order */
    arena_map reported;               /* places, by hash */
    VEC(write_refused) refused;       /* mutable borrows of variables that are not mut */
    arena_map last_refused;           /* of a local: its last one's place there */
    arena_map takers;                 /* places of arguments, by hash: the call, once has_takers is set */
    bool has_takers;
    VEC(borrow_loop) loops; /* of loops_file, or of the fn in it */
    uint32_t loops_file;
    borrow_search *search; /* NULL before the first error about a loan */
    uint32_t first_upvar, return_local, block;
    const uint32_t *block_of;      /* the block of each statement; NULL until they are all there */
    build_scope *scope, *extended; /* extended is where temporaries of a let's initializer go, or NULL */
    build_scope *for_ever;         /* of a constant: what is extended into it lives to the end of the program */
    build_label *labels;
    borrow_place matched;  /* what the pattern in work is matched with, and where that is written */
    bool matched_for_ever; /* what it binds of that by reference is part of a promoted constant */
    arena_map statics, copies, drops, cells;
    borrow_region of_static, of_exit,
        of_env;                 /* of_env: a call of this Fn or FnMut closure borrows the closure so long */
    VEC(def_predicate) assumed; /* traits that the body may assume, once has_assumed is set */
    bool has_assumed;
    VEC(borrow_region) chosen; /* by the call of an object that is being worked on */
    sema_span call_span, matched_span;
    bool unset; /* what borrow_type_pat was told */
} borrow_ctx;

/* ---- borrow_region.c ---- */
borrow_region borrow_new_region(borrow_ctx *c);
sema_ty borrow_region_ty(borrow_ctx *c, borrow_region r);
borrow_region borrow_region_of(borrow_ctx *c, sema_ty region); /* of a TY_REGION in a rich type */
/* Replaces every erased lifetime by a new variable, and named ones by the universal ones. elided has the variables
 * for REGION_ELIDED and may be NULL. */
typedef struct region_binder {
    borrow_region *elided;
    uint32_t n_elided;
} region_binder;
sema_ty borrow_fresh(borrow_ctx *c, sema_ty t);
sema_ty borrow_bind(borrow_ctx *c, sema_ty t, const region_binder *elided);
bool borrow_has_regions(borrow_ctx *c, sema_ty t);           /* whether it has places for lifetimes, erased or not */
bool borrow_part_has_regions(sema *s, sema_ty t, void *ctx); /* the same, for ty_fold_each */
void borrow_outlives(borrow_ctx *c, borrow_region sup, borrow_region sub, outlives_why why, sema_span span);
/* Notes that a value of type `from` goes where one of type `to` is wanted. */
void borrow_relate(borrow_ctx *c, sema_ty from, sema_ty to, outlives_why why, sema_span span);
/* Both directions, of each pair of lifetimes in two types of one form. */
void borrow_equate(borrow_ctx *c, sema_ty a, sema_ty b, sema_span span);
void borrow_equal(borrow_ctx *c, sema_ty a, sema_ty b, outlives_why why, sema_span span); /* both are one type */
typedef enum variance { BIVARIANT, COVARIANT, CONTRAVARIANT, INVARIANT } variance;
/* Calls fn for each region inside of the type. */
void borrow_each_region(borrow_ctx *c, sema_ty t, void (*fn)(borrow_ctx *c, borrow_region r, void *user), void *user);
/* borrow_alias.c: the same for each that has to be alive for the type to be so, or to outlive what it outlives. */
void borrow_each_live_region(borrow_ctx *c, sema_ty t, void (*fn)(borrow_ctx *c, borrow_region r, void *user),
                             void *user);
/* Whether a lifetime around an `impl Trait` is one of what it stands for. */
bool borrow_opaque_captures(borrow_ctx *c, sema_def opaque, sema_def lifetime);
/* For borrow_each_region: the region outlives *user, a borrow_region, for the call that c is at. */
void borrow_outlives_region(borrow_ctx *c, borrow_region r, void *user);
bool borrow_mentions(borrow_ctx *c, sema_ty t, borrow_region r); /* whether it is one of those inside */
sema_ty borrow_subst(borrow_ctx *c, sema_ty t, sema_def owner, const sema_ty *args, uint32_t n_args,
                     const region_binder *elided);

/* Bodies of closures are kept for the body around, which reports errors about them. */
void borrow_remember_body(sema *s, const thir_body *closure);
void borrow_remember_summary(sema *s, sema_def closure, const closure_summary *summary);
const closure_summary *borrow_summary(sema *s, sema_def closure); /* NULL: its body was not checked */
const thir_body *borrow_closure_body(sema *s, sema_def closure);

/* ---- borrow_dyn.c ---- */
/* A pointer to a value, or to an object, becomes one to an object. */
void borrow_to_object(borrow_ctx *c, sema_ty from, sema_ty to, sema_span span);
/* What a value of a type becomes whose last part loses its size as in the other type, with its own lifetimes. */
sema_ty borrow_unsized_as(borrow_ctx *c, sema_ty from, sema_ty to, sema_span span);
/* A trait's method is called on an object: the lifetimes in the trait's arguments are those that the object has. */
void borrow_call_on_object(borrow_ctx *c, sema_def fn, const sema_ty *args, uint32_t n_args, sema_span span);
/* What an object's type tells of an associated type; TY_NONE: nothing. args: the trait's. */
sema_ty borrow_type_of_object(borrow_ctx *c, sema_ty object, sema_def assoc, const sema_ty *args, uint32_t n_args);

/* ---- borrow_rich.c ---- */
/* The arguments of an impl by those of its trait. */
const sema_ty *borrow_match_impl(borrow_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args, uint32_t *n);
sema_ty borrow_normalize(borrow_ctx *c, sema_ty t);
/* want is the same type as the checker knows it. Where t differs from it, fresh lifetimes are put into want. */
sema_ty borrow_agree(borrow_ctx *c, sema_ty t, sema_ty want);

/* ---- borrow_place.c ---- */
uint32_t borrow_new_local(borrow_ctx *c, sema_ty rich, sema_symbol name, sema_span span);
borrow_place borrow_elem(borrow_ctx *c, borrow_place parent, place_elem elem, uint32_t index, sema_def variant);
borrow_place borrow_slice_elem(borrow_ctx *c, borrow_place parent, place_elem elem, uint32_t index, uint32_t skipped,
                               bool from_end);
bool borrow_is_copy(borrow_ctx *c, sema_ty rich);
bool borrow_needs_drop(borrow_ctx *c, sema_ty rich);
/* borrow_const.c. The first tells whether a borrow in a constant gives a temporary that lives to the end of the program
 * and may change, which it reports; the last reports comparisons of pointers. */
thir_expr borrow_root(const borrow_ctx *c, thir_expr e); /* what a place is a part of */
bool borrow_check_kept(borrow_ctx *c, const thir_node *borrow);
bool borrow_const_holds_cell(borrow_ctx *c, const thir_body *body, thir_expr e);
bool borrow_const_drops(borrow_ctx *c, const thir_body *body, thir_expr e); /* whether a value may need to be dropped */
bool borrow_is_mutable_static(borrow_ctx *c);
void borrow_check_constant(borrow_ctx *c);
void borrow_check_const_calls(borrow_ctx *c);
bool borrow_is_marked(borrow_ctx *c, sema_def d, const char *mark); /* by an attribute */
bool borrow_is_in_const_block(borrow_ctx *c, sema_span at);
/* E0493, of a MIR_DROP of what may be initialized, of a value that nothing takes, of part of something that is
 * replaced. */
void borrow_check_const_drop(borrow_ctx *c, uint32_t point);
void borrow_check_const_unused(borrow_ctx *c, thir_expr value, sema_span end);
void borrow_check_const_assigned(borrow_ctx *c, borrow_place place, sema_span at);
bool borrow_has_own_destructor(borrow_ctx *c, sema_def adt);

bool borrow_has_cell(borrow_ctx *c, sema_ty t); /* whether its memory may change behind shared references */
const char *borrow_place_name(borrow_ctx *c, borrow_place place); /* NULL: it has no name */
/* A place as rustc puts it where it may have no name: "`x.a`" or "value". */
const char *borrow_describe(borrow_ctx *c, borrow_place place);

/* ---- borrow_scope.c ---- */
uint32_t mir_new_block(borrow_ctx *c);
void mir_begin_block(borrow_ctx *c, uint32_t block);
void mir_goto(borrow_ctx *c, uint32_t from, uint32_t to);
uint32_t mir_push(borrow_ctx *c, mir_op op, borrow_place place, sema_span span); /* the statement's index */
/* For lints, where they are wanted: the place is looked at, without an access. */
void borrow_look_at(borrow_ctx *c, borrow_place place, sema_span span);
void mir_write_to(borrow_ctx *c, borrow_place place, mir_write how, sema_span span);
void borrow_push_scope(borrow_ctx *c, build_scope *scope, bool is_temps, sema_span end);
void borrow_pop_scope(borrow_ctx *c);
void borrow_leave_scopes(borrow_ctx *c, const build_scope *until); /* writes the ends of scopes, but stays in them */
void borrow_scope_local(borrow_ctx *c, build_scope *scope, uint32_t local);
/* The temporary, whose value is there by now, ends with `extended`, or, if that is NULL, with the innermost scope of
 * temporaries. It ends before those that its value was made of. */
void borrow_scope_temp(borrow_ctx *c, build_scope *extended, uint32_t temp);
void borrow_block(borrow_ctx *c, const thir_node *block, borrow_place dest);

/* ---- borrow_build.c ---- */
typedef struct operand {
    uint32_t temp;
    sema_ty ty;
    sema_span span;
} operand;
void borrow_into(borrow_ctx *c, thir_expr e, borrow_place dest); /* dest 0: the value is not wanted */
borrow_place borrow_as_place(borrow_ctx *c, thir_expr e);
operand borrow_operand(borrow_ctx *c, thir_expr e);
operand borrow_operand_extending(borrow_ctx *c,
                                 thir_expr e); /* its temporaries live as long as a let's initializer wants */
void borrow_use_operand(borrow_ctx *c, const operand *o, bool by_call);
sema_ty borrow_static_ty(borrow_ctx *c, sema_ty t); /* with 'static for each lifetime */
void borrow_result(borrow_ctx *c, sema_ty rich, borrow_place dest, outlives_why why,
                   sema_span span); /* a value is there */
void borrow_reborrow(borrow_ctx *c, borrow_place place, borrow_region r, sema_span span);
void borrow_place_use(borrow_ctx *c, borrow_place place, sema_ty erased, sema_span span);

/* ---- borrow_promote.c ---- */
/* Whether a borrow of the place is one of a constant that lives for ever. */
bool borrow_is_promoted(borrow_ctx *c, thir_expr place);
bool borrow_is_empty(borrow_ctx *c, sema_ty t); /* an array of length 0 */

/* ---- borrow_pat.c ---- */
void borrow_declare(borrow_ctx *c, thir_pat pat, build_scope *scope);
bool borrow_pat_binds_all(borrow_ctx *c, thir_pat pat); /* whether it is a plain binding */
bool borrow_pat_borrows(borrow_ctx *c, thir_pat pat);   /* whether it binds a part by reference */
/* Whether what it binds of e by reference is part of a promoted constant. */
bool borrow_pat_is_for_ever(borrow_ctx *c, thir_pat pat, thir_expr e);
void borrow_check_packed(borrow_ctx *c, borrow_place place, sema_span at); /* borrow_packed.c */
void borrow_bind_pat(borrow_ctx *c, thir_pat pat, borrow_place place);     /* to be called after the tests */
/* Relates the types of what is bound with those of the place's parts. unset is for a `let` without a value, which is
 * set later. */
void borrow_type_pat(borrow_ctx *c, thir_pat pat, borrow_place place, bool unset);
void borrow_test_pat(borrow_ctx *c, thir_pat pat, borrow_place place); /* reads what the pattern looks at */
void borrow_condition(borrow_ctx *c, thir_expr e, uint32_t no);        /* what follows is where the condition is true */
void borrow_match(borrow_ctx *c, const thir_node *e, borrow_place dest);

/* ---- borrow_call.c ---- */
/* The type of a path's value; and a type of item, or an ADT, is what the path says. */
sema_ty borrow_path_ty(borrow_ctx *c, const thir_node *path);
void borrow_relate_path(borrow_ctx *c, const thir_node *path, sema_def item, sema_ty rich);
void borrow_call(borrow_ctx *c, const thir_node *e, borrow_place dest);
/* The newest two-phase borrow that is not used yet is used, if `receiver` is where it was made. */
void borrow_activate_at(borrow_ctx *c, sema_span receiver, sema_span call);
bool borrow_is_index_call(borrow_ctx *c, const thir_node *e); /* whether `a[i]` or `*a` became this call */
void borrow_closure(borrow_ctx *c, const thir_node *e, borrow_place dest);
/* The arguments of a fn, with other lifetimes in the place of those that each call chooses. */
const sema_ty *borrow_called_anew(borrow_ctx *c, sema_def fn, const sema_ty *args, uint32_t n_args);
/* Adds what the bounds of a callee or an impl require. */
void borrow_outlives_bounds(borrow_ctx *c, sema_def of, const sema_ty *args, uint32_t n_args, sema_span call);
sema_ty borrow_signature(borrow_ctx *c, sema_def fn, const sema_ty *args, uint32_t n_args, sema_ty *inputs,
                         uint32_t n_inputs);

/* ---- borrow_pointer.c ---- */
/* The parameters and the result of a fn pointer for one call of it; any: what all calls need instead. */
const sema_ty *borrow_open_pointer(borrow_ctx *c, sema_ty pointer, bool any, uint32_t *n);
/* The pointer `from` is given where one of type `to` is wanted; are_equal: where they have to be of one type. */
void borrow_relate_pointers(borrow_ctx *c, sema_ty from, sema_ty to, bool are_equal, outlives_why why, sema_span span);
/* The bound `Fn(A) -> B` of a type parameter, an opaque type or an object, or of one behind references, as a fn
 * pointer; TY_NONE: it has none, or several. */
sema_ty borrow_assumed_callable(borrow_ctx *c, sema_ty self);
/* A bound by the Fn trait wants to call a value as such a pointer is called. False: nothing is known of it. */
bool borrow_want_callable(borrow_ctx *c, sema_ty callable, sema_ty pointer, sema_def trait, outlives_why why,
                          sema_span span);
/* A fn item or a closure becomes a fn pointer. */
void borrow_reify(borrow_ctx *c, sema_ty callable, sema_ty pointer, sema_span span);

/* ---- borrow_move.c, borrow_live.c, borrow_loan.c, borrow_write.c, borrow_outlive.c ---- */
void borrow_check_moves(borrow_ctx *c);
void borrow_solve_regions(borrow_ctx *c);
void borrow_check_loans(borrow_ctx *c);
void borrow_check_writes(borrow_ctx *c);
void borrow_declare_universals(borrow_ctx *c);
borrow_region borrow_new_universal(borrow_ctx *c, sema_def param, uint32_t elided);
void borrow_make_universal(borrow_ctx *c, borrow_region r);
void borrow_number_universals(borrow_ctx *c);
const outlives *borrow_blame(borrow_ctx *c, borrow_region longer, borrow_region shorter); /* NULL: none has a place */
void borrow_check_outlives(borrow_ctx *c);
/* Whether one universal is known to outlive another, both by number. Many questions about one longer are best asked of
 * the first, about one shorter of the second. */
typedef struct known_outlives known_outlives;
bool borrow_known_below(known_outlives *k, uint32_t longer, uint32_t shorter);
bool borrow_known_above(known_outlives *k, uint32_t shorter, uint32_t longer);
bool borrow_region_has(const borrow_ctx *c, borrow_region r, uint32_t point);
uint32_t borrow_block_of(borrow_ctx *c, uint32_t point);

/* ---- borrow_unused.c, borrow_unused_mut.c ---- */
/* What a closure does with its captures. */
enum { CAPTURE_IS_DEAD = 1 /* nothing reads it */, CAPTURE_IS_CHANGED = 2 /* where it lies */ };
/* Notes which variables of the body lints tell of; nothing is wrong with it. */
void borrow_note_unused(borrow_ctx *c);
void borrow_push_unused(borrow_ctx *c, borrow_unused found);
/* The flags of the capture that a statement makes; 0 of other statements. */
uint8_t borrow_capture_flags(const borrow_ctx *c, uint32_t stmt);
/* The body makes the closure: its i-th capture came to be by the statements from first on. */
void borrow_note_captured(borrow_ctx *c, const thir_node *closure, uint32_t i, uint32_t first);
/* flags: of the body's captures, where those that are changed get theirs. */
void borrow_note_unused_mut(borrow_ctx *c, uint8_t *flags);
/* borrow_move.c: whether a local may have a value where it is assigned, of each local whose answer is ASKED. */
enum { REASSIGNED_NO, REASSIGNED_ASKED, REASSIGNED_YES };
void borrow_ask_reassigned(borrow_ctx *c, uint8_t *answers);

/* ---- borrow_closure.c ---- */
void borrow_sum_up_closure(borrow_ctx *c); /* once regions are solved */
/* The lifetimes of a closure's type, for its summary. Those that a call chooses are new ones. */
region_binder borrow_closure_binder(borrow_ctx *c, sema_ty closure, const closure_summary *summary);
/* A type parameter of a closure's body has to outlive a universal region, told by its number: the body around has to
 * see to it. */
void borrow_ask_around(borrow_ctx *c, const param_outlives *test, known_outlives *known, uint32_t shorter);
void borrow_capture_lifetimes(borrow_ctx *c, sema_ty closure, const operand *values, uint32_t n);
void borrow_declare_closure(borrow_ctx *c); /* the lifetimes of its signature and of what it captures */
/* Whether what has the lifetime longer, a universal's number, may leave the closure with a shorter one that it is not
 * known to outlive. */
bool borrow_may_leave_closure(const borrow_ctx *c, known_outlives *known, uint32_t longer);
bool borrow_report_loan_escapes(borrow_ctx *c,
                                const borrow_loan *loan); /* of a local, which ends; false: it does not */
bool borrow_report_escape(borrow_ctx *c, const outlives *by, borrow_region longer,
                          borrow_region shorter); /* false: it is none */

/* ---- borrow_trait.c ---- */
/* The lifetimes of a bound are those of the assumption or impl that makes it true. args: the trait's, Self first. */
void borrow_want_trait(borrow_ctx *c, sema_def trait, const sema_ty *args, uint32_t n, sema_span span);
/* 'a of a `for<'a>` bound that is to hold, a REGION_BOUND: a lifetime that is none of the body's. */
sema_ty borrow_any_lifetime(borrow_ctx *c, sema_ty bound);
borrow_region borrow_new_any(borrow_ctx *c); /* a lifetime that is none of the body's */
/* Makes a bound with a `for<'a>` true, or sees that it is not. of: whose bound it is, with args. self: what has it;
 * TY_NONE: what the bound says. */
void borrow_want_of_any(borrow_ctx *c, const def_predicate *p, sema_ty self, sema_def of, const sema_ty *args,
                        uint32_t n_args, sema_span span);
/* longer has to outlive shorter, and is a lifetime of a `for<'a>`. */
void borrow_report_not_general(borrow_ctx *c, borrow_region longer, borrow_region shorter);
/* The same where it has to outlive a place in the body. */
void borrow_check_any_points(borrow_ctx *c);
/* A value of the type is copied: the lifetimes in it are those for which it implements Copy. */
void borrow_want_copy(borrow_ctx *c, sema_ty t, sema_span span);

/* ---- borrow_formed.c ---- */
typedef void (*borrow_needed)(borrow_ctx *c, sema_ty longer, borrow_region shorter, void *user);
/* Calls fn for each type or lifetime that has to outlive another so that t is well-formed. */
void borrow_each_need(borrow_ctx *c, sema_ty t, borrow_needed fn, void *user);
/* A type in a body has to be well-formed. */
void borrow_want_formed(borrow_ctx *c, sema_ty t, sema_span span);
/* The same for one that was not normalized: the traits of its associated types have to hold, too. */
void borrow_want_written_formed(borrow_ctx *c, sema_ty t, sema_span span);
void borrow_want_outlives(borrow_ctx *c, sema_ty longer, sema_ty shorter, sema_span span);
/* A struct that is written has to keep its where clauses; its arguments are those of its fields' values. */
void borrow_want_struct_formed(borrow_ctx *c, sema_ty t, sema_span span);

/* ---- borrow_param.c ---- */
void borrow_param_outlives(borrow_ctx *c, sema_ty t, borrow_region region,
                           sema_span span); /* for each parameter in t */
/* borrow_opaque.c */
void borrow_note_captures(borrow_ctx *c, sema_ty hidden, sema_ty opaque, sema_span span);
void borrow_check_captures(borrow_ctx *c, known_outlives *known);
void borrow_check_params(borrow_ctx *c, known_outlives *known);

/* ---- borrow_report.c ---- */
/* What it is that requires something to outlive, as labels say; "": they do not say. */
const char *borrow_why_words(outlives_why why);
bool borrow_first_report(borrow_ctx *c, sema_span span); /* false: this place has its error already */
void borrow_report_conflict(borrow_ctx *c, const borrow_loan *loan, uint32_t point);
/* The place at which a write or move is reported: a capture is reported at the head of its closure. */
sema_span borrow_span_of(borrow_ctx *c, sema_def closure, sema_span span);

/* ---- borrow_suggest.c ---- */
/* value: the expression whose value of type ty is moved. */
void borrow_suggest_clone(borrow_ctx *c, sema_report *r, sema_ty ty, sema_span value);
/* Suggests that a type parameter, whose value is moved, be Copy. */
void borrow_suggest_copy(borrow_ctx *c, sema_report *r, sema_ty ty);
/* The same for what lies behind a reference or in a slice, from which no value can be moved. */
void borrow_suggest_no_move(borrow_ctx *c, sema_report *r, sema_ty ty, sema_span value);
/* Suggests a borrow in the callee, if the value is an argument of a call. */
void borrow_note_taker(borrow_ctx *c, sema_report *r, sema_span value);
/* Notes the loops in which a move stands, if what is moved is declared outside of them. */
void borrow_label_loops(borrow_ctx *c, sema_report *r, sema_span move, sema_span declared);
/* A method that takes its receiver by value. */
void borrow_note_receiver(borrow_ctx *c, sema_report *r, const mir_stmt *move);
/* A temporary that should live longer. */
void borrow_suggest_binding(borrow_ctx *c, sema_report *r, sema_span temporary, bool mutable);
/* Notes an `if` without an else that sets the variable, because the other branch is missing. */
bool borrow_label_branch(borrow_ctx *c, sema_report *r, const borrow_local *local, sema_span use);
void borrow_suggest_value(borrow_ctx *c, sema_report *r, const borrow_local *local);

#endif
