// Arguments of modules and locals.
fn a<T: ::std::marker<i32>::Copy>() {} //~ E0109 type arguments are not allowed on module `marker`
fn b() -> u32 {
    let x = 1;
    x::<u32> //~ E0109 type arguments are not allowed on local variable `x`
}
