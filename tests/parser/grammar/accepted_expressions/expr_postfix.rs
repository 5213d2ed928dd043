//@ edition: 2021
// Calls, methods, fields, indices, closures.
fn postfix() {
    f();
    f(a);
    f(a,);
    f(a, b + c, |d| e, { f }, g(h), ..);
    f()();
    f()(a)(b);
    (f)();
    f::<u8>();
    a::b::c();
    (a.b)();
    a.b();
    a.b(c, d,);
    a.b::<u8>();
    a.b::<u8, 'c>(d);
    a.b().c().d();
    a.b;
    a.b.c;
    a.0;
    a.0.0;
    a.b[c];
    a[b];
    a[b][c];
    a.b[c].d(e).f[g](h)?;
    a.await;
    a.await.b().await?;
    a?.b()?.c?;
    a.match { _ => 1 };
    a.use;
    a
        .b()
        // comment
        .c();
    S.a;
    S {}.a;
    (S { a: 1 }).a;
    "a".b();
    [a].b();
    (a, b).0;
    { a }.b();
    1.b();
    1.0.b();
    'a'.b();
    |a| b;
    || a;
    |a,| b;
    |a, b| c;
    |a: u8| a;
    |a: u8, b: &str| -> u8 { a };
    |&a, (b, c), [d, ..], mut e, ref f, _| g;
    |mut a: u8| a;
    move |a| b;
    move || a;
    static || a;
    static move |a| a;
    async || a;
    async move |a| b;
    async |a: u8| -> u8 { a };
    const || a;
    const move || a;
    for<'a> |b: &'a u8| -> u8 { 1 };
    for<> || -> u8 { 1 };
    for<'a> async move |b: &'a u8| -> u8 { 1 };
    use || a;
    || || a;
    |a| |b| a + b;
    |a| { a };
    |a| match a { _ => 1 };
    |a| if a { 1 } else { 2 };
    |a| a = b;
    |a| return a;
    |#[a] b| b;
    (|| a)();
    f(|a| b, |c, d| e);
}
