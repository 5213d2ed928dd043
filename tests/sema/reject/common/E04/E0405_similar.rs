pub trait Shape {}
pub struct R;
impl Shap for R {}
