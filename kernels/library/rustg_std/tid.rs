//! The witness of a thread's own number.

use crate::marker::PhantomData;

/// A number that no other thread of the launch holds: the proof that an element of an output is this thread's own.
#[lang = "tid"]
pub struct Tid {
    pub(crate) index: usize,
    pub(crate) marker: PhantomData<*mut ()>,
}
