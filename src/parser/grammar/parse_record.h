/* parse_record.h: a finished node as the parse kernel leaves it, in no particular order. */
#ifndef RUSTG_PARSE_RECORD_H
#define RUSTG_PARSE_RECORD_H

#include "base/hd.h"

/* Tokens count in the batch.
 *   start, end  the node's tokens, half-open
 *   key         the token at hand when it was finished; nodes with one key are finished in the order `order`
 *   mark_tok    the token at hand when it began, before its attributes
 *   packed      bits 0-7    kind; 0: an unused record
 *               bits 8-13   nodes that were finished with key mark_tok when it began
 *               bit  14     the node ends at the `.` inside the float token before `end`
 *               bit  15     late: it follows the other nodes of its key, and order counts the late ones. A run of a
 *                           list (parse_walk.cuh) finishes such nodes behind its last token, which may be the last of
 *                           another unit too
 *               bits 16-31  order */
typedef struct parse_record {
    uint32_t start, end, anchor, key, mark_tok, packed;
} parse_record;

enum { PARSE_MAX_MARK_COUNT = 63, PARSE_LATE = 1 << 15 };

/* A token's entry of counts: its nodes in bits 0-7, its late ones in 8-15. */
RUSTG_HD uint32_t parse_count_all(uint32_t count)
{
    return (count & 0xFF) + (count >> 8);
}

RUSTG_HD uint32_t parse_record_pack(uint32_t kind, uint32_t mark_count, uint32_t split, uint32_t order)
{
    return kind | mark_count << 8 | split << 14 | order << 16;
}

#endif
