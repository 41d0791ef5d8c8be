import Geometry
import Kernel
public import Observations
import Truth

/// Judges what a device's stack tells as it is told: in one pass, in memory that doesn't grow.
///
/// Only rows that tables want one by one (locations, messages) are kept, unless they are declined.
public struct DeviceScorer: Sendable {
  private(set) var input: ScoringInput
  let filters: [ScoreFilter]
  private let keepsRows: Bool
  var score: DeviceScore
  /// Everything first, then what each filter lets through.
  var parts: [ScorePart]

  /// The truth that was asked for last, as locations are often told at the same moment.
  private var latestTruth: (time: SimTime, sample: TruthSample)?
  /// The latest location told, and when.
  var latestFix: (time: SimTime, fix: LocationFix)?
  /// The offset of the latest location at its own time.
  private var latestOffset: GroundOffset?
  private var firstFixTime: SimTime?
  private var firstSatelliteTime: SimTime?
  private var firstBySource: [LocationSource: SimTime] = [:]
  var clock: SecondClock

  var activities = TransitionTracker<TrueActivity>()
  var floors = TransitionTracker<Int?>()
  var truePauses = TransitionTracker<PauseEvent?>()
  var motion = MotionAccount()
  var flags: FlagsAccount
  private var batches: BatchClock
  var driveOff = DriveOffAccount()
  var turns: TurnAccount
  var regions = RegionAccount()
  var visits = VisitAccount()
  var guides = GuideAccount()
  var expectations: ExpectationAccount
  var pauses: [(time: SimTime, event: PauseEvent)] = []
  private var judged: (locations: String?, activities: String?, steps: String?, histories: String?)
  private(set) var usefulCount = 0
  private(set) var eventCount = 0

  /// How far a location may be off and be of use, in m.
  ///
  /// One shop, or one side of a street: an estimate.
  private static let useful = 10.0

  /// Starts to judge.
  ///
  /// - Parameters:
  ///   - input: The truth, and what else is known; its outputs are left aside.
  ///   - filters: Parts of the run to be judged by themselves as well.
  ///   - keepsRows: Whether the score lists every location and message.
  public init(_ input: ScoringInput, filters: [ScoreFilter] = [], keepsRows: Bool = true) {
    self.input = input
    self.input.outputs = []
    self.filters = filters
    self.keepsRows = keepsRows
    score = DeviceScore(device: input.device)
    score.power = input.power
    score.battery = input.battery
    if keepsRows {
      score.states = input.states
      score.decisions = input.decisions
      score.track = input.truth.map { TrackRow.rows(until: .start + input.duration, $0) } ?? []
    }
    parts = (0...filters.count).map { number in
      ScorePart(number == 0 ? nil : filters[number - 1], device: input.device)
    }
    clock = SecondClock(duration: input.duration)
    flags = FlagsAccount(input)
    turns = TurnAccount(input)
    expectations = ExpectationAccount(input.expectations)
    batches = BatchClock(input.motionSpans)
    for change in input.changes {
      switch change.kind {
      case .activity: activities.add(TrueActivity(rawValue: change.to) ?? .other, at: change.time)
      case .floor: floors.add(Int(change.to), at: change.time)
      case .pause: truePauses.add(PauseEvent(rawValue: change.to), at: change.time)
      case .doing, .unit, .region, .placement, .link, .vehicle: break
      }
    }
  }

  /// The truth at a moment; nil where nothing of it is known.
  mutating func truth(at time: SimTime) -> TruthSample? {
    if let latestTruth, latestTruth.time == time { return latestTruth.sample }
    guard let sample = input.truth?(time) else { return nil }
    latestTruth = (time, sample)
    return sample
  }

  /// Judges one output; call in the order of time.
  public mutating func add(_ output: Delivered<Output>) {
    while let second = clock.next(before: output.time) { judge(second: second) }
    while let end = batches.next(before: output.time) { judge(batchEndingAt: end) }
    let time = output.time
    expectations.tell(output)
    switch output.item {
    case .radio: return
    case .cloud(let cloud):
      if keepsRows { score.clouds.append(cloud) }
      return
    case .location(let fix) where Self.isJudged(output.app, &judged.locations): add(fix, at: time)
    case .locations(let fixes) where Self.isJudged(output.app, &judged.locations):
      for fix in fixes { add(fix, at: time) }
    case .activity(let report) where Self.isJudged(output.app, &judged.activities):
      motion.tell(report.flags)
      activities.note(time) { $0.isTold(by: report.flags) }
    case .pedometer(let record) where Self.isJudged(output.app, &judged.steps): motion.tell(record)
    case .activityHistory(let reports) where Self.isJudged(output.app, &judged.histories):
      motion.pulled = (time, reports)
    case .location, .locations, .activity, .pedometer, .activityHistory: break
    case .region(let event): regions.tell(event, at: time)
    case .ranging(let report): judge(report, at: time)
    case .visit(let visit): visits.tell(visit, at: time)
    case .pause(let event):
      pauses.append((time, event))
      truePauses.note(time) { $0 == event }
    case .wayfinding(let event): guides.tell(event, at: time)
    case .pedometerHistory, .pedometerEvent, .authorization, .dataSource, .notification,
      .indicator, .failure:
      break
    }
    eventCount += 1
    if keepsRows, let row = EventRow(output) { score.events.append(row) }
  }

