// glob imports
// threads: 4
// expect: 21 121 221 321
use rustg_std::prelude::*;

mod m {
    pub fn a() -> u64 {
        1
    }
    pub fn b() -> u64 {
        2
    }
    pub struct S(pub u64);
    impl S {
        pub fn get(&self) -> u64 {
            self.0
        }
    }
}
use m::*;

fn value(i: u64) -> u64 {
    let _ = i;
    a() + b() * 10 + S(i).get() * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
