// A slot that outlives its borrow, and a buffer that is read while it is lent.
use rustg_std::prelude::*;

struct Ring<'a> { data: &'a mut [u32], head: usize }

impl<'a> Ring<'a> {
    fn push(&mut self, v: u32) {
        self.data[self.head] = v;
        self.head = (self.head + 1) % self.data.len();
    }
    fn slot(&mut self) -> &'a mut u32 {
        &mut self.data[self.head] //~ - lifetime may not live long enough
    }
}

#[kernel]
pub fn ring(mut y: GridMut<u32>) {
    let i = thread::index();
    let mut store = [0u32; 8];
    let mut r = Ring { data: &mut store, head: 0 };
    r.push(1);
    let s = &store; //~ E0502 cannot borrow `store` as immutable because it is also
    r.push(2);
    if i < y.len() {
        y[i] = s[0];
    }
}
