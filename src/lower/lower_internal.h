/* lower_internal.h: what the files of src/lower share.
 *
 * Things of size 0 are nowhere in the IR: their type is 0 (void), their value 0, struct fields and parameters of such
 * types are left out. So is what never gets a value (`!`). */
#ifndef RUSTG_LOWER_INTERNAL_H
#define RUSTG_LOWER_INTERNAL_H

#include "lower/lower.h"

/* Values that no value of a type has: the integer of size bytes at offset lies in start..=end, which may wrap around.
 * size 0: there are none. */
typedef struct lower_niche {
    uint64_t offset, start, end;
    uint32_t size;
} lower_niche;
/* The layout of a concrete type. Structs, tuples, unions and closures are their own only variant. An enum of which
 * only one variant can exist is a SHAPE_STRUCT, too. */
enum { LOWER_NO_SLOT = UINT32_MAX };
typedef enum lower_shape {
    SHAPE_SCALAR, /* numbers, bool, char, thin pointers */
    SHAPE_FAT,    /* pointer and u64 length, or pointer and an object's table */
    SHAPE_STRUCT,
    SHAPE_ARRAY,
    SHAPE_RUST_UNION,
    SHAPE_TAG,     /* an enum in which only the tag takes room */
    SHAPE_ENUM,    /* tag and union: an IR_STRUCT or IR_CODED */
    SHAPE_UNSIZED, /* slices and str: the element's layout tells */
    SHAPE_OBJECT,  /* `dyn Trait`: its table tells */
    SHAPE_TAIL     /* a struct or tuple that ends in one of these two; its variant's IR struct is what precedes that */
} lower_shape;
typedef struct lower_variant {
    sema_def def;
    uint64_t discriminant;
    const sema_ty *fields;
    const uint32_t *slots; /* field of the IR struct, LOWER_NO_SLOT for size 0; what is no slot's is padding */
    uint32_t n_fields;
    uint32_t packed; /* of a struct; a field that wants to be aligned to more is bytes in the IR */
    ir_type ir;      /* 0: size 0 */
    uint32_t slot;   /* in the enum's union */
} lower_variant;
typedef struct lower_layout {
    sema_ty ty;
    uint8_t shape;
    ir_type ir;       /* 0: size 0 */
    ir_type tag;      /* of an enum */
    uint32_t present; /* of an enum that is a STRUCT: the variant */
    bool is_empty;    /* without values */
    lower_niche niche;
    uint32_t align;
    sema_ty element; /* ARRAY, UNSIZED, and what pointers point to */
    uint64_t n;
    const lower_variant *variants;
    uint32_t n_variants;
    uint64_t tail_at; /* TAIL: the first byte that the last field may have, which an object's alignment moves on */
} lower_layout;

/* The caller of a #[track_caller] fn: the place to blame, and the literals that it passed. Number 0 means none. */
typedef struct lower_caller {
    uint32_t outer, depth;
    sema_span at;
    const char *const *texts;
    const uint32_t *text_sizes;
    uint32_t n_texts;
} lower_caller;

typedef struct lower_instance {
    sema_ty ty; /* a TY_FN_DEF, also for a constant, or a TY_CLOSURE */
    uint32_t caller;
    ir_function_id function;
    const thir_body *body;
    thir_expr part;            /* the instance is only this expression, as a function without parameters; 0: all */
    bool is_shim;              /* through it a fn pointer reaches a constructor or an intrinsic */
    const sema_kernel *kernel; /* the kernel whose entry this is, or NULL */
    uint32_t next;             /* the next instance with the same key in instance_map; 0: none */
} lower_instance;

/* What a global holds, so that another module can make it too. */
typedef struct lower_origin {
    const thir_body *body; /* the body of the expression whose value it is; NULL: it is a static or a text */
    ty_subst subst;
    sema_ty key;
    thir_expr value;
    uint8_t space;
    sema_def def;   /* the static, or 0 */
    sema_ty object; /* it is the table of the value `key` as that object; TY_NONE: it is none */
    const char *text;
    uint32_t n_text;
    sema_span place; /* of a core::panic::Location; is_place: it is one */
    bool is_place;
} lower_origin;

/* What a module of constants computes, and what of it that is for. */
typedef struct lower_evaluation {
    sema_ty instance;
    thir_expr part;
    sema_span at;           /* where it is read, in what is evaluated around it */
    struct lower *asked_by; /* of sema, which answers for that module of constants */
    const struct lower_evaluation *outer;
} lower_evaluation;

/* A static whose data is being made, and those around it. */
typedef struct lower_filling {
    sema_def def;
    const struct lower_filling *outer;
} lower_filling;

/* A function, or the constant itself, and where it stood when the constant failed. */
typedef struct lower_step {
    sema_ty fn;
    sema_span at;
} lower_step;

typedef struct lower_site_of_call {
    ir_function_id function;
    uint32_t at;
    sema_span span;
} lower_site_of_call;
typedef struct lower_lines {
    const uint32_t *starts;
    uint32_t n, last; /* last: which was asked for */
} lower_lines;

/* The column of a byte in a line. */
typedef struct lower_column {
    uint32_t file, line, byte, column;
} lower_column;

