// A method takes what the trait's method takes, and `self` is of the type that the impl is for.
pub struct Repeat<'a, T>(pub T, pub &'a ());
impl<'a, T: 'a> Iterator for Repeat<'a, T> {
    type Item = &'a mut T;
    fn next(&'a mut self) -> Option<Self::Item> { //~ E0308 method not compatible with trait
        Some(&mut self.0)
    }
}
pub trait Named {
    const NAME: &'static str;
}
impl<'a> Named for &'a () {
    const NAME: &'a str = "unit"; //~ E0308 const not compatible with trait
}
pub struct Pair<'a, 'b> {
    pub x: &'a u32,
    pub y: &'b u32,
}
impl<'a, 'b> Pair<'a, 'b> {
    pub fn swapped(self: Pair<'b, 'a>) -> u32 { //~ E0308 mismatched `self` parameter type
        *self.x
    }
    pub fn own(self: &Pair<'a, 'b>) -> u32 {
        *self.x
    }
}
