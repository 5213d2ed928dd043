// A method's type is another than the trait's.
trait Op {
    fn combine(&self, a: f32, b: f32) -> f32;
}
struct Sum;
impl Op for Sum {
    fn combine(&self, a: f32, b: f64) -> f32 { //~ E0053 method `combine` has an incompatible type for trait
        a + b as f32
    }
}
