// What a closure's pattern looks at is captured: all of an enum that has, or may get, more than one variant.
#[derive(Clone, Copy)]
pub enum Shape {
    Square(u32),
    Circle(u32),
}

#[non_exhaustive]
pub enum Open {
    Pair(u32, u32),
}

pub enum Single {
    Pair(u32, u32),
}

pub fn variants() {
    let mut shape = Shape::Square(1);
    let mut first = || {
        if let Shape::Square(ref mut side) = shape {
            *side += 1;
        }
    };
    let mut second = || { //~ E0499 cannot borrow `shape` as mutable more than once at a time
        if let Shape::Circle(ref mut radius) = shape {
            *radius += 1;
        }
    };
    first();
    second();
}

pub fn may_get_more() {
    let mut open = Open::Pair(1, 2);
    let mut first = || {
        let Open::Pair(ref mut a, _) = open;
        *a += 1;
    };
    let mut second = || { //~ E0499 cannot borrow `open` as mutable more than once at a time
        let Open::Pair(_, ref mut b) = open;
        *b += 1;
    };
    first();
    second();
}

pub fn same_part() {
    let mut single = Single::Pair(1, 2);
    let mut first = || {
        let Single::Pair(ref mut a, _) = single;
        *a += 1;
    };
    let mut second = || { //~ E0499 cannot borrow `single.0` as mutable more than once at a time
        let Single::Pair(ref mut a, _) = single;
        *a += 1;
    };
    first();
    second();
}

pub fn behind() {
    let mut flag = false;
    let x = &mut flag;
    let tell = || match x {
        true => 1,
        false => 0,
    };
    *x = true; //~ E0506 cannot assign to `*x` because it is borrowed
    tell();
}

pub fn elements() {
    let x: &mut [u32] = &mut [1, 2];
    let count = || match x {
        [] => 0,
        _ => 1,
    };
    x[0] = 3; //~ E0506 cannot assign to `x[_]` because it is borrowed
    count();
}

pub fn changed() {
    let x: &mut [u32] = &mut [1, 2];
    let mut change = || match x {
        [one, ..] => *one += 1,
        _ => {}
    };
    x[1] = 3; //~ E0506 cannot assign to `x[_]` because it is borrowed
    change();
}
