// A method whose receiver differs from the trait's.
use rustg_std::prelude::*;

trait Visitor {
    fn visit(&mut self, v: u32);
}

struct Sum { total: u32 }
impl Visitor for Sum {
    fn visit(&self, v: u32) { self.total += v; } //~ E0053 method `visit` has an incompatible type for trait //~ E0594 cannot assign to `self.total`, which is behind a `&`
}

fn walk(x: &[u32], v: &mut dyn Visitor) {
    for e in x { v.visit(e); } //~ E0308 mismatched types
}

#[kernel]
pub fn visits(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let s = Sum { total: 0 };
    walk(x, &mut s); //~ E0596 cannot borrow `s` as mutable, as it is not declared as
    if i < y.len() {
        y[i] = s.total;
    }
}
