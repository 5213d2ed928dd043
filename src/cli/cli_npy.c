/* cli_npy.c: tokens as NumPy arrays (format 1.0), all files one after another:
 *
 *   PREFIX.kind.npy, PREFIX.flags.npy   u8[n_toks]
 *   PREFIX.start.npy, PREFIX.end.npy    u32[n_toks], bytes from the first byte of the token's file
 *   PREFIX.file_tok.npy                 u64[n_files + 1]: file i has the tokens file_tok[i] .. file_tok[i + 1]
 *   PREFIX.files.json                   names of kinds and flags; path, edition, bytes and errors of each file
 *
 * No slot 0 and no EOF tokens. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NPY_KIND, NPY_FLAGS, NPY_START, NPY_END, NPY_FILE_TOK, NPY_N_ARRAYS, NPY_FILES = NPY_N_ARRAYS, NPY_N_OUTS };
/* Magic, version, length and dictionary; a multiple of 64 with room for any count. */
enum { NPY_HEADER = 128 };

static const struct {
    const char *suffix;
    const char *type; /* without byte order */
} npy_outs[NPY_N_OUTS] = {
    {".kind.npy", "u1"}, {".flags.npy", "u1"},    {".start.npy", "u4"},
    {".end.npy", "u4"},  {".file_tok.npy", "u8"}, {".files.json", ""},
};

struct cli_npy {
    char *paths[NPY_N_OUTS];
    cli_writer outs[NPY_N_OUTS];
    bool made[NPY_N_OUTS];
    uint64_t n_toks, n_files;
};

static void npy_header(char header[NPY_HEADER], const char *type, uint64_t count)
{
    const uint16_t probe = 1;
    bool little = *(const uint8_t *)&probe == 1;
    char order = type[1] == '1' ? '|' : little ? '<' : '>';
    memset(header, ' ', NPY_HEADER);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = NPY_HEADER - 10;
    header[9] = 0;
    int n = snprintf(header + 10, NPY_HEADER - 10,
                     "{'descr': '%c%s', 'fortran_order': False, 'shape': (%" PRIu64 ",), }", order, type, count);
    header[10 + n] = ' ';
    header[NPY_HEADER - 1] = '\n';
}

cli_npy *cli_npy_new(const char *prefix)
{
    cli_npy *npy = calloc(1, sizeof *npy);
    if (npy == NULL)
        return NULL;
    for (size_t i = 0; i < NPY_N_OUTS; i++)
        npy->outs[i].fd = -1;
    for (size_t i = 0; i < NPY_N_OUTS; i++) {
        size_t n_path = strlen(prefix) + strlen(npy_outs[i].suffix) + 1;
        npy->paths[i] = malloc(n_path);
        if (npy->paths[i] == NULL) {
            cli_npy_free(npy, false);
            return NULL;
        }
        snprintf(npy->paths[i], n_path, "%s%s", prefix, npy_outs[i].suffix);
        if (!writer_open(&npy->outs[i], npy->paths[i]))
            return npy;
        npy->made[i] = true;
        if (i < NPY_N_ARRAYS) {
            char header[NPY_HEADER];
            npy_header(header, npy_outs[i].type, 0);
            writer_bytes(&npy->outs[i], header, sizeof header);
        }
    }
    cli_writer *files = &npy->outs[NPY_FILES];
    writer_format(files, "{\"rustg\":\"%s\",\"kinds\":[", rustg_version());
    for (unsigned kind = 0; kind < RUSTG_N_TOKEN_KINDS; kind++)
        writer_format(files, "%s\"%s\"", kind > 0 ? "," : "", rustg_token_kind_name((uint8_t)kind));
    writer_format(files,
                  "],\n\"flags\":{\"joint\":%d,\"raw\":%d,\"suffix\":%d,\"inner\":%d,\"block\":%d},\n\"files\":[",
                  RUSTG_TOKEN_JOINT, RUSTG_TOKEN_RAW, RUSTG_TOKEN_SUFFIX, RUSTG_TOKEN_INNER, RUSTG_TOKEN_BLOCK);
    writer_bytes(&npy->outs[NPY_FILE_TOK], &npy->n_toks, sizeof npy->n_toks);
    return npy;
}

/* The offsets of a file's tokens, counted from its first byte. */
static void npy_offsets(cli_writer *out, const uint32_t *offsets, size_t n, uint32_t base)
{
    const size_t most = CLI_WRITER_BYTES / sizeof(uint32_t);
    while (n > 0) {
        size_t part = n < most ? n : most;
        char *room = writer_room(out, part * sizeof(uint32_t));
        for (size_t i = 0; i < part; i++) {
            uint32_t offset = offsets[i] - base;
            memcpy(room + i * sizeof offset, &offset, sizeof offset);
        }
        writer_advance(out, room + part * sizeof(uint32_t));
        offsets += part;
        n -= part;
    }
}

bool cli_npy_file(cli_npy *npy, const cli_file *file)
{
    const rustg_tokens *toks = &file->toks;
    writer_bytes(&npy->outs[NPY_KIND], toks->kind, toks->n_toks);
    writer_bytes(&npy->outs[NPY_FLAGS], toks->flags, toks->n_toks);
    npy_offsets(&npy->outs[NPY_START], toks->start, toks->n_toks, file->file.base);
    npy_offsets(&npy->outs[NPY_END], toks->end, toks->n_toks, file->file.base);
    npy->n_toks += toks->n_toks;
    writer_bytes(&npy->outs[NPY_FILE_TOK], &npy->n_toks, sizeof npy->n_toks);
    cli_writer *files = &npy->outs[NPY_FILES];
    writer_string(files, npy->n_files > 0 ? ",\n{\"path\":" : "\n{\"path\":");
    writer_json(files, file->file.name, strlen(file->file.name));
    writer_format(files, ",\"edition\":%" PRIu32 ",\"bytes\":%zu,\"errors\":%" PRIu32 "}", file->file.edition,
                  file->file.n_bytes, file->file.n_diags);
    npy->n_files++;
    return cli_npy_error(npy, NULL) == 0;
}

bool cli_npy_end(cli_npy *npy)
{
    bool fine = true;
    writer_string(&npy->outs[NPY_FILES], "\n]}\n");
    for (size_t i = 0; i < NPY_N_OUTS; i++) {
        if (i < NPY_N_ARRAYS) {
            char header[NPY_HEADER];
            npy_header(header, npy_outs[i].type, i == NPY_FILE_TOK ? npy->n_files + 1 : npy->n_toks);
            writer_patch_start(&npy->outs[i], header, sizeof header);
        }
        fine = writer_close(&npy->outs[i]) && fine;
    }
    return fine;
}

void cli_npy_free(cli_npy *npy, bool keep)
{
    if (npy == NULL)
        return;
    for (size_t i = 0; i < NPY_N_OUTS; i++) {
        struct stat info;
        writer_close(&npy->outs[i]);
        if (npy->made[i] && !keep && stat(npy->paths[i], &info) == 0 && S_ISREG(info.st_mode))
            unlink(npy->paths[i]);
        free(npy->paths[i]);
    }
    free(npy);
}

int cli_npy_error(const cli_npy *npy, const char **path)
{
    for (size_t i = 0; i < NPY_N_OUTS; i++) {
        if (npy->outs[i].error != 0) {
            if (path != NULL)
                *path = npy->paths[i];
            return npy->outs[i].error;
        }
    }
    return 0;
}
