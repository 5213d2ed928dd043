//! The launches.

use crate::case::{Cases, Numbers, out};
use crate::*;
use rustg_std::prelude::*;

pub fn run(all: &mut Cases) {
    vectors(all);
    reductions(all);
    matrices(all);
    rows(all);
    simulations(all);
    integers(all);
    elements(all);
    checks();
}

fn vectors(all: &mut Cases) {
    let mut r = Numbers::new(1);
    let n = 1000;
    let (a, b) = (r.f32s(n, -100.0, 100.0), r.f32s(n, -1.0, 1.0));
    let mut c = vec![0.0f32; n];
    let c_before = c.clone();
    let case = all.case("vector_add", "vector_add", 4, 256);
    {
        let c_out = out(&mut c);
        case.launch(|| vector_add::vector_add(&a, &b, c_out.grid()));
    }
    case.input(&a).input(&b).output(&c_before, &c).end();
    let mut y = b.clone();
    let factor = 2.5f32;
    let y_before = y.clone();
    let case = all.case("saxpy", "saxpy", 3, 128);
    {
        let y_out = out(&mut y);
        case.launch(|| saxpy::saxpy(factor, &a, y_out.grid()));
    }
    case.scalar(factor).input(&a).output(&y_before, &y).end();
    let slope = 0.01f32;
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("map_closure", "leaky_relu", 4, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| map_closure::leaky_relu(slope, &a, y_out.grid()));
    }
    case.scalar(slope).input(&a).output(&y_before, &y).end();
    let (scale, zero) = (0.7f32, 128i32);
    let mut y = vec![0u8; n];
    let y_before = y.clone();
    let case = all.case("map_closure", "quantize", 4, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| map_closure::quantize(scale, zero, &a, y_out.grid()));
    }
    case.scalar(scale).scalar(zero).input(&a).output(&y_before, &y).end();
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("convolution", "convolution", 8, 128);
    {
        let y_out = out(&mut y);
        case.launch(|| convolution::convolution(&a, y_out.grid()));
    }
    case.input(&a).output(&y_before, &y).end();
    let x: Vec<f16> = a.iter().map(|v| f16::from_f32(*v)).collect();
    let mut y: Vec<f16> = b.iter().map(|v| f16::from_f32(*v)).collect();
    let mut z = vec![bf16::ZERO; n];
    let y_before = y.clone();
    let z_before = z.clone();
    let case = all.case("half_axpy", "half_axpy", 4, 256);
    {
        let y_out = out(&mut y);
        let z_out = out(&mut z);
        case.launch(|| half_axpy::half_axpy(factor, &x, y_out.grid(), z_out.grid()));
    }
    case.scalar(factor).input(&x).output(&y_before, &y).output(&z_before, &z).end();
}

fn reductions(all: &mut Cases) {
    let mut r = Numbers::new(2);
    let n = 2000;
    let x = r.f32s(n, -1.0, 1.0);
    let mut sums = vec![0.0f32; 3];
    let sums_before = sums.clone();
    let case = all.case("reduce_block", "reduce_block", 3, 256);
    {
        let sums_out = out(&mut sums);
        case.launch(|| reduce_block::reduce_block(&x, sums_out.grid()));
    }
    case.input(&x).output(&sums_before, &sums).end();
    let x: Vec<i32> = (0..1020).map(|_| r.next() as i32).collect();
    let (mut sums, mut most, mut negative) = (vec![0i64; 32], vec![0i32; 32], vec![0u32; 32]);
    let sums_before = sums.clone();
    let most_before = most.clone();
    let negative_before = negative.clone();
    let case = all.case("reduce_warp", "reduce_warp", 8, 128);
    {
        let sums_out = out(&mut sums);
        let most_out = out(&mut most);
        let negative_out = out(&mut negative);
        case.launch(|| reduce_warp::reduce_warp(&x, sums_out.grid(), most_out.grid(), negative_out.grid()));
    }
    case.input(&x).output(&sums_before, &sums).output(&most_before, &most).output(&negative_before, &negative).end();
    let x: Vec<u32> = (0..1000).map(|_| r.next() as u32).collect();
    let mut sums = vec![0u32; 1000];
    let sums_before = sums.clone();
    let case = all.case("scan", "scan", 4, 256);
    {
        let sums_out = out(&mut sums);
        case.launch(|| scan::scan(&x, sums_out.grid()));
    }
    case.input(&x).output(&sums_before, &sums).end();
    let bytes: Vec<u8> = (0..5000).map(|_| (r.next() >> 60) as u8 * 17).collect();
    let counts: Vec<Atomic<u32>> = (0..256).map(Atomic::new).collect();
    let counts_before: Vec<_> = counts.iter().map(|x| x.load(Relaxed)).collect();
    let case = all.case("histogram", "histogram", 3, 256);
    case.launch(|| histogram::histogram(&bytes, &counts));
    let counts_after: Vec<_> = counts.iter().map(|x| x.load(Relaxed)).collect();
    case.input(&bytes).output(&counts_before, &counts_after).end();
    let hits: Vec<Atomic<u64>> = vec![Atomic::new(5)];
    let (tries, seed) = (50u32, 0x1234_5678u64);
    let hits_before: Vec<_> = hits.iter().map(|x| x.load(Relaxed)).collect();
    let case = all.case("monte_carlo", "monte_carlo", 2, 80);
    case.launch(|| monte_carlo::monte_carlo(tries, seed, &hits));
    let hits_after: Vec<_> = hits.iter().map(|x| x.load(Relaxed)).collect();
    case.scalar(tries).scalar(seed).output(&hits_before, &hits_after).end();
    let x: Vec<u64> = (0..1000).map(|_| r.next()).collect();
    let mut y = vec![[0u64; 2]; 512];
    let y_before = y.clone();
    let case = all.case("bitonic_sort", "bitonic_sort", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| bitonic_sort::bitonic_sort(&x, y_out.grid()));
    }
    case.input(&x).output(&y_before, &y).end();
}

