// `return` where nothing returns, or without the value.
const LIMIT: u32 = return 3; //~ E0572 return statement outside of function body

pub fn f(n: u32) -> u32 {
    if n > 1 {
        return; //~ E0069 `return;` in a function whose return type is not `()`
    }
    let a = [0; return]; //~ E0572 return statement outside of function body
    n
}
