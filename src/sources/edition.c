/* edition.c: finds the edition that cargo would compile a file with, which is that of the nearest Cargo.toml. A
 * package without the key has 2015; `edition.workspace = true` asks the workspace's root. Of
 * `edition` keys of targets, which cargo deprecates, a problem tells that they are not followed. */
#define _GNU_SOURCE
#include "sources/edition.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sources/path.h"
#include "sources/toml.h"

enum { EDITION_DEFAULT = 2024, EDITION_MISSING = 2015 };

/* Open addressing; folder NULL: free. capacity is a power of two. */
typedef struct edition_slot {
    char *folder;
    uint32_t edition;
} edition_slot;

struct edition_table {
    problem_list *problems;
    edition_slot *slots;
    size_t n, capacity;
};

edition_table *editions_new(problem_list *problems)
{
    edition_table *editions = malloc(sizeof *editions);
    if (editions == NULL)
        return NULL;
    *editions = (edition_table){.problems = problems, .capacity = 256};
    editions->slots = calloc(editions->capacity, sizeof *editions->slots);
    if (editions->slots == NULL) {
        free(editions);
        return NULL;
    }
    return editions;
}

void editions_free(edition_table *editions)
{
    if (editions == NULL)
        return;
    for (size_t i = 0; i < editions->capacity; i++)
        free(editions->slots[i].folder);
    free(editions->slots);
    free(editions);
}

/* Finds the slot that holds the folder, or the one where it would go. */
static edition_slot *edition_find(edition_slot *slots, size_t capacity, const char *folder)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *c = folder; *c != 0; c++)
        hash = (hash ^ (uint8_t)*c) * UINT64_C(1099511628211);
    size_t i = (size_t)(hash ^ (hash >> 32)) & (capacity - 1);
    while (slots[i].folder != NULL && strcmp(slots[i].folder, folder) != 0)
        i = (i + 1) & (capacity - 1);
    return &slots[i];
}

/* Remembering is a help only: without memory the answer is found again. */
static void edition_remember(edition_table *editions, const char *folder, uint32_t edition)
{
    if (2 * editions->n >= editions->capacity) {
        size_t capacity = 2 * editions->capacity;
        edition_slot *slots = calloc(capacity, sizeof *slots);
        if (slots == NULL)
            return;
        for (size_t i = 0; i < editions->capacity; i++) {
            if (editions->slots[i].folder != NULL)
                *edition_find(slots, capacity, editions->slots[i].folder) = editions->slots[i];
        }
        free(editions->slots);
        editions->slots = slots;
        editions->capacity = capacity;
    }
    edition_slot *slot = edition_find(editions->slots, editions->capacity, folder);
    if (slot->folder == NULL && (slot->folder = strdup(folder)) != NULL)
        editions->n++;
    slot->edition = edition;
}

/* What a manifest says; a string is "" where it says nothing. */
typedef struct manifest {
    bool has_package, has_workspace, inherits;
    char edition[16], workspace_edition[16];
    char workspace_folder[1024];
    char target[16], target_edition[16]; /* the first of another edition than the package's */
    size_t wrong_line;                   /* the first that is no TOML, from 1; 0: none is */
} manifest;

static void edition_copy_text(char *to, size_t capacity, const char *text)
{
    snprintf(to, capacity, "%s", text);
}

/* `bin` of "bin[].edition"; 0: it is no such key. */
static size_t edition_target(const char *path)
{
    static const char *const targets[] = {"lib", "bin[]", "example[]", "test[]", "bench[]"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        const size_t n = strlen(targets[i]);
        if (strncmp(path, targets[i], n) == 0 && strcmp(path + n, ".edition") == 0)
            return strcspn(path, "[.");
    }
    return 0;
}

static void edition_manifest_key(void *user, const char *path, toml_type type, const char *text)
{
    manifest *m = user;
    if (strcmp(path, "package") == 0 || strncmp(path, "package.", 8) == 0)
        m->has_package = true;
    if (strcmp(path, "workspace") == 0 || strncmp(path, "workspace.", 10) == 0)
        m->has_workspace = true;
    if (type == TOML_STRING && strcmp(path, "package.edition") == 0)
        edition_copy_text(m->edition, sizeof m->edition, text);
    else if (type == TOML_STRING && strcmp(path, "package.workspace") == 0)
        edition_copy_text(m->workspace_folder, sizeof m->workspace_folder, text);
    else if (type == TOML_STRING && strcmp(path, "workspace.package.edition") == 0)
        edition_copy_text(m->workspace_edition, sizeof m->workspace_edition, text);
    else if (type == TOML_OTHER && strcmp(path, "package.edition.workspace") == 0)
        m->inherits = strcmp(text, "true") == 0;
    const size_t n_target = type == TOML_STRING ? edition_target(path) : 0;
    if (n_target > 0 && (m->target[0] == 0 || strcmp(m->target_edition, m->edition) == 0)) {
        snprintf(m->target, sizeof m->target, "%.*s", (int)n_target, path);
        edition_copy_text(m->target_edition, sizeof m->target_edition, text);
    }
}

