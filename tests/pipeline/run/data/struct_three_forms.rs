// named, tuple and unit structs with generics and defaults
// threads: 4
// expect: 147 149 151 153
use rustg_std::prelude::*;

#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Named<T = u32> {
    a: T,
    b: [T; 2],
}
#[derive(Clone, Copy, Default, PartialEq, PartialOrd, Debug)]
struct Tuple<A, B = A>(A, pub B);
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Unit;
struct Empty {}
struct Zero();
impl Unit {
    fn me(self) -> Self {
        Unit {}
    }
}
fn value(i: u64) -> u64 {
    let n: Named = Named { a: i as u32, ..Default::default() };
    let Named { a, b: [first, ..] } = n;
    let t = Tuple::<_, u64>(a as u8, 9);
    let u = Tuple { 1: 4u16, 0: 'x' };
    let make = Tuple::<u64, u64>;
    let v = make(3, 4);
    let Empty {} = Empty {};
    let Zero() = Zero {};
    let same = Unit == Unit.me();
    let Tuple { 0: p, 1: ref q } = v;
    (first + a) as u64 + t.0 as u64 + t.1 + u.1 as u64 + u.0 as u64 + p * *q + same as u64 + (v > Tuple(3, 3)) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
