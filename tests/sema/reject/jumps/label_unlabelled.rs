// A jump without label would leave a labelled block.
pub fn f(mut n: u32) {
    loop {
        'block: {
            if n > 3 {
                break; //~ E0695 unlabeled `break` inside of a labeled block
            }
            if n == 2 {
                continue; //~ E0695 unlabeled `continue` inside of a labeled block
            }
        }
        n += 1;
    }
}
