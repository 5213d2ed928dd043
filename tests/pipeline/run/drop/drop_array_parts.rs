// the rest of an array that a pattern moves parts of is dropped from the back
// threads: 16
// expect: 1025683720697326097 1025683720698280247 1025683720697326097 1025683720728754548 1025683719425696208 8004646028210194441 34428394762579 8004646028184366601 13349451259032520631 13349451259032520631 1025683719353661137 13349451259032520631 12203737099812849048 1025683720700065877 1025683720700065877 1025683720697384687
use rustg_std::prelude::*;
use std::cell::Cell;
pub struct L(Cell<u64>);
impl L {
    fn note(&self, v: u32) {
        self.0
            .set(self.0.get().wrapping_mul(31).wrapping_add(v as u64));
    }
}
pub struct D<'a>(&'a L, u32);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.note(self.1);
    }
}
impl<'a> D<'a> {
    fn l(&self) -> &'a L {
        self.0
    }
    fn v(&self) -> u32 {
        self.1
    }
    fn me(self) -> Self {
        self
    }
}
pub fn d(l: &L, v: u32) -> D<'_> {
    l.note(1000 + v);
    D(l, v)
}
fn a5<'a>(l: &'a L) -> [D<'a>; 5] {
    [d(l, 1), d(l, 2), d(l, 3), d(l, 4), d(l, 5)]
}
fn c_1(l: &L) {
    let a = a5(l);
    let [_, b, ..] = a;
    l.note(50);
}
fn c_2(l: &L) {
    let a = a5(l);
    let [_, _, b, _, _] = a;
    l.note(50);
}
fn c_3(l: &L) {
    let a = a5(l);
    let [_, r @ .., _] = a;
    l.note(50);
}
fn c_4(l: &L) {
    let a = a5(l);
    if l.0.get() == 0 {
        let [_, r @ .., _] = a;
        l.note(50);
    }
    l.note(51);
}
fn c_5(l: &L) {
    let a = a5(l);
    if l.0.get() == 0 {
        let [_, b, ..] = a;
    } else {
        let [.., b, _] = a;
    }
    l.note(51);
}
fn c_6(l: &L) {
    let a = (a5(l), d(l, 6));
    let ([_, b, _, c, _], _) = a;
    l.note(50);
}
fn c_7(l: &L) {
    let a = [Some(d(l, 1)), None, Some(d(l, 2)), Some(d(l, 3))];
    match a {
        [_, None, Some(x), _] => l.note(40),
        _ => l.note(41),
    }
    l.note(50);
}
fn c_8(l: &L) {
    let a = [(d(l, 1), d(l, 2)), (d(l, 3), d(l, 4)), (d(l, 5), d(l, 6))];
    let [_, (x, _), _] = a;
    l.note(50);
}
fn c_10(l: &L) {
    let a = a5(l);
    let f = move || {
        let [_, b, _, _, _] = a;
        l.note(40);
    };
    f();
    l.note(50);
}
fn c_11(l: &L) {
    fn f(l: &L, [_, x, ..]: [D; 5]) {
        l.note(40);
    }
    f(l, a5(l));
    l.note(50);
}
fn c_12(l: &L) {
    let [_, x, ..] = a5(l);
    l.note(50);
}
fn c_13(l: &L) {
    match a5(l) {
        [x, _, y, ..] if x.v() == 2 => {}
        [_, r @ ..] => {
            l.note(40);
        }
    }
    l.note(50);
}
fn c_slice_pat(l: &L) {
    let a = [d(l, 1), d(l, 2), d(l, 3), d(l, 4)];
    if let [x, .., y] = a {
        l.note(40);
    }
    l.note(50);
    let b = [[d(l, 5), d(l, 6)], [d(l, 7), d(l, 8)]];
    let [[_, p], [q, _]] = b;
    l.note(51);
}
fn c_14(l: &L) {
    let a = a5(l);
    let [x, mid @ .., z] = a;
    l.note(50);
}
fn c_15(l: &L) {
    match a5(l) {
        [x, mid @ .., z] if l.0.get() != 3 => l.note(50),
        _ => {}
    }
}
fn c_16(l: &L) {
    let f = |[x, mid @ .., z]: [D; 5]| {
        let [m, ..] = mid;
        l.note(50);
    };
    f(a5(l));
}
fn value(i: usize) -> u64 {
    let l = L(Cell::new(7));
    match i {
        0 => c_1(&l),
        1 => c_2(&l),
        2 => c_3(&l),
        3 => c_4(&l),
        4 => c_5(&l),
        5 => c_6(&l),
        6 => c_7(&l),
        7 => c_8(&l),
        8 => c_10(&l),
        9 => c_11(&l),
        10 => c_12(&l),
        11 => c_13(&l),
        12 => c_slice_pat(&l),
        13 => c_14(&l),
        14 => c_15(&l),
        15 => c_16(&l),
        _ => {}
    }
    l.0.get()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
