// What prints is not for constants, and shows what implements its trait.
use rustg_std::prelude::*;
const fn f(x: u32) -> u32 {
    println!("{}", x); //~ E0015 cannot call non-const formatting macro in constant functions //~ E0015 cannot call non-const function `std::io::_print` in constant functions
    print!("a"); //~ E0015 cannot call non-const function `std::io::_print` in constant functions
    eprintln!(); //~ E0015 cannot call non-const function `std::io::_eprint` in constant functions
    x
}
struct NoDebug;
#[kernel]
pub fn k(mut out: GridMut<u32>) {
    let t = thread::index();
    println!("{:?} {}", NoDebug, f(1)); //~ E0277 `NoDebug` doesn't implement `Debug`
    out[t] = 0;
}
