trait Named {
    fn name(&self) -> u32;
}
struct Tail<T: ?Sized>(u8, T);
fn all(_: &Tail<dyn Named>) {}
fn some<'a>(_: &Tail<dyn Named + 'a>, _: &'a u8) {}
fn generic<T: Named>(v: T) {
    all(&Tail(1, v)); //~ E0310 the parameter type `T` may not live long enough
}
fn short<'a>(v: &'a u8)
where
    &'a u8: Named,
{
    all(&Tail(1, v)); //~ E0521 borrowed data escapes outside of function
}
fn moved(x: &mut Tail<[u32; 3]>) -> u32 {
    let y: &mut Tail<[u32]> = x;
    x.0 = 2; //~ E0506 cannot assign to `x.0` because it is borrowed
    y.1[0]
}

// These are fine.
fn fits<'a>(v: &'a u8)
where
    &'a u8: Named,
{
    some(&Tail(1, v), v);
}
fn again(x: &mut Tail<[u32; 3]>) -> u32 {
    let y: &mut Tail<[u32]> = x;
    y.1[0] = 1;
    x.0 = 2;
    x.1[0]
}
