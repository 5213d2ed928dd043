/// A PTX instruction, with the Rust expression that means the same elsewhere: the value of the whole.
///
/// `{out}` in the text stands for the result, `{0}`, `{1}`, ... for the operands, which are scalars.
///
/// ```
/// use rustg_std::prelude::*;
///
/// fn byte_permute(a: u32, b: u32) -> u32 {
///     unsafe { ptx!("prmt.b32 {out}, {0}, {1}, 0x5410;", a, b, cpu = (a & 0xFFFF) | (b << 16)) }
/// }
/// assert_eq!(byte_permute(0x1111_2222, 0x3333_4444), 0x4444_2222);
/// ```
///
/// # Safety
/// The text must do what the expression does, and nothing else.
#[macro_export]
macro_rules! ptx {
    ($text:literal, cpu = $cpu:expr $(,)?) => {{
        $crate::ptx_is_unsafe($text);
        $cpu
    }};
    ($text:literal, $a:expr, cpu = $cpu:expr $(,)?) => {{
        $crate::ptx_is_unsafe($text);
        let _ = $a;
        $cpu
    }};
    ($text:literal, $a:expr, $b:expr, cpu = $cpu:expr $(,)?) => {{
        $crate::ptx_is_unsafe($text);
        let _ = ($a, $b);
        $cpu
    }};
    ($text:literal, $a:expr, $b:expr, $c:expr, cpu = $cpu:expr $(,)?) => {{
        $crate::ptx_is_unsafe($text);
        let _ = ($a, $b, $c);
        $cpu
    }};
    ($text:literal, $a:expr, $b:expr, $c:expr, $d:expr, cpu = $cpu:expr $(,)?) => {{
        $crate::ptx_is_unsafe($text);
        let _ = ($a, $b, $c, $d);
        $cpu
    }};
}

#[doc(hidden)]
#[inline(always)]
pub unsafe fn ptx_is_unsafe(_text: &'static str) {}
