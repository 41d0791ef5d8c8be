public import VenueSim

/// A part that takes the indoor locator's place in the reference stack; all else stays as it is.
///
/// It finds the phone in the middle of the beacons heard lately, the louder the heavier. Satellites,
/// fusion, services and radios go on around it, and what it tells is checked before it counts.
public struct WeightedLocator: StackPart {
  /// What scenarios, `--set` and sweeps can turn.
  public struct Dials: DialSet {
    /// How long a beacon that was heard counts.
    public var window = SimDuration.seconds(3)
    /// How much 10 dB weigh: with 1, ten times.
    public var sharpness = 1.0
    /// How strong the loudest must be, in dBm; if it is weaker, the phone isn't inside.
    public var loud = -80.0

    public static let dials: [Dial<Self>] = [
      .time("window", \.window, 0.1...60, "How long a beacon that was heard counts.", .estimate),
      .number("sharpness", \.sharpness, "", 0...3, "How much 10 dB weigh.", .estimate),
      .number("loud", \.loud, "dBm", -100 ... -40, "How strong the loudest must be.", .estimate),
    ]

    /// The defaults.
    public init() {}
  }

  /// What scenario files call it: `stack: {locator: {use: weighted}}`.
  public static let kind = PartKind(
    .locator, "weighted", "The middle of the beacons heard lately.", dials: Dials()
  ) { dials, map in WeightedLocator(dials, map) }

  public var listens: Topics { [.beacon, .locate] }
  public var tells: Topics { .indoorFix }
  public var needs: PartNeeds { .findsIndoors }

  private let dials: Dials
  private let map: VenueMap
  private let register: [BeaconIdentity: PublishedBeacon]
  private var heard: [BeaconAdvertisement] = []

  init(_ dials: Dials, _ map: VenueMap) {
    (self.dials, self.map) = (dials, map)
    register = Dictionary(map.beacons.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
  }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .observation(.beacon(let beacon)) where register[beacon.identity] != nil:
      heard.append(beacon)
    case .locate(let moment):
      heard.removeAll { $0.time < moment - dials.window }
      if let fix = fix(at: moment) { board.tell(.indoorFix(fix)) }
    default: break
    }
  }

  private func fix(at time: SimTime) -> LocationFix? {
    let known = heard.compactMap { one in register[one.identity].map { (one, $0) } }
    let weights = known.map { power(10, dials.sharpness * $0.0.rssiDecibelMilliwatts / 10) }
    var sum = Vec3(0, 0, 0)
    for (weight, (_, beacon)) in zip(weights, known) { sum += beacon.position * weight }
    guard let (signal, loudest) = zip(weights, known).max(by: { $0.0 < $1.0 })?.1,
      signal.rssiDecibelMilliwatts >= dials.loud,
      let place = try? map.frame.geodetic(of: sum / weights.reduce(0, +))
    else { return nil }
    return LocationFix(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: 6, floor: map.ordinal(ofLevel: loudest.level), source: .beacon,
      transmitterCount: Set(heard.map(\.identity)).count)
  }
}
