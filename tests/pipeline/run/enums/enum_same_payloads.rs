// Enums whose variants hold the same type, deep: the C compiler is done at once
// threads: 2
// expect: 26 27
use rustg_std::prelude::*;

macro_rules! level {
    ($($name:ident $inner:ty;)*) => {$(
        #[allow(dead_code)]
        #[derive(Clone, Copy)]
        enum $name {
            Empty,
            First($inner),
            Second($inner),
            Third($inner),
            Fourth($inner),
        }
    )*};
}

level! {
    A0 u64; A1 A0; A2 A1; A3 A2; A4 A3; A5 A4; A6 A5; A7 A6; A8 A7; A9 A8; A10 A9; A11 A10; A12 A11; A13 A12; A14 A13;
    A15 A14; A16 A15; A17 A16; A18 A17; A19 A18; A20 A19; A21 A20; A22 A21; A23 A22; A24 A23;
}

fn value(i: u64) -> u64 {
    let mut all = [A24::Empty, A24::Third(A23::Second(A22::Empty))];
    if i == 1 {
        all.swap(0, 1);
    }
    let [first, _] = all;
    match first {
        A24::Third(A23::Second(A22::Empty)) => 27,
        A24::Empty => 26,
        _ => 0,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
