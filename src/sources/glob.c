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

/* Whether c is in the class of POSIX that [:name:] is; false in *is_known: there is none of that name. */
static bool glob_has_named(const char *name, size_t n, unsigned char c, bool *is_known)
{
    const bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z', digit = c >= '0' && c <= '9';
    const bool alnum = lower || upper || digit, graph = c > ' ' && c < 127, blank = c == ' ' || c == '\t';
    const struct {
        const char *name;
        bool has;
    } classes[] = {
        {"alnum", alnum},           {"alpha", lower || upper},
        {"blank", blank},           {"cntrl", c < ' ' || c == 127},
        {"digit", digit},           {"graph", graph},
        {"lower", lower},           {"print", graph || c == ' '},
        {"punct", graph && !alnum}, {"space", blank || c == '\n' || c == '\r'},
        {"upper", upper},           {"xdigit", digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')},
    };
    size_t i = 0;
    while (i < sizeof classes / sizeof *classes &&
           (strlen(classes[i].name) != n || memcmp(classes[i].name, name, n) != 0))
        i++;
    *is_known = i < sizeof classes / sizeof *classes;
    return *is_known && classes[i].has;
}

/* A class such as [a-z] from `[` on: behind it, and in *has whether wanted is in it; NULL where it has no end, or names
 * a class that there is not. before: a range may begin with it; 0: none may. */
static const char *glob_class(const char *at, const char *end, char wanted, bool *has)
{
    const unsigned char c = (unsigned char)wanted;
    const bool is_inverted = ++at < end && (*at == '!' || *at == '^');
    unsigned char before = 0;
    bool is_known = true;
    at += is_inverted;
    *has = false;
    for (bool is_first = true; is_first || at >= end || *at != ']'; is_first = false) {
        if (at >= end)
            return NULL;
        unsigned char own = (unsigned char)*at;
        const char *close =
            own == '[' && at + 1 < end && at[1] == ':' ? memchr(at + 2, ']', (size_t)(end - at - 2)) : at;
        if (!close)
            return NULL;
        if (own == '-' && before && at + 1 < end && at[1] != ']') {
            at += 1 + (at[1] == '\\');
            if (at >= end)
                return NULL;
            *has |= before <= c && c <= (unsigned char)*at;
            own = 0;
        } else if (close > at + 2 && close[-1] == ':') {
            *has |= glob_has_named(at + 2, (size_t)(close - 1 - (at + 2)), c, &is_known);
            at = close;
            own = 0;
        } else {
            at += own == '\\';
            if (at >= end)
                return NULL;
            own = (unsigned char)*at;
            *has |= own == c;
        }
        if (!is_known)
            return NULL;
        before = own;
        at++;
    }
    *has ^= is_inverted;
    return at + 1;
}

/* Of a pattern, where a slash may be in a class, or have a backslash before it. */
static size_t glob_pattern_component(const char *at, const char *end, const char **next)
{
    const char *c = at;
    bool has;
    while (c < end && *c != '/') {
        const char *behind = *c == '[' ? glob_class(c, end, 0, &has) : c + 1;
        if (*c == '\\' && behind < end) {
            if (*behind == '/') {
                *next = behind + 1;
                return (size_t)(c - at);
            }
            behind++;
        }
        c = behind ? behind : end;
    }
    *next = c < end ? c + 1 : NULL;
    return (size_t)(c - at);
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
    } else if (*from == '\\') {
        has = ++from < end && *from == c;
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

static bool glob_is_stars(const char *pattern, size_t n)
{
    while (n > 0 && pattern[n - 1] == '*')
        n--;
    return n == 0;
}

static bool glob_path(const char *pattern, const char *pattern_end, const char *path, const char *path_end)
{
    const char *stars = NULL, *retry = NULL;
    while (path) {
        const char *pattern_next, *path_next;
        const size_t n_path = glob_component(path, path_end, &path_next);
        const size_t n_pattern = pattern ? glob_pattern_component(pattern, pattern_end, &pattern_next) : 0;
        if (n_pattern > 1 && glob_is_stars(pattern, n_pattern)) {
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

/* The length without the spaces at the end that no backslash stands before. */
static size_t glob_without_spaces(const char *line, size_t n_bytes)
{
    size_t n_kept = 0;
    for (size_t i = 0; i < n_bytes; i++) {
        const bool is_escaped = line[i] == '\\';
        if (is_escaped || line[i] != ' ')
            n_kept = i + is_escaped < n_bytes ? i + is_escaped + 1 : n_bytes;
        i += is_escaped;
    }
    return n_kept;
}

bool glob_read(const char *line, size_t n_bytes, glob_pattern *glob)
{
    *glob = (glob_pattern){.text = line};
    n_bytes -= n_bytes > 0 && line[n_bytes - 1] == '\r';
    if (n_bytes > 0 && *line == '#')
        return false;
    n_bytes = glob_without_spaces(line, n_bytes);
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
    if (glob->is_anchored) {
        /* git compares what is before the first wildcard by itself. What is left begins behind it, so that `**` before
         * a slash counts as such in `a` and `**` together, too. */
        size_t n = 0;
        while (n < glob->n_bytes && !strchr("*?[\\", glob->text[n]))
            n++;
        if (n > (size_t)(end - path) || memcmp(path, glob->text, n) != 0)
            return false;
        return n == glob->n_bytes ? path + n == end
                                  : glob_path(glob->text + n, glob->text + glob->n_bytes, path + n, end);
    }
    const char *name = slash ? slash + 1 : path;
    return glob_name(glob->text, glob->n_bytes, name, (size_t)(end - name));
}
