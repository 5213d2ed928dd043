// Unsafe code that rustc refuses by lints which deny by default; constants are looked at as well as fns.
use std::mem::transmute;
use std::ptr;

const BYTES: &[u8] = b"a\xff";
const TEXT: &str = unsafe { std::str::from_utf8_unchecked(b"\x82\xff") }; //~ invalid_from_utf8_unchecked calls to `std::str::from_utf8_unchecked` with an invalid literal are undefined behavior
static OF_CONST: &str = unsafe { str::from_utf8_unchecked(BYTES) }; //~ invalid_from_utf8_unchecked calls to `str::from_utf8_unchecked` with an invalid literal are undefined behavior

fn text() -> &'static str {
    let x: &'static [u8] = &[b'a', 0xC3];
    let y = x;
    unsafe { str::from_utf8_unchecked(y) } //~ invalid_from_utf8_unchecked calls to `str::from_utf8_unchecked` with an invalid literal are undefined behavior
}
fn known_only_when_it_runs(x: u8) -> usize {
    let mut y: &'static [u8] = b"\xff";
    if x > 1 {
        y = b"a";
    }
    unsafe { str::from_utf8_unchecked(&[0xff, x]).len() + str::from_utf8_unchecked(y).len() }
}
fn cast() -> usize {
    unsafe { str::from_utf8_unchecked(b"\xff" as &[u8]).len() }
}
#[allow(invalid_from_utf8_unchecked)]
fn allowed() -> &'static str {
    unsafe { str::from_utf8_unchecked(b"\xff") }
}
fn good() -> &'static str {
    unsafe { str::from_utf8_unchecked(b"\xc3\xa4") }
}

fn assigns(x: &u8) {
    unsafe {
        *(x as *const u8 as *mut u8) = 1; //~ invalid_reference_casting assigning to `&T` is undefined behavior, consider using an `UnsafeCell`
        *(ptr::from_ref(x) as *mut u8) += 1; //~ invalid_reference_casting assigning to `&T` is undefined behavior
        ptr::write((x as *const u8).cast_mut(), 2); //~ invalid_reference_casting assigning to `&T` is undefined behavior
        let p = x as *const u8 as *mut u8;
        *p = 3; //~ invalid_reference_casting assigning to `&T` is undefined behavior
    }
}
fn borrows(x: &u8) -> &mut u8 {
    unsafe { &mut *(x as *const u8).cast_mut() } //~ invalid_reference_casting casting `&T` to `&mut T` is undefined behavior, even if the reference is unused
}
fn may_write(x: &mut u8, y: *const u8) -> &u8 {
    unsafe {
        *(x as *mut u8) = 1;
        *(y as *mut u8) = 1;
        &*(x as *mut u8 as *const u8)
    }
}
struct Part {
    x: u8,
}
fn not_looked_for(x: &Part) {
    unsafe { (*(x as *const Part as *mut Part)).x = 1 }
}

fn reads_null() -> u8 {
    unsafe {
        let a = *ptr::null::<u8>(); //~ deref_nullptr dereferencing a null pointer
        let b = &*(0 as *const u32 as *const u8); //~ deref_nullptr dereferencing a null pointer
        let c = &raw const *(0 as *const u8);
        let d: ((), [u8; 0]) = *ptr::null();
        a + *b + c.is_null() as u8
    }
}

fn transmutes(x: &u8) -> &mut u8 {
    unsafe { transmute::<&u8, &mut u8>(x) } //~ mutable_transmutes transmuting &T to &mut T is undefined behavior
}
fn transmutes_well(x: &mut u8) -> &u8 {
    unsafe { transmute(x) }
}

fn takes_null(n: usize) {
    unsafe {
        let _ = std::slice::from_raw_parts::<()>(ptr::null(), n); //~ invalid_null_arguments calling this function with a null pointer is undefined behavior, even if the result of the function is unused
        let p = ptr::null_mut::<u32>();
        let q = p as *const u32;
        ptr::copy(q, 8 as *mut u32, n); //~ invalid_null_arguments calling this function with a null pointer is undefined behavior
        ptr::copy(8 as *const u32, p, n); //~ invalid_null_arguments calling this function with a null pointer is undefined behavior
        ptr::write_bytes(0 as *mut u8, 1, n); //~ invalid_null_arguments calling this function with a null pointer is undefined behavior
        let () = ptr::read(ptr::null());
        let _ = ptr::null::<u8>().read();
    }
}

fn null_twice() {
    unsafe {
        ptr::copy::<u8>(ptr::null(), ptr::null_mut(), 1); //~ invalid_null_arguments calling this function with a null pointer is undefined behavior //~ invalid_null_arguments calling this function with a null pointer is undefined behavior
    }
}

fn casts_to_more() {
    let a = 3u8;
    let mut b = [1u16; 3];
    let p = &a as *const u8 as *const [u16; 2];
    unsafe {
        let _ = &*(&a as *const u8 as *const u64); //~ invalid_reference_casting casting references to a bigger memory layout than the backing allocation is undefined behavior
        let _ = &*p; //~ invalid_reference_casting casting references to a bigger memory layout than the backing allocation is undefined behavior
        *(&mut b as *mut [u16; 3] as *mut u64) = 3; //~ invalid_reference_casting casting references to a bigger memory layout than the backing allocation is undefined behavior
        *(&mut b[1] as *mut u16 as *mut u64) = 3;
        let _ = &*(&b as *const [u16; 3] as *const f32);
        let _ = &*(&3u8 as *const u8 as *const char); //~ invalid_reference_casting casting references to a bigger memory layout than the backing allocation is undefined behavior
    }
}
fn part_of_more(x: &u8, y: &[u8; 8]) -> u64 {
    unsafe { *(x as *const u8 as *const u64) + *(&y[0] as *const u8 as *const u64) }
}
