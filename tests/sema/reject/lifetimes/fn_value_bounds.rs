// A fn that is named as a value keeps its where clauses, and what it is given fits its parameters.
fn keep<T: 'static>(_: T) {}
fn same<T>(t: T) -> T {
    t
}
fn same_named<'x>(x: &'x u32) -> &'x u32 {
    x
}
fn second<'x, 'y: 'x>(_: &'x u32, y: &'y u32) -> &'x u32 {
    y
}
fn call<T, R>(f: impl Fn(T) -> R, t: T) -> R {
    f(t)
}
fn call_both<'a, 'b>(f: impl Fn(&'a u32, &'b u32) -> &'a u32, x: &'a u32, y: &'b u32) -> &'a u32 {
    f(x, y)
}
struct Holder<'a>(&'a u32);
impl<'a> Holder<'a> {
    fn get(&self) -> &'a u32 {
        self.0
    }
}

fn as_pointer<'a>(x: &'a u32) {
    let f: fn(&'a u32) = keep; //~ - lifetime may not live long enough
    f(x)
}
fn as_result<'a>(_: &'a u32) -> fn(&'a u32) {
    keep //~ - lifetime may not live long enough
}
fn as_argument<'a>(x: &'a u32) {
    call(keep, x) //~ E0521 borrowed data escapes outside of function
}
fn of_parameter<T>(x: T) {
    call(keep, x) //~ E0310 the parameter type `T` may not live long enough
}
fn two_lifetimes<'a, 'b>(x: &'a u32, y: &'b u32) -> &'a u32 {
    call_both(second, x, y) //~ - lifetime may not live long enough
}
fn through_fn(n: u32) -> &'static u32 {
    let y = n + 1;
    call(same, &y) //~ E0515 cannot return value referencing local variable `y`
}

fn kept<'a, 'b: 'a>(x: &'a u32, y: &'b u32) -> &'a u32 {
    call(keep, 3);
    let f = same_named;
    let z = *x + 1;
    call(f, &z);
    call(f, call_both(second, x, y))
}
fn of_holder<'a>(x: Option<&Holder<'a>>, y: &'a [u32]) -> Option<&'a u32> {
    y.iter().map(Holder).next();
    x.map(Holder::get).map(same).map(same_named)
}
