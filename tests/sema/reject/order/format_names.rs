// Names of format arguments come once and last; what sets a place is no name.
struct P { x: u32 }
pub fn a(mut p: P) { println!("{x}", x = 1, x = 2); //~ - duplicate argument named `x`
    println!("{x} {}", x = 1, 2); //~ - positional arguments cannot follow named arguments
    println!("{:.*}", x = 1, 2); //~ - positional arguments cannot follow named arguments
    println!("{:1$}", x = 1, 2); //~ - positional arguments cannot follow named arguments
    assert!(true, "{x}", x = 1, x = 2, y = 3);
    //~^ - duplicate argument named `x`
    //~^^ - named argument never used
    println!("{x:?}", x = 1, p.x = 2); //~ - positional arguments cannot follow named arguments
    println!("{}", p.x = 3); //~ E0277 `()` doesn't implement `std::fmt::Display`
    println!("{0}"); //~ - invalid reference to positional argument 0 (no arguments were given)
    }
