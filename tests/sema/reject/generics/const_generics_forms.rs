// What const parameters and their arguments may be.
struct Grid<const N: usize>([u32; N]);

struct Floats<const X: f32>; //~ - `f32` is forbidden as the type of a const generic parameter

struct Texts<const S: &'static str>; //~ - `&'static str` is forbidden as the type of a const generic parameter

fn sum<const N: usize>() -> [u32; N + 1] { //~ - generic parameters may not be used in const operations
    loop {}
}

fn wrong(a: Grid<u32>, b: Option<3>) {} //~ E0747 constant provided when a type was expected //~ E0747 type provided when a constant was expected
