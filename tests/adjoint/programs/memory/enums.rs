// an enum in an array whose first variant, as large as the other, has no float
// text: none
// tolerance: 1e-4
// central: 5e-3
use rustg_std::prelude::*;

#[repr(C)]
#[derive(Clone, Copy)]
struct Count {
    number: u64,
    kind: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct Length {
    number: i64,
    kind: i8,
    length: f32,
}
#[derive(Clone, Copy)]
enum Size {
    Count(Count),
    Length(Length),
}

#[kernel(adjoint, tangent)]
pub fn f(n: u32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let mut sizes = [Size::Count(Count { number: 2, kind: 1 }); 3];
        for k in 0..3 {
            if (k + i.get()) % 2 == 0 {
                sizes[k] = Size::Length(Length { number: -1, kind: -2, length: x[k] * y[i] });
            }
        }
        let last = sizes[(i.get() + n as usize + 1) % 3];
        sizes[i.get() % 3] = last;
        y[i] = x[i];
        for size in sizes {
            y[i] *= match size {
                Size::Count(c) => (c.number + c.kind as u64) as f32,
                Size::Length(l) => l.length + (l.number + l.kind as i64) as f32,
            };
        }
    }
}
