// binding modes: ref, ref mut, defaults, & in patterns, @ with copies
// threads: 6
// expect: 2400200 2401619 2400405 2401821 2400607 2402023
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct P {
    x: u32,
    y: (u8, i16),
}
enum Tree {
    Leaf(u32),
    Node(P, [u32; 2]),
}
fn sum(t: &Tree) -> u64 {
    match t {
        Tree::Leaf(n) => *n as u64,
        Tree::Node(P { x, y: (a, ref_b) }, [l, r]) => *x as u64 + *a as u64 + (*ref_b as i64 as u64) + (*l + *r) as u64,
    }
}
fn grow(t: &mut Tree) {
    match t {
        Tree::Leaf(n) if *n > 3 => *n += 1,
        Tree::Leaf(n) => *n = 0,
        Tree::Node(P { y: (a, _), .. }, all @ [_, _]) => {
            *a += 1;
            all[0] = 9;
        }
    }
}
fn value(i: u64) -> u64 {
    let mut t = if i % 2 == 0 { Tree::Leaf(i as u32 + 2) } else { Tree::Node(P { x: 5, y: (1, 2) }, [7, i as u32]) };
    let before = sum(&t);
    grow(&mut t);
    let mut pair = (1u32, [2u32, 3]);
    let (ref mut a, [ref b, _]) = pair;
    *a += *b;
    let &(c, [d, _]) = &pair;
    let whole @ P { x, .. } = P { x: 4, y: (0, 1) };
    let n @ 1..=9 = c else { return 0 };
    let o = Some(&pair);
    let Some(&(e, f)) = o else { return 1 };
    let q = match &Some(&mut pair) {
        Some((m, _)) => *m,
        None => 0,
    };
    before * 100 + sum(&t) + (c + d + x + whole.x + n + e + f[0] + q) as u64 * 100000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
