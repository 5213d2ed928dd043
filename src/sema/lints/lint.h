/* lint.h: declares the lints: those that are errors by default, with which rustc refuses the program unless an `allow`
 * stands over the place, and those that warn. */
#ifndef RUSTG_LINT_H
#define RUSTG_LINT_H

#include "sema/items/def.h"
#include "sema/thir.h"

typedef enum lint_name {
#define LINT(NAME, text, group) LINT_##NAME,
#include "sema/lints/lint.def"
    LINT_N_NAMES
} lint_name;

/* Whether the lint is an error at that place. The innermost of `allow`, `expect`, `warn`, `deny` and `forbid` around
 * it decides, on expressions, statements, items and modules, those of mod files included. owner is the body that the
 * place is in. said gets the attribute that denies the lint, or nowhere. */
bool lint_is_denied(sema *s, sema_def owner, sema_span at, lint_name lint, sema_span *said);
/* NONE: no attribute speaks of it. */
typedef enum lint_level { LEVEL_NONE, LEVEL_ALLOW, LEVEL_EXPECT, LEVEL_WARN, LEVEL_DENY } lint_level;
/* The level of a lint of LINT_WARNS at a place. */
lint_level lint_level_of(sema *s, lint_name lint, sema_def owner, sema_span at);
/* False: no attribute can speak of it, so that its level is the same everywhere. */
bool lint_is_set(const sema *s, lint_name lint);
/* What a lint of LINT_WARNS tells. said and by are the attribute's entry that sets its level, or nothing; flag is the
 * option of the command line that does, or NULL. */
typedef struct lint_told {
    sema_report report;
    lint_name lint;
    sema_span said;
    sema_symbol by;
    const rustg_lint *flag;
} lint_told;
/* Begins what such a lint tells of a place in a body or item: a warning with that message, an error where an attribute
 * denies the lint. Labels, notes and suggestions are added to told->report, and lint_end adds what sets the level.
 * False: it is allowed there, or has been told, and there is nothing to add to. */
bool lint_begin(sema *s, lint_told *told, lint_name lint, sema_def owner, sema_span at, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* The same of a part of the place, of which the lint may tell besides. */
bool lint_begin_about(sema *s, lint_told *told, lint_name lint, sema_def owner, sema_span at, sema_span part,
                      const char *format, ...) __attribute__((format(printf, 7, 8)));
void lint_end(lint_told *told);
/* The level that an attribute sets for what it lists. NONE: it is none of `allow`, `expect`, `warn`, `deny` and
 * `forbid`. */
lint_level lint_level_of_attribute(const sema *s, const def_attr *attr);
/* Whether an option's name is a lint's, in which a `-` may stand for a `_`. */
bool lint_is_flag_of(const char *flag, const char *name);
/* Checks an attribute that sets a level against what is forbidden around it (lint_forbid.c). Those in front of it have
 * been checked. */
void lint_check_forbidden(sema *s, const def_attr *attr);
/* Checks attributes and syntax in the files of the user's crates from this one on, and returns the one behind the last:
 * what builtin macros are given becomes files while bodies are checked (lint_attribute.c). */
uint32_t lint_check_files(sema *s, uint32_t from);
/* Whether a file has a tree of the user's, as written or as a macro made it. */
bool lint_looks_into(const sema *s, uint32_t file);
/* What one attribute stands on, and its arguments (lint_attribute_form.c). */
void lint_check_form(sema *s, const def_attr *attr);
/* E0658 of what stable code may not have; issue: rustc's that tells of it, 0: none (lint_attribute.c). */
sema_report lint_unstable(sema *s, sema_span at, uint32_t issue, const char *message);
/* What checks that a node of that kind, which the grammar takes, is one that rustc takes; NULL: nothing. */
typedef void (*lint_rule)(sema *s, sema_node n);
lint_rule lint_rule_of(uint8_t kind);
/* What rustc refuses of a node's syntax even where a `cfg` leaves the code out. */
void lint_check_left_out_code(sema *s, sema_node n);
/* The module whose items what stands there is among; 0: it is not known (lint_visibility.c). */
sema_def lint_module_of(sema *s, sema_node on);
void lint_check_visibility(sema *s, sema_node vis);
/* The list of a `cfg_attr` (lint_attribute_path.c). */
void lint_check_cfg_attr(sema *s, sema_node node);
/* What the path of an attribute leads to, and whether it may be `unsafe(..)` (lint_attribute_path.c). */
void lint_check_attribute_path(sema *s, const def_attr *attr);
/* Whether `::` begins at a token, before `last`. */
bool lint_is_colons(const sema *s, uint32_t file, uint32_t tok, uint32_t last);
/* Whether it is a tool, whose attributes and lints `tool::name` names. */
bool lint_is_tool(const char *name);
/* The `use<..>` of an `impl Trait` (lint_capture_list.c). */
void lint_check_captures(sema *s, sema_node type);
/* The constants that are directly in a type, an array or a list of arguments (lint_const_generic.c). */
void lint_check_constants(sema *s, sema_node n);
/* E0512, of a transmute at that place (lint_transmute.c). */
void lint_check_sizes(sema *s, sema_ty from, sema_ty to, sema_span at);
/* Whether what the `repr`s of the user's types say goes together, and with the types (lint_repr.c). */
void lint_check_reprs(sema *s);
/* Is the word of a `repr` an integer type, u8 to isize? */
bool lint_is_repr_integer(const char *word);
/* Says that rustc has taken such code once, and where the issue about it is. */
void lint_note_incompatible(sema_report *r, uint32_t issue);
/* Notes what denies the lint, as rustc tells with the first error of each lint. */
void lint_note(sema *s, sema_report *r, lint_name lint, sema_span said);

/* Runs the lint invalid_atomic_ordering over one body (lint_ordering.c). */
void lint_orderings(sema *s, const thir_body *body);
/* Runs that lint, arithmetic_overflow and unconditional_panic over every body of the user's crates that has no errors
 * (lint_panic.c). */
void lint_panics(sema *s);
/* An expression of a body. */
typedef struct lint_written {
    const thir_body *body;
    thir_expr e;
} lint_written;
/* Whether it stands for nothing that is written, as a reference that a method call takes of its receiver. */
bool lint_is_adjustment(lint_written at);
/* Runs static_mut_refs over one body (lint_static_mut.c). */
void lint_static_references(sema *s, const thir_body *body);
/* Runs invalid_from_utf8_unchecked, invalid_reference_casting, deref_nullptr, mutable_transmutes, static_mut_refs and
 * invalid_null_arguments over every body, constants' too (lint_unsafe.c). As in rustc it comes after the constants'
 * values, and only where these have no errors. */
void lint_unsafe_code(sema *s);
/* Types that are private where they come to be without being named, in signatures, fields and bodies
 * (lint_private.c). */
void lint_private_types(sema *s);

#endif
