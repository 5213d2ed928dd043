pub struct V(f32);
impl V {
    fn take(self) -> f32 {
        self.0
    }
    pub fn twice(self) -> f32 {
        self.take() + self.take()
    }
}
