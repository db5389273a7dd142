/// Names one typed entry of configurations, and says what it reads as where nothing holds it.
///
/// Define a key as a type, and give it a property on ``PyxisConfiguration`` for its readers:
///
/// ```swift
/// enum SubscriptionStatusKey: PyxisConfigurationKey {
///   static var name: String? { "subscription.status" }
///   static var defaultValue: String { "none" }
/// }
///
/// extension PyxisConfiguration {
///   var subscriptionStatus: String {
///     get { self[SubscriptionStatusKey.self] }
///     set { self[SubscriptionStatusKey.self] = newValue }
///   }
/// }
/// ```
///
/// A value may be any `Sendable` type, closures and services included (R4). A default has no side
/// effects: it may be evaluated at any time, on any thread, any number of times, and never while
/// the library holds a lock (R1).
public protocol PyxisConfigurationKey: SendableMetatype {
  /// The type of the entry's values.
  associatedtype Value: Sendable

  /// What the entry reads as where no configuration holds it.
  static var defaultValue: Value { get }

  /// The name that makes this key the same entry as the C or Python key of that name (R5).
  ///
  /// Without a name, the default, the key is known to Swift alone. `Bool`, `Int`, `Int64`,
  /// `Double`, `String` and `[UInt8]` are shared with other languages.
  static var name: String? { get }

  /// Whether dumps, descriptions, errors and reports must not show the entry's values.
  static var isSecret: Bool { get }
}

extension PyxisConfigurationKey {
  /// No name: the key is known to Swift alone.
  public static var name: String? { nil }

  /// The values may be shown.
  public static var isSecret: Bool { false }

  /// Registers the key under its name, so that a collision is an error here and not a diagnostic.
  ///
  /// Registering again, and registering a key without a name, does nothing.
  ///
  /// - Throws: ``PyxisKeyError/conflict(name:reason:)`` if the name is taken with another type,
  ///   default or secrecy; ``PyxisKeyError/invalidName(reason:)``; ``PyxisKeyError/limitReached``
  ///   (R5).
  public static func register() throws(PyxisKeyError) {
    try KeyRegistry.register(Self.self)
  }
}
