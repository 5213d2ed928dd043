// Parameters with the names of those around them.
struct Pair<'a, T>(&'a T);

impl<'a, T> Pair<'a, T> {
    fn get<T>(&self, x: T) -> T { //~ E0403 the name `T` is already used for a generic parameter in this item's generic parameters
        x
    }
    fn borrow<'a>(&'a self) -> &'a T { //~ E0496 lifetime name `'a` shadows a lifetime name that is already in scope
        self.0
    }
}

trait Shape<T> {
    fn area<T>(x: T); //~ E0403 the name `T` is already used for a generic parameter in this item's generic parameters
}

fn named<'static>(x: &'static u32) {} //~ E0262 invalid lifetime parameter name: `'static`