  /// Whether what an app is told is judged: of several apps, the first that is told anything of the
  /// kind is, as others may ask for less and later.
  private static func isJudged(_ app: String, _ first: inout String?) -> Bool {
    if first == nil { first = app }
    return first == app
  }

  private mutating func add(_ fix: LocationFix, at time: SimTime) {
    firstFixTime = firstFixTime ?? time
    if firstBySource[fix.source] == nil { firstBySource[fix.source] = time }
    if fix.source == .gnss { firstSatelliteTime = firstSatelliteTime ?? time }
    latestFix = (time, fix)
    let known = truth(at: time)
    if let error = input.route?.distanceMetres(to: fix.coordinate) {
      for index in parts.indices where parts[index].contains(time, known) {
        parts[index].samples[.fix.crossTrackError].add(error)
      }
    }
    guard let actual = known else { return }
    var measure = FixMeasure(fix, told: actual)
    addPose(of: fix, at: time, to: &measure, told: actual)
    if fix.source == .gnss {
      measure.bound = input.bound?(time)
      measure.posteriorBound = input.posteriorBound?(time)
    } else if fix.floor != nil, actual.floor != nil {
      measure.radioBound = input.radioBound?(time)
    }
    // Across a known route, a location is judged by that.
    if input.route != nil { measure.track = nil }
    if measure.horizontal <= Self.useful { usefulCount += 1 }
    floors.note(time) { $0 == fix.floor }
    for index in parts.indices where parts[index].contains(time, actual) {
      parts[index].samples.add(measure, accuracy: fix.horizontalAccuracyMetres)
      parts[index].addBound(measure)
    }
    guard keepsRows else { return }
    score.fixes.append(
      FixScore(
        deliveryTime: time, fix: fix, truth: actual, horizontalErrorMetres: measure.horizontal,
        verticalErrorMetres: measure.vertical))
  }

  /// Measures a location at its own time, and against the one before.
  private mutating func addPose(
    of fix: LocationFix, at time: SimTime, to measure: inout FixMeasure, told: TruthSample
  ) {
    guard let then = fix.time == time ? told : input.truth?(fix.time),
      then.known.contains(.position)
    else {
      latestOffset = nil
      return
    }
    let offset =
      fix.time == time
      ? measure.offset : GroundOffset(from: then.coordinate, to: fix.coordinate)
    measure.pose = offset?.distance ?? .infinity
    if let offset, let latestOffset {
      measure.step = (offset.vector - latestOffset.vector).length
    }
    latestOffset = offset
  }

  /// Judges what is left, and returns what everything comes to.
  public mutating func finish() -> DeviceScore {
    while let second = clock.next(before: .distantFuture) { judge(second: second) }
    while let end = batches.next(before: .distantFuture) { judge(batchEndingAt: end) }
    if let firstFixTime { addFirst(firstFixTime, to: .ttff.whole) }
    if let start = input.startClass, let firstSatelliteTime {
      addFirst(firstSatelliteTime, to: .ttff.after[start])
    }
    if !input.isLocatable, latestFix == nil {
      for index in parts.indices {
        parts[index].samples.clear(.freshness.availability)
        parts[index].samples.clear(.freshness.gaps)
      }
    }
    if let asked = input.apps.firstAsked {
      let stages: [(LocationSource, Metric)] = [
        (.cell, .stage.cell), (.wifi, .stage.wifi), (.gnss, .stage.gnss),
      ]
      for (source, metric) in stages {
        guard let time = firstBySource[source] else { continue }
        add((time - asked).seconds, at: time, to: metric)
      }
    }
    finishTransitions()
    finishRegions()
    finishVisits()
    finishGuides()
    finishJournal()
    finishPauses()
    finishExpectations()
    finishMotion()
    finishEnergy()
    for index in parts.indices { parts[index].finish() }
    score.samples = parts[0].samples.samples
    score.filtered = zip(filters, parts.dropFirst()).map { ($0, $1.samples.samples) }
    return score
  }

  private mutating func addFirst(_ time: SimTime, to metric: Metric) {
    add(time.seconds, at: time, to: metric)
  }

  /// Adds a value that belongs to a moment, to everything and where filters let it through.
  mutating func add(_ value: Double, at time: SimTime, to metric: Metric) {
    parts[0].samples.add(value, to: metric)
    guard parts.count > 1 else { return }
    let actual = truth(at: time)
    for index in parts.indices.dropFirst() where parts[index].contains(time, actual) {
      parts[index].samples.add(value, to: metric)
    }
  }

  /// Adds a value that the device has as a whole, to everything and where filters ask for no more
  /// than the device.
  mutating func addWhole(_ value: Double, to metric: Metric) {
    for index in parts.indices where parts[index].isWhole {
      parts[index].samples.add(value, to: metric)
    }
  }
}
