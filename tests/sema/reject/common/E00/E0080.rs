pub const A: [u32; 2] = [1, 2];
pub const B: u32 = A[5];
