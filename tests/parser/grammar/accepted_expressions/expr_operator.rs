//@ edition: 2021
// Operators: every one, and how they bind.
fn operators() {
    a + b; a - b; a * b; a / b; a % b;
    a & b; a | b; a ^ b; a << b; a >> b;
    a == b; a != b; a < b; a <= b; a > b; a >= b;
    a && b; a || b;
    a = b; a += b; a -= b; a *= b; a /= b; a %= b;
    a &= b; a |= b; a ^= b; a <<= b; a >>= b;
    -a; !a; *a; &a; &mut a; &raw const a; &raw mut a; &raw; &pin const a; &pin mut a;
    --a; !!a; **a; &&a; &&mut a; & &a; &&&a; -*&!a; &-1; -1;
    a?; a??; a.b?; a?.b; -a?; &a?; *a?; !a?.b;
    a as u8; a as u8 as u16; -a as u8; &a as u8; a as u8 + b; a + b as u8; a * b as u8; !a as u8; *a as u8;
    (a as usize) < b; a as usize > b; a as u8 == b; a as A<u8> < b;
    a + b * c; a * b + c; (a + b) * c; a - b - c; a / b / c; a << b + c; a & b == c; a == b & c;
    a | b ^ c & d << e + f * g as u8;
    a * b % c / d; a + b - c + d; a << b >> c; a && b || c && d; a || b && c || d; a == b && c != d || e < f;
    a = b = c; a += b = c; a = b + c; a = b || c; a = b..c; a = ..; a == (b == c); (a < b) == (c > d);
    a..b; a..=b; a..; ..b; ..=b; ..; a + b..c + d; a || b..c && d; a..b + c; ..b || c; (a..b)..c; ..(..); ..-1;
    -a..-b; !a..; a..=b + c; 1..2; 1..=2; 0..; a[..]; a[b..]; a[..=b]; a[b..c]; (..); (a.., b); [a.., b]; f(.., ..b);
    &a..b; a & b && c & d; a&&b; a & &b; a&& &b; a - -b; a - - -b; a * *b; a && !b; a || |c| d; a | |c| d; a || || b;
    return a + b; return a = b; return ..; break a || b; x = return; a + return b; a || return; a && break;
    a = |b| c = d; |a| b + c; |a| a..b; || -> u8 { 1 } + 2; move || a || b; a = if b { c } else { d } + e;
    a + if b { c } else { d }; a == match b { _ => c }; -{ a }; !{ a }; *{ a }; &{ a }; (a)(b); (a)[b];
    a < b && c > d; a < b || c; f(a < b, c > d); (a < b, c > (d)); a << 1 < b; a + b < c; a >> b > c;
    a.b + c.d(); a.b().c + 1; a[b] + c; a(b) + c; -a.b; -a(b); -a[b]; &a.b; &mut a[b]; *a.b = c; *a.b() += 1;
    a as u8 as fn() -> u8; a as u8..b; a..b as u8; a = b as u8; a += b as u8 + c;
    let x = a == b || c..d; let y = ..=a + b; let z = !a == b; let w = a as u8 & b;
    let a = let_; a < -b; a|b|c; a||b; a|| b; a ||b; a >>= b >> c; a >= b; a >>b; a ^b;
    a.0 + b.0.1; a.0.b; a . b; a . 0; 1 + 2.0 * 3; a.r#b; a.await?; a.await.b; -a.await;
}
