// The lifetimes of fn pointers, wherever these stand: in variables, arrays, tuples, options, fields, closures. A pointer
// is wanted for all lifetimes that it leaves to its calls, and each call relates those of its parameters and result.
fn for_static(x: &'static u32) -> u32 {
    *x
}
fn keep(x: &'static u32, to: &mut &'static u32) {
    *to = x;
}
fn pushes<'x>(to: &mut &'x u32, x: &'x u32) {
    *to = x;
}
struct Table {
    f: fn(&u32) -> u32,
}

fn in_variable(n: u32) -> &'static u32 {
    let y = n;
    let mut kept: &'static u32 = &1;
    let f: fn(&u32, &mut &'static u32) = |x: &'static u32, to: &mut &'static u32| *to = x; //~ - lifetime may not live long enough
    f(&y, &mut kept);
    kept
}
fn named_in_variable(n: u32) -> u32 {
    let y = n;
    let mut kept: &'static u32 = &1;
    let f: fn(&'static u32, &mut &'static u32) = keep;
    f(&y, &mut kept); //~ E0597 `y` does not live long enough
    *kept
}
fn in_option() -> Option<fn(&u32) -> u32> {
    Some(for_static) //~ E0308 mismatched types
}
fn in_array(n: u32) -> u32 {
    let all: [fn(&u32) -> u32; 1] = [for_static]; //~ E0308 mismatched types
    all[0](&n)
}
fn in_tuple(n: u32) -> u32 {
    let both: (fn(&u32) -> u32, u32) = (for_static, 1); //~ E0308 mismatched types
    both.0(&n)
}
fn in_closure(n: u32) -> u32 {
    let inner = || {
        let f: fn(&u32) -> u32 = for_static; //~ E0308 mismatched types
        f(&n)
    };
    inner()
}
fn in_field() -> Table {
    Table { f: for_static } //~ E0308 mismatched types
}
const IN_CONSTANT: [fn(&u32) -> u32; 1] = [for_static]; //~ E0308 mismatched types

fn parameters_of_one_call(n: u32) -> u32 {
    let f: for<'x> fn(&mut &'x u32, &'x u32) = pushes;
    let mut kept = &1;
    {
        let y = n;
        f(&mut kept, &y); //~ E0597 `y` does not live long enough
    }
    *kept
}
fn parameters_apart() -> for<'x, 'y> fn(&mut &'x u32, &'y u32) {
    pushes //~ E0308 mismatched types
}
fn result_named<'a>(f: fn() -> &'a u32) -> &'static u32 {
    let g = f;
    g() //~ - lifetime may not live long enough
}
fn parameter_named<'a>(f: fn(&'a u32) -> u32) -> u32 {
    let g = f;
    let y = 1;
    g(&y) //~ E0597 `y` does not live long enough
}
fn result_borrows(f: fn(&u32) -> &u32) -> u32 {
    let g = f;
    let r = {
        let y = 1;
        g(&y) //~ E0597 `y` does not live long enough
    };
    *r
}
fn less_general(f: fn(&u32) -> &u32) -> fn(&u32) -> &'static u32 {
    let g = f;
    g //~ E0308 mismatched types
}
fn of_one_lifetime(
    f: for<'x> fn(&'x u32, &'x u32) -> &'x u32,
) -> for<'x, 'y> fn(&'x u32, &'y u32) -> &'x u32 {
    let g = f;
    g //~ E0308 mismatched types
}
fn within(f: fn(fn(&u32) -> &u32) -> u32) -> fn(fn(&'static u32) -> &'static u32) -> u32 {
    f //~ E0308 mismatched types
}
fn result_of_inner(_: fn(fn(&u32)) -> &u32) {} //~ E0106 missing lifetime specifier
fn result_of_two(_: fn(&u32, &u32) -> &u32) {} //~ E0106 missing lifetime specifier
fn closure_of_one<'a>(x: &'a u32) -> u32 {
    let f: fn(&'a u32) -> u32 = |x| *x;
    let y = 1;
    f(&y) + f(x) //~ E0597 `y` does not live long enough
}
fn closure_result() -> fn(&u32, &u32) -> &'static u32 {
    |a, _| a //~ - lifetime may not live long enough
}
fn takes_for_granted<'a, 'b>(_: &'a &'b (), v: &'b u32) -> &'a u32 {
    v
}
static NESTED: &'static &'static () = &&();
fn asks_what_is_granted<'a>(x: &'a u32) -> &'static u32 {
    let f: fn(_, &'a u32) -> &'static u32 = takes_for_granted; //~ - lifetime may not live long enough
    f(NESTED, x)
}

