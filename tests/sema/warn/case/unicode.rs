// Names beyond ASCII: letters of two cases, of one, and those that become several letters.
#![allow(dead_code, unused, uncommon_codepoints, mixed_script_confusables, confusable_idents)]

struct Θχ;
struct ヒa;
struct χa; //~ non_camel_case_types type `χa` should have an upper camel case name
struct _ヒb;
struct __χa; //~ non_camel_case_types type `__χa`
struct 对__否; //~ non_camel_case_types type `对__否`
struct ヒ__χ; //~ non_camel_case_types type `ヒ__χ`
struct Hello_你好; //~ non_camel_case_types type `Hello_你好`
struct 你_ӟ; //~ non_camel_case_types type `你_ӟ`
struct 你_好;
struct ßa; //~ non_camel_case_types type `ßa`
struct ŉ_a; //~ non_camel_case_types type `ŉ_a`
struct 你_ŉ; //~ non_camel_case_types type `你_ŉ`
struct 你__ŉa_好; //~ non_camel_case_types type `你__ŉa_好`
struct ǆa; //~ non_camel_case_types type `ǆa`
struct ǅa;
struct ªa; //~ non_camel_case_types type `ªa`
struct İ_i; //~ non_camel_case_types type `İ_i`
struct aİ; //~ non_camel_case_types type `aİ`
struct ÄrgerÜber;
struct größeÄnderung; //~ non_camel_case_types type `größeÄnderung`
struct ა_ბ; //~ non_camel_case_types type `ა_ბ`
struct Ꭰ_Ꮎ; //~ non_camel_case_types type `Ꭰ_Ꮎ`
struct 𐐨𐐩; //~ non_camel_case_types type `𐐨𐐩`
struct ĸ; //~ non_camel_case_types type `ĸ`
struct ĸa; //~ non_camel_case_types type `ĸa`

fn 编程() {}
fn Ц() {} //~ non_snake_case function `Ц` should have a snake case name
fn 分__隔() {} //~ non_snake_case function `分__隔`
fn _______不_连_续_的_存_在_______() {}
fn maßÄnderung() {} //~ non_snake_case function `maßÄnderung`
fn ÄRGER() {} //~ non_snake_case function `ÄRGER`
fn ärger() {}
fn İstanbul() {} //~ non_snake_case function `İstanbul`
fn aẞ() {} //~ non_snake_case function `aẞ`
fn ǅb() {}
fn Ა() {} //~ non_snake_case function `Ა`
fn ΑΣ() {} //~ non_snake_case function `ΑΣ`
fn lifetime<'Ä>(x: &'Ä u32) -> &'Ä u32 { //~ non_snake_case lifetime `'Ä`
    let Über = *x; //~ non_snake_case variable `Über`
    x
}

static ラ: usize = 0;
static τεχ: f32 = 3.14159265; //~ non_upper_case_globals static variable `τεχ` should have an upper case name
static __密__封__线__内__禁__止__答__题__: bool = true;
const ß: u32 = 1; //~ non_upper_case_globals constant `ß`
const ÄR_GER: u32 = 1;
const straßeNach: u32 = ß + straßeAus; //~ non_upper_case_globals constant `straßeNach`
const straßeAus: u32 = 2; //~ non_upper_case_globals constant `straßeAus`
const ΐ: u32 = 1; //~ non_upper_case_globals constant `ΐ`
const ĸ_A: u32 = 1; //~ non_upper_case_globals constant `ĸ_A`
const ĸ1: u32 = 1; //~ non_upper_case_globals constant `ĸ1`
