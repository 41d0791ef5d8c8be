public import Documents
public import Kernel
public import Observations

/// A day in places and ways: visits joined with what motion's history says of the times between.
public struct VisitJournal: Hashable, Sendable {
  /// A way of getting on.
  public enum Mode: String, CaseIterable, Sendable {
    case walking, running, cycling, automotive, unknown
  }

  /// A line of the journal.
  public enum Entry: Hashable, Sendable {
    /// A stay at a place.
    case stay(VisitEvent)
    /// A way, or the part of one that was made in one mode.
    case leg(from: SimTime, to: SimTime, mode: Mode)
  }

  /// What can be set.
  public struct Parameters: DialSet {
    /// Parts of a way shorter than this belong to those beside them (assumed).
    public var shortestLeg = SimDuration.seconds(90)
    /// How far back history reaches (documented: seven days).
    public var reach = SimDuration.hours(7 * 24)
    /// The most visits and reports kept.
    public var capacity = 20_000

    /// Creates the defaults.
    public init() {}
  }

  private let parameters: Parameters
  private var visits: [VisitEvent] = []
  private var reports: [ActivityReport] = []

  /// Creates an empty journal.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Takes a visit; the message of a departure completes the arrival told before.
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

  /// Takes what the user does; reports of the same are kept once.
  public mutating func receive(_ report: ActivityReport, at time: SimTime) {
    if let last = reports.last {
      if last.flags == report.flags { return }
      // A report may say that something began before another was noticed.
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
    // The report before still tells what was going on then.
    let old = reports.lastIndex { $0.startTime < time } ?? 0
    reports.removeFirst(old)
    visits.removeFirst(max(0, visits.count - parameters.capacity))
    reports.removeFirst(max(0, reports.count - parameters.capacity))
  }

  /// The lines from one moment to another, in order.
  public func entries(from start: SimTime, to end: SimTime) -> [Entry] {
    var entries: [Entry] = []
    var here = start
    for visit in visits where visit.departureTime > start && visit.arrivalTime < end {
      if visit.arrivalTime > here {
        append(legs(from: here, to: visit.arrivalTime), to: &entries)
      }
      entries.append(.stay(visit))
      here = max(here, visit.departureTime)
    }
    if here < end { append(legs(from: here, to: end), to: &entries) }
    return entries
  }

  private func append(
    _ legs: [(from: SimTime, to: SimTime, mode: Mode)], to entries: inout [Entry]
  ) {
    for leg in legs { entries.append(.leg(from: leg.from, to: leg.to, mode: leg.mode)) }
  }

  /// A time between places in parts of one mode each.
  private func legs(
    from start: SimTime, to end: SimTime
  ) -> [(from: SimTime, to: SimTime, mode: Mode)] {
    var legs: [(from: SimTime, to: SimTime, mode: Mode)] = []
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
    // Standing still on the way belongs to what came before it.
    legs[0].from = start
    for index in legs.indices.dropFirst() { legs[index - 1].to = legs[index].from }
    legs[legs.count - 1].to = end
    return legs
  }

  /// Takes out what is too short, the shortest first.
  private func merged(
    _ legs: [(from: SimTime, to: SimTime, mode: Mode)]
  ) -> [(from: SimTime, to: SimTime, mode: Mode)] {
    var kept: [(from: SimTime, to: SimTime, mode: Mode)] = []
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

  /// The mode that flags stand for; nil for what says nothing about getting on.
  private static func mode(_ flags: ActivityFlags) -> Mode? {
    if flags.contains(.automotive) { return .automotive }
    if flags.contains(.cycling) { return .cycling }
    if flags.contains(.running) { return .running }
    return flags.contains(.walking) ? .walking : nil
  }
}
