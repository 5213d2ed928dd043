/* error_check.h: for tests of the public interface that end at the first thing which is not so: the error that calls
 * fill in, and checks that show it. */
#ifndef RUSTG_ERROR_CHECK_H
#define RUSTG_ERROR_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "rustg/compile.h"
#include "rustg/runtime.h"

static rustg_error error;
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, error.message);                                 \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)
#define GOOD(call) CHECK((call) == RUSTG_OK)

#endif
