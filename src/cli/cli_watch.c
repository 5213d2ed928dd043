/* cli_watch.c: --watch: each run is a child of this process, which then waits until a file that the run read changes.
 * Folders are watched and not files, since editors put a new file in the place of the old one. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WATCH_QUIET_MS = 30, WATCH_EVENTS = 4096, WATCH_MOST_NAMES = 64 << 20 };
#define WATCH_MASK (IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB)

/*   names     of the files that the last run read, one behind another, each with a final 0
 *   watches   for each of them inotify's number of its folder, -1 where there is none
 *   is_any    a folder was named, or the run failed: any .rs file that comes or goes in a watched folder counts */
typedef struct watch_state {
    int events;
    char *names;
    size_t n_names;
    int *watches;
    bool is_any;
    struct timespec began;
} watch_state;

void cli_watch_note(const cli_options *options, const char *name)
{
    if (options->watch_to < 0)
        return;
    size_t n = strlen(name) + 1;
    while (n > 0) {
        const ssize_t done = write(options->watch_to, name, n);
        if (done < 0 && errno != EINTR)
            return;
        name += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
}

/* The number of the watch on a path's folder, or on the path itself; -1: it cannot be watched. */
static int watch_path(const watch_state *state, const char *path, bool is_folder)
{
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    const size_t n = is_folder ? strlen(path) : slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    if (n >= sizeof folder)
        return -1;
    if (n > 0) {
        memcpy(folder, path, n);
        folder[n] = 0;
    }
    return inotify_add_watch(state->events, folder, WATCH_MASK | IN_ONLYDIR);
}

/* The folders of what was named, before anything is read. *has_folder: one was named itself. */
static void watch_inputs(const watch_state *state, const cli_options *options, bool *has_folder)
{
    *has_folder = false;
    for (size_t i = 0; i < options->n_inputs; i++) {
        struct stat info;
        const bool is_folder = stat(options->inputs[i], &info) == 0 && S_ISDIR(info.st_mode);
        watch_path(state, options->inputs[i], is_folder);
        *has_folder |= is_folder;
    }
}

static bool watch_is_later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec > b->tv_nsec);
}

/* Watches the folders of all that was read. *is_old: a file has changed since the run began. False: out of memory. */
static bool watch_names(watch_state *state, size_t *n, bool *is_old)
{
    *is_old = false;
    *n = 0;
    for (size_t i = 0; i < state->n_names; i++)
        *n += state->names[i] == 0;
    int *watches = realloc(state->watches, (*n + 1) * sizeof *watches);
    if (watches == NULL)
        return false;
    state->watches = watches;
    for (const char *name = state->names; name < state->names + state->n_names; name += strlen(name) + 1) {
        struct stat info;
        *watches++ = watch_path(state, name, false);
        *is_old |= stat(name, &info) == 0 && watch_is_later(&info.st_mtim, &state->began);
    }
    return true;
}

static bool watch_read_names(watch_state *state, int from)
{
    size_t capacity = 0;
    state->n_names = 0;
    for (;;) {
        if (state->n_names + PATH_MAX > capacity) {
            capacity = 2 * (capacity + PATH_MAX);
            char *names = capacity < WATCH_MOST_NAMES ? realloc(state->names, capacity) : NULL;
            if (names == NULL)
                return false;
            state->names = names;
        }
        const ssize_t got = read(from, state->names + state->n_names, capacity - state->n_names);
        if (got > 0)
            state->n_names += (size_t)got;
        else if (got == 0 || errno != EINTR)
            return got == 0;
    }
}

/* Whether an event is of a file that was read, or counts as is_any says. */
static bool watch_is_read(const watch_state *state, const struct inotify_event *event)
{
    const size_t n = strlen(event->name);
    if (state->is_any && n > 3 && strcmp(event->name + n - 3, ".rs") == 0)
        return true;
    const int *watch = state->watches;
    for (const char *name = state->names; name < state->names + state->n_names; name += strlen(name) + 1) {
        const char *slash = strrchr(name, '/');
        if (*watch++ == event->wd && strcmp(slash ? slash + 1 : name, event->name) == 0)
            return true;
    }
    return false;
}

/* Reads what has happened; true where something counts. */
static bool watch_take(watch_state *state)
{
    _Alignas(struct inotify_event) char bytes[WATCH_EVENTS];
    const ssize_t n = read(state->events, bytes, sizeof bytes);
    bool counts = false;
    for (ssize_t at = 0; at < n;) {
        const struct inotify_event *event = (const void *)(bytes + at);
        counts |= (event->mask & IN_Q_OVERFLOW) || (event->len > 0 && watch_is_read(state, event));
        at += (ssize_t)(sizeof *event + event->len);
    }
    return counts;
}

/* Waits for a change, and then until none has come for a moment: an editor makes several. False: it failed. */
static bool watch_wait(watch_state *state)
{
    struct pollfd ready = {.fd = state->events, .events = POLLIN};
    for (bool has_changed = false;;) {
        const int n = poll(&ready, 1, has_changed ? WATCH_QUIET_MS : -1);
        if (n == 0)
            return true;
        if (n > 0)
            has_changed |= watch_take(state);
        else if (errno != EINTR)
            return false;
    }
}

/* One run as a child. True in the child, which goes on with it; in this process *status is how it ended. */
static bool watch_run(watch_state *state, cli_options *options, int *status)
{
    int ends[2], ended = 0;
    *status = -1;
    clock_gettime(CLOCK_REALTIME, &state->began);
    if (pipe(ends) != 0)
        return false;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        close(state->events);
        options->watch_to = ends[1];
        return true;
    }
    close(ends[1]);
    const bool fine = child > 0 && watch_read_names(state, ends[0]);
    close(ends[0]);
    while (child > 0 && waitpid(child, &ended, 0) < 0 && errno == EINTR)
        ;
    if (fine)
        *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : CLI_EXIT_MACHINE;
    return false;
}

static void watch_end(const watch_state *state)
{
    free(state->names);
    free(state->watches);
    if (state->events >= 0)
        close(state->events);
}

bool cli_watch(cli_options *options, int *exit_status)
{
    watch_state state = {.events = inotify_init1(IN_CLOEXEC)};
    bool has_folder = false, fine = state.events >= 0;
    if (fine)
        watch_inputs(&state, options, &has_folder);
    while (fine) {
        int status;
        size_t n = 0;
        bool is_old = false;
        if (watch_run(&state, options, &status)) {
            state.events = -1; /* the child has closed it */
            watch_end(&state);
            return true;
        }
        state.is_any = has_folder || status != CLI_EXIT_OK;
        fine = status >= 0 && watch_names(&state, &n, &is_old);
        if (!fine || is_old)
            continue;
        fprintf(stderr, "rustgc: watching %zu file%s\n", n, n == 1 ? "" : "s");
        fflush(stderr);
        fine = watch_wait(&state);
    }
    cli_error("cannot watch files: %s", strerror(errno));
    watch_end(&state);
    *exit_status = CLI_EXIT_MACHINE;
    return false;
}
