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

fn main() {
    let step = std::env::args().nth(1).map_or(257, |word| word.parse().expect("a number"));
    let functions: [(&str, fn(f32) -> f32, fn(f64) -> f64); 7] = [
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
        let (mut most, mut at, mut not_nearest, mut n) = (0.0, 0.0, 0u64, 0u64);
        for bits in (0..=u32::MAX).step_by(step) {
            let x = f32::from_bits(bits);
            let e = error(function(x), exact(x as f64));
            if e > most {
                (most, at) = (e, x);
            }
            not_nearest += (e > 0.5) as u64;
            n += 1;
        }
        println!("| `{name}` | {most:.4} | {at:e} | {:.3}% |", 100.0 * not_nearest as f64 / n as f64);
        all_fine &= most <= 1.0;
    }
    assert!(all_fine, "a function is more than 1 ulp off");
}
