/* cli_npy.c: tokens or AST nodes as NumPy arrays (format 1.0), all files one after another:
 *
 *   PREFIX.kind.npy                     u8[n], n tokens or nodes
 *   PREFIX.start.npy, PREFIX.end.npy    u32[n], bytes from the first byte of the token's or node's file
 *   PREFIX.files.json                   names of kinds; path, edition, bytes and errors of each file
 * tokens
 *   PREFIX.flags.npy                    u8[n]; PREFIX.files.json has the bits' names
 *   PREFIX.file_tok.npy                 u64[n_files + 1]: file i has the tokens file_tok[i] .. file_tok[i + 1]
 * nodes
 *   PREFIX.tok.npy                      u32[n], tokens from the first token of the node's file
 *   PREFIX.next.npy, PREFIX.parent.npy  u32[n], nodes from the first node of the node's file: a File, whose parent is 0
 *   PREFIX.file_node.npy                u64[n_files + 1]: file i has the nodes file_node[i] .. file_node[i + 1]
 *
 * Slot 0 and EOF tokens are left out. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TOKENS_KIND, TOKENS_FLAGS, TOKENS_START, TOKENS_END };
enum { NODES_KIND, NODES_TOK, NODES_START, NODES_END, NODES_NEXT, NODES_PARENT };
enum { NPY_MOST_OUTS = 8 };
/* The bytes of magic, version, length and dictionary: a multiple of 64 with room for any count. */
enum { NPY_HEADER = 128 };

/* A file that is written. type is NumPy's, without the byte order. Of a list of them, the last but one holds where
 * files begin, and the last is the JSON. */
typedef struct npy_out {
    const char *suffix;
    const char *type;
} npy_out;

static const npy_out npy_tokens[] = {{".kind.npy", "u1"}, {".flags.npy", "u1"},    {".start.npy", "u4"},
                                     {".end.npy", "u4"},  {".file_tok.npy", "u8"}, {".files.json", ""}};
static const npy_out npy_nodes[] = {{".kind.npy", "u1"},      {".tok.npy", "u4"},  {".start.npy", "u4"},
                                    {".end.npy", "u4"},       {".next.npy", "u4"}, {".parent.npy", "u4"},
                                    {".file_node.npy", "u8"}, {".files.json", ""}};

struct cli_npy {
    cli_emit_kind emit;
    const npy_out *kinds; /* [n_outs] */
    size_t n_outs;
    char *paths[NPY_MOST_OUTS];
    cli_writer outs[NPY_MOST_OUTS];
    bool made[NPY_MOST_OUTS];
    uint64_t n_rows, n_files;
};

static cli_writer *npy_bounds(cli_npy *npy)
{
    return &npy->outs[npy->n_outs - 2];
}

static cli_writer *npy_json(cli_npy *npy)
{
    return &npy->outs[npy->n_outs - 1];
}

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

/* Names of kinds, and of flags where there are some. */
static void npy_names(cli_npy *npy)
{
    cli_writer *files = npy_json(npy);
    bool tokens = npy->emit == CLI_EMIT_TOKENS;
    unsigned n_kinds = tokens ? (unsigned)RUSTG_N_TOKEN_KINDS : (unsigned)RUSTG_N_AST_KINDS;
    writer_format(files, "{\"rustg\":\"%s\",\"kinds\":[", rustg_version());
    for (unsigned kind = 0; kind < n_kinds; kind++)
        writer_format(files, "%s\"%s\"", kind > 0 ? "," : "",
                      tokens ? rustg_token_kind_name((uint8_t)kind) : rustg_ast_kind_name((uint8_t)kind));
    writer_string(files, "],\n");
    if (tokens)
        writer_format(files, "\"flags\":{\"joint\":%d,\"raw\":%d,\"suffix\":%d,\"inner\":%d,\"block\":%d},\n",
                      RUSTG_TOKEN_JOINT, RUSTG_TOKEN_RAW, RUSTG_TOKEN_SUFFIX, RUSTG_TOKEN_INNER, RUSTG_TOKEN_BLOCK);
    writer_string(files, "\"files\":[");
}

