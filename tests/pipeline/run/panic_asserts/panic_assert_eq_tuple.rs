// assert_eq! shows tuples, arrays, options and derived types
// threads: 1
// panics: 27 assertion `left == right` failed: of left in 'r'   left: (Some(Point { x: 0.1, y: -3 }), Wrap(0, true), Nothing)  right: (None, Wrap(7, false), Named { at: Point { x: 0.1, y: -3 }, tag: '\'' })
use rustg_std::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Point {
    x: f32,
    y: i8,
}
#[derive(Clone, Copy, PartialEq, Debug)]
struct Wrap(u8, bool);
#[derive(Clone, Copy, PartialEq, Debug)]
enum Shape {
    Nothing,
    Circle(f64),
    Named { at: Point, tag: char },
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = 1;
    let p = Point { x: 0.1, y: -3 };
    let left = (Some(p), Wrap(0, true), Shape::Nothing);
    let right = (None, Wrap(7, false), Shape::Named { at: p, tag: '\'' });
    assert_eq!(left, right, "of {} in {:?}", "left", 'r');
}
