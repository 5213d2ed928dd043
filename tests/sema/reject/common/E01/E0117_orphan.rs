impl Clone for u32 {
    fn clone(&self) -> u32 {
        *self
    }
}
