// Words inside of attributes that stable code may not have.
#[doc(masked)] //~ E0658 `#[doc(masked)]` is experimental
fn a() {}
#[used(linker)] //~ E0658 `#[used(linker)]` is currently unstable
static B: u32 = 1;
#[cfg(sanitize = "thread")] //~ E0658 `cfg(sanitize)` is experimental and subject to change
fn c() {}
#[nowhere::skip] //~ E0433 cannot find module or crate `nowhere` in this scope
fn d() {}
#[cfg(no)]
mod e {
    #[cfg_attr(sanitize = "thread", inline)]
    fn f() {}
}
