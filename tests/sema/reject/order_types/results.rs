// Results that are not what the function tells.
use rustg_std::prelude::*;

fn parse(b: &[u8]) -> Result<u32, &'static str> {
    let mut n = 0;
    for c in b {
        match c {
            b'0'..=b'9' => n = n * 10 + (c - b'0') as u32,
            _ => return Err("no digit"),
        }
    }
    n //~ E0308 mismatched types
}

fn both(b: &[u8]) -> Option<u32> {
    let first = parse(b)?; //~ E0277 the `?` operator can only be used on `Option`s, not
    Some(first)
}

#[kernel]
pub fn numbers(b: &[u8], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = parse(b).unwrap_or("0"); //~ E0308 mismatched types
    }
}
