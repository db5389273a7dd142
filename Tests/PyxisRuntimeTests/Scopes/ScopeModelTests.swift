import CPyxis
import PyxisRuntime
import Testing

/// Random scopes of all kinds inside one another, kept in all ways, beside a model of what each has
/// to show.
@Suite("Random scopes", .generousTimeLimit)
struct ScopeModelTests {
  @Test("R2, R7, R17, R18, R20, R22: in tasks", arguments: 1...60)
  func inTask(seed: UInt64) async {
    let alive = Counter()
    do {
      let kept = Kept()
      await Task.detached {
        var steps = ModelSteps(seed: seed, keeping: kept, counting: alive)
        await steps.runAsynchronously(depth: 0, expecting: ModelEntries())
      }.value
      await kept.check()
    }
    #expect(alive.value == 0)
  }

  @Test("R2, R7, R17, R18, R20, R22: on a thread that belongs to no task", arguments: 1...60)
  func onThread(seed: UInt64) async throws {
    let alive = Counter()
    do {
      let kept = Kept()
      try onNewThread {
        var steps = ModelSteps(seed: seed, keeping: kept, counting: alive)
        steps.run(depth: 0, expecting: ModelEntries())
      }
      await kept.check()
    }
    #expect(alive.value == 0)
  }
}

/// What random steps keep longer than the scopes it comes from.
private final class Kept: Sendable {
  private struct Contents {
    var configurations: [(PyxisConfiguration, ModelEntries)] = []
    var tasks: [Task<Void, Never>] = []
  }

  let gate = Gate()
  private let contents = Locked(Contents())

  func keep(_ configuration: PyxisConfiguration, _ entries: ModelEntries) {
    contents.withLock { $0.configurations.append((configuration, entries)) }
  }

  func keep(_ task: Task<Void, Never>) {
    contents.withLock { $0.tasks.append(task) }
  }

  /// One of what is kept.
  func pick(_ random: UInt64) -> (PyxisConfiguration, ModelEntries)? {
    contents.withLock { contents in
      let all = contents.configurations
      return all.isEmpty ? nil : all[Int(random % UInt64(all.count))]
    }
  }

  /// Lets the tasks go on, and checks everything when they are done; then nothing is kept.
  func check() async {
    gate.open()
    while let task = contents.withLock({ $0.tasks.popLast() }) { await task.value }
    for (configuration, entries) in contents.withLock({ $0.configurations }) {
      #expect(configuration.modelEntries == entries)
    }
    contents.withLock { $0.configurations = [] }
  }
}

private struct ModelSteps {
  private var random: SeededGenerator
  private let kept: Kept
  private let alive: Counter
  private var nextNumber = 1

  init(seed: UInt64, keeping kept: Kept, counting alive: Counter) {
    random = SeededGenerator(seed: seed)
    self.kept = kept
    self.alive = alive
  }

  private static let deepest = 6

  private mutating func below(_ bound: UInt64) -> Int { Int(random.next() % bound) }

  private func check(_ entries: ModelEntries) {
    #expect(pyxisConfiguration.modelEntries == entries)
    #expect(effectiveInteger(ModelKeys.firstInC) == Int64(entries.numbers[0]))
  }

  /// Changes some entries of a configuration, and the model of it.
  private mutating func change(
    _ configuration: inout PyxisConfiguration, _ entries: inout ModelEntries
  ) {
    for _ in 0..<below(5) {
      nextNumber += 1
      if below(3) == 0 {
        configuration.setValue(below(3), to: nextNumber, counting: alive, in: &entries)
      } else {
        configuration.setNumber(below(4), to: nextNumber, in: &entries)
      }
    }
  }

