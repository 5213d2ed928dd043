/* lint_level.c: finds the level that attributes set for a lint at a place, and begins and ends what a lint tells. */
#include "rustg/diagnostic_kind.h"
#include "sema/lints/lint.h"

#include <stdarg.h>
#include <stdio.h>

static const struct {
    const char *text, *group;
} lint_names[LINT_N_NAMES] = {
#define LINT(NAME, text, group) [LINT_##NAME] = {text, group},
#include "sema/lints/lint.def"
};
_Static_assert(LINT_N_NAMES <= 31, "a bit of sema's lints_noted for each row of lint.def");

/* What lints that warn report; 0 for others. */
static const uint16_t lint_kinds[LINT_N_NAMES] = {
#define LINT_WARNS(NAME, text, group) [LINT_##NAME] = RUSTG_DIAG_##NAME,
#include "sema/lints/lint.def"
};

/* The levels of the command line: the attribute that sets each, and the letter of rustc's option. */
static const struct {
    const char *attribute;
    char letter;
    lint_level is;
} level_rows[] = {[RUSTG_LINT_ALLOW] = {"allow", 'A', LEVEL_ALLOW},
                  [RUSTG_LINT_WARN] = {"warn", 'W', LEVEL_WARN},
                  [RUSTG_LINT_DENY] = {"deny", 'D', LEVEL_DENY},
                  [RUSTG_LINT_FORBID] = {"forbid", 'F', LEVEL_DENY}};
_Static_assert(sizeof level_rows / sizeof *level_rows == RUSTG_N_LINT_LEVELS, "a row for each level");

/* The attributes set these levels and `expect`, which no option sets. */
lint_level lint_level_of_attribute(const sema *s, const def_attr *attr)
{
    const char *name = sema_text(s, syntax_tok_name(s, attr->file, attr->path));
    if (attr->path_end != attr->path + 1)
        return LEVEL_NONE;
    for (uint32_t i = 0; i < RUSTG_N_LINT_LEVELS; i++)
        if (strcmp(level_rows[i].attribute, name) == 0)
            return level_rows[i].is;
    return strcmp(name, "expect") == 0 ? LEVEL_EXPECT : LEVEL_NONE;
}

/* What is looked for: a lint and its group, by their names; group: 0 for none. */
typedef struct level_wanted {
    sema_symbol lint, group;
} level_wanted;

static bool lint_lists(sema *s, const def_attr *attr, const level_wanted *wanted, sema_span *said, sema_symbol *by)
{
    if (attr->first >= attr->last || def_tok_kind(s, attr->file, attr->first) != RUSTG_TOK_L_PAREN)
        return false;
    uint32_t at = attr->first + 1, entry, entry_last;
    while (def_attr_entry(s, attr->file, &at, attr->last - 1, &entry, &entry_last)) {
        const sema_symbol name = entry_last == entry + 1 ? syntax_tok_name(s, attr->file, entry) : 0;
        if (name && (name == wanted->lint || name == wanted->group)) {
            *said = syntax_tok_span(s, attr->file, entry);
            *by = name;
            return true;
        }
    }
    return false;
}

/* Of the node's own attributes the last one counts. */
static lint_level level_at(sema *s, sema_node node, const level_wanted *wanted, sema_span *said, sema_symbol *by)
{
    lint_level found = LEVEL_NONE;
    def_attr attr;
    for (uint32_t i = 0; def_nth_attr(s, node, i, &attr); i++) {
        lint_level is = lint_level_of_attribute(s, &attr);
        if (is != LEVEL_NONE && lint_lists(s, &attr, wanted, said, by))
            found = is;
    }
    return found;
}

/* The innermost attribute around a place that speaks of what is wanted; NONE: there is none. */
static lint_level level_around(sema *s, sema_def owner, sema_span at, const level_wanted *wanted, sema_span *said,
                               sema_symbol *by)
{
    *said = (sema_span){0, 0, 0};
    *by = 0;
    at = sema_origin(s, at);
    sema_node node = syntax_innermost(s, at);
    for (;;) {
        uint32_t file = node.file;
        for (; syntax_is(node); node = syntax_parent(s, node)) {
            lint_level found = level_at(s, node, wanted, said, by);
            if (found != LEVEL_NONE)
                return found;
        }
        /* This is the `mod` item whose body the file is. */
        while (owner && def_get(s, owner)->node.file == file)
            owner = def_get(s, owner)->parent;
        if (!owner || !syntax_is(def_get(s, owner)->node))
            return LEVEL_NONE;
        node = def_get(s, owner)->node;
    }
}

