// Variables that patterns bind.
#![allow(unreachable_patterns)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}
pub enum Shape {
    Circle { r: i32, at: Point },
    Square { r: i32, side: i32 },
    Line(i32, i32),
    Nothing,
}

pub fn fields(p: Point, q: &Point) -> i32 {
    let Point { x, y } = p; //~ unused_variables unused variable: `x` //~ unused_variables unused variable: `y`
    let Point { x: a, y: b } = q; //~ unused_variables unused variable: `a` //~ unused_variables unused variable: `b`
    let Point { x: ref c, .. } = *q; //~ unused_variables unused variable: `c`
    let Point { mut x, ref y } = *q;
    //~^ unused_mut variable does not need to be mutable //~^ unused_variables unused variable: `x` //~^ unused_variables unused variable: `y`
    let Point { y: 3, x: z } = p else { return 1 }; //~ unused_variables unused variable: `z`
    3
}

pub fn arms(s: Shape) -> i32 {
    match s {
        Shape::Circle { r, at } => 1, //~ unused_variables unused variable: `r` //~ unused_variables unused variable: `at`
        Shape::Square { r, side: n } if n > 3 => 2, //~ unused_variables unused variable: `r`
        Shape::Square { r: _, side } => side,
        Shape::Line(a, b) => b, //~ unused_variables unused variable: `a`
        Shape::Nothing => 0,
    }
}

pub fn alternatives(s: Shape, t: (i32, Option<i32>)) -> i32 {
    match s {
        Shape::Circle { r, .. } | Shape::Square { r, .. } => 1, //~ unused_variables unused variable: `r`
        Shape::Line(r, 1) | Shape::Line(1, r) => 2, //~ unused_variables unused variable: `r`
        Shape::Line(a, b) | Shape::Line(b, a) => a, //~ unused_variables unused variable: `b`
        _ => 3,
    };
    let ((n, Some(_)) | (n, None)) = t; //~ unused_variables unused variable: `n`
    match t {
        (1, Some(x)) | (x, None) => 1, //~ unused_variables unused variable: `x`
        (y, Some(z)) | (z, Some(y)) => y, //~ unused_variables unused variable: `z`
    }
}

pub fn mixed(s: Shape) {
    match s {
        Shape::Circle { r, .. } | Shape::Line(r, _) => {} //~ unused_variables unused variable: `r`
        Shape::Square { r: n, .. } | Shape::Line(n, _) => {} //~ unused_variables unused variable: `n`
        _ => {}
    }
}

pub fn at(n: u32, o: Option<(i32, i32)>) -> i32 {
    match n {
        a @ 1..=3 => {} //~ unused_variables unused variable: `a`
        b @ (4 | 5) => {} //~ unused_variables unused variable: `b`
        c => {} //~ unused_variables unused variable: `c`
    }
    match o {
        Some(whole @ (first, second)) => whole.0, //~ unused_variables unused variable: `first` //~ unused_variables unused variable: `second`
        None => 1,
    }
}

pub fn slices(a: &[i32], b: [i32; 4]) -> i32 {
    if let [first, rest @ .., last] = a { //~ unused_variables unused variable: `first` //~ unused_variables unused variable: `rest`
        return *last;
    }
    let [w, x, y, z] = b; //~ unused_variables unused variable: `x` //~ unused_variables unused variable: `y`
    let [head, ..] = b; //~ unused_variables unused variable: `head`
    w + z
}

pub fn guards(n: Option<i32>) -> i32 {
    match n {
        Some(a) if a > 1 => 1,
        Some(b) if 2 > 1 => b,
        Some(c) if 2 > 1 => 3, //~ unused_variables unused variable: `c`
        Some(ref d) if *d > 2 => 4,
        x if x.is_none() => 5,
        y => 6, //~ unused_variables unused variable: `y`
    }
}

pub fn conditions(o: Option<i32>, p: Option<(i32, i32)>) -> i32 {
    if let Some(a) = o {} //~ unused_variables unused variable: `a`
    if let Some(a) = o && a > 3 {}
    if let Some(a) = o //~ unused_variables unused variable: `a`
        && let Some((b, c)) = p //~ unused_variables unused variable: `c`
        && b == 3
    {}
    while let Some(d) = o {} //~ unused_variables unused variable: `d`
    let Some(e) = o else { return 1 }; //~ unused_variables unused variable: `e`
    let Some(f) = o else { panic!() };
    let g = matches!(o, Some(h) if h > 3); //~ unused_variables unused variable: `g`
    f
}

pub fn loops(n: i32, points: [Point; 2]) -> i32 {
    for i in 0..n {} //~ unused_variables unused variable: `i`
    for mut i in 0..n {} //~ unused_mut variable does not need to be mutable //~ unused_variables unused variable: `i`
    for _ in 0..n {}
    for (i, k) in [(1, 2), (3, 4)] { //~ unused_variables unused variable: `i`
        return k;
    }
    for Point { x, y } in points { //~ unused_variables unused variable: `x`
        return y;
    }
    2
}

pub fn references(r: &Option<i32>, m: &mut Option<i32>) {
    if let Some(a) = r {} //~ unused_variables unused variable: `a`
    if let &Some(b) = r {} //~ unused_variables unused variable: `b`
    if let Some(c) = m {
        *c = 3;
    }
    if let Some(d) = m {} //~ unused_variables unused variable: `d`
    match *r {
        Some(ref e) => {} //~ unused_variables unused variable: `e`
        None => {}
    }
    match m {
        Some(f) => *f += 1,
        None => {}
    }
}
