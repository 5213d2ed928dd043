// FusedIterator: of the user's own, asked of adaptors, and as an object
// threads: 3
// expect: 22250938 85224848 340557478
use core::iter::FusedIterator;
use rustg_std::prelude::*;
struct Down(u64);
impl Iterator for Down {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
}
impl FusedIterator for Down {}
fn sum<I: FusedIterator<Item = u64>>(mut i: I) -> u64 {
    let mut v = 0;
    while let Some(x) = i.next() {
        v = v * 3 + x;
    }
    v * 2 + i.next().is_none() as u64
}
fn object(i: &mut dyn FusedIterator<Item = u64>) -> u64 {
    sum(i)
}
fn value(n: u64) -> u64 {
    let list = [n, 4, 2, 9];
    let text = "a1b22";
    let mut v = sum(Down(n + 3)) + object(&mut Down(2));
    v = v * 5 + sum(Down(5).map(|x| x + n).filter(|x| x % 2 == 0).take(3).skip(1));
    v = v * 5 + sum(list.iter().copied().chain(Down(2)).inspect(|_| ()).take_while(|x| *x != 9));
    v = v * 5 + sum(list.iter().cloned().rev().zip(Down(9)).map(|(a, b)| a * b).skip_while(|x| *x > 20));
    v = v * 5 + sum(list.chunks(2).map(|c| c[0]).fuse().peekable()) + sum((0..n).flat_map(|x| [x, x + 1]));
    v = v * 5 + sum(text.chars().filter_map(|c| c.to_digit(10)).map(|d| d as u64).enumerate().map(|(k, d)| k as u64 * d));
    v = v * 5 + sum(text.split('b').map(|p| p.len() as u64)) + sum([[1, 2], [3, n]].into_iter().flatten());
    v = v * 5 + sum(list.windows(2).map(|w| w[0] ^ w[1])) + sum(list.split(|x| *x == 2).map(|p| p.len() as u64));
    v * 5 + sum(core::iter::once(n).chain(core::iter::repeat_n(7, 2))) + sum(Some(n).into_iter())
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
