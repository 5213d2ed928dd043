// Some unstable syntax is refused where a `cfg` leaves it out, too.
#[cfg(false)]
pub fn f() {
    let _ = static || {}; //~ E0658 coroutine syntax is experimental
    let x: unsafe<> (); //~ E0658 unsafe binder types are experimental
    g::<Item = 42>(); //~ E0658 associated const equality is incomplete
    let y: ! = 3;
}
