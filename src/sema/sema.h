/* sema.h: what all of sema works on: files, names, diagnostics. Sema turns the ASTs of one crate, of its `mod` files
 * and of the library that rustg brings (kernels/library) into typed bodies (thir.h).
 *
 *   syntax.c        reading the AST: names, path segments, parts of an item
 *   sema_files.c    texts into files: sources, mod files, what macros and derives expand to
 *   ty.c, ty_print.c      types, interned
 *   def_*.c, resolve_*.c  definitions, modules, imports, paths; signatures and other queries
 *   infer_*.c, trait_*.c  inference variables, unification, trait selection, projection
 *   check_*.c       bodies: expressions, patterns, methods, closures, coercions; out comes THIR
 *   pattern_*.c     exhaustiveness;   borrow_*.c  initialization, moves, borrows
 *   sema.c          sema_check_crate, which calls these in order
 *
 * All memory is the arena's. Everything is found on demand and remembered: nothing of the library is looked at that
 * no kernel uses. Errors are reported once, where they are; TY_ERROR keeps silent about what follows from them. */
#ifndef RUSTG_SEMA_H
#define RUSTG_SEMA_H

#include <pthread.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostic_list.h"
#include "base/limits.h"
#include "base/wide.h"
#include "rustg/compile.h"

typedef uint32_t sema_symbol; /* an interned name; 0 is none */
typedef uint32_t sema_ty;     /* ty.h; 0 is TY_NONE */
typedef uint32_t sema_def;    /* def.h; 0 is none */

/* A node of a file's AST; node 0 is none. */
typedef struct sema_node {
    uint32_t file, node;
} sema_node;

/* A range of bytes of a file. If an expansion made the file, sema_origin maps it to the text that the user wrote. */
typedef struct sema_span {
    uint32_t file, start, end;
} sema_span;

static inline bool sema_same_span(sema_span a, sema_span b)
{
    return a.file == b.file && a.start == b.start && a.end == b.end;
}

static inline bool sema_is_within(sema_span inner, sema_span outer)
{
    return inner.file == outer.file && inner.start >= outer.start && inner.end <= outer.end;
}

/* A place as the key of a map; never 0. */
static inline uint64_t sema_span_key(sema_span at)
{
    const uint64_t key = ((uint64_t)at.start << 32 | at.end) ^ at.file * 0x9e3779b97f4a7c15u;
    return key | !key;
}

/* A node as the key of a map; 0 only of none. */
static inline uint64_t sema_node_key(sema_node n)
{
    return (uint64_t)n.file << 32 | n.node;
}

/* Where a place begins, as the key of a map; 0 only of no place. */
static inline uint64_t sema_start_key(sema_span at)
{
    return (uint64_t)at.file << 32 | at.start;
}

typedef enum sema_file_origin {
    SEMA_FILE_SOURCE,    /* the user's, or a mod file of theirs */
    SEMA_FILE_LIBRARY,   /* kernels/library */
    SEMA_FILE_EXPANSION, /* a piece of another file, wrapped so that it parses alone */
    SEMA_FILE_EXPANDED   /* a file with the calls of its own macros replaced by what they stand for (macro.h) */
} sema_file_origin;

/* A stretch of an EXPANDED file, up to where the next one begins.
 *   copied  its bytes are those of file `from` from `first` on; else it stands for [first, last)
 *   mark    whose expansion wrote it (macro.h); 0: none
 *   nest    the expansion that it came out of; 0: none
 *   var     where it stands for a `$x` of a macro's body: index of that place, else 0 */
typedef struct sema_piece {
    uint32_t start, from, first, last;
    uint32_t mark, nest, var;
    bool copied, is_call; /* is_call: a parenthesis around what a call stands for */
} sema_piece;

/* What a fragment was put in for, other than a name, a lifetime or a token tree. Macros take it as one operand. */
typedef struct sema_group {
    uint32_t start, end;
    uint8_t kind;
} sema_group;

