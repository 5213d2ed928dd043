/* tool_run.c: a program run to its end in a folder of its own, with limits, and without a shell. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "codegen/toolchain/tool_internal.h"

extern char **environ;

/* Folders. One that its process holds open is locked; a process that is killed leaves it behind without a lock, and the
 * next process to compile here deletes it. */

#define TOOL_FOLDER "rustg-cc-"
enum { MOST_TRIES = 16, MOST_SWEPT = 256 };

static const char *tool_temporary_place(void)
{
    const char *place = getenv("TMPDIR");
    return place && *place ? place : "/tmp";
}

/* The folder that fd is, with what lies in it, but no folder below. Takes fd and no other descriptor: there may be
 * none.
 */
static void tool_remove_folder(int fd, int place, const char *name)
{
    DIR *files = fdopendir(fd);
    for (struct dirent *file; files && (file = readdir(files)) != NULL;)
        if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0)
            unlinkat(fd, file->d_name, 0);
    unlinkat(place, name, AT_REMOVEDIR);
    if (files)
        closedir(files);
    else
        close(fd);
}

static void tool_sweep_folder(int place, const char *name)
{
    struct stat about;
    int fd = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &about) == 0 && about.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0)
        tool_remove_folder(fd, place, name);
    else
        close(fd);
}

/* Once a process. */
static void tool_sweep_folders(const char *path)
{
    static atomic_bool is_swept;
    int n = 0;
    if (atomic_exchange(&is_swept, true))
        return;
    DIR *place = opendir(path);
    for (struct dirent *file; place && n < MOST_SWEPT && (file = readdir(place)) != NULL;)
        if (strncmp(file->d_name, TOOL_FOLDER, sizeof TOOL_FOLDER - 1) == 0) {
            tool_sweep_folder(dirfd(place), file->d_name);
            n++;
        }
    if (place)
        closedir(place);
}

