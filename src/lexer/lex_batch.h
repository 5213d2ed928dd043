/* lex_batch.h: what the lexer's kernels are given: one view by value, host and device agree on its layout.
 *
 * A batch is cut into chunks of 64 bytes, one thread each, and tiles of LEX_TILE_CHUNKS chunks, one block each.
 * Every file begins a chunk; the chunks between its end and the next file hold zeros. */
#ifndef RUSTG_LEX_BATCH_H
#define RUSTG_LEX_BATCH_H

#include "base/hd.h"

/* Chunks whose unsettled ones a warp goes through; a test takes fewer. */
#ifndef LEX_REGION_CHUNKS
#define LEX_REGION_CHUNKS 4096u
#endif
/* A longer file is gone through by regions side by side. */
#define LEX_REGIONS_BYTES (4 * LEX_REGION_CHUNKS * LEX_CHUNK_BYTES)

enum {
    LEX_CHUNK_BYTES = 64,
    LEX_TILE_CHUNKS = 128,
    LEX_TILE_BYTES = LEX_CHUNK_BYTES * LEX_TILE_CHUNKS,
    LEX_SCAN_THREADS = 1024,  /* tiles a block of the two kernels that scan over tiles */
    LEX_RELEX_THREADS = 128,  /* a warp a file, or a region */
    LEX_FEW_BLOCKS = 528,     /* for kernels that mostly find nothing to do */
    LEX_TRY_BLOCKS = 2112,    /* as many as a device has at a time, for a warp that tries has long to do */
    LEX_UNSETTLED_PARTS = 32, /* of a tile with unsettled chunks, each for a block: a chunk a warp */
    LEX_GATHER_THREADS = 256,
    LEX_GATHER_BLOCKS = 264,    /* at most */
    LEX_GATHER_BUS_BLOCKS = 24, /* beside other batches, whose kernels wait where these wait for the bus */
    LEX_TILE_UNSETTLED = 128    /* in d_tile_state: lex_mark.cuh could not settle a chunk of the tile */
};

/* What lex_pieces_kernel does, by launch (lex_relex.cuh). */
typedef enum lex_step { LEX_STEP_TRY, LEX_STEP_REGION, LEX_STEP_RELEX, LEX_STEP_PIECE } lex_step;

/* What a file contains, collected over its chunks. */
enum {
    LEX_WEIRD = 1,   /* some chunks are lexed again with lex_scan.h */
    LEX_BAD = 2,     /* may hold an error: ask lex_diagnose */
    LEX_MAYBE = 256, /* a chunk holds one, if it was entered in the state that lex_mark.cuh took it for */
    LEX_HAS_UNICODE_ESCAPE = 4,
    LEX_HAS_HIGH_ESCAPE = 8,
    LEX_HAS_NUL_ESCAPE = 16,
    LEX_HAS_BYTE_LITERAL = 32,
    LEX_HAS_C_STRING = 64,
    LEX_HAS_HIGH = 128
};

/* Whether each token of a file with these flags has to be looked at to know whether it holds an error. */
RUSTG_HD bool lex_flags_doubtful(uint32_t flags)
{
    return !(flags & LEX_BAD) && (flags & (LEX_WEIRD | LEX_MAYBE | LEX_HAS_HIGH_ESCAPE) ||
                                  (flags & LEX_HAS_BYTE_LITERAL && flags & (LEX_HAS_UNICODE_ESCAPE | LEX_HAS_HIGH)) ||
                                  (flags & LEX_HAS_C_STRING && flags & LEX_HAS_NUL_ESCAPE));
}

/* n_blank: bytes that precede its tokens, for lex_gather alone */
typedef struct lex_file_entry {
    uint32_t base, n_bytes, edition, n_blank;
} lex_file_entry;

/* Bytes of whole words that hold n bytes. */
RUSTG_HD uint32_t lex_whole_words(uint32_t n)
{
    return (n + 3) / 4 * 4;
}

/* d_source: readable from 64 bytes before to LEX_TILE_BYTES behind the batch; both stretches are zero.
 * Scratch, for n_chunks chunks and n_tiles tiles: 28.1 bytes a chunk and 29 a tile, 0.44 bytes a source byte. */
typedef struct lex_batch_view {
    const uint8_t *d_source;
    const lex_file_entry *d_files; /* [n_files] */
    const uint32_t *d_tile_file;   /* [n_tiles + 1] the file that holds the first chunk of the tile */
    uint32_t n_chunks, n_tiles, n_files;
    uint32_t capacity; /* tokens that the output arrays hold */

    /* Where lex_gather makes d_source: the addresses of the files, and d_source itself; else NULL. */
    const uint64_t *d_from; /* [n_files] */
    uint8_t *d_gathered;

    uint64_t *d_prefix;                     /* [n_chunks] map of the chunks of the tile before this one */
    uint64_t *d_tile_map;                   /* [n_tiles] */
    uint8_t *d_tile_state;                  /* [lex_whole_words(n_tiles)] state at the first byte, LEX_TILE_UNSETTLED */
    uint64_t *d_start;                      /* [n_chunks] bits: a token starts here */
    uint64_t *d_last;                       /* [n_chunks] bits: a token's last byte */
    uint32_t *d_tile_starts, *d_tile_lasts; /* [n_tiles] bits set */
    uint32_t *d_tile_start_base, *d_tile_last_base; /* [n_tiles] bits set in all tiles before */

    uint32_t step;      /* a lex_step, of lex_pieces_kernel alone */
    uint32_t *d_region; /* [n_chunks / LEX_REGION_CHUNKS + 1] behind the last piece, LEX_REGION_OPEN; NULL: no file is
                         * longer than LEX_REGIONS_BYTES, and there is no LEX_STEP_REGION */
    uint32_t
        *d_hard; /* [n_chunks] chunks that are not plain (lex_plain.h), in any order; then those that lex_try finds */
    uint32_t *d_unsettled;                /* [n_tiles] tiles with LEX_TILE_UNSETTLED, in any order */
    uint32_t *d_doubtful;                 /* [n_files] files that lex_flags_doubtful tells, in any order */
    uint64_t *d_group_own, *d_group_upto; /* [n_groups] look-back over groups of LEX_SCAN_THREADS tiles */
    /* These are zero on entry. */
    uint32_t *d_tickets;                    /* [2] */
    uint32_t *d_state_flags, *d_base_flags; /* [n_groups] */
    uint32_t *d_n_hard;                     /* [1] entries of d_hard */
    uint32_t *d_n_unsettled;                /* [1] entries of d_unsettled */
    uint32_t *d_n_doubtful;                 /* [1] entries of d_doubtful */
    uint32_t *d_n_kept;                     /* [1] pieces that lex_try has made (lex_relex.cuh) */
    uint32_t *d_again;                      /* [n_chunks / 32 + 1] bits: lexed again */

    /* The results. */
    uint32_t *d_file_flags;     /* [n_files] LEX_WEIRD and the like, zero on entry */
    uint32_t *d_file_first_tok; /* [n_files] */
    uint32_t *d_n_toks;         /* [1] entries of the token arrays, slot 0 included */
    uint8_t *d_kind, *d_flags;
    uint32_t *d_tok_start, *d_tok_end;
} lex_batch_view;

#endif