/* One parsed text. toks and ast begin at this file: token 0 is its first, node 1 its File, and offsets count from
 * bytes[0]. If toks and ast are set already, they are taken as they are. index is the file's number in the result,
 * for diagnostics (SOURCE only).
 *
 * In an EXPANSION of a macro's arguments bytes[i] is byte i - shift of file `from`, if that lies inside [first,
 * last). Outside of that range, and in what a derive wrote, a span means `call`, or the field that its piece is of. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* the library's image has these */
typedef struct sema_file {
    const char *name;
    const uint8_t *bytes;
    uint32_t n_bytes, edition, index;
    sema_file_origin origin;
    rustg_tokens toks;
    rustg_ast ast;
    uint32_t from, first, last, n_lines;
    int64_t shift;
    sema_span call;
    bool report_syntax; /* SOURCE: its syntax errors are not known yet, report them */
    bool bad_syntax;    /* set by sema_add_file: it has errors */
    bool is_draft;      /* EXPANDED: what one call stands for, which the whole file has again */
    uint8_t unused;
    const sema_piece
        *pieces; /* EXPANDED, from byte 0 on; of a derive: the fields, each with `from`, and what is between */
    const sema_group *groups; /* EXPANDED, by start; of one start the outermost first */
    uint32_t n_pieces, n_groups;
    const uint32_t *lines; /* LIBRARY: where each of n_lines begins */
} sema_file;
#pragma GCC diagnostic pop

/* What the compile stage lends sema. */
typedef struct sema_options {
    const char *const *cfgs; /* "name" or "name=\"value\"" */
    uint32_t n_cfgs;
    const char *const *instances; /* of generic kernels that are asked for: "m::k::<f32>" */
    uint32_t n_instances;
    bool overflow_checks;    /* cfg(overflow_checks) and what const evaluation does */
    bool warnings;           /* lints that warn are wanted */
    const rustg_lint *lints; /* levels from the command line */
    uint32_t n_lints;
    rustg_read_mod_fn read_mod; /* NULL: the file system */
    void *user;
} sema_options;

/* A path that was looked for because of a `mod x;`. bytes is NULL if nothing was there. */
typedef struct sema_read {
    const char *path;
    const uint8_t *bytes;
    size_t n_bytes;
} sema_read;

struct thir_body;
/* The value of a constant: bits of a number, bool, char or address, the bytes of a str, or parts: fields, elements,
 * what a reference refers to. */
typedef struct sema_constant {
    sema_ty ty;
    wide_u128 bits;
    sema_def variant; /* of an enum */
    const struct sema_constant *parts;
    uint32_t n; /* parts or, with text, bytes */
    const char *text;
    bool is_pointer; /* a fn pointer, or a raw pointer to something */
} sema_constant;

/* rustc's steps, in whose order its errors come (sema_order.c). */
typedef enum sema_step {
    SEMA_STEP_EXPAND,
    SEMA_STEP_SYNTAX, /* what the grammar takes and rustc does not */
    SEMA_STEP_IMPORT,
    SEMA_STEP_MACRO,
    SEMA_STEP_SCOPE, /* names whose errors rustc reports as it meets them */
    SEMA_STEP_NAME,  /* and those for which it first looks for what could be imported */
    SEMA_STEP_PRIVACY,
    SEMA_STEP_LOWER,
    SEMA_STEP_ATTRIBUTE,
    SEMA_STEP_ITEM,
    SEMA_STEP_IMPL_ITEM,
    SEMA_STEP_TRAIT_ITEM,
    SEMA_STEP_COHERENCE,
    SEMA_STEP_INHERENT,
    SEMA_STEP_OVERLAP,
    SEMA_STEP_BODY,
    SEMA_STEP_BORROW,
    SEMA_STEP_KEPT,  /* errors that rustc keeps for a later step, of which none has taken them */
    SEMA_STEP_FIELD, /* from here on only where no step before found an error that is no lint */
    SEMA_STEP_LINT,
    SEMA_N_STEPS
} sema_step;
_Static_assert(SEMA_STEP_IMPL_ITEM == SEMA_STEP_ITEM + 1 && SEMA_STEP_TRAIT_ITEM == SEMA_STEP_IMPL_ITEM + 1,
               "sema_step: the three steps of items stand together");
