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
  /// Squared norm of each fingerprint.
  private let squares: [Float]
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
    for (index, strength) in strengths.enumerated() {
      squares[index % prints.count] += strength * strength
    }
    self.parameters = parameters
    frame = LocalFrame(origin: radio.origin)
    planes = radio.planes
    senders = Dictionary(
      radio.senders.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
    self.prints = prints
    self.strengths = strengths
    self.squares = squares
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
    let oldest = time - parameters.window
    recent.removeAll { $0.time < oldest }
    var received: [Int: (sum: Float, count: Float)] = [:]
    for one in recent {
      received[one.sender, default: (0, 0)].sum += one.strength
      received[one.sender, default: (0, 0)].count += 1
    }
    guard received.count >= parameters.minimum else { return nil }
    // In the survey's order, for reproducible sums.
    let means = received.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sum / $0.value.count) }
    let nearest = nearest(to: means)
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
      floor: planes[plane].ordinal, source: .wifi, transmitterCount: received.count)
  }

  /// Returns the most similar fingerprints, nearest first.
  private func nearest(to received: [(sender: Int, strength: Float)]) -> [Int] {
    var products = [Float](repeating: 0, count: prints.count)
    var differences = products
    for (sender, strength) in received {
      let row = sender * prints.count
      for print in products.indices {
        let there = strengths[row + print]
        products[print] += strength * there
        differences[print] += (strength - there) * (strength - there)
      }
    }
    // A fingerprint without common transmitters has no angle and is excluded.
    let distances =
      parameters.likeness == .cosine
      ? products.indices.map { -products[$0] / squares[$0].squareRoot() } : differences
    let order = products.indices.filter { products[$0] > 0 }.sorted {
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
