/* tool_identity.c: identifies a tool by a digest over the names, sizes, times, inodes and build ids of its files. */
#define _GNU_SOURCE
#include "codegen/toolchain/tool_identity.h"
#include "base/global_lock.h"

#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/source_read.h"

static void tool_identity_add_number(sha256 *to, uint64_t n)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(n >> 8 * i);
    sha256_add(to, bytes, sizeof bytes);
}

static void tool_identity_add_text(sha256 *to, const char *text)
{
    sha256_add(to, text, strlen(text) + 1);
}

/* Adds the notes of a program or library. The one of kind NT_GNU_BUILD_ID identifies its content, from the linker. */
static void tool_add_notes(sha256 *to, int fd, uint64_t offset, uint64_t n)
{
    uint8_t notes[4096];
    ssize_t got = pread(fd, notes, n < sizeof notes ? n : sizeof notes, (off_t)offset);
    for (size_t at = 0; got > 0 && at + sizeof(Elf64_Nhdr) <= (size_t)got;) {
        Elf64_Nhdr note;
        memcpy(&note, notes + at, sizeof note);
        size_t name = at + sizeof note, bytes = name + ((size_t)note.n_namesz + 3) / 4 * 4;
        at = bytes + ((size_t)note.n_descsz + 3) / 4 * 4;
        if (at > (size_t)got)
            return;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0)
            sha256_add(to, notes + bytes, note.n_descsz);
    }
}

static void tool_add_build_id(sha256 *to, const char *path)
{
    Elf64_Ehdr head;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return;
    if (pread(fd, &head, sizeof head, 0) == (ssize_t)sizeof head && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
        head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_phentsize == sizeof(Elf64_Phdr))
        for (uint32_t i = 0; i < head.e_phnum; i++) {
            Elf64_Phdr row;
            if (pread(fd, &row, sizeof row, (off_t)(head.e_phoff + i * sizeof row)) == (ssize_t)sizeof row &&
                row.p_type == PT_NOTE)
                tool_add_notes(to, fd, row.p_offset, row.p_filesz);
        }
    close(fd);
}

