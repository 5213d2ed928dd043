// An impl that holds where its own associated type has a property.
pub trait Baz {}
impl Baz for () {}
impl<T> Baz for (T,) {}

pub trait Fiz {}
impl Fiz for bool {}

pub trait Grault {
    type A;
    type B;
}

#[rustfmt::skip]
impl<T: Grault> Grault for (T,) where <Self as Grault>::A: Baz, Self::B: Fiz { //~ E0275 overflow evaluating the requirement `<(T,) as Grault>::A == _`
    type A = ();
    type B = bool;
}
