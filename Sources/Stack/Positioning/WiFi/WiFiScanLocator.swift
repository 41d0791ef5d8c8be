package import Geometry
import Glibc
import Kernel
public import Observations

/// Finds a phone by one scan and the access points that it knows.
///
/// Each level is likely where distance to its transmitter explains it, and every reading may as well
/// come from something that has moved, is carried about or shares another's address: then it tells
/// nothing. The place told is the mean of where the phone is likely, its radius what the likelihood
/// leaves open; both are taken on a grid about the best place, so that a ridge or a second
/// hill widens the radius. Where two places far from each other explain about as much, none is told.
public struct WiFiScanLocator: Sendable {
  /// How it is set.
  public let parameters: Parameters
  package var candidates: [Candidate] = []
  package var groups: [Group] = []

  /// A place where a transmitter may be.
  package struct Candidate: Sendable {
    var point: Vec2
    /// The squared distance that counts as being at it, in units of 30 m.
    var soft: Double
    /// The square of the spread, in the same units.
    var spread: Double
    /// The level expected 30 m away, in dBm.
    var level: Double

    /// Creates a candidate.
    package init(point: Vec2, soft: Double, spread: Double, level: Double) {
      (self.point, self.soft, self.spread, self.level) = (point, soft, spread, level)
    }
  }

  /// A transmitter that was heard, with the numbers of its candidates.
  package struct Group: Sendable {
    /// In dBm.
    var level: Double
    var candidates: Range<Int>

    /// Creates a group.
    package init(level: Double, candidates: Range<Int>) {
      (self.level, self.candidates) = (level, candidates)
    }
  }

  /// Creates a locator.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Finds the phone.
  ///
  /// - Parameters:
  ///   - scan: What was heard.
  ///   - atlas: The access points that are known.
  ///   - hint: Where the phone was thought to be before, which decides between places far apart.
  /// - Returns: Where it was at the middle of the scan; nil if nothing known was heard, or if it might
  ///   as well be elsewhere.
  public mutating func locate(
    _ scan: WiFiScan, in atlas: WiFiAtlas, near hint: LocationFix? = nil
  ) -> LocationFix? {
    guard let plane = gather(scan, atlas) else { return nil }
    let time = scan.startTime + .seconds((scan.endTime - scan.startTime).seconds / 2)
    let prior = hint.flatMap { Prior($0, at: time, plane, parameters.hint) }
    var starts = groups.flatMap { candidates[$0.candidates].map(\.point) }
    if let prior { starts.append(prior.point) }
    let scores = zip(starts, scores(at: starts, bias: 0)).map { $1 + (prior?.score($0) ?? 0) }
    guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
    let peak = climb(from: starts[best])
    guard !hasRival(of: peak, starts, scores, prior) else { return nil }
    let count = Int(support(at: peak.point, bias: peak.bias).rounded())
    let fewest = parameters.few.fewest
    let belief =
      count < fewest ? fewBelief(around: peak) : belief(around: peak)
    var radius = parameters.accuracyFactor * belief.radius
    radius = (radius * radius + parameters.floorMetres * parameters.floorMetres).squareRoot()
    let beyond = nearestReach(of: peak) - parameters.nearMetres
    radius = max(radius, parameters.farFactor * beyond)
    guard count > 0, radius.isFinite, radius <= parameters.widestMetres else { return nil }
    // One or two transmitters may have been carried off: far from where the phone was they are no news.
    if count < fewest, let prior, prior.score(belief.mean) < -parameters.maxDoubt {
      return nil
    }
    return LocationFix(
      time: time, coordinate: plane.place(belief.mean), horizontalAccuracyMetres: radius,
      source: .wifi, transmitterCount: count)
  }

  /// The readings that are of use, those of one access point in a row.
  private func freshReadings(of scan: WiFiScan) -> [Int] {
    let oldest = scan.endTime - .seconds(parameters.staleSeconds)
    return scan.readings.indices.filter {
      let reading = scan.readings[$0]
      return reading.time >= oldest && (-127...0).contains(reading.rssiDecibelMilliwatts)
    }
    .sorted {
      let (left, right) = (scan.readings[$0].bssid, scan.readings[$1].bssid)
      return (left.withoutNetwork, left) < (right.withoutNetwork, right)
    }
  }

  /// Collects what is known of what was heard.
  ///
  /// - Parameters:
  ///   - scan: What was heard.
  ///   - atlas: The access points that are known.
  /// - Returns: The plane of the candidates; nil if there are none.
  private mutating func gather(_ scan: WiFiScan, _ atlas: WiFiAtlas) -> LocalPlane? {
    candidates.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    let fresh = freshReadings(of: scan)
    var plane: LocalPlane?
    var start = 0
    while start < fresh.count {
      let address = scan.readings[fresh[start]].bssid.withoutNetwork
      var end = start
      var level = -Double.infinity
      let first = candidates.count
      while end < fresh.count, scan.readings[fresh[end]].bssid.withoutNetwork == address {
        let reading = scan.readings[fresh[end]]
        level = max(
          level,
          KnownTransmitter.normalized(
            reading.rssiDecibelMilliwatts, megahertz: reading.frequencyMegahertz,
            highBand: parameters.highBandDecibels))
        if candidates.count == first {
          atlas.look(up: reading.bssid) { known in
            let frame = plane ?? LocalPlane(at: known.coordinate)
            plane = frame
            let spread = known.spreadMetres * known.spreadMetres / 900
            let soft = parameters.softeningMetres * parameters.softeningMetres / 900 + spread
            candidates.append(
              Candidate(
                point: frame.point(known.coordinate), soft: soft, spread: spread,
                level: known.levelAt30Metres))
          }
        }
        end += 1
      }
      if candidates.count > first {
        groups.append(Group(level: level, candidates: first..<candidates.count))
      }
      start = end
    }
    if groups.count > parameters.mostTransmitters {
      // Stable, so that equal levels stay in the order of their addresses.
      groups = Array(
        groups.enumerated().sorted { ($1.element.level, $0.offset) < ($0.element.level, $1.offset) }
          .prefix(parameters.mostTransmitters).map(\.element))
    }
    return plane
  }
}
