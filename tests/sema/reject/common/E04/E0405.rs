pub struct R;

impl Missing for R {}
