use rustg_std::prelude::*;

cfg_select! { //~ - none of the predicates in this `cfg_select` evaluated to true
    any() => {}
}
