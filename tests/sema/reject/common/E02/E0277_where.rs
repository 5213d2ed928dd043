pub trait Area {
    fn area(&self) -> f32;
}
fn total<A>(a: A) -> f32
where
    A: Area,
{
    a.area()
}
pub fn f(c: f32) -> f32 {
    total(c)
}
