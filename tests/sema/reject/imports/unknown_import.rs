use rustg_std::prelude::*;

use nowhere::g; //~ E0432 unresolved import `nowhere`
