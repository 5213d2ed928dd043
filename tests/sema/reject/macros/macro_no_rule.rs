// Calls that no rule matches.
macro_rules! pair {
    ($a:expr, $b:ident) => {
        $a + $b
    };
}
pub fn f(b: u32) -> u32 {
    let x = pair!(1 2); //~ - no rules expected `2`
    let y = pair!(1,); //~ - unexpected end of macro invocation
    let z = pair!(); //~ - unexpected end of macro invocation
    let w = pair!(become f(b), b); //~ - no rules expected keyword `become`
    x + y + z + w
}
