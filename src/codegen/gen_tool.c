/* gen_tool.c: a tool's identity: a digest over its files' names, sizes, times, inodes and build ids. */
#define _GNU_SOURCE
#include "codegen/gen_tool.h"

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

static void add_number(sha256 *to, uint64_t n)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(n >> 8 * i);
    sha256_add(to, bytes, sizeof bytes);
}

static void add_text(sha256 *to, const char *text)
{
    sha256_add(to, text, strlen(text) + 1);
}

/* The notes of a program or library; the one of kind NT_GNU_BUILD_ID is what its linker made of the content. */
static void add_notes(sha256 *to, int fd, uint64_t offset, uint64_t n)
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

static void add_build_id(sha256 *to, const char *path)
{
    Elf64_Ehdr head;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return;
    if (pread(fd, &head, sizeof head, 0) == (ssize_t)sizeof head && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
        head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_phentsize == sizeof(Elf64_Phdr))
        for (uint32_t i = 0; i < head.e_phnum; i++) {
            Elf64_Phdr row;
            if (pread(fd, &row, sizeof row, (off_t)(head.e_phoff + i * sizeof row)) == (ssize_t)sizeof row && row.p_type == PT_NOTE)
                add_notes(to, fd, row.p_offset, row.p_filesz);
        }
    close(fd);
}

/* False where there is no such file. real: PATH_MAX bytes, the file behind all links. */
static bool add_file(sha256 *to, const char *path, char *real)
{
    struct stat about;
    if (!realpath(path, real) || stat(real, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    add_text(to, real);
    add_number(to, (uint64_t)about.st_size);
    add_number(to, (uint64_t)about.st_mtim.tv_sec);
    add_number(to, (uint64_t)about.st_mtim.tv_nsec);
    add_number(to, about.st_ino);
    add_build_id(to, real);
    return true;
}

/* libnvrtc.so.13.0.88 opens libnvrtc-builtins.so.13.0 beside itself. */
static void add_companion(sha256 *to, const char *real)
{
    char path[PATH_MAX + 64], companion[PATH_MAX];
    int major, minor;
    const char *name = strrchr(real, '/');
    if (!name || sscanf(name, "/libnvrtc.so.%d.%d", &major, &minor) != 2)
        return;
    snprintf(path, sizeof path, "%.*s/libnvrtc-builtins.so.%d.%d", (int)(name - real), real, major, minor);
    add_file(to, path, companion);
}

static bool find_nvrtc(const char *path, gen_identity *identity)
{
    char real[PATH_MAX];
    sha256 digest;
    sha256_begin(&digest);
    bool is_found = add_file(&digest, path, real);
    if (is_found)
        add_companion(&digest, real);
    sha256_end(&digest, identity->bytes);
    return is_found;
}

static bool look_for_nvrtc(gen_identity *identity)
{
    char path[1200];
    return gen_find_nvrtc(path, sizeof path) && find_nvrtc(path, identity);
}

/* Every place of a program along PATH. */
static bool add_program(sha256 *to, const char *name, size_t n_name)
{
    char path[PATH_MAX], real[PATH_MAX];
    bool is_found = false;
    if (memchr(name, '/', n_name)) {
        int n = snprintf(path, sizeof path, "%.*s", (int)n_name, name);
        return n > 0 && (size_t)n < sizeof path && add_file(to, path, real);
    }
    for (const char *at = getenv("PATH"); at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        size_t n_place = strcspn(at, ":");
        int n = snprintf(path, sizeof path, "%.*s%s%.*s", (int)n_place, at, n_place ? "/" : "", (int)n_name, name);
        if (n > 0 && (size_t)n < sizeof path && access(path, X_OK) == 0)
            is_found |= add_file(to, path, real);
    }
    return is_found;
}

static bool look_for_cc(gen_identity *identity)
{
    static const char *const compilers[] = {"cc", "gcc", "clang"}, *const helpers[] = {"as", "ld"};
    static const char *const variables[] = {"CC", "GCC_EXEC_PREFIX", "COMPILER_PATH", "LIBRARY_PATH"};
    const char *own = getenv("CC");
    bool is_found = false;
    sha256 digest;
    sha256_begin(&digest);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        add_text(&digest, value ? value : "");
    }
    for (size_t n; own && *(own += strspn(own, " \t")); own += n) {
        n = strcspn(own, " \t");
        if (*own != '-')
            is_found |= add_program(&digest, own, n);
    }
    for (size_t i = 0; i < sizeof compilers / sizeof compilers[0]; i++)
        is_found |= add_program(&digest, compilers[i], strlen(compilers[i]));
    for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; i++)
        add_program(&digest, helpers[i], strlen(helpers[i]));
    sha256_end(&digest, identity->bytes);
    return is_found;
}

/* What was found last, in which environment, and when. is_final: it is loaded and will not change. */
typedef struct remembered {
    gen_identity identity;
    uint64_t environment[2], seconds;
    bool is_known, is_found, is_final;
} remembered;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static remembered nvrtc, cc;

static void hash_environment(const char *const *variables, size_t n, uint64_t out[2])
{
    uint64_t words[8] = {0};
    for (size_t i = 0; i < n; i++) {
        const char *value = getenv(variables[i]);
        if (value)
            hash_128(value, strlen(value) + 1, &words[2 * i]);
    }
    hash_128(words, sizeof words, out);
}

static bool recall(remembered *of, bool (*look)(gen_identity *), const char *const *variables, size_t n_variables, bool is_fresh,
                   gen_identity *identity)
{
    uint64_t environment[2] = {0};
    struct timespec now;
    pthread_mutex_lock(&lock);
    if (!of->is_final) {
        hash_environment(variables, n_variables, environment);
        clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
        if (is_fresh || !of->is_known || (uint64_t)now.tv_sec != of->seconds ||
            memcmp(environment, of->environment, sizeof environment) != 0) {
            of->is_found = look(&of->identity);
            of->is_known = true;
            of->seconds = (uint64_t)now.tv_sec;
            memcpy(of->environment, environment, sizeof environment);
        }
    }
    *identity = of->identity;
    bool is_found = of->is_found;
    pthread_mutex_unlock(&lock);
    return is_found;
}

bool gen_identity_nvrtc(bool is_fresh, gen_identity *identity)
{
    static const char *const variables[] = {"CUDA_PATH", "CUDA_HOME"};
    return recall(&nvrtc, look_for_nvrtc, variables, 2, is_fresh, identity);
}

bool gen_identity_cc(bool is_fresh, gen_identity *identity)
{
    static const char *const variables[] = {"CC", "PATH", "COMPILER_PATH", "LIBRARY_PATH"};
    return recall(&cc, look_for_cc, variables, 4, is_fresh, identity);
}

void gen_identity_loaded(const char *path)
{
    gen_identity identity;
    bool is_found = find_nvrtc(path, &identity);
    pthread_mutex_lock(&lock);
    nvrtc = (remembered){.identity = identity, .is_known = true, .is_found = is_found, .is_final = true};
    pthread_mutex_unlock(&lock);
}
