// An impl for itself.
pub struct S<T>(T);
pub trait Tr {}

impl Tr for Self {} //~ - `Self` is not valid in the self type of an impl block
impl Tr for S<Self> {} //~ - `Self` is not valid in the self type of an impl block
impl S<Self> {} //~ - `Self` is not valid in the self type of an impl block
