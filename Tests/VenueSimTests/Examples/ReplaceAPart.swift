import VenueSim

/// An indoor locator that places the phone beside the last strongly received beacon.
struct NearestBeacon: StackPart {
  struct Dials: DialSet {
    /// Minimum signal strength of a beacon, in dBm.
    var loud = -75.0

    static let dials: [Dial<Self>] = [
      .number("loud", \.loud, "dBm", -100 ... -30, "Minimum signal strength.", .estimate)
    ]
  }

  static let kind = PartKind(
    .locator, "nearest", "The position of the last beacon above a signal threshold.", dials: Dials()
  ) { dials, map in NearestBeacon(dials: dials, map: map) }

  let dials: Dials
  let map: VenueMap
  var fix: LocationFix?

  var listens: Topics { [.beacon, .locate] }
  var tells: Topics { .indoorFix }
  var needs: PartNeeds { .findsIndoors }

  mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .observation(.beacon(let heard)) where heard.rssiDecibelMilliwatts >= dials.loud:
      guard let beacon = map.beacons.first(where: { $0.identity == heard.identity }),
        let place = try? map.frame.geodetic(of: beacon.position)
      else { return }
      fix = LocationFix(
        time: time,
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        horizontalAccuracyMetres: 8, floor: map.ordinal(ofLevel: beacon.level), source: .beacon)
    case .locate(let moment):
      guard let fix, moment - fix.time < .seconds(5) else { return }
      board.tell(.indoorFix(fix))
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
