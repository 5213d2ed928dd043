/* scans.cu: the scans of the lexer's kernels beside CUB's, over the same data: a block's scan of maps and of counts
 * (lex_scan_maps, lex_scan_sums), and the scan over tiles with look-back (lex_tile_base_kernel, lex_tile_state_kernel)
 * beside cub::DeviceScan. A program of its own, built by hand:
 *   nvcc -O3 --std=c++17 -arch=sm_90 -I include -I src -I kernels -I BUILD/generated tests/bench/cuda/scans.cu */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>

#include "lexer/lex_tile_base.cuh"
#include "lexer/lex_tile_state.cuh"

enum { SCANS_PASSES = 21, SCANS_ROUNDS = 16, SCANS_BLOCK = LEX_TILE_CHUNKS };

static void must(cudaError_t result, const char *what)
{
    if (result == cudaSuccess)
        return;
    fprintf(stderr, "scans: %s: %s\n", what, cudaGetErrorString(result));
    exit(1);
}

/* first, then second */
struct compose_maps {
    __device__ uint64_t operator()(uint64_t first, uint64_t second) const { return lex_compose(first, second); }
};

struct add_sums {
    __device__ uint64_t operator()(uint64_t a, uint64_t b) const { return a + b; }
};

/* Each block scans its 128 values SCANS_ROUNDS times, each time what the last one made. */
template <bool is_map, bool is_cub> static __global__ void __launch_bounds__(SCANS_BLOCK) block_scans(uint64_t *values)
{
    typedef cub::BlockScan<uint64_t, SCANS_BLOCK, cub::BLOCK_SCAN_WARP_SCANS> scan;
    __shared__ typename scan::TempStorage storage;
    __shared__ uint64_t warps[SCANS_BLOCK / 32];
    const size_t i = (size_t)blockIdx.x * SCANS_BLOCK + threadIdx.x;
    uint64_t value = values[i], total;
    for (int round = 0; round < SCANS_ROUNDS; round++) {
        uint64_t before;
        if (is_cub && is_map) {
            scan(storage).ExclusiveScan(value, before, (uint64_t)LEX_MAP_IDENTITY, compose_maps(), total);
            __syncthreads();
        } else if (is_cub) {
            scan(storage).ExclusiveSum(value, before, total);
            __syncthreads();
        } else {
            before = is_map ? lex_scan_maps(value, warps, &total) : lex_scan_sums(value, warps, &total);
        }
        value = is_map ? before : before + total;
    }
    values[i] = value;
}

