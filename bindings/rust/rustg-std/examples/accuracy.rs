//! How exact the functions of `rustg_std::math` are, against the host's functions of f64, as a table of docs/mathematics.md.
//! `cargo run --release --example accuracy 1` takes all f32, another number every so many, from the one on that a second number
//! names (0), and as many pairs of those with two arguments. It fails above 1 ulp.

use rustg_std::math;

/// In units of the last place of the f32 that is nearest.
fn error(got: f32, want: f64) -> f64 {
    let nearest = want as f32;
    if got == 0.0 && want == 0.0 && got.is_sign_negative() != want.is_sign_negative() {
        return f64::INFINITY;
    }
    if got.to_bits() == nearest.to_bits() || got.is_nan() && want.is_nan() {
        // Beyond the greatest f32 the nearest is infinite, and so is the result.
        return if nearest.is_finite() { (got as f64 - want).abs() / ulp(want) } else { 0.0 };
    }
    if got.is_finite() && nearest.is_finite() { (got as f64 - want).abs() / ulp(want) } else { f64::INFINITY }
}

fn ulp(of: f64) -> f64 {
    let exponent = ((of.abs().to_bits() >> 52) as i32 - 1023).max(f32::MIN_EXP - 1);
    2f64.powi(exponent - 23)
}

/// A name, the function, and what it is to be.
type Function = (&'static str, fn(f32) -> f32, fn(f64) -> f64);

/// The same of two arguments, and how its pairs are made.
type FunctionOfTwo = (&'static str, fn(f32, f32) -> f32, fn(f64, f64) -> f64, fn(u64, u64) -> (f32, f32));

struct Accuracy {
    most: f64,
    at: (f32, f32),
    n_not_nearest: u64,
    n: u64,
}

impl Accuracy {
    fn none() -> Accuracy {
        Accuracy { most: 0.0, at: (0.0, 0.0), n_not_nearest: 0, n: 0 }
    }

    fn add(&mut self, error: f64, x: f32, y: f32) {
        if error > self.most {
            (self.most, self.at) = (error, (x, y));
        }
        self.n_not_nearest += (error > 0.5) as u64;
        self.n += 1;
    }
}

/// Of every `step`-th f32 from the one with the bits `first` on, and of the special ones.
fn measure(function: fn(f32) -> f32, exact: fn(f64) -> f64, first: u32, step: usize) -> Accuracy {
    let mut found = Accuracy::none();
    for x in (first..=u32::MAX).step_by(step).map(f32::from_bits).chain(SPECIAL) {
        found.add(error(function(x), exact(x as f64)), x, 0.0);
    }
    found
}

/// What rustc's and C's documents tell about these, one by one and each with each.
const SPECIAL: [f32; 26] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    3.0,
    -3.0,
    0.5,
    -0.5,
    1.5,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    1e-45,
    -1e-45,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    16777216.0,
    16777215.0,
    -16777215.0,
    -8388609.0,
    0.99999994,
    1.0000001,
    -0.99999994,
];

/// Of so many pairs from one of the generator's states on, and of the special ones.
fn measure_of_two(f: &FunctionOfTwo, mut state: u64, n: usize) -> Accuracy {
    let (_, function, exact, pair) = *f;
    let mut found = Accuracy::none();
    let special = SPECIAL.iter().flat_map(|&x| SPECIAL.map(|y| (x, y)));
    let random = (0..n as u64).map(|k| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        pair(k, state)
    });
    for (x, y) in special.chain(random) {
        found.add(error(function(x, y), exact(x as f64, y as f64)), x, y);
    }
    found
}

/// Any two, or two from 1/2 to 2, or two whose sizes are within some powers of 2.
fn near(k: u64, bits: u64) -> (f32, f32) {
    let (x, y) = (bits as u32, (bits >> 32) as u32);
    let of = f32::from_bits;
    match k % 3 {
        0 => (of(x), of(y)),
        1 => (of((x & 0xFF_FFFF) + 0x3F00_0000), of((y & 0xFF_FFFF) + 0x3F00_0000)),
        _ => (of(x), of(x.wrapping_add((y as i32 >> 5) as u32) ^ y << 31)),
    }
}

