use rustg_std::prelude::*;

#[repr(align(5), u8, align(2))] //~ E0589 invalid `repr(align)` attribute: not a power of two
enum A {
    X,
    Y,
}
#[repr(align(0))] //~ E0589 invalid `repr(align)` attribute: not a power of two
struct B(u8);
#[repr(align(1073741824))] //~ E0589 invalid `repr(align)` attribute: larger than 2^29
struct C(u8);
#[repr(align(18446744073709551616))] //~ E0589 invalid `repr(align)` attribute: larger than 2^29
struct D(u8);
#[repr(align(8.0))] //~ E0589 invalid `repr(align)` attribute: not an unsuffixed integer
struct E(u8);
#[repr(align("8"))] //~ E0589 invalid `repr(align)` attribute: not an unsuffixed integer
struct F(u8);
#[repr(align())] //~ E0693 incorrect `repr(align)` attribute format: `align` takes exactly one argument in parentheses
struct G(u8);
#[repr(align)] //~ E0589 invalid `repr(align)` attribute: `align` needs an argument
struct H(u8);
#[repr(align = 8)] //~ E0693 incorrect `repr(align)` attribute format
struct I(u8);
#[repr(align(8, 4))] //~ E0693 incorrect `repr(align)` attribute format: `align` takes exactly one argument in parentheses
struct J(u8);
#[repr(align(N))] //~ E0693 incorrect `repr(align)` attribute format: `align` expects a literal integer as argument
struct K(u8);
#[repr(align(536870912))]
struct L(u8);
