// A type that an object tells has the bounds that a trait above its own asks for.
pub trait Super {
    type Y: Clone;
}
pub trait Below: Super {}
pub fn f<T: Below + ?Sized>() {}
pub struct Plain;
pub fn g() {
    f::<dyn Below<Y = u32>>();
    f::<dyn Below<Y = Plain>>(); //~ E0277 the trait bound `Plain: Clone` is not satisfied
}
