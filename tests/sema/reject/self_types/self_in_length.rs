// Lifetimes and generic `Self` types in the lengths of arrays.
struct A<'a>(&'a u32);
impl<'a> A<'a> {
    const N: usize = 2;
    fn b() -> [u8; Self::N] { //~ - generic `Self` types are currently not permitted in anonymous constants
        [0; 2]
    }
    fn c() -> [u8; core::mem::size_of::<&'a u32>()] { //~ - generic parameters may not be used in const operations
        [0; 8]
    }
}
struct D;
impl D {
    const N: usize = 2;
    fn e() -> [u8; Self::N] {
        [0; 2]
    }
}