struct lower {
    sema *s;
    ir_module *m;
    lower_options options;
    bool failed; /* lowering is to stop */
    bool broken; /* the error of a constant was reported; lowering goes on to find more */
    arena_map layout_map, unsized_map;
    VEC(const lower_layout *) layouts; /* [0] is none, as in the lists below */
    arena_map instance_map;
    VEC(lower_instance) instances;
    uint32_t n_built;
    arena_map caller_map;
    VEC(lower_caller) callers;
    VEC(lower_origin) origins; /* indexed by ir_global_id */
    arena_map static_map, text_map, place_map, const_map, scalar_map, intrinsic_map, drop_map, vtable_map;
    VEC(wide_u128) scalars;
    arena_map file_map, memo, depth_map;
    arena_map parts_map; /* by body: its lower_parts, in parts */
    VEC(struct lower_parts *) parts;
    VEC(lower_lines) lines; /* indexed by file */
    lower_column last_column;
    uint32_t n_deep;           /* how many instances have deeply nested types */
    struct lower *scratch;     /* constants are evaluated in this module of their own */
    struct lower *outer;       /* of such a module: whose constants these are */
    VEC(sema_span) site_spans; /* indexed by site */
    VEC(sema_span) line_spans; /* in a module of constants the line of an instruction counts these from 1 */
    const lower_step *trace;   /* of the last constant that failed: the calls that led there, the innermost first */
    uint32_t n_trace;
    bool is_invalid;              /* the constant came to no value of its type */
    const char *invalid_bytes;    /* of such a constant, or of what it read unset, as rustc shows them; NULL: nothing */
    bool is_dangling;             /* the constant holds a pointer to memory that is gone */
    bool is_partial;              /* it holds bytes of a pointer that is not there as a whole */
    sema_span at;                 /* in a module of constants, the expression that is lowered */
    bool constants;               /* this is a module of constants: panics have rustc's words for them */
    arena_map late_statics;       /* of such a module: globals of statics; 1: its value has not been asked for yet */
    arena_map open_defs;          /* of such a module: def -> what lower_static.c knows of what it names */
    const lower_filling *filling; /* NULL: no static's data is being made */
    const struct lower *around;   /* without outer: the module of constants in whose making sema asked for this */
    const lower_evaluation *evaluation; /* of such a module: the innermost that runs; NULL: none */
    struct lower *nested;               /* its scratch, where for a while it is its own (lower_read_static) */
    sema_span static_at;                /* where a static is read */
    ir_type ptr, fat;
    ir_type object; /* a pointer to a trait object: two pointers; 0: there has been none */
    ir_type wide;   /* of i128 and u128: two u64, the low one first; 0: there has been none */
    lower_kernel *kernels;
    uint32_t n_kernels;
    arena_map kernel_names;        /* the symbols of kernels, which no function takes */
    VEC(bool) has_rule;            /* of each function: lower_has_rule's */
    VEC(uint16_t) math_of;         /* of each function: lower_math_of's answer */
    sema_def math;                 /* the library's module, once a function of it was met */
    VEC(lower_site_of_call) calls; /* calls of functions outside of the library */
};

/* Where the value of a THIR local is. */
typedef enum lower_slot_kind { SLOT_UNSET, SLOT_NOTHING, SLOT_VALUE, SLOT_MEMORY } lower_slot_kind;
typedef struct lower_slot {
    uint8_t kind;
    bool in_memory, assigned; /* lower_scan finds these */
    ir_value value;
    ir_local local;
    uint32_t text;  /* 1 + the number of the caller's literal that it is; 0: it is none */
    bool invariant; /* it is a slice that nothing writes during the launch */
} lower_slot;
typedef struct lower_exit {
    ir_label out, again;
    ir_local result;
    bool used;
    uint32_t scope;                 /* how many locals were in scope */
    struct lower_drop_scope *drops; /* the scope around it */
} lower_exit;
/* What a body's constants share while they are lowered one after the other: the body may have very many. */
typedef struct lower_parts {
    lower_slot *slots; /* scanned; between two constants none is set */
    lower_exit *exits;
} lower_parts;

typedef enum lower_place_kind { PLACE_NOTHING, PLACE_LOCAL, PLACE_MEMORY, PLACE_VALUE } lower_place_kind;
typedef struct lower_place {
    uint8_t kind;
    bool invariant;
    bool loose;    /* in MEMORY: of a packed struct, at any address */
    bool borrowed; /* a LOCAL that a pointer may lead to */
    sema_ty ty;
    ir_local local;
    ir_value v;      /* address or value */
    ir_value len;    /* of slices and str; of a trait object its table */
    uint32_t path;   /* what tells whether it is there; 0: it is, and nothing is moved from it */
    ir_value around; /* where undefined behaviour is looked for: the address of the place that it is a part of, */
    uint32_t align;  /* and the alignment of that one; 0: aligned */
} lower_place;

