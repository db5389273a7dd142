import CPyxis
import PyxisCore
import Testing

/// Structs of older and of newer headers.
@Suite("Preparation's structs", .generousTimeLimit)
struct PreparationStructTests {
  @Test(arguments: Scenario.preparationStructs)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let preparationStructs: [Scenario] = [
    .inChild("smaller options are read as far as they go") {
      let counter = DestroyCounter()
      let preparation = counted(counter)
      // Without what comes after the environment there is neither adapter nor configure.
      preparation.optionsLayout.size =
        MemoryLayout<pyxis_prepare_options>.offset(of: \.adapters) ?? 0
      let report = try preparation.succeed()
      #expect(report["a"]?.status == .unverified)
      #expect(counter.total == 0)
    },
    .inChild("options without the last field leave configure's user data alone") {
      let counter = DestroyCounter()
      let preparation = counted(counter)
      preparation.optionsLayout.size =
        MemoryLayout<pyxis_prepare_options>.offset(of: \.configure_destroy) ?? 0
      try #expect(preparation.succeed()["a"] == .applied("b"))
      #expect(counter.destroyed(adapters: 2) == [0, 1, 1])
    },
    .inChild("smaller adapters are read as far as they go, one after the other") {
      let counter = DestroyCounter()
      let preparation = counted(counter)
      preparation.adapterLayout.size = MemoryLayout<pyxis_adapter>.offset(of: \.destroy) ?? 0
      let report = try preparation.succeed()
      #expect(report["a"] == .applied("b"))
      #expect(report["c"] == .applied("d"))
      #expect(counter.destroyed(adapters: 2) == [1, 0, 0])
    },
    .inChild("larger structs are read if their tail is zero") {
      let counter = DestroyCounter()
      let preparation = counted(counter)
      preparation.optionsLayout.size += 40
      preparation.adapterLayout.size += 24
      let report = try preparation.succeed()
      #expect(report["a"] == .applied("b"))
      #expect(report["c"] == .applied("d"))
      #expect(counter.destroyed(adapters: 2) == [1, 1, 1])
    },
    .inChild("larger options with an unknown field are refused, and given up once") {
      let counter = DestroyCounter()
      let preparation = counted(counter)
      preparation.optionsLayout = Preparation.Layout(
        size: MemoryLayout<pyxis_prepare_options>.size + 8, tail: 1)
      #expect(preparation.run(report: Out(), error: ErrorOut()) == .invalidStruct)
      #expect(counter.destroyed(adapters: 2) == [1, 1, 1])
      #expect(pyxisConfiguration.report == nil)
      preparation.optionsLayout.tail = 0
      try #expect(preparation.succeed()["a"] == .applied("b"))
    },
    .inChild("larger adapters with an unknown field are refused, and given up once") {
      let counter = DestroyCounter()
      let preparation = counted(counter)
      preparation.adapterLayout = Preparation.Layout(
        size: MemoryLayout<pyxis_adapter>.size + 8, tail: 0x80)
      #expect(preparation.run(report: Out(), error: ErrorOut()) == .invalidStruct)
      #expect(counter.destroyed(adapters: 2) == [1, 1, 1])
      preparation.adapterLayout.tail = 0
      try #expect(preparation.succeed()["c"] == .applied("d"))
    },
    .inChild("a size that is none is refused, and what cannot be read is left alone") {
      for size in [0, 1, 3] {
        let counter = DestroyCounter()
        let preparation = counted(counter)
        preparation.optionsLayout.size = size
        #expect(preparation.run(report: Out(), error: ErrorOut()) == .invalidStruct, "\(size)")
        #expect(counter.total == 0)
      }
      for size in [0, 1, 3] {
        let counter = DestroyCounter()
        let preparation = counted(counter)
        preparation.adapterLayout.size = size
        #expect(preparation.run(report: Out(), error: ErrorOut()) == .invalidStruct, "\(size)")
        #expect(counter.destroyed(adapters: 2) == [1, 0, 0])
      }
      try #expect(counted(DestroyCounter()).succeed()["a"] == .applied("b"))
    },
    .inChild("adapters that are said to be there and are not are refused") {
      let preparation = Preparation(requesting: ["a": "b"])
      preparation.adapterCount = 1
      #expect(preparation.run(report: Out(), error: ErrorOut()) == .invalidArgument)
      for count in [Int.max, -1] {
        preparation.adapters = [.applying("a")]
        preparation.adapterCount = count
        #expect(preparation.run(report: Out(), error: ErrorOut()) == .invalidArgument)
      }
      preparation.adapters = []
      preparation.adapterCount = nil
      try #expect(preparation.succeed()["a"]?.status == .unverified)
    },
  ]
}

/// A preparation of two variants, each with an adapter, whose destroy functions are counted.
private func counted(_ counter: DestroyCounter) -> Preparation {
  let preparation = Preparation(
    requesting: ["a": "b", "c": "d"],
    adapters: ["a", "c"].map { .applying($0, destroy: counter.function) }, configure: { _ in 0 })
  preparation.configureDestroy = counter.function
  return preparation
}
