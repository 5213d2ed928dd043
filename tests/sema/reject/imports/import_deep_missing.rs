use rustg_std::prelude::*;
use nowhere::a::f; //~ E0433 cannot find module or crate `nowhere` in this scope
use crate::inner::deep::g; //~ E0432 unresolved import `crate::inner::deep`
use crate::outer::a::b; //~ E0433 cannot find `outer` in `crate`
use ::missing::a; //~ E0432 unresolved import `missing`
mod inner {}
