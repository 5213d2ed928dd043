// A lifetime of an impl's header is a parameter of the impl, though it has no name.
pub struct Pair<'a, 'b> {
    pub x: &'a u32,
    pub y: &'b u32,
}
pub struct One<'b> {
    pub z: &'b u32,
}
impl Pair<'_, '_> {
    pub fn take(&mut self, b: One<'_>) {
        self.y = b.z //~ - lifetime may not live long enough
    }
    pub fn own(&mut self) {
        let x = self.y;
        self.y = x;
    }
}
pub struct Values<'s> {
    pub values: &'s mut [u32],
}
impl Values<'_> {
    pub fn new(values: &mut [u32]) -> Self {
        Values { values } //~ - lifetime may not live long enough
    }
    pub fn first(&self) -> u32 {
        self.values[0]
    }
}
