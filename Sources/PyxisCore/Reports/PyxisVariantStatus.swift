/// What became of a requested variant.
public enum PyxisVariantStatus: String, Hashable, Sendable, CaseIterable {
  /// An adapter applied the variant and checked that it is in force.
  case applied

  /// The variant was in force without the host's doing, and the host saw it.
  case observed

  /// The host cannot apply the variant.
  case unsupported

  /// Nobody knows whether the variant is in force.
  case unverified
}
