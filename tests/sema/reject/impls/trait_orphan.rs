use rustg_std::prelude::*;

impl Copy for Option<u32> {} //~ E0117 only traits defined in the current crate can be implemented for types defined outside of the crate
