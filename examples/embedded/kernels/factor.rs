pub const FACTOR: f32 = 2.0;
