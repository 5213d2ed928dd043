/* glob.h: patterns of paths, as lines of gitignore(5) are. */
#ifndef RUSTG_GLOB_H
#define RUSTG_GLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line of gitignore(5).
 *   text           not the whole line, and without a final 0
 *   is_anchored    matches whole paths, else the last name alone */
typedef struct glob_pattern {
    const char *text;
    size_t n_bytes;
    bool is_negated, is_of_folders, is_anchored;
} glob_pattern;

/* False: the line is empty or a comment. The pattern points into it. */
bool glob_read(const char *line, size_t n_bytes, glob_pattern *glob);
/* path: from the folder that the pattern belongs to, without a slash at either end. */
bool glob_matches(const glob_pattern *glob, const char *path, bool is_folder);

#endif
