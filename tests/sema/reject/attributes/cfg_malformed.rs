// Conditions of cfg.
#[cfg(unknown(x))] //~ E0537 invalid predicate `unknown`
fn a() {}

#[cfg(feature = 1)] //~ E0539 malformed `cfg` attribute input
fn b() {}

#[cfg(not())] //~ E0805 malformed `cfg` attribute input
fn c() {}

#[cfg] //~ E0539 malformed `cfg` attribute input
fn d() {}

#[cfg()] //~ E0805 malformed `cfg` attribute input
fn e() {}

#[cfg(a, b)] //~ E0805 malformed `cfg` attribute input
fn g() {}
