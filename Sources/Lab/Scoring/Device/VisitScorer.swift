import Geometry
import Kernel
import Observations

/// True stays of the carrier, and the visits reported for them.
///
/// A stay begins when all positions of the last ten minutes lie within 100 m of their centre, and
/// lasts until the first position that doesn't: the stay points of Q. Li et al., "Mining user
/// similarity based on location history" (ACM GIS 2008), whose limits are 200 m and 30 min; these
/// are estimates for a museum or a shop.
struct VisitScorer: Sendable {
  /// A true stay.
  struct TrueStay: Sendable {
    var arrival: SimTime
    /// Nil while it lasts.
    var departure: SimTime?
    var middle: Coordinate
  }

  /// A reported visit, by its latest message.
  struct ReportedVisit: Sendable {
    var reportedTime: SimTime
    var arrival: SimTime
    var departure: SimTime
    var coordinate: Coordinate

    /// True if the visit overlaps a stay in time and lies within 200 m of it.
    func belongs(to stay: TrueStay) -> Bool {
      arrival <= (stay.departure ?? .distantFuture) && departure >= stay.arrival
        && (GroundOffset(from: stay.middle, to: coordinate)?.distance ?? .infinity) <= 200
    }
  }

  private var reported: [ReportedVisit] = []
  private var stays: [TrueStay] = []
  /// Positions every ten seconds, over at most the last ten minutes.
  private var recent: [(time: SimTime, place: Coordinate)] = []
  private var current: TrueStay?

  private static let radius = 100.0
  private static let step = SimDuration.seconds(10)
  private static let minimum = SimDuration.minutes(10)

  mutating func process(_ visit: VisitEvent, at time: SimTime) {
    // A departure message updates the visit with its arrival.
    if let index = reported.lastIndex(where: { $0.arrival == visit.arrivalTime }) {
      reported[index].departure = visit.departureTime
      reported[index].coordinate = visit.coordinate
      return
    }
    reported.append(
      ReportedVisit(
        reportedTime: time, arrival: visit.arrivalTime, departure: visit.departureTime,
        coordinate: visit.coordinate))
  }

  /// Adds the true position at a moment; call in the order of time.
  mutating func pass(_ position: Coordinate, at time: SimTime) {
    if let stay = current {
      if (GroundOffset(from: stay.middle, to: position)?.distance ?? .infinity) <= Self.radius {
        return
      }
      stays.append(TrueStay(arrival: stay.arrival, departure: time, middle: stay.middle))
      current = nil
      recent = []
    }
    if let last = recent.last, time - last.time < Self.step { return }
    recent.append((time, position))
    while let first = recent.first, time - first.time > Self.minimum { recent.removeFirst() }
    guard let first = recent.first, time - first.time >= Self.minimum else { return }
    // Offsets from the newest position are small, whatever the longitude.
    var sum = Vec2.zero
    var offsets: [Vec2] = []
    for (_, earlier) in recent {
      guard let offset = GroundOffset(from: position, to: earlier)?.vector else { return }
      sum += offset
      offsets.append(offset)
    }
    let middle = sum / Double(recent.count)
    guard offsets.allSatisfy({ ($0 - middle).length <= Self.radius }) else { return }
    let count = Double(recent.count)
    var (north, east) = (0.0, 0.0)
    for (_, earlier) in recent {
      north += earlier.latitudeDegrees - position.latitudeDegrees
      east += earlier.longitudeDegrees - position.longitudeDegrees
    }
    current = TrueStay(
      arrival: first.time, departure: nil,
      middle: Coordinate(
        latitudeDegrees: position.latitudeDegrees + north / count,
        longitudeDegrees: position.longitudeDegrees + east / count))
  }

  /// Scores the reported visits.
  func finish(on accumulator: inout ScoreAccumulator) {
    guard !reported.isEmpty || accumulator.input.expectsVisits, accumulator.input.truth != nil
    else { return }
    let stays = stays + (current.map { [$0] } ?? [])
    var used = Array(repeating: false, count: reported.count)
    for stay in stays {
      let match = reported.indices.first { !used[$0] && reported[$0].belongs(to: stay) }
      accumulator.add(match == nil ? 0 : 1, at: stay.arrival, to: .visit.recall)
      guard let match else { continue }
      used[match] = true
      let visit = reported[match]
      if visit.arrival > .distantPast {
        accumulator.add(
          abs((visit.arrival - stay.arrival).seconds), at: stay.arrival, to: .visit.arrivalError)
      }
      accumulator.add(
        (visit.reportedTime - stay.arrival).seconds, at: stay.arrival, to: .visit.latency)
      if visit.departure < .distantFuture, let departure = stay.departure {
        accumulator.add(
          abs((visit.departure - departure).seconds), at: departure, to: .visit.departureError)
      }
    }
    for (visit, isUsed) in zip(reported, used) {
      accumulator.add(isUsed ? 1 : 0, at: visit.reportedTime, to: .visit.precision)
    }
  }
}
