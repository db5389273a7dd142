//! Calls that are wrong: each gives the documented status and changes nothing.

use crate::pyxis::*;
use crate::support::*;
use std::ptr::{null, null_mut};

fn wrong_handles(key: Key) {
    let (configuration, stale) = (setting(key, 5), setting(key, 6));
    let mut scope: *mut Scope = null_mut();
    unsafe {
        gives!(pyxis_configuration_release(stale), OK);
        let garbage = [
            null_mut(),
            stale,
            1 as *mut Configuration,
            usize::MAX as *mut Configuration,
            (&mut scope as *mut *mut Scope).cast(),
        ];
        for handle in garbage {
            gives!(pyxis_configuration_set_int64(handle, key, 1), INVALID_HANDLE);
            gives!(pyxis_scope_open(handle, &mut scope), INVALID_HANDLE);
            holds!(scope.is_null());
            if !handle.is_null() {
                gives!(pyxis_configuration_release(handle), INVALID_HANDLE);
            }
        }
        gives!(pyxis_configuration_release(null_mut()), OK);
        // A handle of another type.
        gives!(pyxis_scope_close(configuration.cast()), INVALID_HANDLE);
        gives!(pyxis_report_release(configuration.cast()), INVALID_HANDLE);
        gives!(pyxis_buffer_release(configuration.cast()), INVALID_HANDLE);
        holds!(pyxis_buffer_data(configuration.cast()).is_null());
        gives!(pyxis_error_status(configuration.cast()), INVALID_HANDLE);
        gives!(pyxis_configuration_release(configuration), OK);
        gives!(pyxis_configuration_release(configuration), INVALID_HANDLE);
    }
}

fn wrong_arguments(key: Key) {
    let configuration = setting(key, 5);
    let text = define_string("status", "none");
    let mut value = 17;
    unsafe {
        gives!(pyxis_get_int64(key, null_mut()), INVALID_ARGUMENT);
        for forged in [0, u32::MAX, 0x1234_5678] {
            gives!(pyxis_get_int64(forged, &mut value), INVALID_KEY);
            holds!(std::mem::replace(&mut value, 17) == 0);
        }
        gives!(pyxis_get_int64(text, &mut value), TYPE_MISMATCH);
        gives!(pyxis_configuration_set_int64(configuration, text, 1), TYPE_MISMATCH);
        let invalid = [0xC3u8, 0x28];
        let set = pyxis_configuration_set_string(configuration, text, invalid.as_ptr().cast(), 2);
        gives!(set, INVALID_UTF8);
        let set = pyxis_configuration_set_string(configuration, text, null(), 2);
        gives!(set, INVALID_ARGUMENT);
        gives!(pyxis_scope_run(configuration, None, null_mut()), INVALID_ARGUMENT);
        gives!(pyxis_scope_open(configuration, null_mut()), INVALID_ARGUMENT);
        gives!(pyxis_configuration_release(configuration), OK);

        let (mut origin, mut depth) = (0, 0);
        gives!(pyxis_explain(text, &mut origin, &mut depth, null_mut()), OK);
        holds!(origin == ORIGIN_KEY_DEFAULT && depth == 0);
    }
    holds!(read_int64(key) == 3);
}

pub fn run() {
    let key = define_int64("retries", 3);
    wrong_handles(key);
    wrong_arguments(key);
}
