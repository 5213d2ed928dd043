// What `T::Name` is, the bounds of T tell, so they may not name it; a name that a trait above has, too, is ambiguous.
pub trait Subscriber {
    type Input;
}
pub trait Processor: Subscriber<Input = Self::Input> { //~ E0391 cycle detected when computing the super traits of `Processor`
    type Own;
}
pub trait Two {
    type A;
    type B;
}
pub fn equal<T: Two<A = T::B>>() {} //~ E0391 cycle detected when computing the bounds for type parameter `T`
pub fn other<T: Two<A = <T as Two>::B>>() {}
pub trait Wraps<T> {}
pub fn of_part<T: Two + Wraps<T::A>>() {}
