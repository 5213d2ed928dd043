/* def_shown.c: whether messages name a type with its module, as trimmed_def_paths of rustc decides: where the name is
 * that of several items which the crate could name, or where a glob brings it. */
#include "sema/items/def_table.h"
#include "lexer/lex_keyword.h"
#include "sema/names/resolve.h"
#include "sema/syntax/syntax.h"

/* Names that Rust's own crates give to several types. */
static const char *const shared_names[] = {
    "Chain", "Display",  "Empty", "Error",     "FromFn",         "IntoIter",         "Iter",   "IterMut", "Lines",
    "Once",  "Ordering", "Range", "RangeFrom", "RangeInclusive", "RangeToInclusive", "Repeat", "Take"};

/* Names of types and traits in Rust's own crates that programs give to theirs as well. */
static const char *const std_names[] = {
    "Add",      "Allocator", "Any",    "Args",    "Arguments", "Assume",   "Barrier",    "Builder",  "Bytes",
    "Cell",     "Chain",     "Chars",  "Child",   "Chunks",    "Cloned",   "Command",    "Context",  "Copied",
    "Cycle",    "Default",   "Deref",  "Display", "Div",       "Drain",    "Drop",       "Duration", "Empty",
    "Entry",    "Enumerate", "Error",  "File",    "Filter",    "Flatten",  "Formatter",  "From",     "FromFn",
    "Fuse",     "Global",    "Hash",   "Hasher",  "Index",     "Inspect",  "Instant",    "Into",     "Iter",
    "IterMut",  "Iterator",  "Join",   "Layout",  "Lines",     "Location", "Map",        "Mask",     "Metadata",
    "Mul",      "Mutex",     "Neg",    "Not",     "Once",      "Ordering", "Output",     "Path",     "Pattern",
    "Peekable", "Pending",   "Pin",    "Poll",    "Product",   "Range",    "Rc",         "Read",     "Ready",
    "Receiver", "Ref",       "RefMut", "Rem",     "Repeat",    "Rev",      "Saturating", "Scan",     "Scope",
    "Sender",   "Shl",       "Shr",    "Simd",    "Skip",      "Split",    "Splice",     "Step",     "StepBy",
    "Sub",      "Sum",       "System", "Take",    "Thread",    "Tuple",    "Wake",       "Waker",    "Weak",
    "Windows",  "Wrapping",  "Write",  "Zip"};

/* The word of a token, without r#, if it names something other than behind `::` or a dot; else none. */
static const uint8_t *def_written_word(const sema_file *f, uint32_t tok, uint32_t *n)
{
    const uint8_t *kind = f->toks.kind + tok, *word = f->bytes + f->toks.start[tok];
    const bool is_inside = kind[-1] == RUSTG_TOK_DOT || (kind[-1] == RUSTG_TOK_COLON && kind[-2] == RUSTG_TOK_COLON);
    if (*kind != RUSTG_TOK_IDENT || is_inside)
        return NULL;
    *n = f->toks.end[tok] - f->toks.start[tok];
    const uint32_t n_raw = *n > 2 && word[0] == 'r' && word[1] == '#' ? 2 : 0;
    *n -= n_raw;
    return word + n_raw;
}

/* Notes which names a file writes. */
static void def_note_written(sema *s, uint32_t file)
{
    const sema_file *f = s->files.at[file];
    uint32_t n;
    for (uint32_t tok = 2; tok < f->toks.n_toks; tok++) {
        const uint8_t *word = def_written_word(f, tok, &n);
        if (word)
            *arena_map_at(s->memory, &def_tab(s)->written, (uint64_t)file << 32 | sema_intern(s, (const char *)word, n),
                          1) = 1;
    }
}

/* Does the file name it other than behind `::` or a dot? The first names that are asked for are searched for. */
static bool def_is_written(sema *s, uint32_t file, sema_symbol name)
{
    enum { FEW_NAMES = 16 };
    def_table *t = def_tab(s);
    const sema_file *f = s->files.at[file];
    const char *text = sema_text(s, name);
    const size_t n = strlen(text);
    if (t->named_by_globs.n > FEW_NAMES) {
        uint32_t *is_noted = arena_map_at(s->memory, &t->written, (uint64_t)file << 32, 1);
        if (!*is_noted) {
            *is_noted = 1;
            def_note_written(s, file);
        }
        return n && arena_map_at(s->memory, &t->written, (uint64_t)file << 32 | sema_intern(s, text, n), 0);
    }
    for (uint32_t tok = 2; tok < f->toks.n_toks; tok++) {
        uint32_t n_word;
        const uint8_t *word = def_written_word(f, tok, &n_word);
        if (word && n_word == n && memcmp(word, text, n) == 0)
            return true;
    }
    return false;
}

