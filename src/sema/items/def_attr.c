/* def_attr.c: reads attributes, also inside #[cfg_attr], and evaluates #[cfg]. */
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

static bool def_is_open(uint32_t kind)
{
    return kind == RUSTG_TOK_L_PAREN || kind == RUSTG_TOK_L_BRACKET || kind == RUSTG_TOK_L_BRACE;
}

static bool def_is_close(uint32_t kind)
{
    return kind == RUSTG_TOK_R_PAREN || kind == RUSTG_TOK_R_BRACKET || kind == RUSTG_TOK_R_BRACE;
}

sema_span def_toks_span(sema *s, uint32_t file, uint32_t first, uint32_t last)
{
    sema_span span = syntax_tok_span(s, file, first);
    if (last > first)
        span.end = syntax_tok_span(s, file, last - 1).end;
    return span;
}

bool def_attr_entry(sema *s, uint32_t file, uint32_t *first, uint32_t last, uint32_t *entry_first, uint32_t *entry_last)
{
    if (*first >= last)
        return false;
    uint32_t depth = 0, at = *first;
    while (at < last) {
        uint32_t kind = def_tok_kind(s, file, at);
        if (!depth && kind == RUSTG_TOK_COMMA)
            break;
        if (def_is_open(kind))
            depth++;
        if (def_is_close(kind) && depth)
            depth--;
        at++;
    }
    *entry_first = *first;
    *entry_last = at;
    *first = at + 1;
    return true;
}

static bool def_text_is(const sema *s, uint32_t file, uint32_t tok, const char *text)
{
    const sema_file *f = s->files.at[file];
    uint32_t n = f->toks.end[tok] - f->toks.start[tok];
    return strlen(text) == n && memcmp(f->bytes + f->toks.start[tok], text, n) == 0;
}

static void def_cfg_error(sema *s, uint32_t kind, sema_span at, const char *what)
{
    if (s->files.at[at.file]->origin == SEMA_FILE_LIBRARY)
        return;
    sema_report r = sema_error(s, kind, at);
    if (what)
        sema_arg(&r, "%s", what);
}

/* The whole attribute that a token stands in. */
static sema_span def_attribute_span(sema *s, uint32_t file, uint32_t tok)
{
    const sema_file *f = s->files.at[file];
    while (tok && def_tok_kind(s, file, tok) != RUSTG_TOK_POUND)
        tok--;
    uint32_t end = tok, depth = 0;
    for (; end < f->toks.n_toks; end++) {
        uint32_t kind = def_tok_kind(s, file, end);
        depth += def_is_open(kind);
        if (def_is_close(kind) && depth && --depth == 0)
            break;
    }
    return def_toks_span(s, file, tok, end < f->toks.n_toks ? end + 1 : end);
}

static void def_malformed(sema *s, uint32_t kind, uint32_t file, uint32_t tok, sema_span at, const char *expected)
{
    if (s->files.at[file]->origin == SEMA_FILE_LIBRARY)
        return;
    sema_report r = sema_error(s, kind, def_attribute_span(s, file, tok));
    sema_label(&r, at, "%s", expected);
}

static bool def_cfg_is_set(sema *s, const char *name, size_t n_name, const char *value, size_t n_value)
{
    const sema_options *options = s->options;
    for (uint32_t i = 0; options && i < options->n_cfgs; i++) {
        const char *cfg = options->cfgs[i];
        size_t n = strcspn(cfg, "=");
        size_t n_trim = n;
        while (n_trim && cfg[n_trim - 1] == ' ')
            n_trim--;
        if (n_trim != n_name || memcmp(cfg, name, n_name) != 0)
            continue;
        if (!cfg[n]) {
            if (!value)
                return true;
            continue;
        }
        const char *v = cfg + n + 1;
        while (*v == ' ')
            v++;
        size_t n_v = strlen(v);
        if (n_v >= 2 && v[0] == '"' && v[n_v - 1] == '"') {
            v++;
            n_v -= 2;
        }
        if (value && n_v == n_value && memcmp(v, value, n_v) == 0)
            return true;
    }
    static const char *const known[][2] = {
        {"target_pointer_width", "64"}, {"target_endian", "little"}, {"panic", "abort"}};
    for (uint32_t i = 0; value && i < 3; i++)
        if (strlen(known[i][0]) == n_name && memcmp(known[i][0], name, n_name) == 0)
            return strlen(known[i][1]) == n_value && memcmp(known[i][1], value, n_value) == 0;
    if (!value && options && options->overflow_checks)
        return (n_name == 15 && memcmp(name, "overflow_checks", 15) == 0) ||
               (n_name == 16 && memcmp(name, "debug_assertions", 16) == 0);
    return false;
}