/* A value that needs a destructor, or a part of one that may be moved on its own. */
typedef struct lower_move_path {
    sema_ty ty;
    sema_def variant; /* of a part of an enum */
    uint32_t index;   /* the field or element */
    uint32_t parent, first_child, next;
    ir_local drop_flag; /* whether it is there; of one without parts */
    bool is_named;      /* a pattern that control may come to moves it, or a part of it */
} lower_move_path;
/* Where lower_drop_order.c is to say in which order an array is dropped; exit: the way out of scopes that it is on. */
typedef struct lower_drop_order {
    uint32_t at, path; /* the constant in the code */
    uint64_t exit;
    bool is_open;
} lower_drop_order;
typedef enum lower_test_kind { LOWER_TEST_BEGINS, LOWER_TEST_HELD, LOWER_TEST_FAILED } lower_test_kind;
/* What is known of an enum from there on in the code: the variant is there, or is not. */
typedef struct lower_variant_test {
    uint32_t at, path, match;
    sema_def variant;
    uint8_t kind;
} lower_variant_test;
/* What is dropped where a scope ends, the last one first. The temporaries of a statement are in one of their own. */
typedef struct lower_drop_scope {
    struct lower_drop_scope *outer;
    VEC(lower_place) places;
    bool is_temps;
    thir_expr of; /* the expression whose own scope it is, or none */
} lower_drop_scope;
enum {
    LOWER_DROP_GLUE = UINT32_MAX, /* the part of an instance that is a type's glue */
    LOWER_MOST_ELEMENTS = LIMIT_TYPE_CONSTANT_PARTS
};

typedef struct lower_fn {
    lower *l;
    ir_builder b;
    const thir_body *body;
    ty_subst subst;
    uint32_t caller;
    bool overflow_checks, bounds_checks, is_library;
    bool is_const_block; /* the code of a const block stands where its value is used */
    sema_span looked_at; /* where the value that patterns are tried on now is looked at */
    bool as_locals;      /* bindings outlive the block that they are made in */
    lower_slot *slots;
    lower_exit *exits; /* indexed by label */
    ir_local *choices; /* indexed by pattern: the alternative that an arm with a guard tries now; NULL: none has one */
    ir_value env;      /* a closure's captures */
    const lower_layout *env_layout;
    uint32_t instance;
    thir_expr anew; /* the constant that the place on its way is a part of, to be changed; NONE: it is none of one */
    thir_expr promoted; /* the value that the place on its way is a part of; NONE: it is none of a promoted one */
    bool is_part;       /* and notes the locals that it sets */
    VEC(thir_local) locals_set;
    VEC(ir_local) in_scope;          /* whose ends the interpreter is told */
    uint32_t n_scopes;               /* that are open */
    bool has_drops;                  /* some value may need a destructor; what follows is set then */
    bool may_leave;                  /* it has a break, continue or return */
    bool keeps;                      /* bindings are only looked at, by a guard */
    VEC(lower_move_path) move_paths; /* [0] is none */
    uint32_t *local_paths, *upvar_paths, *expr_paths;
    bool *reached_exprs, *reached_stmts; /* indexed by expression and statement; NULL: no pattern is of elements */
    VEC(lower_drop_order) drop_orders;
    VEC(lower_variant_test) variant_tests;
    uint32_t n_matches, match;                      /* the match, or condition, whose patterns are tested now */
    uint32_t leaves_to, n_leaving;                  /* the exit whose drops are lowered now; 0: a scope just ends */
    const lower_drop_scope *leaving, *leaves_until; /* the places [0..n_leaving) and what is around them are left */
    thir_expr lowered;                              /* the innermost expression of those on their way */
    lower_drop_scope *drop_scope, *bind_scope;      /* the innermost; the one of the bindings that are made next */
    lower_drop_scope *extended, *into; /* of the let whose initializer this is; where the next temporary goes */
} lower_fn;

/* lower_type.c */
const lower_layout *lower_layout_of(lower *l, sema_ty ty, sema_span at);
ir_type lower_ir_type(lower *l, sema_ty ty, sema_span at);
uint32_t lower_type_depth(lower *l, sema_ty ty); /* counts how deep types nest in it */
const sema_ty *lower_field_types(lower *l, sema_def adt, sema_def variant, const sema_ty *args, uint32_t n_args,
                                 uint32_t *n);
bool lower_is_unsized(lower *l, sema_ty ty);      /* a slice, str, an object, or something that ends in one */
sema_ty lower_object_in(lower *l, sema_ty ty);    /* the trait object that it is or ends in, or TY_NONE */
ir_type lower_pointer_type(lower *l, sema_ty ty); /* of a pointer to it */
sema_ty lower_last_field(lower *l, sema_def adt, const sema_ty *args, uint32_t n_args); /* TY_NONE: there is none */
const lower_variant *lower_variant_of(lower *l, const lower_layout *layout, sema_def variant);
sema_ty lower_type_arg(const sema *s, const sema_ty *args, uint32_t n,
                       uint32_t i); /* the i-th argument that is no lifetime */
static inline const lower_variant *lower_present(const lower_layout *layout)
{
    return &layout->variants[layout->present];
}
void lower_not_yet(lower *l, sema_span at, const char *what, const char *instead);

