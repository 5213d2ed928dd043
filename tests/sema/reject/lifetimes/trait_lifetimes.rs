use std::cell::Cell;

pub trait Get<T> {
    fn get(&self, t: T) -> u32;
}

pub trait Above<'a>: Get<&'a u32> {}

fn wants<G: Get<T>, T>() -> u32 {
    0
}

pub fn assumed<'min, 'max: 'min, G: Get<&'max u32>>() -> u32 {
    wants::<G, &'min u32>() //~ - lifetime may not live long enough
}

pub fn same<'max, G: Get<&'max u32>>(g: &G, x: &'max u32) -> u32 {
    wants::<G, &'max u32>() + g.get(x)
}

pub fn every<'a, G: for<'x> Get<&'x u32>>(g: &G, x: &'a u32) -> u32 {
    let y = 1;
    wants::<G, &'a u32>() + g.get(x) + g.get(&y)
}

pub fn above<'a, 'b: 'a, G: Above<'b>>() -> u32 {
    wants::<G, &'b u32>() + wants::<G, &'a u32>() //~ - lifetime may not live long enough
}

pub struct Kept<'a>(Cell<&'a u32>);

pub trait Forever {
    fn forever(&self) -> u32;
}

impl Forever for Kept<'static> {
    fn forever(&self) -> u32 {
        *self.0.get()
    }
}

pub fn of_impl<'a>(x: &Kept<'a>) -> u32 {
    x.forever() //~ E0521 borrowed data escapes outside of function
}

pub fn of_static(x: &Kept<'static>) -> u32 {
    x.forever()
}

pub trait Long<'x> {
    fn method<'y: 'x>(self, y: Cell<&'y u32>) -> u32;
}

pub fn bounded<'a, 'b, F: Long<'a>>(b: Cell<&'b u32>, f: F) -> u32 {
    f.method(b) //~ - lifetime may not live long enough
}

pub struct Plain;

impl Plain {
    pub fn takes<A: 'static>(self) -> u32 {
        0
    }
}

pub fn written<'a>() -> u32 {
    Plain.takes::<&'a u32>() //~ - lifetime may not live long enough
}
