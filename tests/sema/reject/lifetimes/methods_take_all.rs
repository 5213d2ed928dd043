// A method of an impl takes all that the trait's method takes.
pub struct Part<'a>(pub &'a u32);

pub trait Choose {
    fn choose<'a>(x: &u32, y: &'a u32) -> &'a u32;
    fn part(&self, part: &mut Part) -> u32;
    fn whole(x: Self) -> u32;
}

pub struct Two<'a, 'b>(pub &'a u32, pub &'b u32);

impl Choose for u32 {
    fn choose<'c>(x: &'c u32, y: &'c u32) -> &'c u32 { //~ - `impl` item signature doesn't match `trait` item signature
        if *x > *y { x } else { y }
    }
    fn part<'c>(&self, part: &'c mut Part<'c>) -> u32 { //~ - `impl` item signature doesn't match `trait` item signature
        *part.0
    }
    fn whole(x: u32) -> u32 {
        x
    }
}

impl<'a, 'b> Choose for Two<'a, 'b> {
    fn choose<'c, 'd>(x: &'d u32, y: &'c u32) -> &'c u32 {
        if *x > 0 { y } else { &1 }
    }
    fn part<'c, 'd>(&self, part: &'c mut Part<'d>) -> u32 {
        *part.0
    }
    fn whole(x: Two<'b, 'a>) -> u32 { //~ E0308 method not compatible with trait
        *x.0
    }
}
