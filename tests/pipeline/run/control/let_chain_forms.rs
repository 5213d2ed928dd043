// let chains with ||, shadowing and while
// threads: 8
// expect: 207 2203 99203 99240 99203 99160 99107 99180
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [Some(1u64), None, Some(i)];
    let mut n = 0;
    if let Some(x) = a[0]
        && let Some(y) = a[2]
        && y > x
        && let z = x + y
        && z % 2 == 0
    {
        n += z * 10;
    } else if let Some(x) = a[(i % 3) as usize]
        && (x == 1 || x == 4)
    {
        n += 7;
    } else {
        n += 3;
    }
    let mut k = 0;
    while let Some(&Some(v)) = a.get(k)
        && v < 5
        && k < 3
    {
        n += 100;
        k += 2;
    }
    let x = if let (1, y) | (y, 1) = (i, i + 1) { y } else { 99 };
    n + x * 1000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