static level_wanted level_wanted_of(sema *s, lint_name lint)
{
    const char *group = lint_names[lint].group;
    return (level_wanted){sema_intern_text(s, lint_names[lint].text), *group ? sema_intern_text(s, group) : 0};
}

bool lint_is_denied(sema *s, sema_def owner, sema_span at, lint_name lint, sema_span *said)
{
    sema_symbol by;
    const level_wanted wanted = {sema_intern_text(s, lint_names[lint].text), 0};
    const lint_level found = level_around(s, owner, at, &wanted, said, &by);
    return found == LEVEL_NONE || found == LEVEL_DENY;
}

bool lint_is_flag_of(const char *flag, const char *name)
{
    for (; *flag && (*flag == '-' ? '_' : *flag) == *name; flag++)
        name++;
    return !*flag && !*name;
}

/* What the command line says of a lint, its group or all warnings; group: "" for none. */
static lint_level level_of_flags(const sema *s, const char *name, const char *group, const rustg_lint **flag)
{
    for (uint32_t i = s->options->n_lints; i-- > 0;) {
        const rustg_lint *one = &s->options->lints[i];
        if (!lint_is_flag_of(one->name, name) && !(*group && lint_is_flag_of(one->name, group)))
            continue;
        *flag = one;
        return level_rows[one->level].is;
    }
    return LEVEL_NONE;
}

/* What is only a warning has the level that is set for all warnings, if one is. */
static lint_level level_of_warning(sema *s, sema_def owner, sema_span at, lint_told *told)
{
    const level_wanted own = level_wanted_of(s, told->lint), all = {sema_intern_text(s, "warnings"), 0};
    lint_told of_all = {.lint = told->lint};
    lint_level found = level_around(s, owner, at, &own, &told->said, &told->by);
    if (found == LEVEL_NONE)
        found = level_of_flags(s, lint_names[told->lint].text, lint_names[told->lint].group, &told->flag);
    if (found != LEVEL_NONE && found != LEVEL_WARN)
        return found;
    lint_level of_warnings = level_around(s, owner, at, &all, &of_all.said, &of_all.by);
    if (of_warnings == LEVEL_NONE)
        of_warnings = level_of_flags(s, "warnings", "", &of_all.flag);
    if (of_warnings == LEVEL_NONE || of_warnings == LEVEL_WARN)
        return LEVEL_WARN;
    *told = of_all;
    return of_warnings;
}

static bool lint_begin_with(sema *s, lint_told *told, lint_name lint, sema_def owner, const sema_span place[2],
                            const char *format, va_list values)
{
    const sema_span at = place[0], part = place[1];
    *told = (lint_told){.lint = lint};
    const lint_level found = level_of_warning(s, owner, at, told);
    if (found != LEVEL_WARN && found != LEVEL_DENY)
        return false;
    told->report = found == LEVEL_WARN ? sema_warn_about(s, lint_kinds[lint], at, part)
                                       : sema_error_about(s, lint_kinds[lint], at, part);
    if (told->report.diag == UINT32_MAX)
        return false;
    va_list again;
    va_copy(again, values);
    const size_t size = (size_t)vsnprintf(NULL, 0, format, values) + 1;
    char *text = arena_alloc(s->memory, size);
    vsnprintf(text, size, format, again);
    va_end(again);
    sema_arg(&told->report, "%s", text);
    return true;
}

bool lint_begin(sema *s, lint_told *told, lint_name lint, sema_def owner, sema_span at, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const bool is_begun = lint_begin_with(s, told, lint, owner, (const sema_span[2]){at, {0, 0, 0}}, format, values);
    va_end(values);
    return is_begun;
}

bool lint_begin_about(sema *s, lint_told *told, lint_name lint, sema_def owner, sema_span at, sema_span part,
                      const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const bool is_begun = lint_begin_with(s, told, lint, owner, (const sema_span[2]){at, part}, format, values);
    va_end(values);
    return is_begun;
}

