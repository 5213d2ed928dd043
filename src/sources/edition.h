/* edition.h: the edition of the package that a file belongs to, as cargo finds it. */
#ifndef RUSTG_EDITION_H
#define RUSTG_EDITION_H

#include "sources/problems.h"

/* Remembers the answer for each folder. Manifests that cannot be read or understood become problems. */
typedef struct edition_table edition_table;
edition_table *editions_new(problem_list *problems);
void editions_free(edition_table *editions);
uint32_t edition_of(edition_table *editions, const char *path);
uint32_t edition_of_folder(edition_table *editions, const char *folder);

#endif