/* lower_unsized.c */
bool lower_may_lose_size(lower *l, sema_def adt); /* whether the struct's last field has, for some arguments, no size */
/* How many bytes a value has whose pointer tells of a slice's or text's length. */
uint64_t lower_tail_size(lower *l, const lower_layout *layout, uint64_t length);
/* The size and the alignment of a value of any type; meta: its pointer's second word. */
ir_value lower_size_of_value(lower_fn *f, sema_ty ty, ir_value meta);
ir_value lower_align_of_value(lower_fn *f, sema_ty ty, ir_value meta);
ir_value lower_tail_address(lower_fn *f, const lower_place *p); /* of the last field of a SHAPE_TAIL */
/* Where a pointer to one type becomes one to another that is unsized: what of the two differs. */
void lower_unsized_parts(lower *l, sema_ty *from, sema_ty *to);

/* lower_layout.c sets shape, ir, align and niche, and the slots and structs of the variants. */
void lower_lay_out_struct(lower *l, lower_layout *out, lower_variant *v, def_repr repr, const char *name, sema_span at);
void lower_lay_out_enum(lower *l, lower_layout *out, lower_variant *variants, uint32_t n, def_repr repr,
                        const char *name, sema_span at);

/* lower_drop.c */
bool lower_needs_drop(lower *l, sema_ty ty); /* of a concrete type */
void lower_drop_value(lower_fn *f, const lower_place *p, sema_span at);
void lower_drop_glue(lower_fn *f, sema_ty ty);
lower_drop_scope *lower_drop_open(lower_fn *f, bool is_temps);  /* NULL: nothing in this body is dropped */
lower_drop_scope *lower_drop_open_of(lower_fn *f, thir_expr e); /* for temporaries of e, which end with it */
void lower_drop_close(lower_fn *f, lower_drop_scope *scope);
void lower_drop_leave(lower_fn *f, const lower_drop_scope *until); /* a jump out of the scopes comes next */
/* As lower_drop_leave, for a `break`, `continue` or `return`. exit is the number of the place that it goes to. */
void lower_drop_exit(lower_fn *f, const lower_drop_scope *until, uint32_t exit);
void lower_schedule_drop(lower_fn *f, lower_drop_scope *scope, lower_place p);
void lower_set_drop_flags(lower_fn *f, uint32_t path, bool is_there);
uint32_t lower_move_path_part(const lower_fn *f, uint32_t path, sema_def variant, uint32_t index);
void lower_drop_by_flags(lower_fn *f, lower_place p);   /* what of it is there */
ir_value lower_take(lower_fn *f, const lower_place *p); /* moves it */
/* The pointer that a place goes through. In a constant it is read where the place is, as in rustc. */
ir_value lower_pointer(lower_fn *f, thir_expr e);
lower_place lower_drop_temporary(lower_fn *f, thir_expr e, sema_ty ty, ir_value v);
void lower_discard(lower_fn *f, thir_expr e);       /* for its effects */
lower_drop_scope *lower_drop_operands(lower_fn *f); /* NULL: none leaves */
void lower_drop_all_there(lower_fn *f, const lower_drop_scope *operands);
void lower_hold(lower_fn *f, thir_expr e, ir_value v, bool is_last);
void lower_release(lower_fn *f, thir_expr e);

/* lower_drop_order.c */
ir_value lower_order_is_whole(lower_fn *f, uint32_t path);     /* a constant: the array there is known to be whole */
uint32_t lower_begin_tests(lower_fn *f, const lower_place *p); /* of patterns on p; sets and returns f->match */
void lower_order_test(lower_fn *f, const lower_place *p, sema_def variant, lower_test_kind kind);
void lower_order_drops(lower_fn *f); /* once the body is lowered */

/* lower_move_path.c */
void lower_find_move_paths(lower_fn *f, sema_ty instance);
void lower_drop_upvars(lower_fn *f);
bool lower_pattern_moves(lower_fn *f, thir_pat pat); /* whether it binds something by value that needs a destructor */
/* Whether an arm is never reached for the arms before it. rustc makes no code of its moves. */
bool lower_is_behind(lower_fn *f, const thir_node *match, uint32_t arm);

/* lower_reach.c */
void lower_find_reached(lower_fn *f); /* sets reached_exprs and reached_stmts */

/* lower_instance.c */
void lower_begin(lower *l, sema *s, ir_module *m, const lower_options *options);
uint32_t lower_instance_of(lower *l, sema_ty ty, uint32_t caller, thir_expr part, sema_span at); /* 0: failed */
/* The instance that is that function; NULL: none is. */
const lower_instance *lower_instance_with(const lower *l, ir_function_id function);
void lower_settle_closures(sema *s, const thir_body *body);
void lower_build_all(lower *l);
bool lower_has_attr(lower *l, sema_def fn, const char *attr);
bool lower_tracks_caller(lower *l, sema_def fn);
uint32_t lower_caller_of(lower_fn *f, sema_span at, const thir_node *call);
typedef struct lower_line {
    const char *file;
    uint32_t line, column;
} lower_line;
lower_line lower_line_of(lower *l, sema_span at);
/* Tells the instructions from here on that they belong to that place. An expression does so once, and again behind its
 * operands. */
void lower_stand_at(lower_fn *f, sema_span at);
uint32_t lower_file_of(lower *l, sema_span at); /* in module->files */
ir_site_id lower_site(lower_fn *f, sema_span at, const char *message);
ir_site_id lower_site_of(lower_fn *f, sema_span at, const char *message, ir_site_kind kind);
const char *lower_symbol(lower *l, const char *path); /* of letters, digits and `_` alone */