static void lint_note_default(sema *s, sema_report *r, lint_name lint)
{
    const char *group = lint_names[lint].group, *word = lint_kinds[lint] ? "warn" : "deny";
    if (s->lints_noted >> lint & 1)
        return;
    s->lints_noted |= 1u << lint;
    sema_note(r, "`#[%s(%s)]`%s on by default", word, lint_names[lint].text,
              *group ? arena_format(s->memory, " (part of `#[%s(%s)]`)", word, group) : "");
}

/* A name as rustc's options have it. */
static const char *lint_with_hyphens(sema *s, const char *name)
{
    char *text = arena_text(s->memory, name, strlen(name));
    for (char *c = text; *c; c++)
        *c = *c == '_' ? '-' : *c;
    return text;
}

/* Each lint is noted once. */
static void lint_note_flag(sema *s, sema_report *r, lint_name lint, const rustg_lint *flag)
{
    const char *name = lint_names[lint].text, *own = lint_with_hyphens(s, name);
    const char *by = lint_with_hyphens(s, flag->name), letter = level_rows[flag->level].letter;
    if (s->lints_noted >> lint & 1)
        return;
    s->lints_noted |= 1u << lint;
    if (strcmp(by, own) == 0) {
        sema_note(r, "requested on the command line with `-%c %s`", letter, by);
        return;
    }
    sema_note(r, "`-%c %s` implied by `-%c %s`", letter, own, letter, by);
    if (flag->level != RUSTG_LINT_FORBID)
        sema_help(r, "to override `-%c %s` add %s`#[allow(%s)]`", letter, by,
                  lint == LINT_DEAD_CODE ? "`#[expect(dead_code)]` or " : "", name);
}

void lint_end(lint_told *told)
{
    sema_report *r = &told->report;
    sema *s = r->s;
    if (told->flag) {
        lint_note_flag(s, r, told->lint, told->flag);
        return;
    }
    if (!told->said.file) {
        lint_note_default(s, r, told->lint);
        return;
    }
    uint32_t *noted = arena_map_at(s->memory, &s->levels_noted, sema_start_key(told->said), 1);
    const bool is_first = !(*noted >> 31);
    if (is_first)
        sema_note_at(r, told->said, "the lint level is defined here");
    const char *by = sema_text(s, told->by), *word = r->is_warning ? "warn" : "deny";
    if ((*noted >> told->lint & 1) == 0 && strcmp(by, lint_names[told->lint].text) != 0)
        sema_note(r, "`#[%s(%s)]` implied by `#[%s(%s)]`", word, lint_names[told->lint].text, word, by);
    *noted |= 1u << 31 | 1u << told->lint;
}

lint_level lint_level_of(sema *s, lint_name lint, sema_def owner, sema_span at)
{
    lint_told told = {.lint = lint};
    return level_of_warning(s, owner, at, &told);
}

bool lint_is_set(const sema *s, lint_name lint)
{
    const char *words[] = {lint_names[lint].text, lint_names[lint].group, "warnings"};
    for (uint32_t i = s->n_library_files; i < s->files.n; i++) {
        const sema_file *f = s->files.at[i];
        for (uint32_t tok = 0; tok < f->toks.n_toks; tok++) {
            const uint32_t n = f->toks.end[tok] - f->toks.start[tok];
            for (uint32_t w = 0; w < sizeof words / sizeof *words; w++)
                if (n && strlen(words[w]) == n && memcmp(f->bytes + f->toks.start[tok], words[w], n) == 0)
                    return true;
        }
    }
    return false;
}

void lint_note_incompatible(sema_report *r, uint32_t issue)
{
    sema_warning(r,
                 "this was previously accepted by the compiler but is being phased out; it will become a hard error in "
                 "a future release!");
    sema_note(r, "for more information, see issue #%u <https://github.com/rust-lang/rust/issues/%u>", issue, issue);
}

void lint_note(sema *s, sema_report *r, lint_name lint, sema_span said)
{
    if (said.file)
        sema_note_at(r, said, "the lint level is defined here");
    else
        lint_note_default(s, r, lint);
}