fn matrices(all: &mut Cases) {
    let mut r = Numbers::new(3);
    let (m, n, k) = (37usize, 45usize, 50usize);
    let (a, b) = (r.f32s(m * k, -1.0, 1.0), r.f32s(k * n, -1.0, 1.0));
    let mut c = vec![0.0f32; m * n];
    let c_before = c.clone();
    let case = all.case("matmul", "matmul", 14, 128);
    {
        let c_out = out(&mut c);
        case.launch(|| matmul::matmul(n, k, &a, &b, c_out.grid()));
    }
    case.scalar(n).scalar(k).input(&a).input(&b).output(&c_before, &c).end();
    let (m, n, k) = (37u32, 45u32, 50u32);
    let mut c = vec![0.0f32; (m * n) as usize];
    let c_before = c.clone();
    let case = all.case("matmul_tiled", "matmul_tiled", (3, 3), (16, 16));
    {
        let c_out = out(&mut c);
        case.launch(|| matmul_tiled::matmul_tiled(m, n, k, &a, &b, c_out.grid()));
    }
    case.scalar(m).scalar(n).scalar(k).input(&a).input(&b).output(&c_before, &c).end();
    products(all, &mut r);
    let (width, height) = (70usize, 45usize);
    let from = r.f64s(width * height, -1.0, 1.0);
    let mut to = vec![0.0f64; width * height];
    let to_before = to.clone();
    let case = all.case("transpose", "transpose", (3, 2), (32, 8));
    {
        let to_out = out(&mut to);
        case.launch(|| transpose::transpose(width, height, &from, to_out.grid()));
    }
    case.scalar(width).scalar(height).input(&from).output(&to_before, &to).end();
}

fn products(all: &mut Cases, r: &mut Numbers) {
    macro_rules! product {
        ($kernel:ident $t:ident $tile:literal $m:literal $n:literal $k:literal) => {
            let (m, n, k): (usize, usize, usize) = ($m, $n, $k);
            let a: Vec<$t> = r.f32s(m * k, -1.0, 1.0).into_iter().map($t::from_f32).collect();
            let b: Vec<$t> = r.f32s(n * k, -1.0, 1.0).into_iter().map($t::from_f32).collect();
            let mut c = vec![0.0f32; m * n];
            let c_before = c.clone();
            let grid = (n.div_ceil($tile) as u32, m.div_ceil($tile) as u32);
            let case = all.case("matmul_mma", stringify!($kernel), grid, 128);
            {
                let c_out = out(&mut c);
                // SAFETY: copies on the CPU are byte by byte.
                case.launch(|| unsafe { matmul_mma::$kernel(m, n, k, &a, &b, c_out.grid()) });
            }
            case.scalar(m).scalar(n).scalar(k).input(&a).input(&b).output(&c_before, &c).end();
        };
    }
    product! { matmul_f16_small f16 32 37 45 72 }
    product! { matmul_f16_small f16 32 32 35 33 }
    product! { matmul_bf16 bf16 128 20 129 40 }
}