/* lower_body.c */
void lower_body_part(lower_fn *f, thir_expr value);
void lower_params(lower_fn *f, const ir_value *args);
ir_value lower_value(lower_fn *f, thir_expr e);                   /* 0: the type has size 0 */
ir_value lower_raw(lower_fn *f, thir_expr e);                     /* 0 also where control never leaves the expression */
void lower_into(lower_fn *f, thir_expr e, ir_local result);       /* result 0: of size 0, or it needs no destructor */
void lower_into_scope(lower_fn *f, thir_expr e, ir_local result); /* its temporaries end behind it */
void lower_values(lower_fn *f, const thir_expr *list, uint32_t n, ir_value *values);
sema_ty lower_ty(lower_fn *f, sema_ty t); /* the concrete type in this instance */
const lower_layout *lower_node_layout(lower_fn *f, thir_expr e);
static inline const thir_node *lower_node(const lower_fn *f, thir_expr e)
{
    return &f->body->exprs.at[e];
}
static inline const thir_pat_node *lower_pattern(const lower_fn *f, thir_pat pat)
{
    return &f->body->pats.at[pat];
}
static inline ir_value lower_not(lower_fn *f, ir_value condition)
{
    return ir_unary(&f->b, IR_NOT, IR_BOOL, condition);
}
/* The number of pairs of a THIR_ADT, also where the call of a constructor counts entries. */
static inline uint32_t lower_n_pairs(const thir_node *n, const lower_variant *v)
{
    return n->n > v->n_fields ? n->n / 2 : n->n;
}
ir_type lower_value_type(const lower_fn *f, ir_value v);
ir_value lower_make_fat(lower_fn *f, ir_value ptr, ir_value len);
ir_value lower_make_variant(lower_fn *f, const lower_layout *layout, const lower_variant *variant,
                            const ir_value *fields);

/* lower_scan.c */
bool lower_binds_by_reference(const lower_fn *f, thir_pat pat, bool mutable); /* mutable: one that is */
void lower_scan(lower_fn *f);
bool lower_is_pure(const lower_fn *f, thir_expr e); /* it is cheap, has no effects and cannot fail */
thir_expr lower_strip(const lower_fn *f, thir_expr e);

/* What the pattern is matched with: where its references lead to a promoted constant, that constant. */
lower_place lower_matched_place(lower_fn *f, thir_expr e, thir_pat pat);

/* lower_place.c */
lower_place lower_place_of(lower_fn *f, thir_expr e);
/* The same where it may be changed: each use of a constant is a value of its own. */
lower_place lower_place_anew(lower_fn *f, thir_expr e);
lower_place lower_local_place(lower_fn *f, thir_local local);
lower_place lower_upvar_place(lower_fn *f, uint32_t capture);
lower_place lower_field(lower_fn *f, lower_place p, const lower_variant *variant, uint32_t field);
lower_place lower_element(lower_fn *f, lower_place p, ir_value index);
lower_place lower_behind(lower_fn *f, ir_value pointer, sema_ty pointee);
ir_value lower_read(lower_fn *f, const lower_place *p);
/* What a field holds of a value: its bytes where a packed struct does not align it. */
ir_value lower_for_field(lower_fn *f, const lower_variant *variant, uint32_t field, ir_value v);
void lower_write(lower_fn *f, const lower_place *p, ir_value v);
ir_value lower_address(lower_fn *f, const lower_place *p);
ir_value lower_reference(lower_fn *f, const lower_place *p); /* a thin or fat pointer */
/* Likewise, through which, in constants, nothing is written but cells. */
ir_value lower_shared_reference(lower_fn *f, const lower_place *p);
ir_value lower_tag(lower_fn *f, const lower_place *p);
lower_place lower_temporary(lower_fn *f, sema_ty ty, ir_value v);

/* lower_match.c */
bool lower_is_sure(lower_fn *f, thir_pat pat); /* whether the pattern always matches */
void lower_test(lower_fn *f, lower_place p, thir_pat pat, ir_label fail);
void lower_guard(lower_fn *f, lower_place p, const thir_arm_node *arm, ir_label fail);
void lower_look_at(lower_fn *f, thir_expr scrutinee, sema_span values);
void lower_bind(lower_fn *f, lower_place p, thir_pat pat);
void lower_declare(lower_fn *f, thir_pat pat); /* for a `let` without a value, whose bindings are assigned later */
void lower_match(lower_fn *f, const thir_node *n, ir_local result);
void lower_condition(lower_fn *f, thir_expr e, ir_label fail);
bool lower_has_let(const lower_fn *f, thir_expr e);
void lower_set_slot(lower_fn *f, thir_local local, sema_ty ty, ir_value v);

/* lower_scope.c: where locals end; the function's own scope ends with its call */
uint32_t lower_begin_scope(lower_fn *f);
void lower_end_scope(lower_fn *f, uint32_t begin);
void lower_leave_scopes(lower_fn *f, uint32_t begin); /* a jump out of them comes next */
void lower_enter_scope(lower_fn *f, const lower_slot *slot);

