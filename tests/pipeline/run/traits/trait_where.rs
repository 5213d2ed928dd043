// where clauses
// threads: 4
// expect: 103 103 104 106
use rustg_std::prelude::*;

fn biggest<T>(a: &[T]) -> T
where
    T: Copy + PartialOrd,
{
    let mut m = a[0];
    for &x in a {
        if x > m {
            m = x;
        }
    }
    m
}

fn value(i: u64) -> u64 {
    let _ = i;
    biggest(&[3u64, i * 2, 1]) + biggest(&[1.5f32, 0.5]) as u64 * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
