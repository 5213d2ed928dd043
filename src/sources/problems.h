/* problems.h: what a search met and went on after. */
#ifndef RUSTG_PROBLEMS_H
#define RUSTG_PROBLEMS_H

#include <stdbool.h>

#include "rustg/sources.h"

/* no_memory: something was lost because memory ran out; the search fails. */
typedef struct problem_list {
    rustg_find_problem *at;
    size_t n, capacity;
    bool no_memory;
} problem_list;

/* Adds a problem with a file or folder. */
void problems_add(problem_list *problems, const char *path, bool is_left_out, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void problems_free(problem_list *problems);

#endif
