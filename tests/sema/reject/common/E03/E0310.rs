pub struct Kept<T: Copy> {
    pub value: &'static T,
}

fn keep<T: 'static>(_: T) {}

pub fn any<T>(x: T) {
    keep(x)
}
