// constants that hold fns and references to what they compute
// threads: 4
// expect: 943045918 12108823453962172521 3875038571097114657 6446663025521049866
use rustg_std::prelude::*;

const fn more(x: u32) -> u32 {
    x + 1
}
struct Op {
    f: fn(u32) -> u32,
    of: &'static [u32],
    name: &'static str,
}
struct Many<const N: u32>;
impl<const N: u32> Many<N> {
    const BOTH: (fn(u32) -> u32, &'static u32) = (more, &more(N));
    const OP: Op = Op { f: more, of: &[more(N), 3, more(more(N))], name: "many" };
}
const ONE: (fn(u32) -> u32, &'static u32) = (more, &more(8));
const NESTED: (Op, &'static (u32, &'static u32)) = (Many::<7>::OP, &(more(40), &more(50)));
fn block<const N: u32>() -> (fn(u32) -> u32, &'static u32) {
    const { (more, &more(N)) }
}
fn deep(n: u32) -> u64 {
    let kept = [ONE.1, Many::<5>::BOTH.1, block::<30>().1, &NESTED.1.0, NESTED.1.1];
    let below = if n > 0 { deep(n - 1) } else { 0 };
    let mut sum = below.wrapping_mul(31);
    for k in kept {
        sum = sum.wrapping_mul(101).wrapping_add(*k as u64);
    }
    let op = const { Op { f: more, of: &[more(60), more(61)], name: "block" } };
    sum.wrapping_add((op.f)(op.of[n as usize % 2]) as u64 + NESTED.0.of[2] as u64 + (op.name.len() + NESTED.0.name.len()) as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = deep(t.get() as u32);
}
