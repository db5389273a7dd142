import CPyxis
import PyxisCore
import Testing

@testable import PyxisABI

/// The one object that all adapters of a call report to.
@Suite("Results that are lent to adapters")
struct LentResultTests {
  @Test("What a thread that a fork left behind was writing is not looked at, and the next runs")
  func leftBehind() throws {
    let list = list { _, _, result, _ in
      pyxis_result_set(result, PYXIS_VARIANT_APPLIED, "half", 4, nil, 0)
      // The other thread is in the middle of pyxis_result_set(), and not in the child process.
      guard let handle = Handle(result), let slot = HandleTable.slot(handle.slot) else { return }
      _ = slot.pointee.acquire(handle.identity, exclusively: true)
      slot.pointee.forgetUses()
    }
    #expect(throws: Failure.self) { try list.apply(0, PyxisVariant(key: "a", value: "1")) }
    #expect(try list.apply(2, PyxisVariant(key: "c", value: "3")).status == .unverified)
    #expect(try list.apply(1, PyxisVariant(key: "b", value: "2")) == .applied("2"))
  }

  @Test("A result that was taken is not there for the next adapter")
  func takenOnce() throws {
    let list = list { _, _, _, _ in }
    #expect(try list.apply(1, PyxisVariant(key: "b", value: "2")) == .applied("2"))
    #expect(try list.apply(0, PyxisVariant(key: "a", value: "1")).status == .unverified)
  }

  /// An adapter of `a`, one of `b` that applies what it is asked for, and one of `c` that does
  /// nothing.
  private func list(_ first: pyxis_adapter_function) -> AdapterList {
    let applying: pyxis_adapter_function = { _, value, result, _ in
      guard let value = value?.pointee else { return }
      pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value.data, value.length, nil, 0)
    }
    let idle: pyxis_adapter_function = { _, _, _, _ in }
    return "a\0b\0c".withCString { keys in
      let adapters = [first, applying, idle].enumerated().map { position, apply in
        pyxis_adapter(
          struct_size: UInt32(MemoryLayout<pyxis_adapter>.size), flags: 0, key: keys + 2 * position,
          key_length: 1, apply: apply, user_data: nil, destroy: nil)
      }
      return AdapterList(adapters, count: adapters.count)
    }
  }
}
