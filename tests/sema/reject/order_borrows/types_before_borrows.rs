// All types are checked before the first borrow, whatever stands first.
use rustg_std::prelude::*;

struct Rows<'a> {
    data: &'a [f32],
    width: usize,
}

impl<'a> Rows<'a> {
    fn row(&self, r: usize) -> &[f32] {
        &self.data[r * self.width..(r + 1) * self.width]
    }

    fn longest<'b>(&'b self, other: &'a [f32]) -> &'b [f32] {
        if other.len() > self.width { other } else { self.row(0) }
    }

    fn into_row(self, r: usize) -> &'a [f32] {
        self.row(r) //~ E0515 cannot return value referencing function parameter `self`
    }
}

#[kernel]
pub fn sums(x: &[f32], width: u32, mut y: GridMut<f32>) {
    let i = thread::index();
    let rows = Rows { data: x, width: width }; //~ E0308 mismatched types
    if i < y.len() {
        y[i] = rows.row(i.get()).iter().sum();
    }
}
