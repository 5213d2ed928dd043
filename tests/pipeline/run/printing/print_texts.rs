// texts that are known only as the kernel runs
// threads: 1
// prints: |""|       
// prints:            |----||""
// prints: Named { name: "", id: 0 } Some("")
// prints: (
// prints:     "",
// prints:     1,
// prints: )
// prints: Err("") 
// prints: ["", "x"] None
// prints: eight by|"eight by"|eight by
// prints:  eight by  |eight by|ei|"eight by"
// prints: Named { name: "eight by", id: 1 } Some("eight by")
// prints: (
// prints:     "eight by",
// prints:     1,
// prints: )
// prints: Err("eight by") eight by
// prints: ["eight by", "x"] One("eight by")
// prints: nine byte|"nine byte"|nine byte
// prints:  nine byte |nine byte|ni|"nine byte"
// prints: Named { name: "nine byte", id: 2 } Some("nine byte")
// prints: (
// prints:     "nine byte",
// prints:     1,
// prints: )
// prints: Err("nine byte") nine byte
// prints: ["nine byte", "x"] Two { a: "nine byte", b: "b" }
// prints: π≈3 {x}|"π≈3 {x}"|π≈3 {x}
// prints:   π≈3 {x}  |π≈3 {x}|π≈|"π≈3 {x}"
// prints: Named { name: "π≈3 {x}", id: 3 } Some("π≈3 {x}")
// prints: (
// prints:     "π≈3 {x}",
// prints:     1,
// prints: )
// prints: Err("π≈3 {x}") π≈3 {x}
// prints: ["π≈3 {x}", "x"] None
// prints: "\	́|"\"\\\t\u{301}"|   "\	́
// prints:    "\	́    |"\	́|"\|"\"\\\t\u{301}"
// prints: Named { name: "\"\\\t\u{301}", id: 4 } Some("\"\\\t\u{301}")
// prints: (
// prints:     "\"\\\t\u{301}",
// prints:     1,
// prints: )
// prints: Err("\"\\\t\u{301}") "\	́
// prints: ["\"\\\t\u{301}", "x"] One("\"\\\t\u{301}")
// prints: Ok("hi0")
// expect: 1
use rustg_std::prelude::*;

#[derive(Debug, Clone, Copy)]
struct Named<'a> {
    name: &'a str,
    id: u8,
}

#[derive(Debug)]
enum Word<'a> {
    None,
    One(&'a str),
    Two { a: &'a str, b: &'a str },
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get();
    let texts = ["", "eight by", "nine byte", "\u{3c0}\u{2248}3 {x}", "\"\\\t\u{301}"];
    for i in 0..texts.len() {
        let s = texts[n + i];
        println!("{s}|{s:?}|{:>7}", s);
        println!("{:^11}|{:-<4}|{:.2}|{:#?}", s, s, s, s);
        println!("{:?} {:?}", Named { name: s, id: i as u8 }, Some(s));
        println!("{:#?}", (s, 1));
        println!("{:?} {}", Err::<u8, &str>(s), &&s);
        println!(
            "{:?} {:?}",
            [s, "x"],
            match i % 3 {
                0 => Word::None,
                1 => Word::One(s),
                _ => Word::Two { a: s, b: "b" },
            }
        );
    }
    let bytes = [b'h', b'i', b'0' + n as u8];
    println!("{:?}", str::from_utf8(&bytes));
    out[t] = 1;
}
