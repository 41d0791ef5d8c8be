import Geometry
import Kernel
import Observations
import Truth

/// The errors of one location against the truth.
struct FixMeasure {
  /// The distance to the true position at the time of the report, in m; not-a-number if unknown.
  var horizontal = Double.nan
  /// The offset from the true position at the time of the report; nil if unknown, or for an invalid
  /// location.
  var offset: GroundOffset?
  /// Ahead and to the side of the true direction of travel, in m.
  var track: (along: Double, across: Double)?
  /// Reported less true height, in m.
  var vertical: Double?
  /// Nil where the true floor is unknown.
  var isFloorRight: Bool?
  /// The reported and the true floor; nil where the truth has no floors.
  var floors: (reported: Int?, true: Int?)?
  /// The distance to the true position at the location's own time, in m.
  var pose: Double?
  /// The change of the offset since the last location, each at its own time, in m.
  var step: Double?
  /// Cramer-Rao bound of the epoch's ranges, in m.
  var bound: Double?
  /// Posterior Cramer-Rao bound (uses all earlier epochs), in m.
  var posteriorBound: Double?
  /// Posterior Cramer-Rao bound indoors, from access points and beacons, in m.
  var radioBound: Double?

  /// The main source.
  let source: LocationSource

  /// Minimum speed for a meaningful direction of travel, in m/s; an estimate.
  static let minSpeed = 0.5

  /// The 68 % radius in sigmas per axis: the square root of -2 ln 0.32 (Rayleigh).
  static let radiusInSigmas = 1.509_592_1
  /// The penalty of a wrong floor, in m: IPIN competition 2023, track 3.
  static let floorMetres = 15.0

  /// Computes the errors of a location at the time of its report.
  init(_ fix: LocationFix, reported truth: TruthSample) {
    source = fix.source
    if truth.known.contains(.position) {
      offset = GroundOffset(from: truth.coordinate, to: fix.coordinate)
      // Invalid coordinates can't be measured; they count as infinitely wrong.
      horizontal = offset?.distance ?? .infinity
    }
    if fix.verticalAccuracyMetres >= 0, truth.known.contains(.altitude) {
      vertical = fix.altitudeMetres - truth.altitudeMetres
    }
    if truth.known.contains(.floor) {
      isFloorRight = fix.floor == truth.floor
      floors = (fix.floor, truth.floor)
    }
    guard let offset, truth.known.contains(.velocity) else { return }
    let velocity = Vec2(truth.eastVelocityMetresPerSecond, truth.northVelocityMetresPerSecond)
    let speed = velocity.length
    guard speed >= Self.minSpeed else { return }
    track = (
      offset.vector.dot(velocity) / speed, abs(velocity.cross(offset.vector)) / speed
    )
  }
}

extension SampleSet {
  /// Adds the errors of a location.
  mutating func add(_ measure: FixMeasure, accuracy: Double) {
    if let track = measure.track {
      self[.fix.crossTrackError].add(track.across)
      self[.fix.alongTrackError].add(track.along)
    }
    if let vertical = measure.vertical { self[.height.verticalError].add(abs(vertical)) }
    if let isRight = measure.isFloorRight { self[.height.floorAccuracy].add(isRight ? 1 : 0) }
    if let pose = measure.pose { self[.pose.ape].add(pose) }
    if let step = measure.step { self[.pose.rpe].add(step) }
    addIndoors(measure, accuracy: accuracy)
    let error = measure.horizontal
    guard !error.isNaN else { return }
    self[.fix.horizontalError].add(error)
    self[.withinAccuracy.whole].add(error <= accuracy ? 1 : 0)
    if let metric = Metric.withinAccuracy.of(measure.source) {
      self[metric].add(error <= accuracy ? 1 : 0)
    }
    guard accuracy > 0 else { return }
    self[.calibration.half].add(error <= 0.5 * accuracy ? 1 : 0)
    self[.calibration.oneAndHalf].add(error <= 1.5 * accuracy ? 1 : 0)
    self[.calibration.twice].add(error <= 2 * accuracy ? 1 : 0)
    self[.calibration.thrice].add(error <= 3 * accuracy ? 1 : 0)
    let sigmas = error * FixMeasure.radiusInSigmas / accuracy
    self[.calibration.nees].add(sigmas * sigmas)
  }

  /// Adds the indoor errors of a location; off the levels it should report no floor.
  private mutating func addIndoors(_ measure: FixMeasure, accuracy: Double) {
    guard let floors = measure.floors else { return }
    guard let floor = floors.true else {
      self[.indoor.falseFloor].add(floors.reported == nil ? 0 : 1)
      return
    }
    self[.indoor.floorRight].add(floors.reported == floor ? 1 : 0)
    let error = measure.horizontal
    guard !error.isNaN else { return }
    self[.indoor.error].add(error)
    self[.indoor.withinAccuracy].add(error <= accuracy ? 1 : 0)
    // No floor counts as the ground floor; an absurd one must not overflow.
    let wrong = abs(Double(floors.reported ?? 0) - Double(floor))
    self[.indoor.score].add(error + FixMeasure.floorMetres * wrong)
  }
}
