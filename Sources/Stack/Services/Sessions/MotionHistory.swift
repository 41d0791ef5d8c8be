public import Kernel
public import Observations

/// A week of activities and steps, as apps may ask for it afterwards.
public struct MotionHistory: Hashable, Sendable {
  private let constants: ServiceConstants.Motion
  /// What the phone's owner did, oldest first.
  public private(set) var activities: [ActivityReport] = []
  private var steps: StepTotals

  /// Creates an empty history.
  public init(_ constants: ServiceConstants.Motion = .init()) {
    self.constants = constants
    steps = StepTotals(span: .seconds(constants.history))
  }

  /// The latest activity.
  public var latest: ActivityReport? { activities.last }

  /// Takes an activity.
  public mutating func receive(_ report: ActivityReport) {
    if let last = activities.last, last.flags == report.flags, last.confidence == report.confidence
    {
      return
    }
    activities.append(report)
    let limit = Int(constants.activities)
    // A quarter at a time, so that the shift costs next to nothing.
    if activities.count > limit + limit / 4 { activities.removeFirst(activities.count - limit) }
  }

  /// Takes a pedometer record.
  public mutating func receive(_ record: PedometerRecord) {
    steps.receive(record)
  }

  /// The activities that ended after `from` and began before `to`, no older than the history
  /// reaches.
  ///
  /// - Parameters:
  ///   - from: From when.
  ///   - to: Until when.
  ///   - now: The time now.
  /// - Returns: The reports, oldest first.
  public func activities(
    from: SimTime, to: SimTime, now: SimTime
  ) -> ArraySlice<ActivityReport> {
    let from = max(from, now - .seconds(constants.history))
    var first = activities.firstIndex { $0.startTime >= from } ?? activities.endIndex
    // The one under way at the beginning belongs to it.
    if first > 0 { first -= 1 }
    let end = activities[first...].firstIndex { $0.startTime >= to } ?? activities.endIndex
    return activities[first..<max(first, end)]
  }

  /// The steps between two times.
  ///
  /// - Parameters:
  ///   - from: From when; at most a week back.
  ///   - to: Until when.
  ///   - now: The time now.
  /// - Returns: A record without pace and cadence, which are told live only.
  public func steps(from: SimTime, to: SimTime, now: SimTime) -> PedometerRecord {
    steps.record(from: max(from, now - .seconds(constants.history)), to: to)
  }
}

/// Steps since the phone's first start, sampled once a minute.
struct StepTotals: Hashable, Sendable {
  /// The totals up to a moment; parts that were never told stay nil.
  struct Total: Hashable, Sendable {
    var time: SimTime
    var steps = 0.0
    var distance: Double?
    var up: Double?
    var down: Double?
  }

  private static let spacing = SimDuration.minutes(1)
  private let span: SimDuration
  private var totals: [Total] = []
  private var base = Total(time: .distantPast)
  private var raw: PedometerRecord?
  private var latest: Total?

  init(span: SimDuration) {
    self.span = span
  }

  /// Takes a record that counts from some start, and begins anew when that does.
  mutating func receive(_ record: PedometerRecord) {
    if let raw, raw.startTime != record.startTime || record.stepCount < raw.stepCount {
      if let latest { base = latest }
    }
    raw = record
    let total = Total(
      time: record.endTime, steps: base.steps + Double(max(0, record.stepCount)),
      distance: Self.sum(base.distance, record.distanceMetres),
      up: Self.sum(base.up, record.floorsAscended.map { Double($0) }),
      down: Self.sum(base.down, record.floorsDescended.map { Double($0) }))
    if totals.isEmpty { totals.append(Total(time: record.startTime)) }
    latest = total
    guard let last = totals.last, total.time - last.time >= Self.spacing else { return }
    totals.append(total)
    // A tenth of slack, so that the shift costs next to nothing.
    if let first = totals.first, total.time - first.time > span + span, totals.count > 1000 {
      let keep = totals.firstIndex { $0.time >= total.time - span } ?? 0
      totals.removeFirst(max(0, keep - 1))
    }
  }

  /// What was added between two times.
  func record(from: SimTime, to: SimTime) -> PedometerRecord {
    let (begin, end) = (total(at: from), total(at: to))
    func whole(_ begin: Double?, _ end: Double?) -> Int? {
      end.map { max(0, Int(($0 - (begin ?? 0)).rounded())) }
    }
    return PedometerRecord(
      startTime: from, endTime: to, stepCount: whole(begin.steps, end.steps) ?? 0,
      distanceMetres: end.distance.map { max(0, $0 - (begin.distance ?? 0)) },
      floorsAscended: whole(begin.up, end.up), floorsDescended: whole(begin.down, end.down))
  }

  /// The totals at a time, between samples in proportion.
  private func total(at time: SimTime) -> Total {
    guard let latest, let first = totals.first else { return Total(time: time) }
    if time >= latest.time { return latest }
    if time <= first.time { return first }
    var (low, high) = (0, totals.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if totals[middle].time <= time { low = middle } else { high = middle }
    }
    let (left, right) = (totals[low], low + 1 < totals.count ? totals[low + 1] : latest)
    let share = right.time > left.time ? (time - left.time) / (right.time - left.time) : 1
    func mix(_ from: Double?, _ to: Double?) -> Double? {
      to.map { (from ?? 0) + share * ($0 - (from ?? 0)) }
    }
    return Total(
      time: time, steps: left.steps + share * (right.steps - left.steps),
      distance: mix(left.distance, right.distance), up: mix(left.up, right.up),
      down: mix(left.down, right.down))
  }

  private static func sum(_ base: Double?, _ more: Double?) -> Double? {
    guard let more, more.isFinite else { return base }
    return (base ?? 0) + max(0, more)
  }
}
