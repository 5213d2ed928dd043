// Imports and items of one name.
mod a {
    pub struct Same;
    pub fn call() {}
}
mod b {
    pub struct Same;
}
use a::Same;
use b::Same; //~ E0252 the name `Same` is defined multiple times
use a::call;

fn call() {} //~ E0255 the name `call` is defined multiple times
