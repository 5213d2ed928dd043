// Arguments in parentheses are those of the `Fn` traits, which have no others.
pub fn module<X: ::core::marker()::Send>(_: X) {} //~ E0214 parenthesized type parameters may only be used with a `Fn` trait
pub fn angle<X: Fn<(u32,)>>(_: X) {} //~ E0658 the precise format of `Fn`-family traits' type parameters is subject to change
pub fn object(_: &dyn FnMut<()>) {} //~ E0658 the precise format of `Fn`-family traits' type parameters is subject to change //~ E0191 the value of the associated type `Output`
pub fn maybe<T: ?Sized<u32>>(_: &T) {} //~ E0107 trait takes 0 generic arguments but 1 generic argument was supplied
pub fn result() -> impl Fn() -> impl Sized { //~ E0562 `impl Trait` is not allowed in the return type of `Fn` trait bounds
    || ()
}
type N = u32;
pub struct Of<const M: usize>;
pub fn shadowed<const N: usize>() -> Of<N> { //~ E0747 type provided when a constant was expected
    Of
}
pub fn constant<const M: usize>() -> Of<M> {
    Of
}
type Before where u32: Copy = N;
type Behind = u32 where u32: Copy; //~ - where clauses are not allowed after the type for type aliases
pub fn uses(x: Before) -> Behind {
    x
}
pub fn of_type(x: Option(u32)) -> bool { //~ E0214 parenthesized type parameters may only be used with a `Fn` trait
    true
}
pub fn of_trait<T: Clone(u32)>(_: T) {} //~ E0658 parenthetical notation is only stable when used with `Fn`-family traits
