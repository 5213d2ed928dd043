#!/usr/bin/env run-cargo-script
#![feature(x)]
#![a::b(c, d = "e")]
//! Inner line documentation.
/*! Inner block documentation. */
#![doc = "expression"]
#![doc = include_str!("x")]
//@ edition: 2021

/// Outer line documentation.
/** Outer block documentation. */
#[a]
#[a()]
#[a[]]
#[a{}]
#[a = 1]
#[a = "text"]
#[a = 1 + 2]
#[a = mac!()]
#[a(b, c = 1, d("e", f), 1, 'x', -1)]
#[::a::b::c]
#[unsafe(no_mangle)]
#[unsafe(a::b = "c")]
#[r#fn]
#[crate::a]
#[cfg_attr(a, b(c), d)]
#[ a ( b ) ]
# [a]
fn items() {
    #![inner]
    #[a] let x = 1;
    #[a] x;
    #[a] x = 1;
    #[a] { }
    #[a] if x {}
    #[a] match x {
        #![inner]
        #[a] 1 => {}
        #[b] #[c] 2 | 3 => {}
        /// documentation
        _ => {}
    }
    #[a] unsafe {}
    #[a] fn f() {}
    #[a] struct S;
    #[a] mac!();
    #[a] return;
    f(#[a] 1, #[b] x);
    [#[a] 1, #[b] 2];
    (#[a] 1, #[b] 2);
    S { #[a] a: 1, #[b] b, ..d };
    let S { #[a] a: 1, #[b] b, .. } = x;
    let c = #[a] |#[b] x, #[c] y: u8| x;
    let c = #[a] &x;
    let c = #[a] -x;
    let c = #[a] (x + y);
    #[a] x + y;
    #[a] x.y().z;
    while x {
        #![inner]
    }
    loop {
        #![inner]
    }
    {
        #![inner]
    }
    unsafe {
        #![inner]
    }
    #[a]
    x
}
