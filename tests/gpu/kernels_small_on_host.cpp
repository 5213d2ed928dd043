/* kernels_small_on_host.cpp: the parser's kernels for small tiles, for kernels_on_host.cpp, which runs them. They have
 * names of their own here, for those for large tiles are in the same program. */
#include "cuda_on_host.h"

#define parse_match_kernel       of_small_tiles_parse_match_kernel
#define parse_match_list_kernel  of_small_tiles_parse_match_list_kernel
#define parse_match_rest_kernel  of_small_tiles_parse_match_rest_kernel
#define parse_class_kernel       of_small_tiles_parse_class_kernel
#define parse_depth_kernel       of_small_tiles_parse_depth_kernel
#define parse_line_base_kernel   of_small_tiles_parse_line_base_kernel
#define parse_line_kernel        of_small_tiles_parse_line_kernel
#define parse_cut_kernel         of_small_tiles_parse_cut_kernel
#define parse_slot_kernel        of_small_tiles_parse_slot_kernel
#define parse_line_unit_kernel   of_small_tiles_parse_line_unit_kernel
#define parse_base_kernel        of_small_tiles_parse_base_kernel
#define parse_parent_kernel      of_small_tiles_parse_parent_kernel
#define parse_parent_rest_kernel of_small_tiles_parse_parent_rest_kernel
#include "parser/parser_small.cu"
