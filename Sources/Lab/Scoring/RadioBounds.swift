import Geometry
public import Kernel
public import Maps
public import Observations
public import Truth

/// Posterior Cramer-Rao bound of access point and beacon readings in a surveyed venue, scan by
/// scan.
///
/// P. Tichavsky, C. Muravchik and A. Nehorai (IEEE Trans. Signal Processing 46 (1998) 1386-1396),
/// given all readings so far, dead reckoning by steps, and the survey: the covariance of a Kalman
/// filter linearised at the truth. The states are the horizontal position and the phone's level
/// offset for each of the two kinds. Gradients and uncertainties are those of the radio map. At one
/// spot the readings' noise averages out; the map's uncertainty and the losses by the body and by
/// bystanders don't. Walls and distant places with similar readings are left out.
public struct RadioBounds: Sendable {
  /// Process noise of the position per axis, in m² per metre walked and in m² per second; those of
  /// the reference locator's steps and turns.
  private static let walked = 0.02
  private static let rested = 0.0016
  /// Variance of the level offset between phones, in dB², and its growth per second.
  private static let offset = 16.0
  private static let offsetPerSecond = 0.2
  /// Variances of the body's, bystanders' and daily effects beyond the survey's noise and
  /// uncertainty, in dB²: constant during a stay at one spot, and new with each scan.
  ///
  /// By six simulated phones (the museum with seeds 2 and 3, the hospital and the casino with seed
  /// 1): at one spot the means of transmitters differ from the map by 8 to 16 dB² more than its
  /// uncertainty, 12 in the mean, and single readings from these by 6.5 dB², which is less than the
  /// survey's own 9 to 16; on the move they differ by 26 to 30 dB² in all.
  private static let lastingVariance = 12.0, passingVariance = 4.0
  /// Initial variance of the position per axis, in m².
  private static let first = 1e4
  /// The validity of a bound, and the minimum interval between stored bounds.
  private static let validity = SimDuration.seconds(5)
  private static let period = SimDuration.seconds(0.5)

  private let map: RadioMap
  private let frame: LocalFrame
  private let numbers: [RadioMap.Sender: Int]
  /// The index of each transmitter's field on each plane, transmitter by transmitter; -1 for none.
  private let fields: [Int]
  private var covariance = InlineArray<4, SIMD4<Double>>(repeating: .zero)
  private var place: Vec2?
  private var time = SimTime.distantPast
  /// The start of the present spot, and the number of readings of each transmitter since.
  private var spot = Vec2.zero
  private var received: [Int]
  private var bounds = BoundLog()

  /// Creates bounds for a venue with a radio map.
  public init(_ map: RadioMap) {
    self.map = map
    frame = LocalFrame(origin: map.origin)
    numbers = Dictionary(
      map.senders.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { one, _ in one })
    var fields = [Int](repeating: -1, count: map.senders.count * map.planes.count)
    for (number, field) in map.fields.enumerated()
    where map.senders.indices.contains(field.sender) && map.planes.indices.contains(field.plane) {
      fields[field.sender * map.planes.count + field.plane] = number
    }
    self.fields = fields
    received = [Int](repeating: 0, count: map.senders.count)
  }

  /// Processes an observation; call in the order of time.
  ///
  /// - Parameters:
  ///   - delivered: Any observation; only those of access points and beacons count.
  ///   - truth: The truth at any moment.
  public mutating func add(
    _ delivered: Delivered<Observation>, truth: (SimTime) -> TruthSample
  ) {
    switch delivered.item {
    case .wifi(let scan):
      let readings = scan.readings.compactMap { reading in
        numbers[RadioMap.Sender(reading)] ?? numbers[RadioMap.Sender(wholeAddressOf: reading)]
      }
      // Several networks of one radio count as one reading.
      take(Set(readings).sorted(), isBeacon: false, at: delivered.time, truth(scan.endTime))
    case .beacon(let received):
      guard let sender = numbers[.beacon(received.identity)] else { return }
      take([sender], isBeacon: true, at: delivered.time, truth(received.time))
    default: break
    }
  }

  /// Returns the bound of the horizontal root mean square error, in m, given the readings that had
  /// reached the stack by a moment; nil without fresh ones.
  public func bound(at time: SimTime) -> Double? {
    bounds.latest(at: time, within: Self.validity)?.bound
  }

