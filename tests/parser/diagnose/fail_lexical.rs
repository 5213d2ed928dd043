//@ 2021
fn f() { 0x1.0; }
//~ 1:10 hexadecimal float literal is not supported
