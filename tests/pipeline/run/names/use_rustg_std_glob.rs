// a glob import of rustg_std shows its root and hides no type
// threads: 4
// expect: 12000 12065 12130 12195
use rustg_std::*;

fn area(r: f32) -> f32 {
    r * r * core::f32::consts::PI + f32::MIN_POSITIVE
}

fn value(i: u64) -> u64 {
    let c = Complex::new(i as f32, 2.0);
    let h = f16::from_f32(c.re * 0.5).to_f32();
    let b: bf16 = prelude::bf16::from_f32(h);
    area(c.im) as u64 * 1000 + (b.to_f32() * 2.0) as u64 + u64::from(block::rank()) * u64::MAX.count_ones() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
