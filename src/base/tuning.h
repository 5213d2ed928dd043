/* tuning.h: has the numbers that measurements settle, and says where each comes from. */
#ifndef RUSTG_TUNING_H
#define RUSTG_TUNING_H

#include <stdint.h>

/* Inputs of at least this many bytes go to CUDA when the engine is `auto` and the tokens are to stay on the device: the
 * crossover of bench_lexer on an H200 (256 KiB: 160 us against 275 us on a CPU core). */
#define TUNING_CROSSOVER_BYTES (UINT64_C(256) << 10)

/* The same for trees that stay on the device: bench_parser on H200s beside 16 CPU threads, 263 KB: 830 to 939
 * against 636 to 975 MB/s, 1.06 MB: 1913 to 2267 against 1202 to 1311; 66 KB: 247 to 285 against 360 to 441. */
#define TUNING_TREE_CROSSOVER_BYTES (UINT64_C(256) << 10)

/* The same for what comes back to the host, where the process has used the device before: trees of 4.2 MB 1.85 against
 * 1.41 GB/s, of 1.06 MB 0.65 against 0.67; tokens by bench_lexer from 4 MiB on. Where it has not, opening the device
 * takes as long as the CPU's threads take for the trees of a gigabyte, or the tokens of two. */
#define TUNING_HOST_CROSSOVER_BYTES (UINT64_C(4) << 20)
#define TUNING_COLD_CROSSOVER_BYTES (UINT64_C(1) << 30)

/* Of batches of at most so many bytes everything is enqueued before the host knows how many tokens there are, with room
 * for a token in 4 bytes: to wait until it knows would take as long as the kernels do. */
#define TUNING_SMALL_BYTES (UINT32_C(1) << 20)

/* Batches of fewer tokens take the parser's kernels for small tiles, whose threads have 4 tokens and not 16. The
 * kernels whose tiles no other knows, of classes and of parents, have a limit of their own. Bytes to AST on an H200,
 * small tiles and large: 1 MB 0.238 and 0.261 ms, 4 MB 0.371 and 0.385, 17 MB 0.751 and 0.730. Tokens to AST with small
 * tiles for classes and parents alone: 17 MB 0.485 and 0.494 ms, 67 MB 1.190 and 1.160. */
#ifndef TUNING_SMALL_TILE_TOKS
#define TUNING_SMALL_TILE_TOKS      (UINT32_C(1) << 20)
#define TUNING_SMALL_LONE_TILE_TOKS (UINT32_C(4) << 20)
#endif

/* From so many tiles of 8 KiB on, a thread of lex_map_kernel has two chunks. With one and two (H200): 17 MB 0.029 and
 * 0.031 ms, 67 MB 0.088 and 0.085, 268 MB 0.326 and 0.298. */
#define TUNING_LEX_MAP_TWO_TILES 2048

/* Source bytes a batch by default: large enough to fill a GPU, small enough that three overlap in 11 GB. */
#define TUNING_BATCH_BYTES (UINT64_C(256) << 20)

/* Where the library reads files, a batch is one part in so many of them all by default, and at least so large: while
 * one is read those before it are worked on, and only the last is waited for. */
#define TUNING_FILE_BATCH_PART  8u
#define TUNING_FILE_BATCH_BYTES (UINT64_C(16) << 20)

/* Batches of at least this are ramped up, where there are several: the first is a quarter, the second a half. */
#define TUNING_RAMP_BYTES (UINT64_C(32) << 20)

/* Batches that are under way on a device at a time: one is staged while another is lexed and parsed, and the kernels of
 * one fill the device where those of another wait. Where its memory does not suffice a batch runs alone. */
#define TUNING_DEVICE_LANES 3u

/* Results of at least this are written by the device itself, to memory that is pinned for that: an H200's host pins
 * touched pages at 30 to 50 GB/s and receives 55 GB/s. */
#define TUNING_PIN_BYTES (UINT64_C(4) << 20)

/* Source bytes a CPU thread lexes at a time: its tokens (1.8 bytes a source byte) stay in the second-level cache. */
#define TUNING_GROUP_BYTES (UINT64_C(256) << 10)

/* Groups get smaller where less than one is left for each thread, down to so many bytes. */
#define TUNING_LEAST_GROUP_BYTES (UINT64_C(32) << 10)

/* A CPU thread whose tokens have no place yet waits for the groups before it once this much waits already. */
#define TUNING_WAITING_BYTES (UINT64_C(64) << 20)

/* A CPU thread must have this many bytes, or this many files to open, to be worth starting (about 30 us). */
#define TUNING_THREAD_BYTES (UINT64_C(64) << 10)
#define TUNING_THREAD_FILES 16u

/* Token arrays of less than this come from malloc; larger ones are reserved and grow by being written. */
#define TUNING_MALLOC_BYTES (UINT64_C(1) << 20)

/* Where a pool keeps what is freed, arrays of this size come from it. With TUNING_MALLOC_BYTES instead, the C library
 * gave the pages of waiting groups back: 14,000 page faults for 60 MB on 4 threads, 2,000 to 5,000 with this. */
#define TUNING_POOL_BYTES (UINT64_C(64) << 10)

/* Memory that the pools of the runtime keep, and the least that a device's pool keeps. */
#define TUNING_POOL_KEEP_BYTES (UINT64_C(512) << 20)

/* A device's pool keeps one part in this of the device's memory between compiles; the rest goes back to the driver at
 * the next synchronization, which costs 3.4 ms for 4 GB on an H200, and 3.0 ms to take them again. */
