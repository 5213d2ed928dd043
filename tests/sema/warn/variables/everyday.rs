// What stands in macros' arguments, loops and closures as programs have them.
pub fn a(o: Option<i32>) {
    assert!(match o { Some(x) => true, None => false }); //~ unused_variables unused variable: `x`
    println!("{}", { let y = 3; let mut z = 4; 5 });
    //~^ unused_variables unused variable: `y` //~^ unused_mut variable does not need to be mutable //~^ unused_variables unused variable: `z`
    let v = [1, 2].map(|k| { let mut m = 1; m = 2; 3 });
    //~^ unused_variables unused variable: `k` //~^ unused_variables variable `m` is assigned to, but never used //~^ unused_assignments value assigned to `m` is never read
    assert_eq!(v.iter().map(|n| { let w = 1; 2 }).count(), 2); //~ unused_variables unused variable: `n` //~ unused_variables unused variable: `w`
    if let Some(t) = o { println!("{t}"); }
    println!("{}", [(1, 2)].iter().map(|(n, q)| { let mut w = 1; w += 1; *n }).count());
    //~^ unused_variables unused variable: `q` //~^ unused_variables variable `w` is assigned to, but never used //~^ unused_assignments value assigned to `w` is never read
}
pub fn b() {
    let mut sum = 0;
    let mut add = |x: i32| sum += x;
    add(1);
    let mut c = 0;
    let mut f = move || { c += 1; c };
    f();
    let s = (1, 2);
    let (p, q) = s; //~ unused_variables unused variable: `p` //~ unused_variables unused variable: `q`
    let g = || { let (x, y) = s; x }; //~ unused_variables unused variable: `y`
    g();
    let t = (3, 4);
    let h = move || { let (x, _) = t; }; //~ unused_variables unused variable: `x`
    h();
    let i = 4;
    let k = || match i { _ => {} };
    k();
}
pub const fn c(mut a: u32, b: u32) -> u32 { let mut i = 0; while i < 3 { a += 1; i += 1; } let u = i; a }
    //~^ unused_variables unused variable: `b` //~^ unused_variables unused variable: `u`
pub fn d<'a>(x: &'a str, y: &mut [u8]) -> &'a str { let n = y.len(); let first = y[0]; x }
    //~^ unused_variables unused variable: `n` //~^ unused_variables unused variable: `first`
pub union U { pub a: u32, pub b: f32 }
pub fn e(u: U) { let mut v = U { a: 1 }; v.b = 2.0; let w = unsafe { u.a }; }
    //~^ unused_variables variable `v` is assigned to, but never used //~^ unused_assignments value assigned to `v` is never read //~^ unused_variables unused variable: `w`
pub fn f(x: Option<Option<i32>>) -> i32 {
    let y = x.map(|z| z.map(|w| 1)); //~ unused_variables unused variable: `y` //~ unused_variables unused variable: `w`
    match x { Some(None) if x.is_some() => 1, _ => 2 }
}
pub fn g() { let Some(x) = Some(1) else { unreachable!() }; let y = 'l: { if true { break 'l 1; } 2 }; }
    //~^ unused_variables unused variable: `x` //~^ unused_variables unused variable: `y`
pub fn h(n: u32) -> u32 { let mut a = 0; let mut b = 1; for _ in 0..n { let t = a + b; a = b; b = t; } a }
pub fn i(n: &mut u32) { let m = &mut *n; *m = 1; let k = n; *k += 1; }
pub fn j(mut it: core::slice::Iter<i32>) -> Option<&i32> { it.next() }
pub fn k(mut a: [i32; 3]) -> i32 { let b = &mut a; b[0] = 1; let c = &mut b[1..]; c[0] = 3; 1 }
pub fn l(mut t: (i32, [u8; 2])) -> i32 { t.1[0] = 3; t.0 += 1; 3 }
    //~^ unused_assignments value assigned to `t` is never read //~^ unused_assignments value assigned to `t` is never read
pub fn m(x: i32) -> i32 { let x = x; let x = { let x = x + 1; x }; let f = move |x: i32| x; 3 }
    //~^ unused_variables unused variable: `x` //~^ unused_variables unused variable: `f`
