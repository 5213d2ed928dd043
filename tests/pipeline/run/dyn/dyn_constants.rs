// Trait objects in constants, statics and const fns, and promoted ones
// threads: 4
// expect: 143584906 468469072 133485843 189625460
use rustg_std::prelude::*;

trait Op {
    fn run(&self, x: u64) -> u64;
}
struct Add(u64);
struct Mul {
    by: u64,
    then: Add,
}
struct Nothing;
impl Op for Add {
    fn run(&self, x: u64) -> u64 {
        x + self.0
    }
}
impl Op for Mul {
    fn run(&self, x: u64) -> u64 {
        self.then.run(x * self.by)
    }
}
impl Op for Nothing {
    fn run(&self, x: u64) -> u64 {
        x
    }
}
static OPS: [&(dyn Op + Sync); 4] = [&Add(3), &Mul { by: 5, then: Add(1) }, &Nothing, ONE];
const ONE: &(dyn Op + Sync) = &Add(1);
const CALL: &dyn Fn(u64) -> u64 = &|x| x * 3;
static CALLS: [&(dyn Fn(u64, &u64) -> u64 + Sync); 2] = [&|a, b| a * *b, &take];
fn take(a: u64, b: &u64) -> u64 {
    a + *b
}
struct Entry {
    name: &'static str,
    op: &'static dyn Op,
    next: Option<&'static dyn Op>,
}
const TABLE: &[Entry] = &[
    Entry { name: "add", op: &Add(10), next: Some(&Nothing) },
    Entry { name: "nothing", op: &Nothing, next: None },
];
const fn choose(first: bool) -> &'static dyn Op {
    if first { &Add(100) } else { &Mul { by: 2, then: Add(0) } }
}
const CHOSEN: [&dyn Op; 2] = [choose(true), choose(false)];
const SIZE: usize = core::mem::size_of_val(OBJECT);
const OBJECT: &dyn Op = &Mul { by: 1, then: Add(2) };
trait Has {
    const OP: &'static dyn Op;
}
impl Has for u8 {
    const OP: &'static dyn Op = &Add(8);
}
impl<const N: u64> Has for Tag<N> {
    const OP: &'static dyn Op = &Add(N);
}
struct Tag<const N: u64>;
fn through<T: Has>(x: u64) -> u64 {
    T::OP.run(x)
}
fn forever() -> &'static dyn Op {
    &Mul { by: 9, then: Add(4) }
}

fn value(i: u64) -> u64 {
    let k = i as usize;
    let mut sum = OPS[k % 4].run(i + 2);
    sum = sum * 31 + CALL(i) + CALLS[k % 2](i, &7);
    let entry = &TABLE[k % 2];
    sum = sum * 31 + entry.op.run(i) + entry.name.len() as u64;
    sum = sum * 31 + entry.next.map_or(5, |op| op.run(50));
    sum = sum * 31 + CHOSEN[k % 2].run(i) + SIZE as u64 + OBJECT.run(1);
    let kept: &'static dyn Op = &Add(77);
    sum * 31 + kept.run(i) + forever().run(i) + through::<u8>(i) + through::<Tag<40>>(i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = value(i.get() as u64);
    }
}
