// A bound may name a type of the trait's own parameter, whose bounds are no part of the cycle that the next name closes.
trait Has {
    type X;
}
trait Of<T, U> {
    type Bar;
}
trait Cyclic<T: Has>: Of<T::X, Self::Bar> {} //~ E0391 cycle detected when computing the super traits of `Cyclic`
trait Straight<T: Has>: Of<T::X, u32> {}
