import Documents
import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Parts
import Positioning

/// The indoor locator on a simulated walk: particle-steps per second, and position error.
///
/// It is the stack's own locator, with step events, motion sensors and Wi-Fi levels each second, and an
/// unknown start. A particle-step is a step event processed by one particle. `--search 1` enables
/// relocalisation, which a bare filter lacks. Both filters get the walk's parameters: independent reading
/// errors of 4 dB, the same receiver as in the survey, and no body shadowing.
func peerParticles(_ options: PeerOptions) throws -> PeerResult {
  let count = options.count("count", 1000)
  let walk = PeerWalk(
    seconds: options.count("seconds", 300), draw: UInt64(options.count("draw", 1)))
  if !options["export"].isEmpty { try walk.write(to: options["export"]) }
  var parameters = IndoorLocator.Parameters()
  parameters.particles = count
  parameters.draw = options.count("draw", 1)
  parameters.trustReadings()
  if options["search"].isEmpty {
    parameters.trail.interval = .seconds(3600)
    parameters.search.interval = .seconds(3600)
    parameters.search.doubtfulInterval = .seconds(3600)
    parameters.search.stayInterval = .seconds(3600)
  }
  guard var locator = IndoorLocator(map: PeerHouse.map, parameters: parameters) else {
    throw DocumentError("the house has no radio map")
  }
  let received = walk.seconds.map { PeerSecond($0) }
  var errors: [Double] = []
  var steps = 0
  let begin = processSeconds()
  for (number, second) in received.enumerated() {
    locator.receive(second.stepEvents)
    locator.receive(accelerometer: second.force)
    locator.receive(gyroscope: second.rates)
    locator.receive(magnetometer: second.field)
    locator.receive(second.scan)
    let reported = locator.fix(at: SimTime(seconds: Double(number + 1)))
    steps += second.stepEvents.count
    // The first half minute is for localisation.
    guard number >= 30 else { continue }
    guard let reported else {
      errors.append(PeerHouse.size.length)
      continue
    }
    let place = try PeerHouse.place(of: reported.coordinate)
    errors.append((place - walk.seconds[number].place).length)
  }
  let taken = processSeconds() - begin
  let sum = errors.reduce(0) { $0 + $1 * $1 }
  return PeerResult(
    perSecond: Double(count * steps) / taken,
    figures: [("rms_error", (sum / Double(errors.count)).squareRoot())])
}

extension IndoorLocator.Parameters {
  /// Assumes independent reading errors and no other error: no receiver bias, no body shadowing, no correlated
  /// shadowing.
  fileprivate mutating func trustReadings() {
    (radio.readingShare, radio.maxReadings) = (1, 1000)
    (radio.bodyVariance, radio.bodyGain, radio.bodySideVariance) = (0, 0, 0.01)
    (radio.firstOffsetVariance, radio.minOffsetVariance, radio.offsetWander) = (0.01, 0.01, 0.01)
    radio.offsetGrowth = 0
    anchors.minNewInformation = 1
    (filter.usualScale, filter.scaleSpread) = (1, 0.02)
    (filter.walkingDrift, filter.positionJitter) = (0, 0.1)
  }
}

/// Rooms on both sides of a corridor, 52 walls, and ten access points.
enum PeerHouse {
  static let size = Vec2(60, 20)
  static let rooms = 12
  /// Positions of the corridor's two walls, and width of doors, in m.
  static let sides = [8.0, 12.0]
  static let door = 1.2
  static let radios = 10
  static let noise = 4.0

  static let walls: [Segment2] = {
    let corners = [Vec2(0, 0), Vec2(size.x, 0), size, Vec2(0, size.y)]
    var walls = zip(corners, corners.dropFirst() + corners.prefix(1)).map { Segment2($0, $1) }
    let width = size.x / Double(rooms)
    for (side, y) in sides.enumerated() {
      var from = 0.0
      for room in 0..<rooms {
        let middle = (Double(room) + 0.5) * width
        walls.append(Segment2(Vec2(from, y), Vec2(middle - door / 2, y)))
        from = middle + door / 2
      }
      walls.append(Segment2(Vec2(from, y), Vec2(size.x, y)))
      let far = side == 0 ? 0 : size.y
      for room in 1..<rooms {
        walls.append(Segment2(Vec2(Double(room) * width, y), Vec2(Double(room) * width, far)))
      }
    }
    return walls
  }()

  /// Mean level of an access point at a point, in dBm.
  static func level(_ radio: Int, _ point: Vec2) -> Double {
    let position = Vec2(6 + 12 * Double(radio % 5), radio < 5 ? 4 : 16)
    return -55 - 11 * log10((point - position).squaredLength + 1)
  }

  static func address(_ radio: Int) -> UInt64 { UInt64(radio + 1) << 8 }

  /// Position of a coordinate in the house.
  static func place(of coordinate: Coordinate) throws -> Vec2 {
    let geodetic = try Geodetic(
      latitudeDegrees: coordinate.latitudeDegrees, longitudeDegrees: coordinate.longitudeDegrees,
      altitudeMetres: 9)
    return map.frame.enu(of: geodetic).xy
  }

  static let map: VenueMap = {
    guard
      let origin = try? Geodetic(
        latitudeDegrees: 37.77, longitudeDegrees: -122.46, altitudeMetres: 9)
    else { preconditionFailure("the house is on the Earth") }
    var radio = RadioMap(
      known: "House", at: origin, columns: Int(size.x) + 1, rows: Int(size.y) + 1, spacing: 1,
      senders: (0..<radios).map { .wifi(address($0)) }, sigma: 10, level: Self.level)
    radio.wifiNoise = noise
    let level = Level(
      ordinal: 0, shortName: "0", elevationMetres: 0, walls: walls, openings: openings)
    var map = VenueMap(name: "House", frame: LocalFrame(origin: origin), levels: [level])
    map.radioMap = radio
    return map
  }()

  private static var openings: [Opening] {
    sides.flatMap { y in
      (0..<rooms).map { room in
        let middle = (Double(room) + 0.5) * size.x / Double(rooms)
        return Opening(
          kind: .door, line: Segment2(Vec2(middle - door / 2, y), Vec2(middle + door / 2, y)))
      }
    }
  }
}
