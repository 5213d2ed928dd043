// a closure captures what its patterns name, and drops captures in order
// threads: 12
// expect: 10193126374249862724 15212692442388979083 3010968885323017271 34428359623151 34400835317946 1067279293801117 33085657633264000 13349427975809824521 1067279192629363 1025656615849389893 34428394747699 36290324
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
fn take(_a: D) {}
struct P<'a> {
    x: D<'a>,
    y: (D<'a>, D<'a>),
    z: u32,
}
fn c_closure_ret(l: &L) {
    fn mk<'a>(l: &'a L) -> impl FnOnce(u32) -> D<'a> {
        let a = d(l, 1);
        let b = d(l, 2);
        move |n| {
            let _b = &b;
            if n == 0 { a } else { d(l, 3) }
        }
    }
    mk(l)(0);
    l.note(50);
    mk(l)(1);
    l.note(51);
    let f = mk(l);
    l.note(52);
}
fn c_cap_order(l: &L) {
    for k in 0..4 {
        let (a, b, c) = (d(l, 1), d(l, 2), d(l, 3));
        let f = move || {
            let z = (&c, &a);
            if k == 1 {
                take(b);
            } else if k == 2 {
                take(c)
            }
        };
        f();
        l.note(50);
    }
}
fn c_cap_path(l: &L) {
    for k in 0..2 {
        let t = ((d(l, 1), d(l, 2)), d(l, 3));
        let f = move || {
            if k == 0 {
                take(t.0.1);
            }
            l.note(t.1.v() + 60);
        };
        f();
        l.note(50);
    }
}
fn c_cap_box(l: &L) {
    struct P<'a> {
        x: D<'a>,
        y: (D<'a>, D<'a>),
    }
    let p = P {
        x: d(l, 1),
        y: (d(l, 2), d(l, 3)),
    };
    let f = || {
        let P { x, y: (m, _) } = p;
        l.note(m.v());
    };
    f();
    l.note(50);
}
fn c_cap_let_wild(l: &L) {
    let p = (d(l, 1), d(l, 2));
    let f = move || {
        let _ = p;
        l.note(40);
    };
    f();
    l.note(50);
    let f = move || {
        let (_, ref x) = p;
        l.note(x.v() + 40);
    };
    f();
    l.note(51);
}
fn c_cap1(l: &L) {
    let p = p(l);
    let f = || {
        let P { y: (_, m), z, .. } = p;
        l.note(m.v() + z);
    };
    f();
    l.note(50);
    take(p.x);
    l.note(51);
}
fn c_cap2(l: &L) {
    let p = p(l);
    let f = || {
        let P {
            y: (ref a, ref b), ..
        } = p;
        l.note(a.v() + b.v());
    };
    f();
    l.note(50);
    take(p.x);
    f();
    l.note(51);
}
fn c_cap3(l: &L) {
    let mut p = p(l);
    let mut f = || {
        let P {
            y: (ref mut a, _), ..
        } = p;
        *a = d(l, 9);
    };
    f();
    l.note(p.x.v() + 60);
    f();
    l.note(51);
}
fn c_cap4(l: &L) {
    let p = p(l);
    let r = &p;
    let f = || {
        let P { y: (a, _), .. } = r;
        l.note(a.v());
    };
    f();
    l.note(50);
    let g = move || {
        let (a, _) = &r.y;
        l.note(a.v());
    };
    g();
}
fn c_cap5(l: &L) {
    let p = p(l);
    let f = move || {
        let g = move || {
            let P { y: (m, _), .. } = p;
            l.note(m.v());
        };
        l.note(40);
        g();
        l.note(41);
    };
    l.note(50);
    f();
    l.note(51);
}
fn c_cap6(l: &L) {
    let t = (d(l, 1), [d(l, 2), d(l, 3)]);
    let f = || {
        let (_, [a, b]) = t;
        l.note(40);
    };
    f();
    l.note(50);
}
fn c_cap7(l: &L) {
    let t = (d(l, 1), 5u32);
    let f = || {
        let (_, n) = t;
        l.note(n);
    };
    f();
    take(t.0);
    l.note(50);
}
fn value(i: usize) -> u64 {
    let l = L(Cell::new(7));
    match i {
        0 => c_closure_ret(&l),
        1 => c_cap_order(&l),
        2 => c_cap_path(&l),
        3 => c_cap_box(&l),
        4 => c_cap_let_wild(&l),
        5 => c_cap1(&l),
        6 => c_cap2(&l),
        7 => c_cap3(&l),
        8 => c_cap4(&l),
        9 => c_cap5(&l),
        10 => c_cap6(&l),
        11 => c_cap7(&l),
        _ => {}
    }
    l.0.get()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
