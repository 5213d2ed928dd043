// floats with a precision, which rounds half to even, and with signs and widths
// threads: 1
// panics: 9 3.14    2.500 +1.2 -0001.50 [10.0    ] 2 4 0.10000000000000000555 00inf [0.2, 0.3] -0
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let (t, w) = (thread::index(), 5u64);
    panic!("{:.2} {:8.3} {:+.1} {:08.2} [{:<8.1}] {:.0} {:.0} {:.20} {:05} {:.1?} {:+}", 3.14159f32, 2.5, 1.25, -1.5f32, 9.96, 2.5, 3.5, 0.1, f64::INFINITY, [0.25, 0.35], -0.0);
    out[t] = w;
}
