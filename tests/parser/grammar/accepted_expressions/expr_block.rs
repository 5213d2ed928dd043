//@ edition: 2024
// Expressions with blocks, in the places of values.
fn blocks() {
    let a = {};
    let a = { 1 };
    let a = unsafe { 1 };
    let a = 'b: { break 'b 1 };
    let a = const { 1 };
    let a = async { 1 };
    let a = async move { 1 };
    let a = loop { break 1; };
    let a = 'b: loop { break 'b 1; continue 'b; };
    let a = while b { c; };
    let a = while let Some(b) = c { d; };
    let a = 'b: while c { break 'b; };
    let a = for b in c { d; };
    let a = for (b, c) in d.e() { f; };
    let a = for b in 1..2 {};
    let a = for b in &mut c {};
    let a = if b { c } else { d };
    let a = if b { c } else if d { e } else { f };
    let a = if let Some(b) = c { d } else { e };
    let a = if let Some(b) = c && d { e } else { f };
    let a = if b == c {} else {};
    let a = if b && !c || d {};
    let a = if (S { a: 1 }) == b {};
    let a = if f(S { a: 1 }) {};
    let a = if [S { a: 1 }][0] {};
    let a = if x.y(S {}) {};
    let a = if { b } { c };
    let a = if unsafe { b } { c };
    let a = if match b { _ => c } { d };
    let a = if |b| c { d };
    let a = if b.c { d };
    let a = if b! {} {};
    let a = if b as u8 == c {};
    let a = if (b..c) == d {};
    let a = while ({ b }) {};
    let a = match b {};
    let a = match b { c => d };
    let a = match b { c => d, };
    let a = match b { c => d, e => f };
    let a = match b { c => { d } e => f, g => { h }, };
    let a = match b { c => {}, d => (), e => {} };
    let a = match b { c if d => e, f | g => h, _ => i };
    let a = match b { c if let Some(d) = e => f, g if h && let i = j => k };
    let a = match b { c => if d { e } else { f }, g => h };
    let a = match b { c => if d { e } else { f } g => h };
    let a = match b { c => match d {} e => loop {} f => unsafe {} g => {} };
    let a = match b { c => { d }.e(), i => j };
    let a = match b { c => |d| e, f => return, g => break, h => continue };
    let a = match b { c => S { d: e }, f => mac! {}, g => mac!() };
    let a = match (S { a: 1 }) { S { a } => a };
    let a = match b { #[c] d => e, #[f] _ => g };
    let a = match *b { ref c => d };
    let a = match b.c()? { _ => d };
    let a = match b { 1 ..= 2 => c, 3 .. => d, -1 => e };
    let a = match { b } { _ => c };
    let a = match b { c => d = e, f => g += h, i => j..k };
    let a = match b { _ => 'c: { d } };
    let a = match b { c => async {}, d => const {} };
    loop { if a { break } else { continue } }
    'a: loop { 'b: loop { break 'a } }
    if a {} else { if b {} }
    { { { a } } }
    unsafe { unsafe { a } }
    if let A | B = c {}
    if let (a, b) = (c, d) {}
    if let Some(a) = b.c() {} else if let Ok(d) = e {} else {}
    while let Some(a) = b.pop() && a > 1 {}
    if a && let Some(b) = c && let Some(d) = b.e() && f {}
    if let Some(a) = (b && c) {}
    if let a = b == c {}
    for a in b.c {}
    for a in [b, c] {}
    for a in (S { a: 1 }) {}
    for a in || b {}
    while a < b {}
    while a < (b) {}
}
fn asynchronous() {
    async {}.await;
    async move { a.await }.await?;
    for await a in b {}
}
