pub struct Kept<'a>(pub &'a u32);

impl Kept<'static> {
    const OWN: u32 = 10;
}

pub trait Numbered {
    const NUMBER: u32;
}

impl Numbered for Kept<'static> {
    const NUMBER: u32 = 2;
}

pub fn own<'a>() -> u32 {
    Kept::<'static>::OWN + Kept::<'a>::OWN //~ - lifetime may not live long enough
}

pub fn of_trait<'a>() -> u32 {
    let free = Kept::OWN + Kept::NUMBER;
    free + <Kept<'a> as Numbered>::NUMBER //~ - lifetime may not live long enough
}
