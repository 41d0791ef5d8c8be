import Geometry
public import Kernel
public import Maps
public import Observations
public import Truth

/// What the readings of access points and beacons allow at best in a surveyed place, scan by scan.
///
/// The posterior Cramer-Rao bound by P. Tichavsky, C. Muravchik and A. Nehorai (IEEE Trans. Signal
/// Processing 46 (1998) 1386-1396) of who knows all readings so far, how the phone has moved as well
/// as steps tell it, and the survey: a Kalman filter's covariance on the truth, of the place in the
/// plane and of how much more than the surveyor's the phone hears of either kind. Gradients and doubts
/// are the radio map's. On the spot the noise of readings goes down; the map's own doubt, and what the
/// body and those around take, don't. It knows nothing of walls, nor of places far away that sound
/// alike. Modelled.
public struct RadioBounds: Sendable {
  /// What walking a metre adds to the variance along either axis, in m², and what a second does; the
  /// reference locator's own steps and turns.
  private static let walked = 0.02
  private static let rested = 0.0016
  /// How much offsets differ between phones, and change within a second, in dB².
  private static let offset = 16.0
  private static let offsetPerSecond = 0.2
  /// What a body in the way, people around and the day come to besides the survey's noise and doubt, in
  /// dB²: what lasts as long as somebody stands there, and what is new with each scan.
  ///
  /// By six simulated phones (the museum with seeds 2 and 3, the hospital and the casino with seed 1): at
  /// one spot the means of senders differ from the map by 8 to 16 dB² more than its doubt, 12 in the mean,
  /// and single readings from these by 6.5 dB², which is less than the survey's own 9 to 16; on the way
  /// they differ by 26 to 30 dB² in all.
  private static let lastingVariance = 12.0, passingVariance = 4.0
  /// How well the place is known at first along either axis, in m².
  private static let first = 1e4
  /// How long a bound holds, and how often one is kept.
  private static let validity = SimDuration.seconds(5)
  private static let period = SimDuration.seconds(0.5)

  private let map: RadioMap
  private let frame: LocalFrame
  private let numbers: [RadioMap.Sender: Int]
  /// The number of the field of each sender on each plane, sender by sender; -1 for none.
  private let fields: [Int]
  private var covariance = InlineArray<4, SIMD4<Double>>(repeating: .zero)
  private var place: Vec2?
  private var time = SimTime.distantPast
  /// Where the phone was when it was last elsewhere, and how often each sender was heard since.
  private var spot = Vec2.zero
  private var heard: [Int]
  private var bounds = BoundLog()

  /// Creates bounds of a place.
  ///
  /// - Parameter map: What its survey found.
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
    heard = [Int](repeating: 0, count: map.senders.count)
  }

  /// Takes in what reached the stack; call in the order of time.
  ///
  /// - Parameters:
  ///   - delivered: Anything that it sensed; what isn't of access points or beacons is left aside.
  ///   - truth: The truth at any moment.
  public mutating func add(
    _ delivered: Delivered<Observation>, truth: (SimTime) -> TruthSample
  ) {
    switch delivered.item {
    case .wifi(let scan):
      let readings = scan.readings.compactMap { reading in
        numbers[RadioMap.Sender(reading)] ?? numbers[RadioMap.Sender(wholeAddressOf: reading)]
      }
      // Several networks of one radio are one reading.
      take(Set(readings).sorted(), isBeacon: false, at: delivered.time, truth(scan.endTime))
    case .beacon(let heard):
      guard let sender = numbers[.beacon(heard.identity)] else { return }
      take([sender], isBeacon: true, at: delivered.time, truth(heard.time))
    default: break
    }
  }

  /// The bound of the horizontal error, as its root mean square in m, of the readings that reached the
  /// stack by a moment; nil without fresh ones.
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
      heard[sender] += 1
      // What the reading adds to those heard here before, which share the map's error and the body's.
      let (now, before) = (Double(heard[sender]), Double(heard[sender] - 1))
      let doubt = found.doubt * found.doubt + Self.lastingVariance
      let gain = 1 / (white / now + doubt) - (before > 0 ? 1 / (white / before + doubt) : 0)
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
      for sender in heard.indices { heard[sender] = 0 }
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

  /// By how much a sender's strength grows to the east and to the north, in dB/m, and how unsure the
  /// map is, in dB; nil where it isn't heard.
  private func slope(
    of sender: Int, _ number: Int, at here: Vec2
  ) -> (slope: Vec2, doubt: Double)? {
    let index = fields[sender * map.planes.count + number]
    guard index >= 0 else { return nil }
    let (field, plane) = (map.fields[index], map.planes[number])
    let cell = (here - plane.origin) / plane.spacing
    // Nothing in a file keeps a grid from lying beyond what whole numbers reach.
    guard abs(cell.x) < 1e6, abs(cell.y) < 1e6 else { return nil }
    let (column, row) = (Int(cell.x.rounded()), Int(cell.y.rounded()))
    guard let middle = map.value(field, column: column, row: row) else { return nil }
    func level(_ east: Int, _ north: Int) -> Double {
      map.value(field, column: column + east, row: row + north)?.level ?? middle.level
    }
    let slope = Vec2(level(1, 0) - level(-1, 0), level(0, 1) - level(0, -1)) / (2 * plane.spacing)
    return (slope, middle.doubt)
  }
}
