pub struct Stack {
    items: [u32; 8],
    n: usize,
}
impl Stack {
    fn top(&self) -> &u32 {
        &self.items[self.n]
    }
    fn push(&mut self, x: u32) {
        self.items[self.n] = x;
        self.n += 1;
    }
}
pub fn f(s: &mut Stack) -> u32 {
    let top = s.top();
    s.push(2);
    *top
}
