// What stands between the braces of format strings.
struct P { x: u32 }
pub fn a(p: P, v: [u32;
    2]) { println!("{v[0]}"); //~ - invalid format string: expected `}`, found `[`
    println!("{p.x}"); //~ - invalid format string: field access isn't supported
    println!("{p.x:?}"); //~ - invalid format string: field access isn't supported
    println!("{v.len()}"); //~ - invalid format string: expected `}`, found `.`
    println!("{1 + 1}"); //~ - invalid format string: expected `}`, found `+`
    println!("{p.x.y}"); //~ - invalid format string: expected `}`, found `.`
    println!("{p.0}"); //~ - invalid format string: tuple index access isn't supported
    println!("{&p}"); //~ - invalid format string: expected `}`, found `&`
    println!("{f()}"); //~ - invalid format string: expected `}`, found `(`
    println!("{-1}"); //~ - invalid format string: expected `}`, found `-`
    println!("{ p.x}"); //~ - invalid format string: expected `}`, found `p`
    println!("{ v }"); //~ - invalid format string: expected `}`, found `v`
    println!("{v!r}"); //~ - invalid format string: expected `}`, found `!`
    println!("{p::x}"); //~ - invalid format string: expected `}`, found `:`
    println!("{p,}"); //~ - invalid format string: python's numeric grouping `,` is not supported in rust format strings
    }
pub fn b(p: u32) { println!("{:y}", p); //~ - unknown format trait `y`
    println!("{:5d}", p); //~ - unknown format trait `d`
    println!("{:.2f}", 1.0); //~ - unknown format trait `f`
    println!("{p:lx}"); //~ - unknown format trait `lx`
    println!("{:08X}", p);
    println!("{:#?}", p);
    println!("{:>5.3foo}", 1.0); //~ - unknown format trait `foo`
    println!("{:d}", 1); //~ - unknown format trait `d`
    println!("{:s}", "a"); //~ - unknown format trait `s`
    println!("{:5 }", 1);
    println!("{:5 x}", 1); //~ - invalid format string: expected `}`, found `x`
    println!("{:x5}", 1); //~ - invalid format string: expected `}`, found `5`
    println!("{:-^}", 1);
    println!("{:,}", 1);
    //~^ - invalid format string: python's numeric grouping `,` is not supported in rust format strings
    println!("{:%}", 1); //~ - invalid format string: expected `}`, found `%`
    println!("{:1$y}", 1, 2); //~ - unknown format trait `y`
    }
pub fn c() { println!("{nope}"); //~ E0425 cannot find value `nope` in this scope
    println!("{nope:>5}"); //~ E0425 cannot find value `nope` in this scope
    println!("{:nope$}", 1); //~ E0425 cannot find value `nope` in this scope
    println!("{:.nope$}", 1); //~ E0425 cannot find value `nope` in this scope
    println!("{0:nope2$} {nope3}", 1);
    //~^ E0425 cannot find value `nope2` in this scope
    //~^^ E0425 cannot find value `nope3` in this scope
    panic!("{nope4}"); //~ E0425 cannot find value `nope4` in this scope
    assert!(true, "a {nope5}"); //~ E0425 cannot find value `nope5` in this scope
    }