  private mutating func take(
    _ senders: [Int], isBeacon: Bool, at now: SimTime, _ truth: TruthSample
  ) {
    guard truth.known.contains(.position), truth.known.contains(.floor), let floor = truth.floor,
      let plane = map.planes.firstIndex(where: { $0.ordinal == floor }),
      let geodetic = try? Geodetic(
        latitudeDegrees: truth.coordinate.latitudeDegrees,
        longitudeDegrees: truth.coordinate.longitudeDegrees,
        altitudeMetres: map.origin.altitudeMetres)
    else {
      place = nil
      return
    }
    let here = frame.enu(of: geodetic).xy
    advance(to: here, at: now)
    let noise = isBeacon ? map.beaconNoise : map.wifiNoise
    let white = noise * noise + Self.passingVariance
    for sender in senders {
      guard let found = slope(of: sender, plane, at: here) else { continue }
      received[sender] += 1
      // Information beyond the earlier readings at this spot, which share the map's and the body's
      // errors.
      let (now, before) = (Double(received[sender]), Double(received[sender] - 1))
      let sigma = found.sigma * found.sigma + Self.lastingVariance
      let gain = 1 / (white / now + sigma) - (before > 0 ? 1 / (white / before + sigma) : 0)
      let design = SIMD4(found.slope.x, found.slope.y, isBeacon ? 0 : 1, isBeacon ? 1 : 0)
      observe(design, variance: 1 / max(gain, 1e-9))
    }
    guard now - (bounds.lastTime ?? .distantPast) >= Self.period else { return }
    bounds.append(
      BoundLog.Row(
        time: now, bound: (covariance[0][0] + covariance[1][1]).squareRoot(), posterior: nil))
  }

  private mutating func advance(to here: Vec2, at now: SimTime) {
    if let before = place {
      let way = before.distance(to: here)
      let seconds = max(0, (now - time).seconds)
      let noise = Self.walked * way + Self.rested * seconds
      covariance[0][0] += noise
      covariance[1][1] += noise
      for axis in 2..<4 {
        let more = covariance[axis][axis] + Self.offsetPerSecond * seconds
        covariance[axis][axis] = min(more, Self.offset)
      }
    } else {
      covariance = InlineArray(repeating: .zero)
      (covariance[0][0], covariance[1][1]) = (Self.first, Self.first)
      (covariance[2][2], covariance[3][3]) = (Self.offset, Self.offset)
    }
    if place == nil || spot.distance(to: here) > map.correlationMetres {
      spot = here
      for sender in received.indices { received[sender] = 0 }
    }
    (place, time) = (here, now)
  }

  private mutating func observe(_ design: SIMD4<Double>, variance: Double) {
    var product = SIMD4<Double>.zero
    for row in 0..<4 { product[row] = (covariance[row] * design).sum() }
    let total = (product * design).sum() + variance
    guard total > 0 else { return }
    for row in 0..<4 { covariance[row] -= product * (product[row] / total) }
  }

  /// Returns the gradient of a transmitter's level, in dB/m to the east and to the north, and the
  /// map's sigma, in dB; nil out of range of the transmitter.
  private func slope(
    of sender: Int, _ number: Int, at here: Vec2
  ) -> (slope: Vec2, sigma: Double)? {
    let index = fields[sender * map.planes.count + number]
    guard index >= 0 else { return nil }
    let (field, plane) = (map.fields[index], map.planes[number])
    let cell = (here - plane.origin) / plane.spacing
    // A map file may place a grid beyond the range of integers.
    guard abs(cell.x) < 1e6, abs(cell.y) < 1e6 else { return nil }
    let (column, row) = (Int(cell.x.rounded()), Int(cell.y.rounded()))
    guard let middle = map.value(field, column: column, row: row) else { return nil }
    func level(_ east: Int, _ north: Int) -> Double {
      map.value(field, column: column + east, row: row + north)?.level ?? middle.level
    }
    let slope = Vec2(level(1, 0) - level(-1, 0), level(0, 1) - level(0, -1)) / (2 * plane.spacing)
    return (slope, middle.sigma)
  }
}
