trait Longest {
    fn longest<'a, 'b: 'a>(x: &'a [f32], y: &'b [f32]) -> &'a [f32];
    fn first<'a>(n: u8) -> &'a u8;
    fn any<'a>(&'a self, x: &'a u8) -> &'a u8;
    fn length<'a>(&'a self, x: &u8) -> usize;
}

struct Named;
impl Longest for Named {
    fn longest<'a, 'b>(x: &'a [f32], y: &'b [f32]) -> &'a [f32] { //~ E0195 lifetime parameters do not match the trait definition
        x
    }
    fn first(n: u8) -> &'static u8 { //~ E0195 lifetime parameters or bounds on associated function `first` do not match the trait declaration
        &0
    }
    fn any<'a>(&'a self, x: &'a u8) -> &'a u8 where 'a: 'a { //~ E0195 lifetime parameters do not match the trait definition
        x
    }
    fn length(&self, x: &u8) -> usize {
        0
    }
}

struct Elided;
impl Longest for Elided {
    fn longest(x: &[f32], y: &[f32]) -> &'static [f32] { //~ E0195 lifetime parameters do not match the trait definition
        &[]
    }
    fn first<'b>(n: u8) -> &'b u8 {
        &0
    }
    fn any<'b>(&'b self, x: &'b u8) -> &'b u8 {
        x
    }
    fn length<'a, 'b>(&'a self, x: &'b u8) -> usize {
        0
    }
}
