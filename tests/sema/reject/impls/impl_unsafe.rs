// Unsafe traits have unsafe impls, others have not.
unsafe trait Zeroed {}

trait Safe {}

struct S;

impl Zeroed for S {} //~ E0200 the trait `Zeroed` requires an `unsafe impl` declaration

unsafe impl Safe for S {} //~ E0199 implementing the trait `Safe` is not unsafe
