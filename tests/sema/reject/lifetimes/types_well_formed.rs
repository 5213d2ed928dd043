pub struct Inner<'a> {
    x: &'a u32,
}

pub struct Bounded<'a: 'b, 'b> {
    x: std::cell::Cell<&'a u32>,
    y: std::cell::Cell<&'b u32>,
}

pub struct Nested<'a, 'b: 'a>(&'a &'b ());

impl<'a, 'b> Nested<'a, 'b> {
    fn shorter(x: &'b ()) -> &'a () {
        x
    }
    pub fn of_header(x: &'b u32) -> u32 {
        let y: &'a &'b u32 = &&7;
        **y + *x
    }
}

pub fn lets<'a, 'b>(x: &'a u32, y: &'b u32) -> u32 {
    let z: Option<&'b &'a u32> = None; //~ - lifetime may not live long enough
    let w: Option<&'a Inner<'b>> = None; //~ - lifetime may not live long enough
    let v: fn(&&'a u32) -> u32 = |v| **v;
    let _ = (z, w);
    v(&x) + *y
}

pub fn literal<'a, 'b>(x: std::cell::Cell<&'a u32>, y: std::cell::Cell<&'b u32>) -> u32 {
    let both = Bounded { x, y }; //~ - lifetime may not live long enough
    *both.x.get() + *both.y.get()
}

pub fn call<'a, 'b>(x: &'b ()) -> &'a () {
    Nested::shorter(x) //~ - lifetime may not live long enough
}

pub fn of_fields<'a, 'b>(n: &Nested<'a, 'b>) -> bool {
    let x: &'a &'b () = n.0;
    **x == ()
}

pub fn param<T>(x: &T) -> u32 {
    let y: Option<&'static T> = None; //~ E0310 the parameter type `T` may not live long enough
    let z: Option<&T> = Some(x);
    y.is_some() as u32 + z.is_some() as u32
}
