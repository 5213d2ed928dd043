// An expression is no pattern.
macro_rules! is {
    ($p:expr, $x:expr) => {
        if let $p = $x { 1 } else { 2 }
    };
}
pub fn f(x: Option<u32>) -> u32 {
    is!(3, x.unwrap_or(1)) + is!(Some(3), x) //~ - arbitrary expressions aren't allowed in patterns
}
