/* kernels.cu: the kernels of examples/kernels as one writes them in CUDA C++, for bench_kernels. Parameters are those of the
 * Rust kernels: a slice is a pointer and its length. */
typedef unsigned long long u64;

extern "C" __global__ void copy(const float4 *__restrict__ x, u64, float4 *__restrict__ y, u64 n)
{
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}

extern "C" __global__ void vector_add(const float *__restrict__ a, u64, const float *__restrict__ b, u64, float *__restrict__ c, u64 n)
{
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

extern "C" __global__ void div_f32(const float *__restrict__ a, u64, const float *__restrict__ b, u64, float *__restrict__ c, u64 n)
{
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] / b[i];
}

extern "C" __global__ void scalar_mul_f32(float s, const float *__restrict__ x, u64, float *__restrict__ y, u64 n)
{
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * s;
}

extern "C" __global__ void abs_f64(const double *__restrict__ x, u64, double *__restrict__ y, u64 n)
{
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fabs(x[i]);
}

extern "C" __global__ void mul_c64(const double2 *__restrict__ a, u64, const double2 *__restrict__ b, u64, double2 *__restrict__ c, u64 n)
{
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double2 p = a[i], q = b[i];
        c[i] = make_double2(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x);
    }
}

extern "C" __global__ void saxpy(float a, const float *__restrict__ x, u64, float *__restrict__ y, u64 n)
{
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (u64)gridDim.x * blockDim.x)
        y[i] += a * x[i];
}

extern "C" __global__ void matmul(u64 n, u64 k, const float *__restrict__ a, u64, const float *__restrict__ b, u64, float *__restrict__ c, u64 n_c)
{
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n_c) {
        u64 row = i / n, column = i % n;
        float sum = 0;
        for (u64 l = 0; l < k; l++)
            sum += a[row * k + l] * b[l * n + column];
        c[i] = sum;
    }
}

extern "C" __global__ void matmul_tiled(unsigned m, unsigned n, unsigned k, const float *__restrict__ a, u64, const float *__restrict__ b, u64,
                                        float *__restrict__ c, u64)
{
    __shared__ float tile_a[16][16], tile_b[16][16];
    unsigned x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (unsigned first = 0; first < k; first += 16) {
        tile_a[y][x] = row < m && first + x < k ? a[(u64)row * k + first + x] : 0;
        tile_b[y][x] = first + y < k && column < n ? b[(u64)(first + y) * n + column] : 0;
        __syncthreads();
        for (int l = 0; l < 16; l++)
            sum += tile_a[y][l] * tile_b[l][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[(u64)row * n + column] = sum;
}

extern "C" __global__ void transpose(u64 width, u64 height, const double *__restrict__ from, u64, double *__restrict__ to, u64)
{
    __shared__ double tile[32][33];
    u64 tx = threadIdx.x, ty = threadIdx.y, left = (u64)blockIdx.x * 32, top = (u64)blockIdx.y * 32;
    for (u64 row = ty; row < 32; row += 8)
        if (left + tx < width && top + row < height)
            tile[row][tx] = from[(top + row) * width + left + tx];
    __syncthreads();
    for (u64 row = ty; row < 32; row += 8)
        if (top + tx < height && left + row < width)
            to[(left + row) * height + top + tx] = tile[tx][row];
}
