// A crate's name is made of letters, digits and underscores.
#![crate_name = "saxpy-2"] //~ - invalid character '-' in crate name: `saxpy-2`
