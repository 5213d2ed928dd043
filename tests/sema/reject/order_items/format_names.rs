// Names of format arguments come once and last; what sets a place is no name, and what a macro makes captures none.
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
pub fn b(x: usize) { println!(concat!("{x", "}")); //~ - there is no argument named `x`
    println!(concat!("{:x$", "}"), 1); //~ - there is no argument named `x`
    println!(concat!("{x", ":?} {y}"), y = 1); //~ - there is no argument named `x`
    println!(concat!("{x:x$", "}"), x = 1);
    panic!(concat!("{x", "}")); //~ - there is no argument named `x`
    }
