// The number of a variant is of the enum's type, and an enum with numbers for variants like `A()` is no number.
pub enum Wide {
    A = 1i64, //~ E0308 mismatched types
    B = 2isize,
}
#[repr(u8)]
pub enum Small {
    A = 1_u8,
    B = (-1i8) as u8,
    C = 3_i8, //~ E0308 mismatched types
}
#[repr(u8)]
pub enum Kinds {
    Foo() = 1,
    Bar {} = 2,
    Baz = 3,
}
pub fn number() -> u8 {
    Kinds::Foo() as u8 //~ E0605 non-primitive cast: `Kinds` as `u8`
}
pub type Unused<T> = u8; //~ E0091 type parameter `T` is never used
pub type Used<T> = [T; 2];
