import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs. It is long enough for one that has to wait for all the others.
  package static var generousTimeLimit: TimeLimitTrait {
    .timeLimit(.minutes(isSanitized ? 60 : 20))
  }
}
