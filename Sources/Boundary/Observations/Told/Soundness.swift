public import Kernel

// Validation of a stack's outputs at the boundary, for Swift parts, external programs and recordings
// alike, before any value enters a score.

extension LocationFix {
  /// The reason why the fix is invalid, with the value; nil if it is valid.
  public var fault: String? {
    if let fault = coordinate.fault { return fault }
    return impossible("horizontal accuracy", horizontalAccuracyMetres, "m", 0...1e8)
      ?? impossible("altitude", altitudeMetres, "m", -1e6...1e8)
      ?? impossible("vertical accuracy", verticalAccuracyMetres, "m", -1e6...1e8)
      ?? impossible("course", courseDegrees, "degrees", -360...360)
      ?? impossible("speed", speedMetresPerSecond, "m/s", -1e6...1e6)
      ?? impossible("floor", Double(floor ?? 0), "", -1000...1000)
      ?? impossible("transmitter count", Double(transmitterCount), "", 0...1e6)
  }
}

extension Coordinate {
  /// The reason why the coordinate is invalid, with the value; nil if it is valid.
  public var fault: String? {
    impossible("latitude", latitudeDegrees, "degrees", -90...90)
      ?? impossible("longitude", longitudeDegrees, "degrees", -180...180)
  }
}

extension PedometerRecord {
  /// The reason why the record is invalid, with the value; nil if it is valid.
  public var fault: String? {
    impossible("step count", Double(stepCount), "", 0...1e9)
      ?? impossible("distance", distanceMetres ?? 0, "m", 0...1e9)
      ?? impossible("pace", paceSecondsPerMetre ?? 0, "s/m", 0...1e6)
      ?? impossible("cadence", cadenceStepsPerSecond ?? 0, "steps/s", 0...1e3)
      ?? impossible("floors up", Double(floorsAscended ?? 0), "", 0...1e6)
      ?? impossible("floors down", Double(floorsDescended ?? 0), "", 0...1e6)
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
        ?? impossible(
          "horizontal accuracy", visit.horizontalAccuracyMetres, "m", 0...1e8)
    case .cloud(let cloud):
      cloud.particles.lazy.compactMap(\.coordinate.fault).first
        ?? impossible("spread", cloud.spreadMetres, "m", 0...1e8)
    default: nil
    }
  }
}

/// Returns an error message for a value out of range or not a number; nil for a valid value.
private func impossible(
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
