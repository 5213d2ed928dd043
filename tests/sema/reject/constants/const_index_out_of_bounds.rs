use rustg_std::prelude::*;

const A: [u32; 2] = [1, 2];
const B: u32 = A[2]; //~ E0080 index out of bounds: the length is 2 but the index is 2
