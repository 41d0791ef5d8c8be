import Kernel
public import Observations
import Truth

/// Scores the outputs of a device's stack in one pass and in constant memory.
///
/// Each output goes to the accumulators of its kind. Only table rows (locations, messages) are
/// kept, unless `keepsRows` is false.
public struct DeviceScorer: Sendable {
  private let filters: [ScoreFilter]
  private let keepsRows: Bool
  private var score: DeviceScore
  private var accumulator: ScoreAccumulator

  private var clock: SecondClock
  private var batches: BatchClock
  private var locations = LocationScorer()
  private var transitions: TransitionScorer
  private var motion: MotionScorer
  private var turns: TurnScorer
  private var regions = RegionScorer()
  private var visits = VisitScorer()
  private var guides = GuideScorer()
  private var pauses = PauseScorer()
  private var expectations: ExpectationScorer
  private var judged: (locations: String?, activities: String?, steps: String?, histories: String?)
  private var eventCount = 0

  /// Creates a scorer.
  ///
  /// - Parameters:
  ///   - input: The truth and other inputs; its outputs are ignored.
  ///   - filters: Parts of the run to be scored separately too.
  ///   - keepsRows: True if the score lists every location and message.
  public init(_ input: ScoringInput, filters: [ScoreFilter] = [], keepsRows: Bool = true) {
    self.init(input, filters: filters, keepsRows: keepsRows, keepsStates: keepsRows)
  }

  /// Creates a scorer; with `keepsStates` false, the component states are reported elsewhere.
  init(_ input: ScoringInput, filters: [ScoreFilter], keepsRows: Bool, keepsStates: Bool) {
    var input = input
    input.outputs = OutputLog()
    accumulator = ScoreAccumulator(input, filters: filters)
    self.filters = filters
    self.keepsRows = keepsRows
    score = DeviceScore(device: input.device)
    score.power = input.power
    score.battery = input.battery
    if keepsRows {
      if keepsStates { score.states = Array(input.states) }
      score.decisions = input.decisions
      score.track = input.truth.map { TrackRow.rows(until: .start + input.duration, $0) } ?? []
    }
    clock = SecondClock(duration: input.duration)
    batches = BatchClock(input.motionSpans)
    transitions = TransitionScorer(input.changes)
    motion = MotionScorer(input)
    turns = TurnScorer(input)
    expectations = ExpectationScorer(input.expectations)
  }

  /// Scores one output; call in the order of time.
  public mutating func add(_ output: Delivered<Output>) {
    judgeSeconds(before: output.time)
    let time = output.time
    expectations.process(output)
    switch output.item {
    case .radio: return
    case .cloud(let cloud):
      if keepsRows { score.clouds.append(cloud) }
      return
    case .route(let route):
      locations.process(route)
      if keepsRows { score.routes.append(route) }
      return
    case .location(let fix) where Self.isJudged(output.app, &judged.locations): add(fix, at: time)
    case .locations(let fixes) where Self.isJudged(output.app, &judged.locations):
      for fix in fixes { add(fix, at: time) }
    case .activity(let report) where isJudged(report, output.app):
      motion.process(report, at: time)
      transitions.activities.note(time) { $0.isReported(by: report.flags) }
    case .pedometer(let record) where Self.isJudged(output.app, &judged.steps):
      motion.process(record)
    case .activityHistory(let reports) where Self.isJudged(output.app, &judged.histories):
      motion.pulled = (time, reports)
    case .location, .locations, .activity, .pedometer, .activityHistory: break
    case .region(let event): regions.process(event, at: time)
    case .ranging(let report): RegionScorer.judge(report, at: time, on: &accumulator)
    case .visit(let visit): visits.process(visit, at: time)
    case .pause(let event):
      pauses.reported.append((time, event))
      transitions.pauses.note(time) { $0 == event }
    case .wayfinding(let event): guides.reported.append((time, event))
    case .pedometerHistory(let record): motion.process(pulled: record)
    case .failure(let failure): motion.isRefused = motion.isRefused || failure.service == "motion"
    case .pedometerEvent, .authorization, .dataSource, .notification, .placemark, .levels,
      .indicator:
      break
    }
    eventCount += 1
    if keepsRows, let row = EventRow(output) { score.events.append(row) }
  }

  /// The number of location and message rows not handed over yet.
  var rowCount: Int {
    score.fixes.count + score.events.count + score.clouds.count + score.routes.count
  }

  /// Hands over all rows since the last call; ``finish()`` returns the rest.
  mutating func handOver(to take: (DeviceScore) -> Void) {
    take(score)
    score.removeRows()
  }

  /// True if an app's messages of a kind are judged: those of the first app that receives any,
  /// since others may subscribe later or to less.
  private static func isJudged(_ app: String, _ first: inout String?) -> Bool {
    if first == nil { first = app }
    return first == app
  }

  /// True if an app's activities are judged; reports of an unknown activity don't choose the app,
  /// since the stand-in for apps receives them before the first app subscribes.
  private mutating func isJudged(_ report: ActivityReport, _ app: String) -> Bool {
    if judged.activities == nil, report.flags.contains(.unknown) { return true }
    return Self.isJudged(app, &judged.activities)
  }

  private mutating func add(_ fix: LocationFix, at time: SimTime) {
    let row = locations.process(fix, at: time, on: &accumulator)
    if keepsRows { score.fixes.append(row) }
    transitions.floors.note(time) { $0 == fix.floor }
  }

