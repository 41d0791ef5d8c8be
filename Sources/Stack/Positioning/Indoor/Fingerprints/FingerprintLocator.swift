import Geometry
public import Kernel
public import Maps
public import Observations

/// k-nearest-neighbour (kNN) fingerprinting: averages the surveyed points most similar to the scan.
///
/// The field's usual baseline: no motion, no memory and no model of signal variation. Fingerprints
/// are the radio map's means at the surveyed points.
public struct FingerprintLocator: Sendable {
  private struct Print: Sendable {
    var plane: Int
    var point: Vec2
  }

  private let parameters: Parameters
  private let frame: LocalFrame
  private let planes: [RadioMap.Plane]
  private let prints: [Print]
  private let senders: [RadioMap.Sender: Int]
  /// Level above silence, in dB, of each fingerprint, transmitter by transmitter.
  private let strengths: [Float]
  /// Sum of the levels and squared norm of each fingerprint.
  private let sums, squares: [Float]
  /// Recent readings: time, transmitter and level above silence, in dB.
  private var recent: [(time: SimTime, sender: Int, strength: Float)] = []

  /// Creates a locator; nil without a surveyed point.
  public init?(map: VenueMap, parameters: Parameters = Parameters()) {
    guard let radio = map.radioMap else { return nil }
    var prints: [Print] = []
    // Fingerprint index of each grid point, by plane; -1 if not surveyed.
    var numbers: [[Int]] = []
    for (index, plane) in radio.planes.enumerated() {
      var own = [Int](repeating: -1, count: plane.columns * plane.rows)
      for row in 0..<plane.rows {
        for column in 0..<plane.columns {
          let cell = row * plane.columns + column
          guard plane.isSurveyed.indices.contains(cell), plane.isSurveyed[cell] else { continue }
          own[cell] = prints.count
          prints.append(Print(plane: index, point: plane.point(column: column, row: row)))
        }
      }
      numbers.append(own)
    }
    guard !prints.isEmpty else { return nil }
    var strengths = [Float](repeating: 0, count: radio.senders.count * prints.count)
    for field in radio.fields where radio.planes.indices.contains(field.plane) {
      let plane = radio.planes[field.plane]
      for row in field.row..<field.row + field.rows {
        for column in field.column..<field.column + field.columns {
          let number = numbers[field.plane][row * plane.columns + column]
          guard number >= 0, let value = radio.value(field, column: column, row: row) else {
            continue
          }
          strengths[field.sender * prints.count + number] =
            Float(max(0, value.level - parameters.silence))
        }
      }
    }
    var squares = [Float](repeating: 0, count: prints.count)
    var sums = squares
    for (index, strength) in strengths.enumerated() {
      sums[index % prints.count] += strength
      squares[index % prints.count] += strength * strength
    }
    self.parameters = parameters
    frame = LocalFrame(origin: radio.origin)
    planes = radio.planes
    senders = Dictionary(
      radio.senders.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
    self.prints = prints
    self.strengths = strengths
    (self.sums, self.squares) = (sums, squares)
  }

  /// Processes a scan; access points unknown to the survey are ignored.
  public mutating func receive(_ scan: WiFiScan) {
    guard parameters.usesWiFi else { return }
    for reading in scan.readings {
      let sender = senders[.init(reading)] ?? senders[.init(wholeAddressOf: reading)]
      process(sender, at: reading.time, reading.rssiDecibelMilliwatts)
    }
  }

  /// Processes an advertisement; beacons unknown to the survey are ignored.
  public mutating func receive(_ received: BeaconAdvertisement) {
    guard parameters.usesBeacons else { return }
    process(senders[.beacon(received.identity)], at: received.time, received.rssiDecibelMilliwatts)
  }

  private mutating func process(_ sender: Int?, at time: SimTime, _ level: Double) {
    guard let sender, level.isFinite else { return }
    recent.append((time, sender, Float(max(0, level - parameters.silence))))
  }

  /// Returns the location from recent readings; nil with too few of them.
  public mutating func locate(at time: SimTime) -> LocationFix? {
    guard let distances = distances(at: time) else { return nil }
    return fix(of: nearest(distances), at: time)
  }

  /// Compares recent readings with the survey around a location; nil with too few readings.
  ///
  /// - Parameters:
  ///   - fix: The location.
  ///   - reach: Radius of the surroundings, in m.
  /// - Returns: How much the least distance there exceeds the least distance anywhere, infinite without
  ///   surveyed points around, and the nearest neighbours' own location.
  mutating func compare(
    with fix: LocationFix, reach: Double
  ) -> (excess: Float, neighbours: LocationFix)? {
    guard let distances = distances(at: fix.time), let least = distances.min(), least < .infinity,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 0),
      let own = self.fix(of: nearest(distances), at: fix.time)
    else { return nil }
    let point = frame.enu(of: place).xy
    var here = Float.infinity
    for (index, print) in prints.enumerated()
    where planes[print.plane].ordinal == fix.floor && print.point.distance(to: point) <= reach {
      here = min(here, distances[index])
    }
    return (here - least, own)
  }