/* Names in predicates that stable code may not have. */
static void def_check_cfg_name(sema *s, uint32_t file, uint32_t first, uint32_t last)
{
    static const struct {
        const char *name;
        uint32_t issue;
    } unstable[] = {
        {"overflow_checks", 111466},
        {"ub_checks", 123499},
        {"contract_checks", 128044},
        {"target_thread_local", 29594},
        {"target_has_atomic_equal_alignment", 93822},
        {"target_has_atomic_load_store", 94039},
        {"sanitize", 39699},
        {"version", 64796},
        {"relocation_model", 114929},
        {"sanitizer_cfi_generalize_pointers", 89653},
        {"sanitizer_cfi_normalize_integers", 89653},
        {"fmt_debug", 129709},
        {"emscripten_wasm_eh", 0},
    };
    if (s->files.at[file]->origin == SEMA_FILE_LIBRARY)
        return;
    for (size_t i = 0; i < sizeof unstable / sizeof unstable[0]; i++) {
        if (!def_text_is(s, file, first, unstable[i].name))
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_UNSTABLE, def_toks_span(s, file, first, last));
        sema_arg(&r, "`cfg(%s)` is experimental and subject to change", unstable[i].name);
        if (unstable[i].issue)
            sema_note(&r, "see issue #%u <https://github.com/rust-lang/rust/issues/%u> for more information",
                      unstable[i].issue, unstable[i].issue);
    }
}

/* A predicate, the tokens [first, last). */
static bool def_predicate_holds(sema *s, uint32_t file, uint32_t first, uint32_t last)
{
    const sema_file *f = s->files.at[file];
    if (first >= last)
        return true;
    const char *name = (const char *)f->bytes + f->toks.start[first];
    size_t n_name = f->toks.end[first] - f->toks.start[first];
    def_check_cfg_name(s, file, first, last);
    if (first + 1 >= last) {
        if (def_text_is(s, file, first, "true") || def_text_is(s, file, first, "false"))
            return name[0] == 't';
        return def_cfg_is_set(s, name, n_name, NULL, 0);
    }
    uint32_t next = def_tok_kind(s, file, first + 1);
    if (next == RUSTG_TOK_EQ && first + 2 < last) {
        if (f->toks.kind[first + 2] != RUSTG_TOK_STR) {
            def_malformed(s, RUSTG_DIAG_CFG_MALFORMED, file, first, syntax_tok_span(s, file, first + 2),
                          "expected a string literal here");
            return false;
        }
        return def_cfg_is_set(s, name, n_name, (const char *)f->bytes + f->toks.start[first + 2] + 1,
                              f->toks.end[first + 2] - f->toks.start[first + 2] - 2);
    }
    if (next != RUSTG_TOK_L_PAREN) {
        def_malformed(s, RUSTG_DIAG_CFG_MALFORMED, file, first, def_toks_span(s, file, first, last),
                      "expected a valid identifier here");
        return false;
    }
    bool all = def_text_is(s, file, first, "all"), any = def_text_is(s, file, first, "any"),
         not = def_text_is(s, file, first, "not");
    if (!all && !any && !not ) {
        def_cfg_error(s, RUSTG_DIAG_CFG_INVALID_PREDICATE, def_toks_span(s, file, first, last),
                      arena_text(s->memory, name, n_name));
        return false;
    }
    if (!sema_enter(s, syntax_tok_span(s, file, first)))
        return false;
    uint32_t at = first + 2, entry, entry_last, n = 0;
    bool every = true, some = false;
    while (def_attr_entry(s, file, &at, last - 1, &entry, &entry_last)) {
        if (entry == entry_last)
            continue;
        bool holds = def_predicate_holds(s, file, entry, entry_last);
        every = every && holds;
        some = some || holds;
        n++;
    }
    sema_leave(s);
    if (not &&n != 1) {
        def_malformed(s, RUSTG_DIAG_CFG_ARGUMENTS, file, first, def_toks_span(s, file, first + 1, last),
                      "expected a single argument here");
        return false;
    }
    return all ? every : any ? some : !some;
}

