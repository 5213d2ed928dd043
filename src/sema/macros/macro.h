/* macro.h: `macro_rules!`. Before a file's items are collected, macro_expand_file replaces the calls of the crate's own
 * macros by what they stand for, again and again until none is left, and hands back a file of that text. All of sema
 * reads it like any other; what it knows beyond its text is where each stretch came from (sema_piece).
 *
 *   macro_expand.c    the passes over a file: which macro a call means, what is put in its place
 *   macro_missing.c   words on a call that means none of them
 *   macro_mod.c       `mod` files that are read for their macros
 *   macro_root.c      where the macros of the crate's root are known
 *   macro_rules.c     reading a definition          macro_match.c     arguments against the matchers
 *   macro_follow.c    what may stand behind a fragment in one
 *   macro_fragment.c  `$e:expr` and its like        macro_write.c     bodies with the fragments put in
 *   macro_check.c     what a fragment may be used as
 *   macro_select.c    `cfg_select!`, which is as a macro of the crate
 *   macro_place.c     marks, spans and notes         macro_text.c      an expression as it was written
 *
 * Hygiene. A mark stands for the list of expansions that wrote a name, the last one first, as rustc's syntax contexts
 * do for macro_rules: what an argument brought keeps its mark. Local variables and labels are told apart by their name
 * and mark together (sema_local_name); all else goes by name alone. Where a name's binding is looked for outwards past
 * the definition of the macro that wrote it, its last expansion is taken off. */
#ifndef RUSTG_MACRO_H
#define RUSTG_MACRO_H

#include "parser/parser.h"
#include "sema/items/def.h"

enum { MACRO_SOURCE_WORK = 140 }; /* bytes that are written, for each byte of source, beside MACRO_WORK_KIB */

/* Kinds of fragments, in the order of macro_fragment_name's texts. */
typedef enum macro_fragment {
    FRAGMENT_NONE,
    FRAGMENT_IDENT,
    FRAGMENT_LIFETIME,
    FRAGMENT_TT,
    FRAGMENT_EXPR,
    FRAGMENT_EXPR_2021,
    FRAGMENT_TY,
    FRAGMENT_PAT,
    FRAGMENT_PAT_PARAM,
    FRAGMENT_LITERAL,
    FRAGMENT_VIS,
    FRAGMENT_BLOCK,
    FRAGMENT_STMT,
    FRAGMENT_PATH,
    FRAGMENT_ITEM,
    FRAGMENT_META,
    FRAGMENT_N
} macro_fragment;
const char *macro_fragment_name(macro_fragment fragment);

/* The tokens of a file as macros see them, with glued punctuation and the partners of delimiters. */
typedef struct macro_view {
    uint32_t file;
    const uint8_t *kinds;
    const uint32_t *partner;
} macro_view;

typedef enum macro_repeat { REPEAT_ANY, REPEAT_SOME, REPEAT_OPTIONAL } macro_repeat;

/* A matcher is a list of places. For a REPEAT, [own index + 1, to) is read some number of times. AGAIN ends it, or
 * SEPARATOR and AFTER if it has a separator. */
typedef enum macro_at { AT_TOKEN, AT_REPEAT, AT_AGAIN, AT_SEPARATOR, AT_AFTER, AT_VAR, AT_END } macro_at;
typedef struct macro_loc {
    uint8_t kind, repeat, fragment;
    uint32_t tok;                /* TOKEN, SEPARATOR: it; VAR: the `$` */
    uint32_t to;                 /* REPEAT: behind its end; AGAIN, AFTER: the first inside */
    uint32_t var, n_vars, depth; /* VAR: number and repetitions around it; REPEAT: the vars inside, its depth inside */
} macro_loc;

typedef struct macro_var {
    sema_symbol name;
    uint32_t tok, depth;
    uint8_t fragment;
} macro_var;

/* A body is a list of steps. */
typedef enum macro_step_kind { STEP_TEXT, STEP_VAR, STEP_CRATE, STEP_REPEAT, STEP_END } macro_step_kind;
typedef struct macro_step {
    uint8_t kind, repeat;
    uint32_t first,
        last;     /* tokens: TEXT; VAR, CRATE: with the `$`; REPEAT: the separator, or none; its whole span is at, to */
    uint32_t var; /* VAR */
    uint32_t to;  /* REPEAT: its END; END: its REPEAT */
} macro_step;

