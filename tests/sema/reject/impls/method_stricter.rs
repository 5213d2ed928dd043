// Methods of impls that ask for more than the trait's do.
pub trait Small {}
impl Small for u8 {}

pub trait Foo<U> {
    fn plain<T>(x: T);
    fn bound<T: Copy>(x: T);
    fn of_trait<T>(x: T)
    where
        U: Small;
}

impl<U: Small> Foo<U> for bool {
    fn plain<T>(_x: T)
    where
        T: Copy, //~ E0276 impl has stricter requirements than trait
        U: Small,
    {
    }
    fn bound<T: Clone>(_x: T) {}
    fn of_trait<T: Ord>(_x: T) {} //~ E0276 impl has stricter requirements than trait
}

impl<U> Foo<U> for u8 {
    fn plain<T>(_x: T) {}
    fn bound<T: Copy + Clone>(_x: T) {}
    fn of_trait<T>(_x: T)
    where
        U: Small,
    {
    }
}

pub trait HasItem {
    type Item;
}
pub struct Own<A>(pub A);
impl<A> HasItem for Own<A> {
    type Item = A;
}
pub trait Asks: HasItem {
    fn ask<F: Fn(<Self as HasItem>::Item) -> bool>(self, f: F) -> bool;
}
impl<A> Asks for Own<A> {
    fn ask<F: Fn(A) -> bool>(self, f: F) -> bool {
        f(self.0)
    }
}
