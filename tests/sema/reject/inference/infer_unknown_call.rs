use rustg_std::prelude::*;

trait M {
    fn make() -> Self;
}
impl M for u32 {
    fn make() -> u32 {
        1
    }
}
impl M for f32 {
    fn make() -> f32 {
        1.0
    }
}
fn f() {
    let x = M::make(); //~ E0790 cannot call associated function on trait without specifying the corresponding `impl` type
}
