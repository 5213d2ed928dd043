// A derived Debug of a packed type copies its fields.
#[derive(Debug)]
pub struct Y(usize);
#[derive(Debug)]
#[repr(packed)]
pub struct X(Y, u8, Y); //~ E0507 cannot move out of a shared reference //~ E0507 cannot move out of a shared reference
#[derive(Debug)]
#[repr(C, packed)]
pub struct Z { a: Y, b: u8 } //~ E0507 cannot move out of a shared reference
#[derive(Debug)]
#[repr(packed)]
pub struct W<T>(T);
