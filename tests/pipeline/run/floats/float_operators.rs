// float operators: precedence, negation, comparison chains, remainder, assignment
// threads: 6
// expect: 11001748511563230618 915639453284494216 1915582080506548099 1318668999122754731 7576935779294776109 4252962913099959252
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let x = [0.0f32, -0.0, 1.5, -3.25, f32::INFINITY, f32::NAN][i as usize];
    let y = [2.0f64, -0.0, 1e308, -3.25, f64::NEG_INFINITY, 0.1][i as usize];
    let mut n = 0u64;
    let mut add = |v: u64| n = n.wrapping_mul(31).wrapping_add(v);
    let bits = |v: f32| if v.is_nan() { 1 } else { v.to_bits() as u64 };
    let wide = |v: f64| if v.is_nan() { 1 } else { v.to_bits() };
    add(bits(-x * 2.0 + 1.0 / x));
    add(bits(x % 1.25 - x));
    add(bits((x + 1.0) * (x - 1.0)));
    add(wide(y * 10.0 - y / 3.0));
    add(wide(-(y % 0.7)));
    let mut z = x;
    z += 1.5;
    z *= -2.0;
    z -= x;
    z /= 3.0;
    z %= 2.0;
    add(bits(z));
    add((x < 1.0) as u64
        + (x <= 0.0) as u64 * 2
        + (x > 0.0) as u64 * 4
        + (x >= 1.5) as u64 * 8
        + (x == 0.0) as u64 * 16
        + (x != x) as u64 * 32
        + (!(x < 1.0)) as u64 * 64);
    add((y as f32 == x) as u64);
    add(bits(y as f32));
    add(wide(x as f64));
    add(bits(1e-45 * x));
    add(bits(16777216.0 + x));
    add(wide(0.1 + 0.2 + y));
    add(bits(x.max(0.5).min(2.0)));
    add(bits([x, 1.0, 2.0].iter().sum()));
    add(bits([x, 0.5].iter().product()));
    add(bits(&x + &1.0));
    add(x as u64 as f32 as u64);
    add(bits(1_000.5e-3f32));
    add(wide(1e0 + 2.));
    add(bits(0x10 as f32));
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
