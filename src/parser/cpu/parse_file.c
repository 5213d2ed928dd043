/* parse_file.c: takes one file from tokens to finished nodes, whatever is in it. */
#include "parser/parser.h"

#include <stdlib.h>
#include <string.h>

void parse_scratch_free(parse_scratch *scratch)
{
    free(scratch->kinds);
    free(scratch->partner);
    free(scratch->frames);
    free(scratch->nodes);
    free(scratch->opened);
    memset(scratch, 0, sizeof *scratch);
}

parse_verdict parse_whole_file(const parse_file *file, bool suspicious, uint32_t index, parse_scratch *scratch,
                               diag_list *list)
{
    size_t n_before = list->n;
    if (suspicious)
        lex_diagnose(file->bytes, file->n_bytes, file->edition, index, list);
    if (list->failed)
        return PARSE_NO_MEMORY;
    parse_verdict verdict = list->n == n_before ? parse_groups(file, scratch) : PARSE_BAD;
    if (verdict == PARSE_GOOD)
        verdict = parse_cpu_file(file, scratch);
    if (verdict == PARSE_BAD)
        verdict = parse_diagnose_file(file, scratch, index, list);
    return list->failed ? PARSE_NO_MEMORY : verdict;
}