static bool def_comes_by_glob_into(sema *s, sema_def module, sema_symbol name)
{
    const def_table *t = def_tab(s);
    if (!def_is_written(s, def_get(s, module)->node.file, name))
        return false;
    for (int space = 0; space < 2; space++) {
        const found_name found = resolve_in_module(s, module, name, (res_namespace)space, module);
        if (found.found && found.import && !t->imports.at[found.import]->name)
            return true;
    }
    return false;
}

static bool def_comes_by_glob(sema *s, sema_symbol name)
{
    const def_table *t = def_tab(s);
    uint32_t *known = arena_map_at(s->memory, &def_tab(s)->named_by_globs, (uint64_t)name + 1, 1);
    if (*known || !t->user_crates.n)
        return *known == SEMA_ANSWER_YES;
    bool found = false;
    for (uint32_t i = 0; i < t->with_globs.n && !found; i++)
        found = def_comes_by_glob_into(s, t->with_globs.at[i], name);
    *arena_map_at(s->memory, &def_tab(s)->named_by_globs, (uint64_t)name + 1, 1) =
        found ? SEMA_ANSWER_YES : SEMA_ANSWER_NO;
    return found;
}

/* Rust's own crates show what is in the modules of a module in that one; std::sync::atomic is an exception. */
static const char *def_std_path(sema *s, sema_def d)
{
    static const char atomic[] = "sync::atomic::";
    const char *path = def_path(s, d), *name = sema_text(s, def_get(s, d)->name);
    const char *end = strstr(path, "::");
    if (!end || strncmp(path, atomic, sizeof atomic - 1) == 0)
        return arena_format(s->memory, "std::%s", path);
    if (strncmp(name, "Range", 5) == 0)
        return arena_format(s->memory, "std::ops::%s", name); /* the library has them apart */
    return arena_format(s->memory, "std::%.*s::%s", (int)(end - path), path, name);
}

/* Where Rust's own crates and rustg_std have an item of the library. */
static const char *def_library_path(sema *s, sema_def d)
{
    const sema_symbol name = def_get(s, d)->name;
    const sema_def crate = resolve_crate_name(s, def_tab(s)->names.rustg_std, false);
    const bool is_own = crate && resolve_in_module(s, crate, name, NAMESPACE_TYPE, crate).def == d;
    return is_own ? arena_format(s->memory, "rustg_std::%s", sema_text(s, name)) : def_std_path(s, d);
}

/* Is it a name of Rust's own crates, too? */
static bool def_is_named_there(const char *name)
{
    for (size_t i = 0; i < sizeof std_names / sizeof *std_names; i++)
        if (strcmp(std_names[i], name) == 0)
            return true;
    return false;
}

const char *def_shown_ident(sema *s, sema_symbol name)
{
    const char *text = sema_text(s, name);
    const uint8_t kind = lex_keyword((const uint8_t *)text, (uint32_t)strlen(text), 2024);
    const bool is_plain = rustg_token_kind_class(kind) != RUSTG_CLASS_KEYWORD || kind == RUSTG_TOK_KW_SELF ||
                          kind == RUSTG_TOK_KW_SELF_TYPE || kind == RUSTG_TOK_KW_SUPER || kind == RUSTG_TOK_KW_CRATE;
    return is_plain ? text : arena_format(s->memory, "r#%s", text);
}

/* m::S of the user's crates. */
static const char *def_own_path(sema *s, sema_def d)
{
    const char *path = def_path(s, d);
    if (strncmp(def_shown_ident(s, def_get(s, d)->name), "r#", 2) != 0)
        return path;
    const char *last = strrchr(path, ':');
    return arena_format(s->memory, "%.*sr#%s", (int)(last ? last + 1 - path : 0), path, last ? last + 1 : path);
}

const char *def_shown_path(sema *s, sema_def d)
{
    if (def_kind_of(s, d) != DEF_VARIANT)
        return def_shown_name(s, d);
    return arena_format(s->memory, "%s::%s", def_shown_name(s, def_enum_of(s, d)), sema_text(s, def_get(s, d)->name));
}

const char *def_shown_name(sema *s, sema_def d)
{
    const def_info *about = def_get(s, d);
    const char *name = about->is_library ? sema_text(s, about->name) : def_shown_ident(s, about->name);
    bool is_shared = false;
    for (size_t i = 0; about->is_library && i < sizeof shared_names / sizeof *shared_names; i++)
        is_shared |= strcmp(shared_names[i], name) == 0;
    is_shared |= !about->is_library && def_is_named_there(sema_text(s, about->name));
    if (!is_shared && !def_comes_by_glob(s, about->name))
        return name;
    return about->is_library ? def_library_path(s, d) : def_own_path(s, d);
}
