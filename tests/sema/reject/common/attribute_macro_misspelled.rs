#[tset]
pub fn a() {}
#[derve(Clone)]
pub struct B;
#[globl_allocator]
static C: u32 = 0;