fn rows(all: &mut Cases) {
    let mut r = Numbers::new(4);
    let (rows, columns) = (5usize, 200usize);
    let x = r.f32s(rows * columns, -8.0, 8.0);
    let mut y = vec![0.0f32; rows * columns];
    let y_before = y.clone();
    let case = all.case("softmax", "softmax", 5, 128).ulps(8);
    {
        let y_out = out(&mut y);
        case.launch(|| softmax::softmax(columns, &x, y_out.grid()));
    }
    case.scalar(columns).input(&x).output(&y_before, &y).end();
    let (scale, shift) = (r.f32s(columns, 0.5, 1.5), r.f32s(columns, -1.0, 1.0));
    let epsilon = 1e-5f32;
    let mut y = vec![0.0f32; rows * columns];
    let y_before = y.clone();
    let case = all.case("layer_norm", "layer_norm", 3, 64);
    {
        let y_out = out(&mut y);
        case.launch(|| layer_norm::layer_norm(columns, epsilon, &x, &scale, &shift, y_out.grid()));
    }
    case.scalar(columns).scalar(epsilon).input(&x).input(&scale).input(&shift).output(&y_before, &y).end();
    let n = 500;
    let (spot, strike, years) = (r.f32s(n, 5.0, 30.0), r.f32s(n, 5.0, 40.0), r.f32s(n, 0.25, 5.0));
    let (rate, volatility) = (0.02f32, 0.3f32);
    let (mut call, mut put) = (vec![0.0f32; n], vec![0.0f32; n]);
    let call_before = call.clone();
    let put_before = put.clone();
    let case = all.case("black_scholes", "black_scholes", 4, 128).ulps(1024);
    {
        let call_out = out(&mut call);
        let put_out = out(&mut put);
        case.launch(|| {
            black_scholes::black_scholes(rate, volatility, &spot, &strike, &years, call_out.grid(), put_out.grid())
        });
    }
    case.scalar(rate)
        .scalar(volatility)
        .input(&spot)
        .input(&strike)
        .input(&years)
        .output(&call_before, &call)
        .output(&put_before, &put)
        .end();
    let bits = 8u32;
    let x = r.complex(256);
    let mut y = vec![Complex::new(0.0, 0.0); 256];
    let y_before = y.clone();
    let case = all.case("fft", "fft_reorder", 1, 100);
    {
        let y_out = out(&mut y);
        case.launch(|| fft::fft_reorder(bits, &x, y_out.grid()));
    }
    case.scalar(bits).input(&x).output(&y_before, &y).end();
    for half in [1usize, 2, 16, 128] {
        let x = y.clone();
        let y_before = y.clone();
        let case = all.case("fft", "fft_level", 2, 128).ulps(64);
        {
            let y_out = out(&mut y);
            case.launch(|| fft::fft_level(half, &x, y_out.grid()));
        }
        case.scalar(half).input(&x).output(&y_before, &y).end();
    }
}

