//! Where a call stands, and what a panic may pass over.

use crate::common::{Debug, Deref, DerefMut, Display, i, part};
use crate::ffi::CStr;

#[derive(Default)]
pub struct AssertUnwindSafe<T>(pub T);
derefs! { [T] AssertUnwindSafe<T> => T: self { &self.0 } }
derefs! { mut [T] AssertUnwindSafe<T> => T: self { &mut self.0 } }
impl<R, F: FnOnce() -> R> FnOnce<()> for AssertUnwindSafe<F> {
    type Output = R;
    extern "rust-call" fn call_once(self, _args: ()) -> R { (self.0)() }
}
impl<T: Debug> Debug for AssertUnwindSafe<T> {}

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}
written! {
    Debug Location<'_>: self f f.debug_struct("Location")
        .field("file", &self.file).field("line", &self.line).field("column", &self.column).finish();
    Display Location<'_>: self f write!(f, "{}:{}:{}", self.file, self.line, self.column);
}

impl<'a> Location<'a> {
    pub const fn file(&self) -> &'a str { self.file }
    pub const fn file_as_c_str(&self) -> &'a CStr {
        unsafe { CStr::from_bytes_with_nul_unchecked(part(self.file.as_ptr(), 0, self.file.len() + 1)) }
    }
    pub const fn line(&self) -> u32 { self.line }
    pub const fn column(&self) -> u32 { self.column }
    #[track_caller] pub const fn caller() -> &'static Location<'static> { unsafe { i::caller_location() } }
}
