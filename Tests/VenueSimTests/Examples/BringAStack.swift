import VenueSim

/// Publishes the position of the last received known beacon.
struct LatestBeacon: TrackingStack {
  let map: VenueMap

  mutating func start(at time: SimTime, into sink: inout StackSink) {
    sink.request(.start(.beacon, period: .zero))
  }

  mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {
    guard case .beacon(let received) = observation,
      let beacon = map.beacons.first(where: { $0.identity == received.identity }),
      let place = try? map.frame.geodetic(of: beacon.position)
    else { return }
    sink.publish(
      .location(
        LocationFix(
          time: time,
          coordinate: Coordinate(
            latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
          horizontalAccuracyMetres: 20, floor: map.ordinal(ofLevel: beacon.level),
          source: .beacon)))
  }
}

/// The score of the walker in the corridor, with a custom stack.
func scoreOfMyStack(seed: UInt64) throws -> DeviceScore {
  let scenario = try LoadedScenario(path: "scenarios/corridor.yaml")
  let unit = RunUnit(scenario: scenario, seed: seed)
  return try unit.run(makeStack: { LatestBeacon(map: $0.map) }).devices[0]
}
