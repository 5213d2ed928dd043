/* glob.c: patterns of paths as gitignore(5) has them. Matching takes time in proportion to the pattern times the
 * path: of several stars only the last one is ever moved. */
#include "sources/glob.h"

#include <string.h>

/* The length of a component at the start of a text, and what is behind it and its slash; NULL behind the last. */
static size_t glob_component(const char *at, const char *end, const char **next)
{
    const char *slash = memchr(at, '/', (size_t)(end - at));
    *next = slash ? slash + 1 : NULL;
    return (size_t)((slash ? slash : end) - at);
}

/* A class such as [a-z] from `[` on: behind it, and in *has whether c is in it; NULL where it has no end. */
static const char *glob_class(const char *at, const char *end, char c, bool *has)
{
    const bool is_inverted = ++at < end && (*at == '!' || *at == '^');
    at += is_inverted;
    *has = false;
    for (bool is_first = true; at < end && (*at != ']' || is_first); is_first = false) {
        at += *at == '\\' && at + 1 < end;
        unsigned char low = (unsigned char)*at++, high = low;
        if (at + 1 < end && *at == '-' && at[1] != ']') {
            at += 1 + (at[1] == '\\' && at + 2 < end);
            high = (unsigned char)*at++;
        }
        *has |= low <= (unsigned char)c && (unsigned char)c <= high;
    }
    *has ^= is_inverted;
    return at < end ? at + 1 : NULL;
}

/* One character of a name against what stands at *at, which is no star; *at moves behind that. */
static bool glob_character(const char **at, const char *end, char c)
{
    const char *from = *at;
    bool has = *from == c;
    if (*from == '?') {
        has = true;
    } else if (*from == '[') {
        const char *behind = glob_class(from, end, c, &has);
        if (!behind) /* git's: such a pattern matches nothing */
            return false;
        *at = behind;
        return has;
    } else if (*from == '\\' && from + 1 < end) {
        has = *++from == c;
    }
    *at = from + 1;
    return has;
}

static bool glob_name(const char *pattern, size_t n_pattern, const char *name, size_t n_name)
{
    const char *end = pattern + n_pattern, *name_end = name + n_name, *star = NULL, *retry = NULL;
    while (name < name_end) {
        const char *behind = pattern;
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            retry = name;
        } else if (pattern < end && glob_character(&behind, end, *name)) {
            pattern = behind;
            name++;
        } else if (star) {
            pattern = star;
            name = ++retry;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*')
        pattern++;
    return pattern == end;
}

static bool glob_path(const char *pattern, const char *pattern_end, const char *path, const char *path_end)
{
    const char *stars = NULL, *retry = NULL;
    while (path) {
        const char *pattern_next, *path_next;
        const size_t n_path = glob_component(path, path_end, &path_next);
        const size_t n_pattern = pattern ? glob_component(pattern, pattern_end, &pattern_next) : 0;
        if (pattern && n_pattern == 2 && memcmp(pattern, "**", 2) == 0) {
            if (!pattern_next)
                return true;
            stars = pattern = pattern_next;
            retry = path;
        } else if (pattern && glob_name(pattern, n_pattern, path, n_path)) {
            pattern = pattern_next;
            path = path_next;
        } else if (stars) {
            pattern = stars;
            glob_component(retry, path_end, &retry);
            path = retry;
        } else {
            return false;
        }
    }
    return pattern == NULL;
}

bool glob_read(const char *line, size_t n_bytes, glob_pattern *glob)
{
    *glob = (glob_pattern){.text = line};
    while (n_bytes > 0 && (line[n_bytes - 1] == '\n' || line[n_bytes - 1] == '\r'))
        n_bytes--;
    while (n_bytes > 0 && line[n_bytes - 1] == ' ' && !(n_bytes > 1 && line[n_bytes - 2] == '\\'))
        n_bytes--;
    if (n_bytes > 0 && *glob->text == '#')
        return false;
    if (n_bytes > 0 && *glob->text == '!') {
        glob->is_negated = true;
        glob->text++;
        n_bytes--;
    }
    if (n_bytes > 0 && glob->text[n_bytes - 1] == '/') {
        glob->is_of_folders = true;
        n_bytes--;
    }
    glob->is_anchored = memchr(glob->text, '/', n_bytes) != NULL;
    if (n_bytes > 0 && *glob->text == '/') {
        glob->text++;
        n_bytes--;
    }
    glob->n_bytes = n_bytes;
    return n_bytes > 0;
}

bool glob_matches(const glob_pattern *glob, const char *path, bool is_folder)
{
    const char *end = path + strlen(path), *slash = strrchr(path, '/');
    if (glob->is_of_folders && !is_folder)
        return false;
    if (glob->is_anchored)
        return glob_path(glob->text, glob->text + glob->n_bytes, path, end);
    const char *name = slash ? slash + 1 : path;
    return glob_name(glob->text, glob->n_bytes, name, (size_t)(end - name));
}
