import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Parameters of map matching: each has an effect on the drives of other tests.
@Suite struct RoadParameterTests {
  @Test func parametersAreValid() throws {
    try NetworkParameterTests.check(RoadMatcher.Parameters.self)
    try NetworkParameterTests.check(RoadIndex.Parameters.self)
    try NetworkParameterTests.check(RoadAid.Parameters.self)
  }

  @Test func presetsDifferInOneParameter() {
    var parameters = RoadMatcher.Parameters()
    parameters.offRoadCost = RoadMatcher.Parameters.floatingCar.offRoadCost
    #expect(parameters == .floatingCar && parameters != RoadMatcher.Parameters())
  }

  @Test func eachMatcherParameterHasAnEffect() throws {
    let drives = Self.drives
    let grid = RoadIndex(Self.town)
    let twins = RoadIndex(Self.pairs[1])
    let idle = try NetworkParameterTests.idle { (parameters: RoadMatcher.Parameters) in
      drives.map { Self.reported($0, RoadMatcher(index: grid, parameters: parameters)) }
        + [Self.reported(Self.between, RoadMatcher(index: twins, parameters: parameters))]
    }
    #expect(idle == [])
  }

  @Test func eachIndexParameterHasAnEffect() throws {
    let pairs = Self.pairs
    let idle = try NetworkParameterTests.idle { (parameters: RoadIndex.Parameters) in
      let reported = pairs.map { network in
        Self.reported(Self.between, RoadMatcher(index: RoadIndex(network, parameters: parameters)))
      }
      var bicycles = parameters
      bicycles.users = .bicycles
      let cycleway = RoadIndex(Self.cycleway, parameters: bicycles)
      return reported + [Self.reported(Self.between, RoadMatcher(index: cycleway))]
    }
    #expect(idle == [])
  }

  @Test func eachAidParameterHasAnEffect() throws {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    let map = VenueMap(
      name: "grid", frame: LocalFrame(origin: origin), levels: [], roads: RoadScenes.grid())
    let names = ["matched_pull", "course_speed", "network.lane_width", "matcher.radius_factor"]
    let idle = try NetworkParameterTests.idle(names) { (parameters: RoadAid.Parameters) in
      var aid = RoadAid(map: map, parameters: parameters)
      return try (0..<40).map { second in
        let speed = second < 20 ? 10.0 : 1.6
        let place = try map.frame.geodetic(
          of: Vec3(second < 20 ? 10 * Double(second) : 200 + 1.6 * Double(second - 20), 206, 0))
        return aid.receive(
          LocationFix(
            time: SimTime(seconds: Double(second)),
            coordinate: Coordinate(
              latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
            horizontalAccuracyMetres: Double(8 + second), courseDegrees: 88,
            speedMetresPerSecond: speed, source: .gnss)
        ).fix
      }
    }
    #expect(idle == [])
  }
}

// MARK: Scenes

extension RoadParameterTests {
  /// A matcher's result for each location, and its later decisions.
  private static func reported(_ fixes: [RoadFix], _ start: RoadMatcher) -> [String] {
    var matcher = start
    return fixes.map {
      "\(String(describing: matcher.receive($0))) \(String(describing: matcher.takeRoute()))"
    }
  }

  /// The grid of the other tests with a car park, an aisle, a bent road and a ring without exits.
  private static var town: RoadNetwork {
    let grid = RoadScenes.grid()
    let first = grid.junctions.count
    func road(_ kind: RoadKind, _ from: Int, _ to: Int, _ line: [Vec2]) -> Road {
      Road(kind: kind, from: from, to: to, line: line, limitMetresPerSecond: 14)
    }
    let bent = [Vec2(400, 460), Vec2(430, 500), Vec2(470, 440), Vec2(520, 460)]
    let square = [Vec2(20, 20), Vec2(80, 20), Vec2(80, 80), Vec2(20, 80)]
    return RoadNetwork(
      junctions: grid.junctions
        + [bent[0], bent[3], Vec2(30, 30), Vec2(15_000, 0), Vec2(15_200, 0)].map { Junction($0) },
      roads: grid.roads + [
        road(.residential, 24, first, [Vec2(400, 400), bent[0]]),
        road(.residential, first, first + 1, bent),
        road(.aisle, 0, first + 2, [.zero, Vec2(30, 30)]),
        road(.residential, first + 3, first + 4, [Vec2(15_000, 0), Vec2(15_200, 0)]),
      ],
      carParks: (try? Polygon(exterior: square)).map {
        [CarPark(name: "P", outline: $0, stalls: [])]
      } ?? [])
  }

