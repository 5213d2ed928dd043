pub struct S;
pub struct R;
impl S for R {}
