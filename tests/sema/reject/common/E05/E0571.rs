pub fn f() -> u32 {
    while true {
        break 1;
    }
    2
}
