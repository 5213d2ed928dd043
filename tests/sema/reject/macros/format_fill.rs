// A brace may be what fills, so the hole goes on behind it.
use rustg_std::prelude::*;
#[kernel]
pub fn k() {
    println!("{0:}<3", 2); //~ - invalid format string: expected `}` but string was terminated
}
