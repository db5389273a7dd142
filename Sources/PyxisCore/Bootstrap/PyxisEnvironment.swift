/// The environment variable that holds the launch payload.
public let pyxisEnvironmentKey: String = "PYXIS_BOOTSTRAP"

/// The environment variable that holds the absolute path of a file with the launch payload.
///
/// It serves payloads that are too large for the environment; setting both variables is an error.
public let pyxisEnvironmentFileKey: String = "PYXIS_BOOTSTRAP_FILE"

/// The environment variable that holds the absolute path of the directory that takes a run's reports.
///
/// Hosts publish there; without it and ``pyxisRunIdentifierKey`` nobody asked for reports.
public let pyxisReportDirectoryKey: String = "PYXIS_REPORT_DIR"

/// The environment variable that holds the identifier of a run: 32 lower-case hexadecimal digits.
public let pyxisRunIdentifierKey: String = "PYXIS_RUN_ID"
