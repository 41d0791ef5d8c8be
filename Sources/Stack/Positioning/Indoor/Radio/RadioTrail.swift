import Geometry
import Glibc
import Kernel

/// Readings along the recent path, spot by spot.
///
/// One or two beacons at a time cannot show that the phone is elsewhere, but along a path they can,
/// and give its direction too.
struct RadioTrail: Sendable {
  private struct TrailPoint {
    var time: SimTime
    /// Position in the trace's frame, in m.
    var point: Vec2
    /// Sum and number of readings by transmitter.
    var received: [Int: (sum: Float, count: Float, isBeacon: Bool)] = [:]
  }

  private let parameters: IndoorTrailParameters
  private var spots: [TrailPoint] = []

  init(_ parameters: IndoorTrailParameters) {
    self.parameters = parameters
  }

  /// Adds readings.
  ///
  /// - Parameters:
  ///   - due: The readings.
  ///   - point: Position of the phone in the trace's frame, in m.
  ///   - time: Time of the readings.
  mutating func process(_ due: [ReceivedLevel], at point: Vec2, _ time: SimTime) {
    spots.removeAll { [memory = parameters.memory] in time - $0.time > memory }
    if spots.last.map({ $0.point.distance(to: point) > parameters.spacing }) ?? true {
      if spots.count == parameters.spots { spots.removeFirst() }
      spots.append(TrailPoint(time: time, point: point))
    }
    let last = spots.count - 1
    for reading in due {
      let old = spots[last].received[reading.sender] ?? (0, 0, reading.isBeacon)
      spots[last].received[reading.sender] = (
        old.sum + reading.level, old.count + 1, reading.isBeacon
      )
    }
  }

  /// Discards the path after a change of direction or level.
  ///
  /// - Parameter keepsLast: True if the phone is still at the last spot.
  mutating func forget(keepsLast: Bool = false) {
    spots.removeFirst(keepsLast ? max(0, spots.count - 1) : spots.count)
  }

  /// Returns the readings along the path.
  ///
  /// - Parameter point: Position of the phone in the trace's frame, in m.
  /// - Returns: Readings with their displacement to `point`; empty if too few for a search.
  func received(at point: Vec2) -> [ReceivedLevel] {
    guard spots.count >= parameters.minSpots, length > parameters.minLength else { return [] }
    let received = spots.flatMap { spot in
      spot.received.map { sender, sum in
        ReceivedLevel(
          sender: sender, level: sum.sum / sum.count, isBeacon: sum.isBeacon,
          way: point - spot.point, count: sum.count)
      }.sorted { ($0.level, $1.sender) > ($1.level, $0.sender) }.prefix(parameters.readingsPerSpot)
    }
    return received.count >= parameters.minReadings ? received : []
  }

  /// Length of the path, in m.
  private var length: Double {
    zip(spots, spots.dropFirst()).reduce(0) { $0 + $1.0.point.distance(to: $1.1.point) }
  }
}

extension IndoorFilter {
  /// Returns the likelihood of each coarse cell as the path's end, for each heading of the trace.
  ///
  /// - Parameters:
  ///   - received: Readings with their displacements.
  ///   - compass: Heading of the trace by the compass; nil if unknown.
  /// - Returns: The log likelihoods.
  mutating func search(along received: [ReceivedLevel], compass: Double?) -> LikelihoodGrid {
    let cells = plan.coarseCells
    let (turns, search) = (parameters.trail.turns, parameters.search)
    var found = LikelihoodGrid(cells: cells, likely: [], turns: turns)
    let rate = rate(received.count)
    for number in 0..<turns {
      let angle = 2 * Double.pi * Double(number) / Double(turns)
      let turn = Vec2(angle: angle, length: parameters.filter.usualScale)
      // Readings count with an exponent, the compass does not.
      let known = Float(
        compass.map { Self.likelihood(of: angle, compass: $0, search) / rate } ?? 0)
      found.likely += likelihoods(of: cells, received) { reading in
        cells.shifted(by: -1 * reading.way.turned(as: turn))
      }.map { $0 + known }
    }
    return found
  }

  /// Returns the log likelihood of a heading by the compass: normal plus uniform mixture.
  private static func likelihood(
    of angle: Double, compass: Double, _ search: IndoorSearchParameters
  ) -> Double {
    let (trust, spread) = (search.compassTrust, search.compassSpread)
    let off = Vec2(angle: angle - compass)
    let residual = atan2(off.y, off.x) / spread
    let density = exp(-0.5 * residual * residual) / (spread * (2 * Double.pi).squareRoot())
    return log(trust * density + (1 - trust) / (2 * Double.pi))
  }
}
