/* ptx_word.c: words, numbers, scopes and names of PTX text. */
#include "ptx_reader.h"

#include <stdio.h>
#include <stdlib.h>

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '%' || c == '.';
}

static void skip_space(ptx_reader *r)
{
    for (;; r->at++) {
        if (r->at[0] == '/' && r->at[1] == '/') {
            r->at += strcspn(r->at, "\n");
        } else if (r->at[0] == '/' && r->at[1] == '*') {
            const char *end = strstr(r->at + 2, "*/");
            if (!end)
                ptx_wrong(r, "a comment without end");
            for (; r->at < end + 1; r->at++)
                r->line += *r->at == '\n';
            continue;
        }
        if (*r->at == '\n')
            r->line++;
        else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r')
            return;
    }
}

void ptx_next(ptx_reader *r)
{
    skip_space(r);
    const char *start = r->at;
    if (in_word(*r->at)) {
        while (in_word(*r->at) || (r->at[0] == ':' && r->at[1] == ':'))
            r->at += *r->at == ':' ? 2 : 1;
    } else if (*r->at == '"') {
        r->at += 1 + strcspn(r->at + 1, "\"\n");
        r->at += *r->at == '"';
    } else if (*r->at) {
        r->at++;
    }
    r->word = (ptx_word){start, (uint32_t)(r->at - start)};
}

void ptx_wrong(ptx_reader *r, const char *what)
{
    const char *end = r->word.at ? r->word.at : r->at;
    ptx_fail(r->m, r->line, "%s, at `%.*s`", what, (int)strcspn(end, "\n"), end);
    longjmp(r->out, 1);
}

bool ptx_word_is(ptx_word word, const char *text)
{
    return strlen(text) == word.n && memcmp(word.at, text, word.n) == 0;
}

bool ptx_is(const ptx_reader *r, const char *word)
{
    return ptx_word_is(r->word, word);
}

bool ptx_take(ptx_reader *r, const char *word)
{
    bool is = ptx_is(r, word);
    if (is)
        ptx_next(r);
    return is;
}

void ptx_expect(ptx_reader *r, const char *word)
{
    char text[64];
    if (!ptx_take(r, word)) {
        snprintf(text, sizeof text, "`%s` is missing", word);
        ptx_wrong(r, text);
    }
}

ptx_word ptx_take_word(ptx_reader *r)
{
    ptx_word word = r->word;
    if (!word.n || !in_word(word.at[0]))
        ptx_wrong(r, "a name is missing");
    ptx_next(r);
    return word;
}

bool ptx_is_number(const ptx_reader *r)
{
    return r->word.n && ((r->word.at[0] >= '0' && r->word.at[0] <= '9') || r->word.at[0] == '-');
}

uint64_t ptx_number(ptx_reader *r)
{
    bool negative = ptx_take(r, "-");
    const char *at = r->word.at;
    bool is_float = r->word.n > 2 && at[0] == '0' && strchr("fFdD", at[1]);
    char *end = NULL;
    uint64_t value = 0;
    if (!r->word.n || at[0] < '0' || at[0] > '9')
        ptx_wrong(r, "a number is missing");
    value = is_float ? strtoull(at + 2, &end, 16)
                     : strtoull(at, &end, at[0] == '0' && r->word.n > 1 && at[1] != 'x' && at[1] != 'X' ? 8 : 0);
    if (*end == 'U' && !is_float)
        end++;
    if (end != at + r->word.n || (is_float && (negative || r->word.n != (at[1] == 'f' || at[1] == 'F' ? 10u : 18u))))
        ptx_wrong(r, "this form of a number is not known");
    ptx_next(r);
    return negative ? 0 - value : value;
}

uint64_t ptx_integer(ptx_reader *r)
{
    if (r->word.n > 2 && strchr("fFdD", r->word.at[1]))
        ptx_wrong(r, "an integer is missing");
    return ptx_number(r);
}

/* As ptxas, which refuses a function of which the arrays are larger together than a block may have without asking. */
static void use_shared(ptx_reader *r, ptx_name *name)
{
    name->is_used = true;
    r->f->shared_bytes = (r->f->shared_bytes + name->align - 1) / name->align * name->align + name->size;
    if (r->f->shared_bytes > 48 << 10)
        ptx_wrong(r, "this function uses too much shared data");
}

ptx_name *ptx_name_of(ptx_reader *r, ptx_word word, uint32_t *number)
{
    uint32_t n_letters = word.n, value = 0;
    while (n_letters && word.at[n_letters - 1] >= '0' && word.at[n_letters - 1] <= '9')
        n_letters--;
    for (uint32_t k = n_letters; k < word.n; k++)
        value = value > 100000000 ? value : value * 10 + (uint32_t)(word.at[k] - '0');
    *number = 0;
    for (uint32_t i = r->names.n; i-- > 0;) {
        if (i >= r->n_seen && i < r->n_of_module) {
            i = r->n_seen;
            continue;
        }
        ptx_name *name = &r->names.at[i];
        uint32_t n = name->n_numbered ? n_letters : word.n;
        if (name->word.n != n || memcmp(name->word.at, word.at, n) != 0 ||
            (name->n_numbered && (n == word.n || value >= name->n_numbered)))
            continue;
        *number = name->n_numbered ? value : 0;
        return name;
    }
    return NULL;
}

ptx_name *ptx_find(ptx_reader *r, ptx_word word, uint32_t *number)
{
    ptx_name *name = ptx_name_of(r, word, number);
    if (name && name->kind == PTX_NAME_FUNCTION)
        ptx_want(r, (uint32_t)(name->value - PTX_CODE_WINDOW) / 16);
    if (name && r->f && name->kind == PTX_NAME_ADDRESS && name->space == PTX_SHARED && !name->is_used)
        use_shared(r, name);
    return name;
}

void ptx_add_name(ptx_reader *r, ptx_name name)
{
    vec_push(&r->m->memory, &r->names, name);
}

void ptx_open_scope(ptx_reader *r)
{
    vec_push(&r->m->memory, &r->scope_parents, r->scope);
    vec_push(&r->m->memory, &r->scope_names, r->names.n);
    r->scope = r->scope_parents.n - 1;
}

void ptx_close_scope(ptx_reader *r)
{
    r->names.n = r->scope_names.at[r->scope];
    r->scope = r->scope_parents.at[r->scope];
}

bool ptx_type_of(ptx_word word, ptx_type *type)
{
    static const struct {
        const char *text;
        ptx_type type;
    } rows[] = {
        {"pred", {PTX_PRED, 1}}, {"u8", {PTX_U, 1}},    {"u16", {PTX_U, 2}}, {"u32", {PTX_U, 4}}, {"u64", {PTX_U, 8}},
        {"s8", {PTX_S, 1}},      {"s16", {PTX_S, 2}},   {"s32", {PTX_S, 4}}, {"s64", {PTX_S, 8}}, {"b8", {PTX_B, 1}},
        {"b16", {PTX_B, 2}},     {"b32", {PTX_B, 4}},   {"b64", {PTX_B, 8}}, {"f16", {PTX_F, 2}}, {"f32", {PTX_F, 4}},
        {"f64", {PTX_F, 8}},     {"bf16", {PTX_BF, 2}},
    };
    if (word.n && word.at[0] == '.') {
        word.at++;
        word.n--;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (ptx_word_is(word, rows[i].text)) {
            *type = rows[i].type;
            return true;
        }
    return false;
}