cli_npy *cli_npy_new(const char *prefix, cli_emit_kind emit)
{
    cli_npy *npy = calloc(1, sizeof *npy);
    if (npy == NULL)
        return NULL;
    npy->emit = emit;
    npy->kinds = emit == CLI_EMIT_TOKENS ? npy_tokens : npy_nodes;
    npy->n_outs = (emit == CLI_EMIT_TOKENS ? sizeof npy_tokens : sizeof npy_nodes) / sizeof(npy_out);
    for (size_t i = 0; i < npy->n_outs; i++)
        npy->outs[i].fd = -1;
    for (size_t i = 0; i < npy->n_outs; i++) {
        size_t n_path = strlen(prefix) + strlen(npy->kinds[i].suffix) + 1;
        npy->paths[i] = malloc(n_path);
        if (npy->paths[i] == NULL) {
            cli_npy_free(npy, false);
            return NULL;
        }
        snprintf(npy->paths[i], n_path, "%s%s", prefix, npy->kinds[i].suffix);
        if (!writer_open(&npy->outs[i], npy->paths[i]))
            return npy;
        npy->made[i] = true;
        if (npy->kinds[i].type[0] != 0) {
            char header[NPY_HEADER];
            npy_header(header, npy->kinds[i].type, 0);
            writer_bytes(&npy->outs[i], header, sizeof header);
        }
    }
    npy_names(npy);
    writer_bytes(npy_bounds(npy), &npy->n_rows, sizeof npy->n_rows);
    return npy;
}

/* Numbers of a file, made to count from the file's own first. */
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

static void npy_toks(cli_npy *npy, const cli_file *file)
{
    const rustg_tokens *toks = &file->toks;
    writer_bytes(&npy->outs[TOKENS_KIND], toks->kind, toks->n_toks);
    writer_bytes(&npy->outs[TOKENS_FLAGS], toks->flags, toks->n_toks);
    npy_offsets(&npy->outs[TOKENS_START], toks->start, toks->n_toks, file->file.base);
    npy_offsets(&npy->outs[TOKENS_END], toks->end, toks->n_toks, file->file.base);
    npy->n_rows += toks->n_toks;
}

static void npy_tree(cli_npy *npy, const cli_file *file)
{
    const rustg_ast *ast = &file->ast;
    uint32_t first = file->file.first_node, n = file->file.n_nodes;
    if (n == 0)
        return;
    writer_bytes(&npy->outs[NODES_KIND], ast->kind + first, n);
    npy_offsets(&npy->outs[NODES_TOK], ast->tok + first, n, file->file.first_tok);
    npy_offsets(&npy->outs[NODES_START], ast->start + first, n, file->file.base);
    npy_offsets(&npy->outs[NODES_END], ast->end + first, n, file->file.base);
    npy_offsets(&npy->outs[NODES_NEXT], ast->next + first, n, first);
    const uint32_t root_parent = first; /* slot 0 in the batch; no slot here */
    npy_offsets(&npy->outs[NODES_PARENT], &root_parent, 1, first);
    npy_offsets(&npy->outs[NODES_PARENT], ast->parent + first + 1, n - 1, first);
    npy->n_rows += n;
}

bool cli_npy_file(cli_npy *npy, const cli_file *file)
{
    if (npy->emit == CLI_EMIT_TOKENS)
        npy_toks(npy, file);
    else
        npy_tree(npy, file);
    writer_bytes(npy_bounds(npy), &npy->n_rows, sizeof npy->n_rows);
    cli_writer *files = npy_json(npy);
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
    writer_string(npy_json(npy), "\n]}\n");
    for (size_t i = 0; i < npy->n_outs; i++) {
        if (npy->kinds[i].type[0] != 0) {
            char header[NPY_HEADER];
            npy_header(header, npy->kinds[i].type, i == npy->n_outs - 2 ? npy->n_files + 1 : npy->n_rows);
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
    for (size_t i = 0; i < npy->n_outs; i++) {
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
    for (size_t i = 0; i < npy->n_outs; i++) {
        if (npy->outs[i].error != 0) {
            if (path != NULL)
                *path = npy->paths[i];
            return npy->outs[i].error;
        }
    }
    return 0;
}
