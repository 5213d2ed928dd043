// Lifetimes in the types of variables.
pub fn f(x: u32) -> u32 {
    let a: &'static u32 = &x; //~ E0597 `x` does not live long enough
    let b: (&'static u32, u32) = (&x, 1); //~ E0597 `x` does not live long enough
    *a + *b.0
}

pub fn g<'a>(x: &'a u32, n: u32) -> u32 {
    let y = n;
    let z: &'a u32 = &y; //~ E0597 `y` does not live long enough
    let w: &'static u32 = x; //~ - lifetime may not live long enough
    *z + *w
}

struct Held<'a>(&'a u32);

fn longer<'a, T: 'a>(x: &'a u32, t: T) -> &'a u32 {
    x
}

pub fn h<'b>(x: &'static u32, y: &'b u32) -> &'static u32 {
    longer(x, Held(y)) //~ - lifetime may not live long enough
}
