pub enum E {
    First,
    Second,
}
pub fn f() -> E {
    let _ = E::First;
    E::Secnod
}