_Static_assert(SEMA_STEP_FIELD == SEMA_STEP_KEPT + 1 && SEMA_N_STEPS == SEMA_STEP_FIELD + 2,
               "sema_step: fields and lints come last, behind all whose errors keep theirs back");

/* Where a report stands among all.
 *   owner   where the item or body begins that is being looked at
 *   part    of the work on that owner
 *   behind  1 + how many reports there were when what is wrong was found; 0: it is found now
 *   number  of the reports before it */
typedef struct sema_order_key {
    uint8_t step;
    uint32_t owner, part, behind, number;
} sema_order_key;

typedef struct sema {
    arena *memory;
    arena scratch; /* what a step needs while it runs, freed at its end, and by whoever made the sema */
    uint32_t n_scratch_users;
    const sema_options *options;
    VEC(sema_file *) files;   /* [0] is none */
    uint32_t n_library_files; /* the first ones: the library's, and what its macros and derives wrote */
    struct sema_symbols *symbols;
    struct ty_table *types;
    struct def_table *defs;
    struct infer_cache *cache;      /* trait selection's */
    struct sema_lang *lang;         /* def.h: items that the language itself needs */
    struct check_table *bodies;     /* sema_body's */
    struct borrow_table *variances; /* borrow checking's */
    struct unused_table *unused;    /* what it found of variables for lints; NULL: nothing */
    struct macro_table *macros;     /* macro.h; NULL: the crate has no macros of its own */
    diag_list diags;                /* freed by whoever made the sema */
    diag_list warnings;             /* likewise; what lints tell of a program that may be right */
    sema_order_key order;           /* of reports made now */
    VEC(sema_order_key) order_keys; /* of each of diags */
    VEC(char *) mod_names;          /* mod files read, in order: they become files n_sources, ... of the result */
    VEC(sema_read) reads;           /* each path that was asked for, in order */
    uint32_t n_sources;
    uint32_t depth;       /* sema_enter */
    uint32_t most_depth;  /* levels that the stack is for; 0: SEMA_MAX_DEPTH */
    uint32_t lints_noted; /* lint_note: a bit each */
    arena_map
        levels_noted; /* where an attribute stands -> the lints, a bit each, whose level notes have shown it to set */
    struct lint_forbidden *forbidden; /* lint_forbid.c's */
    struct lint_exports *exports;     /* lint_export.c's */
    bool has_sinks;                   /* something is written to what is no core::fmt::Formatter */
    bool has_debug_hex;               /* there is a {:x?} or {:X?} */
    struct syntax_cursor *cursor;
    /* Evaluates a constant of concrete type; src/compile lowers its body and interprets it. False: an error has been
     * reported. bits are those of an integer, bool or char; of signed ones of up to 64 bits the low 64 are
     * sign-extended, and those above are 0. */
    bool (*evaluate)(struct sema *s, sema_def constant, const sema_ty *args, uint32_t n_args, wide_u128 *bits);
    /* Evaluates a constant of any concrete type for a pattern. False: it has no such value (a union, a pointer that is
     * not one to a constant), or an error has been reported, which *reported says. */
    bool (*evaluate_parts)(struct sema *s, sema_def constant, const sema_ty *args, uint32_t n_args,
                           struct sema_constant *value, bool *reported);
    /* Evaluates a `const { .. }` of a fn without type and const parameters, because rustc does so whether or not
     * anything calls the fn. False: an error has been reported. */
    bool (*evaluate_block)(struct sema *s, sema_def fn, const struct thir_body *body, uint32_t block);
    struct def_dyn_table *dyns; /* what def_dyn_of answers */
    struct lower *lowering;     /* the module of constants that is being made, if what sema does now is for it */
    arena_map told_cycles;      /* constants on cycles that lowering has told: def -> 1 */
    uint32_t n_told_cycles;     /* such cycles */
    struct lower *for_blocks;   /* what evaluate_block keeps from one call to the next */
    arena_map constant_map;     /* of the types of constants: what running them gave, in constants */
    VEC(wide_u128) constants;
} sema;