static int tool_run_open(const char *path, int flags)
{
    int fd;
    do {
        fd = open(path, flags | O_CLOEXEC);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

int tool_folder_begin(tool_folder *folder)
{
    const char *place = tool_temporary_place();
    tool_sweep_folders(place);
    for (int i = 0; i < MOST_TRIES; i++) {
        struct stat about;
        int n = snprintf(folder->path, sizeof folder->path, "%s/" TOOL_FOLDER "XXXXXX", place);
        if (n < 0 || (size_t)n >= sizeof folder->path)
            return ENAMETOOLONG;
        if (!mkdtemp(folder->path))
            return errno;
        /* A sweeper may take the folder for a dead one before it is locked, or before it is open. Where nothing can be
         * locked, nobody sweeps. */
        folder->fd = tool_run_open(folder->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (folder->fd < 0 && errno == ENOENT)
            continue;
        if (folder->fd < 0) {
            int error = errno;
            rmdir(folder->path);
            return error;
        }
        bool is_locked = flock(folder->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        if (is_locked && fstat(folder->fd, &about) == 0 && about.st_nlink > 0)
            return 0;
        close(folder->fd);
        rmdir(folder->path);
    }
    return EAGAIN;
}

void tool_folder_end(tool_folder *folder)
{
    tool_remove_folder(folder->fd, AT_FDCWD, folder->path);
}

/* Running. */

/* What the child, which has our memory until it begins the program, reads and writes. */
typedef struct child {
    const tool_run *run;
    char **environment;
    const char *path;
    int nothing_fd, log_fd, failed;
    int alive[2]; /* a pipe: its writing end is open in this process alone, and so closes with it */
    sigset_t signals;
} child;

static void tool_run_limit(int what, uint64_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) != 0)
        return;
    if (most < now.rlim_max)
        now.rlim_max = most;
    if (now.rlim_cur > now.rlim_max)
        now.rlim_cur = now.rlim_max;
    setrlimit(what, &now);
}

/* The thread sanitizer takes a child of clone for one with memory of its own, and then no longer sees what this thread
 * synchronizes. It does not know this name, which is glibc's for the same function. */
#ifdef __SANITIZE_THREAD__
int __clone(int (*fn)(void *), void *stack, int flags, void *argument, ...);
#define tool_run_clone __clone
#else
#define tool_run_clone clone
#endif

/* Called through a pointer, as gcc writes a build's counters (--coverage) before each execve that it knows, and
 * allocates memory for that in a child that shares ours. */
static int (*const volatile tool_run_execve)(const char *path, char *const *words, char *const *environment) = execve;

/* The death signal reaches the program, but not those that it has started. The kernel sends the owner of a pipe's
 * reading end, here the process group, its signal when the last writing end is closed, however this process dies. */
static bool tool_run_end_with_parent(child *c)
{
    struct pollfd parent = {.fd = c->alive[0]};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(c->alive[1]);
    fcntl(c->alive[0], F_SETFD, 0);
    fcntl(c->alive[0], F_SETOWN, -getpid());
    fcntl(c->alive[0], F_SETSIG, SIGKILL);
    fcntl(c->alive[0], F_SETFL, O_ASYNC);
    return poll(&parent, 1, 0) == 0 || !(parent.revents & POLLHUP);
}

/* Only calls that a signal handler may make. */
static int tool_begin_program(void *given)
{
    child *c = given;
    struct sigaction action;
    for (int signal = 1; signal < NSIG; signal++)
        if (sigaction(signal, NULL, &action) == 0 && action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL) {
            action.sa_handler = SIG_DFL;
            action.sa_flags = 0;
            sigaction(signal, &action, NULL);
        }
    if (!tool_run_end_with_parent(c))
        return 127;
    if (dup2(c->nothing_fd, 0) < 0 || dup2(c->log_fd, 1) < 0 || dup2(c->log_fd, 2) < 0) {
        c->failed = errno;
        return 127;
    }
    sigprocmask(SIG_SETMASK, &c->signals, NULL);
    /* The last thing: the thread sanitizer maps memory for calls that it watches, and dies where a limit refuses. */
    tool_run_limit(RLIMIT_CORE, 0);
    if (c->run->n_seconds)
        tool_run_limit(RLIMIT_CPU, c->run->n_seconds + 1);
    if (c->run->n_bytes)
        tool_run_limit(RLIMIT_AS, c->run->n_bytes);
    tool_run_execve(c->path, c->run->words, c->environment);
    c->failed = errno;
    return 127;
}

/* The program's file along PATH, malloc'd; NULL: *error says why. */
static char *tool_run_find(const char *name, int *error)
{
    const char *places = getenv("PATH");
    size_t n_name = strlen(name);
    *error = ENOENT;
    if (strchr(name, '/'))
        places = "";
    else if (!places)
        places = "/bin:/usr/bin";
    for (const char *at = places;; at++) {
        struct stat about;
        size_t n_place = strcspn(at, ":"), n = 0;
        char *path = malloc(n_place + n_name + 2);
        if (!path) {
            *error = ENOMEM;
            return NULL;
        }
        memcpy(path, at, n_place);
        n = n_place;
        if (n_place)
            path[n++] = '/';
        memcpy(path + n, name, n_name + 1);
        if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode)) {
            if (access(path, X_OK) == 0)
                return path;
            *error = EACCES;
        }
        free(path);
        at += n_place;
        if (!*at)
            return NULL;
    }
}

/* The caller's environment with TMPDIR being the folder: what the program leaves goes with it. malloc'd, as one. */
static char **tool_make_environment(const tool_folder *folder)
{
    size_t n = 0, n_text = strlen("TMPDIR=") + strlen(folder->path) + 1;
    while (environ && environ[n])
        n++;
    char **made = malloc((n + 2) * sizeof *made + n_text), *text = (char *)(made + n + 2);
    if (!made)
        return NULL;
    size_t n_made = 0;
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "TMPDIR=", 7) != 0)
            made[n_made++] = environ[i];
    snprintf(text, n_text, "TMPDIR=%s", folder->path);
    made[n_made++] = text;
    made[n_made] = NULL;
    return made;
}