/* The i-th pattern of a pattern that has a list. */
static inline thir_pat lower_sub_pat(const lower_fn *f, const thir_pat_node *p, uint32_t i)
{
    bool pairs = p->op == PAT_VARIANT || p->op == PAT_LEAF;
    return f->body->lists.at[p->first + (pairs ? 2 * i + 1 : i)];
}

/* lower_repeat.c: lowers [a; n], into `result` if that is given */
ir_value lower_repeat(lower_fn *f, const thir_node *n, ir_local result);

/* lower_choice.c */
bool lower_has_choice(lower_fn *f, thir_pat pat); /* whether a value may match more than one alternative */
void lower_choose(lower_fn *f, lower_place p, const thir_arm_node *arm,
                  ir_label fail); /* control goes on behind the guard */

/* lower_arith.c */
ir_value lower_binary(lower_fn *f, syntax_op op, const sema_ty types[2], ir_value a, ir_value b,
                      sema_span at); /* types: of a and of b */
ir_value lower_unary(lower_fn *f, syntax_op op, sema_ty ty, ir_value a, sema_span at);
/* Emit operations on numbers of type ty, without checks. b is 0 if the operation has one operand. */
ir_value lower_operate(lower_fn *f, ir_op op, sema_ty ty, ir_value a, ir_value b, sema_span at);
ir_value lower_overflows(lower_fn *f, ir_op op, sema_ty ty, ir_value a, ir_value b, sema_span at);
ir_value lower_number(lower_fn *f, sema_ty ty, wide_u128 bits); /* a constant */
ir_value lower_cast(lower_fn *f, const thir_node *n);
/* Unless it holds the program is undefined. A constant fails there with those words, and with numbers in their holes.
 * An interpreted kernel ends if it looks for that; number: 0, or what its words show. */
typedef struct lower_undefined {
    ir_undefined what;
    const char *of_constant;
    const ir_value *numbers;
    uint32_t n_numbers;
    ir_value number;
} lower_undefined;
bool lower_finds_undefined(const lower_fn *f);
void lower_expect(lower_fn *f, ir_value holds, lower_undefined what, sema_span at);
/* Memory may hold any bits in the place of a char, which are looked at where a program computes with them. */
void lower_check_char(lower_fn *f, sema_ty ty, ir_value v, sema_span at);
void lower_check_bounds(lower_fn *f, ir_value index, ir_value len, sema_span at);
bool lower_known(const lower_fn *f, ir_value v, uint64_t *bits);

/* lower_wide.c: numbers of 128 bits, which are two of 64 in the IR. An operation is an ir_op of integers. The count of
 * a shift is any integer of the IR and is taken modulo 128. */
bool lower_is_wide(const lower_fn *f, ir_value v);
ir_value lower_wide_const(lower_fn *f, wide_u128 bits);
ir_value lower_wide_half(lower_fn *f, ir_value v, bool high);
ir_value lower_wide_compute(lower_fn *f, ir_op op, bool is_signed, ir_value a, ir_value b, sema_span at);
ir_value lower_wide_overflows(lower_fn *f, ir_op op, bool is_signed, ir_value a, ir_value b, sema_span at);
ir_value lower_wide_select(lower_fn *f, ir_value condition, ir_value a, ir_value b);
/* `as`, from a value of the IR to i128 (to_signed) or u128, and back. */
ir_value lower_wide_of(lower_fn *f, bool to_signed, ir_value v, sema_span at);
ir_value lower_wide_to(lower_fn *f, bool is_signed, ir_type to, ir_value v, sema_span at);
ir_value lower_wide_bits(lower_fn *f, ir_intrinsic what, ir_value v);

/* lower_call.c */
ir_value lower_call_function(lower_fn *f, uint32_t instance, const ir_value *args, uint32_t n, sema_span at);
ir_value lower_call_lang(lower_fn *f, sema_lang_item fn, const ir_value *args, uint32_t n, sema_span at);
ir_value lower_call(lower_fn *f, const thir_node *n);
bool lower_is_place_call(const lower_fn *f, const thir_node *n);
ir_value lower_reify(lower_fn *f, const thir_node *n);
ir_function_id lower_function_of(lower *l, sema_ty fn, sema_span at); /* what a fn pointer to it points to; 0: failed */
bool lower_resolve(lower *l, sema_ty *fn, bool *builtin);
void lower_shim(lower_fn *f, sema_ty fn, sema_span at);

ir_value lower_call_pointer(lower_fn *f, ir_value pointer, const ir_value *args, uint32_t n, ir_type result);
ir_value lower_call_closure(lower_fn *f, sema_ty callee, const lower_place *self, const ir_value *args, uint32_t n,
                            sema_span at);

/* lower_dyn.c */
ir_type lower_object_type(lower *l);
ir_global_id lower_vtable(lower *l, sema_ty value, sema_ty object, sema_span at);
ir_value lower_unsize_to_object(lower_fn *f, ir_value v, sema_ty from, sema_ty object, sema_span at);
ir_value lower_dyn_size(lower_fn *f, ir_value vtable, bool align);
/* args[0] is the pointer to the object. */
ir_value lower_call_object(lower_fn *f, sema_ty fn, const ir_value *args, uint32_t n, ir_type result, sema_span at);
ir_value lower_call_callable_object(lower_fn *f, sema_ty object, const lower_place *self, const ir_value *args,
                                    uint32_t n, sema_span at);
