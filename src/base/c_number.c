/* c_number.c: converts floats from and to text in the C locale. */
#define _GNU_SOURCE
#include "base/c_number.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct c_scope {
    locale_t own, before;
} c_scope;

/* Of this thread only. The C locale takes no memory, so that newlocale does not fail. */
static c_scope c_number_enter(void)
{
    c_scope scope = {newlocale(LC_ALL_MASK, "C", (locale_t)0), (locale_t)0};
    scope.before = uselocale(scope.own);
    return scope;
}

static void c_number_leave(c_scope scope)
{
    uselocale(scope.before);
    if (scope.own)
        freelocale(scope.own);
}

double c_strtod(const char *text, char **end)
{
    c_scope scope = c_number_enter();
    double value = strtod(text, end);
    c_number_leave(scope);
    return value;
}

float c_strtof(const char *text, char **end)
{
    c_scope scope = c_number_enter();
    float value = strtof(text, end);
    c_number_leave(scope);
    return value;
}

int c_print_double(char *room, size_t n_room, const char *format, int precision, double value)
{
    c_scope scope = c_number_enter();
    int n = snprintf(room, n_room, format, precision, value);
    c_number_leave(scope);
    return n;
}
