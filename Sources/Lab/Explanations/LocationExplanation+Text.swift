import Kernel
import Observations
import Reporting
import Truth

// The explanation as text.

extension LocationExplanation {
  /// The number of rows in the table of effects.
  private static let maxRows = 12

  /// Returns the answer, and the tables.
  ///
  /// - Parameter wrapped: Breaks a long line.
  /// - Returns: The lines.
  public func lines(wrappedBy wrapped: (String) -> [String]) -> [String] {
    let period = durationText(LocationState.period.seconds)
    var lines = answer.flatMap(wrapped)
    for (title, table) in [
      ("Effects: the location without one input in the time before", effects),
      ("Inputs received in the last \(period)", inputTable), ("State", stateLines),
    ] {
      lines += ["", title] + table.map { "  " + $0 }
    }
    return lines + notes.flatMap { wrapped("note: \($0)") }
  }

  private var effects: [String] {
    let shown = strongest.filter { !$0.isWithinScatter }
    var lines: [String] = []
    if !shown.isEmpty {
      let rows = shown.prefix(Self.maxRows)
      let hasPositions = rows.contains { $0.registeredMetres != nil }
      var table = TextTable(
        ["without", "for", "moves it by", "to the", "error", "change"]
          + (hasPositions ? ["registered"] : []))
      for pull in rows { table.add(cells(pull)) }
      lines = table.lines
    }
    let hidden = shown.count - min(shown.count, Self.maxRows)
    if hidden > 0 {
      lines.append("and \(counted(hidden, "input")) with smaller effects (--json lists all)")
    }
    let still = strongest.count - shown.count
    if still > 0 {
      let scatter = draws.map { " (\(figureText($0.scatter)) m)" } ?? ""
      lines.append(
        "\(counted(still, "input")) \(still == 1 ? "moves" : "move") it by no more than "
          + (draws == nil ? "5 cm" : "the filter's scatter\(scatter)"))
    }
    return lines.isEmpty ? ["none: no input was received in the last 120 s"] : lines
  }

  /// Each input once, with the period of its largest reduction of the error.
  private var strongest: [Pull] {
    var seen: Set<StackInput> = []
    return pulls.filter { seen.insert($0.input).inserted }
  }

  private func cells(_ pull: Pull) -> [String] {
    let change = error.flatMap { pull.change(from: $0.distance) }
    return [
      pull.name, durationText(pull.seconds),
      pull.location == nil ? "no location" : "\(figureText(pull.metres)) m",
      compass(pull.east, pull.north), pull.error.map { "\(figureText($0)) m" } ?? "",
      change.map { ($0 > 0 ? "+" : "") + "\(figureText($0)) m" } ?? "",
      pull.registeredMetres.map { "\(figureText($0)) m from the truth" } ?? "",
    ]
  }

  private var inputTable: [String] {
    var table = TextTable(["input", "n", "last", "content"])
    for input in state.inputs {
      let age = input.lastTime.map { "\(ageText(moment - $0)) ago" } ?? "never"
      table.add([input.kind.rawValue, "\(input.count)", age, input.detail])
    }
    table.add(["map", "", "", state.map])
    return table.lines
  }

  private var stateLines: [String] {
    let location = state.location
    var lines = [
      "reported: \(location.source.rawValue), within "
        + "\(figureText(location.horizontalAccuracyMetres)) m, \(floorText(location.floor)), "
        + "\(counted(location.transmitterCount, "transmitter")), "
        + "\(ageText(moment - location.time)) old"
        + (location.isSurveyed == false ? ", outside the surveyed area" : "")
    ]
    if let metres = state.matchedMetres {
      lines.append("map matching: moved it by \(figureText(metres)) m")
    }
    if let error {
      lines.append(
        "error: \(figureText(error.east)) m east, \(figureText(error.north)) m north"
          + (usualError.map { "; the run's median is \(figureText($0)) m" } ?? ""))
    }
    if let text = truthText { lines.append(text) }
    if let activity = state.activity {
      let period = durationText(LocationState.period.seconds)
      lines.append(
        "activity: \(activity.flags.text) since \(activity.startTime.brief)"
          + (state.steps.map { ", \(counted($0, "step")) in the last \(period)" } ?? ""))
    }
    if let draws, !draws.errors.isEmpty {
      let errors = draws.errors.map { figureText($0) + " m" }.joined(separator: ", ")
      lines.append("other random draws: errors \(errors); scatter \(figureText(draws.scatter)) m")
    }
    if let cloud = state.cloud { lines += text(of: cloud) }
    return lines
  }

  private var truthText: String? {
    guard let truth = state.truth else { return nil }
    var parts: [String] = []
    if truth.known.contains(.floor) { parts.append(floorText(truth.floor)) }
    if truth.known.contains(.activity) { parts.append(truth.activity.rawValue) }
    return parts.isEmpty ? nil : "truth: " + parts.joined(separator: ", ")
  }

  private func text(of cloud: CloudSummary) -> [String] {
    let count = cloud.clusters.count
    var lines = [
      "particles: spread \(figureText(cloud.spread)) m, \(counted(count, "cluster")), "
        + "\(ageText(.seconds(cloud.ageSeconds))) old"
    ]
    for cluster in cloud.clusters.prefix(4) {
      let truth = cluster.fromTruth.map { ", \(figureText($0)) m from the truth" } ?? ""
      lines.append(
        "  \(Int((cluster.share * 100).rounded())) %, \(floorText(cluster.floor)), "
          + "\(figureText(cluster.fromReported)) m from the reported location\(truth)")
    }
    return lines
  }
}
