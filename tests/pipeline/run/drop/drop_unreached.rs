// what patterns move out of arrays in code that control cannot come to does not count for the order of drops
// threads: 40
// expect: 46207860 120190 1043711 120190 29419716786 120190 910698031105 120190 47131381 93250 47131381 93250
// expect: 47131381 93250 47131381 93250 49901944 120190 49901944 120190 49901944 48143282 49901944 48143282 3488555
// expect: 31810 108145237 31810 3488555 31810 222661841 31810 51810456 60776648 51810456 175293252 51810456
// expect: 289809856 51810456 404326460
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
fn a4<'a>(l: &'a L) -> [D<'a>; 4] {
    [D(l, 1), D(l, 2), D(l, 3), D(l, 4)]
}
fn stop() -> ! {
    panic!()
}
#[allow(unreachable_code)]
fn u_0(l: &L, c: u32) {
    let a = a4(l);
    if c & 1 != 0 {
        let [.., x] = a;
        return;
    }
    for i in 0..c {
        l.note(i);
        continue;
        let [x, ..] = a;
        return;
    }
    if c & 2 != 0 {
        return;
    }
    l.note(50);
}
#[allow(unreachable_code)]
fn u_1(l: &L, c: u32) {
    let a = a4(l);
    if c & 1 != 0 {
        let [_, _, x, _] = a;
        if c & 2 != 0 {
            return;
        } else {
            return;
        }
        let [x, ..] = a;
    }
    l.note(51);
}
#[allow(unreachable_code)]
fn u_2(l: &L, c: u32) {
    let a = a4(l);
    if c & 1 != 0 {
        let [.., x] = a;
        'o: {
            if c & 4 != 0 {
                break 'o;
            }
            return;
        }
        l.note(52);
        return;
    }
    if c == 100 && stop() {
        let [x, ..] = a;
        l.note(53);
        return;
    }
    l.note(54);
}
#[allow(unreachable_code)]
fn u_3(l: &L, c: u32) {
    let a = a4(l);
    match c & 3 {
        0 => {
            let [_, x, ..] = a;
        }
        1 => {
            loop {
                if c > 100 {
                    continue;
                }
                return;
            }
            let [.., x] = a;
        }
        2 => {
            let n = loop {
                if c > 1 {
                    break c;
                }
            };
            l.note(n);
        }
        _ => {
            let [x, ..] = (return, a).1;
        }
    }
    l.note(55);
}
fn u_4(l: &L, c: u32) {
    let a = a4(l);
    if c & 1 != 0 {
        let [_, x, ..] = a;
        let (y, z) = (c, c) else {
            let [w, ..] = a4(l);
            return;
        };
        l.note(y + z);
    }
    l.note(56);
}
fn value(i: usize) -> u64 {
    let (l, c) = (L(Cell::new(0)), i as u32 % 8);
    match i / 8 {
        0 => u_0(&l, c),
        1 => u_1(&l, c),
        2 => u_2(&l, c),
        3 => u_3(&l, c),
        _ => u_4(&l, c),
    }
    l.0.get()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
