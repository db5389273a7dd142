/// As what a process published a report.
public enum PyxisReportRole: String, Hashable, Sendable, CaseIterable {
  /// The process prepared itself, or loaded the library itself.
  case host

  /// The process was forked off such a one, and runs the same program.
  case forked
}
