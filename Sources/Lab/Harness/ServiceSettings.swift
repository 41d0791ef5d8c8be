import Documents
import Kernel
import Observations
import Scenarios
import Scoring
import Services

// What a scenario says of the services and their apps, as these understand it.

extension ServiceConstants {
  /// The numbers as a scenario has them.
  ///
  /// - Parameter settings: Those that differ from the table.
  /// - Throws: Names that there are none of, and values that make no sense.
  init(_ settings: [ConstantSetting]) throws(DocumentError) {
    self.init()
    var wrong: [Diagnostic] = []
    let names = ServiceConstants.rows.map(\.name)
    for setting in settings {
      guard let row = ServiceConstants.rows.first(where: { $0.name == setting.name }) else {
        wrong.append(
          Diagnostic(
            place: setting.namePlace,
            message: "there is no constant '\(setting.name.prefix(60))'; "
              + "see 'venuesim list constants'",
            suggestion: nearestName(to: setting.name, among: names)))
        continue
      }
      do throws(DocumentFormError) {
        let value = try row.read(setting.text)
        guard row.range.contains(value) else {
          throw DocumentFormError(
            "'\(row.name)' must lie from \(row.range.lowerBound) to \(row.range.upperBound) "
              + row.unit)
        }
        self[row.name] = value
      } catch {
        wrong.append(Diagnostic(place: setting.valuePlace, message: error.message))
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }
}

extension ServiceConstant {
  /// Reads a value with its unit.
  fileprivate func read(_ text: String) throws(DocumentFormError) -> Double {
    let dimension: Dimension? =
      switch unit {
      case "s": .time
      case "m": .length
      case "m/s": .speed
      case "dBm": .decibelMilliwatts
      case "dB": .decibels
      default: nil
      }
    guard let dimension else {
      guard let number = Double(text), number.isFinite else {
        throw DocumentFormError("expected a number, found '\(text.prefix(40))'")
      }
      return number
    }
    do {
      return try Quantity.parse(text, as: dimension)
    } catch {
      throw DocumentFormError("\(error)")
    }
  }
}

extension AppDeclaration {
  /// What an app of a scenario declares.
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
  /// What its phones' apps must be told.
  var expectations: [AppExpectation] {
    expect.map { located in
      let entry = located.value
      let isLimited = entry.isNever || entry.least == nil && entry.most != nil
      return AppExpectation(
        name: expectationName(entry), event: entry.event, app: entry.app, anchor: entry.anchor,
        from: .seconds(entry.from), until: entry.until.map { .seconds($0) },
        least: isLimited ? 0 : entry.least ?? 1,
        most: entry.isNever ? 0 : entry.most ?? .max)
    }
  }

  /// How reports call an expectation: `runner paused, 600 s to 1200 s since region in home`.
  fileprivate func expectationName(_ entry: ExpectEntry) -> String {
    var text = name.value + " " + (entry.app.map { "(\($0)) " } ?? "") + entry.event.text
    if entry.isNever { text += " never" }
    if let least = entry.least { text += " at least \(least)" }
    if let most = entry.most { text += " at most \(most)" }
    if entry.from != 0 || entry.until != nil {
      text +=
        ", \(SimDuration.seconds(entry.from)) to "
        + (entry.until.map { "\(SimDuration.seconds($0))" } ?? "the end")
    }
    switch entry.anchor {
    case .start: break
    case .change(let kind, let to): text += " since \(kind.rawValue) \(to)"
    case .told(let event): text += " since told \(event.text)"
    }
    return text
  }
}

extension Scenario {
  /// A budget for each expectation.
  var expectedBudgets: [Budget] {
    agents.flatMap { agent in
      zip(agent.expect, agent.expectations).map { entry, expectation in
        Budget(expecting: entry.value.share, of: expectation.name)
      }
    }
  }
}

/// The table of the services' numbers, for lists.
public enum ServiceConstantTable {
  /// The columns.
  public static let columns = ["constant", "value", "unit", "source", "from", "to", "who says so"]

  /// A row for each number.
  public static var rows: [[String]] {
    ServiceConstants.rows.map { row in
      [
        row.name, exactText(row.value), row.unit, row.source.rawValue,
        exactText(row.range.lowerBound), exactText(row.range.upperBound), row.text,
      ]
    }
  }

  /// A number as people write it: without a point where it needs none.
  private static func exactText(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
  }
}
