/* parser.cu: the parser's kernels, in the order in which they run; built into one fatbin. */
#include "parse_match.cuh"
#include "parse_match_list.cuh"
#include "parse_walk.cuh"
#include "parse_base.cuh"
#include "parse_compact.cuh"
#include "parse_parent.cuh"
