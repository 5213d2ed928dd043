// edition 2021
// Without the prelude a macro of the library wants a path or an import, if the compiler does not know it itself.
#[no_implicit_prelude]
mod bare {
    pub fn f(x: u32) {
        ::core::assert_eq!(x, 3);
        assert!(x == 3);
        assert_eq!(x, 3); //~ - cannot find macro `assert_eq` in this scope
    }
    pub mod within {
        use ::core::assert_ne;
        pub fn f(x: u32) {
            assert_ne!(x, 3);
            debug_assert!(x == 3); //~ - cannot find macro `debug_assert` in this scope
        }
    }
}
pub fn f(x: u32) {
    bare::f(x);
    bare::within::f(x);
    assert_eq!(x, 3);
}
