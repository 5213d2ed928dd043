/* grid_await.cuh: how the library's kernels follow one another. A kernel may be launched while those ahead of it in its
 * stream run still (engine_kernels_launch), so that its blocks are there when they are done. So each begins with
 * grid_await(). Source: PTX ISA, griddepcontrol. */
#pragma once

#include "base/hd.h"

/* Waits until the kernels ahead are done and what they wrote can be seen. To let the kernel behind be launched here,
 * and not where this one's blocks end, was slower at all sizes, since its blocks take room; but not where the walk is
 * behind. */
RUSTG_D void grid_await()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Lets the blocks of the kernel behind be launched now, where there is room for them beside this one's. */
RUSTG_D void grid_let_next()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}
