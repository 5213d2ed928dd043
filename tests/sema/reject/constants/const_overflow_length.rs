pub const LENGTH: usize = 1 - 2; //~ E0080 attempt to compute `1_usize - 2_usize`, which would overflow

pub static LIST: [u8; LENGTH] = [0; LENGTH];
