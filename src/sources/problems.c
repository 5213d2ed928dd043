/* problems.c: see problems.h. */
#define _POSIX_C_SOURCE 200809L
#include "sources/problems.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

void problems_add(problem_list *problems, const char *path, bool is_left_out, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int n = vsnprintf(NULL, 0, format, values);
    va_end(values);
    char *message = n < 0 ? NULL : malloc((size_t)n + 1), *own_path = strdup(path);
    rustg_find_problem *at = heap_grow(problems->at, &problems->capacity, problems->n + 1, 8, sizeof *problems->at);
    if (at)
        problems->at = at;
    if (!message || !own_path || !at) {
        free(message);
        free(own_path);
        problems->no_memory = true;
        return;
    }
    va_start(values, format);
    vsnprintf(message, (size_t)n + 1, format, values);
    va_end(values);
    at[problems->n++] = (rustg_find_problem){.path = own_path, .message = message, .is_left_out = is_left_out};
}

void problems_free(problem_list *problems)
{
    for (size_t i = 0; i < problems->n; i++) {
        free((void *)(uintptr_t)problems->at[i].path);
        free((void *)(uintptr_t)problems->at[i].message);
    }
    free(problems->at);
    *problems = (problem_list){0};
}
