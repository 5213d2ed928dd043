pub fn longer<'a, 'b>(x: &'b u32, z: &'a u32) {
    let mut o: &'b u32 = x; o = z; //~ - lifetime may not live long enough
    let _ = o;
}

pub fn later(x: &u32) {
    let o: &'static u32; o = x; //~ - lifetime may not live long enough
    let _ = o;
}

pub fn local<'a>(x: &'a u32) {
    let mut o: Option<&'a u32> = Some(x);
    let k = 1;
    o = Some(&k); //~ E0597 `k` does not live long enough
    let _ = o;
}