/* Names. */
sema_symbol sema_intern(sema *s, const char *bytes, size_t n);
sema_symbol sema_intern_text(sema *s, const char *text);
/* The name that is spelled so: spellings that are canonically equivalent are of one name. */
sema_symbol sema_intern_name(sema *s, const char *bytes, size_t n);
const char *sema_text(const sema *s, sema_symbol symbol); /* ends with a 0; raw identifiers without r# */

/* Parses a text as a file of its own; if about.toks.kind is set, it is parsed already. Syntax errors of EXPANSION
 * files and of those with report_syntax are reported. Returns the file's index, or 0 for an EXPANSION with errors.
 * bytes must live as long as the arena. */
uint32_t sema_add_file(sema *s, sema_file about);
/* The same for tokens alone, without a tree. */
uint32_t sema_add_tokens(sema *s, sema_file about);

/* The library, as the build parsed and collected it. All compiles share it and only read it. NULL: out of memory. Each
 * open wants a close. sema_library_release says that no further compile is expected; the library then goes with the
 * last close. Thread-safe. */
typedef struct sema_library sema_library;
sema_library *sema_library_open(void);
const sema *sema_library_tables(const sema_library *library);
void sema_library_close(sema_library *library); /* NULL is accepted */
void sema_library_release(void);
/* Begins with the library's files, names, types and definitions. s holds memory and options and nothing else; the
 * library must outlive it. */
void sema_begin(sema *s, const sema *library);

/* Nesting: false where the program nests deeper than sema follows (SEMA_MAX_DEPTH), with one error for all of the
 * compile. Each true wants a sema_leave. */
enum { SEMA_MAX_DEPTH = LIMIT_SEMA_DEPTH };
bool sema_enter(sema *s, sema_span at);
void sema_leave(sema *s);
/* While it is quiet, sema_enter tells no error, as of what only looks for warnings. Returns what it was before. */
bool sema_be_quiet(sema *s, bool is_quiet);

/* Diagnostics. A report begins with a kind of diagnostic_sema.def and the primary span, and parts follow. Texts are
 * copied. The row's texts use {0}, {1}, ... for what sema_arg adds, in order. A report with the kind and span of an
 * earlier one is dropped. All spans go through sema_origin. A report whose span lies in the library is put at the
 * place of `call`, as far as that is known. */
/* Answers to yes-or-no questions as an arena_map keeps them, in which 0 is no answer yet. */
enum { SEMA_RECURSION_LIMIT = 128 }; /* where a crate does not say another one */
enum { SEMA_ANSWER_NO = 1, SEMA_ANSWER_YES = 2 };

