/* cli_shard.c: --shard: one of many parts of the inputs. A part is some of the sources that stand one behind another,
 * of about the same size as the others, so that the parts' lines in order are those of a run over all.
 *
 * In the directory after -o, NAME is as `ast.3-of-8`. While a part is made its files are `.part-NAME...`; then they get
 * their names, and at last NAME.manifest is there, which says of what they were made. A part whose manifest still holds
 * is not made again. NAME.lock is held meanwhile: a second process for the same part waits and finds it done. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHARD_DIGEST = 32, SHARD_HEX = 2 * SHARD_DIGEST + 1, SHARD_NAME_BYTES = 64 };
#define SHARD_PART ".part-"

/*   name           "ast.3-of-8"; part: the path that output goes to
 *   head           the first lines of the manifest: what a part is of
 *   files, room    of the lines about sources, as a stream of memory */
struct cli_shard {
    const cli_options *options;
    const char *folder;
    char name[SHARD_NAME_BYTES], *part, *head, *files;
    size_t n_files_text;
    FILE *file_lines;
    int lock;
};

static void shard_hex(const void *bytes, size_t n_bytes, char hex[SHARD_HEX])
{
    uint8_t digest[SHARD_DIGEST];
    rustg_content_digest(bytes, n_bytes, digest);
    for (int i = 0; i < SHARD_DIGEST; i++)
        snprintf(hex + 2 * (size_t)i, 3, "%02x", digest[i]);
}

static const char *shard_ending(const cli_options *options)
{
    return options->format == CLI_FORMAT_TSV ? ".tsv" : options->format == CLI_FORMAT_ARROW ? ".arrow" : "";
}

/* A path in the folder, malloc'd: FOLDER/BEFORE NAME AFTER without spaces. */
static char *shard_path(const cli_shard *shard, const char *before, const char *after)
{
    char *path;
    return asprintf(&path, "%s/%s%s%s", shard->folder, before, shard->name, after) < 0 ? NULL : path;
}

static int shard_fails(const char *what, const char *path)
{
    cli_error("cannot %s `%s`: %s", what, path, strerror(errno));
    return CLI_EXIT_MACHINE;
}

/* The sources [*first, *end) of the part. Cuts are where the bytes before, with one more for each file, pass a multiple
 * of the part's share. */
static void shard_range(const cli_options *options, const cli_inputs *inputs, size_t *first, size_t *end)
{
    uint64_t total = 0, before = 0;
    for (size_t i = 0; i < inputs->n; i++)
        total += inputs->about[i].n_bytes + 1;
    const uint64_t share = total / options->n_shards + 1;
    *first = *end = inputs->n;
    for (size_t i = inputs->n; i-- > 0;) {
        before = total -= inputs->about[i].n_bytes + 1;
        if (before >= share * options->shard)
            *end = i;
        if (before >= share * (options->shard - 1))
            *first = i;
    }
}

static bool shard_make_head(cli_shard *shard, const cli_inputs *inputs)
{
    static const char *const formats[] = {"text", "tsv", "json", "npy", "arrow"};
    const cli_options *options = shard->options;
    char *list = NULL, hex[SHARD_HEX];
    size_t n_list = 0;
    FILE *lines = open_memstream(&list, &n_list);
    if (!lines)
        return false;
    for (size_t i = 0; i < inputs->n; i++)
        fprintf(lines, "%" PRIu64 "\t%" PRIu32 "\t%s%c", inputs->about[i].n_bytes, inputs->sources[i].edition,
                inputs->sources[i].name, 0);
    const bool is_whole = !ferror(lines);
    if (fclose(lines) != 0 || !is_whole) {
        free(list);
        return false;
    }
    shard_hex(list, n_list, hex);
    free(list);
    return asprintf(&shard->head,
                    "rustgc\t%s\t%" PRIu32 "\ncall\t%s\t%s\nshard\t%" PRIu32 "\t%" PRIu32 "\ninputs\t%s\t%zu\n",
                    rustg_version(), rustg_abi_version(), cli_emit_word(options->emit), formats[options->format],
                    options->shard, options->n_shards, hex, inputs->n) >= 0;
}

/* Takes the lock, which may be of a file that another process has just deleted. */
static int shard_lock(cli_shard *shard)
{
    char *path = shard_path(shard, "", ".lock");
    struct stat info;
    if (!path)
        return cli_no_memory();
    for (;;) {
        shard->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (shard->lock < 0)
            break;
        while (flock(shard->lock, LOCK_EX) != 0 && errno == EINTR)
            ;
        if (fstat(shard->lock, &info) != 0 || info.st_nlink > 0) /* a file system without locks has none to wait for */
            break;
        close(shard->lock);
    }
    const int status = shard->lock < 0 ? shard_fails("write", path) : CLI_EXIT_OK;
    free(path);
    return status;
}

static bool shard_file_line(FILE *to, const uint8_t *bytes, size_t n_bytes, const char *name)
{
    char hex[SHARD_HEX] = "-";
    if (bytes)
        shard_hex(bytes, n_bytes, hex);
    return fprintf(to, "file\t%s\t%zu\t", hex, n_bytes) > 0 && fwrite(name, 1, strlen(name) + 1, to) > 0 &&
           fputc('\n', to) != EOF;
}

