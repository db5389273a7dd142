import PyxisCore
import Testing

/// The known variants: exact keys and exact values.
@Suite("Known variants")
struct VariantsKnownTests {
  @Test(
    "Each factory spells its key and its value as the contract does",
    arguments: [
      (.colorScheme(.light), "color_scheme", "light"),
      (.colorScheme(.dark), "color_scheme", "dark"),
      (.colorScheme(.system), "color_scheme", "system"),
      (.layoutDirection(.ltr), "layout_direction", "ltr"),
      (.layoutDirection(.rtl), "layout_direction", "rtl"), (.locale("pl_PL"), "locale", "pl_PL"),
      (.language("pl"), "language", "pl"), (.device("iPhone17,3"), "device", "iPhone17,3"),
      (.os("linux"), "os", "linux"), (.orientation("portrait"), "orientation", "portrait"),
      (.timeZone("America/Los_Angeles"), "time_zone", "America/Los_Angeles"),
      (.calendar("gregorian"), "calendar", "gregorian"), (.clock("24h"), "clock", "24h"),
      (.contentSize(.xSmall), "accessibility.content_size", "x_small"),
      (.contrast(.normal), "accessibility.contrast", "normal"),
      (.contrast(.high), "accessibility.contrast", "high"),
      (.reduceMotion(true), "accessibility.reduce_motion", "true"),
      (.reduceMotion(false), "accessibility.reduce_motion", "false"),
      (.reduceTransparency(true), "accessibility.reduce_transparency", "true"),
      (.reduceTransparency(false), "accessibility.reduce_transparency", "false"),
      (.boldText(true), "accessibility.bold_text", "true"),
      (.boldText(false), "accessibility.bold_text", "false"),
      (.colorFilters("grayscale"), "accessibility.color_filters", "grayscale"),
      (.subscriptionStatus("trial"), "subscription.status", "trial"),
      (.subscriptionTrialEligibility("eligible"), "subscription.trial_eligibility", "eligible"),
      (.fixture("Demo"), "fixture", "Demo"), (.connectivity("offline"), "connectivity", "offline"),
      (.auth("signed_in"), "auth", "signed_in"), (.onboarding("done"), "onboarding", "done"),
      (.permission("camera", "granted"), "permission.camera", "granted"),
      (.feature("new_home", "on"), "feature.new_home", "on"),
      (.custom("DemoFixture-v2/Ä", " x "), "custom.DemoFixture-v2/Ä", " x "),
    ] as [(PyxisVariant, String, String)])
  func factories(_ variant: PyxisVariant, _ key: String, _ value: String) {
    #expect(utf8(variant.key) == utf8(key))
    #expect(utf8(variant.value) == utf8(value))
  }

  @Test("The value types have the contract's words, and no others")
  func values() {
    #expect(PyxisColorScheme.allCases.map(\.rawValue) == ["light", "dark", "system"])
    #expect(PyxisLayoutDirection.allCases.map(\.rawValue) == ["ltr", "rtl"])
    #expect(PyxisContrast.allCases.map(\.rawValue) == ["normal", "high"])
    #expect(
      PyxisContentSize.allCases.map(\.rawValue) == [
        "x_small", "small", "medium", "large", "x_large", "xx_large", "xxx_large",
        "accessibility_medium", "accessibility_large", "accessibility_x_large",
        "accessibility_xx_large", "accessibility_xxx_large",
      ])
    #expect(
      PyxisVariantStatus.allCases.map(\.rawValue) == [
        "applied", "observed", "unsupported", "unverified",
      ])
  }

  @Test("All known keys are listed, sorted by their bytes, each once")
  func keys() {
    let keys = PyxisVariantKey.all
    #expect(keys.count == 22)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(PyxisVariantKey.permission("camera") == "permission.camera")
    #expect(PyxisVariantKey.feature("x") == "feature.x")
    #expect(PyxisVariantKey.custom("x") == "custom.x")
  }

  @Test("The environment variables have their exact names")
  func environment() {
    #expect(pyxisEnvironmentKey == "PYXIS_BOOTSTRAP")
    #expect(pyxisEnvironmentFileKey == "PYXIS_BOOTSTRAP_FILE")
  }
}