typedef struct sema_report {
    sema *s;
    uint32_t diag;   /* index in s->diags, or UINT32_MAX where dropped */
    bool is_warning; /* in s->warnings */
} sema_report;
sema_report sema_error(sema *s, uint32_t kind, sema_span at);
/* Another part of the same place is another report. */
sema_report sema_error_about(sema *s, uint32_t kind, sema_span at, sema_span part);
/* Lints call it through lint_begin. */
sema_report sema_warn_about(sema *s, uint32_t kind, sema_span at, sema_span part);
void sema_arg(sema_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sema_label(sema_report *r, sema_span at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Replaces the row's label at the primary span. */
void sema_primary_label(sema_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Gives the error's own place, at, its label (the row's) only now, behind the labels added before, because rustc
 * orders them so. Any other `at` becomes a further place of the error itself, without a label. */
void sema_primary_here(sema_report *r, sema_span at);
/* A further place of the error itself, with a label. */
void sema_primary_there(sema_report *r, sema_span at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void sema_note(sema_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Stands where notes do, in their order. */
void sema_warning(sema_report *r, const char *text);
void sema_note_at(sema_report *r, sema_span at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void sema_help(sema_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sema_help_at(sema_report *r, sema_span at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Adds a label to the note or help with a place before, at its own place or at a further one. */
void sema_note_label(sema_report *r, sema_span at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Add a help with a patch that replaces `at` by `with`. _beside shows it beside its place if it is the only one,
 * _marked does so without the patch, and _hidden shows it in JSON only. */
void sema_suggest(sema_report *r, sema_span at, const char *with, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void sema_suggest_beside(sema_report *r, sema_span at, const char *with, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void sema_suggest_marked(sema_report *r, sema_span at, const char *with, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void sema_suggest_hidden(sema_report *r, sema_span at, const char *with, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Add to the suggestion before: a further patch, the first patch of another way, or rustc's word for how sure it is
 * where that is not "MaybeIncorrect". */
void sema_suggest_further(sema_report *r, sema_span at, const char *with);
void sema_suggest_or(sema_report *r, sema_span at, const char *with);
void sema_suggest_is(sema_report *r, const char *applicability);

/* Says what is being looked at; returns what to set s->order to behind it. */
sema_order_key sema_order_enter(sema *s, sema_step step, sema_span owner, uint32_t part);
/* Keeps where the row that was added last stands. */
void sema_order_note(sema *s);
/* Takes a report back. */
void sema_order_drop(sema *s, uint32_t diag);
/* Puts a report behind all those that there are. */
void sema_order_now(sema *s, uint32_t diag);
/* The report is of what is called: rustc keeps that of a name, unless it offers an import, and of what begins a path of
 * two segments until it looks at the call. */
void sema_order_call(sema *s, uint32_t diag, bool is_name);
/* The report is of what begins a path: where it offers an import it comes with those that do, and for a path of two
 * segments rustc keeps it until it looks at a call. */
void sema_order_prefix(sema *s, uint32_t diag, bool is_short);
/* Are all reports so far of lints that deny? */
bool sema_has_only_lints(const sema *s);
/* Puts reports in rustc's order, and drops those that rustc does not come to. */
void sema_order_reports(sema *s);
/* Puts warnings in the order of their places. */
void sema_order_warnings(sema *s);
/* Adds to each report the macro that it comes from, and puts them in order. Call it behind the last report. */
void sema_finish_reports(sema *s);

/* The user's text behind a span. */
sema_span sema_origin(const sema *s, sema_span span);
/* The same place as a panic or `line!` names it: for what a macro wrote, its outermost call. */
sema_span sema_place(const sema *s, sema_span span);
/* Names of local variables and labels. The symbol stands for the name and for the macro that wrote it, and shows as
 * the name. */
sema_symbol sema_local_name(sema *s, sema_symbol name, sema_span at);
uint32_t sema_mark_of(const sema *s, sema_span at); /* 0: no macro wrote it */
/* The same name outside of a macro's definition; *outer gets its mark there. */
sema_symbol sema_local_outside(sema *s, sema_symbol name, uint32_t def, uint32_t mark, uint32_t *outer);
/* Of the macros that wrote a place, the call that the user wrote; *first is the innermost of them. */
sema_span sema_outermost_call(const sema *s, uint32_t mark, sema_symbol *first, sema_symbol *last);
/* Is it what a derive made? */
bool sema_is_derived(const sema *s, uint32_t file);
sema_span sema_node_span(const sema *s, sema_node node);

/* Collects one crate, checks all its bodies and finds its kernels. roots are parsed files that were added before.
 * False: there are errors. */
typedef struct sema_kernel {
    sema_def fn;
    const char *name;  /* the entry's name */
    uint32_t block[3]; /* of `block = ...`; 0: not given */
    uint32_t max_threads, min_blocks;
    bool fast_math;
    bool adjoint, tangent; /* it gets a kernel that computes its gradient, or its derivative in a direction */
    bool second;           /* and one for the gradient's derivative in a direction */
    bool second_adjoint;   /* and one for the gradient of what the gradient is weighed by */
    const sema_ty *args;   /* of an instance of a generic one, its lifetimes included; else NULL */
    uint32_t n_args;
} sema_kernel;
bool sema_check_crate(sema *s, const uint32_t *roots, uint32_t n_roots);
/* Concrete kernels, in source order, then the instances that were asked for. */
const sema_kernel *sema_kernels(const sema *s, uint32_t *n_kernels);

#endif
