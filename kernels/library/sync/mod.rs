//! What threads share.

pub mod atomic;
