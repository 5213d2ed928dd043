// Names that a trait does not have.
trait Shape {
    fn area(&self) -> u32;
}

impl Shape for u32 {
    fn area(&self) -> u32 {
        1
    }
}

pub fn f(x: u32) -> u32 {
    <u32 as Shape>::perimeter(&x) + <u32 as Shape>::SIDES //~ E0576 cannot find method or associated constant `SIDES` in trait `Shape` //~ E0576 cannot find method or associated constant `perimeter` in trait `Shape`
}
