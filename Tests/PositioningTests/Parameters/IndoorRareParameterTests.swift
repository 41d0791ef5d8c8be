import Documents
import Geometry
import Kernel
import Maps
import Observations
import Positioning
import TestSupport
import Testing

/// Parameters of the indoor locator that matter only in rare situations, each in a scene with such a
/// situation.
///
/// No other scenario has them; `results/parameter_reasons.csv` names this suite.
@Suite struct IndoorRareParameterTests {
  typealias Hall = IndoorLocatorTests.Hall
  private static let earth = Vec3(-20, 0, -42)

  /// A locator's outputs, second by second.
  private struct Reported: Equatable {
    var fixes: [LocationFix?] = []
    var clouds: [ParticleCloud?] = []
  }

  /// The events of a second, besides the location request.
  private typealias Scene =
    @Sendable (_ second: Int, _ locator: inout IndoorLocator, _ hall: Hall) -> Void

  private static func reported(
    _ parameters: IndoorLocator.Parameters, _ map: VenueMap, _ hall: Hall, seconds: Int,
    _ scene: Scene
  ) throws -> Reported {
    var locator = try #require(IndoorLocator(map: map, parameters: parameters))
    var reported = Reported()
    for second in 1...seconds {
      scene(second, &locator, hall)
      reported.fixes.append(locator.fix(at: SimTime(seconds: Double(second))))
      reported.clouds.append(locator.cloud(at: SimTime(seconds: Double(second))))
    }
    return reported
  }

  /// The parameters without effect in a scene, with any of their other values.
  private static func idle(
    _ names: [String], hasDoor: Bool = true, hasPlan: Bool = true, seconds: Int = 60, _ scene: Scene
  ) throws -> [String] {
    let place = try IndoorSparseTests.walled(hasDoor: hasDoor)
    let map = hasPlan ? place.map : place.hall.map
    var usual = IndoorLocator.Parameters()
    usual.particles = 150
    let rows = Dictionary(uniqueKeysWithValues: usual.parameterRows().map { ($0.name, $0) })
    let before = try reported(usual, map, place.hall, seconds: seconds, scene)
    return try names.filter { name in
      let row = try #require(rows[name])
      return try row.others.allSatisfy { value in
        let document = name.split(separator: ".").reversed().reduce(value) { "{\($1): \($0)}" }
        let node = try YAML.load(document, name: name)
        // A value that contradicts other parameters proves nothing.
        guard let turned = try? decodeDocument(ParameterForm(usual), from: node) else {
          return true
        }
        return try reported(turned, map, place.hall, seconds: seconds, scene) == before
      }
    }
  }

  /// A walk east from a position, with a number of senders every third second.
  private static func walk(
    _ second: Int, _ locator: inout IndoorLocator, _ hall: Hall, from west: Double = 4,
    north: Double = 14,
    senders: Int = 24, receives: Bool = true
  ) {
    let east = west + IndoorWalkTests.pace * Double(second)
    IndoorWalkTests.sense(second, &locator, field: earth)
    guard receives, second % 3 == 0 else { return }
    locator.receive(
      IndoorSparseTests.scan(hall, Vec3(east, north, 1), at: second, strongest: senders))
  }

  @Test func wallsWithoutKnownDoors() throws {
    let idle = try Self.idle(["filter.doubtful_wall_cost"], hasDoor: false) {
      second, locator, hall in
      // Along the wall, and through it by dead reckoning.
      Self.walk(second, &locator, hall, north: 1.5, senders: 2)
    }
    #expect(idle == [])
  }

  @Test func rareScansWithoutMotion() throws {
    let idle = try Self.idle(["answer.scan_spread_share", "answer.scan_gap"]) {
      second, locator, hall in
      guard second % 20 == 5 else { return }
      locator.receive(IndoorSparseTests.scan(hall, Vec3(4, 14, 1), at: second, strongest: 24))
    }
    #expect(idle == [])
  }

  @Test func motionWithoutAGyroscope() throws {
    let idle = try Self.idle(["filter.blind_turn_noise"]) { second, locator, hall in
      locator.receive(IndoorWalkTests.stepEvents(second))
      for observation in IndoorWalkTests.sensed(second, field: Self.earth) {
        if case .accelerometer(let batch) = observation { locator.receive(accelerometer: batch) }
      }
      guard second % 3 == 0 else { return }
      let point = Vec3(4 + IndoorWalkTests.pace * Double(second), 14, 1)
      locator.receive(IndoorSparseTests.scan(hall, point, at: second, strongest: 5))
    }
    #expect(idle == [])
  }

  @Test func motionThatStops() throws {
    let idle = try Self.idle(["movement.freshness"]) { second, locator, hall in
      if second % 24 < 12 {
        Self.walk(second, &locator, hall)
      } else if second % 3 == 0 {
        let east = 4 + IndoorWalkTests.pace * Double(second)
        locator.receive(IndoorSparseTests.scan(hall, Vec3(east, 14, 1), at: second, strongest: 24))
      }
    }
    #expect(idle == [])
  }

