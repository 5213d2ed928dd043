// operands that are there go before the temporaries of what is around them
// threads: 7
// expect: 12634961709968176982 8821251933475884198 1885657478520416383 7488505232165107595 2245971103041539332 14582541107008114091 14805208668262768873
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

fn c_1(l: &L) {
    for k in 0..3 {
        let f = |y: u32| {
            (
                d(l, 1),
                (d(l, 3), d(l, 4)).0,
                if y == 0 {
                    return (D(l, 9), D(l, 8), 1);
                } else {
                    2u32
                },
            )
        };
        f(k);
        l.note(50);
    }
}
fn c_2(l: &L) {
    fn f<'a>(l: &'a L, k: u32) -> (D<'a>, D<'a>, u32) {
        match k {
            5 => (d(l, 1), d(l, 2), 3),
            _ => (
                d(l, 1),
                (d(l, 3), d(l, 4)).0,
                if k == 0 {
                    return (D(l, 9), D(l, 8), 1);
                } else {
                    2u32
                },
            ),
        }
    }
    for k in 0..2 {
        f(l, k);
        l.note(50);
    }
}
fn c_3(l: &L) {
    fn f<'a>(l: &'a L, k: u32) -> Option<u32> {
        match k {
            _ if (
                d(l, 1),
                (d(l, 2), d(l, 3)).1,
                if k == 0 { None? } else { 4 },
            )
                .2
                == 4 =>
            {
                l.note(60)
            }
            _ => {}
        }
        while (
            d(l, 5),
            (d(l, 6), d(l, 7)).1,
            if k == 1 { return None } else { 4 },
        )
            .2
            != 4
        {}
        Some(
            (
                d(l, 8),
                (d(l, 9), d(l, 10)).1,
                if k == 2 { return None } else { 4 },
            )
                .2,
        )
    }
    for k in 0..4 {
        f(l, k);
        l.note(50);
    }
}
fn c_4(l: &L) {
    fn f<'a>(l: &'a L, k: u32) -> u32 {
        (
            d(l, 1),
            (d(l, 2), d(l, 3)).1,
            if k == 0 { return 7 } else { 4 },
        )
            .2
    }
    for k in 0..2 {
        f(l, k);
        l.note(50);
    }
}
fn c_5(l: &L) {
    fn f<'a>(l: &'a L, k: u32) -> (D<'a>, D<'a>, u32) {
        (
            d(l, 1),
            (d(l, 2), d(l, 3)).1,
            if k == 0 {
                return (D(l, 9), D(l, 8), 1);
            } else {
                4
            },
        )
    }
    for k in 0..2 {
        f(l, k);
        l.note(50);
    }
}
fn c_6(l: &L) {
    fn f<'a>(l: &'a L, k: u32) -> u32 {
        let mut t = d(l, 1);
        loop {
            t = ((d(l, 2), d(l, 3)).1, if k == 0 { return 7 } else { 4 }).0;
            if k == 1 {
                break;
            }
            (
                d(l, 4),
                (d(l, 5), d(l, 6)).0,
                if k == 2 {
                    return 9;
                } else if k == 3 {
                    break;
                } else {
                    5
                },
            );
            return 6;
        }
        8
    }
    for k in 0..5 {
        f(l, k);
        l.note(50);
    }
}
fn c_7(l: &L) {
    fn g(a: D, b: D, c: u32) -> bool {
        c == 3
    }
    fn f<'a>(l: &'a L, k: u32) -> u32 {
        let x = k < 9
            && g(
                d(l, 1),
                (d(l, 2), d(l, 3)).1,
                if k == 0 { return 7 } else { k },
            );
        if g(
            d(l, 4),
            (d(l, 5), d(l, 6)).1,
            if k == 1 { return 7 } else { k },
        ) || g(
            d(l, 4),
            (d(l, 5), d(l, 6)).1,
            if k == 2 { return 7 } else { k },
        ) {
            return 3;
        }
        if let 3 = (
            d(l, 4),
            (d(l, 5), d(l, 6)).1,
            if k == 3 { return 7 } else { k },
        )
            .2
        {
            2
        } else {
            3
        }
    }
    for k in 0..5 {
        f(l, k);
        l.note(50);
    }
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
        _ => {}
    }
    l.0.get()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
