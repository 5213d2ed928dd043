//! What buffers hold and kernels take.

use std::borrow::Cow;
use std::fmt;

use rustg_std::{Complex, bf16, f16};
use rustg_sys as sys;

use crate::error::static_text;

/// A type that kernels take by value and in slices: numbers, `bool`, `char`, [`Complex`], arrays, and `repr(C)`
/// structs.
///
/// # Safety
/// Memory of zeros is a value of it. `ELEMENT` and `name` are what rustg's list of parameters says of the type; for a
/// struct `RUSTG_ELEMENT_STRUCT` and its name, and the struct is `repr(C)` and declared in the kernels' source with the
/// same fields:
///
/// ```
/// #[repr(C)]
/// #[derive(Clone, Copy)]
/// struct Point { x: f32, y: f32 }
/// // SAFETY: repr(C), declared alike in the kernels, and all zero is a Point.
/// unsafe impl rustg::Element for Point {
///     const ELEMENT: u32 = rustg::sys::RUSTG_ELEMENT_STRUCT;
///     fn name() -> std::borrow::Cow<'static, str> { "Point".into() }
/// }
/// ```
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// `rustg_element`.
    const ELEMENT: u32;
    /// As kernels write it, without a path.
    fn name() -> Cow<'static, str>;
}

macro_rules! elements {
    ($($type:ty => $element:ident, $name:literal;)*) => {$(
        // SAFETY: a plain number or repr(C) pair of them, as element.def lists it.
        unsafe impl Element for $type {
            const ELEMENT: u32 = sys::$element;
            fn name() -> Cow<'static, str> {
                $name.into()
            }
        }
    )*};
}

elements! {
    bool => RUSTG_ELEMENT_BOOL, "bool";
    i8 => RUSTG_ELEMENT_I8, "i8";
    i16 => RUSTG_ELEMENT_I16, "i16";
    i32 => RUSTG_ELEMENT_I32, "i32";
    i64 => RUSTG_ELEMENT_I64, "i64";
    isize => RUSTG_ELEMENT_I64, "isize";
    u8 => RUSTG_ELEMENT_U8, "u8";
    u16 => RUSTG_ELEMENT_U16, "u16";
    u32 => RUSTG_ELEMENT_U32, "u32";
    u64 => RUSTG_ELEMENT_U64, "u64";
    usize => RUSTG_ELEMENT_U64, "usize";
    f16 => RUSTG_ELEMENT_F16, "f16";
    bf16 => RUSTG_ELEMENT_BF16, "bf16";
    f32 => RUSTG_ELEMENT_F32, "f32";
    f64 => RUSTG_ELEMENT_F64, "f64";
    Complex<f32> => RUSTG_ELEMENT_COMPLEX_F32, "Complex<f32>";
    Complex<f64> => RUSTG_ELEMENT_COMPLEX_F64, "Complex<f64>";
    char => RUSTG_ELEMENT_CHAR, "char";
    i128 => RUSTG_ELEMENT_STRUCT, "i128";
    u128 => RUSTG_ELEMENT_STRUCT, "u128";
}

// SAFETY: an array of elements, which rustg lists as a struct by its text.
unsafe impl<T: Element, const N: usize> Element for [T; N] {
    const ELEMENT: u32 = sys::RUSTG_ELEMENT_STRUCT;
    fn name() -> Cow<'static, str> {
        format!("[{}; {N}]", T::name()).into()
    }
}

/// What the library says of a type of elements: the number that [`Element::ELEMENT`] and
/// [`ParamInfo::element`](crate::ParamInfo) have.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ElementType(pub u32);

impl ElementType {
    /// "f32", "complex_f64", "struct", ...
    pub fn name(self) -> &'static str {
        // SAFETY: static storage, for any number.
        unsafe { static_text(sys::rustg_element_name(self.0)) }
    }

    /// Bytes of one; 0 where the parameter tells.
    pub fn size(self) -> u32 {
        // SAFETY: any number is answered.
        unsafe { sys::rustg_element_size(self.0) }
    }

    /// DLPack's type code and bits; `None` where it has no such type.
    pub fn dlpack(self) -> Option<(u8, u8)> {
        let (mut code, mut bits) = (0, 0);
        // SAFETY: two bytes of ours.
        unsafe { sys::rustg_element_dlpack(self.0, &mut code, &mut bits) };
        (bits != 0).then_some((code, bits))
    }

    /// The kind letter of NumPy's dtypes; 'V' where it has none.
    pub fn numpy(self) -> char {
        // SAFETY: any number is answered.
        char::from(unsafe { sys::rustg_element_numpy(self.0) } as u8)
    }
}

impl fmt::Debug for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
