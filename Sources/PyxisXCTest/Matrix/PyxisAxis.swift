import PyxisCore

/// One dimension of a matrix: a name, and the values that it takes one after the other.
///
/// ```swift
/// PyxisAxis("color_scheme", values: ["light", "dark"])
/// PyxisAxis("scheme", [.colorScheme(.light), .colorScheme(.dark)])
/// PyxisAxis("user", ["guest": [.auth("none")], "trial": [.auth("ok"), .fixture("trial")]])
/// ```
public struct PyxisAxis: Hashable, Sendable {
  /// One value of an axis: a label, and the variants that it stands for.
  public struct Value: Hashable, Sendable {
    /// What the value is called in the identifiers of rows.
    public var label: String

    /// The variants that a row with this value requests; none, for a row that leaves them out.
    public var variants: PyxisVariants

    /// Variables that the host of such a row gets besides; `nil` removes one.
    public var environment: [String: String?]

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - label: What the value is called.
    ///   - variants: The variants that it stands for.
    ///   - environment: Variables that the host gets besides; `nil` removes one.
    public init(
      _ label: String, _ variants: PyxisVariants, environment: [String: String?] = [:]
    ) {
      self.label = label
      self.variants = variants
      self.environment = environment
    }
  }

  /// The name of the axis.
  public var name: String

  /// The values, in their order.
  public var values: [Value]

  /// Makes an axis.
  ///
  /// - Parameters:
  ///   - name: The name of the axis.
  ///   - values: Its values, in their order.
  public init(_ name: String, _ values: [Value]) {
    self.name = name
    self.values = values
  }

  /// Makes an axis of single variants, whose labels are their values.
  ///
  /// - Parameters:
  ///   - name: The name of the axis.
  ///   - variants: The variants, in their order.
  public init(_ name: String, _ variants: [PyxisVariant]) {
    self.init(name, variants.map { Value($0.value, [$0]) })
  }

  /// Makes an axis of labels with the variants that they stand for.
  ///
  /// - Parameters:
  ///   - name: The name of the axis.
  ///   - values: The variants by label, in their order.
  public init(_ name: String, _ values: KeyValuePairs<String, PyxisVariants>) {
    self.init(name, values.map { Value($0.key, $0.value) })
  }

  /// Makes an axis of one variant's values; it is called like the variant's key.
  ///
  /// - Parameters:
  ///   - key: The variant's key.
  ///   - values: Its values, in their order.
  public init(_ key: String, values: [String]) {
    self.init(key, values.map { PyxisVariant(key: key, value: $0) })
  }
}
