import Documents
import Kernel
package import Observations
import Truth

extension ReadRecording {
  /// Refuses what no sensor gives, no receiver can be at and no clock does, before a stack sees it.
  ///
  /// Every recording of every format comes by here. A reader that knows lines refuses such values
  /// itself, by the same limits.
  ///
  /// - Parameter file: The file in which the recording begins, for messages.
  /// - Throws: The first such value, with its time and what would be possible.
  func check(file: String) throws(DocumentError) {
    var latest = SimTime.start
    for delivered in recording.observations {
      try Self.check(delivered.time, after: latest, file: file)
      latest = max(latest, delivered.time)
      if let fault = delivered.item.impossible(at: delivered.time) {
        throw fault.error(at: nil, file: file, time: delivered.time)
      }
    }
    for sample in recording.truth {
      if let fault = sample.impossible {
        throw fault.error(at: nil, file: "\(file): the truth", time: sample.time)
      }
    }
  }

  /// Nobody's recording pauses for longer: clocks that jump by a year do.
  private static let longestPause = SimDuration.hours(30 * 24)

  private static func check(
    _ time: SimTime, after latest: SimTime, file: String
  ) throws(DocumentError) {
    guard time - latest > longestPause else { return }
    throw DocumentError(
      "\(file): the time jumps from \(latest.seconds) s to \(time.seconds) s after the recording's "
        + "start; up to \(longestPause.seconds) s between two readings is possible: mend the clock, "
        + "or split the file there")
  }
}

extension TruthSample {
  /// What is impossible about what is known of it; nil if nothing is.
  package var impossible: ImpossibleValue? {
    func fault(_ column: TruthColumn, _ value: Double, _ kind: TruthKinds) -> ImpossibleValue? {
      guard known.contains(kind), !column.allowed.contains(value) else { return nil }
      return ImpossibleValue(column.name, value)
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

/// A column of the truth, with what may stand in it: looked up once, as there are samples by the million.
private struct TruthColumn {
  let name: String
  let allowed: ClosedRange<Double>

  init(_ name: String) {
    self.name = name
    allowed = ImpossibleValue.range(of: name)
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
