// The type lacks the trait that the generic fn asks for.
trait Activation {
    fn apply(x: f32) -> f32;
}
struct Relu;
struct Tanh;
impl Activation for Relu {
    fn apply(x: f32) -> f32 {
        x.max(0.0)
    }
}
fn run<A: Activation>(x: f32) -> f32 {
    A::apply(x)
}
fn both(x: f32) -> f32 {
    run::<Relu>(x) + run::<Tanh>(x) //~ E0277 the trait bound `Tanh: Activation` is not satisfied
}
