/* sema.c: checks a crate from end to end. It also keeps names and diagnostics, which all of sema shares. */
#include "sema/borrow/borrow.h"
#include "sema/items/def.h"
#include "sema/lints/lint.h"
#include "sema/macros/macro.h"
#include "sema/thir.h"
#include "rustg/diagnostic_kind.h"

#include <stdarg.h>
#include <stdio.h>

static const char *sema_crate_name(sema *s, const char *file)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    char *name = arena_text(s->memory, base, dot ? (size_t)(dot - base) : strlen(base));
    for (char *c = name; *c; c++)
        if (*c == '-' || *c == '.')
            *c = '_';
    return name;
}

/* Turns trees into definitions, writes out derives, and checks items. Then it checks each body: first its types and
 * patterns, then its moves and borrows. Checking a body may find more bodies, of closures and constants in it. */
bool sema_check_crate(sema *s, const uint32_t *roots, uint32_t n_roots)
{
    uint32_t first, n, before = s->diags.n;
    def_user_crates(s, &first);
    s->order = (sema_order_key){.step = SEMA_STEP_EXPAND};
    for (uint32_t i = 0; i < n_roots; i++)
        def_collect_crate(s, roots[i], sema_crate_name(s, s->files.at[roots[i]]->name), false);
    def_expand_all_derives(s);
    const sema_def *crates = def_user_crates(s, &n);
    for (uint32_t i = first; i < n; i++)
        def_check_item(s, crates[i]);
    if (n > first)
        def_ask_instances(s, crates[first]);
    const bool are_items_right = s->diags.n == before;
    s->order = (sema_order_key){.step = SEMA_STEP_ATTRIBUTE};
    const uint32_t linted = lint_check_files(s, 1);
    s->order = (sema_order_key){.step = SEMA_STEP_ITEM};
    lint_check_reprs(s);
    s->order = (sema_order_key){.step = SEMA_STEP_BODY, .owner = UINT32_MAX};
    def_all_bodies(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        sema_def d = def_all_bodies(s, &n)[i];
        if (def_has_body(s, d))
            sema_body(s, d);
        def_all_bodies(s, &n);
    }
    if (are_items_right)
        borrow_check_items(s);
    s->order = (sema_order_key){.step = SEMA_STEP_ATTRIBUTE};
    lint_check_files(s, linted);
    s->order = (sema_order_key){.step = SEMA_STEP_BORROW, .owner = UINT32_MAX};
    def_find_instances(s);
    return s->diags.n == before;
}

/* ---- Names ---- */

/* A report, and the mark of the macro that wrote what it is of. */
typedef struct sema_from_macro {
    sema_report report;
    uint32_t mark;
} sema_from_macro;

/* Interned texts; [0] is the empty name. */
struct sema_symbols {
    const struct sema_symbols *library; /* has the symbols below first; NULL: this is the library's */
    sema_symbol first;
    VEC(const char *) texts;
    VEC(uint32_t) lengths;
    uint32_t *slots; /* a symbol or 0, by hash */
    uint32_t n_slots;
    arena_map reported;  /* kind and place of each report */
    arena_map normal_of; /* of a spelling that may not be normal: the name */
    bool is_quiet_now;   /* nothing more is reported: NESTED_TOO_DEEPLY was, or a caller wants no reports */
    VEC(sema_from_macro) from_macros; /* reports of what macros wrote */
};

static uint64_t sema_hash_bytes(const char *bytes, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u ^ n;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (uint8_t)bytes[i]) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

enum { SEMA_FIRST_SLOTS = 512 };

static struct sema_symbols *sema_new_symbols(sema *s, const struct sema_symbols *library)
{
    struct sema_symbols *table = s->symbols = ARENA_NEW(s->memory, struct sema_symbols);
    table->library = library;
    table->first = library ? library->texts.n : 0;
    table->n_slots = SEMA_FIRST_SLOTS;
    table->slots = ARENA_ARRAY(s->memory, uint32_t, table->n_slots);
    return table;
}

static struct sema_symbols *sema_symbols_of(sema *s)
{
    if (!s->symbols) {
        struct sema_symbols *table = sema_new_symbols(s, NULL);
        vec_push(s->memory, &table->texts, arena_text(s->memory, "", 0));
        vec_push(s->memory, &table->lengths, 0);
    }
    return s->symbols;
}

static void sema_grow_slots(sema *s, struct sema_symbols *table)
{
    uint32_t n_slots = 2 * table->n_slots;
    uint32_t *slots = ARENA_ARRAY(s->memory, uint32_t, n_slots);
    for (uint32_t i = table->first ? 0 : 1; i < table->texts.n; i++) {
        uint32_t at = (uint32_t)sema_hash_bytes(table->texts.at[i], table->lengths.at[i]) & (n_slots - 1);
        while (slots[at])
            at = (at + 1) & (n_slots - 1);
        slots[at] = table->first + i;
    }
    table->slots = slots;
    table->n_slots = n_slots;
}

