// The header of an impl shows each lifetime.
pub struct One<'b> {
    pub z: &'b u32,
}
pub trait Sized2<'a> {
    fn size(&self) -> u32;
}
impl Sized2 for u32 { //~ E0726 implicit elided lifetime not allowed here
    fn size(&self) -> u32 {
        4
    }
}
impl One { //~ E0726 implicit elided lifetime not allowed here
    pub fn get(&self) -> u32 {
        *self.z
    }
}
