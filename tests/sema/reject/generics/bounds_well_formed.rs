// A bound's trait may ask something of its own arguments, which has to hold, too.
pub trait Number {}
impl Number for u32 {}
pub struct Holder<T: Number> {
    pub x: T,
}
pub trait Takes<T> {
    fn takes(&self, _t: T) {}
}
pub struct Unit;
impl Takes<Holder<u16>> for Unit {} //~ E0277 the trait bound `u16: Number` is not satisfied
impl Takes<Holder<u32>> for Unit {}
pub trait OfCopy<T: Copy> {}
pub fn asks<T, U>()
where
    T: OfCopy<U>, //~ E0277 the trait bound `U: Copy` is not satisfied
{
}
pub fn has<T, U: Copy>()
where
    T: OfCopy<U>,
{
}
pub trait OfEq<T: Eq + ?Sized> {}
pub trait Names {
    fn name<A>(&self)
    where
        A: OfEq<Self>, //~ E0277 the trait bound `Self: Eq` is not satisfied
    {
    }
}
