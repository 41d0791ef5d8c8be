public import VenueSim

/// Reports, once a second, the centroid of recently received beacons, weighted by signal strength.
public struct WeightedBeacons: TrackingStack {
  /// Time for which a received beacon counts, in simulated time.
  public var window = SimDuration.seconds(3)
  /// Weight ratio per 10 dB, as a power of ten.
  public var sharpness = 1.0

  private let map: VenueMap
  private let register: [BeaconIdentity: PublishedBeacon]
  private var received: [BeaconAdvertisement] = []
  private let beat = StackTimer(1)

  /// Creates a stack with a venue's map.
  public init(map: VenueMap) {
    self.map = map
    register = Dictionary(map.beacons.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
  }

  public mutating func start(at time: SimTime, into sink: inout StackSink) {
    sink.request(.start(.beacon, period: .zero))
    sink.setTimer(beat, at: time + .seconds(1))
  }

  public mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {
    guard case .beacon(let advertisement) = observation else { return }
    // Beacons outside the register have no position.
    if register[advertisement.identity] != nil { received.append(advertisement) }
  }

  public mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    sink.setTimer(beat, at: time + .seconds(1))
    received.removeAll { $0.time < time - window }
    if let fix = fix(at: time) { sink.publish(.location(fix)) }
  }

  private func fix(at time: SimTime) -> LocationFix? {
    var (sum, total) = (Vec3(0, 0, 0), 0.0)
    var loudest: (weight: Double, beacon: PublishedBeacon)?
    for advertisement in received {
      guard let beacon = register[advertisement.identity] else { continue }
      let weight = power(10, sharpness * advertisement.rssiDecibelMilliwatts / 10)
      sum += beacon.position * weight
      total += weight
      if weight > loudest?.weight ?? 0 { loudest = (weight, beacon) }
    }
    guard let loudest, let place = try? map.frame.geodetic(of: sum / total) else { return nil }
    return LocationFix(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: 6, floor: map.ordinal(ofLevel: loudest.beacon.level),
      source: .beacon, transmitterCount: Set(received.map(\.identity)).count)
  }
}
