// Moves in loops, into closures and out of arrays.
use rustg_std::prelude::*;

struct Buffer { a: [f32; 8] }

fn consume(b: Buffer) -> f32 { b.a[0] }

fn maybe(b: Buffer, c: bool) -> f32 {
    if c {
        consume(b);
    }
    let f = move || b.a[1];
    f() + b.a[2] //~ E0382 use of moved value: `b.a`
}

#[kernel]
pub fn k(n: u32, mut y: GridMut<f32>) {
    let i = thread::index();
    let b = Buffer { a: [1.0; 8] };
    let mut s = 0.0;
    for _ in 0..n {
        s += consume(b); //~ E0382 use of moved value: `b`
    }
    let arr = [Buffer { a: [0.0; 8] }];
    let first = arr[0]; //~ E0508 cannot move out of type `[Buffer; 1]`, a non-copy array
    let r = &arr;
    let Buffer { a } = r[0];
    if i < y.len() {
        y[i] = s;
    }
}
