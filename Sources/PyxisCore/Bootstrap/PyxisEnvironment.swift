/// The environment variable that holds the launch payload.
public let pyxisEnvironmentKey: String = "PYXIS_BOOTSTRAP"

/// The environment variable that holds the absolute path of a file with the launch payload.
///
/// It serves payloads that are too large for the environment; setting both variables is an error.
public let pyxisEnvironmentFileKey: String = "PYXIS_BOOTSTRAP_FILE"
