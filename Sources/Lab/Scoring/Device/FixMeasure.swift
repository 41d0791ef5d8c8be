import Geometry
import Kernel
import Observations
import Truth

/// What one location is worth, measured against the truth.
struct FixMeasure {
  /// The distance to the true place when told, in m; not-a-number where that isn't known.
  var horizontal = Double.nan
  /// The offset from the true place when told; nil where it isn't known, or told no place.
  var offset: GroundOffset?
  /// Ahead and to the side of the true direction of travel, in m.
  var track: (along: Double, across: Double)?
  /// Height told less true height, in m.
  var vertical: Double?
  /// Whether the floor is right; nil where it isn't known.
  var isFloorRight: Bool?
  /// The floor told and the true one; nil where the truth doesn't know floors.
  var floors: (told: Int?, true: Int?)?
  /// The distance to the true place at the location's own time, in m.
  var pose: Double?
  /// The change of the offset from the last location to this one, each at its own time, in m.
  var step: Double?
  /// The least error that was possible, in m.
  var bound: Double?
  /// The same of who knows all that was measured before, too.
  var posteriorBound: Double?
  /// The same indoors, by access points and beacons.
  var radioBound: Double?

  /// What it was mainly made from.
  let source: LocationSource

  /// The least speed, in m/s, at which a direction of travel means anything; an estimate.
  static let leastSpeed = 0.5

  /// A 68 % radius in standard deviations of either axis: the square root of -2 ln 0.32 (Rayleigh).
  static let radiusInSigmas = 1.509_592_1
  /// What a wrong floor counts as, in m: IPIN competition 2023, track 3.
  static let floorMetres = 15.0

  /// Measures a location at the moment it is told.
  init(_ fix: LocationFix, told truth: TruthSample) {
    source = fix.source
    if truth.known.contains(.position) {
      offset = GroundOffset(from: truth.coordinate, to: fix.coordinate)
      // A position that is no place on Earth can't be measured; it is counted as infinitely wrong.
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
    guard speed >= Self.leastSpeed else { return }
    track = (
      offset.vector.dot(velocity) / speed, abs(velocity.cross(offset.vector)) / speed
    )
  }
}

extension SampleSet {
  /// Adds what a location is worth.
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

  /// Adds what a location is worth on a level; elsewhere it should tell no floor.
  private mutating func addIndoors(_ measure: FixMeasure, accuracy: Double) {
    guard let floors = measure.floors else { return }
    guard let floor = floors.true else {
      self[.indoor.falseFloor].add(floors.told == nil ? 0 : 1)
      return
    }
    self[.indoor.floorRight].add(floors.told == floor ? 1 : 0)
    let error = measure.horizontal
    guard !error.isNaN else { return }
    self[.indoor.error].add(error)
    self[.indoor.withinAccuracy].add(error <= accuracy ? 1 : 0)
    // No floor counts as the ground's; a far-fetched one mustn't overflow.
    let wrong = abs(Double(floors.told ?? 0) - Double(floor))
    self[.indoor.score].add(error + FixMeasure.floorMetres * wrong)
  }
}
