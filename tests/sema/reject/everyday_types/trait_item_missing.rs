// An impl leaves an item out.
trait Op {
    const IDENTITY: f32;
    fn combine(a: f32, b: f32) -> f32;
}
struct Sum;
impl Op for Sum { //~ E0046 not all trait items implemented, missing: `IDENTITY`
    fn combine(a: f32, b: f32) -> f32 {
        a + b
    }
}
