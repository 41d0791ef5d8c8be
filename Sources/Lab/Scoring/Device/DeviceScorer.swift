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
  private var sheet: ScoreSheet

  private var clock: SecondClock
  private var batches: BatchClock
  private var locations = LocationAccount()
  private var transitions: TransitionAccount
  private var motion: MotionAccount
  private var turns: TurnAccount
  private var regions = RegionAccount()
  private var visits = VisitAccount()
  private var guides = GuideAccount()
  private var pauses = PauseAccount()
  private var expectations: ExpectationAccount
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
    sheet = ScoreSheet(input, filters: filters)
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
    transitions = TransitionAccount(input.changes)
    motion = MotionAccount(input)
    turns = TurnAccount(input)
    expectations = ExpectationAccount(input.expectations)
  }

  /// Scores one output; call in the order of time.
  public mutating func add(_ output: Delivered<Output>) {
    judgeSeconds(before: output.time)
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
    case .activity(let report) where isJudged(report, output.app):
      motion.tell(report, at: time)
      transitions.activities.note(time) { $0.isTold(by: report.flags) }
    case .pedometer(let record) where Self.isJudged(output.app, &judged.steps): motion.tell(record)
    case .activityHistory(let reports) where Self.isJudged(output.app, &judged.histories):
      motion.pulled = (time, reports)
    case .location, .locations, .activity, .pedometer, .activityHistory: break
    case .region(let event): regions.tell(event, at: time)
    case .ranging(let report): RegionAccount.judge(report, at: time, on: &sheet)
    case .visit(let visit): visits.tell(visit, at: time)
    case .pause(let event):
      pauses.told.append((time, event))
      transitions.pauses.note(time) { $0 == event }
    case .wayfinding(let event): guides.told.append((time, event))
    case .pedometerHistory(let record): motion.tell(pulled: record)
    case .pedometerEvent, .authorization, .dataSource, .notification, .placemark, .levels,
      .indicator, .failure:
      break
    }
    eventCount += 1
    if keepsRows, let row = EventRow(output) { score.events.append(row) }
  }

  /// The number of location and message rows not handed over yet.
  var rowCount: Int { score.fixes.count + score.events.count + score.clouds.count }

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
    let row = locations.tell(fix, at: time, on: &sheet)
    if keepsRows { score.fixes.append(row) }
    transitions.floors.note(time) { $0 == fix.floor }
  }

  /// Scores the state at all whole seconds and batch ends before a moment.
  private mutating func judgeSeconds(before time: SimTime) {
    while let second = clock.next(before: time) { judge(second: second) }
    while let end = batches.next(before: time) { motion.judge(batchEndingAt: end, on: &sheet) }
  }

  private mutating func judge(second: Int) {
    let now = SimTime(nanoseconds: Int64(second) * 1_000_000_000)
    let actual = sheet.truth(at: now)
    let isInRun = second <= clock.lastOfRun
    locations.judge(at: now, actual, isFirst: second == 0, isInRun: isInRun, on: &sheet)
    guard isInRun else { return }
    motion.judge(at: now, actual, on: &sheet)
    guard let actual, actual.known.contains(.position) else { return }
    visits.pass(actual.coordinate, at: now)
    if let streets = sheet.input.streets,
      let turn = turns.look(at: locations.latest?.fix, now, actual, streets)
    {
      sheet.add(turn.isRight ? 1 : 0, at: turn.time, to: .turns.rightStreet)
    }
  }

  /// Scores the rest of the run, and returns the score.
  public mutating func finish() -> DeviceScore {
    judgeSeconds(before: .distantFuture)
    locations.finish(on: &sheet)
    score.transitions = transitions.finish(
      tellsActivity: motion.isJudged(sheet.input),
      tellsPlace: locations.latest != nil, on: &sheet)
    regions.finish(on: &sheet, &score.transitions)
    visits.finish(on: &sheet)
    guides.finish(on: &sheet)
    finishJournal()
    pauses.finish(on: &sheet)
    finishExpectations()
    motion.finish(changeCount: transitions.activities.changes.count, on: &sheet)
    finishEnergy()
    sheet.finish()
    score.samples = sheet.parts[0].samples.samples
    score.filtered = zip(filters, sheet.parts.dropFirst()).map { ($0, $1.samples.samples) }
    return score
  }

  /// Keeps the journal, and scores the modes of its trips second by second, without rests on the
  /// way.
  private mutating func finishJournal() {
    score.journal = sheet.input.journal
    for row in score.journal where row.kind == .leg {
      guard let start = row.start, let end = row.end else { continue }
      sheet.changeSeconds(from: start, until: { $0 >= end }) { _, actual, part in
        guard actual.activity != .stationary else { return }
        part.samples.add(actual.activity.rawValue == row.mode ? 1 : 0, to: .journal.modeRight)
      }
      judgeCount(of: row, from: start, to: end)
    }
  }

  /// Scores the steps and distance of a journal trip, if it has them and is long enough.
  private mutating func judgeCount(of row: JournalRow, from start: SimTime, to end: SimTime) {
    guard row.steps != nil || row.distanceMetres != nil, let before = sheet.truth(at: start),
      let after = sheet.truth(at: end),
      before.known.isSuperset(of: [.steps, .distance])
    else { return }
    let (steps, metres) = (
      Double(after.stepCount - before.stepCount), after.distanceMetres - before.distanceMetres
    )
    guard steps >= Self.leastSteps else { return }
    if let told = row.steps {
      sheet.add(abs(Double(told) - steps) / steps, at: start, to: .journal.stepsAbsError)
    }
    if let told = row.distanceMetres, metres > 0 {
      sheet.add(abs(told - metres) / metres, at: start, to: .journal.distanceAbsError)
    }
  }

  /// Minimum number of true steps of a judged trip; shorter ones stay within a room.
  private static let leastSteps = 100.0

  /// Scores the expectations.
  private mutating func finishExpectations() {
    for verdict in expectations.verdicts(sheet.input.changes, end: sheet.end) {
      sheet.changeAll { part in
        guard part.contains(expectation: verdict.expectation.name) else { return }
        part.samples.add(verdict.isMet ? 1 : 0, to: .expectation.met)
      }
    }
  }

  /// Scores energy and network use.
  private mutating func finishEnergy() {
    let input = sheet.input
    let joules = input.power.reduce(0) { $0 + $1.millijoules } * 1e-3
    let seconds = input.duration.seconds
    sheet.addWhole(joules, to: .energy.whole)
    for component in EnergyComponent.allCases {
      let rows = input.power.lazy.filter { $0.component == component.rawValue }
      guard rows.first != nil else { continue }
      sheet.addWhole(
        rows.reduce(0) { $0 + $1.millijoules } * 1e-3, to: .energy.component[component])
    }
    let useful = locations.usefulCount
    if seconds > 0 { sheet.addWhole(joules / seconds, to: .energy.power) }
    if eventCount > 0 { sheet.addWhole(joules / Double(eventCount), to: .energy.perEvent) }
    if useful > 0 { sheet.addWhole(joules / Double(useful), to: .energy.perUsefulFix) }
    if let network = input.network, network.requests > 0 {
      sheet.addWhole(Double(network.requests), to: .network.requests)
      sheet.addWhole(Double(network.failures), to: .network.failures)
      sheet.addWhole(Double(network.cellularBytes), to: .network.bytesCellular)
      sheet.addWhole(Double(network.otherBytes), to: .network.bytesOther)
    }
    guard let first = input.battery.first, let last = input.battery.last,
      input.battery.allSatisfy({ $0.source == "battery" }), first.share > last.share
    else { return }
    sheet.addWhole(
      (last.time - first.time).seconds / (first.share - last.share), to: .energy.battery)
  }
}
