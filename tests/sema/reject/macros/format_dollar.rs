use rustg_std::prelude::*;

#[kernel]
fn k(mut y: GridMut<u32>) {
    let v = 5u32;
    println!("{:$}", v); //~ - invalid format string: expected `}`, found `$`
    println!("{:.$}", v); //~ - invalid format string: expected `}`, found `$`
    println!("{v:$?}"); //~ - invalid format string: expected `}`, found `$`
    println!("{:w$.$}", 1.0, w = 3); //~ - invalid format string: expected `}`, found `$`
    y[thread::index()] = v;
}
