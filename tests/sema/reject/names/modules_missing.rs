// Modules whose files are not there.
mod nowhere; //~ E0583 file not found for module `nowhere`

#[path = "no/such/file.rs"]
mod elsewhere; //~ - couldn't read `
