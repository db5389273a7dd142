//! What the sections share: expectations, texts, and the calls that all of them need.

use crate::pyxis::*;
use std::ffi::CStr;
use std::os::raw::c_char;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

pub static FAILED: AtomicU32 = AtomicU32::new(0);
pub static PASSED: AtomicU32 = AtomicU32::new(0);

pub fn note(holds: bool, file: &str, line: u32, what: &str) {
    if holds {
        PASSED.fetch_add(1, Ordering::Relaxed);
    } else {
        FAILED.fetch_add(1, Ordering::Relaxed);
        println!("{file}:{line}: {what}");
    }
}

macro_rules! holds {
    ($condition:expr) => {
        crate::support::note($condition, file!(), line!(), stringify!($condition))
    };
}
pub(crate) use holds;

macro_rules! gives {
    ($call:expr, $expected:expr) => {{
        let (status, expected) = ($call, $expected);
        let names = (crate::support::name(status), crate::support::name(expected));
        let what = format!("{} gave {}, not {}", stringify!($call), names.0, names.1);
        crate::support::note(status == expected, file!(), line!(), &what)
    }};
}
pub(crate) use gives;

/// Says how many expectations held; returns the exit status.
pub fn conclude() -> i32 {
    let (passed, failed) = (PASSED.load(Ordering::Relaxed), FAILED.load(Ordering::Relaxed));
    println!("rust: {passed} passed, {failed} failed");
    i32::from(failed > 0 || passed == 0)
}

pub fn name(status: Status) -> String {
    let name = unsafe { CStr::from_ptr(pyxis_status_name(status)) };
    name.to_string_lossy().into_owned()
}

pub fn bytes(text: &str) -> *const c_char {
    text.as_ptr().cast()
}

impl Text {
    pub fn empty() -> Text {
        Text { data: std::ptr::null(), length: 0 }
    }

    /// A copy of the text; a NUL has to follow the view.
    pub fn string(&self) -> String {
        if self.data.is_null() {
            return String::new();
        }
        let bytes = unsafe { std::slice::from_raw_parts(self.data.cast::<u8>(), self.length + 1) };
        holds!(bytes[self.length] == 0);
        String::from_utf8_lossy(&bytes[..self.length]).into_owned()
    }
}

/// Takes a buffer's text, and releases it.
pub fn take(buffer: *mut Buffer) -> String {
    let text = unsafe {
        Text { data: pyxis_buffer_data(buffer), length: pyxis_buffer_size(buffer) }.string()
    };
    gives!(unsafe { pyxis_buffer_release(buffer) }, OK);
    text
}

pub fn define_int64(name: &str, default: i64) -> Key {
    let mut key = 0;
    let status = unsafe {
        pyxis_key_define_int64(bytes(name), name.len(), default, 0, &mut key, null_mut())
    };
    gives!(status, OK);
    key
}

pub fn define_string(name: &str, default: &str) -> Key {
    let mut key = 0;
    let (default, length) = (bytes(default), default.len());
    let status = unsafe {
        pyxis_key_define_string(bytes(name), name.len(), default, length, 0, &mut key, null_mut())
    };
    gives!(status, OK);
    key
}

pub fn capture() -> *mut Configuration {
    let mut configuration = null_mut();
    gives!(unsafe { pyxis_configuration_capture(&mut configuration) }, OK);
    configuration
}

/// A captured configuration with one integer set.
pub fn setting(key: Key, value: i64) -> *mut Configuration {
    let configuration = capture();
    gives!(unsafe { pyxis_configuration_set_int64(configuration, key, value) }, OK);
    configuration
}

pub fn read_int64(key: Key) -> i64 {
    let mut value = 0;
    gives!(unsafe { pyxis_get_int64(key, &mut value) }, OK);
    value
}

/// Asks for the length first, and then for the text.
pub fn read_string(key: Key) -> String {
    let mut length = 0;
    unsafe {
        gives!(pyxis_get_string(key, null_mut(), 0, &mut length), BUFFER_TOO_SMALL);
        let mut buffer = vec![0u8; length + 1];
        let start = buffer.as_mut_ptr().cast();
        gives!(pyxis_get_string(key, start, buffer.len(), &mut length), OK);
        buffer.truncate(length);
        String::from_utf8_lossy(&buffer).into_owned()
    }
}
