/// A PTX instruction, with the Rust expression that means the same elsewhere: the value of the whole.
///
/// `{out}` in the text stands for the result, `{0}`, `{1}`, ... for the operands. They are numbers, bools, chars, raw
/// pointers, or arrays, tuples and structs of them: `{0.2}` is one part, and `{0}` all registers in braces, as PTX
/// writes vectors. A number of 128 bits is two registers, the low one first. An integer that is a literal, a named
/// constant or a const parameter stands in the text as it is. An operand `&mut place` is read and
/// written: the text changes the place, and elsewhere the expression does.
///
/// ```
/// use rustg_std::prelude::*;
///
/// fn byte_permute(a: u32, b: u32) -> u32 {
///     unsafe { ptx!("prmt.b32 {out}, {0}, {1}, 0x5410;", a, b, cpu = (a & 0xFFFF) | (b << 16)) }
/// }
/// assert_eq!(byte_permute(0x1111_2222, 0x3333_4444), 0x4444_2222);
///
/// fn double(pair: &mut [f32; 2]) {
///     unsafe {
///         ptx!("add.f32 {0.0}, {0.0}, {0.0}; add.f32 {0.1}, {0.1}, {0.1};", &mut *pair, cpu = {
///             pair[0] += pair[0];
///             pair[1] += pair[1];
///         })
///     }
/// }
/// let mut pair = [1.5, 2.0];
/// double(&mut pair);
/// assert_eq!(pair, [3.0, 4.0]);
/// ```
///
/// # Safety
/// The text must do what the expression does, and nothing else.
#[macro_export]
macro_rules! ptx {
    (@ $text:literal [$($operand:expr,)*] cpu = $cpu:expr $(,)?) => {{
        $crate::ptx_is_unsafe($text);
        let _ = ($($operand,)*);
        $cpu
    }};
    (@ $text:literal [$($operand:expr,)*] $next:expr, $($rest:tt)*) => {
        $crate::ptx!(@ $text [$($operand,)* $next,] $($rest)*)
    };
    ($text:literal, $($rest:tt)*) => {
        $crate::ptx!(@ $text [] $($rest)*)
    };
}

#[doc(hidden)]
#[inline(always)]
pub unsafe fn ptx_is_unsafe(_text: &'static str) {}
