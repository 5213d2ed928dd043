// What a where clause says of a type without parameters holds there alone.
pub trait Marked {}

pub struct Plain;

pub fn needs<T: Marked>() {}

pub trait Asks {
    type Part;

    fn ask(&self)
    where
        Self::Part: Marked;
}

impl<T> Asks for T {
    type Part = Plain;

    fn ask(&self)
    where
        Self::Part: Marked,
    {
        needs::<Plain>();
    }
}

pub fn elsewhere() {
    needs::<Plain>(); //~ E0277 the trait bound `Plain: Marked` is not satisfied
    1u8.ask(); //~ E0277 the trait bound `Plain: Marked` is not satisfied
}