template <typename Run> static double median_us(cudaStream_t stream, Run run)
{
    std::vector<float> times;
    cudaEvent_t began, ended;
    must(cudaEventCreate(&began), "cudaEventCreate");
    must(cudaEventCreate(&ended), "cudaEventCreate");
    for (int pass = 0; pass < SCANS_PASSES + 3; pass++) {
        float ms;
        run(false);
        must(cudaEventRecord(began, stream), "cudaEventRecord");
        run(true);
        must(cudaEventRecord(ended, stream), "cudaEventRecord");
        must(cudaStreamSynchronize(stream), "a kernel");
        must(cudaEventElapsedTime(&ms, began, ended), "cudaEventElapsedTime");
        if (pass >= 3)
            times.push_back(ms * 1e3f);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

static std::vector<uint64_t> fetch(const uint64_t *d_values, size_t n)
{
    std::vector<uint64_t> values(n);
    must(cudaMemcpy(values.data(), d_values, n * sizeof(uint64_t), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return values;
}

template <bool is_map, bool is_cub>
static double time_block(cudaStream_t stream, const uint64_t *d_values, uint64_t *d_work, size_t n,
                         std::vector<uint64_t> *result)
{
    const double us = median_us(stream, [&](bool is_timed) {
        if (is_timed)
            block_scans<is_map, is_cub><<<(unsigned)(n / SCANS_BLOCK), SCANS_BLOCK, 0, stream>>>(d_work);
        else
            must(cudaMemcpyAsync(d_work, d_values, n * sizeof(uint64_t), cudaMemcpyDeviceToDevice, stream), "copy");
    });
    *result = fetch(d_work, n);
    return us / SCANS_ROUNDS;
}

template <bool is_map> static bool compare_blocks(cudaStream_t stream, const uint64_t *d_values, size_t n)
{
    uint64_t *d_work;
    std::vector<uint64_t> ours, theirs;
    must(cudaMalloc(&d_work, n * sizeof(uint64_t)), "cudaMalloc");
    const double us = time_block<is_map, false>(stream, d_values, d_work, n, &ours);
    const double cub_us = time_block<is_map, true>(stream, d_values, d_work, n, &theirs);
    must(cudaFree(d_work), "cudaFree");
    printf("block scan of %-6s %9zu values: ours %8.1f us, cub::BlockScan %8.1f us%s\n", is_map ? "maps" : "counts", n,
           us, cub_us, ours == theirs ? "" : ", DIFFERENT");
    return ours == theirs;
}

/* The two kernels over tiles; d_values: maps, or counts with the ends in the upper halves. */
template <bool is_map> static bool compare_tiles(cudaStream_t stream, const uint64_t *d_values, uint32_t n_tiles)
{
    const uint32_t n_groups = (n_tiles + LEX_SCAN_THREADS - 1) / LEX_SCAN_THREADS;
    lex_batch_view v = {};
    uint32_t *d_zeroed, *d_halves, *d_bases;
    uint64_t *d_groups, *d_out;
    uint8_t *d_state;
    void *d_storage = NULL;
    size_t storage_bytes = 0;
    must(cudaMalloc(&d_zeroed, (3 + 2 * n_groups) * sizeof(uint32_t)), "cudaMalloc");
    must(cudaMalloc(&d_halves, 2 * n_tiles * sizeof(uint32_t)), "cudaMalloc");
    must(cudaMalloc(&d_bases, 2 * n_tiles * sizeof(uint32_t)), "cudaMalloc");
    must(cudaMalloc(&d_groups, 2 * n_groups * sizeof(uint64_t)), "cudaMalloc");
    must(cudaMalloc(&d_out, n_tiles * sizeof(uint64_t)), "cudaMalloc");
    must(cudaMalloc(&d_state, n_tiles), "cudaMalloc");
    std::vector<uint64_t> values = fetch(d_values, n_tiles);
    std::vector<uint32_t> halves(2 * n_tiles);
    for (uint32_t i = 0; i < n_tiles; i++) {
        halves[i] = (uint32_t)values[i];
        halves[n_tiles + i] = (uint32_t)(values[i] >> 32);
    }
    must(cudaMemcpy(d_halves, halves.data(), halves.size() * sizeof(uint32_t), cudaMemcpyHostToDevice), "cudaMemcpy");
    v.n_tiles = n_tiles;
    v.d_tile_map = (uint64_t *)d_values;
    v.d_tile_state = d_state;
    v.d_tile_starts = d_halves;
    v.d_tile_lasts = d_halves + n_tiles;
    v.d_tile_start_base = d_bases;
    v.d_tile_last_base = d_bases + n_tiles;
    v.d_tickets = d_zeroed;
    v.d_n_toks = d_zeroed + 2;
    v.d_state_flags = v.d_base_flags = d_zeroed + 3;
    v.d_group_own = d_groups;
    v.d_group_upto = d_groups + n_groups;
    const double us = median_us(stream, [&](bool is_timed) {
        if (!is_timed)
            must(cudaMemsetAsync(d_zeroed, 0, (3 + 2 * n_groups) * sizeof(uint32_t), stream), "cudaMemsetAsync");
        else if (is_map)
            lex_tile_state_kernel<<<n_groups, LEX_SCAN_THREADS, 0, stream>>>(v);
        else
            lex_tile_base_kernel<<<n_groups, LEX_SCAN_THREADS, 0, stream>>>(v);
    });
    auto scan = [&] {
        if (is_map)
            must(cub::DeviceScan::ExclusiveScan(d_storage, storage_bytes, d_values, d_out, compose_maps(),
                                                (uint64_t)LEX_MAP_IDENTITY, (int)n_tiles, stream),
                 "cub::DeviceScan");
        else
            must(cub::DeviceScan::ExclusiveScan(d_storage, storage_bytes, d_values, d_out, add_sums(), (uint64_t)0,
                                                (int)n_tiles, stream),
                 "cub::DeviceScan");
    };
    scan(); /* tells how much storage it wants */
    must(cudaMalloc(&d_storage, storage_bytes), "cudaMalloc");
    const double cub_us = median_us(stream, [&](bool is_timed) {
        if (is_timed)
            scan();
    });
    std::vector<uint64_t> theirs = fetch(d_out, n_tiles);
    std::vector<uint8_t> states(n_tiles);
    std::vector<uint32_t> bases(2 * n_tiles);
    must(cudaMemcpy(states.data(), d_state, n_tiles, cudaMemcpyDeviceToHost), "cudaMemcpy");
    must(cudaMemcpy(bases.data(), d_bases, bases.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost), "cudaMemcpy");
    bool is_equal = true;
    for (uint32_t i = 0; i < n_tiles; i++)
        is_equal &=
            is_map ? states[i] == (theirs[i] & 15) : theirs[i] == ((uint64_t)bases[n_tiles + i] << 32 | bases[i]);
    printf("tile scan of %-7s %9u tiles:  ours %8.1f us, cub::DeviceScan %7.1f us%s\n", is_map ? "maps" : "counts",
           n_tiles, us, cub_us, is_equal ? "" : ", DIFFERENT");
    for (void *memory : {(void *)d_zeroed, (void *)d_halves, (void *)d_bases, (void *)d_groups, (void *)d_out,
                         (void *)d_state, d_storage})
        must(cudaFree(memory), "cudaFree");
    return is_equal;
}

int main()
{
    const size_t n = (size_t)4 << 20; /* chunks of 256 MiB */
    std::vector<uint64_t> values(n);
    uint64_t random_state = 88172645463325252u;
    for (uint64_t &value : values) {
        random_state ^= random_state << 13;
        random_state ^= random_state >> 7;
        random_state ^= random_state << 17;
        value = random_state % 3 ? LEX_MAP_IDENTITY : random_state;
    }
    uint64_t *d_maps, *d_counts;
    cudaStream_t stream;
    must(cudaStreamCreate(&stream), "cudaStreamCreate");
    must(cudaMalloc(&d_maps, n * sizeof(uint64_t)), "cudaMalloc");
    must(cudaMalloc(&d_counts, n * sizeof(uint64_t)), "cudaMalloc");
    must(cudaMemcpy(d_maps, values.data(), n * sizeof(uint64_t), cudaMemcpyHostToDevice), "cudaMemcpy");
    for (uint64_t &value : values)
        value &= 0x0000003F0000003Full;
    must(cudaMemcpy(d_counts, values.data(), n * sizeof(uint64_t), cudaMemcpyHostToDevice), "cudaMemcpy");
    bool is_good = compare_blocks<true>(stream, d_maps, n);
    is_good &= compare_blocks<false>(stream, d_counts, n);
    for (uint32_t n_tiles : {1024u, 8192u, 32768u, 131072u}) {
        is_good &= compare_tiles<true>(stream, d_maps, n_tiles);
        is_good &= compare_tiles<false>(stream, d_counts, n_tiles);
    }
    return !is_good;
}