/* 0: it is not there. *at gets the slot in which it would be. */
static sema_symbol sema_find(const struct sema_symbols *table, uint32_t hash, const char *bytes, size_t n, uint32_t *at)
{
    *at = hash & (table->n_slots - 1);
    for (sema_symbol symbol; (symbol = table->slots[*at]) != 0; *at = (*at + 1) & (table->n_slots - 1)) {
        const uint32_t i = symbol - table->first;
        if (table->lengths.at[i] == n && memcmp(table->texts.at[i], bytes, n) == 0)
            return symbol;
    }
    return 0;
}

sema_symbol sema_intern(sema *s, const char *bytes, size_t n)
{
    struct sema_symbols *table = sema_symbols_of(s);
    if (n == 0)
        return 0;
    if (2 * table->texts.n > table->n_slots)
        sema_grow_slots(s, table);
    const uint32_t hash = (uint32_t)sema_hash_bytes(bytes, n);
    uint32_t at;
    sema_symbol known = table->library ? sema_find(table->library, hash, bytes, n, &at) : 0;
    known = known ? known : sema_find(table, hash, bytes, n, &at);
    if (known)
        return known;
    const char *text = arena_text(s->memory, bytes, n);
    vec_push(s->memory, &table->texts, text);
    vec_push(s->memory, &table->lengths, (uint32_t)n);
    return table->slots[at] = table->first + table->texts.n - 1;
}

sema_symbol sema_intern_text(sema *s, const char *text)
{
    return sema_intern(s, text, strlen(text));
}

sema_symbol sema_intern_name(sema *s, const char *bytes, size_t n)
{
    const sema_symbol spelled = sema_intern(s, bytes, n);
    if (syntax_is_surely_normal(bytes, n))
        return spelled;
    uint32_t *known = arena_map_at(s->memory, &s->symbols->normal_of, spelled, 0);
    if (known)
        return *known;
    size_t n_normal;
    const char *normal = syntax_normal(s->memory, bytes, n, &n_normal);
    const sema_symbol name = sema_intern(s, normal, n_normal);
    *arena_map_at(s->memory, &s->symbols->normal_of, spelled, 1) = name;
    return name;
}

const char *sema_text(const sema *s, sema_symbol symbol)
{
    const struct sema_symbols *table = s->symbols;
    if (table && symbol < table->first)
        table = table->library;
    return table && symbol - table->first < table->texts.n ? table->texts.at[symbol - table->first] : "";
}

void sema_begin(sema *s, const sema *library)
{
    enum { SEMA_FILES_ROOM = 16 };
    s->files.at = library->files.at;
    s->files.n = s->n_library_files = library->files.n;
    vec_reserve(s->memory, &s->files, SEMA_FILES_ROOM); /* capacity is 0: moves it */
    sema_new_symbols(s, library->symbols);
    ty_begin(s, library);
    def_begin(s, library);
}

/* ---- Nesting ---- */

bool sema_enter(sema *s, sema_span at)
{
    if (s->depth >= (s->most_depth ? s->most_depth : SEMA_MAX_DEPTH)) {
        if (!sema_symbols_of(s)->is_quiet_now)
            sema_error(s, RUSTG_DIAG_NESTED_TOO_DEEPLY, at);
        sema_symbols_of(s)->is_quiet_now = true;
        return false;
    }
    s->depth++;
    return true;
}

bool sema_be_quiet(sema *s, bool is_quiet)
{
    struct sema_symbols *table = sema_symbols_of(s);
    const bool was_quiet = table->is_quiet_now;
    table->is_quiet_now = is_quiet;
    return was_quiet;
}

void sema_leave(sema *s)
{
    s->depth--;
}

/* ---- Diagnostics ---- */

static const sema_span sema_no_place = {0, 0, 0};

static uint32_t sema_line_of(const sema_file *file, uint32_t at)
{
    uint32_t line = 1;
    for (uint32_t i = 0; i < at && i < file->n_bytes; i++)
        line += file->bytes[i] == '\n';
    return line;
}

/* The place that the user sees; *library gets the library's place if the span lies there. */
static sema_span sema_shown_place(const sema *s, sema_span at, sema_span *library)
{
    at = sema_origin(s, at);
    for (uint32_t steps = 0; at.file < s->files.n && s->files.at[at.file]->origin == SEMA_FILE_LIBRARY; steps++) {
        if (!library->file)
            *library = at;
        sema_span call = s->files.at[at.file]->call;
        if (!call.file || steps == 8) {
            sema_span nowhere = {0, 0, 0};
            return nowhere;
        }
        at = sema_origin(s, call);
    }
    return at;
}

