import Documents
import Geometry
import Kernel
import Maps
import Observations
import Parts
import Services
import Testing

/// Keeps GNSS on as needed, and everything else off.
private struct SatellitesAlways: StackPart {
  struct Parameters: ParameterSet {
    var period = SimDuration.seconds(2)

    static let parameters: [Parameter<Self>] = [
      .time("period", \.period, 0.1...3600, "How often satellites are looked at.", .estimate)
    ]
  }

  static let kind = PartKind(.radios, "satellites", "Satellites, always.", parameters: Parameters())
  {
    parameters, _ in SatellitesAlways(period: parameters.period)
  }

  let period: SimDuration
  var subscribes: Topics { .radioNeed }
  var publishes: Topics { .radioPlan }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    board.publish(.radioPlan(RadioPlan(gnss: period)))
  }
}

/// Serves one app, which receives every position, and requests 10 m on its behalf.
private struct OneApp: StackPart {
  static let kind = PartKind(.services, "one", "One app.", parameters: NoParameters()) { _, _ in
    OneApp()
  }

  var subscribes: Topics { [.fix, .plan] }
  var publishes: Topics { .radioNeed }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    if case .result(.fix(let fix)) = event { board.sink.publish(.location(fix), to: "one") }
    guard case .plan = event else { return }
    var need = RadioNeed()
    need.accuracyMetres = 10
    board.publish(.radioNeed(need))
  }
}

/// Publishes an undeclared topic.
private struct UndeclaredPublisher: StackPart {
  static let kind = PartKind(.radios, "liar", "Lies.", parameters: NoParameters()) { _, _ in
    UndeclaredPublisher()
  }

  var subscribes: Topics { .radioNeed }
  var publishes: Topics { .radioPlan }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    board.publish(.presence(VenuePresence(isAtVenue: true, isIndoors: true)))
  }
}

/// Custom parts as radios and services, by name.
struct CustomPartTests {
  private static let catalogue = PartCatalogue.reference.adding(
    SatellitesAlways.kind, OneApp.kind, UndeclaredPublisher.kind)

  /// Device requests and outputs of a stack block in ten seconds.
  private func run(
    _ text: String, hasStandIn: Bool = false
  ) throws -> (requests: [RadioRequest], reported: [String], failure: String?) {
    let settings = try StackSettings.reading(with: Self.catalogue) { () throws(DocumentError) in
      try decodeDocument(StackSettings.self, bytes: Array(text.utf8), name: "x")
    }
    var configuration = ServicesConfiguration()
    configuration.hasStandIn = hasStandIn
    let nowhere = try Geodetic(latitudeDegrees: 0, longitudeDegrees: 0, altitudeMetres: 0)
    var stack = ReferenceStack(
      map: VenueMap(name: "nowhere", frame: LocalFrame(origin: nowhere), levels: []),
      settings: settings, services: configuration)
    var sink = StackSink()
    stack.start(at: .start, into: &sink)
    for second in 1...10 {
      let time = SimTime(seconds: Double(second))
      var fix = ReceiverFix(
        time: time, coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0))
      fix.horizontalAccuracyMetres = 5
      stack.receive(.fix(fix), at: time, into: &sink)
      stack.timerFired(StackTimer(1), at: time, into: &sink)
    }
    return (sink.requests, sink.recipients, stack.failure.map { "\($0)" })
  }

  private func radios(_ requests: [RadioRequest]) -> [RadioRequest] {
    requests.filter {
      switch $0 {
      case .start(let sensor, _), .stop(let sensor): [.gnss, .wifi, .cell].contains(sensor)
      default: false
      }
    }
  }

  /// Without requests of apps, the default part keeps all off; a custom one decides on its own.
  @Test func customPartChoosesRadios() throws {
    #expect(radios(try run("radios: {use: by-need}").requests).isEmpty)
    let own = try run("radios: {use: satellites}")
    #expect(own.failure == nil)
    #expect(radios(own.requests) == [.start(.gnss, period: .seconds(2))])
    // No beacon scans any more, either.
    #expect(own.requests.contains(.stop(.beacon)))
    let turned = try run("radios: {use: satellites, period: 7 s}")
    #expect(radios(turned.requests) == [.start(.gnss, period: .seconds(7))])
    // Data that no part can use stay off.
    let withoutSatellites = try run("{radios: {use: satellites}, satellites: {use: 'off'}}")
    #expect(radios(withoutSatellites.requests).isEmpty)
  }

  @Test func customServicesDriveRadios() throws {
    let own = try run("services: {use: one}", hasStandIn: true)
    #expect(own.failure == nil && Set(own.reported) == ["one"])
    #expect(radios(own.requests).contains(.start(.gnss, period: .seconds(1))))
    let both = try run("{services: {use: one}, radios: {use: satellites}}")
    #expect(radios(both.requests) == [.start(.gnss, period: .seconds(2))])
  }

  @Test func alwaysPartRunsAllRadios() throws {
    let always = radios(try run("radios: {use: always}").requests)
    #expect(always.count == 3)
  }

  @Test func undeclaredOutputFails() throws {
    let fault = try run("radios: {use: liar}").failure
    #expect(fault?.contains("'liar' published presence, which it doesn't declare") == true)
  }
}
