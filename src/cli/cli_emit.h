/* cli_emit.h: declares the files behind cli_emit.c, one for each kind of output, and what their lines share. Offsets
 * count from the first byte of the file. */
#ifndef RUSTG_CLI_EMIT_H
#define RUSTG_CLI_EMIT_H

#include "cli/cli.h"

#include <string.h>

/* How many bytes the numbers, names and separators of one line take at most, its text not counted. */
enum { EMIT_LINE = 256 };

/* The names of kinds, with their lengths, so that no line costs a strlen. */
typedef struct emit_name {
    const char *text;
    size_t n_bytes;
} emit_name;
typedef const char *(*emit_name_fn)(uint8_t kind);
void emit_names_fill(emit_name names[256], emit_name_fn name_of);

/* cli_emit_tokens.c */
void emit_tokens_begin(void);
void emit_tokens_text(cli_emitter *emitter, const cli_file *file);
void emit_tokens_tsv(cli_emitter *emitter, const cli_file *file);
void emit_tokens_json(cli_emitter *emitter, const cli_file *file);

/* cli_emit_ast.c */
void emit_ast_begin(void);
void emit_ast_text(cli_emitter *emitter, const cli_file *file);
void emit_ast_tsv(cli_emitter *emitter, const cli_file *file);
void emit_ast_json(cli_emitter *emitter, const cli_file *file);

/* cli_emit_check.c; false without memory. emit_check_text speaks of all files together. */
void emit_check_text(cli_emitter *emitter);
bool emit_check_tsv(cli_emitter *emitter, const cli_file *file);
bool emit_check_json(cli_emitter *emitter, const cli_file *file);

/* A place in a file that moves forward: lines and columns from 1, columns in characters, no byte-order mark. */
typedef struct emit_place {
    uint32_t at, line, column;
} emit_place;
emit_place emit_place_begin(const rustg_file *file);
void emit_place_move(emit_place *here, const uint8_t *bytes, uint32_t to);

/* The last column of several files, the path, and the end of the line. */
void emit_line_end_tsv(cli_emitter *emitter, const cli_file *file);
/* `# path` before each of several files. */
void emit_path_text(cli_emitter *emitter, const cli_file *file);
/* What all JSON documents say of a file, up to what follows. */
void emit_file_json(cli_emitter *emitter, const cli_file *file);
/* Source text on one line: control characters and what is not UTF-8 are escaped. */
void emit_escaped(cli_writer *out, const uint8_t *text, size_t n_bytes);

static inline char *emit_put(char *to, const char *text, size_t n_bytes)
{
    memcpy(to, text, n_bytes);
    return to + n_bytes;
}

static inline char *emit_put_text(char *to, const char *text)
{
    return emit_put(to, text, strlen(text));
}

static inline char *emit_put_name(char *to, const emit_name *name)
{
    return emit_put(to, name->text, name->n_bytes);
}

#endif
