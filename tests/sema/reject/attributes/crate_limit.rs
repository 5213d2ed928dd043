// A limit is a number.
#![recursion_limit = "many"] //~ - `limit` must be a non-negative integer
pub struct S;
