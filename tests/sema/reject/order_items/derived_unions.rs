// Unions have no fields to go through.
#[derive(Debug)] //~ - this trait cannot be derived for unions
union U1 { a: u8 }
#[derive(Default)] //~ - this trait cannot be derived for unions
union U2 { a: u8 }
#[derive(PartialEq)] //~ - this trait cannot be derived for unions
union U3 { a: u8 }
#[derive(Hash)] //~ - this trait cannot be derived for unions
union U4 { a: u8 }
#[derive(PartialOrd)] //~ - this trait cannot be derived for unions
union U5 { a: u8 }
#[derive(Ord)] //~ - this trait cannot be derived for unions
union U6 { a: u8 }
#[derive(Eq)]
union U7 { a: u8 } //~ E0277 can't compare `U7` with `U7`
#[derive(Clone)] //~ E0277 the trait bound `U8: Copy` is not satisfied
union U8 { a: u8 }
#[derive(Copy)]
union U9 { a: u8 } //~ E0277 the trait bound `U9: Clone` is not satisfied
