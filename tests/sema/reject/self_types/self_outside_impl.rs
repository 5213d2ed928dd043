use rustg_std::prelude::*;

fn f() -> u32 {
    self.x //~ E0424 expected value, found module `self`
}
