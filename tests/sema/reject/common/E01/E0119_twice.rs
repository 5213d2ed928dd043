pub trait T {}
pub struct S;
impl T for S {}
impl T for S {}
