//! What threads share.

pub use crate::sync_atomic as atomic;
