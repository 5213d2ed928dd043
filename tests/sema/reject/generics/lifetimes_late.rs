// Lifetimes that each call chooses cannot be written.
pub fn late<'a>(x: &'a str) -> &'a str {
    x
}
pub fn early<'a: 'a>(x: &'a u32) -> &'a u32 {
    x
}
pub struct S;
impl S {
    pub fn method<'a>(&self, x: &'a str) -> &'a str {
        x
    }
}
pub fn f(x: &'static u32) -> u32 {
    let _ = late::<'static>; //~ E0794 cannot specify lifetime arguments explicitly if late bound lifetime parameters are present
    let _ = S::method::<'static>; //~ E0794 cannot specify lifetime arguments explicitly if late bound lifetime parameters are present
    *early::<'static>(x)
}
