//! A Rust program that uses the library through declarations of its own: see pyxis.rs.
//!
//! Each section says what failed; the exit status is 1 if anything did.

mod misuse;
mod preparing;
mod pyxis;
mod scopes;
mod support;

use pyxis::*;
use std::os::raw::c_char;
use std::ptr::{null, null_mut};
use support::*;

fn define_keys() {
    let retries = define_int64("retries", 3);
    holds!(retries != 0);
    holds!(define_int64("retries", 3) == retries);
    holds!(define_string("status", "none") != retries);

    let mut found: Key = 0;
    let mut kind = 0;
    unsafe {
        gives!(pyxis_key_find(bytes("status"), 6, &mut found), OK);
        gives!(pyxis_key_type(found, &mut kind), OK);
        gives!(pyxis_key_find(bytes("nobody"), 6, &mut found), NOT_FOUND);
    }
    holds!(kind == TYPE_STRING && found == 0);

    let (mut key, mut error): (Key, *mut ErrorHandle) = (0, null_mut());
    unsafe {
        let name = bytes("retries\0");
        let length = ZERO_TERMINATED;
        gives!(pyxis_key_define_int64(name, length, 4, 0, &mut key, &mut error), KEY_CONFLICT);
        gives!(pyxis_error_status(error), KEY_CONFLICT);
        let mut about = Text::empty();
        gives!(pyxis_error_key(error, &mut about), OK);
        holds!(about.string() == "retries");
        gives!(pyxis_error_message(error, &mut about), OK);
        holds!(about.string().contains("retries"));
        gives!(pyxis_error_release(error), OK);
        gives!(pyxis_key_define_int64(null(), 0, 4, 0, &mut key, null_mut()), INVALID_ARGUMENT);
    }
    holds!(key == 0);
}

fn read_values() {
    let (status, retries) = (define_string("status", "none"), define_int64("retries", 3));
    holds!(read_int64(retries) == 3);
    holds!(read_string(status) == "none");

    let text = "próba → 試験";
    let configuration = capture();
    let mut view = Text::empty();
    unsafe {
        let set = pyxis_configuration_set_string(configuration, status, bytes(text), text.len());
        gives!(set, OK);
        gives!(pyxis_configuration_get_string(configuration, status, &mut view), OK);
        holds!(view.string() == text);
        // What is set in a copy shows nowhere else.
        holds!(read_string(status) == "none");

        let mut scope: *mut Scope = null_mut();
        gives!(pyxis_scope_open(configuration, &mut scope), OK);
        holds!(read_string(status) == text);
        read_into_small_buffers(status, text);
        gives!(pyxis_scope_close(scope), OK);
        gives!(pyxis_configuration_release(configuration), OK);
    }
    holds!(read_string(status) == "none");
}

/// A buffer that is too small stays as it is, and the length is told.
fn read_into_small_buffers(key: Key, text: &str) {
    for capacity in [0, 1, text.len(), text.len() + 1] {
        let mut buffer = vec![0x55 as c_char; capacity];
        let mut length = 0;
        let status = unsafe { pyxis_get_string(key, buffer.as_mut_ptr(), capacity, &mut length) };
        holds!(length == text.len());
        if capacity > text.len() {
            gives!(status, OK);
            holds!(buffer[text.len()] == 0);
        } else {
            gives!(status, BUFFER_TOO_SMALL);
            holds!(buffer.iter().all(|byte| *byte == 0x55));
        }
    }
}

fn main() {
    holds!(unsafe { pyxis_version() } > 0);
    define_keys();
    read_values();
    scopes::run();
    misuse::run();
    preparing::run();
    std::process::exit(conclude());
}
