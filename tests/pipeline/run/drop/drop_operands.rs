// an operand that was moved is dropped where a later one leaves
// threads: 9
// expect: 18303606653274024159 7488505232165135495 16693122527989411065 12448236262186455467 9649258739461104921 16159529298803525274 4810297068237227558 377950951238991987 236289471788056339
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
fn p<'a>(l: &'a L) -> P<'a> {
    P {
        x: d(l, 1),
        y: (d(l, 2), d(l, 3)),
        z: 4,
    }
}
struct P<'a> {
    x: D<'a>,
    y: (D<'a>, D<'a>),
    z: u32,
}
fn c_q_chain(l: &L) {
    fn f(l: &L, k: u32) -> Option<u32> {
        let x = Some(d(l, 1)).filter(|x| k != 0)?;
        let y = (x, Some(d(l, 2)).filter(|x| k != 1)?, d(l, 3));
        let z = d(l, 4).me().v() + Some(d(l, 5)).filter(|x| k != 2)?.v();
        Some(z)
    }
    for k in 0..4 {
        f(l, k);
        l.note(50);
    }
}
fn c_q_move(l: &L) {
    fn f<'a>(l: &'a L, k: u32) -> Option<(D<'a>, D<'a>, u32)> {
        let a = d(l, 1);
        let t = (d(l, 2), d(l, 3));
        let o = if k == 0 { None } else { Some(7) };
        Some((a, t.1, o?))
    }
    for k in 0..2 {
        f(l, k);
        l.note(50);
    }
}
fn c_q_move2(l: &L) {
    struct T3<'a>(D<'a>, [D<'a>; 2], u32);
    fn f<'a>(l: &'a L, k: u32) -> Option<T3<'a>> {
        let a = d(l, 1);
        let b = d(l, 2);
        let c = d(l, 3);
        let t = T3(
            a,
            [b, if k == 0 { return None } else { c }],
            if k == 1 { None? } else { 8 },
        );
        l.note(40);
        Some(t)
    }
    for k in 0..3 {
        f(l, k);
        l.note(50);
    }
}
fn c_q_call(l: &L) {
    fn g<'a>(a: D<'a>, b: D<'a>, n: u32) -> D<'a> {
        b.l().note(45);
        a
    }
    fn f<'a>(l: &'a L, k: u32) -> Option<D<'a>> {
        let a = d(l, 1);
        let b = d(l, 2);
        let h: fn(D<'a>, D<'a>, u32) -> D<'a> = g;
        let c = if k < 2 {
            g(a, b, if k == 0 { None? } else { 3 })
        } else {
            h(a, b, if k == 2 { None? } else { 3 })
        };
        l.note(41);
        Some(c)
    }
    for k in 0..4 {
        f(l, k);
        l.note(50);
    }
}
fn c_q_once(l: &L) {
    fn f<'a>(l: &'a L, k: u32) -> Option<u32> {
        let a = d(l, 1);
        let b = d(l, 2);
        let g = move |n: u32, x: D| {
            l.note(n);
            drop(a);
        };
        g(if k == 0 { None? } else { 3 }, b);
        l.note(41);
        let c = d(l, 5);
        let h = move |n: u32| l.note(c.v() + n);
        h(if k == 1 { None? } else { 3 });
        Some(1)
    }
    for k in 0..3 {
        f(l, k);
        l.note(50);
    }
}
fn c_q_assign(l: &L) {
    fn f<'a>(l: &'a L, k: u32) -> Option<u32> {
        let a = d(l, 1);
        let mut arr = [d(l, 2), d(l, 3)];
        let b = d(l, 4);
        arr[if k == 0 { None? } else { 1 }] = b;
        l.note(40);
        arr[0] = if k == 1 { None? } else { a };
        l.note(41);
        None
    }
    for k in 0..3 {
        f(l, k);
        l.note(50);
    }
}
fn c_loop_move(l: &L) {
    let mut o = Some(d(l, 1));
    for i in 0..4 {
        let a = d(l, 10 + i);
        let t = (
            a,
            match i {
                1 => continue,
                3 => break,
                _ => d(l, 20 + i),
            },
        );
        o = Some(t.0);
        l.note(50);
    }
    l.note(51);
}
fn c_upd_move(l: &L) {
    fn f<'a>(l: &'a L, k: u32) -> Option<P<'a>> {
        let base = p(l);
        let x = d(l, 11);
        let q = P {
            x,
            z: if k == 0 { None? } else { 5 },
            ..base
        };
        l.note(40);
        Some(q)
    }
    for k in 0..2 {
        f(l, k);
        l.note(50);
    }
}
fn c_block_label(l: &L) {
    for k in 0..3 {
        let x = 'a: {
            let g = d(l, 1);
            let h = (g, if k == 0 { break 'a None } else { d(l, 2) });
            if k == 1 {
                break 'a Some(h.0);
            }
            Some(h.1)
        };
        l.note(50);
    }
}
fn value(i: usize) -> u64 {
    let l = L(Cell::new(7));
    match i {
        0 => c_q_chain(&l),
        1 => c_q_move(&l),
        2 => c_q_move2(&l),
        3 => c_q_call(&l),
        4 => c_q_once(&l),
        5 => c_q_assign(&l),
        6 => c_loop_move(&l),
        7 => c_upd_move(&l),
        8 => c_block_label(&l),
        _ => {}
    }
    l.0.get()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