typedef struct macro_rule {
    VEC(macro_loc) locs;
    VEC(macro_var) vars;
    VEC(macro_step) steps;
    uint32_t lhs, rhs; /* their opening delimiters */
} macro_rule;

typedef struct macro_def {
    sema_symbol name;
    sema_node node;
    bool exported, read, bad, defines; /* defines: a `macro_rules` stands in a body */
    bool local_inner;                  /* calls of one name in a body mean macros of the crate's root */
    VEC(macro_rule) rules;
} macro_def;

typedef struct macro_mark {
    uint32_t outer, expansion;
} macro_mark;
typedef struct macro_expansion {
    sema_span call;            /* in an EXPANDED or SOURCE file */
    uint32_t mark, depth, def; /* mark: of the call */
} macro_expansion;
typedef struct macro_place {
    sema_span at;
    uint32_t mark;
} macro_place;

/* A `mod x;` whose file was read for its macros, with the scopes at its beginning and end. */
typedef struct macro_mod {
    sema_def module;
    uint32_t file, scope, end;
} macro_mod;

/* A macro that is in scope at a place, linked to the one before it. */
typedef struct macro_scope {
    sema_symbol name;
    uint32_t def, outer;
} macro_scope;
typedef struct macro_alias {
    sema_symbol name, original;
} macro_alias;

typedef struct macro_table {
    VEC(macro_mark) marks;           /* [0]: none */
    VEC(macro_expansion) expansions; /* [0]: none */
    VEC(macro_place) vars;           /* [0]: none */
    VEC(macro_def) defs;             /* [0]: none */
    VEC(macro_scope) scopes;         /* [0]: none */
    VEC(macro_alias) aliases;        /* of `use` */
    VEC(macro_view) views;
    VEC(macro_mod) mods;
    arena_map mark_of, def_of, view_of, scope_of, mod_of, end_of, alias_of;
    uint32_t first_def, recursion_limit; /* of the crate being collected */
    parse_scratch scratch;               /* of fragments; its memory is not the arena's */
    uint64_t n_work, most_work;          /* bytes written; more are refused */
} macro_table;

/* ---- macro_expand.c ---- */
uint32_t macro_recursion_limit(sema *s, uint32_t root); /* of the crate whose root that file is */
void macro_help_recursion_limit(sema_report *r, sema_def crate, uint32_t limit);
/* The file of a crate's root. */
uint32_t macro_expand_crate(sema *s, sema_def crate, uint32_t file);
/* Expands the macros of a file and returns the new file, or the file itself if it has none. module is that of the
 * file, and scope has the macros in scope at its beginning. 0: errors were reported. */
uint32_t macro_expand_file(sema *s, sema_def module, uint32_t file, uint32_t scope);
/* The macros in scope at `mod name;`. */
uint32_t macro_scope_at(const sema *s, sema_node mod);
/* The crate's last macro of that name; 0: it has none. exported: of those with `#[macro_export]`. */
uint32_t macro_def_named(const macro_table *t, sema_symbol name, bool exported);
/* The definition that an ItemMacroDef belongs to; 0 if it is not in a crate with macros. */
uint32_t macro_def_of(sema *s, sema_node node);

/* ---- macro_missing.c ---- */
/* A call that means none of the crate's macros. */
void macro_report_missing(sema *s, sema_node call);

/* ---- macro_root.c ---- */
/* Whether the names of the crate's root are known where a node stands: there, or by globs. */
bool macro_sees_root(sema *s, sema_node n);
/* Whether a call was written by a macro whose calls all mean macros of its crate's root. */
bool macro_is_inner(const sema *s, const syntax_path *path);
/* The same of a call for which there is no such macro, which is reported. */
bool macro_report_inner(sema *s, sema_node call);

/* ---- macro_mod.c ---- */
/* Reads the file of `mod x;`, once. The scope at its end. */
uint32_t macro_read_mod(sema *s, sema_def parent, sema_node item, uint32_t scope);
/* The file of a `mod x;` that was read for its macros; the module takes over where it was found. */
bool macro_known_mod(sema *s, sema_def module, sema_node item, uint32_t *file);