/// Any two, or a power that is no f32's limit, of any positive number or of one from 1/2 to 2.
fn base_and_power(k: u64, bits: u64) -> (f32, f32) {
    let (x, y) = (bits as u32, (bits >> 32) as u32);
    let base = match k % 3 {
        0 => return (f32::from_bits(x), f32::from_bits(y)),
        1 => f32::from_bits((x & 0xFF_FFFF) + 0x3F00_0000),
        _ => f32::from_bits(x % 0x7F80_0000),
    };
    let power = (y as f64 / 4294967296.0 * 300.0 - 150.0) / (base as f64).log2();
    (base, power as f32)
}

/// Prints a row, and tells whether the function is exact enough.
fn show(name: &str, parts: &[Accuracy], has_two: bool) -> bool {
    let worst = parts.iter().max_by(|a, b| a.most.total_cmp(&b.most)).expect("a thread");
    let n_not_nearest: u64 = parts.iter().map(|part| part.n_not_nearest).sum();
    let n: u64 = parts.iter().map(|part| part.n).sum();
    let second = if has_two { format!(", {:e}", worst.at.1) } else { String::new() };
    let share = 100.0 * n_not_nearest as f64 / n as f64;
    println!("| `{name}` | {:.4} | {:e}{second} | {share:.3}% |", worst.most, worst.at.0);
    worst.most <= 1.0
}

/// What each thread makes of its number.
fn on_threads(n_threads: usize, part: impl Fn(usize) -> Accuracy + Sync) -> Vec<Accuracy> {
    std::thread::scope(|scope| {
        let part = &part;
        let threads: Vec<_> = (0..n_threads).map(|k| scope.spawn(move || part(k))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread panicked")).collect()
    })
}

fn main() {
    let step = std::env::args().nth(1).map_or(257, |word| word.parse().expect("a number"));
    let first: usize = std::env::args().nth(2).map_or(0, |word| word.parse().expect("a number"));
    let n_threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let functions: [Function; 22] = [
        ("exp", math::exp, f64::exp),
        ("exp2", math::exp2, f64::exp2),
        ("exp_m1", math::exp_m1, f64::exp_m1),
        ("ln", math::ln, f64::ln),
        ("log2", math::log2, f64::log2),
        ("log10", math::log10, f64::log10),
        ("ln_1p", math::ln_1p, f64::ln_1p),
        ("cbrt", math::cbrt, f64::cbrt),
        ("sin", math::sin, f64::sin),
        ("cos", math::cos, f64::cos),
        ("sin_cos().0", |x| math::sin_cos(x).0, f64::sin),
        ("sin_cos().1", |x| math::sin_cos(x).1, f64::cos),
        ("tan", math::tan, f64::tan),
        ("asin", math::asin, f64::asin),
        ("acos", math::acos, f64::acos),
        ("atan", math::atan, f64::atan),
        ("sinh", math::sinh, f64::sinh),
        ("cosh", math::cosh, f64::cosh),
        ("tanh", math::tanh, f64::tanh),
        ("asinh", math::asinh, f64::asinh),
        ("acosh", math::acosh, f64::acosh),
        ("atanh", math::atanh, f64::atanh),
    ];
    let functions_of_two: [FunctionOfTwo; 3] = [
        ("atan2", math::atan2, f64::atan2, near),
        ("hypot", math::hypot, f64::hypot, near),
        ("powf", math::powf, f64::powf, base_and_power),
    ];
    println!("| function | most ulps | at | not the nearest f32 |\n|---|---|---|---|");
    let mut all_fine = true;
    for (name, function, exact) in functions {
        let part = |k: usize| measure(function, exact, (first + k * step) as u32, step * n_threads);
        all_fine &= show(name, &on_threads(n_threads, part), false);
    }
    for function in &functions_of_two {
        let n = (1usize << 32) / step / n_threads;
        let part = |k: usize| measure_of_two(function, 88172645463325252 ^ (k as u64 + 1) << 40, n);
        all_fine &= show(function.0, &on_threads(n_threads, part), true);
    }
    assert!(all_fine, "a function is more than 1 ulp off");
}
