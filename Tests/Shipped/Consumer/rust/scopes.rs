//! Scopes of one call and scopes that stay open, on this thread and carried to another.

use crate::pyxis::*;
use crate::support::*;
use std::os::raw::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

/// What the operation of a scope is told, and what it saw.
struct Seen {
    key: Key,
    value: i64,
    runs: u32,
}

extern "C" fn look(user_data: *mut c_void) {
    let seen = unsafe { &mut *user_data.cast::<Seen>() };
    seen.value = read_int64(seen.key);
    seen.runs += 1;
}

fn run_in_scope(configuration: *const Configuration, key: Key) -> i64 {
    let mut seen = Seen { key, value: 0, runs: 0 };
    let user_data = (&mut seen as *mut Seen).cast();
    gives!(unsafe { pyxis_scope_run(configuration, Some(look), user_data) }, OK);
    holds!(seen.runs == 1);
    seen.value
}

fn nest(key: Key) {
    let (outer, inner) = (setting(key, i64::MIN), setting(key, i64::MAX));
    let (mut first, mut second): (*mut Scope, *mut Scope) = (null_mut(), null_mut());
    unsafe {
        gives!(pyxis_scope_open(outer, &mut first), OK);
        holds!(read_int64(key) == i64::MIN);
        holds!(run_in_scope(inner, key) == i64::MAX);
        gives!(pyxis_scope_open_labeled(inner, bytes("inner"), 5, &mut second), OK);
        holds!(read_int64(key) == i64::MAX);
        explain(key);
        gives!(pyxis_scope_close(first), WRONG_ORDER);
        gives!(pyxis_scope_close(second), OK);
        gives!(pyxis_scope_close(second), INVALID_HANDLE);
        let elsewhere = first as usize;
        let status = on_thread(move || pyxis_scope_close(elsewhere as *mut Scope));
        gives!(status, WRONG_THREAD);
        holds!(read_int64(key) == i64::MIN);
        gives!(pyxis_scope_close(first), OK);
        gives!(pyxis_configuration_release(outer), OK);
        gives!(pyxis_configuration_release(inner), OK);
    }
    holds!(read_int64(key) == 3);
}

fn explain(key: Key) {
    let (mut origin, mut depth, mut label) = (0, 0, null_mut());
    gives!(unsafe { pyxis_explain(key, &mut origin, &mut depth, &mut label) }, OK);
    holds!(origin == ORIGIN_SCOPE && depth == 2);
    holds!(take(label) == "inner");
}

fn on_thread<Value: Send + 'static>(work: impl FnOnce() -> Value + Send + 'static) -> Value {
    std::thread::spawn(work).join().expect("the thread panicked")
}

/// A handle is no address: any thread may use it.
fn carry_to_thread(key: Key) {
    let configuration = setting(key, 7);
    let carried = configuration as usize;
    let seen = on_thread(move || {
        (read_int64(key), run_in_scope(carried as *const Configuration, key), read_int64(key))
    });
    holds!(seen == (3, 7, 3));
    gives!(unsafe { pyxis_configuration_release(configuration) }, OK);
}

static DROPPED: AtomicU32 = AtomicU32::new(0);

extern "C" fn drop_service(service: *mut c_void) {
    drop(unsafe { Box::from_raw(service.cast::<String>()) });
    DROPPED.fetch_add(1, Ordering::SeqCst);
}

/// A service goes when the last configuration and scope that hold it are gone.
fn hold_a_service() {
    let (name, mut key) = ("service", 0);
    let configuration = capture();
    let mut scope: *mut Scope = null_mut();
    let mut seen = null_mut();
    unsafe {
        let defined = pyxis_key_define_capability(bytes(name), name.len(), 0, &mut key, null_mut());
        gives!(defined, OK);
        let service: *mut c_void = Box::into_raw(Box::new(String::from("service"))).cast();
        let set =
            pyxis_configuration_set_capability(configuration, key, service, Some(drop_service));
        gives!(set, OK);
        gives!(pyxis_scope_open(configuration, &mut scope), OK);
        gives!(pyxis_configuration_release(configuration), OK);
        gives!(pyxis_get_capability(key, &mut seen), OK);
        holds!(*seen.cast::<String>() == "service");
        holds!(DROPPED.load(Ordering::SeqCst) == 0);
        gives!(pyxis_scope_close(scope), OK);
        holds!(DROPPED.load(Ordering::SeqCst) == 1);
        gives!(pyxis_get_capability(key, &mut seen), OK);
        holds!(seen.is_null());
        // The call takes the service over even when it fails.
        let service: *mut c_void = Box::into_raw(Box::new(String::from("refused"))).cast();
        let set = pyxis_configuration_set_capability(null_mut(), key, service, Some(drop_service));
        gives!(set, INVALID_HANDLE);
        holds!(DROPPED.load(Ordering::SeqCst) == 2);
    }
}

pub fn run() {
    let key = define_int64("retries", 3);
    nest(key);
    carry_to_thread(key);
    hold_a_service();
}