void lower_drop_object(lower_fn *f, const lower_place *p);
bool lower_is_call_method(const sema *s, sema_ty fn); /* Fn::call or FnMut::call_mut */
bool lower_is_object_method(sema *s, sema_ty fn);     /* a trait's method that an object is asked for */
ir_type *lower_call_method_params(lower *l, sema_ty fn, uint32_t *n, ir_type *result, sema_span at);
void lower_call_method_shim(lower_fn *f, sema_ty fn, sema_span at);

/* lower_intrinsic.c */
ir_value lower_intrinsic(lower_fn *f, sema_def fn, const sema_ty *type_args, uint32_t n_type_args, const ir_value *args,
                         uint32_t n, const thir_node *call, sema_ty result, sema_span at);

/* lower_panic.c */
void lower_panic(lower_fn *f, const thir_node *n);
ir_value lower_print(lower_fn *f, const thir_node *n); /* 0: it gives nothing */
void lower_trap(lower_fn *f, sema_span at, const char *message);

/* lower_ptx.c */
ir_value lower_ptx(lower_fn *f, const thir_node *n);

/* lower_show.c lowers a panic with values in its message, or what prints such a message. In text {{ and }} stand for
 * braces, and {} and {?} for values. plain is said instead if a value cannot be shown; with NULL that is
 * NOT_COMPILED_YET. */
typedef struct lower_shown {
    const char *text; /* the literal; NULL: the value is in place */
    uint32_t n_text;
    const char *literal; /* text of a literal, of which `write!` makes part of the message; or NULL */
    lower_place place;
    ir_value width, precision; /* references to them, where they are operands, else 0 */
} lower_shown;
/* Whether the text of an expression is known: a literal, a constant that is one, or the literal that the caller of a
 * #[track_caller] fn passed. */
bool lower_known_text(lower_fn *f, thir_expr e, lower_shown *shown);
void lower_show(lower_fn *f, ir_site_kind kind, const char *text, const char *plain, const lower_shown *values,
                uint32_t n, sema_span at);
/* The next hole of a template, {}, {?} or {:..}, or NULL, and its end. Doubled braces are passed over. */
const char *lower_next_hole(const char *at);
const char *lower_hole_end(const char *hole);
bool lower_derives_debug(sema *s, sema_ty ty);
/* A number, and the upper half of one of 128 bits, else 0. */
typedef struct lower_number_shown {
    ir_shown kind;
    ir_value low, high;
} lower_number_shown;
lower_number_shown lower_show_as(lower_fn *f, sema_ty ty, ir_value v, bool is_radix);

/* lower_format.c: values that are formatted as the kernel runs. A formatter is a pointer to a core::fmt::Formatter. */
/* The body of fmt of what has none of its own: numbers, texts, references, tuples, and what derives it. Returns a
 * core::fmt::Result. */
ir_value lower_format_body(lower_fn *f, sema_ty ty, ir_value reference, ir_value formatter, bool debug, sema_span at);
/* The text that it makes of a value, with values in it as ir_shown says. spec: `:` and how, or "". */
ir_value lower_formatted(lower_fn *f, const lower_shown *value, const char *spec, bool debug, sema_span at);
/* Whether a specification, behind its colon, has an operand for the width, and one for the precision: a $ each. */
void lower_counts_of(const char *spec, size_t n, bool *width, bool *precision);
/* Of a whole message. */
ir_value lower_formatted_message(lower_fn *f, const char *text, const lower_shown *values, uint32_t n, sema_span at);
/* An `if` by which the library asks whether there are sinks. Where there are none, what it would do is not lowered. */
bool lower_is_for_sinks(const lower_fn *f, const thir_node *n);
/* A `&mut Formatter` that hands on what is written to the core::fmt::Write that `to` is a `&mut` to. */
ir_value lower_sink(lower_fn *f, lower_place *to, sema_span at);
/* `write!`. Returns a core::fmt::Result. */
ir_value lower_write_message(lower_fn *f, ir_value formatter, const char *text, const lower_shown *values, uint32_t n,
                             sema_span at);

/* lower_const.c */
lower_place lower_named_const(lower_fn *f, const thir_node *n);
ir_value lower_const_block(lower_fn *f, thir_expr e); /* `const { .. }` */
bool lower_is_promotable(const lower_fn *f, thir_expr e);
/* Whether a place is a value or a part of one, and not one that a pointer leads to. */
thir_expr lower_value_around(const lower_fn *f, thir_expr e); /* what a place is a part of */
bool lower_is_of_value(const lower_fn *f, thir_expr e);
/* What a constant borrows whose value is computed where it is used is data of its own, or it would be gone. */
bool lower_is_kept_by_constant(lower_fn *f, const thir_node *borrow, thir_expr of);
ir_value lower_promote(lower_fn *f, thir_expr e); /* the address of a constant */

