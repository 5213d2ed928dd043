//! C's types.

/// What a pointer of C's points to where that is not said.
#[repr(u8)]
pub enum c_void {
    __variant1,
    __variant2,
}
impl crate::fmt::Debug for c_void {}

macro_rules! of_c { ($($name:ident $t:ident;)*) => { $(pub type $name = $t;)* }; }
of_c! {
    c_char i8; c_schar i8; c_uchar u8; c_short i16; c_ushort u16; c_int i32; c_uint u32; c_long i64; c_ulong u64;
    c_longlong i64; c_ulonglong u64; c_float f32; c_double f64;
}
