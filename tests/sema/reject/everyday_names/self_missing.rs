// A method's field without self.
struct Grid {
    width: usize,
}
impl Grid {
    fn at(&self, x: usize, y: usize) -> usize {
        y * width + x //~ E0425 cannot find value `width` in this scope
    }
}
