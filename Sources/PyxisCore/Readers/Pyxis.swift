/// Reads one entry of the effective configuration, anew at every access (R6).
///
/// ```swift
/// struct Paywall {
///   @Pyxis(SubscriptionStatusKey.self) var status: String
///   @Pyxis(\.animationScale) var scale: Double
/// }
/// ```
///
/// Outside of types that an actor isolates, Swift 6 allows no static variable, and so no static
/// wrapped property: there, `static let status = Pyxis(SubscriptionStatusKey.self)` reads by its
/// ``wrappedValue``.
///
/// It does not matter where the reader was made: a static one, one in an object that was made
/// inside a scope, and a captured one all read what is in force where they are read.
@propertyWrapper
public struct Pyxis<Value: Sendable>: Sendable {
  /// The key's slot; `noSlot` for a reader by key path.
  @usableFromInline
  let slot: UInt32
  /// Evaluates the key's default, or the key path.
  @usableFromInline
  let otherwise: @Sendable () -> Value

  /// Makes a reader of a key's entry.
  ///
  /// - Parameter key: The key, such as `SubscriptionStatusKey.self`.
  public init<Key: PyxisConfigurationKey>(_ key: Key.Type) where Key.Value == Value {
    slot = KeyRegistry.slot(of: key)
    otherwise = { Key.defaultValue }
  }

  /// Makes a reader of a property of the configuration.
  ///
  /// - Parameter property: The property, such as `\.subscriptionStatus`; its getter runs at every
  ///   access.
  public init(_ property: @escaping @Sendable (PyxisConfiguration) -> Value) {
    slot = KeyRegistry.noSlot
    otherwise = { EffectiveConfiguration.withCurrent(property) }
  }

  /// Makes a reader of a property of the configuration that a key path value names.
  ///
  /// A key path that is written down where the reader is made is compiled into a function, and
  /// read three times as fast as one that is passed as a value.
  ///
  /// - Parameter keyPath: The property; its getter runs at every access.
  @_disfavoredOverload
  public init(_ keyPath: any KeyPath<PyxisConfiguration, Value> & Sendable) {
    self.init { $0[keyPath: keyPath] }
  }

  /// The entry's value in the configuration that is in force here.
  ///
  /// - Complexity: O(1), without a lock.
  @inlinable
  public var wrappedValue: Value {
    if slot != KeyRegistry.noSlot, let box = EffectiveConfiguration.find(slot) {
      return box._withUnsafeGuaranteedRef { $0.value(as: Value.self) }
    }
    return otherwise()
  }
}
