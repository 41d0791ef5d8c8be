import Documents
import Kernel
import Observations
import Scenarios
import Scoring
import Services
import Truth

// Conversion of scenarios' service and app settings.

extension AppDeclaration {
  /// Creates the declaration of an app in a scenario.
  init(_ entry: AppEntry) {
    self.init()
    explainsWhenInUse = entry.explainsWhenInUse
    explainsAlways = entry.explainsAlways
    explainsMotion = entry.explainsMotion
    hasBackgroundMode = entry.hasBackgroundMode
    hasComplication = entry.hasComplication
    handlingSeconds = entry.handling
    isRestricted = entry.location == .restricted
    grant =
      switch entry.location {
      case .undetermined: .undetermined
      case .restricted: .restricted
      case .denied: .denied
      case .once: .once
      case .whenInUse: .whenInUse
      case .provisionalAlways: .provisionalAlways
      case .always: .always
      }
    motion = entry.motion.map { $0 ? .authorized : .denied } ?? .notDetermined
  }
}

extension AgentEntry {
  /// The expected messages to the apps.
  var expectations: [AppExpectation] {
    expect.map { located in
      let entry = located.value
      let isLimited = entry.isNever || entry.minimum == nil && entry.maximum != nil
      return AppExpectation(
        name: expectationName(entry), event: entry.event, app: entry.app, anchor: entry.anchor,
        from: .seconds(entry.from), until: entry.until.map { .seconds($0) },
        minimum: isLimited ? 0 : entry.minimum ?? 1,
        maximum: entry.isNever ? 0 : entry.maximum ?? .max, isJudged: entry.share != nil)
    }
  }

  /// Returns the name of an expectation in reports: `runner paused, 600 s to 1200 s since region in
  /// home`.
  fileprivate func expectationName(_ entry: ExpectEntry) -> String {
    var text = name.value + " " + (entry.app.map { "(\($0)) " } ?? "") + entry.event.text
    if entry.isNever { text += " never" }
    if let minimum = entry.minimum { text += " at least \(minimum)" }
    if let maximum = entry.maximum { text += " at most \(maximum)" }
    if entry.from != 0 || entry.until != nil {
      text +=
        ", \(SimDuration.seconds(entry.from)) to "
        + (entry.until.map { "\(SimDuration.seconds($0))" } ?? "the end")
    }
    switch entry.anchor {
    case .start: break
    case .change(let kind, let to): text += " since \(kind.rawValue) \(to)"
    case .reported(let event): text += " since told \(event.text)"
    }
    return text
  }
}

extension Scenario {
  /// A budget for each expectation with a share.
  var expectedBudgets: [Budget] {
    agents.flatMap { agent in
      zip(agent.expect, agent.expectations).compactMap { entry, expectation in
        entry.value.share.map {
          Budget(expecting: $0, of: expectation.name, ifAny: entry.value.isOptional)
        }
      }
    }
  }
}

/// Table of the services' parameters, for lists.
public enum ServiceConstantTable {
  public static let columns = ["constant", "value", "unit", "source", "from", "to", "who says so"]

  /// A row per parameter.
  public static var rows: [[String]] {
    ServiceConstants().parameterRows().map { row in
      let ends = row.range.split(separator: "..").map(String.init)
      let isSpan = ends.count == 2
      let text = row.source.text
      let words = text.isEmpty ? row.meaning : "\(row.meaning.dropLast()) (\(text))."
      return [
        row.name, row.value, row.unit, row.source.grade, isSpan ? ends[0] : row.range,
        isSpan ? ends[1] : row.range, words,
      ]
    }
  }
}