static diag_list *sema_list_of(const sema_report *r)
{
    return r->is_warning ? &r->s->warnings : &r->s->diags;
}

static void sema_check_memory(sema *s)
{
    if (s->diags.failed || s->warnings.failed)
        longjmp(*s->memory->out_of_memory, 1);
}

static void sema_add_part(sema_report *r, rustg_part_kind kind, sema_span at, const char *text, const char *patch)
{
    if (r->diag == UINT32_MAX)
        return;
    sema *s = r->s;
    diag_list *list = sema_list_of(r);
    rustg_diagnostic_part part = {.kind = kind, .file = list->data[r->diag].file, .text = text, .patch = patch};
    if (at.file) {
        sema_span library = {0, 0, 0};
        at = sema_shown_place(s, at, &library);
        part.file = at.file ? s->files.at[at.file]->index : UINT32_MAX;
        part.start = at.start;
        part.end = at.end;
    }
    diag_add_part(list, r->diag, part);
    sema_check_memory(s);
}

/* The derive that wrote what is shown at a field. */
static sema_span sema_derive_of(const sema *s, sema_span at, sema_span place)
{
    const sema_file *file = at.file < s->files.n ? s->files.at[at.file] : NULL;
    if (!file || file->origin != SEMA_FILE_EXPANSION || !file->n_pieces)
        return sema_no_place;
    const sema_span derive = sema_origin(s, file->call);
    return derive.file == place.file && derive.start == place.start ? sema_no_place : derive;
}

static sema_report sema_report_about(sema *s, uint32_t kind, sema_span at, sema_span part, bool is_warning)
{
    sema_span library = {0, 0, 0};
    sema_span place = sema_shown_place(s, at, &library);
    struct sema_symbols *table = sema_symbols_of(s);
    sema_symbol macro = 0, outermost = 0;
    uint32_t mark = s->macros ? macro_place_of(s, at).mark : 0;
    sema_span call = mark ? sema_outermost_call(s, mark, &macro, &outermost) : sema_no_place;
    const sema_span derive = sema_derive_of(s, at, place);
    uint32_t key_words[11] = {kind,      place.file, place.start, place.end,   call.file,   call.start,
                              part.file, part.start, part.end,    derive.file, derive.start};
    uint64_t key = sema_hash_bytes((const char *)key_words, sizeof key_words) | 1;
    uint32_t *seen = arena_map_at(s->memory, &table->reported, key, 1);
    sema_report report = {s, UINT32_MAX, is_warning};
    if (*seen)
        return report;
    *seen = 1;
    diag_list *list = sema_list_of(&report);
    rustg_diagnostic *d = diag_list_add(list);
    sema_check_memory(s);
    d->kind = kind;
    d->file = place.file < s->files.n ? s->files.at[place.file]->index : 0;
    d->start = place.start;
    d->end = place.end;
    report.diag = list->n - 1;
    if (is_warning)
        sema_add_part(&report, RUSTG_PART_IS_WARNING, sema_no_place, "", "");
    else
        sema_order_note(s);
    if (macro) {
        bool redundant = call.file == place.file && call.start <= place.start && call.end >= place.end;
        if (!redundant)
            sema_add_part(&report, RUSTG_PART_LABEL, call, "in this macro invocation", "");
        const sema_from_macro from = {report, mark};
        vec_push(s->memory, &table->from_macros, from);
    }
    if (derive.file)
        sema_add_part(&report, RUSTG_PART_LABEL, derive, "in this derive macro expansion", "");
    if (library.file) {
        const sema_file *file = s->files.at[library.file];
        sema_add_part(
            &report, RUSTG_PART_NOTE, sema_no_place,
            diag_format(list, "inside of rustg's library, at %s:%u", file->name, sema_line_of(file, library.start)),
            "");
    }
    return report;
}

sema_report sema_error_about(sema *s, uint32_t kind, sema_span at, sema_span part)
{
    return sema_report_about(s, kind, at, part, false);
}

sema_report sema_error(sema *s, uint32_t kind, sema_span at)
{
    return sema_report_about(s, kind, at, sema_no_place, false);
}

sema_report sema_warn_about(sema *s, uint32_t kind, sema_span at, sema_span part)
{
    return sema_report_about(s, kind, at, part, true);
}