#define TUNING_DEVICE_POOL_PART 6u

/* Host memory that the default session keeps between compiles: the arrays of 1 GB of ordinary sources; at most one part
 * in TUNING_SESSION_PART of the machine's memory. */
#define TUNING_SESSION_KEEP_BYTES (UINT64_C(4) << 30)
#define TUNING_SESSION_PART       4u

/* Scratch that a thread of the CPU engine may leave for the next compile: what a group of TUNING_GROUP_BYTES needs, and
 * a file of some megabytes. */
#define TUNING_WORKER_KEEP_BYTES (UINT64_C(64) << 20)

/* A batch of this many source bytes has its nodes written straight to where they stay, as far as that is known. */
#define TUNING_PLACED_NODES_BYTES (UINT64_C(1) << 20)

/* Source bytes a node of real code (12.5 in rustc's sources), by which large arrays are told to be large. */
#define TUNING_BYTES_PER_NODE 12u

/* Reserved arrays of at least this ask for huge pages: a third of the time of a large batch went into page faults. */
#define TUNING_HUGE_BYTES (UINT64_C(16) << 20)

/* A delimited group of more tokens than this is a unit of its own for the parse kernel; smaller ones are read where
 * they stand. 24 were slower than 32 at all sizes. */
#define TUNING_INLINE_TOKS 32u

/* Batches of at least so many tokens have enough units for all lanes of a device if these are larger: groups are units
 * from more tokens on, lists are cut in groups of more tokens, and once in 64 entries, not 32. Tokens to AST of 33, 67
 * and 134 MB on an H200: groups from 48 tokens on and lists in more than 128 0.88, 1.24 and 2.00 ms, 64 and 256 0.87,
 * 1.19 and 1.91; of 268 and 1070 MB, 64 and 128 3.47 and 12.9, 64 and 256 3.44 and 12.6. Of 17 MB as a small batch 0.54
 * and as a large one 0.99. Where only lists in more than 512 are cut, units have more events than a warp holds when it
 * places their nodes: 2.5 and 9.8 ms for 67 and 268 MB. */
#ifndef TUNING_MANY_TOKS
#define TUNING_MANY_TOKS (UINT32_C(4) << 20)
#endif
#define TUNING_MANY_INLINE_TOKS 64u
#define TUNING_LIST_TOKS        128u
#define TUNING_MANY_LIST_TOKS   256u

/* Units of lines of at least so many entries are walked by a warp each, which takes half of the time of a lane among
 * others for a step: FEW in batches that leave multiprocessors idle, MANY in those of at least TUNING_MANY_TOKS tokens.
 * So many warps of a multiprocessor do so; of all idle ones in batches that want at most TUNING_FEWEST_BLOCKS. On an
 * H200 the walk of 67 MB by units from 192, 256 and 320 entries on takes 0.35, 0.29 and 0.32 ms; of 17 MB from 128, 160
 * and 192 on 0.131, 0.132 and 0.138; of 1 MB from 64 and 96 on 0.071 and 0.079. A test that sets one of the three
 * entries sets all. */
#ifndef TUNING_LONG_ENTRIES
#define TUNING_FEW_LONG_ENTRIES  64u
#define TUNING_LONG_ENTRIES      160u
#define TUNING_MANY_LONG_ENTRIES 256u
#endif
#define TUNING_LONG_WARPS    8u
#define TUNING_FEWEST_BLOCKS 8u

/* A unit of more steps is left, with its file, to the CPU: a lane makes one in about 0.4 us. */
#define TUNING_WALK_STEPS 8192u

/* One that is walked again is left to the CPU after fewer steps, because all others wait for it. */
#define TUNING_WALK_LATE_STEPS 1024u

/* Stack of a GPU thread for kernels that recurse, whose need no compiler knows, where that takes at most one part in
 * TUNING_KERNEL_STACK_PART of the device's memory for all threads that can be there: 4.1 of an H200's 139 GiB. */
#define TUNING_KERNEL_STACK_BYTES ((size_t)16 << 10)
#define TUNING_KERNEL_STACK_PART  32u

/* Memory that compiles of kernels leave for those after them: what a module of 50 kernels takes. With fresh pages
 * instead a compile of 100 kernels spent a third of its time in page faults. */
#define TUNING_ARENA_KEEP_BYTES ((size_t)16 << 20)

/* Stacks of fibers that launches on the CPU leave for those after them: 32 threads with blocks of 256. One or two pages
 * of each are memory. */
#define TUNING_KEPT_FIBER_STACKS 8192u

/* Stacks of compiles that wait for the next one, and what each keeps of what it touched: a compile of 51 lines touches
 * 40 KiB. Without them 100 compiles of 51 lines take 138 ms in place of 75, as a thread is started for each. */
#define TUNING_KEPT_COMPILE_STACKS 8u
#define TUNING_KEPT_STACK_BYTES    ((size_t)1 << 20)

/* Products on the CPU: columns of C and parts of k whose panels of B are packed together, rows of a task and columns of
 * one where there are several threads, and multiplications from which threads are worth starting. By bench_matmul on a
 * Xeon core with AVX-512, 2048 and f32: depth 256, 384 and 512 are within 3% of each other. */
#define TUNING_PRODUCT_COLUMNS ((size_t)3072)
#define TUNING_PRODUCT_DEPTH   ((size_t)256)
#define TUNING_PRODUCT_ROWS    ((size_t)336)
#define TUNING_PRODUCT_WIDTH   ((size_t)512)
#define TUNING_PRODUCT_THREADS 4e6

#endif
