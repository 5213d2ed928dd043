/* fuzz_limit.h: ends the program when it has used more than so much processor time. libFuzzer's own limit counts the
 * time of day, in which a busy machine may do nothing for the program. */
#ifndef FUZZ_LIMIT_H
#define FUZZ_LIMIT_H

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static void fuzz_limit_reached(int signal_number)
{
    static const char words[] = "the input takes more processor time than it may\n";
    (void)signal_number;
    if (write(2, words, sizeof words - 1) < 0)
        _exit(1);
    abort(); /* libFuzzer writes the input to a file then */
}

/* Counts from now on; 0 ends the count. */
static inline void fuzz_limit(long milliseconds)
{
    struct sigaction action;
    struct itimerval timer;
    memset(&action, 0, sizeof action);
    memset(&timer, 0, sizeof timer);
    action.sa_handler = fuzz_limit_reached;
    timer.it_value.tv_sec = milliseconds / 1000;
    timer.it_value.tv_usec = milliseconds % 1000 * 1000;
    if (sigaction(SIGPROF, &action, NULL) != 0 || setitimer(ITIMER_PROF, &timer, NULL) != 0)
        abort();
}

#endif
