// The methods of the Fn traits are called by call syntax alone.
pub fn calls<F: Fn()>(f: F) {
    f.call(()); //~ E0658 use of unstable library feature `fn_traits`
    Fn::call(&f, ()); //~ E0658 use of unstable library feature `fn_traits`
    f();
}
