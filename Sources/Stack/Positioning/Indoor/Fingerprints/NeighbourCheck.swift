import Kernel
package import Maps
package import Observations

/// Check of the particle filter by the nearest fingerprints.
///
/// Away from the surveyed stops the radio map is extrapolated, and the filter may follow it to a wrong place
/// with confidence. There, the received levels are much less like those of the survey around the filter's
/// location than those of the best fingerprints; these then give the location.
package struct NeighbourCheck: Sendable {
  /// Difference of the levels' distances above which a scan contradicts the filter, and radius of the filter's
  /// surroundings in m (chosen on thinned surveys of two floors of a mall, and on a museum).
  private static let (maxExcess, reach) = (Float(0.2), 5.0)
  /// Minimum number of transmitters: the distance of few levels is mostly noise.
  private static let minTransmitters = 12
  /// Horizontal accuracy of the neighbours in m, and duration of an answer without another scan; estimates.
  private static let (accuracy, lasting) = (10.0, SimDuration.seconds(15))

  private var neighbours: FingerprintLocator
  private let usesWiFi: Bool
  /// True if a signal came in after the last check.
  private var isDue = false
  /// Location by the neighbours; nil if the last check agreed with the filter.
  private var answer: LocationFix?
  /// Time of the last check.
  private var answered = SimTime.start

  /// Creates a check; nil without a surveyed point.
  package init?(map: VenueMap, _ parameters: IndoorLocator.Parameters) {
    var settings = FingerprintLocator.Parameters()
    settings.minAccuracyMetres = Self.accuracy
    settings.minimum = Self.minTransmitters
    // Fingerprints of Wi-Fi are the better ones where there are both.
    let hasWiFi =
      map.radioMap?.senders.contains { if case .wifi = $0 { true } else { false } } ?? false
    usesWiFi = parameters.usesWiFi && hasWiFi
    settings.usesWiFi = usesWiFi
    settings.usesBeacons = !usesWiFi
    guard let locator = FingerprintLocator(map: map, parameters: settings) else { return nil }
    neighbours = locator
  }

  package mutating func receive(_ scan: WiFiScan) {
    neighbours.receive(scan)
    if usesWiFi { isDue = true }
  }

  package mutating func receive(_ received: BeaconAdvertisement) {
    neighbours.receive(received)
    if !usesWiFi { isDue = true }
  }

  /// Returns the filter's location, or that of the neighbours if the last scan contradicts it.
  package mutating func checked(_ fix: LocationFix) -> LocationFix {
    if isDue {
      (isDue, answered) = (false, fix.time)
      let found = neighbours.compare(with: fix, reach: Self.reach)
      answer = found.flatMap { $0.excess > Self.maxExcess ? $0.neighbours : nil }
    }
    guard var answer, fix.time - answered <= Self.lasting else { return fix }
    answer.time = fix.time
    answer.courseDegrees = fix.courseDegrees
    answer.speedMetresPerSecond = fix.speedMetresPerSecond
    answer.isSurveyed = false
    return answer
  }
}
