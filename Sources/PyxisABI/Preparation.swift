import CPyxis
import PyxisCore
import PyxisRuntime
import PyxisShims

/// See `pyxis.h`.
@c(pyxis_prepare) @implementation
public func pyxis_prepare(
  _ options: UnsafePointer<pyxis_prepare_options>?, _ report: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  report?.pointee = nil
  return status(reportingTo: error) { () throws(Failure) in
    let result = try prepare(PrepareOptions(options))
    guard let result else { throw Failure(PYXIS_NO_PAYLOAD) }
    // What is published stays so; a report that finds no handle can be read from a capture later.
    if let report { report.pointee = try ReportObject(result).makeHandle() }
  }
}

private func prepare(_ options: PrepareOptions) throws(Failure) -> PyxisBootstrapReport? {
  if let failure = options.failure { throw failure }
  guard options.flags & ~PYXIS_PREPARE_ANY_THREAD == 0 else {
    throw .invalidArgument("The options have an unknown flag.")
  }
  let adapters = options.adapters
  let index = try hostCalls { try AdapterIndex(adapters.checkedKeys()) }
  guard options.flags & PYXIS_PREPARE_ANY_THREAD != 0 || pyxis_shims_is_main_thread() else {
    throw Failure(
      PYXIS_ERROR_WRONG_THREAD,
      "Preparation belongs to the main thread, unless PYXIS_PREPARE_ANY_THREAD is given.")
  }
  let environment = options.environment
  return try hostCalls { () throws in
    try Preparation.run(
      environment: environment.map { block in .given { find($0, in: block) } } ?? .process,
      adapters: index,
      configure: options.configure.run,
      apply: { position, variant in try adapters.apply(position, variant) })
  }
}

/// Finds a variable in `NAME=VALUE` strings that end with NULL; the first of a name counts.
private func find(
  _ name: String, in block: UnsafePointer<UnsafePointer<CChar>?>
) -> LaunchText? {
  var next = block
  while let entry = next.pointee {
    var rest = UnsafeRawPointer(entry).assumingMemoryBound(to: UInt8.self)
    let isNamed = name.utf8.allSatisfy { byte in
      guard rest.pointee == byte else { return false }
      rest += 1
      return true
    }
    if isNamed, rest.pointee == UInt8(ascii: "=") {
      rest += 1
      let text = UnsafeRawPointer(rest).assumingMemoryBound(to: CChar.self)
      return .borrowed(UnsafeRawBufferPointer(start: rest, count: pyxis_shims_length(text)))
    }
    next += 1
  }
  return nil
}

/// What a caller passed to `pyxis_prepare`, taken over: what it owns is given up when this goes.
private struct PrepareOptions {
  let flags: UInt32
  let environment: UnsafePointer<UnsafePointer<CChar>?>?
  let adapters: AdapterList
  let configure: ConfigureCallback
  /// What is wrong with the struct itself.
  let failure: Failure?

  init(_ pointer: UnsafePointer<pyxis_prepare_options>?) {
    var options = pyxis_prepare_options()
    var failure: Failure?
    if let pointer {
      do throws(Failure) {
        options = try versioned(pointer, zero: options, failure: &failure)
      } catch {
        failure = error
      }
    }
    self.failure = failure
    flags = options.flags
    environment = options.environment
    adapters = AdapterList(options.adapters, count: options.adapter_count)
    configure = ConfigureCallback(
      function: options.configure,
      userData: OwnedUserData(options.configure_user_data, destroy: options.configure_destroy))
  }
}

/// The configure callback, as the Swift API wants it.
private struct ConfigureCallback {
  let function: pyxis_configure_function?
  let userData: OwnedUserData

  func run(_ configuration: inout PyxisConfiguration) throws {
    guard let function else { return }
    let handle = try ConfigurationHandle.make(configuration, borrowed: true)
    let outcome = function(handle, userData.pointer)
    // The handle's last use has ended when the object can be taken out of it.
    configuration = try ConfigurationHandle.change(handle) { value in
      defer { value = PyxisConfiguration() }
      return value
    }
    ConfigurationHandle.reclaim(handle)
    guard outcome == 0 else {
      throw Failure(
        PYXIS_ERROR_CONFIGURE_FAILED, "The configure callback returned \(outcome).")
    }
  }
}

/// See `pyxis.h`.
@c(pyxis_apply) @implementation
public func pyxis_apply(
  _ configuration: OpaquePointer?, _ adapters: UnsafePointer<pyxis_adapter>?, _ adapterCount: Int,
  _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  report?.pointee = nil
  return status(reportingTo: error) { () throws(Failure) in
    let list = AdapterList(adapters, count: adapterCount)
    let keys = try list.checkedKeys()
    let snapshot =
      configuration == nil ? pyxisConfiguration : try ConfigurationHandle.snapshot(configuration)
    let result = try hostCalls { () throws in
      try Application.run(
        configuration: snapshot, adapterKeys: keys,
        apply: { position, variant in try list.apply(position, variant) })
    }
    guard let result else { throw Failure(PYXIS_NOT_PREPARED) }
    if let report { report.pointee = try ReportObject(result).makeHandle() }
  }
}

/// Calls what runs the host's callbacks, and turns what it throws into the errors of the header.
private func hostCalls<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
  do {
    return try body()
  } catch let failure as Failure {
    throw failure
  } catch let error as PyxisBootstrapError {
    throw Failure(error)
  } catch {
    throw Failure(PYXIS_ERROR_CONFIGURE_FAILED, "Preparation failed: \(error).")
  }
}
