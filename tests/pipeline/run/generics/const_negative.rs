// negative const arguments of narrow integers, written in each way, and types that leave defaults out in arguments
// threads: 2
// expect: 223 16335
use rustg_std::prelude::*;
struct Step<const N: i8>;
trait Value {
    fn value(&self) -> i64;
}
impl<const N: i8> Value for Step<N> {
    fn value(&self) -> i64 {
        N as i64
    }
}
impl Step<-4> {
    fn only(&self) -> i64 {
        100
    }
}
const MINUS: i8 = -3;
fn computed(a: Step<-3>) -> Step<{ -1 - 2 }> {
    a
}
fn named(a: Step<MINUS>) -> Step<-3> {
    a
}
fn next<const N: i16>() -> [u8; 2] {
    N.to_be_bytes()
}
struct Pair<T = u16, const N: usize = 3>([T; N]);
fn size<T>() -> i64 {
    size_of::<T>() as i64
}
fn value(i: i64) -> i64 {
    let v = computed(named(Step::<MINUS>)).value() + Step::<{ MINUS - 1 }>.only();
    let sizes = size::<Pair>() + size::<(Pair, Pair<u8>)>() * 10 + size::<[Option<Pair>; 2]>() * 1000 + size_of::<Pair>() as i64;
    v + i * sizes + next::<-2>()[1] as i64 + Step::<-128>.value()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as i64) as u64;
}
