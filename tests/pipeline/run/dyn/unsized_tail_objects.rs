// a struct that ends in an object becomes one of a supertrait, its fields tell closures and methods apart
// threads: 3
// expect: 4095721009039101 5106321017042101 6116921025045101
use rustg_std::prelude::*;
trait Base {
    fn base(&self) -> u64;
}
trait More: Base {
    fn more(&mut self, by: u64) -> u64;
}
impl Base for i32 {
    fn base(&self) -> u64 {
        *self as u64 * 3
    }
}
impl More for i32 {
    fn more(&mut self, by: u64) -> u64 {
        *self += by as i32;
        *self as u64
    }
}
struct With<A, T: ?Sized> {
    count: u16,
    first: A,
    of: T,
}
impl<A: Copy + Into<u64>> With<A, dyn More + '_> {
    fn step(&mut self) -> u64 {
        self.count += 1;
        let by = self.first.into() + self.count as u64;
        self.of.more(by)
    }
}
impl<A, T: ?Sized + Base> Base for With<A, T> {
    fn base(&self) -> u64 {
        self.of.base() * 2 + self.count as u64
    }
}
fn up<'a>(x: &'a With<u8, dyn More>) -> &'a With<u8, dyn Base> {
    x
}
fn apply(x: &With<u64, dyn Fn(u64) -> u64 + '_>) -> u64 {
    (x.of)(x.first) + x.count as u64
}
fn bytes(x: &mut With<u8, [u8]>) -> u64 {
    x.of[1] += x.first;
    for b in &mut x.of {
        *b = b.wrapping_mul(3);
    }
    x.of.iter().map(|b| *b as u64).sum()
}
fn value(i: u64) -> u64 {
    let mut w = With { count: 1, first: 2u8, of: i as i32 };
    let d: &mut With<u8, dyn More> = &mut w;
    let mut v = d.step() * 100 + d.step();
    v = v * 100 + up(d).base();
    let plain: &With<u8, dyn Base + Send> = &With { count: 5, first: 0, of: 7 };
    let less: &With<u8, dyn Base> = plain;
    v = v * 100 + less.of.base();
    v = v * 1000 + apply(&With { count: 9, first: i, of: |x| x * 5 + v % 7 });
    let mut s = With { count: 0, first: 4u8, of: [1u8, 2, i as u8] };
    v = v * 1000 + bytes(&mut s) + s.of[1] as u64;
    let nested: &With<u8, With<u8, dyn Base>> = &With { count: 3, first: 1, of: With { count: 4, first: 2, of: 6 } };
    v * 1000 + nested.base() + nested.of.of.base()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
