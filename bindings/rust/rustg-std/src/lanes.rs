//! What lanes of a warp may exchange: the numbers, and the trait.

/// Numbers of 32 or 64 bits, which lanes may exchange.
pub trait Lanes: Copy {
    #[doc(hidden)]
    fn to_bits64(self) -> u64;
    #[doc(hidden)]
    fn from_bits64(bits: u64) -> Self;
}

macro_rules! integer {
    ($($t:ty)*) => {$(
        impl Lanes for $t {
            fn to_bits64(self) -> u64 {
                self as u64
            }
            fn from_bits64(bits: u64) -> $t {
                bits as $t
            }
        }
    )*};
}
integer!(i32 u32 i64 u64 isize usize);

macro_rules! float {
    ($($t:ty, $bits:ty)*) => {$(
        impl Lanes for $t {
            fn to_bits64(self) -> u64 {
                self.to_bits() as u64
            }
            fn from_bits64(bits: u64) -> $t {
                <$t>::from_bits(bits as $bits)
            }
        }
    )*};
}
float!(f32, u32 f64, u64);
