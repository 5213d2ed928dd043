/* cli_ignore.h: which files of a folder are not read: those that git would not show (gitignore(5)), hidden ones, and
 * what cargo built. */
#ifndef RUSTG_CLI_IGNORE_H
#define RUSTG_CLI_IGNORE_H

#include "cli/cli.h"

/* The paths of a repository's index, in byte order. */
typedef struct cli_tracked {
    char **paths;
    size_t n;
} cli_tracked;
void cli_tracked_open(cli_tracked *tracked, const char *index_path);
void cli_tracked_close(cli_tracked *tracked);
/* path: from the repository's root; a folder is tracked if anything in it is. */
bool cli_tracked_has(const cli_tracked *tracked, const char *path, bool is_folder);

/* The rules for the folder that a walk begins in; NULL: out of memory. Paths begin with that folder's, as it was
 * given. The walk goes depth first: entering a folder forgets the rules of those that do not contain it. */
typedef struct cli_ignore cli_ignore;
cli_ignore *cli_ignore_new(const char *folder);
void cli_ignore_free(cli_ignore *ignore);
/* Reads the folder's own rules. False: out of memory. */
bool cli_ignore_enter(cli_ignore *ignore, const char *folder);
bool cli_ignore_has(cli_ignore *ignore, const char *path, bool is_folder);

#endif
