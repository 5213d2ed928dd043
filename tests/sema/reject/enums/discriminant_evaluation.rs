// Numbers of variants are computed.
enum Level {
    Low = 1 / 0, //~ E0080 attempt to divide `1_isize` by zero
    High,
}
