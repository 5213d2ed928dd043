/* kernels_lexer_on_host.cpp: the lexer's kernels, for kernels_on_host.cpp, which runs them where it has HOST_ENGINE. */
#include "cuda_on_host.h"

#include "lexer/lexer.cu"
