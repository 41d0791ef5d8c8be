public import Kernel
public import Observations

/// The true activity class of a person.
public enum TrueActivity: String, CaseIterable, Sendable {
  case stationary, walking, running, cycling, automotive, other
}

/// The ground truth of a device and its carrier at one moment.
public struct TruthSample: Hashable, Sendable {
  public var time: SimTime
  public var coordinate: Coordinate
  /// Height above the ellipsoid, in m.
  public var altitudeMetres: Double
  /// The level: 0 for the ground floor; nil outdoors.
  public var floor: Int?
  /// Velocity to the east, in m/s.
  public var eastVelocityMetresPerSecond: Double
  /// Velocity to the north, in m/s.
  public var northVelocityMetresPerSecond: Double
  public var activity: TrueActivity
  /// Steps since the start.
  public var stepCount: Int
  /// Distance on foot since the start, in m.
  public var distanceMetres: Double
  /// The known fields; unknown ones must not be scored.
  public var known: TruthKinds

  /// Creates a sample; not-a-number values count as unknown.
  public init(
    time: SimTime, coordinate: Coordinate, altitudeMetres: Double, floor: Int?,
    eastVelocityMetresPerSecond: Double, northVelocityMetresPerSecond: Double,
    activity: TrueActivity, stepCount: Int, distanceMetres: Double, known: TruthKinds = .all
  ) {
    self.time = time
    self.coordinate = coordinate
    self.altitudeMetres = altitudeMetres
    self.floor = floor
    self.eastVelocityMetresPerSecond = eastVelocityMetresPerSecond
    self.northVelocityMetresPerSecond = northVelocityMetresPerSecond
    self.activity = activity
    self.stepCount = stepCount
    self.distanceMetres = distanceMetres
    var known = known
    if coordinate.latitudeDegrees.isNaN || coordinate.longitudeDegrees.isNaN {
      known.remove(.position)
    }
    if altitudeMetres.isNaN { known.remove(.altitude) }
    if eastVelocityMetresPerSecond.isNaN || northVelocityMetresPerSecond.isNaN {
      known.remove(.velocity)
    }
    if distanceMetres.isNaN { known.remove(.distance) }
    self.known = known
  }

  /// Creates a sample without any known field.
  public init(unknownAt time: SimTime) {
    self.init(
      time: time, coordinate: Coordinate(latitudeDegrees: .nan, longitudeDegrees: .nan),
      altitudeMetres: .nan, floor: nil, eastVelocityMetresPerSecond: .nan,
      northVelocityMetresPerSecond: .nan, activity: .other, stepCount: 0, distanceMetres: .nan,
      known: [])
  }
}
