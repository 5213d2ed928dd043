use crate::missing::thing;

pub fn f() {
    thing();
}
