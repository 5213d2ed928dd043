// methods of floats that are exact
// threads: 8
// expect: 8780886169842121187 3515755351069226961 9044595287506349535 17601735273903816621 4130440422038155793 720602180908945504 16980329446320161617 11673952773440955203
use rustg_std::prelude::*;

// a NaN's bits are not defined
fn bits32(x: f32) -> u64 {
    if x.is_nan() { 1 } else { x.to_bits() as u64 }
}

fn bits64(x: f64) -> u64 {
    if x.is_nan() { 1 } else { x.to_bits() }
}

fn value(i: u64) -> u64 {
    let mut n = 0u64;
    let k = i as usize;
    let x = [0.0f32, -0.0, 1.5, -2.5, f32::NAN, f32::INFINITY, -1e-40, 16777217.0][k];
    let y = [0.0f64, -0.0, 0.5, -3.7, f64::NAN, f64::NEG_INFINITY, 5e-324, 4503599627370497.5][k];
    let mut add = |v: u64| n = n.wrapping_mul(31).wrapping_add(v);
    macro_rules_free(&mut add, x, y);
    add(bits32(x.floor()));
    add(bits32(x.ceil()));
    add(bits32(x.round()));
    add(bits32(x.trunc()));
    add(bits32(x.round_ties_even()));
    add((x.fract() + 1.0).to_bits() as u64 & 0x7fc00000);
    add(bits32(x.abs()));
    add(bits32(x.copysign(-1.0)));
    add(x.is_nan() as u64
        + x.is_finite() as u64 * 2
        + x.is_normal() as u64 * 4
        + x.is_infinite() as u64 * 8
        + x.is_sign_negative() as u64 * 16
        + x.is_subnormal() as u64 * 32);
    add(x.min(1.0).to_bits() as u64);
    add(x.max(1.0).to_bits() as u64);
    add(x.clamp(-1.0, 1.0).is_nan() as u64);
    add(x.total_cmp(&0.0) as i8 as u64);
    add(x.partial_cmp(&0.0).map_or(9, |o| o as i8 as u64));
    add(x.classify() as u64);
    add(bits64(y.floor()));
    add(bits64(y.ceil()));
    add(bits64(y.round()));
    add(bits64(y.trunc()));
    add(bits64(y.round_ties_even()));
    add(bits64(y.abs()));
    add(y.rem_euclid(2.0).is_nan() as u64);
    add(if y.is_finite() { y.rem_euclid(2.0).to_bits() } else { 1 });
    add(if y.is_finite() { y.div_euclid(2.0).to_bits() } else { 1 });
    add(y.to_degrees().is_nan() as u64);
    add(if y.is_nan() { 0 } else { y.to_radians().to_bits() });
    add(if y.is_nan() { 0 } else { y.recip().to_bits() });
    add(y.signum().is_nan() as u64);
    add(x as u8 as u64);
    add(x as i8 as u64);
    add(y as u64);
    add(y as i16 as u64);
    add(if y.is_nan() { 0 } else { (y as f32).to_bits() as u64 });
    add(f32::from_bits(k as u32 + 1).to_bits() as u64);
    add(f64::from(x as f32).is_nan() as u64);
    add(f64::from(3u32).to_bits() + f32::from(-3i16).to_bits() as u64);
    add(u32::from_le_bytes(1.5f32.to_le_bytes()) as u64);
    add(f64::from_be_bytes(2.5f64.to_be_bytes()).to_bits());
    add(x.next_up().is_nan() as u64);
    add(if x.is_nan() { 0 } else { x.next_down().to_bits() as u64 });
    add(f32::EPSILON.to_bits() as u64 + f32::MIN_POSITIVE.to_bits() as u64 + std::f64::consts::PI.to_bits());
    add(if y > 0.0 { y.sqrt().to_bits() } else { 0 });
    add(2.0f64.powi(k as i32).to_bits());
    add(x.mul_add(2.0, 1.0).is_nan() as u64);
    add((x == x) as u64 + (x < y as f32) as u64 * 2 + (x != y as f32) as u64 * 4 + (-x >= 0.0) as u64 * 8);
    add(1.0f32.midpoint(4.0).to_bits() as u64);
    add(x.maximum_or());
    n
}
fn macro_rules_free(add: &mut impl FnMut(u64), x: f32, y: f64) {
    add((x % 1.0).is_nan() as u64);
    add((y % 0.7).is_nan() as u64);
    add(if y.is_finite() { (y % 0.7).to_bits() } else { 0 });
}
trait M {
    fn maximum_or(self) -> u64;
}
impl M for f32 {
    fn maximum_or(self) -> u64 {
        self.max(f32::NAN).is_nan() as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
