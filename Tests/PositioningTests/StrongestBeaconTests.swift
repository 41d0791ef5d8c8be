import Documents
import Geometry
import Kernel
import Maps
import Observations
import Parts
import Positioning
import Services
import Testing

struct StrongestBeaconTests {
  private static func identity(_ minor: UInt16) -> BeaconIdentity {
    BeaconIdentity(uuid: Identifier128(high: 1, low: 2), major: 1, minor: minor)
  }

  private func map() throws -> VenueMap {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    return VenueMap(
      name: "m", frame: LocalFrame(origin: origin),
      levels: (-1...1).map { ordinal in
        Level(ordinal: ordinal, shortName: "\(ordinal)", elevationMetres: 0, walls: [])
      },
      beacons: (0..<3).map { index in
        PublishedBeacon(
          identity: Self.identity(UInt16(index)), position: [Double(index) * 20, 0, 2.5],
          level: index)
      })
  }

  private func received(
    _ beacon: UInt16, _ seconds: Double, _ strength: Double, power: Double = -59
  ) -> BeaconAdvertisement {
    BeaconAdvertisement(
      time: SimTime(seconds: seconds), identity: Self.identity(beacon),
      measuredPowerDecibelMilliwatts: power, rssiDecibelMilliwatts: strength)
  }

  /// The beacon chosen by a locator, as its level, and the accuracy.
  private func located(
    _ received: [BeaconAdvertisement], at seconds: Double = 10,
    _ change: (
      inout StrongestBeaconLocator.Parameters
    ) -> Void = { _ in }
  ) throws -> (floor: Int?, accuracy: Double, count: Int)? {
    var parameters = StrongestBeaconLocator.Parameters()
    change(&parameters)
    let map = try map()
    var locator = StrongestBeaconLocator(map: map, parameters: parameters)
    for one in received { locator.receive(one) }
    guard let fix = locator.locate(at: SimTime(seconds: seconds)) else { return nil }
    // The position must be that of the chosen beacon.
    let beacon = try #require(map.beacons.first { map.ordinal(ofLevel: $0.level) == fix.floor })
    let place = try map.frame.geodetic(of: beacon.position)
    #expect(abs(fix.coordinate.latitudeDegrees - place.latitudeDegrees) < 1e-12)
    #expect(abs(fix.coordinate.longitudeDegrees - place.longitudeDegrees) < 1e-12)
    #expect(fix.source == .beacon && fix.time == SimTime(seconds: seconds))
    return (fix.floor, fix.horizontalAccuracyMetres, fix.transmitterCount)
  }

  @Test func ranksBeaconsByMeasuredPower() throws {
    #expect(try located([]) == nil)
    let both = try #require(try located([received(0, 9, -70), received(1, 9, -65)]))
    #expect(both.floor == 0 && both.count == 2)
    // Means count, not single packets.
    let mean = try located([received(0, 9, -66), received(1, 9, -60), received(1, 9.5, -76)])
    #expect(mean?.floor == -1)
    // A beacon with a higher claimed power must be received more strongly.
    let claims = try located([received(0, 9, -70, power: -69), received(2, 9, -65)])
    #expect(claims?.floor == -1)
    // Free-space loss: 15.56 dB is 6 m; the minimum reported accuracy is 5 m.
    let far = try #require(try located([received(2, 9, -59 - 15.563)]))
    #expect(abs(far.accuracy - 6) < 0.001)
    #expect(try located([received(2, 9, -59)])?.accuracy == 5)
    #expect(try located([received(2, 9, -59)]) { $0.minAccuracyMetres = 2 }?.accuracy == 2)
  }

  @Test func ignoresUnknownOldAndDistantBeacons() throws {
    #expect(try located([received(7, 9, -40)]) == nil)
    #expect(try located([received(7, 9, -40), received(1, 9, -70)])?.count == 1)
    #expect(try located([received(0, 7, -60)])?.floor == -1)
    #expect(try located([received(0, 6.999, -60)]) == nil)
    #expect(try located([received(0, 6.999, -60)]) { $0.window = .seconds(4) }?.floor == -1)
    // 21.58 dB is 12 m.
    #expect(try located([received(0, 9, -59 - 21.5)])?.floor == -1)
    #expect(try located([received(0, 9, -59 - 21.7)]) == nil)
    #expect(try located([received(0, 9, -59 - 21.7)]) { $0.reachMetres = 13 }?.floor == -1)
  }

