// a method whose where clause holds for no value of the type is in no table
// threads: 1
// expect: 7
use rustg_std::prelude::*;

trait Named {
    type Name;
}

trait Asks {
    type Part;

    fn ask(&self) -> u64;

    fn named(&self)
    where
        Self::Part: Named;
}

impl<T: Copy + Into<u64>> Asks for T {
    type Part = ();

    fn ask(&self) -> u64 {
        (*self).into()
    }

    fn named(&self)
    where
        Self::Part: Named,
    {
        let _name: <Self::Part as Named>::Name;
    }
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let object: &dyn Asks<Part = ()> = &7u8;
    out[thread::index()] = object.ask();
}
