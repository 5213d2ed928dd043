// `Self(..)` is the struct's constructor: its fields have to be visible, and it takes no arguments.
mod b {
    pub struct A(u32);
    impl A {
        pub fn new() -> Self {
            Self(1)
        }
    }
}
pub struct Own<E>(pub E);
impl<E> Own<E> {
    pub fn own(e: E) -> Self {
        Self::<E>(e) //~ E0109 type arguments are not allowed on self constructor
    }
}
impl b::A {
    pub fn value(&self) -> u32 {
        let Self(x) = self; //~ E0603 tuple struct constructor `A` is private
        *x
    }
}
