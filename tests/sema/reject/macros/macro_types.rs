// Errors of types inside of bodies.
macro_rules! add {
    ($a:expr, $b:expr) => {
        $a + $b //~ E0308 mismatched types //~ E0277 cannot add `f32` to `u32`
    };
}
macro_rules! make {
    ($n:ident, $t:ty) => {
        fn $n(x: $t) -> u32 {
            x //~ E0308 mismatched types
        }
    };
}
make!(one, u32);
make!(two, f32);
pub fn f(a: u32, b: f32) -> u32 {
    add!(a, b) + one(1) + two(1.0)
}
pub fn g() -> u32 {
    let n: u32 = add!(1u8, 2u8);
    n
}
