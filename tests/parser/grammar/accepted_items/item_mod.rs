//@ edition: 2021
// Modules, inline and elsewhere, with inner attributes, and semicolon-free nesting.
mod empty {}
mod elsewhere;
pub mod outer {
    #![allow(unused)]
    //! inner documentation
    mod inner {
        #![cfg(any())]
        fn f() {}
    }
    #[path = "x.rs"]
    pub(super) mod other;
}
unsafe mod dangerous {}
unsafe mod dangerous_elsewhere;
mod r#try {}
