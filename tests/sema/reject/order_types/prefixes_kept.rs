// What begins a path: an import that is offered, a path of two segments, called or not, and a longer one.
fn a(_x: nothing::T) -> Foo {} //~ E0433 cannot find module or crate `nothing` //~ E0425 cannot find type `Foo`

fn b() {
    let _b = nothing::new(); //~ E0433 cannot find module or crate `nothing`
    let _a = nope; //~ E0425 cannot find value `nope`
    nope2(); //~ E0425 cannot find function `nope2`
    let _c: u32 = true; //~ E0308 mismatched types
    mem::swap(&mut 1, &mut 2); //~ E0433 cannot find module or crate `mem`
}

fn c() {
    let _c: u32 = true; //~ E0308 mismatched types
    let _t = a::b::c(); //~ E0433 cannot find module or crate `a`
    let _u: missing::X; //~ E0433 cannot find module or crate `missing`
    swap(&mut 1, &mut 2); //~ E0425 cannot find function `swap`
    let _d = atomic::AtomicU32::new(1); //~ E0433 cannot find module or crate `atomic`
    let _e = Cel::new(1); //~ E0433 cannot find type `Cel`
}

fn main() {}
