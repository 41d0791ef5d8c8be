import Geometry
import Glibc
import Kernel
import Maps
import Numerics
import Observations
import Signals
import Truth
import Venues

/// The magnetic field strength along a walk, real or synthetic.
struct MagneticStudyWalk {
  /// Distance between points of ``profile``, in m.
  static let step = 0.25

  /// Name shared by walks along one line; empty for a single walk.
  var line = ""
  /// Distance walked at each reading, in m, and the reading, in µT.
  var ways: [Double]
  var readings: [Double]
  /// Points passed, in metres east and north of the building's origin.
  var points: [Vec2]
  var seconds: Double

  /// In m.
  var length: Double { ways.last ?? 0 }

  /// Readings every 0.25 m: the first one at or after each point.
  var profile: [Double] {
    var result: [Double] = []
    var index = 0
    for number in 0..<max(0, Int(length / Self.step)) {
      while index < ways.count - 1, ways[index] < Double(number) * Self.step { index += 1 }
      result.append(readings[index])
    }
    return result
  }

  /// The SDs of stretches of 50 m; a shorter walk is one stretch.
  var spreads: [Double] {
    let values = profile
    let count = max(1, Int(length / 50))
    return (0..<count).compactMap { number in
      StudyNumbers.deviation(
        values[values.count * number / count..<values.count * (number + 1) / count])
    }
  }

  /// The semivariance at a lag, in µT²: half the mean square difference of readings a distance apart.
  func semivariance(over lag: Double) -> Double? {
    let values = profile
    let count = Int((lag / Self.step).rounded())
    guard count > 0, values.count > count + 4 else { return nil }
    let squares = zip(values, values.dropFirst(count)).reduce(0) {
      $0 + ($1.1 - $1.0) * ($1.1 - $1.0)
    }
    return squares / 2 / Double(values.count - count)
  }
}

extension MagneticStudyWalk {
  /// Interpolates positions between points passed at known times, and assigns the readings to them.
  init?(
    _ marks: [(time: Double, place: Vec2)], _ samples: [InertialSample], from start: SimTime,
    line: String = ""
  ) {
    guard let first = marks.first, let last = marks.last, last.time > first.time else { return nil }
    var (ways, readings): ([Double], [Double]) = ([], [])
    var leg = 0
    var before = 0.0
    for sample in samples {
      let time = (sample.time - start).seconds
      let strength = Vec3(Double(sample.x), Double(sample.y), Double(sample.z)).length
      // Logs begin with zeros until the first magnetometer reading.
      guard strength > 0 else { continue }
      guard time >= first.time, time <= last.time else { continue }
      while leg + 2 < marks.count, marks[leg + 1].time < time {
        before += marks[leg].place.distance(to: marks[leg + 1].place)
        leg += 1
      }
      let (a, b) = (marks[leg], marks[leg + 1])
      let share = b.time > a.time ? min(1, (time - a.time) / (b.time - a.time)) : 0
      ways.append(before + share * a.place.distance(to: b.place))
      readings.append(strength)
    }
    guard readings.count > 20, let length = ways.last, length > 2 else { return nil }
    self.init(
      line: line, ways: ways, readings: readings, points: marks.map(\.place),
      seconds: last.time - first.time)
  }

  /// Simulates the walk in a synthetic building, with a phone in the hand.
  ///
  /// People keep to a line within about 0.25 m (an estimate).
  ///
  /// - Parameters:
  ///   - origin: Position of the building.
  ///   - room: Distance of the walls from the walk, in m.
  ///   - seed: Seed of the run, which determines the building.
  ///   - device: Number of the phone.
  /// - Returns: The phone's readings.
  /// - Throws: `GeometryError` for a walk without an extent.
  func synthetic(
    at origin: Geodetic, room: Double, seed: UInt64, device: UInt64
  ) throws -> MagneticStudyWalk {
    var draw = RandomStream(seed: seed, entity: device, purpose: "validation.walk")
    let kept = points.map { $0 + Vec2(draw.gaussian(), draw.gaussian()) * 0.25 }
    let box = points.dropFirst().reduce(
      (low: points[0], high: points[0])
    ) { (pointwiseMin($0.low, $1), pointwiseMax($0.high, $1)) }
    let (low, high) = (box.low - Vec2(room, room), box.high + Vec2(room, room))
    let outline = try Polygon(Box2(low, high))
    let walls = outline.edges
    let level = Level(
      ordinal: 0, shortName: "0", elevationMetres: 0, heightMetres: 3.5, outline: [outline],
      walls: walls)
    let venue = Venue(
      map: VenueMap(
        name: "house", frame: LocalFrame(origin: origin),
        buildings: [Building(name: "house", footprint: [outline], heightMetres: 4)],
        levels: [level]),
      materials: VenueMaterials(walls: [walls.map { _ in .concrete }]))
    let parameters = ValidationModels.motion
    var model = InertialModel(
      parameters, in: InertialSurroundings(venue, parameters, seed: seed),
      for: SignalReceiver(seed: seed, device: device))
    let trajectory = Trajectory(
      along: kept.map { Vec3($0, 0) }, speed: length / seconds, doing: .walking,
      placement: .handTexting, level: 0)
    var cursor = TrajectoryCursor(trajectory)
    var batch = InertialReadings()
    model.fill(
      &batch, sensors: .magnetometer, hertz: Double(readings.count) / seconds, from: .start,
      until: trajectory.endTime, along: &cursor)
    var way = 0.0
    var last = kept[0]
    let ways = batch.magnetometer.map { sample in
      let place = trajectory.pose(at: sample.time).position.xy
      way += place.distance(to: last)
      last = place
      return way
    }
    return MagneticStudyWalk(
      line: line, ways: ways,
      readings: batch.magnetometer.map {
        Vec3(Double($0.x), Double($0.y), Double($0.z)).length
      }, points: points, seconds: seconds)
  }
}
