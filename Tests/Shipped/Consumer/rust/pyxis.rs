//! What a Rust programmer writes down from `pyxis.h` by hand: no header is read, nothing generated.

use std::os::raw::{c_char, c_void};

pub type Status = i32;
pub type Key = u32;
pub type Destroy = Option<extern "C" fn(*mut c_void)>;
pub type Operation = Option<extern "C" fn(*mut c_void)>;
pub type Configure = Option<extern "C" fn(*mut Configuration, *mut c_void) -> i32>;
pub type Apply = Option<extern "C" fn(*const Text, *const Text, *mut ResultHandle, *mut c_void)>;

pub const OK: Status = 0;
pub const NO_PAYLOAD: Status = 1;
pub const NOT_FOUND: Status = 2;
pub const INVALID_ARGUMENT: Status = -1;
pub const INVALID_HANDLE: Status = -2;
pub const INVALID_KEY: Status = -3;
pub const INVALID_UTF8: Status = -4;
pub const INVALID_STRUCT: Status = -5;
pub const TYPE_MISMATCH: Status = -6;
pub const KEY_CONFLICT: Status = -7;
pub const BUFFER_TOO_SMALL: Status = -8;
pub const WRONG_THREAD: Status = -9;
pub const WRONG_ORDER: Status = -10;
pub const NOT_OWNED: Status = -11;
pub const MALFORMED_PAYLOAD: Status = -12;
pub const ALREADY_PREPARED: Status = -14;

pub const ZERO_TERMINATED: usize = usize::MAX;
pub const TYPE_STRING: i32 = 4;
pub const ORIGIN_KEY_DEFAULT: i32 = 1;
pub const ORIGIN_SCOPE: i32 = 3;
pub const VARIANT_APPLIED: i32 = 1;
pub const VARIANT_UNVERIFIED: i32 = 4;

macro_rules! opaque {
    ($($name:ident),*) => {
        $(#[repr(C)]
        pub struct $name {
            _opaque: [u8; 0],
        })*
    };
}
opaque!(Configuration, Scope, Report, Buffer, ErrorHandle, ResultHandle);

#[repr(C)]
pub struct Text {
    pub data: *const c_char,
    pub length: usize,
}

#[repr(C)]
pub struct Adapter {
    pub struct_size: u32,
    pub flags: u32,
    pub key: *const c_char,
    pub key_length: usize,
    pub apply: Apply,
    pub user_data: *mut c_void,
    pub destroy: Destroy,
}

#[repr(C)]
pub struct PrepareOptions {
    pub struct_size: u32,
    pub flags: u32,
    pub environment: *const *const c_char,
    pub adapters: *const Adapter,
    pub adapter_count: usize,
    pub configure: Configure,
    pub configure_user_data: *mut c_void,
    pub configure_destroy: Destroy,
}

#[link(name = "pyxis")]
extern "C" {
    pub fn pyxis_version() -> i32;
    pub fn pyxis_status_name(status: Status) -> *const c_char;

    pub fn pyxis_buffer_data(buffer: *const Buffer) -> *const c_char;
    pub fn pyxis_buffer_size(buffer: *const Buffer) -> usize;
    pub fn pyxis_buffer_release(buffer: *mut Buffer) -> Status;
    pub fn pyxis_error_status(error: *const ErrorHandle) -> Status;
    pub fn pyxis_error_message(error: *const ErrorHandle, message: *mut Text) -> Status;
    pub fn pyxis_error_key(error: *const ErrorHandle, key: *mut Text) -> Status;
    pub fn pyxis_error_offset(error: *const ErrorHandle, offset: *mut usize) -> Status;
    pub fn pyxis_error_release(error: *mut ErrorHandle) -> Status;

    pub fn pyxis_key_define_int64(
        name: *const c_char,
        length: usize,
        default: i64,
        flags: u32,
        key: *mut Key,
        error: *mut *mut ErrorHandle,
    ) -> Status;
    pub fn pyxis_key_define_string(
        name: *const c_char,
        length: usize,
        default: *const c_char,
        default_length: usize,
        flags: u32,
        key: *mut Key,
        error: *mut *mut ErrorHandle,
    ) -> Status;
    pub fn pyxis_key_define_capability(
        name: *const c_char,
        length: usize,
        flags: u32,
        key: *mut Key,
        error: *mut *mut ErrorHandle,
    ) -> Status;
    pub fn pyxis_key_find(name: *const c_char, length: usize, key: *mut Key) -> Status;
    pub fn pyxis_key_type(key: Key, kind: *mut i32) -> Status;

    pub fn pyxis_configuration_capture(configuration: *mut *mut Configuration) -> Status;
    pub fn pyxis_configuration_release(configuration: *mut Configuration) -> Status;
    pub fn pyxis_configuration_set_int64(
        configuration: *mut Configuration,
        key: Key,
        value: i64,
    ) -> Status;
    pub fn pyxis_configuration_set_string(
        configuration: *mut Configuration,
        key: Key,
        value: *const c_char,
        length: usize,
    ) -> Status;
    pub fn pyxis_configuration_set_capability(
        configuration: *mut Configuration,
        key: Key,
        value: *mut c_void,
        destroy: Destroy,
    ) -> Status;
    pub fn pyxis_configuration_get_string(
        configuration: *const Configuration,
        key: Key,
        value: *mut Text,
    ) -> Status;

    pub fn pyxis_get_int64(key: Key, value: *mut i64) -> Status;
    pub fn pyxis_get_string(
        key: Key,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> Status;
    pub fn pyxis_get_capability(key: Key, value: *mut *mut c_void) -> Status;
    pub fn pyxis_explain(
        key: Key,
        origin: *mut i32,
        depth: *mut u32,
        label: *mut *mut Buffer,
    ) -> Status;

    pub fn pyxis_scope_run(
        configuration: *const Configuration,
        operation: Operation,
        user_data: *mut c_void,
    ) -> Status;
    pub fn pyxis_scope_open(configuration: *const Configuration, scope: *mut *mut Scope) -> Status;
    pub fn pyxis_scope_open_labeled(
        configuration: *const Configuration,
        label: *const c_char,
        length: usize,
        scope: *mut *mut Scope,
    ) -> Status;
    pub fn pyxis_scope_close(scope: *mut Scope) -> Status;

    pub fn pyxis_report_count(report: *const Report, count: *mut usize) -> Status;
    pub fn pyxis_report_find(
        report: *const Report,
        key: *const c_char,
        key_length: usize,
        status: *mut i32,
        value: *mut Text,
        reason: *mut Text,
    ) -> Status;
    pub fn pyxis_report_encode(
        report: *const Report,
        text: *mut *mut Buffer,
        error: *mut *mut ErrorHandle,
    ) -> Status;
    pub fn pyxis_report_release(report: *mut Report) -> Status;

    pub fn pyxis_result_set(
        result: *mut ResultHandle,
        status: i32,
        value: *const c_char,
        value_length: usize,
        reason: *const c_char,
        reason_length: usize,
    ) -> Status;
    pub fn pyxis_prepare(
        options: *const PrepareOptions,
        report: *mut *mut Report,
        error: *mut *mut ErrorHandle,
    ) -> Status;
}