typedef struct scan {
    const char *name; /* NULL: any */
    uint32_t skip;
    def_attr *found;
} scan;

/* One attribute's contents: path and the rest. */
static bool def_scan_meta(sema *s, sema_node node, uint32_t first, uint32_t last, scan *what)
{
    uint32_t file = node.file;
    if (first < last && def_tok_kind(s, file, first) == RUSTG_TOK_KW_UNSAFE && first + 1 < last) {
        first += 2;
        last--;
    }
    uint32_t path_end = first;
    while (path_end < last) {
        uint32_t kind = def_tok_kind(s, file, path_end);
        if (def_is_open(kind) || kind == RUSTG_TOK_EQ || kind == RUSTG_TOK_COMMA)
            break;
        path_end++;
    }
    if (path_end == first)
        return false;
    if (path_end == first + 1 && path_end < last && def_text_is(s, file, first, "cfg_attr")) {
        uint32_t at = path_end + 1, entry, entry_last;
        if (!def_attr_entry(s, file, &at, last - 1, &entry, &entry_last) ||
            !def_predicate_holds(s, file, entry, entry_last))
            return false;
        if (!sema_enter(s, syntax_tok_span(s, file, first)))
            return false;
        bool done = false;
        while (!done && def_attr_entry(s, file, &at, last - 1, &entry, &entry_last))
            done = def_scan_meta(s, node, entry, entry_last, what);
        sema_leave(s);
        return done;
    }
    if (what->name && !def_text_is(s, file, path_end - 1, what->name))
        return false;
    if (what->skip) {
        what->skip--;
        return false;
    }
    *what->found = (def_attr){node, file, first, path_end, path_end, last};
    return true;
}

static bool def_scan_node(sema *s, sema_node node, scan *what)
{
    uint32_t first = def_ast(s, node.file)->tok[node.node] + 1;
    if (def_tok_kind(s, node.file, first) == RUSTG_TOK_BANG)
        first++;
    return def_scan_meta(s, node, first + 1, syntax_last_tok(s, node), what);
}

bool def_attr_of(sema *s, sema_node node, uint32_t k, def_attr *found)
{
    scan what = {NULL, k, found};
    return def_scan_node(s, node, &what);
}

/* The inner attributes of a module, an impl and a trait stand behind their heads. */
static bool def_is_of_head(const sema *s, sema_node item, uint8_t kind)
{
    const uint8_t of = def_node_kind(s, item);
    return of == RUSTG_AST_ItemMod ? kind == RUSTG_AST_Vis
                                   : (of == RUSTG_AST_ItemImpl || of == RUSTG_AST_ItemTrait) && !def_is_assoc(kind);
}