/* False: there is no such file. real gets the file behind all links, in PATH_MAX bytes. */
static bool tool_identity_add_file(sha256 *to, const char *path, char *real)
{
    struct stat about;
    if (!realpath(path, real) || stat(real, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    tool_identity_add_text(to, real);
    tool_identity_add_number(to, (uint64_t)about.st_size);
    tool_identity_add_number(to, (uint64_t)about.st_mtim.tv_sec);
    tool_identity_add_number(to, (uint64_t)about.st_mtim.tv_nsec);
    tool_identity_add_number(to, about.st_ino);
    tool_add_build_id(to, real);
    return true;
}

/* NVRTC opens libnvrtc-builtins.so.MAJOR.MINOR beside itself. A file named libnvrtc.so.12, as Python's packages have
 * it, does not tell its minor version; then all files that it could open are added. */
static void tool_add_companion(sha256 *to, const char *real)
{
    char path[PATH_MAX + 300], companion[PATH_MAX], wanted[64];
    struct dirent **names;
    int major, minor;
    const char *name = strrchr(real, '/');
    int n_numbers = name ? sscanf(name, "/libnvrtc.so.%d.%d", &major, &minor) : 0;
    if (n_numbers == 2)
        snprintf(wanted, sizeof wanted, "libnvrtc-builtins.so.%d.%d", major, minor);
    else if (n_numbers == 1)
        snprintf(wanted, sizeof wanted, "libnvrtc-builtins.so.%d.", major);
    else
        snprintf(wanted, sizeof wanted, "libnvrtc-builtins.so");
    snprintf(path, sizeof path, "%.*s", name ? (int)(name - real) : 0, real);
    int n = name ? scandir(path, &names, NULL, alphasort) : -1;
    for (int i = 0; i < n; i++) {
        if (n_numbers == 2 ? strcmp(names[i]->d_name, wanted) == 0
                           : strncmp(names[i]->d_name, wanted, strlen(wanted)) == 0) {
            snprintf(path, sizeof path, "%.*s/%.255s", (int)(name - real), real, names[i]->d_name);
            tool_identity_add_file(to, path, companion);
        }
        free(names[i]);
    }
    if (n >= 0)
        free(names);
}

static bool tool_identity_find(tool_library which, const char *path, tool_identity *identity)
{
    char real[PATH_MAX];
    sha256 digest;
    sha256_begin(&digest);
    bool is_found = tool_identity_add_file(&digest, path, real);
    if (is_found && which == TOOL_NVRTC)
        tool_add_companion(&digest, real);
    sha256_end(&digest, identity->bytes);
    return is_found;
}

static bool tool_look_for(tool_library which, tool_identity *identity)
{
    char path[1200];
    return tool_find_library(which, path, sizeof path) && tool_identity_find(which, path, identity);
}

/* Every place of a program along PATH. */
static bool tool_add_program(sha256 *to, const char *name, size_t n_name)
{
    char path[PATH_MAX], real[PATH_MAX];
    bool is_found = false;
    if (memchr(name, '/', n_name)) {
        int n = snprintf(path, sizeof path, "%.*s", (int)n_name, name);
        return n > 0 && (size_t)n < sizeof path && tool_identity_add_file(to, path, real);
    }
    for (const char *at = getenv("PATH"); at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        size_t n_place = strcspn(at, ":");
        int n = snprintf(path, sizeof path, "%.*s%s%.*s", (int)n_place, at, n_place ? "/" : "", (int)n_name, name);
        if (n > 0 && (size_t)n < sizeof path && access(path, X_OK) == 0)
            is_found |= tool_identity_add_file(to, path, real);
    }
    return is_found;
}

/* The variables that steer gcc, clang, as and ld. The first two say where these are. */
static const char *const cc_variables[] = {"CC",
                                           "PATH",
                                           "GCC_EXEC_PREFIX",
                                           "COMPILER_PATH",
                                           "LIBRARY_PATH",
                                           "LD_RUN_PATH",
                                           "CPATH",
                                           "C_INCLUDE_PATH",
                                           "GNUTARGET",
                                           "LDEMULATION",
                                           "GCC_COMPARE_DEBUG",
                                           "CCC_OVERRIDE_OPTIONS",
                                           "SOURCE_DATE_EPOCH"};
static const char *const library_variables[] = {"CUDA_PATH", "CUDA_HOME"};
enum { N_CC_VARIABLES = sizeof cc_variables / sizeof cc_variables[0], N_LIBRARY_VARIABLES = 2 };

/* What `native` means here: the processor's lines of /proc/cpuinfo. */
static void tool_add_processor(sha256 *to)
{
    static const char *const wanted[] = {"vendor_id", "cpu family",      "model",       "stepping", "flags",
                                         "Features",  "CPU implementer", "CPU variant", "CPU part"};
    uint8_t *bytes;
    size_t n;
    if (source_read("/proc/cpuinfo", (size_t)16 << 20, &bytes, &n) != 0)
        return;
    for (size_t at = 0; at < n && bytes[at] != '\n';) { /* to the empty line behind the first processor */
        const uint8_t *end = memchr(bytes + at, '\n', n - at);
        size_t n_line = end ? (size_t)(end - bytes) - at : n - at, n_name = 0;
        while (n_name < n_line && bytes[at + n_name] != '\t' && bytes[at + n_name] != ':')
            n_name++;
        for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
            if (strlen(wanted[i]) == n_name && memcmp(bytes + at, wanted[i], n_name) == 0)
                sha256_add(to, bytes + at, n_line);
        at += n_line + 1;
    }
    free(bytes);
}

/* Adds an option of $CC. If it names a file, the file's identity is added, and if it adapts to the processor, the
 * processor. */
static void tool_add_option(sha256 *to, const char *word, size_t n)
{
    char path[PATH_MAX], real[PATH_MAX];
    const char *value = *word == '@' ? word : memchr(word, '=', n);
    if (!value)
        return;
    size_t n_value = n - (size_t)(value + 1 - word);
    if (n_value == strlen("native") && memcmp(value + 1, "native", n_value) == 0)
        tool_add_processor(to);
    else if ((size_t)snprintf(path, sizeof path, "%.*s", (int)n_value, value + 1) < sizeof path)
        tool_identity_add_file(to, path, real);
}

static bool tool_look_for_cc(tool_identity *identity)
{
    static const char *const compilers[] = {"cc", "gcc", "clang"}, *const helpers[] = {"as", "ld"};
    const char *own = getenv("CC");
    bool is_found = false;
    sha256 digest;
    sha256_begin(&digest);
    for (size_t i = 0; i < N_CC_VARIABLES; i++) {
        const char *value = strcmp(cc_variables[i], "PATH") == 0 ? NULL : getenv(cc_variables[i]);
        tool_identity_add_text(&digest, value ? value : "");
    }
    for (size_t n; own && *(own += strspn(own, " \t")); own += n) {
        n = strcspn(own, " \t");
        if (*own == '-' || *own == '@')
            tool_add_option(&digest, own, n);
        else
            is_found |= tool_add_program(&digest, own, n);
    }
    for (size_t i = 0; i < sizeof compilers / sizeof compilers[0]; i++)
        is_found |= tool_add_program(&digest, compilers[i], strlen(compilers[i]));
    for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; i++)
        tool_add_program(&digest, helpers[i], strlen(helpers[i]));
    sha256_end(&digest, identity->bytes);
    return is_found;
}

/* What was found last, in which environment, and when. is_final says that it is loaded and will not change. */
typedef struct remembered {
    tool_identity identity;
    uint64_t environment[2], seconds;
    bool is_known, is_found, is_final;
} remembered;

static remembered libraries[TOOL_N_LIBRARIES], cc;

static void tool_hash_environment(const char *const *variables, size_t n, uint64_t out[2])
{
    uint64_t words[2 * N_CC_VARIABLES] = {0};
    for (size_t i = 0; i < n; i++) {
        const char *value = getenv(variables[i]);
        if (value)
            hash_128(value, strlen(value) + 1, &words[2 * i]);
    }
    hash_128(words, sizeof words, out);
}

/* which is TOOL_N_LIBRARIES for the C compiler. */
static bool tool_recall(remembered *of, tool_library which, bool is_fresh, tool_identity *identity)
{
    const bool is_cc = which == TOOL_N_LIBRARIES;
    uint64_t environment[2] = {0};
    struct timespec now;
    global_lock(GLOBAL_LOCK_TOOL_IDENTITY);
    if (!of->is_final) {
        tool_hash_environment(is_cc ? cc_variables : library_variables, is_cc ? N_CC_VARIABLES : N_LIBRARY_VARIABLES,
                              environment);
        clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
        if (is_fresh || !of->is_known || (uint64_t)now.tv_sec != of->seconds ||
            memcmp(environment, of->environment, sizeof environment) != 0) {
            of->is_found = is_cc ? tool_look_for_cc(&of->identity) : tool_look_for(which, &of->identity);
            of->is_known = true;
            of->seconds = (uint64_t)now.tv_sec;
            memcpy(of->environment, environment, sizeof environment);
        }
    }
    *identity = of->identity;
    bool is_found = of->is_found;
    global_unlock(GLOBAL_LOCK_TOOL_IDENTITY);
    return is_found;
}

bool tool_identity_library(tool_library which, bool is_fresh, tool_identity *identity)
{
    return tool_recall(&libraries[which], which, is_fresh, identity);
}

bool tool_identity_cc(bool is_fresh, tool_identity *identity)
{
    return tool_recall(&cc, TOOL_N_LIBRARIES, is_fresh, identity);
}

/* Before the file on disk can become another. */
void tool_identity_loaded(tool_library which, const void *function)
{
    Dl_info about;
    void *symbol;
    tool_identity identity;
    memcpy(&symbol, function, sizeof symbol);
    bool is_found = dladdr(symbol, &about) && about.dli_fname && tool_identity_find(which, about.dli_fname, &identity);
    if (!is_found)
        memset(&identity, 0, sizeof identity);
    global_lock(GLOBAL_LOCK_TOOL_IDENTITY);
    libraries[which] = (remembered){.identity = identity, .is_known = true, .is_found = is_found, .is_final = true};
    global_unlock(GLOBAL_LOCK_TOOL_IDENTITY);
}