/* ---- macro_rules.c ---- */
bool macro_read(sema *s, uint32_t def); /* false: reported */
const macro_view *macro_view_of(sema *s, uint32_t file);
sema_span macro_toks_span(const sema *s, const macro_view *v, uint32_t first, uint32_t last); /* up to last - 1 */

/* ---- macro_follow.c ---- */
bool macro_check_follow(sema *s, const macro_view *v, const macro_rule *rule); /* false: reported */

/* ---- macro_match.c ---- */
/* What a fragment matched. A REPEAT's are a list. */
typedef struct macro_match {
    uint32_t file, first, last; /* tokens */
    uint8_t fragment;
    bool is_list;
    VEC(struct macro_match *) list;
} macro_match;
/* Finds the rule that the tokens [first, last) match, and what its variables stand for. NULL: an error was reported. */
const macro_rule *macro_match_call(sema *s, uint32_t def, uint32_t file, uint32_t first, uint32_t last, sema_span call,
                                   macro_match ***vars);

/* ---- macro_fragment.c ---- */
/* May a fragment begin at a token? */
bool macro_may_begin(sema *s, const macro_view *v, macro_fragment fragment, uint32_t tok, uint32_t last);
/* Reads one fragment; *end is the token behind it. False: it has a syntax error, which was reported. */
bool macro_read_fragment(sema *s, const macro_view *v, macro_fragment fragment, uint32_t tok, uint32_t last,
                         uint32_t *end);
/* Whether tokens that are one expression end a statement without a semicolon: a block, a loop, an `if` or a `match`. */
bool macro_is_statement_alone(sema *s, const macro_view *v, uint32_t first, uint32_t last);
/* The number of the file's first group that begins at that byte or behind it; n_groups if none does. */
uint32_t macro_first_group(const sema_file *f, uint32_t start);
/* Finds the outermost group that begins at a token; *end is the token behind it. NULL: there is none. */
const sema_group *macro_group_at(const sema *s, uint32_t file, uint32_t tok, uint32_t *end);

/* ---- macro_check.c ---- */
/* Checks that the fragments in an expansion's tree are what they were matched as. False: an error was reported. */
bool macro_check_fragments(sema *s, uint32_t file);

/* ---- macro_select.c ---- */
/* A call of std's `cfg_select!`. */
bool macro_is_select(sema *s, sema_node call);
/* The bytes that stand for it. False: no predicate holds, or it cannot be read, which was reported. */
bool macro_select(sema *s, sema_node call, sema_span *tokens);

/* ---- macro_write.c ---- */
typedef struct macro_out {
    VEC(uint8_t) bytes;
    VEC(sema_piece) pieces;
    VEC(sema_group) groups;
} macro_out;
/* Copies bytes of a file. A nest of 0 keeps what was known; expansion is the one that wrote them, or 0. */
void macro_copy(sema *s, macro_out *out, sema_span from, uint32_t nest, uint32_t expansion, uint32_t var);
/* A text that stands for a place. */
void macro_put(sema *s, macro_out *out, const char *text, sema_span stands_for, uint32_t nest);
/* A parenthesis around what a call stands for. */
void macro_put_around(sema *s, macro_out *out, const char *text, sema_span call, uint32_t nest);
/* False: reported. */
bool macro_write(sema *s, const macro_rule *rule, uint32_t def, macro_match *const *vars, uint32_t expansion,
                 sema_span call, macro_out *out);
/* A file of what was written. */
sema_file macro_file(sema *s, macro_out *out, const sema_file *like);

/* ---- macro_text.c ---- */
const char *macro_text(sema *s, sema_span span, uint32_t *n);

/* ---- macro_place.c ---- */
uint32_t macro_mark_add(sema *s, uint32_t mark, uint32_t expansion);
/* Where a span was written, and by which mark. */
macro_place macro_place_of(const sema *s, sema_span span);
uint32_t macro_nest_of(const sema *s, sema_span span);
const sema_piece *macro_piece_at(const sema_file *file, uint32_t byte);
sema_report macro_report(sema *s, sema_span at, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