  /// What an update of a scope does: it may let copies escape, and put another in their place.
  private mutating func update(
    _ configuration: inout PyxisConfiguration, _ entries: inout ModelEntries
  ) {
    #expect(configuration.modelEntries == entries)
    change(&configuration, &entries)
    switch below(8) {
    case 0:
      kept.keep(configuration, entries)
      change(&configuration, &entries)
    case 1:
      let (before, entriesBefore) = (configuration, entries)
      configuration = PyxisConfiguration()
      entries = ModelEntries()
      change(&configuration, &entries)
      kept.keep(before, entriesBefore)
    case 2:
      guard let (other, otherEntries) = kept.pick(random.next()) else { return }
      (configuration, entries) = (other, otherEntries)
      change(&configuration, &entries)
    default:
      break
    }
  }

  // MARK: - Synchronous steps

  /// - Parameter inherited: What tasks inherit that start here, if not `entries`.
  mutating func run(
    depth: Int, expecting entries: ModelEntries, inherited: ModelEntries? = nil
  ) {
    check(entries)
    guard depth < Self.deepest else { return }
    for _ in 0..<(1 + below(4)) {
      step(depth: depth, expecting: entries, inherited: inherited ?? entries)
      check(entries)
    }
  }

  private mutating func step(
    depth: Int, expecting entries: ModelEntries, inherited: ModelEntries
  ) {
    switch below(9) {
    case 0: kept.keep(pyxisConfiguration, entries)
    case 1: startTask(expecting: inherited)
    case 2: refuse(entries)
    case 3:
      guard let (configuration, inner) = kept.pick(random.next()) else { return }
      withPyxis(label: label(), configuration) { run(depth: depth + 1, expecting: inner) }
    case 4: openInC(depth: depth, entries, inherited: inherited)
    default:
      var inner = entries
      withPyxis(label: label()) {
        update(&$0, &inner)
      } operation: {
        run(depth: depth + 1, expecting: inner)
      }
    }
  }

  private mutating func label() -> String? { below(4) == 0 ? "label \(nextNumber)" : nil }

  /// An update that throws.
  private mutating func refuse(_ entries: ModelEntries) {
    var inner = entries
    #expect(throws: PyxisKeyError.self) {
      try withPyxis(label: label()) {
        update(&$0, &inner)
        throw PyxisKeyError.limitReached
      } operation: {
        Issue.record("an operation ran whose update threw")
      }
    }
  }

  private mutating func startTask(expecting entries: ModelEntries) {
    var inner = ModelSteps(seed: random.next(), keeping: kept, counting: alive)
    kept.keep(
      Task { [kept] in
        inner.check(entries)
        if inner.below(2) == 0 { await kept.gate.pass() }
        await inner.runAsynchronously(depth: ModelSteps.deepest - 2, expecting: entries)
      })
  }

  /// A scope that C opens, with its own number over what is in force. Tasks do not inherit it.
  private mutating func openInC(
    depth: Int, _ entries: ModelEntries, inherited: ModelEntries
  ) {
    nextNumber += 1
    var inner = entries
    inner.numbers[0] = nextNumber
    let scope = openScope(setting: ModelKeys.firstInC, to: Int64(nextNumber))
    run(depth: depth + 1, expecting: inner, inherited: inherited)
    #expect(close(scope) == PYXIS_OK)
  }

  // MARK: - Asynchronous steps

  mutating func runAsynchronously(depth: Int, expecting entries: ModelEntries) async {
    check(entries)
    guard depth < Self.deepest else { return }
    for _ in 0..<(1 + below(4)) {
      if below(3) == 0 { await Task.yield() }
      if below(2) == 0 {
        step(depth: depth, expecting: entries, inherited: entries)
      } else {
        var inner = entries
        // What an update of an asynchronous scope keeps is no part of this.
        var steps = self
        await withPyxis(label: label()) {
          steps.change(&$0, &inner)
        } operation: {
          await Task.yield()
          await steps.runAsynchronously(depth: depth + 1, expecting: inner)
        }
        self = steps
      }
      check(entries)
    }
  }
}
