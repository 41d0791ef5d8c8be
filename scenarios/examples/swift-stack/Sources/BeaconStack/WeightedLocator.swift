public import VenueSim

/// A part in place of the indoor locator: the centroid of the received beacons, weighted by signal strength.
///
/// The rest of the reference stack runs around it, and its output is validated.
public struct WeightedLocator: StackPart {
  /// Parameters for scenarios, `--set` and sweeps.
  public struct Parameters: ParameterSet {
    var window = SimDuration.seconds(3)
    var sharpness = 1.0
    var loud = -80.0

    public static let parameters: [Parameter<Self>] = [
      .time("window", \.window, 0.1...60, "How long a beacon that was heard counts.", .estimate),
      .number(
        "sharpness", \.sharpness, "", 0...3, "How much 10 dB weigh; 1: ten times.", .estimate),
      .number("loud", \.loud, "dBm", -100 ... -40, "The loudest, if one is inside.", .estimate),
    ]

    public init() {}
  }

  /// Its name in scenario files: `stack: {locator: {use: weighted}}`.
  public static let kind = PartKind(
    .locator, "weighted", "The middle of the beacons heard lately.", parameters: Parameters()
  ) { parameters, map in WeightedLocator(parameters: parameters, map: map) }

  public var subscribes: Topics { [.beacon, .locate] }
  public var publishes: Topics { .indoorFix }
  public var needs: PartNeeds { .findsIndoors }

  let (parameters, map): (Parameters, VenueMap)
  private var received: [(signal: BeaconAdvertisement, beacon: PublishedBeacon)] = []

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    if case .observation(.beacon(let signal)) = event {
      let beacon = map.beacons.first { $0.identity == signal.identity }
      if let beacon { received.append((signal, beacon)) }
    } else if case .locate(let moment) = event {
      received.removeAll { $0.signal.time < moment - parameters.window }
      if let fix = fix(at: moment) { board.publish(.indoorFix(fix)) }
    }
  }

  private func fix(at time: SimTime) -> LocationFix? {
    let weights = received.map {
      power(10, parameters.sharpness * $0.signal.rssiDecibelMilliwatts / 10)
    }
    var sum = Vec3(0, 0, 0)
    for (weight, one) in zip(weights, received) { sum += one.beacon.position * weight }
    guard let loudest = zip(weights, received).max(by: { $0.0 < $1.0 })?.1,
      loudest.signal.rssiDecibelMilliwatts >= parameters.loud,
      let place = try? map.frame.geodetic(of: sum / weights.reduce(0, +))
    else { return nil }
    return LocationFix(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: 6, floor: map.ordinal(ofLevel: loudest.beacon.level),
      source: .beacon, transmitterCount: Set(received.map(\.beacon.identity)).count)
  }
}
