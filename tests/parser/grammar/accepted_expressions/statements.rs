//@ edition: 2021
// Statements and blocks.
fn empty() {}
fn semicolons() { ; ;; }
fn statements() {
    let a;
    let a: u8;
    let a = 1;
    let a: u8 = 1;
    let (a, b): (u8, u16) = (1, 2);
    let Some(a) = b else { return };
    let Some(a): Option<u8> = b else { return; };
    let a = b else { loop {} };
    let A { a } = (b || c) else { panic!() };
    a;
    a.b();
    a = 1;
    {}
    { };
    { 1 }
    { a; b }
    if a {}
    if a {} else {}
    if a {} else if b {} else {}
    if a {};
    match a {}
    match a {} - 1;
    match a {}.b();
    match a {}?;
    if a { b } else { c }.d();
    unsafe {}
    unsafe { a }.b();
    loop {}
    loop {}.a;
    while a {}
    for a in b {}
    'a: loop {}
    'a: while b {}
    'a: for b in c {}
    'a: {}
    const {};
    const { 1 };
    async {};
    async move {};
    {} [1];
    {} (1);
    {} &a;
    {} *a = 1;
    {} -1;
    {} |a| b;
    {} || a;
    {} &&a;
    {} ..1;
    {} ..;
    if a {} - 1;
    fn f() {}
    struct S;
    struct T {}
    enum E {}
    const C: u8 = 1;
    static D: u8 = 1;
    use a::b;
    mod m {}
    impl A {}
    trait Tr {}
    type Ty = u8;
    extern crate x;
    extern "C" {}
    macro_rules! m { () => {} }
    union U { a: u8 }
    union = 1;
    union.a;
    auto = 1;
    auto trait Au {}
    default = 1;
    default();
    macro_rules = 1;
    safe();
    raw.a;
    unsafe fn g() {}
    unsafe impl A for B {}
    unsafe trait B {}
    async fn h() {}
    const fn i() {}
    pub fn j() {}
    pub(crate) struct K;
    #[a] fn l() {}
    mac!();
    mac! {}
    mac! {};
    mac! {} mac! {}
    mac! { a } .b();
    return;
    return 1;
    break;
    continue;
    a::b;
    a::<b>;
    a as u8;
    a < b;
    a.await;
    super let a = 1;
    yeet_;
    1
}
fn tail_match() -> u8 { match a { _ => 1 } }
fn tail_if() -> u8 { if a { 1 } else { 2 } }
fn tail_macro() -> u8 { mac! {} }
fn tail_block() -> u8 { { 1 } }
fn tail_struct() -> S { S { a: 1 } }
fn tail_let() { let a = 1; }
fn tail_item() { fn f() {} }
