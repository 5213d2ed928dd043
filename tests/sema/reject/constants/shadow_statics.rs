// Bindings cannot have the names of statics and of tuple structs.
static LIMIT: u32 = 3;

struct Pair(u32);

pub fn f(n: u32) -> u32 {
    let LIMIT = n; //~ E0530 let bindings cannot shadow statics
    let Pair = n; //~ E0530 let bindings cannot shadow tuple structs
    n
}
