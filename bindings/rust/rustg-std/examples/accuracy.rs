//! How exact the functions of `rustg_std::math` are, against the host's functions of f64, as a table of docs/mathematics.md.
//! `cargo run --release --example accuracy 1` takes all f32, another number every so many. It fails above 1 ulp.

use rustg_std::math;

/// In units of the last place of the f32 that is nearest.
fn error(got: f32, want: f64) -> f64 {
    let nearest = want as f32;
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

struct Accuracy {
    most: f64,
    at: f32,
    n_not_nearest: u64,
    n: u64,
}

/// Of every `step`-th f32 from the one with the bits `first` on.
fn measure(function: fn(f32) -> f32, exact: fn(f64) -> f64, first: u32, step: usize) -> Accuracy {
    let mut found = Accuracy { most: 0.0, at: 0.0, n_not_nearest: 0, n: 0 };
    for bits in (first..=u32::MAX).step_by(step) {
        let x = f32::from_bits(bits);
        let e = error(function(x), exact(x as f64));
        if e > found.most {
            (found.most, found.at) = (e, x);
        }
        found.n_not_nearest += (e > 0.5) as u64;
        found.n += 1;
    }
    found
}

fn main() {
    let step = std::env::args().nth(1).map_or(257, |word| word.parse().expect("a number"));
    let n_threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let functions: [Function; 7] = [
        ("exp", math::exp, f64::exp),
        ("exp2", math::exp2, f64::exp2),
        ("ln", math::ln, f64::ln),
        ("log2", math::log2, f64::log2),
        ("log10", math::log10, f64::log10),
        ("sin", math::sin, f64::sin),
        ("cos", math::cos, f64::cos),
    ];
    println!("| function | most ulps | at | not the nearest f32 |\n|---|---|---|---|");
    let mut all_fine = true;
    for (name, function, exact) in functions {
        let parts: Vec<Accuracy> = std::thread::scope(|scope| {
            let part = |k| scope.spawn(move || measure(function, exact, (k * step) as u32, step * n_threads));
            let threads: Vec<_> = (0..n_threads).map(part).collect();
            threads.into_iter().map(|thread| thread.join().expect("a thread panicked")).collect()
        });
        let worst = parts.iter().max_by(|a, b| a.most.total_cmp(&b.most)).expect("a thread");
        let n_not_nearest: u64 = parts.iter().map(|part| part.n_not_nearest).sum();
        let n: u64 = parts.iter().map(|part| part.n).sum();
        println!("| `{name}` | {:.4} | {:e} | {:.3}% |", worst.most, worst.at, 100.0 * n_not_nearest as f64 / n as f64);
        all_fine &= worst.most <= 1.0;
    }
    assert!(all_fine, "a function is more than 1 ulp off");
}
