// Constants that hold fn pointers, used by value: one, tables, structs, options, those of traits and generics
// threads: 3
// expect: 55 59 75
use rustg_std::prelude::*;

type Step = fn(u64) -> u64;
fn add(x: u64) -> u64 {
    x + 1
}
fn double(x: u64) -> u64 {
    x * 2
}
const ONE: Step = add;
const TABLE: [Step; 3] = [add, double, |x| x + 7];
const MAYBE: Option<Step> = Some(ONE);
struct Op {
    n: u64,
    step: Step,
}
const OP: Op = Op { n: 3, step: TABLE[1] };
trait Has {
    const STEP: Step;
}
struct A;
struct B<const N: u64>;
impl Has for A {
    const STEP: Step = add;
}
impl<const N: u64> Has for B<N> {
    const STEP: Step = |x| x + N;
}
fn apply<T: Has>(x: u64) -> u64 {
    (T::STEP)(x)
}

fn value(i: u64) -> u64 {
    let table = TABLE;
    let mut sum = TABLE[i as usize](i) + table[2 - i as usize](i);
    for step in TABLE {
        sum += step(i);
    }
    let Op { n, step } = OP;
    sum + ONE(i) + (OP.step)(OP.n) + step(n) + MAYBE.unwrap()(i) + apply::<A>(i) + apply::<B<24>>(i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
