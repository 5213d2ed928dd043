// Attributes stand on items, statements and elements of lists; some, and some words of `doc`, are unstable.
use rustg_std::prelude::*;
#[bench] //~ E0658 use of unstable library feature `test`
fn b() {}
#[doc(cfg(unix))] //~ E0658 `#[doc(cfg)]` is experimental
#[doc(hidden, inline)]
fn f(x: u32) -> u32 {
    x
}
#[doc(notable_trait)] //~ E0658 `#[doc(notable_trait)]` is experimental
pub trait T {}
#[kernel]
pub fn k() {
    let x = #[allow(unused)] 5; //~ E0658 attributes on expressions are experimental
    #[allow(unused)]
    f(#[allow(unused)] x).max(#[allow(unused)] 3);
    #[allow(unused)]
    {
        f(1);
    }
    let _a = [#[allow(unused)] 1, x];
    let _t = (#[allow(unused)] 1, x);
    #[allow(unused)] x + 1; //~ E0658 attributes on expressions are experimental
    let _p = (#[allow(unused)] x) + 1; //~ E0658 attributes on expressions are experimental
    if #[allow(unused)] true {} //~ E0658 attributes on expressions are experimental
    #[allow(unused)]
    if x > 3 {}
    let _c = || {
        #![allow(unused)]
        1
    };
    match #[allow(unused)] x { //~ E0658 attributes on expressions are experimental
        _ => #[allow(unused)] { //~ E0658 attributes on expressions are experimental
            f(2)
        }
    };
}
