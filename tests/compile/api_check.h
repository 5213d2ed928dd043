/* api_check.h: checks for the tests of this folder; they run in every build type and go on after a failure. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include <stdatomic.h>
#include <stdio.h>

static atomic_int check_n_failed;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                    \
            atomic_fetch_add(&check_n_failed, 1);                                                                      \
        }                                                                                                              \
    } while (0)

#define CHECK_STATUS(wanted, call)                                                                                     \
    do {                                                                                                               \
        rustg_status check_status = (call);                                                                            \
        if (check_status != (wanted)) {                                                                                \
            fprintf(stderr, "%s:%d: %s gave \"%s\", not \"%s\"\n", __FILE__, __LINE__, #call,                          \
                    rustg_status_string(check_status), rustg_status_string(wanted));                                   \
            atomic_fetch_add(&check_n_failed, 1);                                                                      \
        }                                                                                                              \
    } while (0)

static inline int check_exit(void)
{
    if (check_n_failed)
        fprintf(stderr, "%d checks failed\n", (int)check_n_failed);
    return check_n_failed ? 1 : 0;
}

#endif
