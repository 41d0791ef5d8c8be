import TestSupport
import Testing
import VenueSim

// What somebody who brings an algorithm writes: one import beside the test library's.

/// Tells the place of whatever known beacon was heard last.
private struct LatestBeacon: TrackingStack {
  let map: VenueMap

  mutating func start(at time: SimTime, into sink: inout StackSink) {
    sink.request(.start(.beacon, period: .zero))
  }

  mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {
    guard case .beacon(let heard) = observation,
      let beacon = map.beacons.first(where: { $0.identity == heard.identity }),
      let place = try? map.frame.geodetic(of: beacon.position)
    else { return }
    sink.tell(
      .location(
        LocationFix(
          time: time,
          coordinate: Coordinate(
            latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
          horizontalAccuracyMetres: 20, floor: map.ordinal(ofLevel: beacon.level),
          source: .beacon)))
  }
}

struct OwnStackTests {
  @Test func runsAScenarioWithAStackOfItsOwn() throws {
    let scenario = try LoadedScenario(path: "scenarios/corridor.yaml")
    let unit = RunUnit(scenario: scenario, seed: 11)
    let own = try unit.run(makeStack: { LatestBeacon(map: $0.map) }, records: true)
    let score = try #require(own.devices.first)
    #expect(score.device == "walker" && score.fixes.count > 500)
    #expect(score.fixes.allSatisfy { $0.fix.source == .beacon && $0.fix.floor == 0 })
    // Satellites were never switched on, so they cost nothing.
    #expect(!score.power.contains { $0.component == "gnss" })
    let values = try #require(score.samples.first { $0.metric.name == "horizontal_error" }).values
    let median = try #require(MetricRow.summary(.p50, of: values))
    #expect((5...60).contains(median), "\(median) m")
    let again = try replay(own.recordings[0], stack: LatestBeacon(map: scenario.map))
    #expect(again.outputs == own.recordings[0].outputs)
    // The one that comes along is better, in the same world.
    let reference = try #require(try unit.run().devices.first)
    let other = try #require(
      reference.samples.first { $0.metric.name == "horizontal_error" }
    ).values
    #expect(try #require(MetricRow.summary(.p50, of: other)) < median)
  }
}
