/* ignore.c: see ignore.h. What `git ls-files --cached --others --exclude-standard` lists is read: rules stand
 * in .gitignore files from the repository's root down, in its info/exclude and in core.excludesFile, and a tracked
 * file is never ignored. */
#define _XOPEN_SOURCE 700
#include "sources/ignore.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "sources/path.h"

/* The rules of one file. base: its folder from the root, "" for that itself; text holds the patterns. */
typedef struct ignore_level {
    char *base, *text;
    glob_pattern *globs;
    size_t n;
} ignore_level;

/*   n_folder  of the folder's path as given, before the slash
 *   prefix    that folder from the repository's root, "" or with a slash at its end
 *   levels    later ones count for more
 *   inside    a folder that is ignored and was entered for what is tracked in it; "": none */
struct ignore_rules {
    size_t n_folder;
    char *root, *prefix, *inside;
    ignore_level *levels;
    size_t n_levels, n_standard, capacity;
    tracked_paths tracked;
};

static bool ignore_exists(const char *folder, const char *name)
{
    struct stat info;
    char *path = path_join(folder, name);
    const bool exists = path && lstat(path, &info) == 0;
    free(path);
    return exists;
}

static bool ignore_is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

/* Takes base. A file that is not there has no rules, and one of a folder that is a link has none, as git has it. */
static bool ignore_add(ignore_rules *ignore, char *base, const char *path, bool is_of_folder)
{
    size_t n_lines = 1;
    char *text = NULL;
    const int problem = !base || !path                         ? ENOMEM
                        : is_of_folder && ignore_is_link(path) ? ELOOP
                                                               : path_read(path, &text, NULL);
    if (problem) {
        free(base);
        return problem != ENOMEM;
    }
    for (const char *c = text; *c; c++)
        n_lines += *c == '\n';
    if (ignore->n_levels == ignore->capacity) {
        const size_t capacity = ignore->capacity ? 2 * ignore->capacity : 8;
        ignore_level *levels = realloc(ignore->levels, capacity * sizeof *levels);
        if (levels) {
            ignore->levels = levels;
            ignore->capacity = capacity;
        }
    }
    ignore_level level = {.base = base, .text = text, .globs = malloc(n_lines * sizeof *level.globs)};
    if (!level.globs || ignore->n_levels == ignore->capacity) {
        free(level.globs);
        free(text);
        free(base);
        return false;
    }
    for (const char *line = text + 3 * (strncmp(text, "\xEF\xBB\xBF", 3) == 0); *line;) {
        const size_t n = strcspn(line, "\n");
        level.n += glob_read(line, n, &level.globs[level.n]);
        line += n + (line[n] == '\n');
    }
    ignore->levels[ignore->n_levels++] = level;
    return true;
}

static void ignore_drop(ignore_rules *ignore, size_t n_kept)
{
    while (ignore->n_levels > n_kept) {
        const ignore_level *level = &ignore->levels[--ignore->n_levels];
        free(level->globs);
        free(level->text);
        free(level->base);
    }
}

/* A folder of git's own: of a worktree or a submodule `.git` is a file that names it. malloc'd, or NULL. */
static char *ignore_git_folder(const char *root)
{
    struct stat info;
    char *path = path_join(root, ".git");
    if (!path || stat(path, &info) != 0 || S_ISDIR(info.st_mode))
        return path;
    char *text, *named = NULL;
    if (path_read(path, &text, NULL) == 0 && strncmp(text, "gitdir: ", 8) == 0) {
        text[8 + strcspn(text + 8, "\r\n")] = 0;
        named = text[8] == '/' ? strdup(text + 8) : path_join(root, text + 8);
    }
    free(text);
    free(path);
    return named;
}

/* A value of git's configuration: to a comment, without the quotes and backslashes in it. malloc'd. */
static char *ignore_value(const char *at)
{
    char *value = malloc(strlen(at) + 1);
    size_t n = 0, n_kept = 0;
    bool is_quoted = false;
    for (at += strspn(at, " \t"); value && *at && (is_quoted || (*at != '#' && *at != ';')); at++) {
        if (*at == '"') {
            is_quoted = !is_quoted;
            continue;
        }
        const bool is_space = !is_quoted && (*at == ' ' || *at == '\t' || *at == '\r');
        at += *at == '\\' && at[1] != 0;
        value[n++] = *at;
        n_kept = is_space ? n_kept : n;
    }
    if (value)
        value[n_kept] = 0;
    return value;
}

