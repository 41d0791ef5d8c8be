public import Kernel

// What can't be, of all that a stack may tell: checked at the boundary, for parts written in Swift,
// for programs in other languages and for recordings alike, before any of it may enter a score.

extension LocationFix {
  /// What is impossible about it, with the value; nil if nothing is.
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
  /// What is impossible about it, with the value; nil if nothing is.
  public var fault: String? {
    impossible("latitude", latitudeDegrees, "degrees", -90...90)
      ?? impossible("longitude", longitudeDegrees, "degrees", -180...180)
  }
}

extension PedometerRecord {
  /// What is impossible about it, with the value; nil if nothing is.
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
  /// What is impossible about it, with the value; nil if nothing is.
  public var fault: String? {
    let known = ActivityFlags.named.reduce(into: ActivityFlags()) { $0.formUnion($1.flag) }
    return known.isSuperset(of: flags) ? nil : "told activity flags \(flags.rawValue)"
  }
}

extension Output {
  /// What is impossible about it, with the value; nil if nothing is.
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

/// Says that a value is out of range, or no number.
private func impossible(
  _ name: String, _ value: Double, _ unit: String, _ range: ClosedRange<Double>
) -> String? {
  range.contains(value) ? nil : "told a \(name) of \(value)\(unit.isEmpty ? "" : " " + unit)"
}

/// A stack has told something that can't be.
public struct StackFault: Error, Hashable, CustomStringConvertible {
  /// When.
  public let time: SimTime
  /// What was wrong, with the value.
  public let reason: String

  /// One line with the time and the value.
  public var description: String { "the stack \(reason), at \(time.seconds) s" }
}

extension StackSink {
  /// What is impossible about what has been told since the last ``clear()``; nil if nothing is.
  ///
  /// - Parameter time: Now.
  /// - Returns: The first fault.
  public func fault(at time: SimTime) -> StackFault? {
    for output in outputs {
      if let reason = output.fault { return StackFault(time: time, reason: reason) }
    }
    return nil
  }
}
