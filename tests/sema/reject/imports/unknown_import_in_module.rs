use rustg_std::prelude::*;

mod m {
    pub fn a() {}
}
use m::b; //~ E0432 unresolved import `m::b`
