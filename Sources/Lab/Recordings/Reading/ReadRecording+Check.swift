import Documents
import Kernel
package import Observations
import Truth

extension ReadRecording {
  /// Rejects values outside the physical or plausible ranges, before a stack receives them.
  ///
  /// It checks every recording of every format. Readers of text lines reject such values themselves, with the
  /// same limits.
  ///
  /// - Parameter file: The file in which the recording begins, for messages.
  /// - Throws: ``DocumentError`` for the first such value, with its time and range.
  func check(file: String) throws(DocumentError) {
    var latest = SimTime.start
    for delivered in recording.observations {
      try Self.check(delivered.time, after: latest, file: file)
      latest = max(latest, delivered.time)
      if let fault = delivered.item.invalid(at: delivered.time) {
        throw fault.error(at: nil, file: file, time: delivered.time)
      }
    }
    for sample in recording.truth {
      if let fault = sample.invalid {
        throw fault.error(at: nil, file: "\(file): the truth", time: sample.time)
      }
    }
  }

  /// Max gap between two readings; longer gaps are clock errors, such as a jump of a year.
  private static let longestPause = SimDuration.hours(30 * 24)

  private static func check(
    _ time: SimTime, after latest: SimTime, file: String
  ) throws(DocumentError) {
    guard time - latest > longestPause else { return }
    throw DocumentError(
      "\(file): the time jumps from \(latest.seconds) s to \(time.seconds) s after the recording's "
        + "start; two readings must be at most \(longestPause.seconds) s apart: correct the times, "
        + "or split the file there")
  }
}

extension TruthSample {
  /// The first known value that is out of range; nil if all are valid.
  package var invalid: InvalidValue? {
    func fault(_ column: TruthColumn, _ value: Double, _ kind: TruthKinds) -> InvalidValue? {
      guard known.contains(kind), !column.allowed.contains(value) else { return nil }
      return InvalidValue(column.name, value)
    }
    return fault(.latitude, coordinate.latitudeDegrees, .position)
      ?? fault(.longitude, coordinate.longitudeDegrees, .position)
      ?? fault(.altitude, altitudeMetres, .altitude)
      ?? fault(.floor, Double(floor ?? 0), .floor)
      ?? fault(.east, eastVelocityMetresPerSecond, .velocity)
      ?? fault(.north, northVelocityMetresPerSecond, .velocity)
      ?? fault(.steps, Double(stepCount), .steps)
      ?? fault(.distance, distanceMetres, .distance)
  }
}

/// A column of the truth with its valid range, looked up once because there are millions of samples.
private struct TruthColumn {
  let name: String
  let allowed: ClosedRange<Double>

  init(_ name: String) {
    self.name = name
    allowed = InvalidValue.range(of: name)
  }

  static let latitude = TruthColumn("latitude_deg")
  static let longitude = TruthColumn("longitude_deg")
  static let altitude = TruthColumn("altitude_m")
  static let floor = TruthColumn("floor")
  static let east = TruthColumn("east_mps")
  static let north = TruthColumn("north_mps")
  static let steps = TruthColumn("steps")
  static let distance = TruthColumn("distance_m")
}