fn simulations(all: &mut Cases) {
    let mut r = Numbers::new(5);
    let n = 100;
    let dt = 0.01f32;
    let (mass, position, velocity) = (r.f32s(n, 0.1, 1.0), r.f32s(3 * n, -1.0, 1.0), r.f32s(3 * n, -0.1, 0.1));
    let (mut new_position, mut new_velocity) = (vec![[0.0f32; 3]; n], vec![[0.0f32; 3]; n]);
    let new_position_before = new_position.clone();
    let new_velocity_before = new_velocity.clone();
    let case = all.case("n_body", "n_body", 2, 64);
    {
        let new_position_out = out(&mut new_position);
        let new_velocity_out = out(&mut new_velocity);
        case.launch(|| {
            n_body::n_body(dt, &mass, &position, &velocity, new_position_out.grid(), new_velocity_out.grid())
        });
    }
    case.scalar(dt)
        .input(&mass)
        .input(&position)
        .input(&velocity)
        .output(&new_position_before, &new_position)
        .output(&new_velocity_before, &new_velocity)
        .end();
    let (width, height, most) = (60u32, 40u32, 200u32);
    let mut image = vec![0u32; (width * height) as usize];
    let image_before = image.clone();
    let case = all.case("mandelbrot", "mandelbrot", 10, 256);
    {
        let image_out = out(&mut image);
        case.launch(|| mandelbrot::mandelbrot(width, height, most, image_out.grid()));
    }
    case.scalar(width).scalar(height).scalar(most).output(&image_before, &image).end();
    let (width, height) = (48usize, 32usize);
    let spheres = [
        0.0f32, 0.0, 4.0, 1.0, 0.0, 0.8, // matte
        1.2, 0.4, 3.5, 0.6, 1.0, 0.9, // metal
        -1.3, 0.9, 5.0, 0.7, 2.0, 2.5, // light
        0.0, -41.0, 8.0, 40.0, 0.0, 0.4, // ground
        0.0, 0.0, -3.0, 1.0, 7.0, 0.0, // behind the eye, of no material
    ];
    let mut image = vec![0.0f32; width * height];
    let image_before = image.clone();
    let case = all.case("ray_sphere", "ray_sphere", 12, 128);
    {
        let image_out = out(&mut image);
        case.launch(|| ray_sphere::ray_sphere(width, height, &spheres, image_out.grid()));
    }
    case.scalar(width).scalar(height).input(&spheres).output(&image_before, &image).end();
    let (width, height) = (33usize, 21usize);
    let board: Vec<bool> = (0..width * height).map(|_| r.next().is_multiple_of(3)).collect();
    let mut next = vec![false; width * height];
    let next_before = next.clone();
    let case = all.case("life", "life", 2, 128);
    {
        let next_out = out(&mut next);
        case.launch(|| life::life(width, height, &board, next_out.grid()));
    }
    case.scalar(width).scalar(height).input(&board).output(&next_before, &next).end();
}

fn integers(all: &mut Cases) {
    let mut r = Numbers::new(6);
    let (length, n) = (43usize, 70);
    let messages: Vec<u8> = (0..length * n).map(|_| r.next() as u8).collect();
    let mut digests = vec![[0u32; 8]; n];
    let digests_before = digests.clone();
    let case = all.case("sha256", "sha256", 3, 32);
    {
        let digests_out = out(&mut digests);
        case.launch(|| sha256::sha256(length, &messages, digests_out.grid()));
    }
    case.scalar(length).input(&messages).output(&digests_before, &digests).end();
    let seed = 20_261_121u64;
    for words in [3usize, 4, 11] {
        let keys: Vec<u64> = (0..words * 50).map(|_| r.next()).collect();
        let mut hashes = vec![0u64; 50];
        let hashes_before = hashes.clone();
        let case = all.case("xxhash", "xxhash", 2, 32);
        {
            let hashes_out = out(&mut hashes);
            case.launch(|| xxhash::xxhash(words, seed, &keys, hashes_out.grid()));
        }
        case.scalar(words).scalar(seed).input(&keys).output(&hashes_before, &hashes).end();
    }
    let x: Vec<u32> = (0..100).map(|_| r.next() as u32).collect();
    let mut y = vec![0u32; 100];
    let y_before = y.clone();
    let case = all.case("byte_shuffle", "byte_shuffle", 1, 128);
    {
        let y_out = out(&mut y);
        case.launch(|| byte_shuffle::byte_shuffle(&x, y_out.grid()));
    }
    case.input(&x).output(&y_before, &y).end();
    let (x, y) = ([5u32, 12, 33, 20, 7, 41, 12, 3], [1u32, 2, 3, 4, 5]);
    let mut values = vec![0u64; 108];
    let values_before = values.clone();
    let case = all.case("tests/kernels/library_values", "library_values", 4, 32);
    {
        let values_out = out(&mut values);
        case.launch(|| library_values::library_values(&x, &y, values_out.grid()));
    }
    case.input(&x).input(&y).output(&values_before, &values).end();
    let first = 1u64 << 40;
    let mut steps = vec![0i32; 300];
    let steps_before = steps.clone();
    let case = all.case("collatz", "collatz", 3, 128);
    {
        let steps_out = out(&mut steps);
        case.launch(|| collatz::collatz(first, steps_out.grid()));
    }
    case.scalar(first).output(&steps_before, &steps).end();
    let first = u64::MAX - 200;
    let mut steps = vec![0i32; 190];
    let steps_before = steps.clone();
    let case = all.case("collatz", "collatz", 3, 128);
    {
        let steps_out = out(&mut steps);
        case.launch(|| collatz::collatz(first, steps_out.grid()));
    }
    case.scalar(first).output(&steps_before, &steps).end();
}

