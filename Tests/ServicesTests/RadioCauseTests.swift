import Geometry
import Kernel
import Maps
import Observations
import Services
import Testing

/// Attribution of radio use, and modes of beacon scans, in the requests of the complete stack.
struct RadioCauseTests {
  /// Device requests of the stack in ten seconds with some calls of an app.
  private func requests(
    _ calls: [AppCall], stays: Bool = true, hasStandIn: Bool = false
  ) throws -> [RadioRequest] {
    var configuration = ServicesConfiguration()
    var app = AppDeclaration()
    app.grant = .always
    configuration.declarations = ["a": app]
    configuration.hasStandIn = hasStandIn
    let nowhere = try Geodetic(latitudeDegrees: 0, longitudeDegrees: 0, altitudeMetres: 0)
    var stack = ReferenceStack(
      map: VenueMap(name: "nowhere", frame: LocalFrame(origin: nowhere), levels: []),
      services: configuration)
    var sink = StackSink()
    stack.start(at: .start, into: &sink)
    var events: [AppEvent] = []
    if !calls.isEmpty {
      events = [.lifecycle(app: "a", .launched), .lifecycle(app: "a", .foreground)]
      events += calls.map { .call(app: "a", $0) }
      if !stays { events.append(.lifecycle(app: "a", .background)) }
    }
    for event in events { stack.receive(.app(event), at: .start, into: &sink) }
    for second in 1...10 {
      stack.timerFired(StackTimer(1), at: SimTime(seconds: Double(second)), into: &sink)
    }
    return sink.requests
  }

  @Test func radiosAreAttributedToRequestingApps() throws {
    let updating = [AppCall(.startUpdatingLocation)]
    #expect(try requests(updating).contains(.attribute(.gnss, to: ["a/location"])))
    #expect(try requests(updating).contains(.attribute(.wifi, to: ["a/location"])))
    let changes = [AppCall(.startMonitoringSignificantChanges)]
    #expect(try requests(changes).contains(.attribute(.cell, to: ["a/changes"])))
    // Nothing is repeated, and nothing comes from the default app.
    let said = try requests(updating).filter { if case .attribute = $0 { true } else { false } }
    #expect(Set(said).count == said.count)
    #expect(
      try requests([], hasStandIn: true).allSatisfy {
        if case .attribute = $0 { false } else { true }
      })
  }

  @Test func beaconScansFollowDemand() throws {
    let uuid = Identifier128(high: 1, low: 2)
    let region = AppCall(
      .startMonitoringRegion, identifier: "door", beacon: BeaconConstraint(uuid: uuid))
    let ranging = AppCall(.startRangingBeacons, beacon: BeaconConstraint(uuid: uuid))
    func last(_ calls: [AppCall], stays: Bool = true) throws -> RadioRequest? {
      try requests(calls, stays: stays).last {
        switch $0 {
        case .start(.beacon, _), .stop(.beacon): true
        default: false
        }
      }
    }
    #expect(try last([region]) == .start(.beacon, period: .zero))
    #expect(try last([region], stays: false) == .start(.beacon, period: .seconds(5)))
    #expect(try last([ranging]) == .start(.beacon, period: .zero))
    #expect(try last([AppCall(.startMonitoringVisits)]) == .stop(.beacon))
    #expect(try requests([ranging]).contains(.attribute(.beacon, to: ["a/ranging"])))
  }
}
