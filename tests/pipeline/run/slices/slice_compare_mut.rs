// Exclusive slices are compared with arrays and references, in assert_eq! too
// threads: 2
// expect: 1015 1016
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut a = [1, i + 2];
    let s: &mut [u64] = &mut a;
    assert_eq!(s, &[1, i + 2]);
    assert_eq!(s, [1, i + 2]);
    assert_ne!([1, i], s);
    assert!(*s == [1, i + 2] && s == [1, i + 2]);
    let mut other = [1, i + 3];
    let o: &mut [u64] = &mut other;
    assert!(s < o);
    let equal = [s == &[1, 2 + i], s == o, s != o, &mut *s == &mut [1, 2 + i]];
    s[0] += 3;
    o[0] += 1;
    equal.iter().fold(0, |sum, &e| 10 * sum + e as u64) + s[0] + o[0] - 2 + s[1] - 2 + o[1] - 3 - i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