fn elements(all: &mut Cases) {
    let mut r = Numbers::new(7);
    let n = 300;
    let (a, b) = (r.f32s(n, -50.0, 50.0), r.f32s(n, -50.0, 50.0));
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "add_f32", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::add_f32(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "sub_f32", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::sub_f32(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "mul_f32", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::mul_f32(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "div_f32", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::div_f32(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "neg_f32", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::neg_f32(&a, y_out.grid()));
    }
    case.input(&a).output(&y_before, &y).end();
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "abs_f32", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::abs_f32(&a, y_out.grid()));
    }
    case.input(&a).output(&y_before, &y).end();
    let s = 1.1f32;
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "scalar_add_f32", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::scalar_add_f32(s, &a, y_out.grid()));
    }
    case.scalar(s).input(&a).output(&y_before, &y).end();
    let mut y = vec![0.0f32; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "scalar_mul_f32", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::scalar_mul_f32(s, &a, y_out.grid()));
    }
    case.scalar(s).input(&a).output(&y_before, &y).end();
    let (a, b) = (r.f64s(n, -50.0, 50.0), r.f64s(n, -50.0, 50.0));
    let mut y = vec![0.0f64; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "add_f64", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::add_f64(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![0.0f64; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "sub_f64", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::sub_f64(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![0.0f64; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "mul_f64", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::mul_f64(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![0.0f64; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "div_f64", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::div_f64(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![0.0f64; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "neg_f64", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::neg_f64(&a, y_out.grid()));
    }
    case.input(&a).output(&y_before, &y).end();
    let mut y = vec![0.0f64; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "abs_f64", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::abs_f64(&a, y_out.grid()));
    }
    case.input(&a).output(&y_before, &y).end();
    let s = 1.1f64;
    let mut y = vec![0.0f64; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "scalar_add_f64", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::scalar_add_f64(s, &a, y_out.grid()));
    }
    case.scalar(s).input(&a).output(&y_before, &y).end();
    let mut y = vec![0.0f64; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "scalar_mul_f64", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::scalar_mul_f64(s, &a, y_out.grid()));
    }
    case.scalar(s).input(&a).output(&y_before, &y).end();
    let (a, b) = (r.complex(n), r.complex(n));
    let mut y = vec![Complex::<f64>::ZERO; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "add_c128", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::add_c128(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![Complex::<f64>::ZERO; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "sub_c128", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::sub_c128(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![Complex::<f64>::ZERO; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "mul_c128", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::mul_c128(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![Complex::<f64>::ZERO; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "div_c128", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::div_c128(&a, &b, y_out.grid()));
    }
    case.input(&a).input(&b).output(&y_before, &y).end();
    let mut y = vec![Complex::<f64>::ZERO; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "neg_c128", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::neg_c128(&a, y_out.grid()));
    }
    case.input(&a).output(&y_before, &y).end();
    let mut y = vec![0.0f64; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "abs_c128", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::abs_c128(&a, y_out.grid()));
    }
    case.input(&a).output(&y_before, &y).end();
    let s = Complex::new(0.5f64, -1.5);
    let mut y = vec![Complex::<f64>::ZERO; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "scalar_add_c128", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::scalar_add_c128(s, &a, y_out.grid()));
    }
    case.scalar_text("0.5,-1.5").input(&a).output(&y_before, &y).end();
    let mut y = vec![Complex::<f64>::ZERO; n];
    let y_before = y.clone();
    let case = all.case("elementwise", "scalar_mul_c128", 2, 256);
    {
        let y_out = out(&mut y);
        case.launch(|| elementwise::scalar_mul_c128(s, &a, y_out.grid()));
    }
    case.scalar_text("0.5,-1.5").input(&a).output(&y_before, &y).end();
}

/// What rustc computes is what is known to be right.
fn checks() {
    let mut digest = [[0u32; 8]];
    sha256::sha256(3, b"abc", GridMut::new(&mut digest));
    assert_eq!(digest[0][0], 0xba78_16bf);
    assert_eq!(digest[0][7], 0xf200_15ad);
    let mut hash = [0u64];
    xxhash::xxhash(0, 0, &[], GridMut::new(&mut hash));
    assert_eq!(hash[0], 0xef46_db37_51d8_e999);
    let mut steps = [0i32];
    collatz::collatz(27, GridMut::new(&mut steps));
    assert_eq!(steps[0], 111);
}
