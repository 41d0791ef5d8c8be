import VenueSim

/// An indoor locator that places the phone beside the last strongly received beacon.
struct NearestBeacon: StackPart {
  struct Parameters: ParameterSet {
    /// Minimum signal strength of a beacon, in dBm.
    var loud = -75.0

    static let parameters: [Parameter<Self>] = [
      .number("loud", \.loud, "dBm", -100 ... -30, "Minimum signal strength.", .estimate)
    ]
  }

  static let kind = PartKind(
    .locator, "nearest", "The position of the last beacon above a signal threshold.",
    parameters: Parameters()
  ) { parameters, map in NearestBeacon(parameters: parameters, map: map) }

  let parameters: Parameters
  let map: VenueMap
  var fix: LocationFix?

  var subscribes: Topics { [.beacon, .locate] }
  var publishes: Topics { .indoorFix }
  var needs: PartNeeds { .findsIndoors }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .observation(.beacon(let received)) where received.rssiDecibelMilliwatts >= parameters.loud:
      guard let beacon = map.beacons.first(where: { $0.identity == received.identity }),
        let place = try? map.frame.geodetic(of: beacon.position)
      else { return }
      fix = LocationFix(
        time: time,
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        horizontalAccuracyMetres: 8, floor: map.ordinal(ofLevel: beacon.level), source: .beacon)
    case .locate(let moment):
      guard let fix, moment - fix.time < .seconds(5) else { return }
      board.publish(.indoorFix(fix))
    default: break
    }
  }
}

/// The corridor with that part as the indoor locator, and one of its parameters changed.
func corridorWithMyPart() throws -> LoadedScenario {
  try LoadedScenario(
    path: "scenarios/corridor.yaml",
    settings: [Setting("stack.locator={use: nearest, loud: -70 dBm}")],
    parts: PartCatalogue.reference.adding(NearestBeacon.kind))
}
