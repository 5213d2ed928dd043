// Patterns move a value or parts of it, under guards and in alternatives.
// threads: 10
// expect: 6218997900323 5540108197563315910 5540109870709861513 6655754370330873424 8385433388417142411 6085760594377 5645844646082579681 185991658675067 5976243259098112 201359385
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
enum E<'a> {
    One(D<'a>),
    Two(D<'a>, D<'a>),
    Named { x: D<'a>, y: u64 },
    None,
}
fn make(log: &Cell<u64>, k: u64) -> E<'_> {
    match k {
        0 => E::One(D(log, 1)),
        1 => E::Two(D(log, 2), D(log, 3)),
        2 => E::Named { x: D(log, 4), y: 5 },
        _ => E::None,
    }
}
fn case_whole(log: &Cell<u64>) {
    for k in 0..4 {
        let _e = make(log, k);
        note(log, 9);
    }
}
fn case_move_parts(log: &Cell<u64>) {
    for k in 0..4 {
        let e = make(log, k);
        match e {
            E::One(d) => note(log, d.1),
            E::Two(_, d) => note(log, d.1),
            E::Named { x: _, y } => note(log, y),
            E::None => note(log, 8),
        }
        note(log, 9);
    }
}
fn case_by_reference(log: &Cell<u64>) {
    for k in 0..4 {
        match make(log, k) {
            E::One(ref d) => note(log, d.1),
            E::Two(a, ref b) => note(log, a.1 + b.1),
            _ => note(log, 7),
        }
        note(log, 9);
    }
}
fn case_guards(log: &Cell<u64>) {
    for k in 0..4 {
        let e = make(log, k);
        match e {
            E::Two(a, _) if a.1 == 9 => note(log, a.1),
            E::Two(_, b) if b.1 == 3 && D(log, 20).1 == 20 => note(log, b.1),
            E::One(a) if D(log, 21).1 == 20 => note(log, a.1),
            E::One(a) => note(log, a.1 + 30),
            _ => note(log, 6),
        }
        note(log, 9);
    }
}
fn case_alternatives(log: &Cell<u64>) {
    for k in 0..4 {
        match make(log, k) {
            E::One(d) | E::Two(d, _) | E::Named { x: d, .. } => note(log, d.1),
            E::None => note(log, 8),
        }
        let e = make(log, k);
        match e {
            E::Two(d, _) | E::Two(_, d) if d.1 == 3 => note(log, d.1),
            E::One(d) | E::Two(d, _) => note(log, d.1 + 1),
            _ => note(log, 2),
        }
        note(log, 9);
    }
}
fn case_tuple(log: &Cell<u64>) {
    let t = (D(log, 1), (D(log, 2), D(log, 3)), D(log, 4));
    let (a, (_, c), _) = t;
    note(log, a.1 + c.1);
    let (x, _) = (D(log, 5), D(log, 6));
    note(log, x.1);
}
fn case_array(log: &Cell<u64>) {
    let t = [D(log, 1), D(log, 2), D(log, 3), D(log, 4)];
    let [a, .., z] = t;
    note(log, a.1 + z.1);
    let u = [D(log, 5), D(log, 6), D(log, 7)];
    let [_, rest @ ..] = u;
    note(log, rest[0].1);
    let [p, q] = [D(log, 8), D(log, 9)];
    drop(q);
    note(log, p.1);
}
fn case_assigned(log: &Cell<u64>) {
    let mut a = D(log, 1);
    let mut b = D(log, 2);
    (a, b) = (D(log, 3), D(log, 4));
    note(log, a.1 + b.1);
    (a, _) = (D(log, 5), D(log, 6));
    _ = D(log, 7);
    note(log, a.1);
}
fn conditional(log: &Cell<u64>, o: Option<D>, t: bool) {
    if t {
        if let Some(d) = o {
            note(log, d.1);
        }
    }
    note(log, 9);
}
fn case_option(log: &Cell<u64>) {
    conditional(log, None, true);
    conditional(log, Some(D(log, 1)), true);
    conditional(log, Some(D(log, 2)), false);
    let o = Some(Some(D(log, 3)));
    if let Some(Some(d)) = o {
        note(log, d.1);
    }
    let r: Result<D, D> = Err(D(log, 4));
    match r {
        Ok(d) | Err(d) => note(log, d.1),
    }
}
fn case_at(log: &Cell<u64>) {
    let d @ D(_, _) = D(log, 1);
    note(log, d.1);
    match Some(D(log, 2)) {
        all @ Some(_) => note(log, all.is_some() as u64),
        None => {}
    }
    note(log, 3);
}

fn value(i: u64) -> u64 {
    let log = Cell::new(7);
    match i {
        0 => case_whole(&log),
        1 => case_move_parts(&log),
        2 => case_by_reference(&log),
        3 => case_guards(&log),
        4 => case_alternatives(&log),
        5 => case_tuple(&log),
        6 => case_array(&log),
        7 => case_assigned(&log),
        8 => case_option(&log),
        _ => case_at(&log),
    }
    log.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
