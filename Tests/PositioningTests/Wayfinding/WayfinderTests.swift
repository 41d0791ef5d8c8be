import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Directions from locations: the next one, rerouting, arrival, and departure time.
@Suite struct WayfinderTests {
  /// A location of a person on the way, one per second.
  typealias Look = (x: Double, y: Double, floor: Int?, accuracy: Double)

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var target = "Desk"
    var looks: [Look]
    /// The events, in order.
    var kinds: [WayfindingEvent.Kind]
    var testDescription: String { name }
  }

  /// A walk in a straight line at 1.25 m/s.
  static func walk(
    _ from: Vec2, _ to: Vec2, floor: Int? = 0, accuracy: Double = 3
  ) -> [Look] {
    let steps = max(1, Int(from.distance(to: to) / 1.25))
    return (0...steps).map { step in
      let place = from + (to - from) * (Double(step) / Double(steps))
      return (place.x, place.y, floor, accuracy)
    }
  }

  static func stand(
    _ x: Double, _ y: Double, seconds: Int, floor: Int? = 0, accuracy: Double = 3
  ) -> [Look] {
    Array(repeating: (x, y, floor, accuracy), count: seconds)
  }

  /// The walk to the desk with an interruption after its first 25 m.
  static func interrupted(by looks: [Look]) -> [Look] {
    Array(toCorner.prefix(20)) + looks + Array(toCorner.dropFirst(20)) + toDesk
  }

  static let toCorner = walk(Vec2(0, 0), Vec2(50, 0))
  static let toDesk = walk(Vec2(50, 0), Vec2(50, 28))

  static let cases = [
    Case(name: "on the way", looks: toCorner + toDesk, kinds: [.directed, .directed, .arrived]),
    Case(
      name: "past the turn and back",
      looks: toCorner + walk(Vec2(50, 0), Vec2(75, 0)) + walk(Vec2(75, 0), Vec2(50, 0)) + toDesk,
      kinds: [.directed, .directed, .rerouted, .directed, .directed, .arrived]),
    Case(
      name: "five bad locations",
      looks: interrupted(by: stand(24, 30, seconds: 5)),
      kinds: [.directed, .directed, .arrived]),
    Case(
      name: "unsure locations",
      looks: interrupted(by: stand(24, 30, seconds: 12, accuracy: 40)),
      kinds: [.directed, .directed, .arrived]),
    Case(
      name: "sure ones", looks: Array(toCorner.prefix(20)) + stand(24, 30, seconds: 12),
      kinds: [.directed, .rerouted]),
    Case(
      name: "the wrong floor for a while",
      looks: interrupted(by: stand(25, 0, seconds: 8, floor: 1)),
      kinds: [.directed, .directed, .arrived]),
    Case(
      name: "really on another floor",
      looks: Array(toCorner.prefix(20)) + stand(25, 0, seconds: 12, floor: 1),
      kinds: [.directed, .rerouted]),
    Case(
      name: "told again to who stands", looks: stand(0, 0, seconds: 60),
      kinds: Array(repeating: .directed, count: 5)),
    Case(
      name: "up the stairs", target: "Upstairs",
      looks: walk(Vec2(0, 0), Vec2(20, 0)) + walk(Vec2(20, 2), Vec2(28, 2))
        + walk(Vec2(28, 0), Vec2(10, 0), floor: 1),
      kinds: [.directed, .directed, .directed, .arrived]),
    Case(
      name: "a dot that stays behind on the stairs", target: "Upstairs",
      looks: walk(Vec2(0, 0), Vec2(20, 0)) + walk(Vec2(20, 2), Vec2(22, 2))
        + stand(22, 2, seconds: 8, floor: 1), kinds: [.directed, .directed, .directed]),
    Case(
      name: "at the end, as the dot beside it won't say",
      looks: toCorner + toDesk.prefix(17)
        + stand(56.5, 28, seconds: 20), kinds: [.directed, .directed, .arrived]),
    Case(
      name: "beside the end for a moment",
      looks: toCorner + toDesk.prefix(17)
        + stand(56.5, 28, seconds: 8), kinds: [.directed, .directed]),
    Case(
      name: "an island", target: "Island", looks: walk(Vec2(0, 0), Vec2(20, 0)),
      kinds: [.unreachable]),
    Case(
      name: "nowhere near", looks: stand(0, 0, seconds: 5, floor: 2) + toCorner + toDesk,
      kinds: [.unreachable, .directed, .directed, .arrived]),
    Case(name: "useless locations", looks: stand(0, 0, seconds: 9, accuracy: -1), kinds: []),
  ]

  @Test(arguments: cases) func directionsMatchWalk(_ example: Case) throws {
    let map = try PathwayHouse.map()
    var finder = try Wayfinder(to: example.target, along: WalkwayGraph(map))
    var reported: [WayfindingEvent] = []
    for (second, look) in example.looks.enumerated() {
      let fix = try PathwayHouse.fix(
        look.x, look.y, floor: look.floor, accuracy: look.accuracy, at: Double(second), in: map)
      if let event = finder.receive(fix) { reported.append(event) }
    }
    #expect(reported.map(\.kind) == example.kinds, "\(reported.map { "\($0.kind) \($0.means)" })")
    #expect(finder.hasArrived == (example.kinds.last == .arrived))
    for event in reported where event.kind == .directed || event.kind == .rerouted {
      #expect(event.next != nil && event.distanceMetres > 0 && event.seconds > 0)
    }
  }

  /// Rerouting follows soon after a missed turn, and not before.
  @Test func reroutesSoonAfterMissedTurn() throws {
    let map = try PathwayHouse.map()
    var finder = try Wayfinder(to: "Desk", along: WalkwayGraph(map))
    var rerouted: Double?
    for (second, look) in (Self.toCorner + Self.walk(Vec2(50, 0), Vec2(90, 0))).enumerated() {
      let fix = try PathwayHouse.fix(look.x, look.y, at: Double(second), in: map)
      if finder.receive(fix)?.kind == .rerouted { rerouted = rerouted ?? look.x }
    }
    // Ten metres off, and then six seconds.
    let place = try #require(rerouted)
    #expect((66...70).contains(place), "rerouted at \(place) m")
  }

  /// A slow person needs more time, and a higher confidence an earlier departure.
  @Test(arguments: [(1.25, 0.5), (0.6, 0.5), (1.25, 0.99)])
  func timeLeftDependsOnPaceAndConfidence(speed: Double, confidence: Double) throws {
    let map = try PathwayHouse.map()
    var parameters = Wayfinder.Parameters()
    parameters.onTime = confidence
    let due = SimTime(seconds: 600)
    var finder = try Wayfinder(
      to: "Upstairs", along: WalkwayGraph(map), by: .stepFree, arrivalTime: due,
      parameters: parameters)
    var second = 0.0
    while second * speed < 70 {
      _ = finder.receive(try PathwayHouse.fix(second * speed, 0, at: second, in: map))
      second += 1
    }
    // Ten metres to the lift, two to its door and two from it, 70 on top; the lift takes 40 s.
    let expected = 84 / speed + 40
    #expect(abs(finder.secondsLeft / expected - 1) < 0.25, "\(finder.secondsLeft) of \(expected)")
    let leave = try #require(finder.leaveTime)
    let margin = (due - leave).seconds - finder.secondsLeft
    #expect(confidence == 0.5 ? abs(margin) < 0.1 : margin > 20 && margin < 200, "\(margin) s")
  }

  /// The departure is reported once.
  @Test func reportsDepartureOnce() throws {
    let map = try PathwayHouse.map()
    var finder = try Wayfinder(
      to: "Near", along: WalkwayGraph(map), arrivalTime: SimTime(seconds: 120))
    var leaves: [Double] = []
    for second in 0..<200 {
      let event = finder.receive(try PathwayHouse.fix(0, 0, at: Double(second), in: map))
      if event?.kind == .leave { leaves.append(Double(second)) }
    }
    #expect(leaves.count == 1)
    // 40 m at the default pace, because the person stood until then, and a margin.
    #expect(leaves.allSatisfy { (60..<120 - 33).contains($0) }, "\(leaves)")
  }
}
