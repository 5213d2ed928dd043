// associated constants as array lengths and repeat values
// threads: 4
// expect: 32740657009 32740657010 32740657011 32740657012
use rustg_std::prelude::*;

trait Block {
    const SIZE: usize;
    const ZERO: Self;
    const MANY: [u8; 3] = [1, 2, 3];
}
impl Block for u8 {
    const SIZE: usize = 4;
    const ZERO: u8 = 0;
}
impl Block for f32 {
    const SIZE: usize = Self::MANY.len();
    const ZERO: f32 = 0.5;
    const MANY: [u8; 3] = [9; 3];
}
struct Buf([u8; <u8 as Block>::SIZE]);
impl Buf {
    const LEN: usize = u8::SIZE + f32::SIZE;
    fn wide(&self) -> [u16; Self::LEN] {
        let mut w = [0; Self::LEN];
        for (a, b) in w.iter_mut().zip(self.0) {
            *a = b as u16;
        }
        w
    }
}
fn zeros<T: Block + Copy, const N: usize>() -> [T; N] {
    [T::ZERO; N]
}
fn many<T: Block>() -> u64 {
    T::MANY.iter().map(|&b| b as u64).sum::<u64>() + T::SIZE as u64 * 100
}
fn value(i: u64) -> u64 {
    let b = Buf([i as u8, 2, 3, 4]);
    let w = b.wide();
    let z = zeros::<f32, 5>();
    w.iter().map(|&x| x as u64).sum::<u64>() + w.len() as u64 * 1000 + (z.iter().sum::<f32>() * 2.0) as u64 * 10_000 + many::<u8>() * 100_000 + many::<f32>() * 100_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
