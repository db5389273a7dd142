//! Preparation from a launch payload, with an adapter, a configure callback and the report.

use crate::pyxis::*;
use crate::support::*;
use std::ffi::CString;
use std::os::raw::{c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

/// What the adapter and configure were told, and how often they and their destructors ran.
struct Host {
    key: Key,
    applied: Vec<(String, String)>,
    configured: u32,
}

static DESTROYED: AtomicU32 = AtomicU32::new(0);

extern "C" fn destroy(_: *mut c_void) {
    DESTROYED.fetch_add(1, Ordering::SeqCst);
}

extern "C" fn configure(configuration: *mut Configuration, user_data: *mut c_void) -> i32 {
    let host = unsafe { &mut *user_data.cast::<Host>() };
    host.configured += 1;
    unsafe {
        gives!(pyxis_configuration_set_int64(configuration, host.key, 11), OK);
        // What is lent to a callback is not the callback's to release.
        gives!(pyxis_configuration_release(configuration), NOT_OWNED);
    }
    0
}

extern "C" fn apply(
    key: *const Text,
    value: *const Text,
    result: *mut ResultHandle,
    user_data: *mut c_void,
) {
    let host = unsafe { &mut *user_data.cast::<Host>() };
    let (key, value) = unsafe { ((*key).string(), (*value).string()) };
    holds!(read_int64(host.key) == 11);
    let (text, length) = (bytes(&value), value.len());
    let set = unsafe { pyxis_result_set(result, VARIANT_APPLIED, text, length, null(), 0) };
    gives!(set, OK);
    host.applied.push((key, value));
}

/// One call of pyxis_prepare() with an environment of one entry.
fn prepare(
    entry: &str,
    host: &mut Host,
    report: *mut *mut Report,
    error: *mut *mut ErrorHandle,
) -> Status {
    let entry = CString::new(entry).expect("the entry has no NUL");
    let environment: [*const c_char; 2] = [entry.as_ptr(), null()];
    let user_data = (host as *mut Host).cast();
    let adapter = Adapter {
        struct_size: std::mem::size_of::<Adapter>() as u32,
        flags: 0,
        key: bytes("locale\0"),
        key_length: ZERO_TERMINATED,
        apply: Some(apply),
        user_data,
        destroy: Some(destroy),
    };
    let options = PrepareOptions {
        struct_size: std::mem::size_of::<PrepareOptions>() as u32,
        flags: 0,
        environment: environment.as_ptr(),
        adapters: &adapter,
        adapter_count: 1,
        configure: Some(configure),
        configure_user_data: user_data,
        configure_destroy: Some(destroy),
    };
    unsafe { pyxis_prepare(&options, report, error) }
}

/// What cannot be prepared says where it is wrong, and nothing of the host's runs.
fn refuse(host: &mut Host) {
    let (mut report, mut error) = (null_mut(), null_mut());
    gives!(prepare("HOME=/", host, &mut report, &mut error), NO_PAYLOAD);
    holds!(report.is_null() && error.is_null());
    let payload = "PYXIS_BOOTSTRAP={\"version\":1,\"requested\":{\"a\":7}}";
    gives!(prepare(payload, host, &mut report, &mut error), MALFORMED_PAYLOAD);
    let mut offset = 0;
    unsafe {
        gives!(pyxis_error_offset(error, &mut offset), OK);
        gives!(pyxis_error_release(error), OK);
        let mut short: PrepareOptions = std::mem::zeroed();
        short.struct_size = 4;
        gives!(pyxis_prepare(&short, null_mut(), null_mut()), INVALID_STRUCT);
    }
    holds!(offset == payload.find('7').unwrap_or(0) - "PYXIS_BOOTSTRAP=".len());
    holds!(host.configured == 0 && host.applied.is_empty());
    holds!(DESTROYED.load(Ordering::SeqCst) == 4);
}

fn check_report(report: *mut Report) {
    let (mut count, mut status) = (0, 0);
    let (mut value, mut reason) = (Text::empty(), Text::empty());
    let (mut text, name) = (null_mut(), "locale");
    unsafe {
        gives!(pyxis_report_count(report, &mut count), OK);
        holds!(count == 2);
        let (start, length) = (bytes(name), name.len());
        let found = pyxis_report_find(report, start, length, &mut status, &mut value, &mut reason);
        gives!(found, OK);
        holds!(status == VARIANT_APPLIED && value.string() == "pl_PL");
        holds!(reason.data.is_null());
        let found =
            pyxis_report_find(report, bytes("custom.x"), 8, &mut status, null_mut(), &mut reason);
        gives!(found, OK);
        holds!(status == VARIANT_UNVERIFIED && !reason.string().is_empty());
        gives!(pyxis_report_encode(report, &mut text, null_mut()), OK);
        let encoded = take(text);
        holds!(encoded.starts_with("{\"variants\":{\"custom.x\":{\"status\":\"unverified\","));
        holds!(encoded.ends_with("\"locale\":{\"status\":\"applied\",\"value\":\"pl_PL\"}}}"));
        gives!(pyxis_report_release(report), OK);
    }
}

pub fn run() {
    let key = define_int64("retries", 3);
    let mut host = Host { key, applied: vec![], configured: 0 };
    refuse(&mut host);
    let (mut report, mut error) = (null_mut(), null_mut());
    let payload =
        "PYXIS_BOOTSTRAP={\"version\":1,\"requested\":{\"locale\":\"pl_PL\",\"custom.x\":\"y\"}}";
    gives!(prepare(payload, &mut host, &mut report, &mut error), OK);
    holds!(error.is_null());
    holds!(host.configured == 1);
    holds!(host.applied == [(String::from("locale"), String::from("pl_PL"))]);
    holds!(DESTROYED.load(Ordering::SeqCst) == 6);
    check_report(report);
    holds!(read_int64(key) == 11);
    gives!(prepare(payload, &mut host, &mut report, null_mut()), ALREADY_PREPARED);
    holds!(report.is_null() && host.configured == 1);
}
