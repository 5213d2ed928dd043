impl Clone for [u32; 3] {
    fn clone(&self) -> Self {
        *self
    }
}
