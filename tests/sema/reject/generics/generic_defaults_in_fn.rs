// Only types and traits have defaults for their parameters.
struct B<T>(T);

fn c<T = u32>(x: T) {} //~ invalid_type_param_default defaults for generic parameters are not allowed here

impl<T = u32> B<T> {} //~ invalid_type_param_default defaults for generic parameters are not allowed here
