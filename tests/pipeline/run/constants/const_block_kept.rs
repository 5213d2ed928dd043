// References that const blocks give, of generic values, of what they compute and of fns; calls that are promoted
// threads: 4
// expect: 18058820273373414891 4848152583793744160 14295372116971119047 15842456341540179510
use rustg_std::prelude::*;
use std::ptr;

const fn counted() -> [usize; 3] {
    [1, 2, 3]
}
fn sizes<T>() -> &'static [usize] {
    const { &[size_of::<T>(), 1, 2] }
}
fn size<T>() -> &'static usize {
    const { &size_of::<T>() }
}
fn named<const N: usize>() -> &'static [usize] {
    const {
        let x = &[N, 1, 2];
        x
    }
}
fn called() -> &'static [usize; 3] {
    const { &counted() }
}
fn computed() -> &'static usize {
    let x: &'static usize = const { &(counted()[1] + 3) };
    x
}
fn chosen<const N: usize>() -> Option<&'static [usize; 3]> {
    const { if N > 3 { Some(&[N, N * 2, 7]) } else { None } }
}
const fn tripled<const N: usize>() -> &'static usize {
    const { &(N * 3) }
}
const TRIPLED: &usize = tripled::<7>();

struct A<const N: usize>;
impl<const N: usize> A<N> {
    const PAIR: &'static [usize] = const { &[N, N + 1] };
    fn of_pair() -> usize {
        const { Self::PAIR.len() + Self::PAIR[1] }
    }
}

fn up(a: usize) -> usize {
    a + 1
}
fn twice(a: usize) -> usize {
    a * 2
}
fn way<const N: usize>() -> fn(usize) -> usize {
    const { if N > 2 { up as fn(usize) -> usize } else { twice } }
}
fn ways<const N: usize>() -> &'static [fn(usize) -> usize; 2] {
    const { &[up, twice] }
}

trait Shape {
    fn area(&self) -> usize;
}
struct Square(usize);
impl Shape for Square {
    fn area(&self) -> usize {
        self.0 * self.0
    }
}
fn object<const N: usize>() -> &'static dyn Shape {
    const { &Square(N) }
}
fn text<const N: usize>() -> &'static str {
    const { if N > 2 { "long text" } else { "x" } }
}
fn promoted<T>() -> &'static [usize; 2] {
    &[size_of::<T>(), align_of::<T>()]
}
fn nothing<T>() -> &'static *const T {
    &ptr::null()
}
fn least() -> &'static i32 {
    &i32::min_value()
}
fn range() -> &'static std::ops::RangeInclusive<usize> {
    &(3..=5)
}

#[kernel]
pub fn test(mut y: GridMut<u64>) {
    let t = thread::index();
    let i = t.get() as usize;
    let seen = [
        sizes::<u16>()[i % 3],
        sizes::<u64>().len(),
        *size::<[u8; 9]>(),
        named::<8>()[i % 3],
        called()[2],
        *computed(),
        chosen::<4>().unwrap()[1],
        chosen::<2>().is_none() as usize,
        *TRIPLED,
        A::<6>::of_pair(),
        way::<3>()(i),
        way::<1>()(i),
        ways::<1>()[i & 1](5),
        object::<12>().area(),
        text::<3>().len(),
        text::<1>().len(),
        promoted::<u64>()[1] * 10 + promoted::<[u16; 3]>()[0],
        nothing::<u32>().is_null() as usize,
        *least() as usize,
        *range().end() - range().start(),
    ];
    y[t] = seen.iter().fold(0, |all, v| all.wrapping_mul(1_000_003) ^ *v as u64);
}
