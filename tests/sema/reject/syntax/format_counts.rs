// Widths and precisions that are no usize or that are not there.
fn widths(n: i32, w: u32) {
    println!("{:w$}", n); //~ E0308 mismatched types
    println!("{:.1$}", 1.0, n); //~ E0308 mismatched types
    println!("{:2$}", n, 1); //~ - invalid reference to positional argument 2 (there are 2 arguments)
    println!("{:.*}", 1.0); //~ - 2 positional arguments in format string, but there is 1 argument
    println!("{:x$}", n); //~ E0425 cannot find value `x` in this scope
}
