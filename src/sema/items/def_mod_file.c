/* def_mod_file.c: finds the file of a `mod x;`, as rustc does. */
#include <errno.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/source_read.h"
#include "sema/macros/macro.h"
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

static const char *def_mod_file_join(sema *s, const char *dir, const char *name)
{
    if (!*dir || *name == '/')
        return name;
    return arena_format(s->memory, "%s%s%s", dir, dir[strlen(dir) - 1] == '/' ? "" : "/", name);
}

static const char *def_dir_of(sema *s, const char *file)
{
    const char *slash = strrchr(file, '/');
    if (!slash)
        return "";
    return arena_text(s->memory, file, slash == file ? 1 : (size_t)(slash - file));
}

void def_root_dirs(sema *s, sema_def module, const char *file_name, bool is_mod_rs)
{
    def_module *m = def_module_in(s, module);
    m->file_name = file_name ? file_name : "";
    m->path_dir = def_dir_of(s, m->file_name);
    m->dir = m->path_dir;
    const char *slash = strrchr(m->file_name, '/');
    const char *base = slash ? slash + 1 : m->file_name;
    if (!is_mod_rs && strcmp(base, "mod.rs") != 0) {
        const char *dot = strrchr(base, '.');
        m->dir =
            def_mod_file_join(s, m->path_dir, arena_text(s->memory, base, dot ? (size_t)(dot - base) : strlen(base)));
    }
}

void def_inline_dirs(sema *s, sema_def module, sema_def parent, sema_node item)
{
    def_module *m = def_module_in(s, module), *outer = def_module_in(s, def_module_of(s, parent));
    def_attr attr;
    const char *path;
    m->file_name = outer->file_name ? outer->file_name : "";
    const char *outer_dir = outer->dir ? outer->dir : "";
    if (def_find_attr(s, item, "path", 0, &attr) && def_attr_string(s, &attr, &path))
        m->dir = def_mod_file_join(s, outer->path_dir ? outer->path_dir : "", path);
    else
        m->dir = def_mod_file_join(s, outer_dir, sema_text(s, def_get(s, module)->name));
    m->path_dir = m->dir;
}

/* The lexer reads whole vectors: 64 bytes follow the text. */
static const uint8_t *def_padded(sema *s, const uint8_t *bytes, size_t n_bytes)
{
    uint8_t *copy = arena_alloc(s->memory, n_bytes + 64);
    if (n_bytes)
        memcpy(copy, bytes, n_bytes);
    return copy;
}

/* 0, or an errno value: ENOENT where nothing says more. */
static int def_find_file(sema *s, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    if (s->options && s->options->read_mod) {
        if (s->options->read_mod(s->options->user, path, bytes, n_bytes) != 0)
            return ENOENT;
        *bytes = def_padded(s, *bytes, *n_bytes);
        return 0;
    }
    uint8_t *read = NULL;
    /* A FIFO would wait for someone to write, and a device has no end. */
    int failed = source_no_file(path);
    if (!failed)
        failed = source_read(path, (size_t)LIMIT_MOD_KIB << 10, &read, n_bytes);
    if (failed == ENOMEM) /* the compile's, no error of the source */
        longjmp(*s->memory->out_of_memory, 1);
    if (failed)
        return failed;
    *bytes = def_padded(s, read, *n_bytes);
    free(read);
    return 0;
}

static int def_mod_file_read_file(sema *s, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    sema_read asked = {.path = path};
    int failed = def_find_file(s, path, bytes, n_bytes);
    if (!failed && *n_bytes > UINT32_MAX / 2)
        failed = EFBIG;
    if (!failed) {
        asked.bytes = *bytes;
        asked.n_bytes = *n_bytes;
    }
    vec_push(s->memory, &s->reads, asked);
    return failed;
}

static void def_report_unreadable(sema *s, sema_node item, const char *path, int failed)
{
    sema_report r = sema_error(s, RUSTG_DIAG_MOD_PATH_UNREADABLE, def_node_head(s, item));
    sema_arg(&r, "%s", path);
    switch (failed) {
    case ENOENT: sema_arg(&r, "No such file or directory (os error %d)", failed); break;
    case EISDIR: sema_arg(&r, "Is a directory (os error %d)", failed); break;
    case EACCES: sema_arg(&r, "Permission denied (os error %d)", failed); break;
    case EFBIG:
        sema_arg(&r, "it is larger than the %u MiB that a `mod` file may have", (unsigned)(LIMIT_MOD_KIB + 1) >> 10);
        break;
    case EMSGSIZE: sema_arg(&r, "it is no regular file"); break;
    default: sema_arg(&r, "Input/output error (os error %d)", failed); break;
    }
}