/* The digest of a file, which may be larger than memory. False, with errno, where it cannot be read. */
static bool shard_digest(const char *path, char hex[SHARD_HEX], size_t *n_bytes)
{
    struct stat info = {0};
    void *bytes = NULL;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool fine = fd >= 0 && fstat(fd, &info) == 0;
    *n_bytes = fine ? (size_t)info.st_size : 0;
    if (*n_bytes > 0)
        bytes = mmap(NULL, *n_bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    fine = fine && bytes != MAP_FAILED;
    const int error = errno;
    if (fine)
        shard_hex(bytes, *n_bytes, hex);
    if (fine && bytes)
        munmap(bytes, *n_bytes);
    if (fd >= 0)
        close(fd);
    errno = error;
    return fine;
}

/* Whether the manifest's text at *at goes on with a line about such a file; *at moves behind it. */
static bool shard_has_line(const char **at, const char *end, const char *word, const char *path, const char *name)
{
    size_t n_bytes;
    char *line = NULL, hex[SHARD_HEX];
    if (!shard_digest(path, hex, &n_bytes))
        return false;
    const int n = asprintf(&line, "%s\t%s\t%zu\t%s", word, hex, n_bytes, name);
    const size_t n_line = n < 0 ? 0 : (size_t)n + 1; /* with the 0 behind the name, which may hold any other byte */
    const bool is_same = n >= 0 && (size_t)(end - *at) > n_line && memcmp(*at, line, n_line) == 0;
    *at += is_same ? n_line + 1 : 0;
    if (n >= 0)
        free(line);
    return is_same;
}

/* Whether the part is there as its manifest says, made of the sources as they are now. *status: how it ended. */
static bool shard_is_done(const cli_shard *shard, const cli_inputs *inputs, size_t first, size_t end, int *status)
{
    size_t n_bytes = 0;
    char *path = shard_path(shard, "", ".manifest"), *text = path ? cli_read_file(path, &n_bytes) : NULL;
    const size_t n_head = strlen(shard->head);
    bool is_same = text && n_bytes > n_head && memcmp(text, shard->head, n_head) == 0;
    const char *at = text ? text + (is_same ? n_head : 0) : NULL, *text_end = text ? text + n_bytes : NULL;
    for (size_t i = first; is_same && i < end; i++)
        is_same = shard_has_line(&at, text_end, "file", inputs->sources[i].name, inputs->sources[i].name);
    while (is_same && text_end - at > 7 && memcmp(at, "output\t", 7) == 0) {
        const char *name = memchr(at + 7, '\t', (size_t)(text_end - at) - 7);
        name = name ? memchr(name + 1, '\t', (size_t)(text_end - name) - 1) : NULL;
        char *output = NULL;
        is_same = name && asprintf(&output, "%s/%s", shard->folder, name + 1) >= 0 &&
                  shard_has_line(&at, text_end, "output", output, name + 1);
        free(output);
    }
    *status = is_same && strcmp(at, "status\t1\n") == 0 ? CLI_EXIT_SOURCE : CLI_EXIT_OK;
    is_same = is_same && (strcmp(at, "status\t0\n") == 0 || *status == CLI_EXIT_SOURCE);
    free(text);
    free(path);
    return is_same;
}

/* Calls act for each file of the folder whose name begins so, in the order of names. */
typedef bool shard_act(cli_shard *shard, const char *name, FILE *manifest);

static int shard_each(cli_shard *shard, const char *before, shard_act *act, FILE *manifest)
{
    struct dirent **names;
    char start[SHARD_NAME_BYTES + 16];
    const int n = scandir(shard->folder, &names, NULL, alphasort);
    if (n < 0)
        return shard_fails("read directory", shard->folder);
    const size_t n_start = (size_t)snprintf(start, sizeof start, "%s%s.", before, shard->name);
    bool fine = true;
    for (int i = 0; i < n; i++) {
        const char *name = names[i]->d_name;
        const bool is_part =
            strncmp(name, start, n_start) == 0 || (strncmp(name, start, n_start - 1) == 0 && name[n_start - 1] == 0);
        fine = fine && (!is_part || act(shard, name, manifest));
        free(names[i]);
    }
    free(names);
    return fine ? CLI_EXIT_OK : CLI_EXIT_MACHINE;
}

static bool shard_delete(cli_shard *shard, const char *name, FILE *manifest)
{
    char *path;
    (void)manifest;
    if (asprintf(&path, "%s/%s", shard->folder, name) < 0)
        return false;
    const bool fine = unlink(path) == 0 || shard_fails("delete", path) == CLI_EXIT_OK;
    free(path);
    return fine;
}

/* Gives a file its name, and the manifest its line. */
static bool shard_keep(cli_shard *shard, const char *name, FILE *manifest)
{
    const char *kept = name + strlen(SHARD_PART);
    char *from = NULL, *to = NULL, hex[SHARD_HEX];
    size_t n_bytes = 0;
    bool fine = asprintf(&from, "%s/%s", shard->folder, name) >= 0 && asprintf(&to, "%s/%s", shard->folder, kept) >= 0;
    if (!fine)
        cli_no_memory();
    else if (!shard_digest(from, hex, &n_bytes) || rename(from, to) != 0)
        fine = shard_fails("keep", from) == CLI_EXIT_OK;
    else
        fprintf(manifest, "output\t%s\t%zu\t%s%c\n", hex, n_bytes, kept, 0);
    free(from);
    free(to);
    return fine;
}

static int shard_prepare(cli_shard *shard, cli_options *options, cli_inputs *inputs, bool *is_done, int *done_status)
{
    size_t first, end;
    snprintf(shard->name, sizeof shard->name, "%s.%" PRIu32 "-of-%" PRIu32, cli_emit_word(options->emit),
             options->shard, options->n_shards);
    shard->file_lines = open_memstream(&shard->files, &shard->n_files_text);
    shard->part = shard_path(shard, SHARD_PART, shard_ending(options));
    if (!shard->part || !shard->file_lines || !shard_make_head(shard, inputs))
        return cli_no_memory();
    for (size_t i = 0; i < inputs->n; i++) {
        if (inputs->sources[i].bytes == NULL)
            continue;
        cli_error("`-` is no input of --shard: each part would want all of it");
        return CLI_EXIT_CALL;
    }
    if (mkdir(shard->folder, 0777) != 0 && errno != EEXIST)
        return shard_fails("make the directory", shard->folder);
    int status = shard_lock(shard);
    if (status != CLI_EXIT_OK)
        return status;
    shard_range(options, inputs, &first, &end);
    *is_done = shard_is_done(shard, inputs, first, end, done_status);
    if (*is_done)
        return CLI_EXIT_OK;
    /* What a killed process left, and what is of other inputs. */
    char *manifest = shard_path(shard, "", ".manifest");
    if (manifest)
        unlink(manifest);
    free(manifest);
    status = shard_each(shard, SHARD_PART, shard_delete, NULL);
    memmove(inputs->sources, inputs->sources + first, (end - first) * sizeof *inputs->sources);
    memmove(inputs->about, inputs->about + first, (end - first) * sizeof *inputs->about);
    inputs->n = end - first;
    inputs->several = true;
    options->output = shard->part;
    options->syntax_only = true;
    return status;
}

int cli_shard_begin(cli_options *options, cli_inputs *inputs, cli_shard **shard, bool *is_done, int *status)
{
    *is_done = false;
    *shard = calloc(1, sizeof **shard);
    if (*shard == NULL)
        return cli_no_memory();
    **shard = (cli_shard){.options = options, .folder = options->output, .lock = -1};
    return shard_prepare(*shard, options, inputs, is_done, status);
}

bool cli_shard_file(cli_shard *shard, const rustg_file *file)
{
    return shard_file_line(shard->file_lines, file->bytes, file->n_bytes, file->name);
}

/* The manifest is written under another name first: it is there whole, or not at all. */
static int shard_write_manifest(cli_shard *shard, int exit_status)
{
    char *path = shard_path(shard, "", ".manifest"), *part = shard_path(shard, ".making-", ".manifest");
    FILE *out = path && part ? fopen(part, "wb") : NULL;
    int status = CLI_EXIT_MACHINE;
    if (!path || !part) {
        cli_no_memory();
    } else if (!out) {
        shard_fails("write", part);
    } else {
        fputs(shard->head, out);
        fwrite(shard->files, 1, shard->n_files_text, out);
        status = shard_each(shard, SHARD_PART, shard_keep, out);
        fprintf(out, "status\t%d\n", exit_status);
        const bool is_whole = fflush(out) == 0 && !ferror(out) && fsync(fileno(out)) == 0;
        if ((fclose(out) != 0 || !is_whole || rename(part, path) != 0) && status == CLI_EXIT_OK)
            status = shard_fails("write", path);
    }
    free(part);
    free(path);
    return status;
}

int cli_shard_end(cli_shard *shard, int exit_status)
{
    const bool is_whole = fclose(shard->file_lines) == 0;
    shard->file_lines = NULL;
    if (exit_status != CLI_EXIT_OK && exit_status != CLI_EXIT_SOURCE) {
        shard_each(shard, SHARD_PART, shard_delete, NULL);
        return exit_status;
    }
    const int status = is_whole ? shard_write_manifest(shard, exit_status) : cli_no_memory();
    return status == CLI_EXIT_OK ? exit_status : status;
}

void cli_shard_free(cli_shard *shard)
{
    if (shard == NULL)
        return;
    if (shard->file_lines)
        fclose(shard->file_lines);
    if (shard->lock >= 0) {
        char *path = shard_path(shard, "", ".lock");
        if (path)
            unlink(path);
        free(path);
        close(shard->lock);
    }
    free(shard->part);
    free(shard->head);
    free(shard->files);
    free(shard);
}
