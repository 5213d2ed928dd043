trait Named {
    fn name(&self) -> u32;
}
struct Tail<T: ?Sized> {
    a: u8,
    of: T,
}
struct Both<T: ?Sized> {
    a: *const T,
    of: T,
}
struct Two<A, B: ?Sized> {
    a: A,
    of: B,
}
impl Named for u16 {
    fn name(&self) -> u32 {
        1
    }
}
fn other(x: &Tail<[u8]>) -> &Tail<dyn Named> {
    x //~ E0277 the trait bound `[u8]: Named` is not satisfied
    //~^ E0277 the size for values of type `[u8]` cannot be known at compilation time
}
fn none(x: &Tail<u8>) -> &Tail<dyn Named> {
    x //~ E0277 the trait bound `u8: Named` is not satisfied
}
fn pointed(x: &Both<[u8; 3]>) -> &Both<[u8]> {
    x //~ E0308 mismatched types
}
fn first(x: &Two<[u8; 3], u8>) -> &Two<[u8], u8> { //~ E0277 the size for values of type `[u8]` cannot be known at compilation time
    x //~ E0308 mismatched types
}
fn element(x: &Tail<[u8; 3]>) -> &Tail<[u16]> {
    x //~ E0308 mismatched types
}
fn mutable(x: &Tail<[u8; 3]>) -> &mut Tail<[u8]> {
    x //~ E0308 mismatched types
}
fn by_value(x: &Tail<[u8]>) {
    let _y = *x; //~ E0277 the size for values of type `[u8]` cannot be known at compilation time
}
fn number(p: *const Tail<[u8]>) -> usize {
    p as usize //~ E0606 casting `*const Tail<[u8]>` as `usize` is invalid
}
fn thin(p: *const u8) -> *const Tail<[u8]> {
    p as *const Tail<[u8]> //~ E0607 cannot cast thin pointer `*const u8` to wide pointer `*const Tail<[u8]>`
}

// These are fine.
fn array(x: &mut Tail<[u8; 3]>) -> &mut Tail<[u8]> {
    x
}
fn object(x: &Tail<u16>) -> u32 {
    let y: &Tail<dyn Named> = x;
    y.of.name()
}
fn last(x: &Two<u8, Tail<[u8; 2]>>) -> &Two<u8, Tail<[u8]>> {
    x
}
fn lengths(p: *const [u8]) -> *const Tail<[u8]> {
    p as *const Tail<[u8]>
}
fn narrow(p: *const Tail<[u8]>) -> *const u8 {
    p as *const u8
}
