// Values and parts of values are moved on some paths of control only.
// threads: 11
// expect: 209532 5976236158084753 6495494 10697937785971106789 201392126 6060999271369 193882288679934 193161510014 6245003880 5791158603508165 8431436331020737886
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
struct Pair<'a> {
    a: D<'a>,
    b: D<'a>,
    n: u64,
}
fn take(d: D) -> u64 {
    d.1
}
fn case_moved(log: &Cell<u64>) {
    let a = D(log, 1);
    let b = a;
    note(log, take(b));
    let c = D(log, 2);
    std::mem::forget(c);
    drop(D(log, 3));
}
fn maybe(log: &Cell<u64>, take_it: bool, again: bool) {
    let mut a = D(log, 1);
    if take_it {
        note(log, take(a));
        if again {
            a = D(log, 2);
            note(log, a.1);
        }
    }
    note(log, 9);
}
fn case_conditional(log: &Cell<u64>) {
    maybe(log, false, false);
    maybe(log, true, false);
    maybe(log, true, true);
}
fn case_partial(log: &Cell<u64>) {
    let p = Pair { a: D(log, 1), b: D(log, 2), n: 3 };
    note(log, take(p.a));
    note(log, p.n);
}
fn part(log: &Cell<u64>, k: u64) {
    let p = (Pair { a: D(log, 1), b: D(log, 2), n: 3 }, D(log, 4));
    if k == 0 {
        drop(p.0.b);
    } else if k == 1 {
        drop(p.0);
    } else if k == 2 {
        drop(p.1);
        drop(p.0.a);
    }
    note(log, 5);
}
fn case_parts(log: &Cell<u64>) {
    for k in 0..4 {
        part(log, k);
    }
}
fn case_refill(log: &Cell<u64>) {
    let mut p = Pair { a: D(log, 1), b: D(log, 2), n: 3 };
    drop(p.a);
    p.a = D(log, 5);
    p.b = D(log, 6);
    note(log, p.a.1);
}
fn case_base(log: &Cell<u64>) {
    let p = Pair { a: D(log, 1), b: D(log, 2), n: 3 };
    let q = Pair { a: D(log, 4), ..p };
    note(log, q.n);
    let r = Pair { b: D(log, 7), ..Pair { a: D(log, 8), b: D(log, 9), n: 1 } };
    note(log, r.a.1);
}
fn case_loop(log: &Cell<u64>) {
    let mut kept = None;
    for i in 0..4 {
        let d = D(log, i);
        if i % 2 == 0 {
            kept = Some(d);
        }
        note(log, 10);
    }
    note(log, kept.is_some() as u64);
}
fn case_late(log: &Cell<u64>) {
    for i in 0..3 {
        let d;
        if i != 1 {
            d = D(log, i);
            note(log, d.1);
        }
        note(log, 20 + i);
    }
}
fn case_field_of_value(log: &Cell<u64>) {
    let d = Pair { a: D(log, 1), b: D(log, 2), n: 3 }.b;
    note(log, 4);
    let n = Pair { a: D(log, 5), b: D(log, 6), n: 3 }.n;
    note(log, n + d.1);
}
fn pick(log: &Cell<u64>, k: u64) -> D<'_> {
    let a = D(log, 1);
    let b = D(log, 2);
    match k {
        0 => a,
        1 => b,
        _ => D(log, 3),
    }
}
fn case_given_back(log: &Cell<u64>) {
    for k in 0..3 {
        note(log, pick(log, k).1);
    }
}
fn fails(n: u64) -> Option<u64> {
    if n > 0 { Some(n) } else { None }
}
fn operands(log: &Cell<u64>, n: u64) -> Option<u64> {
    let p = Pair { a: D(log, 1), b: D(log, 2), n: fails(n)? };
    let t = (D(log, 3), [D(log, 4), D(log, fails(n - 1)?)]);
    Some(p.n + t.1[1].1 + take2(D(log, 5), fails(n - 2)?))
}
fn take2(d: D, n: u64) -> u64 {
    d.1 + n
}
fn case_operands(log: &Cell<u64>) {
    for n in 0..4 {
        note(log, operands(log, n).unwrap_or(50));
    }
}

fn value(i: u64) -> u64 {
    let log = Cell::new(7);
    match i {
        0 => case_moved(&log),
        1 => case_conditional(&log),
        2 => case_partial(&log),
        3 => case_parts(&log),
        4 => case_refill(&log),
        5 => case_base(&log),
        6 => case_loop(&log),
        7 => case_late(&log),
        8 => case_field_of_value(&log),
        9 => case_given_back(&log),
        _ => case_operands(&log),
    }
    log.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
