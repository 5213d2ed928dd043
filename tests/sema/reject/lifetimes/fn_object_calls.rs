// The lifetimes of `dyn Fn(A) -> B`: what becomes such an object has to be callable for each that the object leaves to its
// calls, and a call relates its parameters and its result.
fn keep(x: &'static u32, to: &mut &'static u32) {
    *to = x;
}
fn of_item(to: &mut &'static u32) {
    let y = 1;
    let f: &dyn Fn(&u32, &mut &'static u32) = &keep; //~ - implementation of `Fn` is not general enough
    f(&y, to)
}
fn of_closure(to: &mut &'static u32) {
    let y = 1;
    let f: &dyn Fn(&u32, &mut &'static u32) = &|x: &'static u32, to: &mut &'static u32| *to = x; //~ - lifetime may not live long enough
    f(&y, to)
}
fn of_object(f: &dyn for<'x> Fn(&'x u32) -> &'x u32) -> &dyn Fn(&u32) -> &'static u32 {
    f //~ E0308 mismatched types
}
fn parameters(f: &dyn for<'x> Fn(&mut &'x u32, &'x u32)) -> u32 {
    let mut kept = &1;
    {
        let y = 1;
        f(&mut kept, &y); //~ E0597 `y` does not live long enough
    }
    *kept
}
fn result(f: &mut dyn FnMut(&u32) -> &u32) -> u32 {
    let r = {
        let y = 1;
        f(&y) //~ E0597 `y` does not live long enough
    };
    *r
}
fn any(f: impl Fn(&u32) -> u32) -> u32 {
    f(&1)
}
fn for_one(f: &dyn Fn(&'static u32) -> u32) -> u32 {
    any(f) //~ - implementation of `Fn` is not general enough
}

fn named<'a>(f: &dyn Fn(&u32) -> &'a u32) -> &'a u32 {
    let y = 3;
    f(&y)
}
fn two(f: &dyn for<'x, 'y> Fn(&'x u32, &'y u32) -> &'x u32) -> u32 {
    let a = 1;
    let r = {
        let b = 2;
        f(&a, &b)
    };
    *r
}
fn objects(x: &u32, s: &mut u32) -> u32 {
    let f: &dyn Fn(&u32) -> u32 = &|y| *y + *x;
    let g: &dyn Fn(&'static u32) -> u32 = f;
    let h: &mut dyn FnMut(&u32) = &mut |y| *s += *y;
    h(&1);
    h(&*x);
    f(&1) + g(&2) + any(f) + *named(&|_| x) + two(&|a, _| a)
}
