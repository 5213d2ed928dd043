/* parser_small.cu: the parser's kernels for small tiles; built into one fatbin. */
#define PARSE_SMALL_TILES
#include "parse_match_list.cuh"
#include "parse_class.cuh"
#include "parse_slot.cuh"
#include "parse_place.cuh"
#include "parse_parent.cuh"
