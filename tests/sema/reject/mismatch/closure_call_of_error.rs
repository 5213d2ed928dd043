// A call of a closure whose body is wrong has no arguments of a function.
pub fn a() -> u32 {
    let f = || {
        if true {
            return Some(1u32);
        }
        22 //~ E0308
    };
    f() //~ E0308
}
