pub struct V(f32);
impl V {
    fn eat(self) -> f32 {
        self.0
    }
}
pub fn f(v: V) -> f32 {
    let a = v.eat();
    a + v.eat()
}
