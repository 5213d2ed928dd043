// complex numbers and half types in generic code
// threads: 4
// expect: 12115263448498044929 15471430057355902977 15360107367647674368 15254624688849027072
use rustg_std::prelude::*;

fn horner<T: Float>(c: &[T], x: Complex<T>) -> Complex<T>
where
    T: Default,
    Complex<T>: core::ops::Add<Output = Complex<T>> + core::ops::Mul<Output = Complex<T>> + Copy,
{
    c.iter().rev().fold(Complex::new(T::default(), T::default()), |a, &k| a * x + Complex::new(k, T::default()))
}
use rustg_std::Float;
fn value(i: u64) -> u64 {
    let x = Complex::new(1.0f64, i as f64 * 0.5);
    let y = horner(&[1.0, -2.0, 0.5], x);
    let z = horner(&[1.0f32, 2.0], Complex::new(0.5, i as f32));
    let h = f16::from_f32(1.0 / 3.0) * f16::from_f32(i as f32 + 0.1) - f16::from_f32(2.0);
    let b = bf16::from_f32(1.0 / 3.0) + bf16::from_f32(i as f32);
    let less = h < f16::from_f32(-1.5);
    y.re.to_bits() >> 3 ^ y.im.to_bits() << 1 ^ (z.re.to_bits() as u64) << 8 ^ z.im.to_bits() as u64 ^ (h.to_bits() as u64) << 48 ^ (b.to_bits() as u64) << 30 ^ less as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
