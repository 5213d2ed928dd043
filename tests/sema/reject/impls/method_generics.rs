// A method's constants have the trait's types, an unsafe method stays unsafe, and lifetimes of a type are not left out.
pub trait Bits {
    fn bit<const I: u8>(self) -> bool;
    unsafe fn len(&self) -> u32;
}
impl Bits for u8 {
    fn bit<const I: usize>(self) -> bool { //~ E0053 method `bit` has an incompatible generic parameter for trait `Bits`
        self >> I & 1 == 1
    }
    fn len(&self) -> u32 { //~ E0053 method `len` has an incompatible type for trait
        8
    }
}
pub trait Lends {
    type Item<'a>
    where
        Self: 'a;
    fn lend(&mut self) -> Option<Self::Item>; //~ E0107 missing generics for associated type `Lends::Item`
}
