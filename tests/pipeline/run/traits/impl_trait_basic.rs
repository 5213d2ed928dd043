// a trait with two implementations
// threads: 4
// expect: 12 13 16 21
use rustg_std::prelude::*;

trait Area {
    fn area(&self) -> u64;
}
struct Sq(u64);
struct Re(u64, u64);
impl Area for Sq {
    fn area(&self) -> u64 {
        self.0 * self.0
    }
}
impl Area for Re {
    fn area(&self) -> u64 {
        self.0 * self.1
    }
}
fn total<A: Area, B: Area>(a: &A, b: &B) -> u64 {
    a.area() + b.area()
}

fn value(i: u64) -> u64 {
    let _ = i;
    total(&Sq(i), &Re(3, 4))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