static int tool_run_start(child *c, pid_t *pid)
{
    enum { STACK_BYTES = 64 << 10 };
    sigset_t all;
    char *stack = malloc(STACK_BYTES);
    if (!stack)
        return ENOMEM;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &c->signals);
    /* This is what posix_spawn does, but limits are set before the program can start others. */
    *pid = tool_run_clone(tool_begin_program, stack + STACK_BYTES - 64, CLONE_VM | CLONE_VFORK | SIGCHLD, c);
    int error = *pid < 0 ? errno : c->failed;
    pthread_sigmask(SIG_SETMASK, &c->signals, NULL);
    free(stack);
    if (*pid >= 0 && c->failed)
        while (waitpid(*pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    return error;
}

/* False: the time is over. Someone else may have taken the child's state; then it counts as a good end. */
static bool tool_wait_for(pid_t pid, uint32_t n_seconds, int *state)
{
    const double end = clock_seconds() + n_seconds;
    int fd = -1;
    bool is_over = false;
#ifdef SYS_pidfd_open
    fd = (int)syscall(SYS_pidfd_open, pid, 0);
#endif
    *state = 0;
    for (int64_t pause = 1; n_seconds && !is_over; pause = pause < 20 ? pause + 1 : pause) {
        const double seconds = end - clock_seconds();
        const int64_t left = seconds > 0 ? (int64_t)(seconds * 1000) + 1 : 0;
        pid_t found = waitpid(pid, state, WNOHANG);
        if (found == pid || (found < 0 && errno != EINTR)) {
            if (fd >= 0)
                close(fd);
            return true;
        }
        is_over = left == 0;
        struct pollfd ended = {.fd = fd, .events = POLLIN};
        if (!is_over)
            poll(&ended, fd >= 0, (int)(fd < 0 && left > pause ? pause : left > INT_MAX ? INT_MAX : left));
    }
    if (fd >= 0)
        close(fd);
    if (is_over)
        kill(-pid, SIGKILL);
    while (waitpid(pid, state, 0) < 0 && errno == EINTR)
        continue;
    return !is_over;
}

/* Above the standard ones, which the child gives other meanings. */
static int tool_run_above_standard(int fd)
{
    if (fd < 0 || fd > 2)
        return fd;
    int above = fcntl(fd, F_DUPFD_CLOEXEC, 3), error = errno;
    close(fd);
    errno = error;
    return above;
}

static int tool_run_open_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    for (int i = 0; i < 2; i++)
        if ((ends[i] = tool_run_above_standard(ends[i])) < 0)
            return errno;
    return 0;
}

/* What the program left running may go on. */
static void tool_run_close_pipe(int ends[2])
{
    if (ends[0] >= 0)
        fcntl(ends[0], F_SETFL, 0);
    for (int i = 1; i >= 0; i--)
        if (ends[i] >= 0)
            close(ends[i]);
}

static void tool_read_log(int fd, tool_end *end)
{
    struct stat about;
    if (fstat(fd, &about) != 0 || about.st_size <= 0)
        return;
    size_t n = about.st_size < TOOL_MOST_LOG ? (size_t)about.st_size : TOOL_MOST_LOG;
    end->log = malloc(n + 1);
    ssize_t got = end->log ? pread(fd, end->log, n, 0) : 0;
    if (end->log)
        end->log[got > 0 ? got : 0] = 0;
}

tool_end tool_run_to_end(const tool_run *run, const tool_folder *folder)
{
    tool_end end = {0};
    child c = {.run = run, .nothing_fd = -1, .log_fd = -1, .alive = {-1, -1}};
    pid_t pid;
    char *path = tool_run_find(run->words[0], &end.error);
    if (!path)
        return end;
    end.error = 0;
    c.path = path;
    c.environment = tool_make_environment(folder);
    if (!c.environment)
        end.error = ENOMEM;
    if (!end.error && (c.nothing_fd = tool_run_above_standard(tool_run_open("/dev/null", O_RDONLY))) < 0)
        end.error = errno;
    if (!end.error && (c.log_fd = tool_run_above_standard(memfd_create("rustg-cc", MFD_CLOEXEC))) < 0)
        end.error = errno;
    if (!end.error)
        end.error = tool_run_open_pipe(c.alive);
    if (!end.error)
        end.error = tool_run_start(&c, &pid);
    if (!end.error) {
        int state;
        end.is_started = true;
        end.is_too_long = !tool_wait_for(pid, run->n_seconds, &state);
        end.signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
        end.code = WIFEXITED(state) ? WEXITSTATUS(state) : 0;
        end.is_too_long |= end.signal == SIGXCPU;
        tool_read_log(c.log_fd, &end);
    }
    if (c.nothing_fd >= 0)
        close(c.nothing_fd);
    if (c.log_fd >= 0)
        close(c.log_fd);
    tool_run_close_pipe(c.alive);
    free(c.environment);
    free(path);
    return end;
}
