import Kernel
import Maps
import Observations
import Positioning
import Services
import Testing

/// Routes as an app requests them, from the complete stack, with fixes of its own receiver.
@Suite struct GuideServiceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var grant = LocationGrant.whenInUse
    var target: String? = "Desk"
    var stopsAt: Double?
    /// Route events and failures.
    var reported: [String]
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "may know",
      reported: ["wayfinding:directed", "wayfinding:directed", "wayfinding:arrived"]),
    Case(name: "may not", grant: .denied, reported: ["failure:wayfinding.denied"]),
    Case(name: "an unknown place", target: "Cellar", reported: ["wayfinding:unreachable"]),
    Case(name: "no place", target: nil, reported: []),
    Case(name: "stopped", stopsAt: 30, reported: ["wayfinding:directed"]),
  ]

  @Test(arguments: cases) func appsReceiveDirections(_ example: Case) throws {
    let map = try PathwayHouse.map(isOutdoors: true)
    var configuration = ServicesConfiguration()
    configuration.declarations["guide"] = AppDeclaration()
    configuration.declarations["guide"]?.grant = example.grant
    configuration.hasStandIn = false
    var stack = ReferenceStack(map: map, services: configuration)
    var sink = StackSink()
    stack.start(at: .start, into: &sink)
    func call(_ name: AppCall.Name, _ target: String? = nil, at second: Double) {
      stack.receive(
        .app(.call(app: "guide", AppCall(name, identifier: target))), at: SimTime(seconds: second),
        into: &sink)
    }
    stack.receive(
      .app(.lifecycle(app: "guide", .foreground)), at: SimTime(seconds: 0.1), into: &sink)
    call(.startUpdatingLocation, at: 0.2)
    call(.startWayfinding, example.target, at: 0.3)
    for (second, look) in (WayfinderTests.toCorner + WayfinderTests.toDesk).enumerated() {
      let time = SimTime(seconds: Double(second + 1))
      if example.stopsAt == Double(second) { call(.stopWayfinding, at: Double(second) + 0.9) }
      let fix = try PathwayHouse.fix(look.x, look.y, at: time.seconds, in: map)
      var own = ReceiverFix(time: time, coordinate: fix.coordinate)
      own.horizontalAccuracyMetres = 3
      stack.receive(.fix(own), at: time, into: &sink)
      stack.timerFired(StackTimer(1), at: time, into: &sink)
    }
    let reported = sink.outputs.compactMap(\.eventName).map(\.text)
      .filter { $0.hasPrefix("wayfinding") || $0.hasPrefix("failure:wayfinding") }
    #expect(reported == example.reported)
  }
}
