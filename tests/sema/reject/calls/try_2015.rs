// edition 2015
// `try!` takes one result, and a function that returns one.
use rustg_std::prelude::*;

fn first(x: Result<u32, u8>) -> Result<u32, u16> {
    let y = try!(x);
    Ok(y + 1)
}
fn of_option(x: Option<u32>) -> Option<u32> {
    Some(try!(x)) //~ E0308 mismatched types
}
fn other_error(x: Result<u32, i64>) -> Result<u32, u8> {
    Ok(try!(x)) //~ E0277 the trait bound `u8: From<i64>` is not satisfied
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = first(Ok(2)).unwrap_or(0) as u64;
}
