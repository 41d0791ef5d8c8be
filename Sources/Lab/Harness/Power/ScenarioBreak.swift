public import Documents
import Parts
import Scenarios
public import Scoring
import Services

/// A break of a scenario with its resolved settings and budgets.
public struct ScenarioBreak: Sendable {
  public let settings: [Setting]
  /// The budgets that must be missed with these settings.
  public let budgets: [Budget]

  /// The settings in words.
  public var text: String { settings.map(\.text).joined(separator: "; ") }
}

extension LoadedScenario {
  /// Returns the breaks with their budgets, in the order of the file.
  ///
  /// - Throws: All names that match no budget.
  public func breaks() throws(DocumentError) -> [ScenarioBreak] {
    try Self.breaks(of: scenario, budgets)
  }

  /// Validates that a scenario's breaks can be set, and name its budgets.
  ///
  /// - Parameters:
  ///   - scenario: The scenario, as in its file.
  ///   - node: The file's content.
  ///   - parts: The catalogue of stack parts.
  /// - Throws: All mistakes with their places.
  static func checkBreaks(
    of scenario: Scenario, in node: Node, _ parts: PartCatalogue
  ) throws(DocumentError) {
    _ = try breaks(of: scenario, scenario.budgets + scenario.expectedBudgets)
    var wrong: [Diagnostic] = []
    for entry in scenario.breaks {
      do throws(DocumentError) {
        var changed = node
        for setting in entry.value.settings {
          changed = try Setting(setting.value).applied(to: changed)
        }
        try StackSettings.reading(with: parts) { () throws(DocumentError) in
          _ = try decodeDocument(Scenario.self, from: changed)
        }
      } catch {
        // Mistakes of a setting are reported at its place in the file.
        wrong += error.diagnostics.map {
          Diagnostic(
            place: entry.value.settings[0].place, message: $0.message, suggestion: $0.suggestion)
        }
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }

  private static func breaks(
    of scenario: Scenario, _ budgets: [Budget]
  ) throws(DocumentError) -> [ScenarioBreak] {
    var wrong: [Diagnostic] = []
    var breaks: [ScenarioBreak] = []
    for entry in scenario.breaks {
      var meant: [Budget] = []
      for name in entry.value.misses {
        let named = budgets.named(name.value)
        if named.isEmpty {
          wrong.append(
            Diagnostic(
              place: name.place,
              message: "no budget or expectation is called '\(name.value.prefix(80))'",
              suggestion: nearestName(to: name.value, among: budgets.map(\.name))))
        }
        meant += named.filter { !meant.contains($0) }
      }
      var settings: [Setting] = []
      for text in entry.value.settings { settings.append(try Setting(text.value)) }
      breaks.append(ScenarioBreak(settings: settings, budgets: meant))
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
    return breaks
  }
}
