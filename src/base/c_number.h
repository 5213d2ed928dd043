/* c_number.h: converts floats from and to text in the C locale, whatever locale the program has set. */
#ifndef RUSTG_C_NUMBER_H
#define RUSTG_C_NUMBER_H

#include <stddef.h>

/* As strtod and strtof. */
double c_strtod(const char *text, char **end);
float c_strtof(const char *text, char **end);
/* As snprintf of one double; format has a `*` for the precision: "%.*e". */
int c_print_double(char *room, size_t n_room, const char *format, int precision, double value)
    __attribute__((format(printf, 3, 0)));

#endif
