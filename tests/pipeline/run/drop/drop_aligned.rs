// values that hold a reference and are aligned to 16 bytes, by their type or by a field, are dropped where they lie
// threads: 48
// expect: 46207860 120190 1043711 120190 29419716786 120190 910698031105 120190 47131381 93250 47131381 2863813 47131381 93250 47131381 2863813
// expect: 46207860 120190 1043711 120190 29419716786 120190 910698031105 120190 47131381 93250 47131381 2863813 47131381 93250 47131381 2863813
// expect: 46207860 120190 1043711 120190 29419716786 120190 910698031105 120190 47131381 93250 47131381 2863813 47131381 93250 47131381 2863813
use rustg_std::prelude::*;
use std::cell::Cell;

pub struct L(Cell<u64>);
impl L {
    fn note(&self, v: u32) {
        self.0.set(self.0.get().wrapping_mul(31).wrapping_add(v as u64));
    }
}
macro_rules! cases {
    ($($a:tt)*) => {
        $($a)*
        impl Drop for D<'_> {
            fn drop(&mut self) {
                self.0.note(self.1);
            }
        }
        pub fn last(l: &L, c: u32) {
            let a = [made(l, 1), made(l, 2), made(l, 3), made(l, 4)];
            if c & 1 != 0 {
                let [.., x] = a;
                return;
            }
            for i in 0..c {
                l.note(i);
            }
            if c & 2 != 0 {
                return;
            }
            l.note(50);
        }
        pub fn third(l: &L, c: u32) {
            let a = [made(l, 1), made(l, 2), made(l, 3), made(l, 4)];
            if c & 1 != 0 {
                let [_, _, x, _] = a;
                if c & 2 != 0 {
                    l.note(x.1);
                }
                return;
            }
            l.note(51);
        }
    };
}
mod plain {
    use super::L;
    cases! { pub struct D<'a>(&'a L, u32); }
    fn made(l: &L, n: u32) -> D<'_> {
        D(l, n)
    }
}
mod over {
    use super::L;
    cases! { #[repr(align(16))] pub struct D<'a>(&'a L, u32); }
    fn made(l: &L, n: u32) -> D<'_> {
        D(l, n)
    }
}
mod wide {
    use super::L;
    cases! { pub struct D<'a>(&'a L, u32, u128); }
    fn made(l: &L, n: u32) -> D<'_> {
        D(l, n, 1)
    }
}
fn value(i: u32) -> u64 {
    let (l, c) = (L(Cell::new(0)), i % 8);
    match i / 8 {
        0 => plain::last(&l, c),
        1 => plain::third(&l, c),
        2 => over::last(&l, c),
        3 => over::third(&l, c),
        4 => wide::last(&l, c),
        _ => wide::third(&l, c),
    }
    l.0.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u32);
}
