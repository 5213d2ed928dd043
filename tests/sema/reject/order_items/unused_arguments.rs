// Arguments that nothing shows, one and several.
pub fn a() { println!("{}", 1, 2); //~ - argument never used
    println!("{}", 1, 2, 3); //~ - multiple unused formatting arguments
    println!("a", 1); //~ - argument never used
    println!("a", 1, 2); //~ - multiple unused formatting arguments
    println!("{x}", x = 1, y = 2); //~ - named argument never used
    println!("{x}", x = 1, y = 2, z = 3); //~ - multiple unused formatting arguments
    println!("{} {}", 1, 2, 3, a = 4); //~ - multiple unused formatting arguments
    }
pub fn b() { println!("{1}", 1, 2); //~ - argument never used
    println!("{1}", 1, 2, 3); //~ - multiple unused formatting arguments
    panic!("a", 1); //~ - argument never used
    assert!(true, "a", 1, 2); //~ - multiple unused formatting arguments
    println!("%d", 1); //~ - argument never used
    println!("%d %s", 1, 2); //~ - multiple unused formatting arguments
    println!("%f {}", 1, 2); //~ - argument never used
    println!("$x", 1); //~ - argument never used
    }
