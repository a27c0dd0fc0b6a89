// SPDX-License-Identifier: MIT
//! A stone falls into a pool of tiles. Writes what is seen 60 steps later as a PPM to
//! standard output:
//!
//!     rustc ring.rs -l ripple && ./ring >ring.ppm
use std::ffi::{c_char, c_int, CStr, CString};
use std::io::Write;

const WIDTH: usize = 640;
const HEIGHT: usize = 360;
const TILE: usize = 40;
const SMOOTH: c_int = 1; // RIPPLE_PROFILE_SMOOTH

#[repr(C)]
struct Ripple([u8; 0]);

#[repr(C)]
struct Pixels {
    pixels: *mut u32,
    width: c_int,
    height: c_int,
    stride: usize,
    format: c_int,
    pixels565: *mut u16,
}

extern "C" {
    fn ripple_create(pool: *mut *mut Ripple, width: c_int, height: c_int, settings: *const u8) -> c_int;
    fn ripple_destroy(pool: *mut Ripple);
    fn ripple_set(pool: *mut Ripple, name: *const c_char, text: *const c_char) -> c_int;
    fn ripple_splash(pool: *mut Ripple, stone: *const [c_int; 5], steps: c_int) -> c_int;
    fn ripple_step(pool: *mut Ripple);
    fn ripple_render(pool: *mut Ripple, picture: *const Pixels, frame: *const Pixels,
                     changed: *mut *const [c_int; 4]) -> c_int;
    fn ripple_error_text(error: c_int) -> *const c_char;
}

fn check(error: c_int) -> Result<(), String> {
    if error >= 0 {
        return Ok(());
    }
    let text = unsafe { CStr::from_ptr(ripple_error_text(error)) };
    Err(text.to_string_lossy().into_owned())
}

struct Pool(*mut Ripple);

impl Pool {
    fn new(settings: &[(&str, &str)]) -> Result<Pool, String> {
        let mut pool = Pool(std::ptr::null_mut());
        check(unsafe { ripple_create(&mut pool.0, WIDTH as c_int, HEIGHT as c_int, std::ptr::null()) })?;
        for (name, text) in settings {
            let (name, text) = (CString::new(*name).unwrap(), CString::new(*text).unwrap());
            check(unsafe { ripple_set(pool.0, name.as_ptr(), text.as_ptr()) })?;
        }
        Ok(pool)
    }

    fn splash(&mut self, x: c_int, y: c_int, radius: c_int, weight: c_int, steps: c_int) -> Result<(), String> {
        check(unsafe { ripple_splash(self.0, &[x, y, radius, weight, SMOOTH], steps) })
    }

    fn step(&mut self) {
        unsafe { ripple_step(self.0) }
    }

    /// Returns a picture as seen through the water, WIDTH x HEIGHT pixels 0xAARRGGBB.
    fn render(&mut self, picture: &mut [u32]) -> Result<Vec<u32>, String> {
        let mut frame = vec![0; WIDTH * HEIGHT];
        let pixels = |data: &mut [u32]| {
            assert_eq!(data.len(), WIDTH * HEIGHT);
            Pixels { pixels: data.as_mut_ptr(), width: WIDTH as c_int, height: HEIGHT as c_int, stride: WIDTH,
                     format: 0, pixels565: std::ptr::null_mut() }
        };
        check(unsafe { ripple_render(self.0, &pixels(picture), &pixels(&mut frame), std::ptr::null_mut()) })?;
        Ok(frame)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        unsafe { ripple_destroy(self.0) }
    }
}

fn tile(x: usize, y: usize) -> u32 {
    if x % TILE < 2 || y % TILE < 2 {
        0xffe0e8e8
    } else if (x / TILE + y / TILE) % 2 != 0 {
        0xff3090a8
    } else {
        0xff48a8c0
    }
}

fn main() -> Result<(), String> {
    let mut pool = Pool::new(&[("cell", "4"), ("filter", "linear"), ("light", "60"), ("sky", "40")])?;
    let mut picture: Vec<u32> = (0..WIDTH * HEIGHT).map(|i| tile(i % WIDTH, i / WIDTH)).collect();

    pool.splash(320, 180, 30, 500, 10)?;
    for _ in 0..60 {
        pool.step();
    }
    let mut ppm = format!("P6\n{WIDTH} {HEIGHT}\n255\n").into_bytes();
    for pixel in pool.render(&mut picture)? {
        ppm.extend_from_slice(&pixel.to_be_bytes()[1..]);
    }
    std::io::stdout().write_all(&ppm).map_err(|error| error.to_string())
}
