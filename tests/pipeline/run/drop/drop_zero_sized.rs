// Values of size 0 have destructors too.
// threads: 1
// expect: 7480704375272924706
use rustg_std::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
static LOG: AtomicU64 = AtomicU64::new(7);
fn note(n: u64) {
    LOG.store(
        LOG.load(Ordering::Relaxed).wrapping_mul(31).wrapping_add(n),
        Ordering::Relaxed,
    );
}
struct A;
struct B;
impl Drop for A {
    fn drop(&mut self) {
        note(1);
    }
}
impl Drop for B {
    fn drop(&mut self) {
        note(2);
    }
}
fn give() -> A {
    let _b = B;
    A
}
fn maybe(t: bool) -> Option<A> {
    if t { Some(A) } else { None }
}
fn value(i: u64) -> u64 {
    {
        let _a = A;
        let _b = (B, A);
        note(3);
    }
    give();
    let x = give();
    note(4);
    drop(x);
    let y = if i == 0 { A } else { give() };
    let z = [A, A];
    let m = maybe(i == 0);
    match m {
        Some(_a) => note(5),
        None => note(6),
    }
    let c = move || {
        let _q = &y;
        note(7)
    };
    c();
    let q = loop {
        break B;
    };
    note(8);
    let [a, b] = z;
    drop(b);
    note(9);
    drop(a);
    let _q = q;
    LOG.load(Ordering::Relaxed)
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
