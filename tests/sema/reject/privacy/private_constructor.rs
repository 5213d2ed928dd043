// A tuple struct with private fields has no constructor elsewhere.
mod inner {
    pub struct Meters(u32);
    pub struct Both(pub u32, u32);
}

pub fn f() -> u32 {
    let a = inner::Meters(1); //~ E0603 tuple struct constructor `Meters` is private
    let inner::Both(x, y) = loop {}; //~ E0603 tuple struct constructor `Both` is private
    1
}
