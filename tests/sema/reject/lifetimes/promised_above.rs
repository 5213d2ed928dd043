// An impl for all that implements a trait may not take that trait's own bounds for true.
pub trait Partial: Copy {}
pub trait Complete: Partial {}
impl<T> Partial for T where T: Complete {}
impl<T> Complete for T {} //~ E0277 the trait bound `T: Copy` is not satisfied
