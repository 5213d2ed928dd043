// Statics hold their own address, in computed parts too, and that of each other: what is computed needs no value. The
// kernel reads constants made of them, for CUDA has no static that refers to itself.
// threads: 2
// expect: 231 231
use rustg_std::prelude::*;

struct Node {
    next: Option<&'static Node>,
    v: u32,
}
static A: Node = Node { next: Some(&B), v: 1 };
static B: Node = Node { next: id(&A), v: 2 };
static S: Node = Node { next: Some(&S), v: 3 };
struct P(*const P, u32);
unsafe impl Sync for P {}
static Q: P = P(&raw const Q, 4);
static T: P = P((&raw const T).wrapping_add(0), 5);
static END: [P; 2] = [P((&raw const END[1]).wrapping_sub(1), 6), P(core::ptr::null(), 7)];
const fn id(n: &'static Node) -> Option<&'static Node> {
    Some(n)
}
static U: Node = Node { next: id(&U), v: 8 };
const OF_U: u32 = match U.next {
    Some(n) => n.v,
    None => 0,
};
struct F(&'static F, [u32; 4]);
static X: F = {
    let y = F(&X, [9; 4]);
    y
};
const fn of_x() -> u32 {
    X.0.1[2]
}
const OF_X: u32 = of_x();

static HEAD: Node = Node { next: id(&HEAD), v: TAIL.v + 1 };
static TAIL: Node = Node { next: id(&TAIL), v: 1 };
static L: u32 = of_branch(0);
static M: u32 = of_branch(1);
static N: u32 = of_branch(2);
const fn of_branch(x: u32) -> u32 {
    match x {
        0 => M + 1,
        1 => N + 1,
        2 => 7,
        _ => L + M,
    }
}
const _: () = assert!(HEAD.v == 2 && HEAD.next.unwrap().v == 2 && L == 9);
const RING: u32 = A.next.unwrap().next.unwrap().v + S.next.unwrap().v;
const RAW: u32 = unsafe { (*Q.0).1 + (*T.0).1 + (*END[0].0).1 };

#[kernel]
pub fn test(mut y: GridMut<u64>) {
    y[thread::index()] = (RING * 50 + RAW + OF_U + OF_X - 1) as u64;
}
