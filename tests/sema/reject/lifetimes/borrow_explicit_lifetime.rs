// Lifetimes that a signature must name.
pub fn f<'a>(x: &'a u32, y: &u32) -> &'a u32 {
    if *x > 1 { x } else { y } //~ E0621 explicit lifetime required in the type of `y`
}

fn keep(x: &'static u32) -> u32 {
    *x
}

pub fn g(x: &u32) -> u32 {
    keep(x) //~ E0521 borrowed data escapes outside of function
}
