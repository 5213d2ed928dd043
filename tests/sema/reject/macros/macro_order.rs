// Calls of macros that are not known there.
pub fn f() {
    later!(); //~ - cannot find macro `later` in this scope
    {
        macro_rules! inner {
            () => {};
        }
        inner!();
    }
    inner!(); //~ - cannot find macro `inner` in this scope
    unknown!(); //~ - cannot find macro `unknown` in this scope
}
macro_rules! later {
    () => {};
}
mod m {
    macro_rules! private {
        () => {};
    }
}
private!(); //~ - cannot find macro `private` in this scope
