//! Where a call stands.

use crate::fmt::{Debug, Display};
use crate::intrinsics as i;

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}
written! {
    [] Debug Location<'_>: self f f.debug_struct("Location")
        .field("file", &self.file).field("line", &self.line).field("column", &self.column).finish();
    [] Display Location<'_>: self f write!(f, "{}:{}:{}", self.file, self.line, self.column);
}

impl<'a> Location<'a> {
    fns! {
        [pub const fn]
        file(&self) -> &'a str: self.file;
        line(&self) -> u32: self.line;
        column(&self) -> u32: self.column;
    }
    #[track_caller]
    pub const fn caller() -> &'static Location<'static> {
        unsafe { i::caller_location() }
    }
}
