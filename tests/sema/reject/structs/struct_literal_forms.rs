// Struct literals of what has no such fields.
enum Shape {
    Box { w: u32 },
}

union Bits {
    f: f32,
    u: u32,
}

struct Point {
    x: u32,
    y: u32,
}

fn base() -> Shape {
    Shape::Box { w: 1 }
}

pub fn f() -> u32 {
    let a = Shape::Box { w: 1, h: 2 }; //~ E0559 variant `Shape::Box` has no field named `h`
    let b = Shape::Box { w: 1, ..base() }; //~ E0436 functional record update syntax requires a struct
    let c = Bits { f: 1.0, u: 2 }; //~ E0784 union expressions should have exactly one field
    let d = Point { x: 1, ..3 }; //~ E0308 mismatched types
    let e = Point { x: 1, z: 2, y: 3 }; //~ E0560 struct `Point` has no field named `z`
    1
}
