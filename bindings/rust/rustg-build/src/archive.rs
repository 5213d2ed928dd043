//! A static library of one object, as `ar rcs` writes it: linkers want its index of symbols.

fn header(out: &mut Vec<u8>, name: &str, size: usize) {
    out.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644).bytes());
}

fn pad(out: &mut Vec<u8>) {
    if out.len() % 2 == 1 {
        out.push(b'\n');
    }
}

/// symbols: those that the object defines and others refer to.
pub fn of_object(object: &[u8], symbols: &[String]) -> Vec<u8> {
    let names: Vec<u8> = symbols.iter().flat_map(|symbol| symbol.bytes().chain([0])).collect();
    let index_size = 4 + 4 * symbols.len() + names.len();
    let member_at = 8 + 60 + index_size + index_size % 2;
    let mut out = b"!<arch>\n".to_vec();
    header(&mut out, "/", index_size);
    out.extend((symbols.len() as u32).to_be_bytes());
    for _ in symbols {
        out.extend((member_at as u32).to_be_bytes());
    }
    out.extend(names);
    pad(&mut out);
    header(&mut out, "kernels.o/", object.len());
    out.extend(object);
    pad(&mut out);
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn members_begin_where_the_index_says() {
        for n in 0..4 {
            let symbols: Vec<String> = (0..n).map(|i| "s".repeat(i + 1)).collect();
            let archive = super::of_object(b"object", &symbols);
            let at = 8 + 60;
            assert_eq!(archive[at..at + 4], (n as u32).to_be_bytes());
            for i in 0..n {
                let entry: [u8; 4] = archive[at + 4 + 4 * i..at + 8 + 4 * i].try_into().unwrap();
                let member = u32::from_be_bytes(entry) as usize;
                assert_eq!(&archive[member..member + 10], b"kernels.o/");
                assert_eq!(&archive[member + 60..member + 66], b"object");
            }
            assert_eq!(archive.len() % 2, 0);
        }
    }
}
