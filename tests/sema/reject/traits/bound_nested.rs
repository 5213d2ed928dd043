pub trait X {}

pub trait Holder {
    type C;
}

pub trait Outer {
    type B: Holder<C: X>;
}

impl Holder for u32 {
    type C = u8;
}

impl Outer for u32 {
    type B = u32; //~ E0277 the trait bound `u8: X` is not satisfied
}