  /// Number of transmitters that were received lately.
  private var receivedCount: Int { Set(recent.map(\.sender)).count }

  /// Returns the location of the nearest fingerprints.
  private func fix(of nearest: [Int], at time: SimTime) -> LocationFix? {
    guard let plane = mostFrequentPlane(of: nearest) else { return nil }
    let points = nearest.filter { prints[$0].plane == plane }.map { prints[$0].point }
    let mean = points.reduce(.zero, +) / Double(points.count)
    let square = points.reduce(0) { $0 + ($1 - mean).squaredLength } / Double(points.count)
    let elevation = planes[plane].elevationMetres
    guard let place = try? frame.geodetic(of: Vec3(mean.x, mean.y, elevation)) else { return nil }
    return LocationFix(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: max(parameters.minAccuracyMetres, square.squareRoot()),
      altitudeMetres: place.altitudeMetres, verticalAccuracyMetres: 3,
      floor: planes[plane].ordinal, source: .wifi, transmitterCount: receivedCount)
  }

  /// Returns the distance of recent readings to each fingerprint, infinite without a common transmitter; nil
  /// with too few readings.
  private mutating func distances(at time: SimTime) -> [Float]? {
    let oldest = time - parameters.window
    recent.removeAll { $0.time < oldest }
    var sums: [Int: (sum: Float, count: Float)] = [:]
    for one in recent {
      sums[one.sender, default: (0, 0)].sum += one.strength
      sums[one.sender, default: (0, 0)].count += 1
    }
    guard sums.count >= parameters.minimum else { return nil }
    // In the survey's order, for reproducible sums.
    let received = sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sum / $0.value.count) }
    var products = [Float](repeating: 0, count: prints.count)
    // Differences over all transmitters, those that only the fingerprint has included.
    var squared = squares
    var absolute = self.sums
    for (sender, strength) in received {
      let row = sender * prints.count
      for print in products.indices {
        let there = strengths[row + print]
        products[print] += strength * there
        squared[print] += (strength - there) * (strength - there) - there * there
        absolute[print] += abs(strength - there) - there
      }
    }
    let total = received.reduce(0) { $0 + $1.1 }
    return products.indices.map { print in
      guard products[print] > 0 else { return .infinity }
      return switch parameters.likeness {
      case .euclidean: squared[print]
      case .cosine: -products[print] / squares[print].squareRoot()
      case .sorensen: absolute[print] / (self.sums[print] + total)
      }
    }
  }

  /// Returns the most similar fingerprints, nearest first.
  private func nearest(_ distances: [Float]) -> [Int] {
    let order = distances.indices.filter { distances[$0] < .infinity }.sorted {
      (distances[$0], $0) < (distances[$1], $1)
    }
    return Array(order.prefix(parameters.neighbours))
  }

  /// Returns the most frequent plane of the fingerprints; ties go to the nearer ones.
  private func mostFrequentPlane(of nearest: [Int]) -> Int? {
    var counts: [Int: Int] = [:]
    for print in nearest { counts[prints[print].plane, default: 0] += 1 }
    let maximum = counts.values.max()
    return nearest.map { prints[$0].plane }.first { counts[$0] == maximum }
  }
}
