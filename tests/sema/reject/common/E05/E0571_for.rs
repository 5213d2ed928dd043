pub fn f(n: u32) -> u32 {
    let x = for i in 0..n {
        if i == 3 {
            break i;
        }
    };
    x
}
