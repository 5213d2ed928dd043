use core::cell::Cell;

fn send<T: Send>(_value: T) {}

fn sync<T: Sync>(_value: T) {}

pub struct Outer {
    inner: Inner,
    n: u32,
}

pub struct Inner(*const u8);

pub enum Either {
    Number(u32),
    Pointer { at: *mut u32 },
}

pub struct Promised(*mut u32);
unsafe impl Send for Promised {}

pub struct List<'a> {
    next: Option<&'a List<'a>>,
    value: Cell<u32>,
}

pub trait Moves: Send {}
impl Moves for Inner {} //~ E0277 `*const u8` cannot be sent between threads safely

pub struct Shares<T: Sync>(T);

pub fn parts(outer: Outer, either: Either, list: List) {
    send(outer); //~ E0277 `*const u8` cannot be sent between threads safely
    send(either); //~ E0277 `*mut u32` cannot be sent between threads safely
    send(list); //~ E0277 `Cell<u32>` cannot be shared between threads safely
}

pub fn references(cell: &Cell<u32>, pointers: &[*const u32], own: Cell<u32>) {
    send(cell); //~ E0277 `&Cell<u32>` cannot be sent between threads safely
    send(pointers); //~ E0277 `*const u32` cannot be shared between threads safely
    sync(&own); //~ E0277 `Cell<u32>` cannot be shared between threads safely
    send(own);
}

pub fn promised(kept: Promised, cell: &Promised) {
    send(kept);
    send(cell); //~ E0277 `*mut u32` cannot be shared between threads safely
}

pub fn generic<T, U: Send>(t: T, u: U) {
    send((u, 1));
    send([t]); //~ E0277 `T` cannot be sent between threads safely
}

pub fn closure(at: *const u32) {
    send(move || at.is_null()); //~ E0277 `*const u32` cannot be sent between threads safely
}

fn hidden() -> impl Fn() -> bool {
    let at: *const u32 = core::ptr::null();
    move || at.is_null()
}

pub fn returned() {
    send(hidden()); //~ E0277 `*const u32` cannot be sent between threads safely
}

pub fn written(_: Shares<u32>) {
    send::<core::slice::IterMut<Cell<u32>>>([].iter_mut());
    send::<core::slice::Iter<Cell<u32>>>([].iter()); //~ E0277 `Cell<u32>` cannot be shared between threads safely
}
