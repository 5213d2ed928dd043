// The type that an impl is for needs what its struct asks for.
trait Number {}

impl Number for f32 {}

struct Pair<T: Number>(T, T);

trait Sum {}

impl Sum for Pair<f32> {}

impl Sum for Pair<u8> {} //~ E0277 the trait bound `u8: Number` is not satisfied

impl<T> Pair<T> { //~ E0277 the trait bound `T: Number` is not satisfied
    fn sum(&self) {} //~ E0277 the trait bound `T: Number` is not satisfied
}
