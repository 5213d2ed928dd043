// Closures own what they capture by value, and drop it.
// threads: 7
// expect: 201359354 193620888567 209593 6243986119 5792149085445882 6272587434 6248818933
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
fn once<F: FnOnce() -> u64>(f: F) -> u64 {
    f()
}
fn many<F: Fn() -> u64>(f: F) -> u64 {
    f() + f()
}
fn changing<F: FnMut() -> u64>(mut f: F) -> u64 {
    f() + f()
}
fn never<F: FnOnce()>(_f: F) {}
fn perhaps<F: FnOnce() -> u64>(f: F, now: bool) -> u64 {
    if now { f() } else { 3 }
}
fn case_owned(log: &Cell<u64>) {
    let d = D(log, 1);
    let f = move || d.1;
    note(log, f());
    note(log, f());
    note(log, many(f));
    note(log, 2);
}
fn case_once(log: &Cell<u64>) {
    let (a, b) = (D(log, 1), D(log, 2));
    let f = move || {
        drop(a);
        note(b.0, 5);
        b.1
    };
    note(log, once(f));
    let c = D(log, 3);
    let g = move || c.1;
    note(log, once(g));
    note(log, 4);
}
fn case_never(log: &Cell<u64>) {
    let a = D(log, 1);
    never(move || drop(a));
    let b = D(log, 2);
    let _f = move || note(b.0, b.1);
    note(log, 3);
}
fn case_perhaps(log: &Cell<u64>) {
    for k in 0..2 {
        let a = D(log, 1);
        let b = D(log, 2);
        note(
            log,
            perhaps(
                move || {
                    let x = a;
                    x.1 + b.1
                },
                k == 1,
            ),
        );
    }
}
fn case_inside(log: &Cell<u64>) {
    let a = D(log, 1);
    let n = changing(move || {
        let b = D(a.0, 2);
        b.1 + a.1
    });
    note(log, n);
    let mut kept = Some(D(log, 3));
    let mut give = || kept.take();
    note(log, give().is_some() as u64);
    note(log, give().is_none() as u64);
    let make = |n| D(log, n);
    note(log, make(6).1);
    let _k = make(7);
}
fn case_argument(log: &Cell<u64>) {
    let f = |d: D, (a, _): (D, D)| d.1 + a.1;
    note(log, f(D(log, 1), (D(log, 2), D(log, 3))));
    let once = Some(D(log, 4)).map_or(0, |d| d.1);
    note(log, once);
}
fn outer(log: &Cell<u64>, flag: bool) {
    let d = D(log, 1);
    let f = || {
        if flag {
            drop(d);
        }
        note(log, 8);
    };
    f();
    note(log, 9);
}
fn case_flag(log: &Cell<u64>) {
    outer(log, true);
    outer(log, false);
}

fn value(i: u64) -> u64 {
    let log = Cell::new(7);
    match i {
        0 => case_owned(&log),
        1 => case_once(&log),
        2 => case_never(&log),
        3 => case_perhaps(&log),
        4 => case_inside(&log),
        5 => case_argument(&log),
        _ => case_flag(&log),
    }
    log.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
