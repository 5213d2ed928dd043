use rustg_std::prelude::*;

const A: u32 = B; //~ E0391 cycle detected when checking if `A` is a trivial const
const B: u32 = A;
