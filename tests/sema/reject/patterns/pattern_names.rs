// Names in patterns that mean something else.
static LIMIT: u32 = 3;

struct Pair(u32, u32);

struct Point {
    x: u32,
}

enum Shape {
    Dot,
    Line(u32),
    Box { w: u32 },
}

fn call() {}

pub fn f(n: u32, s: Shape, p: Pair, q: Point) -> u32 {
    match n {
        LIMIT => 1, //~ E0530 match bindings cannot shadow statics
        _ => 2,
    };
    match s {
        Shape::Line => 1, //~ E0532 expected unit struct, unit variant or constant, found tuple variant `Shape::Line`
        Shape::Dot(x) => x, //~ E0532 expected tuple struct or tuple variant, found unit variant `Shape::Dot`
        Shape::Box(w) => w, //~ E0164 expected tuple struct or tuple variant, found struct variant `Shape::Box`
        Missing(x) => x, //~ E0531 cannot find tuple struct or tuple variant `Missing` in this scope
    };
    match p {
        call(x) => x, //~ E0532 expected a pattern, found a function call
        Pair => 1, //~ E0530 match bindings cannot shadow tuple structs
    }
}

pub fn g(s: Shape) -> u32 {
    match s {
        Shape::Box => 1, //~ E0533 expected unit struct, unit variant or constant, found struct variant `Shape::Box`
        _ => 2,
    }
}
