// A fn of another module.
mod math {
    fn square(x: f32) -> f32 {
        x * x
    }
}
fn area(r: f32) -> f32 {
    math::square(r) //~ E0603 function `square` is private
}
