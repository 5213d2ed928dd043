//! What lanes of a warp may exchange: the numbers, and the trait.

/// Numbers of 32 or 64 bits, which lanes may exchange.
pub trait Lanes: Copy {}

macro_rules! lanes {
    ($($t:ident)*) => { $(impl Lanes for $t {})* };
}
lanes! { i32 u32 i64 u64 isize usize f32 f64 }
