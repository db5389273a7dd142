/// A pointer to a service of the host's, which configurations share and other languages can use.
///
/// A key with a name and values of this type is the same entry as the C key of that name (R5).
public struct PyxisCapability: Sendable {
  /// Gives up what the pointer owns.
  public typealias Destroy = @Sendable (UnsafeMutableRawPointer?) -> Void

  private let owner: Owner?

  /// The pointer, valid as long as this value or a configuration that holds it.
  public var pointer: UnsafeMutableRawPointer? { owner?.pointer }

  /// No service: the default of every key of capabilities.
  public static let none: PyxisCapability = PyxisCapability(owner: nil)

  /// Makes a capability.
  ///
  /// - Parameters:
  ///   - pointer: The service; the host lets any thread use it.
  ///   - destroy: Called once, on any thread and under no lock, when the last configuration that
  ///     holds the capability and the last copy of this value are gone (R11).
  public init(_ pointer: UnsafeMutableRawPointer?, destroy: Destroy? = nil) {
    owner = Owner(pointer, destroy: destroy)
  }

  private init(owner: Owner?) {
    self.owner = owner
  }

  // The pointer is constant; that it may be used from any thread is the host's promise.
  private final class Owner: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
    private let destroy: Destroy?

    init(_ pointer: UnsafeMutableRawPointer?, destroy: Destroy?) {
      self.pointer = pointer
      self.destroy = destroy
    }

    deinit {
      destroy?(pointer)
    }
  }
}

extension PyxisCapability: Hashable {
  /// Whether both are the same pointer.
  public static func == (one: Self, other: Self) -> Bool { one.pointer == other.pointer }

  /// Hashes the pointer.
  public func hash(into hasher: inout Hasher) { hasher.combine(pointer) }
}

extension PyxisCapability: CustomStringConvertible {
  /// Whether there is a service; its address says nothing to people.
  public var description: String { pointer == nil ? "none" : "a capability" }
}
