import PyxisCore
import UIKit

/// Applies what was requested to a window of UIKit, as an app would.
@MainActor
func sceneWillConnect(_ window: UIWindow) throws -> PyxisBootstrapReport? {
  try applyPyxis(to: window)
}
