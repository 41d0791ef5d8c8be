import Geometry
import Glibc
import Kernel

/// What a phone heard along its way of late, spot by spot.
///
/// One or two beacons at a time never say that a phone is elsewhere, but along a way they do, and which
/// way it went besides.
struct RadioTrail: Sendable {
  private struct Spot {
    var time: SimTime
    /// In the trace's frame, in m.
    var point: Vec2
    /// Of each sender what was heard in sum, and how often.
    var heard: [Int: (sum: Float, count: Float, isBeacon: Bool)] = [:]
  }

  private let parameters: IndoorTrailDials
  private var spots: [Spot] = []

  init(_ parameters: IndoorTrailDials) {
    self.parameters = parameters
  }

  /// Takes readings.
  ///
  /// - Parameters:
  ///   - due: The readings.
  ///   - point: Where the phone is in the trace's frame, in m.
  ///   - time: When.
  mutating func take(_ due: [HeardLevel], at point: Vec2, _ time: SimTime) {
    spots.removeAll { [memory = parameters.memory] in time - $0.time > memory }
    if spots.last.map({ $0.point.distance(to: point) > parameters.spacing }) ?? true {
      if spots.count == parameters.spots { spots.removeFirst() }
      spots.append(Spot(time: time, point: point))
    }
    let last = spots.count - 1
    for reading in due {
      let old = spots[last].heard[reading.sender] ?? (0, 0, reading.isBeacon)
      spots[last].heard[reading.sender] = (
        old.sum + reading.level, old.count + 1, reading.isBeacon
      )
    }
  }

  /// Forgets the way, since what follows goes on in another direction, or on another level.
  ///
  /// - Parameter keepsLast: Whether the last spot is still where the phone is.
  mutating func forget(keepsLast: Bool = false) {
    spots.removeFirst(keepsLast ? max(0, spots.count - 1) : spots.count)
  }

  /// What was heard on the way.
  ///
  /// - Parameter point: Where the phone is, in the trace's frame, in m.
  /// - Returns: Each reading with the way since; nothing if that is too little to look for the phone by.
  func heard(at point: Vec2) -> [HeardLevel] {
    guard spots.count >= parameters.leastSpots, length > parameters.leastLength else { return [] }
    let heard = spots.flatMap { spot in
      spot.heard.map { sender, sum in
        HeardLevel(
          sender: sender, level: sum.sum / sum.count, isBeacon: sum.isBeacon,
          way: point - spot.point, count: sum.count)
      }.sorted { ($0.level, $1.sender) > ($1.level, $0.sender) }.prefix(parameters.readingsPerSpot)
    }
    return heard.count >= parameters.leastReadings ? heard : []
  }

  /// How long the way is, in m.
  private var length: Double {
    zip(spots, spots.dropFirst()).reduce(0) { $0 + $1.0.point.distance(to: $1.1.point) }
  }
}

extension IndoorFilter {
  /// How likely each coarse cell is by what was heard along the way to it.
  ///
  /// - Parameters:
  ///   - heard: The readings, each with the way since.
  ///   - compass: The turn that the compass would have, if there is one.
  /// - Returns: Each cell's log, for each turn of the trace.
  mutating func search(along heard: [HeardLevel], compass: Double?) -> LikelihoodGrid {
    let cells = plan.coarseCells
    let (turns, search) = (parameters.trail.turns, parameters.search)
    var found = LikelihoodGrid(cells: cells, likely: [], turns: turns)
    let rate = rate(heard.count)
    for number in 0..<turns {
      let angle = 2 * Double.pi * Double(number) / Double(turns)
      let turn = Vec2(angle: angle, length: parameters.filter.usualScale)
      // Readings count for less than they say, and this doesn't.
      let known = Float(
        compass.map { Self.likelihood(of: angle, compass: $0, search) / rate } ?? 0)
      found.likely += likelihoods(of: cells, heard) { reading in
        cells.shifted(by: -1 * reading.way.turned(as: turn))
      }.map { $0 + known }
    }
    return found
  }

  /// How likely a turn of the trace is by the compass, as a log.
  private static func likelihood(
    of angle: Double, compass: Double, _ search: IndoorSearchDials
  ) -> Double {
    let (trust, spread) = (search.compassTrust, search.compassSpread)
    let off = Vec2(angle: angle - compass)
    let residual = atan2(off.y, off.x) / spread
    let density = exp(-0.5 * residual * residual) / (spread * (2 * Double.pi).squareRoot())
    return log(trust * density + (1 - trust) / (2 * Double.pi))
  }
}
