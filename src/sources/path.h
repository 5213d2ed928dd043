/* path.h: paths, and files that are read whole as text. */
#ifndef RUSTG_PATH_H
#define RUSTG_PATH_H

#include <stddef.h>

/* The path of a name in a folder, malloc'd; NULL: memory has run out. "" as the name leaves the folder and a slash. */
char *path_join(const char *folder, const char *name);
/* A file's bytes and a final 0, malloc'd; n_bytes may be NULL. Returns 0, or an errno value and then *text is NULL. */
int path_read(const char *path, char **text, size_t *n_bytes);

#endif
