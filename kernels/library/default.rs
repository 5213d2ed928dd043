//! Values to begin with.

pub trait Default: Sized {
    fn default() -> Self;
}

impl<T> Default for &[T] {
    fn default() -> Self {
        &[]
    }
}
impl<T> Default for &mut [T] {
    fn default() -> Self {
        &mut []
    }
}
