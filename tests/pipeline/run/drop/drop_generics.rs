// Drop glue of generic types and arrays; functions of mem, ptr, Option and Result move or drop what they are given.
// threads: 8
// expect: 6148238670672 8870940908394251892 178707199864252611 178760162677866140 5997778536102 6026267554273 11087907321121907562 209566
use rustg_std::prelude::*;
use std::cell::Cell;

struct D<'a>(&'a Cell<u64>, u64);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().wrapping_mul(31).wrapping_add(self.1));
    }
}
fn note(log: &Cell<u64>, n: u64) {
    log.set(log.get().wrapping_mul(31).wrapping_add(n));
}
use std::mem::{self, ManuallyDrop, MaybeUninit};
struct Both<A, B>(A, B);
struct Outer<'a, T> {
    log: &'a Cell<u64>,
    first: T,
    second: T,
}
impl<T> Drop for Outer<'_, T> {
    fn drop(&mut self) {
        note(self.log, 77);
    }
}
fn hold<T>(t: T) -> T {
    t
}
fn ignore<T>(_: T) {}
fn case_nested(log: &Cell<u64>) {
    let _a = Both(D(log, 1), Both(2u32, D(log, 3)));
    let _b = Outer { log, first: D(log, 4), second: D(log, 5) };
    let _c = Outer { log, first: 1u8, second: 2 };
    let d = hold(D(log, 6));
    ignore(Both(d, 1));
    note(log, _b.first.1 + _b.second.1 + _c.first as u64 + _c.second as u64);
}
fn case_arrays(log: &Cell<u64>) {
    let a = [D(log, 1), D(log, 2), D(log, 3)];
    note(log, a[1].1);
    let mut b = [[D(log, 4), D(log, 5)], [D(log, 6), D(log, 7)]];
    b[1][0] = D(log, 8);
    note(log, b.len() as u64);
    let c: [Option<D>; 3] = [const { None }; 3];
    note(log, c.len() as u64);
    let _n: [D; 0] = [];
    let mut k = 0;
    let mut e = [D(log, 10), D(log, 11)];
    while k < 2 {
        e[k] = D(log, 12 + k as u64);
        k += 1;
    }
}
fn case_into_iter(log: &Cell<u64>) {
    for d in [D(log, 1), D(log, 2), D(log, 3)] {
        if d.1 == 2 {
            break;
        }
        note(log, d.1);
    }
    let mut it = [D(log, 4), D(log, 5), D(log, 6)].into_iter();
    let last = it.next_back();
    note(log, last.as_ref().unwrap().1);
    let b = [D(log, 7), D(log, 8)].map(|d| Both(d, 1u8));
    note(log, b[0].1 as u64);
}
fn case_mem(log: &Cell<u64>) {
    let mut a = D(log, 1);
    let old = mem::replace(&mut a, D(log, 2));
    note(log, old.1);
    let mut b = D(log, 3);
    mem::swap(&mut a, &mut b);
    note(log, a.1);
    let mut o = Some(D(log, 4));
    let t = mem::take(&mut o);
    note(log, t.is_some() as u64 + o.is_none() as u64);
    mem::forget(D(log, 5));
    let m = ManuallyDrop::new(D(log, 6));
    note(log, m.1);
    let mut m2 = ManuallyDrop::new(D(log, 7));
    unsafe { ManuallyDrop::drop(&mut m2) };
    drop(ManuallyDrop::into_inner(m));
    let mut u: MaybeUninit<D> = MaybeUninit::uninit();
    u.write(D(log, 8));
    unsafe { u.assume_init_drop() };
}
fn case_needs(log: &Cell<u64>) {
    note(log, mem::needs_drop::<D>() as u64);
    note(log, mem::needs_drop::<u32>() as u64);
    note(log, mem::needs_drop::<Both<u8, D>>() as u64);
    note(log, mem::needs_drop::<&D>() as u64);
    note(log, mem::needs_drop::<[D; 2]>() as u64);
    note(log, mem::needs_drop::<[D]>() as u64);
    note(log, mem::needs_drop::<ManuallyDrop<D>>() as u64);
    note(log, mem::needs_drop::<Option<D>>() as u64);
}
fn case_pointers(log: &Cell<u64>) {
    let mut a = ManuallyDrop::new([D(log, 1), D(log, 2), D(log, 3)]);
    unsafe {
        std::ptr::drop_in_place(&mut a[1]);
        let rest: *mut [D] = &mut a[..];
        std::ptr::write(&mut a[1], D(log, 4));
        std::ptr::drop_in_place(rest);
    }
    note(log, 9);
    let r = &mut D(log, 5);
    *r = D(log, 6);
    note(log, r.1);
}
fn case_options(log: &Cell<u64>) {
    let mut o = Some(D(log, 1));
    let t = o.take();
    note(log, t.is_some() as u64);
    o = Some(D(log, 2));
    let old = o.replace(D(log, 3));
    note(log, old.unwrap().1);
    let d = o.unwrap_or(D(log, 4));
    note(log, d.1);
    let m = Some(D(log, 5)).map(|d| d.1);
    note(log, m.unwrap());
    let n = None.unwrap_or_else(|| D(log, 6));
    note(log, n.1);
    let mut g = None;
    note(log, g.get_or_insert(D(log, 7)).1);
    g.insert(D(log, 8));
    let r: Result<D, D> = Ok(D(log, 9));
    note(log, r.ok().is_some() as u64);
    let f = Some(D(log, 10)).filter(|d| d.1 == 11);
    note(log, f.is_none() as u64);
    let x = Some(D(log, 12)).xor(Some(D(log, 13)));
    note(log, x.is_none() as u64);
    let z = Some(D(log, 14)).zip(Some(D(log, 15)));
    note(log, z.is_some() as u64);
}
trait Shape {
    fn area(self) -> u64;
}
impl Shape for D<'_> {
    fn area(self) -> u64 {
        self.1 * 2
    }
}
fn twice<S: Shape>(a: S, b: S) -> u64 {
    a.area() + b.area()
}
fn case_traits(log: &Cell<u64>) {
    note(log, twice(D(log, 1), D(log, 2)));
}

fn value(i: u64) -> u64 {
    let log = Cell::new(7);
    match i {
        0 => case_nested(&log),
        1 => case_arrays(&log),
        2 => case_into_iter(&log),
        3 => case_mem(&log),
        4 => case_needs(&log),
        5 => case_pointers(&log),
        6 => case_options(&log),
        _ => case_traits(&log),
    }
    log.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
