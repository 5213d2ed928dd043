pub fn product() -> u8 {
    let n = 200u8;
    n * 2
}

pub fn shift(v: u32) -> u32 {
    v << 32
}

pub fn sign() -> i16 {
    let n = i16::MIN;
    -n
}