  @Test func infrequentPressureReadings() throws {
    let idle = try Self.idle(["levels.freshness"], seconds: 90) { second, locator, hall in
      Self.walk(second, &locator, hall, from: -20, senders: 6)
      if second % 16 == 0 { locator.receive(IndoorFloorTests.pressure(1, at: second)) }
    }
    #expect(idle == [])
  }

  @Test func readingsBeforeFirstMotion() throws {
    let idle = try Self.idle(["readings.forerun"], seconds: 30) { second, locator, hall in
      if second > 9 { IndoorWalkTests.rest(second, &locator) }
      guard second % 2 == 0 else { return }
      var scan = IndoorSparseTests.scan(hall, Vec3(20, 14, 1), at: second, strongest: 24)
      for index in scan.readings.indices {
        scan.readings[index].time = scan.endTime - .seconds(0.4 + 0.2 * Double(index % 20))
      }
      locator.receive(scan)
    }
    #expect(idle == [])
  }

  /// Few senders, and then none for longer than a walk through the hall.
  @Test(arguments: [
    ("absence.silent_way", 5), ("absence.silent_way", 6), ("absence.sparse_share", 7),
  ])
  func noReceptionDuringWalk(name: String, senders: Int) throws {
    let idle = try Self.idle([name], seconds: 110) { second, locator, hall in
      Self.walk(second, &locator, hall, from: 2, senders: senders, receives: second < 12)
    }
    #expect(idle == [])
  }

  /// Lost downstairs, and received again upstairs a quarter of an hour later.
  @Test func relocalisationUpstairs() throws {
    let idle = try Self.idle(["beginning.ground_memory"], seconds: 460) { second, locator, hall in
      let isUp = second > 400
      IndoorWalkTests.rest(second, &locator)
      locator.receive(IndoorFloorTests.pressure(isUp ? 4 : 0, at: second))
      guard second < 30 || isUp, second % 3 == 0 else { return }
      locator.receive(
        IndoorSparseTests.scan(hall, Vec3(30, 20, isUp ? 6 : 1), at: second, strongest: 3))
    }
    #expect(idle == [])
  }

  @Test func surveyFloorLevels() throws {
    let idle = try Self.idle(["radio.survey_floor"], hasPlan: false) { second, locator, hall in
      Self.walk(second, &locator, hall, senders: 4)
    }
    #expect(idle == [])
  }

  @Test func publishedParticles() throws {
    // GNSS must have no effect in this scene.
    let idle = try Self.idle(["answer.cloud", "sky.absence"], seconds: 12) {
      second, locator, hall in
      Self.walk(second, &locator, hall)
    }
    #expect(idle == ["sky.absence"])
  }

  /// GNSS fixes far from here, with good or poor accuracy.
  @Test(arguments: [
    ("sky.clear_accuracy", 150.0, 30.0), ("sky.clear_accuracy", 150.0, 20.0),
    ("sky.far_accuracies", 75.0, 18.0), ("sky.far_accuracies", 58.0, 18.0),
    ("sky.absence", 200.0, 5.0),
  ]) func distantGNSSFixes(name: String, way: Double, accuracy: Double) throws {
    let idle = try Self.idle([name], seconds: 80) { second, locator, hall in
      IndoorWalkTests.rest(second, &locator)
      if second % 3 == 0 {
        locator.receive(IndoorSparseTests.scan(hall, Vec3(30, 20, 1), at: second, strongest: 24))
      }
      guard (15...24).contains(second) else { return }
      Self.sky(second, &locator, hall, Vec3(30 + way, 20, 1), accuracy: accuracy)
    }
    #expect(idle == [])
  }

  /// Beside the door, with an increasingly open sky.
  @Test func openSkyNearDoor() throws {
    let idle = try Self.idle(["sky.most_epochs"], seconds: 60) { second, locator, hall in
      IndoorWalkTests.rest(second, &locator)
      if second % 3 == 0 {
        locator.receive(IndoorSparseTests.scan(hall, Vec3(58, 20, 1), at: second, strongest: 24))
      }
      if second > 20 { Self.sky(second, &locator, hall, Vec3(61, 20, 1), accuracy: 5) }
    }
    #expect(idle == [])
  }

  private static func sky(
    _ second: Int, _ locator: inout IndoorLocator, _ hall: Hall, _ point: Vec3, accuracy: Double
  ) {
    let time = SimTime(seconds: Double(second))
    locator.receive(
      GNSSEpoch(
        time: time, gpsWeek: 2000, secondsOfWeek: 345_600, measurements: IndoorSparseTests.sky(42)))
    guard let place = try? hall.frame.geodetic(of: point) else { return }
    locator.receive(
      sky: LocationFix(
        time: time,
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        horizontalAccuracyMetres: accuracy, source: .gnss))
  }
}