/* core.excludesFile of a file of git's configuration, malloc'd; NULL where it does not say. */
static char *ignore_configured(const char *config)
{
    static const char key[] = "excludesfile";
    char *text = NULL, *found = NULL;
    if (config)
        path_read(config, &text, NULL);
    char *rest = text;
    bool is_core = false;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest)) {
        line += strspn(line, " \t");
        if (*line == '[') {
            is_core = strncasecmp(line, "[core]", 6) == 0;
            line += is_core ? 6 + strspn(line + 6, " \t") : 0; /* a key may follow */
        }
        if (!is_core || strncasecmp(line, key, sizeof key - 1) != 0)
            continue;
        line += sizeof key - 1;
        line += strspn(line, " \t");
        if (*line != '=')
            continue;
        free(found);
        found = ignore_value(line + 1);
    }
    free(text);
    const char *home = getenv("HOME");
    if (!found || strncmp(found, "~/", 2) != 0 || !home)
        return found;
    char *in_home = path_join(home, found + 2);
    free(found);
    return in_home;
}

/* $XDG_CONFIG_HOME/git/NAME, or ~/.config/git/NAME. */
static char *ignore_user_file(const char *name)
{
    const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char path[4096];
    const int n = xdg && *xdg ? snprintf(path, sizeof path, "%s/git/%s", xdg, name)
                              : snprintf(path, sizeof path, "%s/.config/git/%s", home ? home : "", name);
    return n > 0 && (size_t)n < sizeof path ? strdup(path) : NULL;
}

/* The file of rules for all repositories. */
static char *ignore_excludes_file(const char *git_folder)
{
    const char *home = getenv("HOME");
    char *configs[] = {git_folder ? path_join(git_folder, "config") : NULL, home ? path_join(home, ".gitconfig") : NULL,
                       ignore_user_file("config"), getenv("GIT_CONFIG_NOSYSTEM") ? NULL : strdup("/etc/gitconfig")};
    char *found = NULL;
    for (size_t i = 0; i < sizeof configs / sizeof *configs; i++) {
        if (!found)
            found = ignore_configured(configs[i]);
        free(configs[i]);
    }
    return found ? found : ignore_user_file("ignore");
}

/* The rules that no .gitignore holds, and the index. */
static bool ignore_add_standard(ignore_rules *ignore)
{
    char *git_folder = ignore_git_folder(ignore->root);
    char *common = NULL, *excludes = ignore_excludes_file(git_folder);
    bool fine = ignore_add(ignore, strdup(""), excludes ? excludes : "", false);
    if (git_folder) {
        char *path = path_join(git_folder, "commondir"), *named = NULL;
        if (path && path_read(path, &named, NULL) == 0)
            named[strcspn(named, "\r\n")] = 0;
        common = named ? (named[0] == '/' ? strdup(named) : path_join(git_folder, named)) : strdup(git_folder);
        free(named);
        free(path);
        path = common ? path_join(common, "info/exclude") : NULL;
        fine = fine && path && ignore_add(ignore, strdup(""), path, false);
        free(path);
        path = path_join(git_folder, "index");
        if (path)
            tracked_open(&ignore->tracked, path);
        free(path);
    }
    free(excludes);
    free(common);
    free(git_folder);
    ignore->n_standard = ignore->n_levels;
    return fine;
}

/* The rules of the folders from the root down to that of the walk, which is left out. */
static bool ignore_add_above(ignore_rules *ignore)
{
    bool fine = true;
    for (size_t at = 0; fine && ignore->prefix[at];) {
        char *base = strndup(ignore->prefix, at ? at - 1 : 0);
        char *folder = base ? path_join(ignore->root, base) : NULL;
        char *path = folder ? path_join(folder, ".gitignore") : NULL;
        fine = ignore_add(ignore, base, path, true);
        free(path);
        free(folder);
        at += strcspn(ignore->prefix + at, "/") + 1;
    }
    return fine;
}

