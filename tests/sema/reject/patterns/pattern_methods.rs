// Associated functions are no patterns.
struct Unit;

impl Unit {
    fn new() -> Unit {
        Unit
    }

    fn pair(_a: u32) -> Unit {
        Unit
    }
}

pub fn f(u: Unit) -> u32 {
    match u {
        Unit::new => 1, //~ E0533 expected unit struct, unit variant or constant, found associated function `Unit::new`
        Unit::pair(x) => x, //~ E0164 expected tuple struct or tuple variant, found associated function `Unit::pair`
        _ => 3,
    }
}
