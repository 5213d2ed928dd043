impl f32 {
    pub fn twice(self) -> f32 {
        self + self
    }
}
