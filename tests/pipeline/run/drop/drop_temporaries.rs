// Temporaries end with their statement, condition or tail, or live as long as a let.
// threads: 9
// expect: 8163551699531849825 13348020852941797032 2294449596970688721 8435977613504714 11988122196334741212 7170183167507004281 190366556117092510 9657380482597901269 1612969727773121605
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
impl<'a> D<'a> {
    fn id(&self) -> u64 {
        self.1
    }
    fn same(&self) -> &D<'a> {
        self
    }
}
fn make(log: &Cell<u64>, n: u64) -> D<'_> {
    note(log, 100 + n);
    D(log, n)
}
fn two(a: &D, b: &D) -> u64 {
    a.1 * 3 + b.1
}
struct R<'a> {
    d: &'a D<'a>,
}
fn case_statement(log: &Cell<u64>) {
    let n = two(&make(log, 1), &make(log, 2));
    note(log, n);
    note(log, make(log, 3).id());
    make(log, 4).same().same().id();
    make(log, 5);
}
fn case_extended(log: &Cell<u64>) {
    let a = &make(log, 1);
    let b = R { d: &make(log, 2) };
    let (c, e) = (&make(log, 3), make(log, 4));
    let ref f = make(log, 5);
    let g = &(make(log, 6), 1).0;
    note(log, a.1 + b.d.1 + c.1 + e.1 + f.1 + g.1);
}
fn case_condition(log: &Cell<u64>) {
    if make(log, 1).id() == 1 {
        note(log, 2);
    }
    let mut n = 0;
    while make(log, n).id() < 2 {
        note(log, 50);
        n += 1;
    }
    if make(log, 3).id() == 3 && make(log, 4).id() == 5 || make(log, 6).id() == 6 {
        note(log, 7);
    }
    let b = make(log, 8).id() == 8 && make(log, 9).id() == 9;
    note(log, b as u64);
}
fn tail(log: &Cell<u64>) -> u64 {
    let _a = D(log, 1);
    make(log, 2).id()
}
fn case_tail(log: &Cell<u64>) {
    note(log, tail(log));
    let x = {
        let _b = D(log, 3);
        make(log, 4).id() + make(log, 5).id()
    };
    note(log, x);
}
fn case_match(log: &Cell<u64>) {
    match make(log, 1).id() {
        1 => note(log, 2),
        _ => note(log, 3),
    }
    match make(log, 4) {
        d if d.1 == 9 => note(log, 5),
        ref d => note(log, d.1 + 6),
    }
    match (make(log, 1), make(log, 2)) {
        (a, _) => note(log, a.1),
    }
    note(log, 11);
    let n = match make(log, 7) {
        D(_, n) => n,
    };
    note(log, n);
}
fn find(log: &Cell<u64>, n: u64) -> Option<D<'_>> {
    if n > 0 { Some(make(log, n)) } else { None }
}
fn case_if_let(log: &Cell<u64>) {
    for n in 0..2 {
        if let Some(d) = find(log, n) {
            note(log, d.1 + 3);
        } else {
            note(log, 5);
        }
        if let Some(d) = &find(log, n) {
            note(log, d.1 + 3);
        } else {
            note(log, 6);
        }
        if let None = find(log, n).as_ref() {
            note(log, 7);
        } else {
            note(log, 8);
        }
    }
    let mut n = 3;
    while let Some(d) = find(log, n) {
        note(log, d.1);
        n -= 1;
    }
}
fn case_chain(log: &Cell<u64>) {
    for n in 0..3 {
        if let Some(d) = find(log, n)
            && d.1 == 2
            && let Some(e) = find(log, n - 1)
            && make(log, 9).1 == 9
        {
            note(log, d.1 + e.1);
        } else {
            note(log, 12);
        }
    }
}
fn otherwise(log: &Cell<u64>, n: u64) -> u64 {
    let Some(d) = find(log, n) else {
        note(log, 3);
        return 4;
    };
    let Some(1) = find(log, n).as_ref().map(|d| d.1) else {
        note(log, 6);
        return 7;
    };
    note(log, 5);
    d.1
}
fn case_let_else(log: &Cell<u64>) {
    for n in 0..3 {
        note(log, otherwise(log, n));
    }
}
fn case_branches(log: &Cell<u64>) {
    for n in 0..3 {
        let own = make(log, 30);
        let r = if n == 0 { &make(log, 1) } else if n == 1 { &own } else { &make(log, 2) };
        note(log, r.1);
        let s = match n {
            0 => &make(log, 3),
            _ => &own,
        };
        note(log, s.1);
    }
}

fn value(i: u64) -> u64 {
    let log = Cell::new(7);
    match i {
        0 => case_statement(&log),
        1 => case_extended(&log),
        2 => case_condition(&log),
        3 => case_tail(&log),
        4 => case_match(&log),
        5 => case_if_let(&log),
        6 => case_chain(&log),
        7 => case_let_else(&log),
        _ => case_branches(&log),
    }
    log.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
