// arrays of arrays and of structs, copied, compared, iterated, assigned in part
// threads: 4
// expect: 330036141 330386145 330756145 331146145
use rustg_std::prelude::*;

#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
struct C {
    p: [i8; 2],
    q: [[u16; 2]; 2],
}
fn transpose<const R: usize, const K: usize>(m: [[u64; K]; R]) -> [[u64; R]; K] {
    let mut o = [[0; R]; K];
    for (r, row) in m.iter().enumerate() {
        for (c, x) in row.iter().enumerate() {
            o[c][r] = *x;
        }
    }
    o
}
fn value(i: u64) -> u64 {
    let m = transpose([[1, 2, i], [4, 5, 6]]);
    let mut c = [C::default(); 3];
    c[1].q[1][0] = 9;
    c[2] = C { p: [i as i8 - 1; 2], ..c[1] };
    let d = c;
    c[0].q = d[1].q;
    for row in c.iter_mut().flat_map(|x| x.q.iter_mut()) {
        row[1] += row[0] + 1;
    }
    let order = (c[0] < d[1]) as u64 + (c[1] == d[1]) as u64 * 2 + (d[1] <= d[2]) as u64 * 4 + (c != d) as u64 * 8;
    let [[a, _], .., [_, b]] = m;
    let e: [[u8; 2]; 3] = [[i as u8; 2]; 3].map(|[x, y]| [x + 1, y * 2]);
    let f = e.iter().flatten().zip(m.as_flattened()).map(|(x, y)| *x as u64 * y).sum::<u64>();
    let mut z = [[0u8; 4]; 4];
    z[1..3].iter_mut().for_each(|r| r[1..].fill(3));
    z[0] = z[1];
    let [ref mut first, ref rest @ ..] = z;
    first[3] += rest[0][1] + rest.len() as u8;
    order
        + a * 100
        + b * 1000
        + f * 10_000
        + c.iter().map(|x| x.q[1][1] as u64 + x.q[0][1] as u64).sum::<u64>()
        + z.iter().flatten().map(|x| *x as u64).sum::<u64>() * 10_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