static bool def_is_circular(sema *s, sema_def parent, const char *path)
{
    for (sema_def d = parent; d; d = def_get(s, d)->parent)
        if (def_module_in(s, d) && def_module_in(s, d)->file_name && strcmp(def_module_in(s, d)->file_name, path) == 0)
            return true;
    return false;
}

uint32_t def_read_mod(sema *s, sema_def module, sema_def parent, sema_node item)
{
    def_module *outer = def_module_in(s, def_module_of(s, parent));
    uint32_t known;
    if (macro_known_mod(s, module, item, &known))
        return known;
    const char *name = sema_text(s, def_get(s, module)->name), *written, *paths[2], *path = NULL;
    const uint8_t *bytes = NULL;
    size_t n_bytes = 0;
    def_attr attr;
    bool is_mod_rs = false;
    const char *dir = outer->dir ? outer->dir : "";
    if (def_find_attr(s, item, "path", 0, &attr) && def_attr_string(s, &attr, &written)) {
        path = def_mod_file_join(s, outer->path_dir ? outer->path_dir : "", written);
        is_mod_rs = true;
        const int failed = def_is_circular(s, parent, path) ? 0 : def_mod_file_read_file(s, path, &bytes, &n_bytes);
        if (failed) {
            def_report_unreadable(s, item, path, failed);
            return 0;
        }
    } else {
        paths[0] = def_mod_file_join(s, dir, arena_format(s->memory, "%s.rs", name));
        paths[1] = def_mod_file_join(s, dir, arena_format(s->memory, "%s/mod.rs", name));
        bool found = false;
        for (int i = 0; i < 2; i++) {
            const uint8_t *b;
            size_t n;
            if (def_is_circular(s, parent, paths[i])) {
                path = paths[i];
                found = true;
                break;
            }
            const int failed = def_mod_file_read_file(s, paths[i], &b, &n);
            if (failed && failed != ENOENT && failed != ENOTDIR && failed != EISDIR) {
                def_report_unreadable(s, item, paths[i], failed);
                return 0;
            }
            if (failed)
                continue;
            if (found) {
                sema_report r = sema_error(s, RUSTG_DIAG_MOD_FILE_TWICE, def_node_head(s, item));
                sema_arg(&r, "%s", name);
                sema_arg(&r, "%s", paths[0]);
                sema_arg(&r, "%s", paths[1]);
                return 0;
            }
            found = true;
            path = paths[i];
            is_mod_rs = i == 1;
            bytes = b;
            n_bytes = n;
        }
        if (!found) {
            sema_report r = sema_error(s, RUSTG_DIAG_MOD_FILE_MISSING, def_node_head(s, item));
            sema_arg(&r, "%s", name);
            sema_arg(&r, "%s", paths[0]);
            sema_arg(&r, "%s", paths[1]);
            sema_note(&r,
                      "if there is a `mod %s` elsewhere in the crate already, import it with `use crate::...` instead",
                      name);
            return 0;
        }
    }
    if (def_is_circular(s, parent, path)) {
        sema_report r = sema_error(s, RUSTG_DIAG_MOD_CIRCULAR, def_node_head(s, item));
        sema_arg(&r, "%s", path);
        sema_arg(&r, "%s", outer->file_name);
        return 0;
    }
    vec_push(s->memory, &s->mod_names, arena_text(s->memory, path, strlen(path)));
    sema_file about = {.name = path,
                       .bytes = bytes,
                       .n_bytes = (uint32_t)n_bytes,
                       .edition = s->files.at[item.file]->edition,
                       .index = s->n_sources + s->mod_names.n - 1,
                       .origin = SEMA_FILE_SOURCE,
                       .report_syntax = true};
    uint32_t file = sema_add_file(s, about);
    def_root_dirs(s, module, path, is_mod_rs);
    if (file && !s->files.at[file]->bad_syntax)
        file = macro_expand_file(s, module, file, macro_scope_at(s, item));
    sema_node top = {file, 1};
    return file && def_cfg_holds(s, top) ? file : 0;
}

sema_def def_add_mod_file(sema *s, sema_def parent, sema_node item, uint32_t *file)
{
    const sema_def module =
        def_add(s, (def_info){.kind = DEF_MOD, .name = syntax_name(s, item), .parent = parent, .node = item});
    def_add_module(s, module);
    *file = def_read_mod(s, module, parent, item);
    return module;
}

void def_take_dirs(sema *s, sema_def module, sema_def from)
{
    const def_module *other = def_module_in(s, from);
    def_module *own = def_module_in(s, module);
    own->dir = other->dir;
    own->path_dir = other->path_dir;
    own->file_name = other->file_name;
}
