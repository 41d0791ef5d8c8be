import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Parts
import Positioning
import Testing

/// Walks through the hall of the locator's tests.
@Suite struct IndoorWalkTests {
  typealias Hall = IndoorLocatorTests.Hall

  /// Walking speed, in m/s: 1.8 steps per second of 0.7 m.
  static let pace = 1.26
  static let cadence = 1.8

  /// Step events of a second of walking at that speed, as from a step counter.
  static func stepEvents(_ second: Int, step: Double = pace / cadence) -> [StepEvent] {
    let first = Int((Double(second - 1) * cadence).rounded(.up))
    let end = Int((Double(second) * cadence).rounded(.up))
    return (first..<end).map { index in
      let time = SimTime(seconds: Double(index) / cadence)
      return StepEvent(
        time: time, seenTime: time, gapSeconds: 1 / cadence, intervalSeconds: 1 / cadence,
        lengthMetres: step)
    }
  }

  /// Sensor data of a phone flat in the hand of a person who walks east, in batches of a second.
  static func sensed(_ second: Int, field: Vec3, isWalking: Bool = true) -> [Observation] {
    let swing = isWalking ? 2.5 : 0
    let times = (0..<50).map { Double(second - 1) + Double($0) / 50 }
    func batch(_ value: (Double) -> Vec3) -> InertialBatch {
      InertialBatch(
        samples: times.map { time in
          let vector = value(time)
          return InertialSample(
            time: SimTime(seconds: time), x: Float(vector.x), y: Float(vector.y),
            z: Float(vector.z))
        })
    }
    return [
      .magnetometer(batch { _ in field }), .gyroscope(batch { _ in .zero }),
      .accelerometer(batch { Vec3(0, 0, 9.81 + swing * sin(2 * Double.pi * cadence * $0)) }),
    ]
  }

  /// Feeds that to a locator.
  static func sense(
    _ second: Int, _ locator: inout IndoorLocator, field: Vec3, isWalking: Bool = true
  ) {
    if isWalking { locator.receive(stepEvents(second)) }
    for observation in sensed(second, field: field, isWalking: isWalking) {
      switch observation {
      case .magnetometer(let batch): locator.receive(magnetometer: batch)
      case .gyroscope(let batch): locator.receive(gyroscope: batch)
      case .accelerometer(let batch): locator.receive(accelerometer: batch)
      default: break
      }
    }
  }

  /// Simulates a walk through the hall.
  ///
  /// - Parameters:
  ///   - north: Northing of the path, in m.
  ///   - steel: Seconds in which steel turns the compass by a right angle.
  /// - Returns: Mean position error, in m, and the last position.
  /// - Throws: If the hall is invalid.
  private static func walk(
    north: Double, steel: ClosedRange<Int>?
  ) throws -> (error: Double, last: LocationFix?) {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    // North is to the left of a phone that points east.
    let (earth, disturbed) = (Vec3(-20, 0, -42), Vec3(0, 45, -20))
    var fix: LocationFix?
    var errors: [Double] = []
    for second in 1...32 {
      let point = Vec3(8 + pace * Double(second), north, 1)
      let isDisturbed = steel?.contains(second) ?? false
      sense(second, &locator, field: isDisturbed ? disturbed : earth)
      if second % 3 == 0 { locator.receive(hall.scan(point, at: Double(second))) }
      fix = locator.fix(at: SimTime(seconds: Double(second)))
      if second > 12 { errors.append(try hall.error(fix, point)) }
    }
    return (errors.reduce(0, +) / Double(errors.count), fix)
  }

  /// Steel turns the compass by a right angle at the start, or on the way: the path continues straight, in
  /// the mean of five walks.
  @Test(arguments: [1...8, 14...20]) func steelDoesNotTurnPath(steel: ClosedRange<Int>) throws {
    var errors: [(plain: Double, disturbed: Double)] = []
    for north in [10.0, 15, 20, 25, 30] {
      let plain = try Self.walk(north: north, steel: nil)
      let disturbed = try Self.walk(north: north, steel: steel)
      errors.append((plain.error, disturbed.error))
      for fix in [plain.last, disturbed.last] {
        #expect(abs((fix?.courseDegrees ?? -1) - 90) < 30, "\(fix?.courseDegrees ?? -1)")
        #expect(abs((fix?.speedMetresPerSecond ?? -1) - Self.pace) < 0.4)
        #expect(fix?.floor == 0)
      }
    }
    let plain = errors.reduce(0) { $0 + $1.plain } / Double(errors.count)
    let disturbed = errors.reduce(0) { $0 + $1.disturbed } / Double(errors.count)
    #expect(plain < 4, "\(errors)")
    #expect(disturbed < plain + 1, "\(errors)")
  }

  /// Simulates a walk through the hall with radio levels of 6 m further north, and then standing.
  ///
  /// - Parameters:
  ///   - north: Northing of the path, in m.
  ///   - seconds: Duration of standing.
  /// - Returns: The final position error, in m.
  /// - Throws: If the hall is invalid.
  private static func misled(north: Double, standing seconds: Int) throws -> Double {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    var point = Vec3(10, north, 1)
    var fix: LocationFix?
    for second in 1...20 + seconds {
      let isWalking = second <= 20
      if isWalking {
        point.x += pace
        sense(second, &locator, field: Vec3(-20, 0, -42))
      } else {
        rest(second, &locator)
      }
      if second % 3 == 0 {
        let received = point + Vec3(0, isWalking ? 6 : 0, 0)
        locator.receive(hall.scan(received, at: Double(second)))
      }
      fix = locator.fix(at: SimTime(seconds: Double(second)))
    }
    return try hall.error(fix, point)
  }

  /// After standing for a while, the position is found, whatever the path before.
  @Test func standingCorrectsMisledPosition() throws {
    let lines = [8.0, 12, 16, 20, 24]
    let first = try lines.map { try Self.misled(north: $0, standing: 1) }
    let last = try lines.map { try Self.misled(north: $0, standing: 120) }
    let (before, after) = (first.reduce(0, +) / 5, last.reduce(0, +) / 5)
    #expect(after < 0.6 * before, "\(first), \(last)")
  }

  /// Sensor data at rest.
  static func rest(_ second: Int, _ locator: inout IndoorLocator) {
    func batch(_ value: Float) -> InertialBatch {
      InertialBatch(
        samples: (0..<50).map { number in
          InertialSample(
            time: SimTime(seconds: Double(second - 1) + Double(number) / 50), x: 0, y: 0, z: value)
        })
    }
    locator.receive(gyroscope: batch(0))
    locator.receive(accelerometer: batch(9.81))
  }

  /// A stationary phone has no course and no speed.
  @Test func stationaryPhoneHasNoCourse() throws {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    var fix: LocationFix?
    for second in 1...12 {
      Self.rest(second, &locator)
      if second % 3 == 0 { locator.receive(hall.scan(Vec3(30, 20, 1), at: Double(second))) }
      fix = locator.fix(at: SimTime(seconds: Double(second)))
    }
    #expect(fix?.speedMetresPerSecond == 0)
    #expect(fix?.courseDegrees == -1)
  }
}
