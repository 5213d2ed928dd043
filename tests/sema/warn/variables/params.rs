// Parameters of functions and closures.
pub struct Pair(pub i32, pub i32);

pub fn plain(a: i32, _b: i32, mut c: i32, _: i32) {}
    //~^ unused_variables unused variable: `a` //~^ unused_mut variable does not need to be mutable //~^ unused_variables unused variable: `c`
pub fn taken_apart((a, b): (i32, i32), Pair(c, d): Pair, [e, .., f]: [i32; 3]) -> i32 {
    //~^ unused_variables unused variable: `b` //~^ unused_variables unused variable: `c` //~^ unused_variables unused variable: `f`
    a + d + e
}
pub fn by_reference(&a: &i32, ref b: i32, &(c, ref d): &(i32, i32)) {}
    //~^ unused_variables unused variable: `a` //~^ unused_variables unused variable: `b` //~^ unused_variables unused variable: `c` //~^ unused_variables unused variable: `d`
pub fn overwritten(mut a: i32, mut b: i32) -> i32 {
    //~^ unused_assignments value passed to `a` is never read //~^ unused_assignments value passed to `b` is never read
    a = 1;
    b = a;
    b
}
pub fn set_only(mut a: i32) { //~ unused_variables variable `a` is assigned to, but never used
    a = 2; //~ unused_assignments value assigned to `a` is never read
}
pub fn set_and_part(mut p: Pair, mut q: Pair) -> i32 { //~ unused_variables variable `p` is assigned to, but never used
    p.0 = 1; //~ unused_assignments value assigned to `p` is never read
    q.0 = 2;
    q.1
}
pub fn generic<T>(value: T, n: usize) -> usize { //~ unused_variables unused variable: `value`
    n
}
pub fn closures() -> i32 {
    let f = |a: i32, b: i32| a; //~ unused_variables unused variable: `b`
    let g = |(a, b): (i32, i32)| b; //~ unused_variables unused variable: `a`
    let h = |mut a: i32| { //~ unused_assignments value passed to `a` is never read
        a = 3;
        a
    };
    let k = |_a: i32, _| 4;
    f(1, 2) + g((3, 4)) + h(5) + k(1, 2)
}
pub fn never_called(x: &str, y: Option<&mut i32>) -> ! { //~ unused_variables unused variable: `x` //~ unused_variables unused variable: `y`
    loop {}
}
pub fn reference(mut a: &i32) { //~ unused_variables variable `a` is assigned to, but never used
    a = &3; //~ unused_assignments value assigned to `a` is never read
}
pub fn reference_with_lifetime<'a>(mut a: &'a i32, b: &'a i32) { //~ unused_variables variable `a` is assigned to, but never used
    a = &*b; //~ unused_assignments value assigned to `a` is never read
}
pub fn reference_to_mut(mut a: &mut [i32; 0]) { //~ unused_variables variable `a` is assigned to, but never used
    a = &mut []; //~ unused_assignments value assigned to `a` is never read
}
pub fn no_reference(mut a: &i32, b: &'static i32) { //~ unused_variables variable `a` is assigned to, but never used
    a = b; //~ unused_assignments value assigned to `a` is never read
}
pub fn main() {
    fn inner(a: i32) {} //~ unused_variables unused variable: `a`
    inner(3);
}
