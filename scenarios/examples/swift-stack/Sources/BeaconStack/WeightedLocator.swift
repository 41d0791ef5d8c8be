public import VenueSim

/// A part that takes the indoor locator's place: the middle of the beacons heard, by loudness.
///
/// The rest of the reference stack goes on around it, and what it tells is checked.
public struct WeightedLocator: StackPart {
  /// What scenarios, `--set` and sweeps can turn.
  public struct Dials: DialSet {
    var window = SimDuration.seconds(3)
    var sharpness = 1.0
    var loud = -80.0

    public static let dials: [Dial<Self>] = [
      .time("window", \.window, 0.1...60, "How long a beacon that was heard counts.", .estimate),
      .number(
        "sharpness", \.sharpness, "", 0...3, "How much 10 dB weigh; 1: ten times.", .estimate),
      .number("loud", \.loud, "dBm", -100 ... -40, "The loudest, if one is inside.", .estimate),
    ]

    public init() {}
  }

  /// What scenario files call it: `stack: {locator: {use: weighted}}`.
  public static let kind = PartKind(
    .locator, "weighted", "The middle of the beacons heard lately.", dials: Dials()
  ) { dials, map in WeightedLocator(dials: dials, map: map) }

  public var listens: Topics { [.beacon, .locate] }
  public var tells: Topics { .indoorFix }
  public var needs: PartNeeds { .findsIndoors }

  let (dials, map): (Dials, VenueMap)
  private var heard: [(signal: BeaconAdvertisement, beacon: PublishedBeacon)] = []

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    if case .observation(.beacon(let signal)) = news {
      let beacon = map.beacons.first { $0.identity == signal.identity }
      if let beacon { heard.append((signal, beacon)) }
    } else if case .locate(let moment) = news {
      heard.removeAll { $0.signal.time < moment - dials.window }
      if let fix = fix(at: moment) { board.tell(.indoorFix(fix)) }
    }
  }

  private func fix(at time: SimTime) -> LocationFix? {
    let weights = heard.map { power(10, dials.sharpness * $0.signal.rssiDecibelMilliwatts / 10) }
    var sum = Vec3(0, 0, 0)
    for (weight, one) in zip(weights, heard) { sum += one.beacon.position * weight }
    guard let loudest = zip(weights, heard).max(by: { $0.0 < $1.0 })?.1,
      loudest.signal.rssiDecibelMilliwatts >= dials.loud,
      let place = try? map.frame.geodetic(of: sum / weights.reduce(0, +))
    else { return nil }
    return LocationFix(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: 6, floor: map.ordinal(ofLevel: loudest.beacon.level),
      source: .beacon, transmitterCount: Set(heard.map(\.beacon.identity)).count)
  }
}
