/* cli_similar.c: finds the word, or the file, that was probably meant. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { SIMILAR_MOST = 47 }; /* longer words are compared with nothing */

static size_t similar_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, removals, changes and swaps of neighbours that make one word the other. Source: rustc's edit distance
 * (restricted Damerau-Levenshtein). */
static size_t similar_distance(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t rows[3][SIMILAR_MOST + 1], *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= n_b; j++)
        above[j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        row[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            const size_t change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = similar_smaller(change, similar_smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = similar_smaller(row[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = above;
        above = row;
        row = free_row;
    }
    return above[n_b];
}

/* Whether the word is the candidate's begin, or its second half, in any letters: `tvm` of tvm-ffi, `21` of 2021. */
static bool similar_is_part(const char *word, size_t n, const char *candidate, size_t n_candidate)
{
    enum { LEAST_PART = 2 };
    const size_t n_dashes = strspn(word, "-");
    if (n < n_dashes + LEAST_PART || n > n_candidate)
        return false;
    return strncasecmp(candidate, word, n) == 0 ||
           (2 * n >= n_candidate && !memchr(word, '.', n) && strncasecmp(candidate + n_candidate - n, word, n) == 0);
}

void cli_similar_add(cli_similar *similar, const char *word, size_t n, const char *candidate)
{
    const size_t n_candidate = strlen(candidate);
    if (n > SIMILAR_MOST || n_candidate > SIMILAR_MOST || n_candidate == 0)
        return;
    const bool is_part = similar_is_part(word, n, candidate, n_candidate);
    const size_t distance = is_part ? 0 : similar_distance(word, n, candidate, n_candidate);
    const size_t longer = n > n_candidate ? n : n_candidate, most = longer < 3 ? 1 : longer / 3;
    if (distance <= most && distance < longer && (similar->word == NULL || distance < similar->distance)) {
        similar->word = candidate;
        similar->distance = distance;
    }
}

bool cli_other_word(cli_other kind, const char *word, size_t n)
{
    static const struct {
        cli_other kind;
        const char *word, *hint;
    } rows[] = {
#define OTHER_OPTION(word, hint) {CLI_OTHER_OPTION, word, hint},
#define OTHER_EMIT(word, hint)   {CLI_OTHER_EMIT, word, hint},
#define OTHER_ENDING(word, hint) {CLI_OTHER_ENDING, word, hint},
#include "cli/cli_other_word.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind != kind || strlen(rows[i].word) != n || memcmp(rows[i].word, word, n) != 0)
            continue;
        cli_hint("%s", rows[i].hint);
        return true;
    }
    return false;
}

bool cli_is_command(const char *word)
{
    const char *hint = NULL;
#define OTHER_COMMAND(command, its_hint) hint = strcmp(word, command) == 0 ? its_hint : hint;
#include "cli/cli_other_word.def"
    struct stat about;
    if (!hint || stat(word, &about) == 0 || errno != ENOENT)
        return false;
    cli_error("rustgc has no commands, and there is no file `%s`", word);
    cli_hint("%s", hint);
    return true;
}

/* The file of this folder whose name is nearest: that of Rust whose ending was left out, else one spelled alike.
 * Malloc'd; NULL: there is none. */
static char *similar_in(const char *folder, const char *name)
{
    const size_t n = strlen(name);
    char *nearest = NULL;
    cli_similar similar = {0};
    DIR *list = opendir(folder);
    for (const struct dirent *entry; list && (entry = readdir(list)) != NULL;) {
        const char *had = similar.word;
        const bool lacks_ending = strncmp(entry->d_name, name, n) == 0 && strcmp(entry->d_name + n, ".rs") == 0;
        if (lacks_ending)
            similar = (cli_similar){entry->d_name, 0};
        else if (entry->d_name[0] != '.')
            cli_similar_add(&similar, name, n, entry->d_name);
        if (similar.word == had)
            continue;
        free(nearest);
        nearest = strdup(entry->d_name);
        similar.word = nearest;
        if (!nearest || lacks_ending)
            break;
    }
    if (list)
        closedir(list);
    return nearest;
}

void cli_similar_file(const char *path)
{
    struct stat about;
    const char *slash = strrchr(path, '/');
    if (stat(path, &about) == 0 || errno != ENOENT)
        return;
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *nearest = folder ? similar_in(folder, slash ? slash + 1 : path) : NULL;
    if (nearest)
        cli_hint("did you mean `%s%s`?", slash ? folder : "", nearest);
    free(nearest);
    free(folder);
}
