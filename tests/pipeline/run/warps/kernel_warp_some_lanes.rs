// warp operations of which some lanes keep away for good: by a branch, by rounds of a loop, by a jump out of a block
// threads: 192
// expect: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 80 82 84 86 88 90 92 94 162 161 168 167 174 173 180 179 210 210 218 218 226 226 234 234 130 131 132 7 134 135 136 7 138 139 140 7 142 143 144 7 146 147 148 7 150 151 152 7 154 155 156 7 158 159 160 7 384 388 392 396 400 404 408 412 392 396 400 404 408 412 416 420 416 420 424 428 432 436 440 444 120 121 122 123 124 125 126 127 143 144 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 164 165 166 167 168 169 170 171 172 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
use rustg_std::prelude::*;

#[kernel(block = 192)]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let own = t.get() as u64;
    let lane = warp::lane();
    let got = match own / 32 {
        0 => {
            let mut x = own;
            if lane < 20 {
                x = warp::shuffle_down(own, 1);
            }
            x
        }
        1 => {
            let mut sum = own;
            let mut round = 0;
            while round < lane / 8 {
                sum = sum.wrapping_add(warp::shuffle_xor(own, 9));
                round = round.wrapping_add(1);
            }
            sum
        }
        2 => 'out: {
            if lane % 4 == 3 {
                break 'out 7;
            }
            warp::shuffle(own, 3).wrapping_add(warp::shuffle(own, 2))
        },
        3 => {
            let mut sum = own;
            loop {
                if lane >= 24 {
                    break;
                }
                sum = sum.wrapping_add(warp::shuffle_up(sum, 8));
                if sum > 300 {
                    break;
                }
            }
            sum
        }
        4 if warp::any(own == 130) => warp::shuffle_up(own, 2).wrapping_add(warp::ballot(lane < 4) as u64),
        _ => 1,
    };
    if let Some(o) = out.get_mut(t) {
        *o = got;
    }
}
