// Const blocks of generic fns are evaluated for each set of arguments that is used, and no others.
#[cfg(kernels)]
use rustg_std::prelude::*;

fn sized<T>() -> usize {
    const { assert!(size_of::<T>() == 3, "three bytes"); size_of::<T>() }
}
fn less<const N: usize>() -> usize {
    const { N - 4 }
}
fn pair<const N: u8>() -> (u8, [u8; 2]) {
    const { (N, [N, N + 250]) }
}
fn reference<const N: u8>() -> &'static u8 {
    const { &(N * 100) }
}
fn effect<T>() {
    const { assert!(align_of::<T>() > 1) }
}
struct Holder<T>(T);
impl<T> Holder<T> {
    fn held(&self) -> usize {
        const { 8 - size_of::<T>() * 2 }
    }
}
fn never<const N: u8>() -> u8 {
    const { N + 255 }
}
fn all() -> usize {
    let good = sized::<[u8; 3]>() + less::<9>() + pair::<1>().0 as usize + *reference::<2>() as usize + Holder(1u32).held();
    let bad = sized::<u8>() + less::<3>() + pair::<6>().1[0] as usize + *reference::<3>() as usize + Holder(1u64).held();
    effect::<u8>();
    effect::<u16>();
    if good > 100 { never::<0>() as usize } else { good + bad }
}
#[cfg(kernels)]
#[kernel]
fn kernel(mut y: GridMut<u64>) {
    y[thread::index()] = all() as u64;
}
#[cfg(not(kernels))]
pub fn kernel() -> usize {
    all()
}
