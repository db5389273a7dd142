/// A configuration: typed entries, the variants that the launch requested, and its report.
///
/// It is a value: changing a copy never shows in the original, in a scope opened from it, or in
/// the process default (R2). A reference that an entry holds keeps its own sharing. Copying and
/// capturing copy no entries.
public struct PyxisConfiguration: Sendable {
  // Shared storages are constant; see ConfigurationStorage.
  @usableFromInline
  nonisolated(unsafe) package var storage: ConfigurationStorage?

  /// Makes a configuration in which every key reads as its default.
  public init() {
    storage = nil
  }

  package init(storage: ConfigurationStorage?) {
    self.storage = storage
  }

  /// Makes a value that keeps a storage.
  ///
  /// Said like this, the compiler sees where a value that is read at once need not be kept.
  @inlinable
  init(keeping storage: Unmanaged<ConfigurationStorage>?) {
    self.storage = unsafeBitCast(storage, to: ConfigurationStorage?.self)
  }

  /// An entry's value: what the configuration holds, else the key's default (R1).
  ///
  /// Setting an entry marks no variant as applied (R14).
  ///
  /// - Complexity: Reading is O(1) and takes no lock; setting copies a few small objects at the
  ///   most, whatever the number of entries.
  @inlinable
  public subscript<Key: PyxisConfigurationKey>(key: Key.Type) -> Key.Value {
    @inline(__always)
    get {
      let slot = KeyRegistry.knownSlot(of: ObjectIdentifier(key))
      guard slot != KeyRegistry.noSlot else { return firstValue(of: key) }
      return value(at: slot) ?? Key.defaultValue
    }
    set {
      let slot = KeyRegistry.slot(of: key)
      if Key.Value.self == Int.self && MemoryLayout<Int>.size == 8 {
        set(slot, toNumber: unsafeBitCast(newValue, to: Int64.self))
      } else {
        set(slot, to: Box.make(newValue, kind: KeyRegistry.kind(of: slot)))
      }
    }
  }

  /// An entry's value, the first time that its key is used.
  @inlinable
  @inline(never)
  func firstValue<Key: PyxisConfigurationKey>(of key: Key.Type) -> Key.Value {
    value(at: KeyRegistry.slot(of: key)) ?? Key.defaultValue
  }

  /// The value at a slot, or nil if this holds none.
  @inlinable
  @inline(__always)
  func value<Value: Sendable>(at slot: UInt32) -> Value? {
    guard let storage else { return nil }
    return withExtendedLifetime(storage) {
      ConfigurationStorage.find(slot, in: .passUnretained(storage)).map { box in
        box._withUnsafeGuaranteedRef { $0.value(as: Value.self) }
      }
    }
  }

  /// The box of a slot, borrowed from this value, or nil if it holds none.
  @usableFromInline
  package func find(_ slot: UInt32) -> Unmanaged<Box>? {
    guard let storage else { return nil }
    return withExtendedLifetime(storage) {
      ConfigurationStorage.find(slot, in: .passUnretained(storage))
    }
  }

  /// The variants that the launch requested; none before preparation (R3).
  public var requested: PyxisVariants {
    storage?.facts?.requested ?? PyxisVariants()
  }

  /// What became of the requested variants; nil before preparation and during it (R3).
  ///
  /// The values of variants with the name of a secret key are redacted.
  public var report: PyxisBootstrapReport? {
    guard let facts = storage?.facts else { return nil }
    return facts.report.map { Secrets.redact($0, requested: facts.requested) }
  }

  /// Puts a box at a slot.
  ///
  /// - Returns: What was there before, for a caller that holds something while it lets go of it.
  @usableFromInline
  @discardableResult
  package mutating func set(_ slot: UInt32, to box: consuming Box) -> AnyObject? {
    guard slot != KeyRegistry.noSlot else { return nil }
    var unique = takeUniqueStorage()
    let replaced = ConfigurationStorage.set(slot, to: box, in: &unique)
    storage = unique
    return replaced
  }

  /// Puts a number at a slot, in a box that was used before if there is one.
  @usableFromInline
  package mutating func set(_ slot: UInt32, toNumber number: Int64) {
    guard slot != KeyRegistry.noSlot else { return }
    let kind = KeyRegistry.kind(of: slot)
    let storage = takeUniqueStorage()
    let box = storage.takeSpareBox(kind, for: number) ?? ValueBox(number, kind: kind)
    var unique = storage
    let replaced = ConfigurationStorage.set(slot, to: box, in: &unique)
    self.storage = unique
    _ = consume replaced
  }

  /// Keeps the label of the scope that this value is for, in a storage that is for it alone.
  mutating func keep(_ label: ScopeLabel, depth: UInt32) {
    let installing = storage?.installing ?? .none
    let unique = storage.take()?.copy(installing: installing) ?? .make()
    unique.keep(label, depth: depth)
    storage = unique
  }

  /// Takes the box of a slot out, which this value holds.
  mutating func unsetHeld(_ slot: UInt32) -> AnyObject? {
    let unique = takeUniqueStorage()
    let replaced = unique.unset(slot)
    storage = unique
    return replaced
  }

  package mutating func setFacts(_ facts: LaunchFacts) {
    let unique = takeUniqueStorage()
    unique.setFacts(facts)
    storage = unique
  }

  /// Takes the storage out, to be changed and put back: nothing else refers to it.
  private mutating func takeUniqueStorage() -> ConfigurationStorage {
    if Loan.isOpen(&storage), let storage = storage.take() { return storage }
    let isUpdating = Loan.isAnyOpen
    if isKnownUniquelyReferenced(&storage), let storage = storage.take() {
      storage.startChange(isUpdating: isUpdating)
      return storage
    }
    guard let shared = storage.take() else { return .make() }
    return isUpdating ? shared.copyForUpdate() : shared.copy()
  }
}
