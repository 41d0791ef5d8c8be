package import Geometry
import Glibc
import Kernel
public import Observations

/// Wi-Fi positioning of one scan: grid likelihood with an outlier mixture and the RSSI offset.
///
/// A level is likely where the path loss from its transmitter explains it. Each reading may also be
/// an outlier, from a transmitter that was moved, is mobile or shares an address; it then carries
/// no information. The location is the mean of the likelihood and its radius the spread, both on a
/// grid around the maximum, so a ridge or a second peak widens the radius. If two distant positions
/// explain about as many readings, there is no fix.
public struct WiFiScanLocator: Sendable {
  public let parameters: Parameters
  package var candidates: [Candidate] = []
  package var groups: [ReceivedTransmitter] = []

  /// A possible position of a transmitter.
  package struct Candidate: Sendable {
    var point: Vec2
    /// Squared distance below which levels stop growing, in units of 30 m squared.
    var soft: Double
    /// Squared spread, in units of 30 m squared.
    var spread: Double
    /// Expected level at 30 m, in dBm.
    var level: Double

    package init(point: Vec2, soft: Double, spread: Double, level: Double) {
      (self.point, self.soft, self.spread, self.level) = (point, soft, spread, level)
    }
  }

  /// A received transmitter with its candidates.
  package struct ReceivedTransmitter: Sendable {
    /// In dBm.
    var level: Double
    var candidates: Range<Int>

    package init(level: Double, candidates: Range<Int>) {
      (self.level, self.candidates) = (level, candidates)
    }
  }

  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Returns the location of a scan.
  ///
  /// - Parameters:
  ///   - scan: The scan.
  ///   - atlas: Known access points.
  ///   - hint: Previous position, which resolves ambiguous scans.
  /// - Returns: The location at the middle of the scan; nil without known access points or if
  ///   ambiguous.
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
    guard !hasAlternative(of: peak, starts, scores, prior) else { return nil }
    let count = Int(support(at: peak.point, bias: peak.bias).rounded())
    let minimum = parameters.few.minimum
    let belief =
      count < minimum ? fewBelief(around: peak) : belief(around: peak)
    var radius = parameters.accuracyFactor * belief.radius
    radius = (radius * radius + parameters.floorMetres * parameters.floorMetres).squareRoot()
    let beyond = nearestReach(of: peak) - parameters.nearMetres
    radius = max(radius, parameters.farFactor * beyond)
    guard count > 0, radius.isFinite, radius <= parameters.widestMetres else { return nil }
    // One or two transmitters may have been moved, so they count only near the previous position.
    if count < minimum, let prior, prior.score(belief.mean) < -parameters.maxSigma {
      return nil
    }
    return LocationFix(
      time: time, coordinate: plane.place(belief.mean), horizontalAccuracyMetres: radius,
      source: .wifi, transmitterCount: count)
  }

  /// Returns the usable readings, sorted so that those of one access point are adjacent.
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

  /// Collects the candidates of the scan's transmitters.
  ///
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
        groups.append(ReceivedTransmitter(level: level, candidates: first..<candidates.count))
      }
      start = end
    }
    if groups.count > parameters.maxTransmitters {
      // A stable order keeps equal levels sorted by address.
      groups = Array(
        groups.enumerated().sorted { ($1.element.level, $0.offset) < ($0.element.level, $1.offset) }
          .prefix(parameters.maxTransmitters).map(\.element))
    }
    return plane
  }
}
