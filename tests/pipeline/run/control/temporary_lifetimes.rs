// temporaries that live as long as the let
// threads: 3
// expect: 46 54 59
use rustg_std::prelude::*;

struct S<'a> {
    s: &'a mut [u64],
    n: &'a u64,
}
fn make(i: u64) -> [u64; 2] {
    [i, i + 1]
}
fn value(i: u64) -> u64 {
    let a = &mut [1, 2, i][..];
    a[0] += 5;
    let b = &make(i)[1];
    let c = &make(i)[..1];
    let d = S { s: &mut [i, 2], n: &(i + 1) };
    d.s[1] += *d.n;
    let (e, f) = (&mut [i; 2], &make(2).len());
    e[0] += 1;
    let g = &mut (1, [2, i]).1[1];
    *g += 1;
    let h = [&make(1), &make(2)];
    let k: &[u64] = &[i, i];
    let m = if i > 1 { &[1, i] } else { &[3, 4] };
    let o = Some(&make(4));
    let p = match i {
        0 => &make(5),
        _ => &make(6),
    };
    let q = { &make(7) };
    let r = &&make(8);
    a[0] + a[2]
        + *b
        + c[0]
        + d.s[1]
        + e[0]
        + *f as u64
        + *g
        + h[1][1]
        + k[1]
        + m[1]
        + o.unwrap()[0]
        + p[0]
        + q[1]
        + r[0]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
