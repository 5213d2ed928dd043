// Defaults of generic parameters.
struct A<T = U, U = u32>(T, U); //~ E0128 generic parameter defaults cannot reference parameters before they are declared

struct B<T = u32, U>(T, U); //~ - generic parameters with a default must be trailing
