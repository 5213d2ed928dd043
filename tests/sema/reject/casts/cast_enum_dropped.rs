// An enum with a destructor is no number.
pub enum Level {
    Low = 0,
    High = 3,
}

impl Drop for Level {
    fn drop(&mut self) {}
}

pub fn number(level: Level) -> u32 {
    level as u32 //~ - cannot cast enum `Level` into integer `u32` because it implements `Drop`
}
