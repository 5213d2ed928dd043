/* kernels.cu: the kernels of examples/kernels as one writes them in CUDA C++, for bench_kernels_gpu. The algorithms,
 * the types and the order of floating-point operations are those of the Rust kernels, and so are the parameters: a
 * slice is a pointer and its length. At the end: filling arrays and comparing them. Needs no header, so that NVRTC
 * compiles it as nvcc does. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
#define KERNEL          extern "C" __global__ void
#define IN(type, name)  const type *__restrict__ name, u64 n_##name
#define OUT(type, name) type *__restrict__ name, u64 n_##name
#define ALL             0xFFFFFFFFu

static __device__ u64 own_index()
{
    return (u64)blockIdx.x * blockDim.x + threadIdx.x;
}

KERNEL copy(IN(float4, x), OUT(float4, y))
{
    u64 i = own_index();
    if (i < n_y)
        y[i] = x[i];
}

/* ---- elementwise.rs ---- */

struct c128 {
    double re, im;
};

static __device__ double2 operator+(double2 a, double2 b)
{
    return make_double2(a.x + b.x, a.y + b.y);
}
static __device__ double2 operator-(double2 a, double2 b)
{
    return make_double2(a.x - b.x, a.y - b.y);
}
static __device__ double2 operator-(double2 a)
{
    return make_double2(-a.x, -a.y);
}
static __device__ double2 operator*(double2 a, double2 b)
{
    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
static __device__ double2 operator/(double2 a, double2 b)
{
    double n = b.x * b.x + b.y * b.y;
    return make_double2((a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n);
}
static __device__ double2 value(c128 s)
{
    return make_double2(s.re, s.im);
}
static __device__ float value(float s)
{
    return s;
}
static __device__ double value(double s)
{
    return s;
}

#define BINARY(name, type, expression)                                                                                 \
    KERNEL name(IN(type, a), IN(type, b), OUT(type, y))                                                                \
    {                                                                                                                  \
        u64 i = own_index();                                                                                           \
        if (i < n_y) {                                                                                                 \
            type p = a[i], q = b[i];                                                                                   \
            y[i] = expression;                                                                                         \
        }                                                                                                              \
    }
#define UNARY(name, type, result, expression)                                                                          \
    KERNEL name(IN(type, x), OUT(result, y))                                                                           \
    {                                                                                                                  \
        u64 i = own_index();                                                                                           \
        if (i < n_y) {                                                                                                 \
            type v = x[i];                                                                                             \
            y[i] = expression;                                                                                         \
        }                                                                                                              \
    }
#define SCALED(name, type, scalar, expression)                                                                         \
    KERNEL name(scalar k, IN(type, x), OUT(type, y))                                                                   \
    {                                                                                                                  \
        u64 i = own_index();                                                                                           \
        if (i < n_y) {                                                                                                 \
            type v = x[i], s = value(k);                                                                               \
            y[i] = expression;                                                                                         \
        }                                                                                                              \
    }
#define SET(suffix, type, scalar)                                                                                      \
    BINARY(add_##suffix, type, p + q)                                                                                  \
    BINARY(sub_##suffix, type, p - q)                                                                                  \
    BINARY(mul_##suffix, type, p *q)                                                                                   \
    BINARY(div_##suffix, type, p / q)                                                                                  \
    UNARY(neg_##suffix, type, type, -v)                                                                                \
    SCALED(scalar_add_##suffix, type, scalar, v + s)                                                                   \
    SCALED(scalar_mul_##suffix, type, scalar, v *s)
SET(f32, float, float)
SET(f64, double, double)
SET(c128, double2, c128)
UNARY(abs_f32, float, float, fabsf(v))
UNARY(abs_f64, double, double, fabs(v))
UNARY(abs_c128, double2, double, sqrt(v.x *v.x + v.y * v.y))

BINARY(vector_add, float, p + q)

KERNEL saxpy(float a, IN(float, x), OUT(float, y))
{
    for (u64 i = own_index(); i < n_y; i += (u64)gridDim.x * blockDim.x)
        y[i] += a * x[i];
}

KERNEL leaky_relu(float slope, IN(float, x), OUT(float, y))
{
    u64 i = own_index();
    if (i < n_y)
        y[i] = x[i] < 0 ? slope * x[i] : x[i];
}

KERNEL quantize(float scale, int zero, IN(float, x), OUT(u8, y))
{
    u64 i = own_index();
    if (i < n_y)
        y[i] = (u8)min(max((int)roundf(x[i] / scale) + zero, 0), 255);
}

KERNEL byte_shuffle(IN(u32, x), OUT(u32, y))
{
    u64 i = own_index();
    if (i < n_y)
        y[i] = __byte_perm(x[i], 0, 0x0123) ^ __funnelshift_l(x[i], x[i], 8);
}

/* ---- 16 bits: what cuda_fp16.h and cuda_bf16.h compile to ---- */

static __device__ float from_half(u16 h)
{
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
    return f;
}
static __device__ u16 to_half(float f)
{
    u16 h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
    return h;
}
static __device__ u16 half_add(u16 a, u16 b)
{
    u16 r;
    asm("add.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
    return r;
}
static __device__ u16 half_mul(u16 a, u16 b)
{
    u16 r;
    asm("mul.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
    return r;
}
static __device__ float from_bfloat(u16 b)
{
    return __int_as_float((u32)b << 16);
}
static __device__ u16 to_bfloat(float f)
{
#if __CUDA_ARCH__ >= 800
    u16 b;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(b) : "f"(f));
    return b;
#else
    u32 bits = __float_as_int(f);
    return (u16)((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
#endif
}

KERNEL half_axpy(float a, IN(u16, x), OUT(u16, y), OUT(u16, z))
{
    u64 i = own_index();
    if (i < n_y) {
        u16 own = x[i];
        float sum = fmaf(a, from_half(own), from_half(y[i]));
        y[i] = half_add(to_half(sum), half_mul(own, 0x3800));
        z[i] = to_bfloat(from_bfloat(to_bfloat(sum)) / 3.0f);
    }
}

/* ---- numbers of one thread's own ---- */

static __device__ float normal(float x)
{
    const float a[5] = {0.2548296f, -0.28449672f, 1.4214138f, -1.453152f, 1.0614054f};
    float z = fabsf(x) * 0.707106781186547524400844362104849039f, t = 1 / (1 + 0.3275911f * z), poly = 0;
    for (int k = 4; k >= 0; k--)
        poly = (poly + a[k]) * t;
    return 0.5f * (1 + copysignf(1 - poly * expf(-z * z), x));
}

KERNEL black_scholes(float rate, float volatility, IN(float, spot), IN(float, strike), IN(float, years),
                     OUT(float, call), OUT(float, put))
{
    u64 i = own_index();
    if (i >= n_spot)
        return;
    float s = spot[i], k = strike[i], t = years[i], spread = volatility * sqrtf(t);
    float d1 = (logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / spread, d2 = d1 - spread;
    float discounted = k * expf(-rate * t), n1 = normal(d1), n2 = normal(d2);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1 - n2) - s * (1 - n1);
}

KERNEL collatz(u64 first, OUT(int, out))
{
    u64 i = own_index();
    if (i >= n_out)
        return;
    u64 n = first + i;
    int count = 0;
    while (n > 1) {
        if (n % 2 == 0) {
            n /= 2;
        } else if (n > (~0ull - 1) / 3) {
            count = -1;
            break;
        } else {
            n = 3 * n + 1;
        }
        count++;
    }
    out[i] = count;
}

KERNEL mandelbrot(u32 width, u32 height, u32 most, OUT(u32, out))
{
    u64 i = own_index();
    if (i >= n_out)
        return;
    double re = (double)((u32)i % width) / width * 3 - 2, im = (double)((u32)i / width) / height * 2 - 1, x = 0, y = 0;
    u32 n = 0;
    for (; n < most && x * x + y * y <= 4; n++) {
        double next = x * x - y * y + re;
        y = x * y + y * x + im;
        x = next;
    }
    out[i] = n;
}

static __device__ double unit(u64 &state)
{
    u64 z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return (double)((z ^ z >> 31) >> 11) / (double)(1ull << 53);
}

KERNEL monte_carlo(u32 tries, u64 seed, u64 *hits, u64)
{
    u64 state = seed ^ own_index() << 32, own = 0;
    for (u32 k = 0; k < tries; k++) {
        double x = unit(state), y = unit(state);
        own += x * x + y * y < 1;
    }
    for (int step = 16; step > 0; step /= 2)
        own += __shfl_down_sync(ALL, own, step);
    if (threadIdx.x % 32 == 0)
        atomicAdd(hits, own);
}

/* ---- physics and pictures ---- */

static __device__ float3 vector(const float *v, u64 i)
{
    return make_float3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
}
static __device__ float3 operator+(float3 a, float3 b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static __device__ float3 operator-(float3 a, float3 b)
{
    return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static __device__ float3 operator*(float3 a, float k)
{
    return make_float3(a.x * k, a.y * k, a.z * k);
}
static __device__ float dot(float3 a, float3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

KERNEL n_body(float dt, IN(float, mass), IN(float, position), IN(float, velocity), OUT(float3, new_position),
              OUT(float3, new_velocity))
{
    u64 i = own_index();
    if (i >= n_mass)
        return;
    float3 own = vector(position, i), acceleration = make_float3(0, 0, 0);
    for (u64 j = 0; j < n_mass; j++) {
        float3 d = vector(position, j) - own;
        float r2 = dot(d, d) + 1e-4f;
        acceleration = acceleration + d * (mass[j] / (r2 * sqrtf(r2)));
    }
    float3 v = vector(velocity, i) + acceleration * dt;
    new_position[i] = own + v * dt;
    new_velocity[i] = v;
}

enum material { MATTE, METAL, LIGHT, NO_MATERIAL };
struct hit {
    float distance, parameter;
    float3 normal;
    material of;
};

static __device__ bool meets(const float *sphere, float3 direction, hit &found)
{
    float3 centre = make_float3(sphere[0], sphere[1], sphere[2]);
    float radius = sphere[3], b = dot(direction, centre), c = dot(centre, centre) - radius * radius, under = b * b - c;
    if (under < 0)
        return false;
    found.distance = b - sqrtf(under);
    u32 of = (u32)sphere[4];
    if (found.distance <= 0 || of >= NO_MATERIAL)
        return false;
    float3 n = direction * found.distance - centre;
    found.normal = make_float3(n.x / radius, n.y / radius, n.z / radius);
    found.of = (material)of;
    found.parameter = sphere[5];
    return true;
}

static __device__ float shade(const hit &found)
{
    float facing = fmaxf(dot(found.normal, make_float3(0.48f, 0.64f, -0.6f)), 0), shine = facing * facing,
          p = found.parameter;
    switch (found.of) {
    case LIGHT: return p;
    case MATTE: return p * (0.1f + 0.9f * facing);
    default: return facing == 0 ? p * 0.05f : p * (shine * shine * (1 - 0.25f) + facing * 0.25f);
    }
}

KERNEL ray_sphere(u64 width, u64 height, IN(float, spheres), OUT(float, image))
{
    u64 i = own_index();
    if (i >= n_image)
        return;
    float x = (float)(i % width) / (float)width - 0.5f, y = 0.5f - (float)(i / width) / (float)height,
          length = sqrtf(x * x + y * y + 1);
    float3 direction = make_float3(x / length, y / length, 1 / length);
    hit nearest, one;
    bool any = false;
    for (u64 row = 0; row + 6 <= n_spheres; row += 6)
        if (meets(spheres + row, direction, one) && !(any && nearest.distance <= one.distance)) {
            nearest = one;
            any = true;
        }
    image[i] = any ? shade(nearest) : 0.2f * (1 - y);
}

KERNEL life(u64 width, u64 height, IN(bool, board), OUT(bool, next))
{
    for (u64 i = own_index(); i < width * height; i += (u64)gridDim.x * blockDim.x) {
        long long x = i % width, y = i / width, w = width, h = height;
        u32 neighbours = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (dx || dy)
                    neighbours += board[(y + dy + h) % h * w + (x + dx + w) % w];
        next[i] = neighbours == 3 || (neighbours == 2 && board[i]);
    }
}

/* ---- matrices ---- */

KERNEL matmul(u64 n, u64 k, IN(float, a), IN(float, b), OUT(float, c))
{
    u64 i = own_index();
    if (i < n_c) {
        u64 row = i / n, column = i % n;
        float sum = 0;
        for (u64 l = 0; l < k; l++)
            sum += a[row * k + l] * b[l * n + column];
        c[i] = sum;
    }
}

KERNEL __launch_bounds__(256) matmul_tiled(u32 m, u32 n, u32 k, IN(float, a), IN(float, b), OUT(float, c))
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

KERNEL __launch_bounds__(256) transpose(u64 width, u64 height, IN(double, from), OUT(double, to))
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

/* ---- shared memory and warps ---- */

KERNEL __launch_bounds__(128) convolution(IN(float, x), OUT(float, y))
{
    __shared__ float tile[128 + 8];
    const float narrow[3] = {0.25f, 0.5f, 0.25f};
    const float wide[9] = {0.0625f, 0.125f, 0.125f, 0.125f, 0.125f, 0.125f, 0.125f, 0.125f, 0.0625f};
    u32 rank = threadIdx.x;
    u64 first = (u64)blockIdx.x * 128;
    for (u32 k = rank; k < 128 + 8; k += 128)
        tile[k] = first + k >= 4 && first + k - 4 < n_x ? x[first + k - 4] : 0;
    __syncthreads();
    u64 i = first + rank;
    if (i < n_y) {
        float a = 0, b = 0;
        for (int k = 0; k < 3; k++)
            a += narrow[k] * tile[rank + 3 + k];
        for (int k = 0; k < 9; k++)
            b += wide[k] * tile[rank + k];
        y[i] = a - b;
    }
}

KERNEL __launch_bounds__(256) bitonic_sort(IN(u64, x), OUT(ulonglong2, y))
{
    __shared__ u64 keys[512];
    u32 rank = threadIdx.x;
    u64 first = (u64)blockIdx.x * 512;
    for (u32 k = rank; k < 512; k += 256)
        keys[k] = first + k < n_x ? x[first + k] : ~0ull;
    __syncthreads();
    for (u32 size = 2; size <= 512; size *= 2)
        for (u32 stride = size / 2; stride > 0; stride /= 2) {
            u32 a = 2 * rank - (rank & (stride - 1)), b = a + stride;
            u64 p = keys[a], q = keys[b];
            if ((p > q) == ((a & size) == 0)) {
                keys[a] = q;
                keys[b] = p;
            }
            __syncthreads();
        }
    u64 i = own_index();
    if (i < n_y)
        y[i] = make_ulonglong2(keys[2 * rank], keys[2 * rank + 1]);
}

KERNEL __launch_bounds__(256) histogram(IN(u8, bytes), u32 *counts, u64)
{
    __shared__ u32 local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (u64 i = own_index(); i < n_bytes; i += (u64)gridDim.x * blockDim.x)
        atomicAdd(&local[bytes[i]], 1u);
    __syncthreads();
    if (local[threadIdx.x] > 0)
        atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

KERNEL __launch_bounds__(256) reduce_block(IN(float, x), OUT(float, sums))
{
    __shared__ float partial[256];
    u32 rank = threadIdx.x;
    float sum = 0;
    for (u64 i = own_index(); i < n_x; i += (u64)gridDim.x * blockDim.x)
        sum += x[i];
    partial[rank] = sum;
    __syncthreads();
    for (u32 half = 128; half > 0; half /= 2) {
        if (rank < half)
            partial[rank] += partial[rank + half];
        __syncthreads();
    }
    if (rank == 0 && blockIdx.x < n_sums)
        sums[blockIdx.x] = partial[0];
}

KERNEL __launch_bounds__(128) reduce_warp(IN(int, x), OUT(long long, sums), OUT(int, most), OUT(u32, negative))
{
    u64 i = own_index();
    int value = i < n_x ? x[i] : 0;
    long long sum = value;
    for (int mask = 16; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(ALL, sum, mask);
#if __CUDA_ARCH__ >= 800
    int greatest = __reduce_max_sync(ALL, value);
#else
    int greatest = value;
    for (int mask = 16; mask > 0; mask /= 2)
        greatest = max(greatest, __shfl_xor_sync(ALL, greatest, mask));
#endif
    u32 below = __ballot_sync(ALL, value < 0);
    if (threadIdx.x % 32 == 0 && i / 32 < n_sums) {
        sums[i / 32] = sum;
        most[i / 32] = greatest;
        negative[i / 32] = below;
    }
}

KERNEL __launch_bounds__(256) scan(IN(u32, x), OUT(u32, sums))
{
    __shared__ u32 totals[8];
    u64 i = own_index();
    u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, own = i < n_x ? x[i] : 0, before = 0;
    for (u32 step = 1; step < 32; step *= 2) {
        u32 other = __shfl_up_sync(ALL, own, step);
        if (lane >= step)
            own += other;
    }
    if (lane == 31)
        totals[warp] = own;
    __syncthreads();
    for (u32 w = 0; w < warp; w++)
        before += totals[w];
    if (i < n_sums)
        sums[i] = before + own;
}

static __device__ float sum_of_warp(float value)
{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(ALL, value, step);
    return __shfl_sync(ALL, value, 0);
}

KERNEL layer_norm(u64 columns, float epsilon, IN(float, x), IN(float, scale), IN(float, shift), OUT(float, y))
{
    u64 start = own_index() / 32 * columns;
    u32 lane = threadIdx.x % 32;
    if (start + columns > n_x || start + columns > n_y)
        return;
    float sum = 0, squares = 0;
    for (u64 column = lane; column < columns; column += 32)
        sum += x[start + column];
    float mean = sum_of_warp(sum) / (float)columns;
    for (u64 column = lane; column < columns; column += 32) {
        float d = x[start + column] - mean;
        squares = fmaf(d, d, squares);
    }
    float factor = 1 / sqrtf(sum_of_warp(squares) / (float)columns + epsilon);
    for (u64 column = lane; column < columns; column += 32)
        y[start + column] = (x[start + column] - mean) * factor * scale[column] + shift[column];
}

static __device__ float add(float a, float b)
{
    return a + b;
}
template <float combine(float, float)> static __device__ float of_block(float *values, float own)
{
    u32 rank = threadIdx.x;
    __syncthreads();
    values[rank] = own;
    __syncthreads();
    for (u32 half = 64; half > 0; half /= 2) {
        if (rank < half)
            values[rank] = combine(values[rank], values[rank + half]);
        __syncthreads();
    }
    return values[0];
}
static __device__ float larger(float a, float b)
{
    return fmaxf(a, b);
}

KERNEL __launch_bounds__(128) softmax(u64 columns, IN(float, x), OUT(float, y))
{
    __shared__ float values[128];
    const float *row = x + blockIdx.x * columns;
    float most = __int_as_float(0xFF800000), sum = 0;
    for (u64 column = threadIdx.x; column < columns; column += 128)
        most = fmaxf(most, row[column]);
    most = of_block<larger>(values, most);
    for (u64 column = threadIdx.x; column < columns; column += 128)
        sum += expf(row[column] - most);
    sum = of_block<add>(values, sum);
    for (u64 column = threadIdx.x; column < columns; column += 128)
        y[blockIdx.x * columns + column] = expf(row[column] - most) / sum;
}

/* ---- Fourier transform ---- */

KERNEL fft_level(u64 half, IN(double2, x), OUT(double2, y))
{
    u64 i = own_index();
    if (i >= n_x || n_x != n_y)
        return;
    bool upper = (i & half) == 0;
    u64 a = upper ? i : i - half, b = upper ? i + half : i;
    double sine, cosine;
    sincos(-3.141592653589793 * (double)(i % half) / (double)half, &sine, &cosine);
    double2 twiddled = x[b] * make_double2(cosine, sine);
    y[i] = upper ? x[a] + twiddled : x[a] - twiddled;
}

KERNEL fft_reorder(u32 bits, IN(double2, x), OUT(double2, y))
{
    for (u64 i = own_index(); i < n_y; i += (u64)gridDim.x * blockDim.x)
        y[i] = x[__brevll(i) >> (64 - bits)];
}

/* ---- hashes ---- */

static __constant__ u32 round_words[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static __device__ u32 right(u32 x, u32 by)
{
    return __funnelshift_r(x, x, by);
}

KERNEL sha256(u64 length, IN(u8, messages), u32 *digests, u64 n_digests)
{
    u64 i = own_index();
    if (i >= n_digests)
        return;
    const u32 start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    u8 bytes[64] = {0};
    u32 w[64];
    for (u64 k = 0; k < length; k++)
        bytes[k] = messages[i * length + k];
    bytes[length] = 0x80;
    for (int t = 0; t < 15; t++)
        w[t] = (u32)bytes[4 * t] << 24 | bytes[4 * t + 1] << 16 | bytes[4 * t + 2] << 8 | bytes[4 * t + 3];
    w[15] = 8 * (u32)length;
    for (int t = 16; t < 64; t++)
        w[t] = w[t - 16] + (right(w[t - 15], 7) ^ right(w[t - 15], 18) ^ w[t - 15] >> 3) + w[t - 7] +
               (right(w[t - 2], 17) ^ right(w[t - 2], 19) ^ w[t - 2] >> 10);
    u32 s[8];
    for (int k = 0; k < 8; k++)
        s[k] = start[k];
    for (int t = 0; t < 64; t++) {
        u32 t1 = s[7] + (right(s[4], 6) ^ right(s[4], 11) ^ right(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                 round_words[t] + w[t];
        u32 t2 = (right(s[0], 2) ^ right(s[0], 13) ^ right(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (int k = 7; k > 0; k--)
            s[k] = s[k - 1];
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int k = 0; k < 8; k++)
        digests[8 * i + k] = start[k] + s[k];
}

#define P1 0x9E3779B185EBCA87ull
#define P2 0xC2B2AE3D27D4EB4Full
#define P3 0x165667B19E3779F9ull
#define P4 0x85EBCA77C2B2AE63ull
#define P5 0x27D4EB2F165667C5ull

static __device__ u64 left(u64 x, u32 by)
{
    return x << by | x >> (64 - by);
}

static __device__ u64 mixed(u64 acc, u64 input)
{
    return left(acc + input * P2, 31) * P1;
}

KERNEL xxhash(u64 words, u64 seed, IN(u64, keys), OUT(u64, hashes))
{
    u64 i = own_index();
    if (i >= n_hashes)
        return;
    const u64 *key = keys + i * words;
    u64 h = seed + P5, at = 0;
    if (words >= 4) {
        u64 lanes[4] = {seed + P1 + P2, seed + P2, seed, seed - P1};
        for (; at + 4 <= words; at += 4)
            for (int l = 0; l < 4; l++)
                lanes[l] = mixed(lanes[l], key[at + l]);
        h = left(lanes[0], 1) + left(lanes[1], 7) + left(lanes[2], 12) + left(lanes[3], 18);
        for (int l = 0; l < 4; l++)
            h = (h ^ mixed(0, lanes[l])) * P1 + P4;
    }
    h += 8 * words;
    for (; at < words; at++)
        h = left(h ^ mixed(0, key[at]), 27) * P1 + P4;
    h = (h ^ h >> 33) * P2;
    h = (h ^ h >> 29) * P3;
    hashes[i] = h ^ h >> 32;
}

/* ---- what the benchmark fills and compares with; kind: of bench_kernels_gpu.def ---- */

static __device__ u64 noise(u64 i)
{
    i = (i + 1) * 0x9E3779B97F4A7C15ull;
    i = (i ^ i >> 30) * 0xBF58476D1CE4E5B9ull;
    return (i ^ i >> 27) * 0x94D049BB133111EBull;
}

/* Floats of 0.5 to 1.5, or of -1 to 1. */
KERNEL fill_float(float *p, u64 n, u64 seed, u32 is_signed)
{
    for (u64 i = own_index(); i < n; i += (u64)gridDim.x * blockDim.x) {
        float unit = (float)(noise(i + seed) >> 40) * 0x1p-24f;
        p[i] = is_signed ? 2 * unit - 1 : 0.5f + unit;
    }
}

KERNEL fill_double(double *p, u64 n, u64 seed, u32)
{
    for (u64 i = own_index(); i < n; i += (u64)gridDim.x * blockDim.x)
        p[i] = 0.5 + (double)(noise(i + seed) >> 11) * 0x1p-53;
}

/* Words of 32 bits under a mask, over some bits that are always set. */
KERNEL fill_words(u32 *p, u64 n, u64 seed, u32 mask, u32 always)
{
    for (u64 i = own_index(); i < n; i += (u64)gridDim.x * blockDim.x)
        p[i] = ((u32)(noise(i + seed) >> 32) & mask) | always;
}

/* The greatest difference, in units of the last place of the larger number or of 1; a NaN on one side is the greatest
 * of all. */
KERNEL differ_float(const float *a, const float *b, u64 n, u32 *worst)
{
    for (u64 i = own_index(); i < n; i += (u64)gridDim.x * blockDim.x) {
        float p = a[i], q = b[i], size = fmaxf(fmaxf(fabsf(p), fabsf(q)), 1.0f);
        if (__float_as_int(p) == __float_as_int(q))
            continue;
        float ulps = fabsf(p - q) / (__int_as_float(__float_as_int(size) & 0x7F800000) * 0x1p-23f);
        atomicMax(worst, ulps < 1e9f ? (u32)ceilf(ulps) : ALL);
    }
}

KERNEL differ_double(const double *a, const double *b, u64 n, u32 *worst)
{
    for (u64 i = own_index(); i < n; i += (u64)gridDim.x * blockDim.x) {
        double p = a[i], q = b[i], size = fmax(fmax(fabs(p), fabs(q)), 1.0);
        if (__double_as_longlong(p) == __double_as_longlong(q))
            continue;
        double ulps = fabs(p - q) / (__longlong_as_double(__double_as_longlong(size) & 0x7FF0000000000000) * 0x1p-52);
        atomicMax(worst, ulps < 1e9 ? (u32)ceil(ulps) : ALL);
    }
}

KERNEL differ_words(const u32 *a, const u32 *b, u64 n, u32 *worst)
{
    for (u64 i = own_index(); i < n; i += (u64)gridDim.x * blockDim.x)
        if (a[i] != b[i])
            *worst = ALL;
}
