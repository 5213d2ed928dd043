// Labels that a jump cannot reach.
pub fn f() -> u32 {
    'outer: loop {
        let g = || {
            break 'outer; //~ E0267 `break` inside of a closure //~ E0767 use of unreachable label `'outer`
        };
        'block: {
            continue 'block; //~ E0696 `continue` pointing to a labeled block
        }
    }
}
