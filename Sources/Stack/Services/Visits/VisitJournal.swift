public import Documents
public import Kernel
public import Observations

/// Journal of stays and trips: visits, and legs between them from the activity history.
public struct VisitJournal: Hashable, Sendable {
  /// Mode of transport.
  public enum TransportMode: String, CaseIterable, Sendable {
    case walking, running, cycling, automotive, unknown
  }

  /// Entry of the journal.
  public enum Entry: Hashable, Sendable {
    case stay(VisitEvent)
    /// Trip, or a part of one in a single mode.
    case leg(from: SimTime, to: SimTime, mode: TransportMode)
  }

  /// Parameters of legs and retention.
  public struct Parameters: ParameterSet {
    /// Minimum duration of a leg; shorter ones merge with their neighbours (assumed).
    public var shortestLeg = SimDuration.seconds(90)
    /// Maximum shift of an arrival or departure to the end of a movement (assumed).
    public var maxShift = SimDuration.minutes(10)
    /// Retention (documented: seven days).
    public var reach = SimDuration.hours(7 * 24)
    /// Maximum number of visits and of reports.
    public var capacity = 20_000

    public init() {}
  }

  private let parameters: Parameters
  private var visits: [VisitEvent] = []
  private var reports: [ActivityReport] = []

  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Adds a visit; a departure completes the arrival reported before.
  public mutating func receive(_ visit: VisitEvent, at time: SimTime) {
    if let last = visits.indices.last, visits[last].departureTime == .distantFuture,
      visits[last].arrivalTime == visit.arrivalTime
    {
      visits[last] = visit
    } else {
      visits.append(visit)
    }
    forget(before: time - parameters.reach)
  }

  /// Adds an activity report, unless its flags repeat the last ones.
  public mutating func receive(_ report: ActivityReport, at time: SimTime) {
    if let last = reports.last {
      if last.flags == report.flags { return }
      // A report may be back-dated to before the previous one.
      if report.startTime < last.startTime {
        var moved = report
        moved.startTime = last.startTime
        reports.append(moved)
        return
      }
    }
    reports.append(report)
    if reports.count > parameters.capacity { forget(before: time - parameters.reach) }
  }

  private mutating func forget(before time: SimTime) {
    visits.removeAll { $0.departureTime < time }
    // The report before the limit still applies at the limit.
    let old = reports.lastIndex { $0.startTime < time } ?? 0
    reports.removeFirst(old)
    visits.removeFirst(max(0, visits.count - parameters.capacity))
    reports.removeFirst(max(0, reports.count - parameters.capacity))
  }

  /// Returns the entries of an interval, in order.
  public func entries(from start: SimTime, to end: SimTime) -> [Entry] {
    var entries: [Entry] = []
    var here = start
    for visit in refinedVisits() where visit.departureTime > start && visit.arrivalTime < end {
      if visit.arrivalTime > here {
        append(legs(from: here, to: visit.arrivalTime), to: &entries)
      }
      entries.append(.stay(visit))
      here = max(here, visit.departureTime)
    }
    if here < end { append(legs(from: here, to: end), to: &entries) }
    return entries
  }

  /// Returns the visits, with arrivals and departures at the ends of the movement between two of them.
  ///
  /// A visit begins and ends some hundred metres around its place, so a short walk lies in the visits that it
  /// connects. The activity history has its times.
  private func refinedVisits() -> [VisitEvent] {
    var visits = visits
    for index in visits.indices.dropFirst() {
      let (departure, arrival) = (visits[index - 1].departureTime, visits[index].arrivalTime)
      guard departure < arrival, let movement = movement(from: departure, to: arrival) else {
        continue
      }
      visits[index - 1].departureTime = max(
        movement.from, departure - parameters.maxShift, visits[index - 1].arrivalTime)
      visits[index].arrivalTime = min(
        movement.to, arrival + parameters.maxShift, visits[index].departureTime)
    }
    return visits
  }

  /// Returns the time from the first to the last movement that overlaps an interval; short ones are left out.
  private func movement(from start: SimTime, to end: SimTime) -> (from: SimTime, to: SimTime)? {
    var movements: [(from: SimTime, to: SimTime)] = []
    for (index, report) in reports.enumerated() where Self.mode(report.flags) != nil {
      let next = index + 1 < reports.count ? reports[index + 1].startTime : end
      if let last = movements.last, report.startTime - last.to < parameters.shortestLeg {
        movements[movements.count - 1].to = next
      } else {
        movements.append((report.startTime, next))
      }
    }
    movements.removeAll {
      $0.to <= start || $0.from >= end || $0.to - $0.from < parameters.shortestLeg
    }
    guard let first = movements.first, let last = movements.last else { return nil }
    return (first.from, last.to)
  }

  private func append(
    _ legs: [(from: SimTime, to: SimTime, mode: TransportMode)], to entries: inout [Entry]
  ) {
    for leg in legs { entries.append(.leg(from: leg.from, to: leg.to, mode: leg.mode)) }
  }

  /// Splits the time between two stays into legs of one mode each.
  private func legs(
    from start: SimTime, to end: SimTime
  ) -> [(from: SimTime, to: SimTime, mode: TransportMode)] {
    var legs: [(from: SimTime, to: SimTime, mode: TransportMode)] = []
    for (index, report) in reports.enumerated() {
      let next = index + 1 < reports.count ? reports[index + 1].startTime : end
      let (from, to) = (max(start, report.startTime), min(end, next))
      guard from < to, let mode = Self.mode(report.flags) else { continue }
      if let last = legs.last, last.mode == mode {
        legs[legs.count - 1].to = to
      } else {
        legs.append((from, to, mode))
      }
    }
    legs = merged(legs)
    guard !legs.isEmpty else { return [(start, end, .unknown)] }
    // A halt belongs to the leg before it.
    legs[0].from = start
    for index in legs.indices.dropFirst() { legs[index - 1].to = legs[index].from }
    legs[legs.count - 1].to = end
    return legs
  }

  /// Drops legs that are too short, and merges equal neighbours.
  private func merged(
    _ legs: [(from: SimTime, to: SimTime, mode: TransportMode)]
  ) -> [(from: SimTime, to: SimTime, mode: TransportMode)] {
    var kept: [(from: SimTime, to: SimTime, mode: TransportMode)] = []
    let isAnyLong = legs.contains { $0.to - $0.from >= parameters.shortestLeg }
    for leg in legs where !isAnyLong || leg.to - leg.from >= parameters.shortestLeg {
      if let last = kept.last, last.mode == leg.mode {
        kept[kept.count - 1].to = leg.to
      } else {
        kept.append(leg)
      }
    }
    return kept
  }

  /// Returns the mode of activity flags; nil for flags without travel.
  private static func mode(_ flags: ActivityFlags) -> TransportMode? {
    if flags.contains(.automotive) { return .automotive }
    if flags.contains(.cycling) { return .cycling }
    if flags.contains(.running) { return .running }
    return flags.contains(.walking) ? .walking : nil
  }
}
