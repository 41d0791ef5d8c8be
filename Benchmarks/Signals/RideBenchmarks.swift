import Geometry
import Kernel
import Maps
import Observations
import Signals
import Truth
import Venues

/// Rides, confusers, the magnetic field and the barometer; one operation is one sample.
let rideBenchmarks: [Benchmark] = [
  ride("car", .driving, .dash, speed: 15), ride("bicycle", .cycling, .frontPocket, speed: 5),
  confuser("sitting", .sitting, .frontPocket), confuser("dancing", .dancing, .handSwinging),
  magnetic, barometer,
]

private let samples = 20_000

private func ride(
  _ name: String, _ doing: Doing, _ placement: Placement, speed: Double
) -> Benchmark {
  Benchmark("signals.ride.\(name)", operations: samples) {
    let path = Trajectory(
      along: [.zero, Vec3(10_000, 0, 0)], speed: speed, doing: doing, placement: placement)
    let pose = path.pose(at: SimTime(seconds: 200))
    let start = RideMotion(
      RideParameters(), on: RoadSurface(of: RoadNetwork(), seed: 1),
      for: SignalReceiver(seed: 1, device: 1))
    return {
      var ride = start
      var sum = 0.0
      for number in 0..<samples {
        let time = SimTime(seconds: 48) + .milliseconds(20) * Int64(number)
        sum += ride.motion(pose, along: path, at: time).acceleration.z
      }
      return sum.bitPattern
    }
  }
}

private func confuser(_ name: String, _ doing: Doing, _ placement: Placement) -> Benchmark {
  Benchmark("signals.confuser.\(name)", operations: samples) {
    let path = Trajectory(along: [.zero], speed: 0, doing: doing, placement: placement)
    let pose = path.pose(at: .start)
    let start = ConfuserMotion(ConfuserParameters(), for: SignalReceiver(seed: 1, device: 1))
    return {
      var model = start
      var sum = 0.0
      for number in 0..<samples {
        let time = SimTime.start + .milliseconds(20) * Int64(number)
        sum += model.motion(pose, along: path, at: time).acceleration.z
      }
      return sum.bitPattern
    }
  }
}

/// A hall with one level.
private func hall() throws -> Venue {
  let square = try Polygon(Box2(Vec2(0, 0), Vec2(60, 40)))
  let level = Level(
    ordinal: 0, shortName: "G", elevationMetres: 0, outline: [square],
    walls: [Segment2(Vec2(0, 20), Vec2(60, 20))])
  let origin = try Geodetic(latitudeDegrees: 49.46, longitudeDegrees: 11.11)
  return Venue(
    map: VenueMap(name: "hall", frame: LocalFrame(origin: origin), levels: [level]),
    materials: VenueMaterials(walls: [[.reinforced]]))
}

private let magnetic = Benchmark("signals.magnetic.field", operations: samples) {
  let field = MagneticField(of: try hall(), MagneticParameters(), seed: 1)
  return {
    var sum = 0.0
    for number in 0..<samples {
      sum += field.field(at: Vec3(Double(number % 900) * 0.05 + 5, 9, 1.1), level: 0).x
    }
    return sum.bitPattern
  }
}

private let barometer = Benchmark("signals.barometer.sense", operations: samples) {
  let parameters = BarometerParameters()
  let air = BarometerAir(over: try hall(), parameters, seed: 1)
  let path = Trajectory(along: [.zero, Vec3(50, 0, 0)], speed: 1, level: 0)
  let start = BarometerModel(parameters, in: air, for: SignalReceiver(seed: 1, device: 1))
  return {
    var model = start
    var sum = 0.0
    for number in 0..<samples {
      let time = SimTime.start + .milliseconds(100) * Int64(number)
      sum += model.sense(along: path, at: time)?.pressurePascals ?? 0
    }
    return sum.bitPattern
  }
}