  @Test func survivesAnyValue() throws {
    for value in [.nan, .infinity, -.infinity] as [Double] {
      let strange = [received(0, 9, value), received(2, 9, -65, power: value)]
      #expect(try located(strange) == nil, "\(value)")
      #expect(try located(strange + [received(1, 9, -65)])?.floor == 0, "\(value)")
    }
  }

  @Test func stackRequestsRadiosReportsAndFallsSilent() throws {
    var settings = StackSettings()
    for slot in [PartSlot.satellites, .wifi, .cell] { settings.use(slot, "off", NoParameters()) }
    var fusion = FusionPart.Parameters()
    fusion.filter.coastingSeconds = 5
    settings.use(.fusion, "filter", fusion)
    var stack = ReferenceStack(map: try map(), settings: settings)
    var sink = StackSink()
    stack.start(at: .start, into: &sink)
    #expect(
      sink.requests == [
        .start(.accelerometer, period: .zero), .start(.barometer, period: .seconds(1)),
        .start(.beacon, period: .zero),
      ])
    #expect(sink.timers.map(\.time) == [SimTime(seconds: 1)])
    var reported: [Double] = []
    var accuracies: [Double] = []
    for second in 1...25 {
      let now = SimTime(seconds: Double(second))
      sink.clear()
      if second <= 4 {
        stack.receive(.beacon(received(1, Double(second) - 0.5, -60)), at: now, into: &sink)
      }
      stack.timerFired(StackTimer(1), at: now, into: &sink)
      #expect(sink.timers.map(\.time) == [now + .seconds(1)])
      for case .location(let fix) in sink.outputs {
        #expect(fix.floor == 0)
        reported.append(now.seconds)
        accuracies.append(fix.horizontalAccuracyMetres)
      }
    }
    // The last advertisement, of 3.5 s, counts for 3 s, and is remembered for 15 s more.
    #expect(reported == (1...21).map { Double($0) })
    // Meanwhile its bearer may have walked away.
    #expect(abs(accuracies[20] - accuracies[5] - 15 * 1.4) < 1e-9, "\(accuracies)")
  }

  /// A phone in a car isn't placed at beacons that it passes; in a garage it is, as there are no satellites.
  @Test(arguments: [
    (ActivityFlags.automotive, true, false), (.automotive, false, true), (.walking, true, true),
  ]) func drivenPhonesPassBeacons(flags: ActivityFlags, hasSky: Bool, isPlaced: Bool) throws {
    var board = PartBoard(
      finders: [
        ("riding", Riding(flags: flags, hasSky: hasSky)),
        ("locator", BeaconLocatorPart(map: try map())),
      ], services: NearListener())
    var sink = StackSink()
    let now = SimTime(seconds: 10)
    board.pass(.tick, at: now, into: &sink)
    board.pass(.observation(.beacon(received(1, 9.5, -60))), at: now, into: &sink)
    board.pass(.locate(now), at: now, into: &sink)
    #expect((board.services.fix != nil) == isPlaced)
  }
}

/// Publishes an activity and, if there is a sky, a satellite fix.
private struct Riding: StackPart {
  let flags: ActivityFlags
  let hasSky: Bool
  var subscribes: Topics { .tick }
  var publishes: Topics { [.activity, .skyFix] }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    board.publish(.activity(ActivityReport(startTime: time, flags: flags, confidence: .high)))
    guard hasSky else { return }
    board.publish(
      .skyFix(
        LocationFix(
          time: time, coordinate: Coordinate(latitudeDegrees: 47, longitudeDegrees: 8),
          horizontalAccuracyMetres: 5, source: .gnss)))
  }
}

/// Records the beacon position.
private struct NearListener: StackPart {
  var fix: LocationFix?
  var subscribes: Topics { .nearFix }
  var publishes: Topics { [] }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    if case .result(.nearFix(let near)) = event { fix = near }
  }
}