void sema_finish_reports(sema *s)
{
    struct sema_symbols *table = sema_symbols_of(s);
    for (uint32_t i = 0; i < table->from_macros.n; i++) {
        sema_report report = table->from_macros.at[i].report;
        sema_symbol first, last = 0;
        sema_outermost_call(s, table->from_macros.at[i].mark, &first, &last);
        const char *comes = first == last ? ""
                                          : arena_format(s->memory, " which comes from the expansion of the macro `%s`",
                                                         sema_text(s, last));
        sema_add_part(&report, RUSTG_PART_NOTE, sema_no_place,
                      diag_format(sema_list_of(&report),
                                  "this %s originates in the macro `%s`%s (in Nightly builds, run with -Z "
                                  "macro-backtrace for more info)",
                                  report.is_warning ? "warning" : "error", sema_text(s, first), comes),
                      "");
    }
    table->from_macros.n = 0;
    sema_order_reports(s);
    sema_order_warnings(s);
}

#define FORMATTED(text)                                                                                                \
    if (r->diag == UINT32_MAX)                                                                                         \
        return;                                                                                                        \
    va_list args;                                                                                                      \
    va_start(args, format);                                                                                            \
    const char *text = diag_format_values(sema_list_of(r), format, args);                                              \
    va_end(args)

void sema_arg(sema_report *r, const char *format, ...)
{
    FORMATTED(text);
    sema_add_part(r, RUSTG_PART_TEXT, sema_no_place, text, "");
}

void sema_label(sema_report *r, sema_span at, const char *format, ...)
{
    FORMATTED(text);
    sema_add_part(r, RUSTG_PART_LABEL, at, text, "");
}

void sema_primary_label(sema_report *r, const char *format, ...)
{
    FORMATTED(text);
    sema_add_part(r, RUSTG_PART_PRIMARY_LABEL, sema_no_place, text, "");
}

void sema_primary_here(sema_report *r, sema_span at)
{
    if (r->diag != UINT32_MAX)
        sema_add_part(r, RUSTG_PART_PRIMARY, at, "", "");
}

void sema_primary_there(sema_report *r, sema_span at, const char *format, ...)
{
    FORMATTED(text);
    sema_add_part(r, RUSTG_PART_PRIMARY, at, text, "");
}

void sema_note(sema_report *r, const char *format, ...)
{
    FORMATTED(text);
    sema_add_part(r, RUSTG_PART_NOTE, sema_no_place, text, "");
}

void sema_warning(sema_report *r, const char *text)
{
    sema_add_part(r, RUSTG_PART_WARNING, sema_no_place, text, "");
}

void sema_note_at(sema_report *r, sema_span at, const char *format, ...)
{
    FORMATTED(text);
    sema_add_part(r, RUSTG_PART_NOTE_AT, at, text, "");
}

void sema_note_label(sema_report *r, sema_span at, const char *format, ...)
{
    FORMATTED(text);
    sema_add_part(r, RUSTG_PART_NOTE_LABEL, at, text, "");
}

void sema_help(sema_report *r, const char *format, ...)
{
    FORMATTED(text);
    sema_add_part(r, RUSTG_PART_HELP, sema_no_place, text, "");
}

void sema_help_at(sema_report *r, sema_span at, const char *format, ...)
{
    FORMATTED(text);
    sema_add_part(r, RUSTG_PART_HELP_AT, at, text, "");
}

static void sema_add_patch(sema_report *r, rustg_part_kind kind, sema_span at, const char *text, const char *with)
{
    sema_add_part(r, kind, at, text, diag_keep_string(sema_list_of(r), with));
}

void sema_suggest(sema_report *r, sema_span at, const char *with, const char *format, ...)
{
    FORMATTED(text);
    sema_add_patch(r, RUSTG_PART_SUGGESTION, at, text, with);
}

void sema_suggest_beside(sema_report *r, sema_span at, const char *with, const char *format, ...)
{
    FORMATTED(text);
    sema_add_patch(r, RUSTG_PART_SUGGESTION_BESIDE, at, text, with);
}

void sema_suggest_marked(sema_report *r, sema_span at, const char *with, const char *format, ...)
{
    FORMATTED(text);
    sema_add_patch(r, RUSTG_PART_SUGGESTION_MARKED, at, text, with);
}

void sema_suggest_hidden(sema_report *r, sema_span at, const char *with, const char *format, ...)
{
    FORMATTED(text);
    sema_add_patch(r, RUSTG_PART_SUGGESTION_HIDDEN, at, text, with);
}

void sema_suggest_further(sema_report *r, sema_span at, const char *with)
{
    if (r->diag != UINT32_MAX)
        sema_add_patch(r, RUSTG_PART_SUGGESTION, at, "", with);
}

void sema_suggest_or(sema_report *r, sema_span at, const char *with)
{
    if (r->diag != UINT32_MAX)
        sema_add_patch(r, RUSTG_PART_ALTERNATIVE, at, "", with);
}

void sema_suggest_is(sema_report *r, const char *applicability)
{
    if (r->diag != UINT32_MAX)
        sema_add_part(r, RUSTG_PART_APPLICABILITY, sema_no_place, applicability, "");
}
