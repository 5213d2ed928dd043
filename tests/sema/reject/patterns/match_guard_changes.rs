// A guard does not change what is matched.
fn change(x: &mut Option<u32>) -> bool {
    *x = None;
    true
}

pub fn f(mut x: Option<u32>, mut p: (u32, u32)) -> u32 {
    match x {
        None if {
            x = Some(1); //~ E0510 cannot assign `x` in match guard
            false
        } => 1,
        Some(_) if change(&mut x) => 2, //~ E0510 cannot mutably borrow `x` in match guard
        _ => 3,
    }
}
