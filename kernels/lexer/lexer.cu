/* lexer.cu: the lexer's kernels, in the order in which they run; built into one fatbin. */
#include "lex_map.cuh"
#include "lex_tile_state.cuh"
#include "lex_mark.cuh"
#include "lex_relex.cuh"
#include "lex_tile_base.cuh"
#include "lex_emit.cuh"
#include "lex_straddle.cuh"
#include "lex_again.cuh"
