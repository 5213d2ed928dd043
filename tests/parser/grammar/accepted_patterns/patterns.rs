//@ edition: 2021
// Every pattern, in let, parameters and arms.
fn patterns() {
    let _ = x;
    let a = x;
    let mut a = x;
    let ref a = x;
    let ref mut a = x;
    let mut ref a = x;
    let mut ref mut a = x;
    let a @ 1 = x;
    let mut a @ Some(_) = x;
    let ref a @ b @ (c, d) = x;
    let r#match = x;
    let 1 = x;
    let -1 = x;
    let 1.5 = x;
    let -1.5e3 = x;
    let 'c' = x;
    let b'c' = x;
    let "s" = x;
    let r#"s"# = x;
    let b"s" = x;
    let c"s" = x;
    let true = x;
    let false = x;
    let A = x;
    let a::B = x;
    let ::a::B = x;
    let Self::A = x;
    let crate::A = x;
    let <A as B>::C = x;
    let <A>::C = x;
    let a::B::<u8>::C = x;
    let A(..) = x;
    let A() = x;
    let A(a,) = x;
    let A(a, .., b) = x;
    let a::B::<u8>(a) = x;
    let <A as B>::C(a) = x;
    let A {} = x;
    let A { .. } = x;
    let A { a } = x;
    let A { a, } = x;
    let A { a, .. } = x;
    let A { a: b, mut c, ref d, ref mut e, f: 1, 0: g, h: A { i }, r#type, box j, } = x;
    let a::B::<u8> { a } = x;
    let <A as B>::C { a, .. } = x;
    let () = x;
    let (a) = x;
    let (a,) = x;
    let (a, b) = x;
    let (a, b,) = x;
    let (..) = x;
    let (.., a) = x;
    let (a, .., b) = x;
    let [] = x;
    let [a] = x;
    let [a,] = x;
    let [a, ..] = x;
    let [a, rest @ ..] = x;
    let [.., a] = x;
    let [a, b @ .., c] = x;
    let &a = x;
    let &mut a = x;
    let &&a = x;
    let &&mut a = x;
    let & &a = x;
    let &(a, b) = x;
    let &mut (mut a) = x;
    let 1..2 = x;
    let 1..=2 = x;
    let 1...2 = x;
    let 1.. = x;
    let ..2 = x;
    let ..=2 = x;
    let 'a'..='z' = x;
    let -1..=1 = x;
    let A..=b::B = x;
    let <A>::B..=<A as B>::C = x;
    let (1..) = x;
    let [1.., 2] = x;
    let (a | b) = x;
    let (| a | b) = x;
    let A(1 | 2, | 3) = x;
    let [1 | 2, 3] = x;
    let mac!() = x;
    let a::mac![] = x;
    let box a = x;
    let box (a, b) = x;
    let ! = x;
    let (!) = x;
    let builtin # deref(a) = x;
    let &pin mut a = x;
    let (a if b) = x;
    let (Some(a) | a if a > 1, c) = x;
    let Some(a if b) = x;
    let mut self_ = x;
    match x {
        1 => {}
        | 1 => {}
        1 | 2 => {}
        | 1 | 2 | 3 => {}
        a if b => {}
        a @ (1 | 2) if b && c => {}
        1.. => {}
        1..| 2.. => {}
        1.. if b => {}
        ..1 => {}
        ..=1 => {}
        A | B(_) | C { .. } => {}
        &1 | &mut 2 => {}
        [] | [_] | [_, ..] => {}
        a::B..=a::C => {}
        0x10..=0xFF => {}
        i32::MIN..=-1 => {}
        box 1 => {}
        mac!() | mac! {} => {}
        Some(ref a) => {}
        _ => {}
    }
    if let Some(a) | Ok(a) = x {}
    if let | A | B = x {}
    while let [a, ..] = x {}
    for (a, b) in x {}
    for | a in x {}
    |(a, b): (u8, u8), &c, [d, ..], A { e, .. }, _, mut f, ref g| 1;
    |(1 | 2)| 1;
}

fn floats_without_a_point() {
    let 0f32 = x;
    let -1f64 = x;
}