ignore_rules *ignore_new(const char *folder)
{
    ignore_rules *ignore = calloc(1, sizeof *ignore);
    if (!ignore)
        return NULL;
    ignore->n_folder = strlen(folder);
    while (ignore->n_folder > 1 && folder[ignore->n_folder - 1] == '/')
        ignore->n_folder--;
    char *real = realpath(folder, NULL);
    char *root = strdup(real ? real : folder);
    while (root && strchr(root, '/') && !ignore_exists(root, ".git")) {
        char *slash = strrchr(root, '/');
        *slash = 0;
    }
    const bool is_repository = root && *root && ignore_exists(root, ".git");
    const size_t n_root = is_repository ? strlen(root) : 0;
    ignore->inside = strdup("");
    ignore->root = strdup(is_repository ? root : real ? real : folder);
    ignore->prefix = is_repository && real[n_root] ? path_join(real + n_root + 1, "") : strdup("");
    free(root);
    free(real);
    if (!ignore->inside || !ignore->root || !ignore->prefix || (is_repository && !ignore_add_standard(ignore)) ||
        !ignore_add_above(ignore)) {
        ignore_free(ignore);
        return NULL;
    }
    ignore->n_standard = ignore->n_levels;
    return ignore;
}

void ignore_free(ignore_rules *ignore)
{
    if (!ignore)
        return;
    ignore_drop(ignore, 0);
    tracked_close(&ignore->tracked);
    free(ignore->levels);
    free(ignore->root);
    free(ignore->prefix);
    free(ignore->inside);
    free(ignore);
}

/* The path from the repository's root, malloc'd. */
static char *ignore_from_root(const ignore_rules *ignore, const char *path)
{
    const char *rest = path + ignore->n_folder;
    rest += strspn(rest, "/");
    char *joined = malloc(strlen(ignore->prefix) + strlen(rest) + 1);
    return joined ? strcat(strcpy(joined, ignore->prefix), rest) : NULL;
}

/* Behind base and its slash; NULL: the path is not in it. */
static const char *ignore_behind(const char *base, const char *path)
{
    const size_t n = strlen(base);
    if (n == 0)
        return path;
    return strncmp(path, base, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

bool ignore_enter(ignore_rules *ignore, const char *folder)
{
    char *base = ignore_from_root(ignore, folder), *path = path_join(folder, ".gitignore");
    bool fine = base && path;
    if (base && *base && base[strlen(base) - 1] == '/')
        base[strlen(base) - 1] = 0;
    while (fine && ignore->n_levels > ignore->n_standard) {
        const char *last = ignore->levels[ignore->n_levels - 1].base;
        if (strcmp(last, base) == 0 || ignore_behind(last, base))
            break;
        ignore_drop(ignore, ignore->n_levels - 1);
    }
    if (fine)
        fine = ignore_add(ignore, base, path, true);
    else
        free(base);
    free(path);
    return fine;
}

/* What cargo builds into: by its mark, or beside a manifest. */
static bool ignore_is_target(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (strcmp(name, "target") != 0)
        return false;
    char *folder = slash ? strndup(path, (size_t)(slash - path)) : strdup(".");
    const bool is_target = ignore_exists(path, "CACHEDIR.TAG") || (folder && ignore_exists(folder, "Cargo.toml"));
    free(folder);
    return is_target;
}

static bool ignore_by_rules(const ignore_rules *ignore, const char *path, bool is_folder)
{
    for (size_t i = ignore->n_levels; i-- > 0;) {
        const ignore_level *level = &ignore->levels[i];
        const char *rest = ignore_behind(level->base, path);
        for (size_t j = rest ? level->n : 0; j-- > 0;)
            if (glob_matches(&level->globs[j], rest, is_folder))
                return !level->globs[j].is_negated;
    }
    return false;
}

bool ignore_has(ignore_rules *ignore, const char *path, bool is_folder)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (name[0] == '.' || (is_folder && ignore_is_target(path)))
        return true;
    char *from_root = ignore_from_root(ignore, path);
    if (!from_root) /* out of memory: the file is read, and its reading will say so */
        return false;
    if (*ignore->inside && !ignore_behind(ignore->inside, from_root))
        *ignore->inside = 0;
    const bool is_inside = *ignore->inside;
    bool is_ignored = is_inside || ignore_by_rules(ignore, from_root, is_folder);
    if (is_ignored && tracked_has(&ignore->tracked, from_root, is_folder)) {
        is_ignored = false;
        if (is_folder && !is_inside) {
            free(ignore->inside);
            ignore->inside = from_root;
            return false;
        }
    }
    free(from_root);
    return is_ignored;
}