/* Reads folder/Cargo.toml. False: there is none that can be read. */
static bool edition_manifest_read(edition_table *editions, const char *folder, manifest *m)
{
    *m = (manifest){0};
    char *path = path_join(folder, "Cargo.toml"), *text = NULL, words[128];
    size_t n = 0;
    const int problem = path ? path_read(path, &text, &n) : ENOMEM;
    if (problem == ENOMEM)
        editions->problems->no_memory = true;
    else if (problem && problem != ENOENT && problem != ENOTDIR)
        problems_add(editions->problems, path, false, "cannot read `%s`: %s", path,
                     strerror_r(problem, words, sizeof words));
    if (!problem)
        m->wrong_line = toml_read(text, n, edition_manifest_key, m);
    free(text);
    free(path);
    return !problem;
}

/* Cuts an absolute path to its parent; false at the root. */
static bool edition_to_parent(char *folder)
{
    char *slash = strrchr(folder, '/');
    if (slash == NULL || folder[1] == 0)
        return false;
    slash[slash == folder ? 1 : 0] = 0;
    return true;
}

static uint32_t edition_number(edition_table *editions, const char *text, const char *folder)
{
    static const uint32_t known[] = {2015, 2018, 2021, 2024};
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (*end == 0 && number == known[i])
            return known[i];
    }
    problems_add(editions->problems, folder, false, "`%s/Cargo.toml`: edition `%s` is not known; %d is used", folder,
                 text, EDITION_DEFAULT);
    return EDITION_DEFAULT;
}

/* The edition that the package in folder inherits. */
static uint32_t edition_inherited(edition_table *editions, const char *folder, const manifest *package)
{
    uint32_t edition = 0;
    size_t n_root = strlen(folder) + strlen(package->workspace_folder) + 2;
    char *root = malloc(n_root);
    if (root == NULL) {
        editions->problems->no_memory = true;
        return EDITION_DEFAULT;
    }
    if (package->workspace_folder[0] == '/')
        snprintf(root, n_root, "%s", package->workspace_folder);
    else
        snprintf(root, n_root, "%s%s%s", folder, package->workspace_folder[0] != 0 ? "/" : "",
                 package->workspace_folder);
    bool named = package->workspace_folder[0] != 0;
    do {
        manifest m;
        if (edition_manifest_read(editions, root, &m) && m.has_workspace) {
            if (m.workspace_edition[0] != 0)
                edition = edition_number(editions, m.workspace_edition, root);
            break;
        }
    } while (!named && edition_to_parent(root));
    if (edition == 0) {
        problems_add(editions->problems, folder, false,
                     "`%s/Cargo.toml`: no workspace gives the edition it inherits; %d is used", folder,
                     EDITION_DEFAULT);
        edition = EDITION_DEFAULT;
    }
    free(root);
    return edition;
}

static uint32_t edition_of_manifest(edition_table *editions, const char *folder, const manifest *m)
{
    if (m->inherits)
        return edition_inherited(editions, folder, m);
    if (m->edition[0] != 0)
        return edition_number(editions, m->edition, folder);
    if (m->has_package)
        return EDITION_MISSING;
    return m->workspace_edition[0] != 0 ? edition_number(editions, m->workspace_edition, folder) : EDITION_DEFAULT;
}

uint32_t edition_of_folder(edition_table *editions, const char *folder)
{
    const edition_slot *given = edition_find(editions->slots, editions->capacity, folder);
    if (given->folder != NULL)
        return given->edition;
    uint32_t edition = EDITION_DEFAULT;
    char *real = realpath(folder, NULL);
    const int problem = real != NULL ? 0 : errno;
    char *at = real != NULL ? strdup(real) : NULL, words[128];
    if (problem == ENOMEM || (real != NULL && at == NULL))
        editions->problems->no_memory = true;
    else if (problem && problem != ENOENT && problem != ENOTDIR)
        problems_add(editions->problems, folder, false,
                     "cannot look for the Cargo.toml of `%s`: %s; edition %u is used", folder,
                     strerror_r(problem, words, sizeof words), edition);
    bool found = false;
    while (at != NULL && !found) {
        const edition_slot *slot = edition_find(editions->slots, editions->capacity, at);
        manifest m;
        if (slot->folder != NULL) {
            edition = slot->edition;
            found = true;
        } else if (edition_manifest_read(editions, at, &m)) {
            edition = edition_of_manifest(editions, at, &m);
            found = true;
            if (m.wrong_line > 0)
                problems_add(editions->problems, at, false,
                             "`%s/Cargo.toml`: line %zu is no TOML, and is passed over; edition %u is used", at,
                             m.wrong_line, edition);
            if (m.target[0] != 0 && strtoul(m.target_edition, NULL, 10) != edition)
                problems_add(editions->problems, at, false,
                             "`%s/Cargo.toml`: `%s` has edition %s for itself, which cargo deprecates; %u is used", at,
                             m.target, m.target_edition, edition);
        } else if (!edition_to_parent(at)) {
            break;
        }
    }
    /* All folders on the way up have the same answer. */
    if (at != NULL) {
        size_t n_at = strlen(at);
        do {
            edition_remember(editions, real, edition);
        } while (strlen(real) > n_at && edition_to_parent(real));
    }
    edition_remember(editions, folder, edition);
    free(at);
    free(real);
    return edition;
}

uint32_t edition_of(edition_table *editions, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return edition_of_folder(editions, ".");
    char *folder = strdup(path);
    if (folder == NULL) {
        editions->problems->no_memory = true;
        return EDITION_DEFAULT;
    }
    folder[slash == path ? 1 : slash - path] = 0;
    uint32_t edition = edition_of_folder(editions, folder);
    free(folder);
    return edition;
}
