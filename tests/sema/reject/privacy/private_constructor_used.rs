// A tuple struct with private fields is not made elsewhere.
mod inner {
    pub struct Meters(u32);
}
use inner::Meters;

pub fn f() -> u32 {
    let a = Meters(1); //~ E0423 cannot initialize a tuple struct which contains private fields
    1
}