mod all_right {
    fn id(x: &u32) -> &u32 {
        x
    }
    fn st(_: &u32) -> &'static u32 {
        &3
    }
    pub fn a() -> u32 {
        let y = 3;
        let f: fn(&u32) -> &u32 = id;
        *f(&y)
    }
    pub fn b() -> &'static u32 {
        let y = 3;
        let f: fn(&u32) -> &'static u32 = st;
        f(&y)
    }
    pub fn c() -> &'static u32 {
        let y = 3;
        let f = st as fn(&u32) -> &'static u32;
        f(&y)
    }
    pub fn d(g: fn(&u32) -> &u32) -> u32 {
        let f = g;
        let a = 1;
        let r = {
            let b = 2;
            *f(&b)
        };
        r + *f(&a)
    }
    pub fn e(g: for<'x, 'y> fn(&'x u32, &'y u32) -> &'x u32) -> u32 {
        let a = 1;
        let r = {
            let b = 2;
            g(&a, &b)
        };
        *r
    }
    pub fn h() -> u32 {
        let t = [id, id as fn(&u32) -> &u32];
        let y = 3;
        *t[0](&y)
    }
    pub fn i(n: u32) -> u32 {
        let f = if n > 2 { id } else { st };
        let y = 3;
        *f(&y)
    }
    pub fn j(n: u32) -> u32 {
        let y = 3;
        let f: fn(&u32) -> u32 = |x| *x;
        f(&y) + n
    }
    pub fn k() -> u32 {
        let o: Option<fn(&u32) -> &u32> = Some(id);
        let y = 3;
        match o {
            Some(f) => *f(&y),
            None => 0,
        }
    }
    pub fn l() -> u32 {
        let o: (fn(&u32) -> &u32, u32) = (id, 2);
        let y = 3;
        *(o.0)(&y)
    }
    fn ap<F: Fn(&u32) -> &u32>(f: F) -> u32 {
        let y = 3;
        *f(&y)
    }
    pub fn m(g: fn(&u32) -> &u32) -> u32 {
        ap(g) + ap(id) + ap(|x| x)
    }
    struct S {
        f: fn(&u32) -> &u32,
    }
    pub fn n() -> u32 {
        let s = S { f: id };
        let y = 1;
        *(s.f)(&y)
    }
    const C: fn(&u32) -> &u32 = id;
    static T: [fn(&u32) -> &u32; 2] = [id, id];
    pub fn o() -> u32 {
        let y = 1;
        *C(&y) + *T[1](&y)
    }
    fn push<'x>(v: &mut &'x u32, x: &'x u32) {
        *v = x;
    }
    pub fn p() -> u32 {
        let f: for<'x> fn(&mut &'x u32, &'x u32) = push;
        let y = 2;
        let mut o = &1;
        f(&mut o, &y);
        *o
    }
    pub fn q(g: fn(&mut &'static u32)) {
        let mut o: &'static u32 = &1;
        g(&mut o);
    }
    fn two(f: fn(fn(&u32) -> &u32) -> u32) -> u32 {
        f(id)
    }
    fn ap2(f: fn(&u32) -> &u32) -> u32 {
        let y = 1;
        *f(&y)
    }
    pub fn r() -> u32 {
        two(ap2) + two(|f| *f(&3))
    }
    pub fn s() -> fn(&u32) -> &u32 {
        |x| x
    }
    pub fn t() -> u32 {
        let c = || {
            let f: fn(&u32) -> &u32 = id;
            let y = 1;
            *f(&y)
        };
        c()
    }
    pub fn u(v: &[u32]) -> u32 {
        v.iter().map(id as fn(&u32) -> &u32).sum()
    }
    fn through<T>(f: fn(T) -> u32, x: T) -> u32 {
        f(x)
    }
    fn one(x: &u32) -> u32 {
        *x
    }
    pub fn w() -> u32 {
        let y = 1;
        through(one, &y)
    }
    pub fn x(n: u32) -> u32 {
        let f = match n {
            0 => |x: &u32| *x,
            _ => |x: &u32| *x + 1,
        };
        let y = 1;
        f(&y)
    }
    pub fn y() -> u32 {
        let mut fs: [fn(&u32) -> u32; 2] = [|x| *x, |x| *x + 1];
        fs[0] = one;
        let z = 1;
        fs[0](&z) + fs[1](&z)
    }
    pub type F<'a> = fn(&'a u32) -> &'a u32;
    pub fn z<'a>(f: F<'a>, x: &'a u32) -> &'a u32 {
        let g = f;
        g(x)
    }
    pub fn aa(f: for<'a> fn(&'a u32) -> &'a u32) {
        let _: fn(&'static u32) -> &'static u32 = f;
        let _: fn(&'static u32) -> &u32 = f;
    }
    pub fn bb(f: fn(&u32)) -> fn(&'static u32) {
        f
    }
    pub fn cc(f: fn(&u32)) -> bool {
        let g: fn(&u32) = f;
        g == f
    }
    trait Tr {
        fn go(&self, f: fn(&u32) -> &u32) -> u32;
    }
    impl Tr for u32 {
        fn go(&self, f: for<'q> fn(&'q u32) -> &'q u32) -> u32 {
            *f(self)
        }
    }
    pub fn dd() -> u32 {
        3u32.go(id) + 4u32.go(|x| x)
    }
}
