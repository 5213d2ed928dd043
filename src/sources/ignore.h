/* ignore.h: which files of a folder are not read: those that git would not show (gitignore(5)), hidden ones, and
 * what cargo built. */
#ifndef RUSTG_IGNORE_H
#define RUSTG_IGNORE_H

#include "sources/glob.h"

/* The paths of a repository's index, in byte order. */
typedef struct tracked_paths {
    char **paths;
    size_t n;
} tracked_paths;
void tracked_open(tracked_paths *tracked, const char *index_path);
void tracked_close(tracked_paths *tracked);
/* path: from the repository's root; a folder is tracked if anything in it is. */
bool tracked_has(const tracked_paths *tracked, const char *path, bool is_folder);

/* The rules for the folder that a walk begins in; NULL: out of memory. Paths begin with that folder's, as it was
 * given. The walk goes depth first: entering a folder forgets the rules of those that do not contain it. */
typedef struct ignore_rules ignore_rules;
ignore_rules *ignore_new(const char *folder);
void ignore_free(ignore_rules *ignore);
/* Reads the folder's own rules. False: out of memory. */
bool ignore_enter(ignore_rules *ignore, const char *folder);
bool ignore_has(ignore_rules *ignore, const char *path, bool is_folder);

#endif
