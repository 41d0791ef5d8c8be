public import Documents
import Parts
import Scenarios
public import Scoring
import Services

/// Something that must break a scenario, as it is tried.
public struct ScenarioBreak: Sendable {
  /// What is set.
  public let settings: [Setting]
  /// The budgets that must then be missed.
  public let budgets: [Budget]

  /// What is set, in words.
  public var text: String { settings.map(\.text).joined(separator: "; ") }
}

extension LoadedScenario {
  /// What must break it, with the budgets that its names mean.
  ///
  /// - Returns: The breaks, in the order of the file.
  /// - Throws: Which of them name no budget.
  public func breaks() throws(DocumentError) -> [ScenarioBreak] {
    try Self.breaks(of: scenario, budgets)
  }

  /// Checks that what must break a scenario can be set in it, and names budgets of it.
  ///
  /// - Parameters:
  ///   - scenario: The scenario, as it stands in its file.
  ///   - node: The file's text.
  ///   - parts: The parts of stacks that it may name.
  /// - Throws: Everything that is wrong, with its place.
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
        // What is wrong with a setting is told where it stands in the file.
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
