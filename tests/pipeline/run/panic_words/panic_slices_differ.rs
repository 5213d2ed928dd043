// assert_eq of slices, which are shown as they are when the kernel runs
// threads: 1
// panics: 10 assertion `left == right` failed: from 1 on   left: [1, 2, 3]  right: [2, 3, 4]
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let a = [1, 2, 3, t.get() + 4];
    assert_eq!(&a[..3], &a[1..], "from {} on", 1);
    out[t] = 1;
}
