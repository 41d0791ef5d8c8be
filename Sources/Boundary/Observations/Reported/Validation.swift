public import Kernel

// Validation of a stack's outputs at the boundary, for Swift parts, external programs and recordings
// alike, before any value enters a score.

extension LocationFix {
  /// The reason why the fix is invalid, with the value; nil if it is valid.
  public var fault: String? {
    if let fault = coordinate.fault { return fault }
    return invalid("horizontal accuracy", horizontalAccuracyMetres, "m", 0...1e8)
      ?? invalid("altitude", altitudeMetres, "m", -1e6...1e8)
      ?? invalid("vertical accuracy", verticalAccuracyMetres, "m", -1e6...1e8)
      ?? invalid("course", courseDegrees, "degrees", -360...360)
      ?? invalid("speed", speedMetresPerSecond, "m/s", -1e6...1e6)
      ?? invalid("floor", Double(floor ?? 0), "", -1000...1000)
      ?? invalid("transmitter count", Double(transmitterCount), "", 0...1e6)
  }
}

extension Coordinate {
  /// The reason why the coordinate is invalid, with the value; nil if it is valid.
  public var fault: String? {
    invalid("latitude", latitudeDegrees, "degrees", -90...90)
      ?? invalid("longitude", longitudeDegrees, "degrees", -180...180)
  }
}

extension PedometerRecord {
  /// The reason why the record is invalid, with the value; nil if it is valid.
  public var fault: String? {
    invalid("step count", Double(stepCount), "", 0...1e9)
      ?? invalid("distance", distanceMetres ?? 0, "m", 0...1e9)
      ?? invalid("pace", paceSecondsPerMetre ?? 0, "s/m", 0...1e6)
      ?? invalid("cadence", cadenceStepsPerSecond ?? 0, "steps/s", 0...1e3)
      ?? invalid("floors up", Double(floorsAscended ?? 0), "", 0...1e6)
      ?? invalid("floors down", Double(floorsDescended ?? 0), "", 0...1e6)
  }
}

extension ActivityReport {
  /// The reason why the report is invalid, with the value; nil if it is valid.
  public var fault: String? {
    let known = ActivityFlags.named.reduce(into: ActivityFlags()) { $0.formUnion($1.flag) }
    return known.isSuperset(of: flags) ? nil : "reported invalid activity flags \(flags.rawValue)"
  }
}

extension Output {
  /// The reason why the output is invalid, with the value; nil if it is valid.
  public var fault: String? {
    switch self {
    case .location(let fix): fix.fault
    case .locations(let fixes): fixes.lazy.compactMap(\.fault).first
    case .activity(let report): report.fault
    case .activityHistory(let reports): reports.lazy.compactMap(\.fault).first
    case .pedometer(let record), .pedometerHistory(let record): record.fault
    case .visit(let visit):
      visit.coordinate.fault
        ?? invalid(
          "horizontal accuracy", visit.horizontalAccuracyMetres, "m", 0...1e8)
    case .cloud(let cloud):
      cloud.particles.lazy.compactMap(\.coordinate.fault).first
        ?? invalid("spread", cloud.spreadMetres, "m", 0...1e8)
    case .route(let route): route.points.lazy.compactMap(\.fault).first
    default: nil
    }
  }
}

/// Returns an error message for a value out of range or not a number; nil for a valid value.
private func invalid(
  _ name: String, _ value: Double, _ unit: String, _ range: ClosedRange<Double>
) -> String? {
  range.contains(value)
    ? nil : "reported an invalid \(name) of \(value)\(unit.isEmpty ? "" : " " + unit)"
}

/// The error of a stack that published an invalid value.
public struct StackFault: Error, Hashable, CustomStringConvertible {
  /// Time of the output.
  public let time: SimTime
  /// The error with the value.
  public let reason: String

  /// One line with the time and the value.
  public var description: String { "the stack \(reason), at \(time.seconds) s" }
}

extension StackSink {
  /// Returns the first invalid output since the last ``clear()``; nil if all are valid.
  public func fault(at time: SimTime) -> StackFault? {
    for output in outputs {
      if let reason = output.fault { return StackFault(time: time, reason: reason) }
    }
    return nil
  }
}
