import Measuring
import PyxisRuntime

/// A preparation, and the first decoding: each process measures one of the two.
struct Preparations {
  private static let count: Int = 1000

  private static var payload: String {
    String(decoding: Decoding.payload(variants: count), as: UTF8.self)
  }

  /// The time of decoding the payload, for the first time in the process.
  static func measureFirstDecoding() {
    let payload = payload
    let start = measuring_thread_time()
    let variants = try? PyxisVariants(decoding: payload)
    measuring_print("swift.prepare", Double(measuring_thread_time() - start))
    require(variants?.count == count, "all variants are decoded")
  }

  @MainActor
  static func measure() {
    let payload = payload
    let keys = (0..<count).map(Decoding.key)
    let environment = ["PYXIS_BOOTSTRAP": payload]
    let start = measuring_thread_time()
    let report = try? preparePyxis(
      environment: environment,
      adapters: keys.map { key in PyxisAdapter(key) { .applied($0.value) } })
    measuring_print("swift.prepare", Double(measuring_thread_time() - start))
    require(report?.count == count, "every adapter ran")
  }
}