/* Who asks for one after another goes on where the last was found. */
static bool def_scan_attrs(sema *s, sema_node item, scan *what)
{
    def_last_attr *last = &def_tab(s)->last_attr;
    const rustg_ast *ast = def_ast(s, item.file);
    const uint32_t wanted = what->skip, end = ast->next[item.node];
    const bool goes_on = wanted && last->item.file == item.file && last->item.node == item.node &&
                         last->name == what->name && last->index + 1 == wanted;
    sema_node c = {item.file, goes_on ? last->attr : item.node + 1};
    if (goes_on)
        what->skip = last->n_within + 1;
    for (; c.node < end; c.node = ast->next[c.node]) {
        uint8_t kind = def_node_kind(s, c);
        if (kind == RUSTG_AST_DocComment)
            continue;
        if (kind != RUSTG_AST_Attr) {
            if (!def_is_of_head(s, item, kind))
                break;
            continue;
        }
        const uint32_t before = what->skip;
        if (def_scan_node(s, c, what)) {
            *last = (def_last_attr){item, what->name, wanted, c.node, before};
            return true;
        }
    }
    return false;
}

static bool def_has_attrs(const sema *s, sema_node item)
{
    const rustg_ast *ast = def_ast(s, item.file);
    if (item.node + 1 >= ast->next[item.node])
        return false;
    uint8_t kind = ast->kind[item.node + 1];
    return kind == RUSTG_AST_Attr || kind == RUSTG_AST_DocComment || def_is_of_head(s, item, kind);
}

bool def_find_attr(sema *s, sema_node item, const char *name, uint32_t skip, def_attr *found)
{
    scan what = {name, skip, found};
    return item.node && def_has_attrs(s, item) && def_scan_attrs(s, item, &what);
}

bool def_nth_attr(sema *s, sema_node item, uint32_t k, def_attr *found)
{
    return def_find_attr(s, item, NULL, k, found);
}

bool def_cfg_tokens_hold(sema *s, uint32_t file, uint32_t first, uint32_t last, uint32_t *n)
{
    uint32_t entry, entry_last, at = first;
    bool holds = true;
    *n = 0;
    while (def_attr_entry(s, file, &at, last, &entry, &entry_last)) {
        holds = entry == entry_last ? holds : def_predicate_holds(s, file, entry, entry_last);
        ++*n;
    }
    return holds;
}

bool def_cfg_macro_holds(sema *s, sema_node tokens, uint32_t *n)
{
    return def_cfg_tokens_hold(s, tokens.file, def_ast(s, tokens.file)->tok[tokens.node] + 1,
                               syntax_last_tok(s, tokens), n);
}

bool def_cfg_holds(sema *s, sema_node item)
{
    def_attr attr;
    if (!def_has_attrs(s, item))
        return true;
    for (uint32_t i = 0; def_find_attr(s, item, "cfg", i, &attr); i++) {
        if (attr.path_end != attr.path + 1)
            continue;
        if (attr.first >= attr.last || def_tok_kind(s, attr.file, attr.first) != RUSTG_TOK_L_PAREN) {
            sema_span whole = def_attribute_span(s, attr.file, attr.path);
            def_malformed(s, RUSTG_DIAG_CFG_MALFORMED, attr.file, attr.path, whole, "expected this to be a list");
            continue;
        }
        uint32_t n;
        bool holds = def_cfg_tokens_hold(s, attr.file, attr.first + 1, attr.last - 1, &n);
        if (n != 1)
            def_malformed(s, RUSTG_DIAG_CFG_ARGUMENTS, attr.file, attr.path,
                          def_toks_span(s, attr.file, attr.first, attr.last), "expected a single argument here");
        if (!holds)
            return false;
    }
    return true;
}

bool def_attr_string(sema *s, const def_attr *attr, const char **text)
{
    if (attr->first + 1 >= attr->last || def_tok_kind(s, attr->file, attr->first) != RUSTG_TOK_EQ ||
        def_tok_kind(s, attr->file, attr->first + 1) != RUSTG_TOK_STR)
        return false;
    const sema_file *f = s->files.at[attr->file];
    uint32_t start = f->toks.start[attr->first + 1] + 1, end = f->toks.end[attr->first + 1] - 1;
    *text = arena_text(s->memory, (const char *)f->bytes + start, end - start);
    return true;
}