  /// Scores the state at all whole seconds and batch ends before a moment.
  private mutating func judgeSeconds(before time: SimTime) {
    while let second = clock.next(before: time) { judge(second: second) }
    while let end = batches.next(before: time) {
      motion.judge(batchEndingAt: end, on: &accumulator)
    }
  }

  private mutating func judge(second: Int) {
    let now = SimTime(nanoseconds: Int64(second) * 1_000_000_000)
    let actual = accumulator.truth(at: now)
    let isInRun = second <= clock.lastOfRun
    locations.judge(at: now, actual, isFirst: second == 0, isInRun: isInRun, on: &accumulator)
    guard isInRun else { return }
    motion.judge(at: now, actual, on: &accumulator)
    guard let actual, actual.known.contains(.position) else { return }
    visits.pass(actual.coordinate, at: now)
    if let streets = accumulator.input.streets,
      let turn = turns.look(at: locations.latest?.fix, now, actual, streets)
    {
      accumulator.add(turn.isRight ? 1 : 0, at: turn.time, to: .turns.rightStreet)
    }
  }

  /// Scores the rest of the run, and returns the score.
  public mutating func finish() -> DeviceScore {
    judgeSeconds(before: .distantFuture)
    locations.finish(on: &accumulator)
    score.transitions = transitions.finish(
      reportsActivity: motion.isJudged(accumulator.input),
      reportsPlace: locations.latest != nil, on: &accumulator)
    regions.finish(on: &accumulator, &score.transitions)
    visits.finish(on: &accumulator)
    guides.finish(on: &accumulator)
    finishJournal()
    pauses.finish(on: &accumulator)
    finishExpectations()
    motion.finish(changeCount: transitions.activities.changes.count, on: &accumulator)
    finishEnergy()
    accumulator.finish()
    score.samples = accumulator.parts[0].samples.samples
    score.filtered = zip(filters, accumulator.parts.dropFirst()).map { ($0, $1.samples.samples) }
    return score
  }

  /// Keeps the journal, and scores the modes of its trips second by second, without rests on the
  /// way.
  private mutating func finishJournal() {
    score.journal = accumulator.input.journal
    for row in score.journal where row.kind == .leg {
      guard let start = row.start, let end = row.end else { continue }
      accumulator.changeSeconds(from: start, until: { $0 >= end }) { _, actual, part in
        guard actual.activity != .stationary else { return }
        part.samples.add(actual.activity.rawValue == row.mode ? 1 : 0, to: .journal.modeRight)
      }
      judgeCount(of: row, from: start, to: end)
    }
  }

  /// Scores the steps and distance of a journal trip, if it has them and is long enough.
  private mutating func judgeCount(of row: JournalRow, from start: SimTime, to end: SimTime) {
    guard row.steps != nil || row.distanceMetres != nil, let before = accumulator.truth(at: start),
      let after = accumulator.truth(at: end),
      before.known.isSuperset(of: [.steps, .distance])
    else { return }
    let (steps, metres) = (
      Double(after.stepCount - before.stepCount), after.distanceMetres - before.distanceMetres
    )
    guard steps >= Self.minSteps else { return }
    if let reported = row.steps {
      accumulator.add(abs(Double(reported) - steps) / steps, at: start, to: .journal.stepsAbsError)
    }
    if let reported = row.distanceMetres, metres > 0 {
      accumulator.add(abs(reported - metres) / metres, at: start, to: .journal.distanceAbsError)
    }
  }

  /// Minimum number of true steps of a judged trip; shorter ones stay within a room.
  private static let minSteps = 100.0

  /// Scores the expectations.
  private mutating func finishExpectations() {
    for verdict in expectations.verdicts(accumulator.input.changes, end: accumulator.end) {
      accumulator.changeAll { part in
        guard part.contains(verdict.expectation) else { return }
        part.samples.add(verdict.isMet ? 1 : 0, to: .expectation.met)
      }
    }
  }

  /// Scores energy and network use.
  private mutating func finishEnergy() {
    let input = accumulator.input
    let joules = input.power.reduce(0) { $0 + $1.millijoules } * 1e-3
    let seconds = input.duration.seconds
    accumulator.addWhole(joules, to: .energy.whole)
    for component in EnergyComponent.allCases {
      let rows = input.power.lazy.filter { $0.component == component.rawValue }
      guard rows.first != nil else { continue }
      accumulator.addWhole(
        rows.reduce(0) { $0 + $1.millijoules } * 1e-3, to: .energy.component[component])
    }
    let useful = locations.usefulCount
    if seconds > 0 { accumulator.addWhole(joules / seconds, to: .energy.power) }
    if eventCount > 0 { accumulator.addWhole(joules / Double(eventCount), to: .energy.perEvent) }
    if useful > 0 { accumulator.addWhole(joules / Double(useful), to: .energy.perUsefulFix) }
    if let network = input.network, network.requests > 0 {
      accumulator.addWhole(Double(network.requests), to: .network.requests)
      accumulator.addWhole(Double(network.failures), to: .network.failures)
      accumulator.addWhole(Double(network.cellularBytes), to: .network.bytesCellular)
      accumulator.addWhole(Double(network.otherBytes), to: .network.bytesOther)
    }
    guard let first = input.battery.first, let last = input.battery.last,
      input.battery.allSatisfy({ $0.source == "battery" }), first.share > last.share
    else { return }
    accumulator.addWhole(
      (last.time - first.time).seconds / (first.share - last.share), to: .energy.battery)
  }
}
