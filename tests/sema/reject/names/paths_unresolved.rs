// Paths that lead nowhere.
mod inner {
    pub fn call() {}
}

pub fn f() -> u32 {
    inner::missing::call(); //~ E0433 cannot find `missing` in `inner`
    inner::Missing::new(); //~ E0433 cannot find `Missing` in `inner`
    Missing::new(); //~ E0433 cannot find type `Missing` in this scope
    missing::call(); //~ E0433 cannot find module or crate `missing` in this scope
    ::missing::call(); //~ E0433 cannot find `missing` in the crate root
    super::super::call(); //~ E0433 too many leading `super` keywords
    u32::missing(); //~ E0599 no function or associated item named `missing` found for type `u32` in the current scope
    1
}
