// a union whose first field, as large as the other, has no float
// text: none
use rustg_std::prelude::*;

#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Count {
    number: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct Length {
    number: u64,
    length: f64,
}
#[repr(C)]
#[derive(Clone, Copy)]
union Size {
    count: Count,
    length: Length,
}

#[kernel(adjoint, tangent)]
pub fn f(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut sizes = [Size { count: Count { number: 2 } }; 3];
        for k in 0..n as usize {
            sizes[k % 3] = Size { length: Length { number: k as u64, length: x[k % 3] * y[i] } };
        }
        let size = sizes[(i.get() + n as usize) % 3];
        sizes[i.get() % 3] = size;
        let one = unsafe { sizes[0].length.length };
        y[i] = one * unsafe { size.length.length };
    }
}
