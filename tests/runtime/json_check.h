/* json_check.h: is a text JSON, all of it? */
#ifndef JSON_CHECK_H
#define JSON_CHECK_H

#include <string.h>

static const char *json_value(const char *at, int depth);

static inline const char *json_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static inline const char *json_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    while (*at != '"') {
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at == '\\' && at[1] == 'u') {
            if (strspn(at + 2, "0123456789abcdefABCDEF") < 4)
                return NULL;
            at += 6;
        } else if (*at == '\\') {
            if (!at[1] || !strchr("\"\\/bfnrt", at[1]))
                return NULL;
            at += 2;
        } else {
            at++;
        }
    }
    return at + 1;
}

static inline const char *json_number(const char *at)
{
    size_t n;
    at += *at == '-';
    n = strspn(at, "0123456789");
    if (n == 0 || (n > 1 && *at == '0'))
        return NULL;
    at += n;
    if (*at == '.') {
        n = strspn(++at, "0123456789");
        at = n ? at + n : NULL;
    }
    return at;
}

/* Members of an object or array, behind its bracket. */
static inline const char *json_members(const char *at, char end, int depth)
{
    at = json_space(at);
    if (*at == end)
        return at + 1;
    for (;;) {
        if (end == '}') {
            at = json_string(json_space(at));
            at = at ? json_space(at) : NULL;
            if (!at || *at++ != ':')
                return NULL;
        }
        at = json_value(at, depth + 1);
        at = at ? json_space(at) : NULL;
        if (!at || (*at != ',' && *at != end))
            return NULL;
        if (*at++ == end)
            return at;
    }
}

/* Behind the value at `at`; NULL where there is none. */
static const char *json_value(const char *at, int depth)
{
    static const char *const words[] = {"true", "false", "null"};
    at = json_space(at);
    if (depth > 32)
        return NULL;
    if (*at == '{')
        return json_members(at + 1, '}', depth);
    if (*at == '[')
        return json_members(at + 1, ']', depth);
    if (*at == '"')
        return json_string(at);
    for (int i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    return json_number(at);
}

static inline int is_json(const char *text)
{
    const char *end = json_value(text, 0);
    return end && *json_space(end) == 0;
}

#endif
