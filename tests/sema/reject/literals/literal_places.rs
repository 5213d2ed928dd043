pub fn ranges() -> u32 {
    let mut n = 0;
    for i in 0..256u8 { //~ overflowing_literals range endpoint is out of range for `u8`
        n += i as u32;
    }
    for i in 0..=256u8 { //~ overflowing_literals literal out of range for `u8`
        n += i as u32;
    }
    for i in 0..257u8 { //~ overflowing_literals literal out of range for `u8`
        n += i as u32;
    }
    for i in 0i8..128 { //~ overflowing_literals range endpoint is out of range for `i8`
        n += i as u32;
    }
    n
}

pub fn character() -> char {
    300 as char //~ overflowing_literals only `u8` can be cast into `char`
}
