// Fn pointers in tables: statics, constants, behind references, in structs and options, of closures, generics and
// constructors, and filled in by a const fn
// threads: 6
// expect: 11037386732339 6919568150983 31122541529268 35856853068398 12114047727412 13578963559018
use rustg_std::prelude::*;

type Op = fn(u64, u64) -> u64;
fn add(a: u64, b: u64) -> u64 {
    a + b
}
fn sub(a: u64, b: u64) -> u64 {
    a.wrapping_sub(b)
}
fn scale<const N: u64>(a: u64, b: u64) -> u64 {
    N * a + b
}
fn first<T: Copy>(a: T, _: T) -> T {
    a
}

static TABLE: [Op; 6] = [add, sub, |a, b| a * b, scale::<3>, first, u64::max];
static SLICE: &[Op] = &[sub, add, scale::<{ 2 + 3 }>];
const NESTED: [[Option<Op>; 2]; 2] = [[Some(add), None], [Some(scale::<7>), Some(first::<u64>)]];

#[derive(Clone, Copy)]
struct Entry {
    name: &'static str,
    op: Op,
    weight: u32,
}
const ENTRIES: &[Entry] =
    &[Entry { name: "add", op: add, weight: 1 }, Entry { name: "product", op: TABLE_OF_ONE[0], weight: 5 }];
const TABLE_OF_ONE: [Op; 1] = [|a, b| a * b];

const fn build(with: Op) -> [Op; 4] {
    let mut table: [Op; 4] = [add; 4];
    let mut i = 1;
    while i < 4 {
        if i % 2 == 1 {
            table[i] = with;
        }
        i += 1;
    }
    table
}
static BUILT: [Op; 4] = build(sub);

enum Shape {
    Pair(fn(u32, u32) -> Point),
    Single(fn(u32) -> Option<u32>),
}
#[derive(Clone, Copy)]
struct Point(u32, u32);
static MAKERS: [Shape; 2] = [Shape::Pair(Point), Shape::Single(Some)];

trait Ops {
    const ALL: &'static [Op];
}
struct A;
struct B<const N: u64>;
impl Ops for A {
    const ALL: &'static [Op] = &[add, sub];
}
impl<const N: u64> Ops for B<N> {
    const ALL: &'static [Op] = &[scale::<N>, first];
}
fn fold<T: Ops>(a: u64, b: u64) -> u64 {
    let mut sum = 0u64;
    for op in T::ALL {
        sum = sum.wrapping_mul(31).wrapping_add(op(a, b) % 1000);
    }
    sum
}

// What is borrowed for a call ends with it.
type Look = fn(&u64, &mut u64) -> u64;
fn take(a: &u64, b: &mut u64) -> u64 {
    *b += 1;
    *a + *b
}
static LOOKS: [Look; 2] = [take, |a, b| *a * *b];
const LOOK: Look = take;
const CHOICE: fn(&u64) -> &u64 = |x| x;
fn look(i: u64) -> u64 {
    let (a, mut b) = (i + 1, 2 * i);
    let first = LOOKS[i as usize % 2](&a, &mut b);
    b += 3;
    let promoted: &[Look] = &[take, take];
    let second = LOOK(&a, &mut b) + promoted[0](&b.clone(), &mut b);
    first * 1000 + second + *CHOICE(&a) * b
}

fn same(ops: &[Op]) -> u64 {
    ops.iter().fold(0u64, |sum, op| sum.wrapping_mul(3).wrapping_add(op(9, 4)))
}

fn value(i: u64) -> u64 {
    let k = i as usize;
    let mut sum = TABLE[k](i + 10, 3);
    sum = sum.wrapping_mul(31).wrapping_add(SLICE[k % 3](i, 2));
    sum = sum.wrapping_mul(31).wrapping_add(match NESTED[k % 2][k / 2 % 2] {
        Some(op) => op(i, 5),
        None => 99,
    });
    let entry = ENTRIES[k % 2];
    sum = sum.wrapping_mul(31).wrapping_add((entry.op)(i + 2, 7) * entry.weight as u64 + entry.name.len() as u64);
    sum = sum.wrapping_mul(31).wrapping_add(BUILT[k % 4](50, i));
    sum = sum.wrapping_mul(31).wrapping_add(match &MAKERS[k % 2] {
        Shape::Pair(make) => {
            let p = make(3, k as u32);
            (p.0 * 10 + p.1) as u64
        }
        Shape::Single(make) => make(k as u32).unwrap_or(1) as u64,
    });
    sum = sum.wrapping_mul(31).wrapping_add(fold::<A>(i + 5, i) ^ fold::<B<4>>(i, 1));
    let promoted: &'static [Op] = &[add, first];
    sum = sum.wrapping_mul(31).wrapping_add(same(promoted) ^ same(&TABLE[..2]) ^ same(&TABLE));
    sum.wrapping_mul(31).wrapping_add(look(i))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = value(i.get() as u64);
    }
}
