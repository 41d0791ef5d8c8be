import Geometry
import Kernel
import Maps
import Numerics
import Signals
import Truth

/// A straight road of a kind from the origin.
func straightRoad(_ kind: RoadKind) -> RoadNetwork {
  RoadNetwork(
    junctions: [Junction(Vec2(-100, 0)), Junction(Vec2(50_000, 0))],
    roads: [
      Road(
        kind: kind, from: 0, to: 1, line: [Vec2(-100, 0), Vec2(50_000, 0)],
        limitMetresPerSecond: 30)
    ])
}

/// One component of a motion, such as `\.acceleration.z`.
typealias MotionPart = @Sendable (PhoneMotion) -> Double

/// A ride of a minute along a straight road at steady speed, sampled evenly.
struct TestRide {
  var doing = Doing.driving
  var placement = Placement.dash
  var road = RoadKind.motorway
  var speed = 17.0
  var parameters = RideParameters()
  var seconds = 60.0

  var trajectory: Trajectory {
    Trajectory(
      along: [Vec3(0, 0, 0), Vec3(speed * (seconds + 80), 0, 0)], speed: speed, doing: doing,
      placement: placement)
  }

  /// The motions from the fortieth second on.
  func motions(seed: UInt64, device: UInt64 = 1) -> [PhoneMotion] {
    let trajectory = trajectory
    var ride = RideMotion(
      parameters, on: RoadSurface(of: straightRoad(road), seed: seed),
      for: SignalReceiver(seed: seed, device: device))
    let rate = parameters.sampleRateHertz
    return (0..<Int(seconds * rate)).map {
      let time = SimTime(seconds: 40 + Double($0) / rate)
      return ride.motion(trajectory.pose(at: time), along: trajectory, at: time)
    }
  }
}

/// RMS in each band, in Hz, of one component of motions.
func bandLevels(
  _ motions: [PhoneMotion], rate: Double, _ bands: [ClosedRange<Double>], _ part: MotionPart
) throws -> [Double] {
  let spectrum = try PowerSpectrum(
    of: motions.map(part), rate: rate, segmentLength: min(1024, motions.count))
  return bands.map { spectrum.power(in: $0).squareRoot() }
}

/// The median of some values.
func medianOf(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

/// The root of the mean square of all three components of vectors.
func level(_ vectors: [Vec3]) -> Double {
  (vectors.reduce(0) { $0 + $1.squaredLength } / Double(max(1, vectors.count))).squareRoot()
}

/// Mean and standard deviation of values.
func summary(_ values: [Double]) -> (mean: Double, spread: Double) {
  let mean = values.reduce(0, +) / Double(values.count)
  let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  return (mean, (square / Double(values.count)).squareRoot())
}
