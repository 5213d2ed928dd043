// a trait with a parameter
// threads: 4
// expect: 1 2 103 104
use rustg_std::prelude::*;

trait Conv<T> {
    fn conv(&self) -> T;
}
impl Conv<u64> for u32 {
    fn conv(&self) -> u64 {
        *self as u64 + 1
    }
}
impl Conv<bool> for u32 {
    fn conv(&self) -> bool {
        *self > 1
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x = i as u32;
        let a: u64 = x.conv();
        let b: bool = x.conv();
        a + b as u64 * 100
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
