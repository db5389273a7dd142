import Measuring
import PyxisRuntime

/// A preparation, which a process can do once: each process measures one.
struct Preparations {
  private static let count: Int = 1000
  private static let decodings: Int = 9

  /// The median time of decoding the payload, when it has been decoded before.
  private static func decode(_ payload: String) -> Double {
    var times: [UInt64] = []
    for round in -2..<decodings {
      let start = measuring_thread_time()
      let variants = try? PyxisVariants(decoding: payload)
      if round >= 0 { times.append(measuring_thread_time() - start) }
      require(variants?.count == count, "all variants are decoded")
    }
    return Double(times.sorted()[decodings / 2])
  }

  @MainActor
  static func measure() {
    let payload = String(decoding: Decoding.payload(variants: count), as: UTF8.self)
    var reference = decode(payload)
    let requested = (try? PyxisVariants(decoding: payload)) ?? PyxisVariants()
    let keys = requested.map(\.key)
    let start = measuring_thread_time()
    let report = try? preparePyxis(
      environment: ["PYXIS_BOOTSTRAP": payload],
      adapters: keys.map { key in PyxisAdapter(key) { .applied($0.value) } })
    var subject = Double(measuring_thread_time() - start)
    require(report?.count == count, "every adapter ran")
    measuring_print_slices("swift.prepare", &subject, &reference, 1)
  }
}