/* lower_static.c */
ir_global_id lower_static(lower *l, sema_def def, sema_span at);
/* Computes a static of a module of constants that had no value when it was met. False: it fails, or has failed. */
bool lower_settle_static(lower *c, ir_global_id global);
/* Whether an evaluation around what is lowered computes the static, or its data is being made; *at gets where it
 * needed what is inside. */
bool lower_is_evaluated(const lower *l, sema_def def, sema_span *at);
/* What asked for what is lowered; NULL: a kernel. */
const lower *lower_around(const lower *l);
/* lower_evaluate.c */
/* What running a constant gave. */
typedef struct lower_outcome {
    ir_constant is; /* bytes: of the type, at least 8; pointers: to globals of the scratch module */
    const char *message;
    bool is_behind; /* the part is what a reference is to */
} lower_outcome;
/* The type of a constant, or of an expression that is part of one. */
sema_ty lower_result_of(lower *l, sema_ty instance, thir_expr part);
/* Evaluates that; wide: a scalar comes widened to 64 bits. False: it has no value; no message: that has been told. */
bool lower_compute_constant(lower *l, sema_ty instance, thir_expr part, lower_outcome *out, bool wide, sema_span at);
/* The body of a constant or static; NULL: it has errors, or has been asked for while it is checked, which is told. */
const thir_body *lower_value_of(lower *l, sema_def constant);
/* Whether the fn, which a constant calls, has asked for that constant while it is checked; this is told. */
bool lower_tells_begun(lower *l, sema_def fn);
/* Gives a static of l->scratch a value that has none yet, for what is evaluated there. False: it has none, which is
 * told. */
bool lower_read_static(lower *l, ir_global_id global, sema_span at);
bool lower_run(lower *l, sema_ty instance, thir_expr part, void *bytes, sema_span at, const char **message);
/* Likewise, with what the pointers in it point to: globals of l->scratch. is->bytes are the caller's, at least 8. */
bool lower_run_whole(lower *l, sema_ty instance, ir_constant *is, sema_span at, const char **message);

/* lower_data.c makes constants into bytes and relocations. */
ir_global_id lower_text(lower *l, const char *text, uint32_t n);
ir_global_id lower_location(lower *l, sema_span at); /* what core::panic::Location::caller gives there */
ir_global_id lower_add_global(lower *l, ir_global about, lower_origin origin);
ir_global_id lower_data(lower_fn *f, sema_ty key, thir_expr value, const char *name, uint8_t space); /* 0: failed */
bool lower_fill_global(lower_fn *f, sema_ty key, thir_expr value, ir_global_id global);

/* lower_const_error.c */
const char *lower_words_of(lower *l, ir_module *m, const ir_panic *panic); /* of E0080 */
/* Keeps in l->trace the calls in which a constant failed. */
void lower_trace_calls(lower *l, const ir_panic *panic);
/* Reports it, unless there are no words because that was done. key is the constant's instance. */
sema_span lower_const_head_of(const sema *s, sema_node item); /* `const X: T` */
void lower_constant_failed(lower *l, sema_ty key, const char *message, sema_span at);

/* Messages of sites in constants begin so where they are no panic's, or are one that somebody wrote. */
#define LOWER_UNDEFINED "\001"
#define LOWER_SAID      "\003"
#define LOWER_BAD_TAG   "\002{} {}" /* the tag, and its bytes */
/* In a constant: wants each of the scalars as which rustc reads the type to have a value at the address, which is read
 * next. */
void lower_expect_scalars(lower_fn *f, sema_ty ty, ir_value at);
typedef struct lower_scalar {
    uint64_t at, size;
    bool is_pointer;
} lower_scalar;
/* Tells these scalars, in the order of their places, and how many there are; 0: rustc copies the type as bytes. */
uint32_t lower_scalars_read(lower *l, sema_ty ty, sema_span at, lower_scalar all[2]);
/* lower_valid.c returns NULL, or says what in the constant is no value of the type. The constant's globals belong to
 * the scratch module. */
const char *lower_invalid(lower *l, sema_ty ty, const ir_constant *constant, bool is_behind, bool is_static,
                          sema_span at);
/* The note with the bytes of a constant, or of what it read: 16 a line, `__` where nothing is set, and pointers over
 * the bytes that they have. */
const char *lower_raw_bytes(lower *l, const ir_constant *constant, uint64_t size, uint64_t align);
/* lower_tree.c takes a constant's value apart. False: it is none for a pattern. */
bool lower_tree(lower *l, sema_ty ty, const ir_constant *constant, sema_constant *value, sema_span at);
/* The value of a constant, computed here. */
ir_value lower_call_constant(lower_fn *f, sema_ty key, sema_span at);
bool lower_has_pointer(lower *l, sema_ty ty, sema_span at);
bool lower_has_fn_pointer(lower *l, sema_ty ty, sema_span at);
bool lower_has_fn_table(lower *l, sema_ty ty, sema_span at);
bool lower_has_union(lower *l, sema_ty ty, sema_span at); /* such as MaybeUninit, whose pointers are not looked for */
bool lower_has_cell(lower *l, sema_ty ty, sema_span at);

/* lower_kernel.c */
void lower_entry(lower_fn *f, const lower_instance *instance);

#endif
