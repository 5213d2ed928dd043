use rustg_std::prelude::*;

impl u32 { //~ E0390 cannot define inherent `impl` for primitive types
    fn go(&self) {}
}
