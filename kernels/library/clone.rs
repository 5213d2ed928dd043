//! Explicit copies. Those of scalars, references, pointers, arrays, tuples and closures are the compiler's.

#[lang = "clone"]
#[const_conditional] pub trait Clone: Sized {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self) { *self = source.clone(); }
}
