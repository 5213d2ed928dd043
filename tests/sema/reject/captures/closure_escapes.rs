fn each(_visit: impl FnMut(&u32)) {}

fn call(_pick: impl Fn(&u32) -> &u32) {}

fn forever<T: 'static>(value: impl FnOnce() -> T) -> T {
    value()
}

pub fn by_assignment() {
    let mut kept: Option<&u32> = None;
    each(|x| kept = Some(x)); //~ E0521 borrowed data escapes outside of closure
}

pub fn through_a_reference<'a>(kept: &mut Option<&'a u32>) {
    each(|y| *kept = Some(y)); //~ E0521 borrowed data escapes outside of closure
}

pub fn by_written_type<'a>(x: &'a u32, kept: &mut &'a u32) {
    let mut set = |y: &u32| *kept = y; //~ E0521 borrowed data escapes outside of closure
    set(x);
}

pub fn of_a_local() -> u32 {
    let mut kept: &u32 = &0;
    let mut set = || {
        let z = 1;
        kept = &z; //~ E0521 borrowed data escapes outside of closure
    };
    set();
    *kept
}

pub fn between_parameters<'a>(x: &'a u32, list: &mut [&'a u32]) {
    let mut set = |y: &u32, to: &mut [&u32]| to[0] = y; //~ - lifetime may not live long enough
    set(x, list);
}

pub fn returned() -> u32 {
    let same = |x: &u32| x; //~ - lifetime may not live long enough
    *same(&1)
}

pub fn captured_returned(k: &u32) {
    call(|_| k); //~ - lifetime may not live long enough
}

pub fn static_asked_for(x: &u32) -> &u32 {
    forever(|| x) //~ - lifetime may not live long enough
}

pub fn given_around<'a>(kept: &mut &'a u32, x: &u32) {
    let mut set = || *kept = x; //~ E0621 explicit lifetime required in the type of `x`
    set();
}

pub fn fn_pointer(take: fn(&'static u32), x: &u32) {
    take(x) //~ E0521 borrowed data escapes outside of function
}
