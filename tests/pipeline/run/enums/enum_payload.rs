// enums with payloads
// threads: 4
// expect: 1094713344 1092616192 1056964608 1056964608
use rustg_std::prelude::*;

enum Shape {
    Circle(f32),
    Rect { w: f32, h: f32 },
    Empty,
}
fn area(s: &Shape) -> f32 {
    match s {
        Shape::Circle(r) => r * r * 3.0,
        Shape::Rect { w, h } => w * h,
        Shape::Empty => 0.5,
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    area(&match i {
        0 => Shape::Circle(2.0),
        1 => Shape::Rect { w: 2.0, h: 5.0 },
        _ => Shape::Empty,
    })
    .to_bits() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
