pub const METHOD: u64 = 1u64.pow(2) + 2u64.pow(64); //~ E0080 attempt to compute `4294967296_u64 * 4294967296_u64`, which would overflow
