// supertraits
// threads: 4
// expect: 0 11 22 33
use rustg_std::prelude::*;

trait Base {
    fn b(&self) -> u64;
}
trait Derived: Base {
    fn d(&self) -> u64 {
        self.b() * 10
    }
}
struct S(u64);
impl Base for S {
    fn b(&self) -> u64 {
        self.0
    }
}
impl Derived for S {}
fn f<T: Derived>(t: &T) -> u64 {
    t.d() + t.b()
}

fn value(i: u64) -> u64 {
    let _ = i;
    f(&S(i))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