  /// Drives along streets and off them, with courses and without, dense and sparse.
  private static var drives: [[RoadFix]] {
    let route = RoadMatcherTests.route
    let circle = (0...400).map { Vec2(angle: Double($0) * 0.2, length: 6) + Vec2(150, 150) }
    let back = [Vec2(0, 0), Vec2(0, 200), Vec2(300, 200), Vec2(160, 200), Vec2(160, 230)]
    let bent = [Vec2(300, 400), Vec2(400, 400), Vec2(400, 460), Vec2(520, 460)]
    let parked = [Vec2(0, 0), Vec2(30, 30), Vec2(70, 40), Vec2(40, 70), Vec2(0, 100)]
    var drives = [
      RoadScenes.drive(route, speed: 10, noise: 5, seed: 1).fixes,
      RoadScenes.drive(route, speed: 10, noise: 10, seed: 2, publishes: false).fixes,
      RoadScenes.drive(route, speed: 24, noise: 30, seed: 3).fixes,
      RoadScenes.drive(circle, speed: 4.5, noise: 4, seed: 4).fixes,
      RoadScenes.drive(back, speed: 6, noise: 5, seed: 5).fixes,
      RoadScenes.drive(bent, speed: 8, noise: 6, seed: 6).fixes,
      RoadScenes.drive([Vec2(0, 0), Vec2(400, 0)], speed: 30, noise: 5, seed: 8).fixes,
      RoadScenes.drive(parked, speed: 2, noise: 4, seed: 7).fixes,
    ]
    drives += [2, 4].map { step in
      drives[1].enumerated().filter { $0.offset.isMultiple(of: 4 * step) }.map(\.element)
    }
    // Over blocks, and with accuracies from good to useless.
    drives.append(
      (0..<40).map {
        RoadFix(
          time: SimTime(seconds: Double($0)),
          point: Vec2(50 + 16 * Double($0), 20 + 12 * Double($0)),
          accuracyMetres: 20, courseDegrees: 53, speedMetresPerSecond: 20)
      })
    drives.append(
      (0..<40).map {
        RoadFix(
          time: SimTime(seconds: Double($0)), point: Vec2(10 * Double($0), 206),
          accuracyMetres: 5 + 3 * Double($0), courseDegrees: 90, speedMetresPerSecond: 10)
      })
    return drives + [jumps, weaving(every: 1, by: 10), weaving(every: 4, by: 40)]
  }

  /// Along a street with an oscillating course.
  private static func weaving(every seconds: Double, by degrees: Double) -> [RoadFix] {
    (0..<40).map {
      RoadFix(
        time: SimTime(seconds: seconds * Double($0)), point: Vec2(9 * Double($0), 203),
        accuracyMetres: 6, courseDegrees: $0.isMultiple(of: 2) ? 90 + degrees : 90 - degrees,
        speedMetresPerSecond: 9)
    }
  }

  /// Gaps in time and space, frequent courses, and a clock that is set back.
  private static var jumps: [RoadFix] {
    let places = [
      (0.0, 10.0), (0.25, 12), (0.5, 15), (4.5, 50), (9.5, 80), (2600, 90), (2610, 190),
      (2602, 200), (2612, 280),
    ]
    let near = places.enumerated().map { number, place in
      RoadFix(
        time: SimTime(seconds: place.0), point: Vec2(place.1, 203), accuracyMetres: 6,
        courseDegrees: 60 + 20 * Double(number), speedMetresPerSecond: 3)
    }
    return near
      + [
        RoadFix(time: SimTime(seconds: 2700), point: Vec2(15_000, 0), accuracyMetres: 6),
        RoadFix(time: SimTime(seconds: 2710), point: Vec2(15_010, 0), accuracyMetres: 6),
      ]
  }

  /// Two carriageways without directions, joined at both ends: the lower one straight, 3 m to the south, the
  /// upper one along a line.
  private static func pair(_ upper: [Vec2], _ kind: RoadKind = .tertiary) -> RoadNetwork {
    let places = [
      Vec2(-300, 0), Vec2(0, 0), upper[0], upper[upper.count - 1], Vec2(20, -3), Vec2(380, -3),
      Vec2(400, 0), Vec2(700, 0),
    ]
    let roads = [(0, 1), (1, 2), (2, 3), (3, 6), (1, 4), (4, 5), (5, 6), (6, 7)].map { from, to in
      Road(
        kind: kind, from: from, to: to, line: from == 2 ? upper : [places[from], places[to]],
        limitMetresPerSecond: 28)
    }
    return RoadNetwork(junctions: places.map { Junction($0) }, roads: roads)
  }

  /// Near and far, oblique in the middle, and starting behind the middle.
  private static var pairs: [RoadNetwork] {
    [
      pair([Vec2(20, 3), Vec2(380, 3)]), pair([Vec2(20, 9), Vec2(380, 9)]),
      pair([Vec2(20, 27), Vec2(380, 27)]),
      pair([Vec2(20, 3), Vec2(190, 6), Vec2(210, 11.6), Vec2(380, 11.6)]),
      pair([Vec2(20, 3), Vec2(100, 60), Vec2(205, 60), Vec2(205, 9), Vec2(380, 9)]),
    ]
  }

  private static var cycleway: RoadNetwork { pair([Vec2(20, 3), Vec2(380, 3)], .cycleway) }

  /// A drive between the carriageways, with sparse locations at its end.
  private static var between: [RoadFix] {
    (0..<60).map {
      RoadFix(
        time: SimTime(seconds: Double($0) * ($0 < 40 ? 1 : 3)),
        point: Vec2(-200 + 15 * Double($0), 1),
        accuracyMetres: 10)
    }
  }
}
