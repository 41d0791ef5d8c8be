public import Documents
public import Kernel
public import Observations
public import Parts

/// Steps, distance, pace, cadence and floors, as an app is told them.
///
/// Puts the step detector, the stride model, the floor counter and the history together. Feed it what the
/// phone senses with the `receive` functions; ask ``push(at:)`` after each batch and tell the app what it
/// gives, and ``resume(at:)`` when the app comes back. Cumulative from the start date: later records
/// count from the same date. ``record(from:to:)`` answers for any interval of the last seven days.
public struct Pedometer: Sendable {
  /// What can be set.
  public struct Parameters: DialSet {
    /// The step detector.
    public var steps = StepDetector.Parameters()
    /// The stride model.
    public var stride = StrideModel.Parameters()
    /// The floor counter.
    public var floors = FloorCounter.Parameters()
    /// How ways are surveyed from which the stride is learned.
    public var survey = StrideSurveying()
    /// How far apart pushed records are at least.
    public var pushPeriod = SimDuration.seconds(2.5)
    /// How far back steps are sure in a walk, and while none is under way.
    public var sureWalking = SimDuration.seconds(0.5)
    public var sureResting = SimDuration.seconds(8)

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .group("steps", \.steps, "The step detector."),
      .group("stride", \.stride, "The stride model."),
      .group("floors", \.floors, "The floor counter."),
      .group("survey", \.survey, "How ways are surveyed from which the stride is learned."),
      .time(
        "push_period", \.pushPeriod, 0...3600, "How far apart pushed records are at least.",
        .estimate),
      .time(
        "sure_walking", \.sureWalking, 0...60, "How far back steps are sure in a walk.",
        .estimate),
      .time(
        "sure_resting", \.sureResting, 0...60,
        "How far back steps are sure while nobody walks.", .estimate),
    ]
  }

  private let parameters: Parameters
  private var detector: StepDetector
  private var floors: FloorCounter
  private var survey: StrideSurvey
  private var fresh: [DetectedStep] = []
  private var base = PedometerHistory.Total()
  private var start: SimTime
  private var pushedAt: SimTime?
  private var pushedSteps = 0
  private var floorsSeen = (up: 0, down: 0)
  private var floorsAtStart = (up: 0, down: 0)
  private var heard = SimTime.distantPast
  private var isGoing = false
  private var latest: DetectedStep?
  private var distance = 0.0
  /// The steps counted since it was made.
  public private(set) var stepCount = 0
  /// What it knows of the person's stride.
  public private(set) var stride: StrideModel
  /// The last seven days; store its bytes to keep it over a restart of the phone.
  public private(set) var history: PedometerHistory
  /// Pauses and resumptions since they were last taken with ``takeEvents()``.
  public private(set) var events: [PedometerEvent] = []

  /// Creates a pedometer.
  ///
  /// - Parameters:
  ///   - start: From when its records count.
  ///   - parameters: Its settings.
  ///   - history: What is known from before, for example from before a restart.
  ///   - stride: What is known of the person.
  public init(
    from start: SimTime = .start, parameters: Parameters = Parameters(),
    history: PedometerHistory = PedometerHistory(), stride: StrideModel? = nil
  ) {
    self.start = start
    self.parameters = parameters
    self.history = history
    self.stride = stride ?? StrideModel(parameters: parameters.stride)
    detector = StepDetector(parameters: parameters.steps)
    floors = FloorCounter(parameters: parameters.floors)
    survey = StrideSurvey(parameters.survey)
    base = history.total(from: start, to: .distantFuture)
    pushedSteps = base.stepCount
    fresh.reserveCapacity(64)
  }

  /// What somebody who knows more senses says of the motion.
  public var hint: MotionHint {
    get { detector.hint }
    set { detector.hint = newValue }
  }

  /// Whether they say so with high confidence.
  public var isHintSure: Bool {
    get { detector.isHintSure }
    set { detector.isHintSure = newValue }
  }

  /// Whether steps are being taken, as far as is known.
  public var isWalking: Bool { detector.isWalking }

  /// What was wrong with the readings so far.
  public var faults: StepFaults { detector.faults }

  /// Takes a batch of the accelerometer, and returns the footfalls that show by it, oldest first.
  ///
  /// They are told at once, and not all of them come to be counted; ``confirm()`` counts. What was heard
  /// is kept until then, so let it count every few seconds.
  public mutating func hear(_ batch: InertialBatch) -> [Footfall] {
    var footfalls: [Footfall] = []
    detector.hear(batch, stride: stride, into: &footfalls)
    if let last = batch.samples.last { heard = last.time }
    return footfalls
  }

  /// Takes a batch of the accelerometer and counts the steps that are sure by it.
  public mutating func receive(accelerometer batch: InertialBatch) {
    _ = hear(batch)
    confirm()
  }

  /// Counts the steps that are sure by what was heard.
  public mutating func confirm() {
    fresh.removeAll(keepingCapacity: true)
    detector.confirm(into: &fresh)
    settle()
    let sure = heard - (detector.isWalking ? parameters.sureWalking : parameters.sureResting)
    while let leg = survey.nextLeg(sureUntil: sure) { stride.learn(from: leg) }
  }

  /// Takes a reading of the barometer.
  public mutating func receive(pressure: PressureSample) {
    floors.receive(pressure)
    let (up, down) = (floors.ascended ?? 0, floors.descended ?? 0)
    history.addFloors(
      up: up - floorsSeen.up, down: down - floorsSeen.down, at: pressure.time)
    floorsSeen = (up, down)
  }

  /// Takes a location, to learn the person's stride from.
  public mutating func receive(fix: LocationFix) {
    survey.receive(fix)
  }

  /// Counts what the detector made sure.
  private mutating func settle() {
    for step in fresh {
      let isStair = floors.isStair(at: step.time, stepsPerSecond: Double(step.stepsPerSecond))
      let metres = isStair ? parameters.floors.tread : stride.length(of: step)
      stepCount += 1
      distance += metres
      history.addStep(at: step.time, metres: metres)
      floors.receive(stepAt: step.time)
    }
    survey.receive(fresh[...])
    if let first = fresh.first, !isGoing {
      isGoing = true
      note(.resume, at: first.time)
    }
    latest = fresh.last ?? latest
    if isGoing, !detector.isWalking, let latest {
      isGoing = false
      note(.pause, at: latest.time)
    }
  }

  private mutating func note(_ kind: PedometerEvent.Kind, at time: SimTime) {
    // Nobody takes them: the oldest go.
    if events.count >= 256 { events.removeFirst(128) }
    events.append(PedometerEvent(time: time, kind: kind))
  }

  /// The pauses and resumptions since the last call.
  public mutating func takeEvents() -> [PedometerEvent] {
    guard !events.isEmpty else { return [] }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Counts from another date from now on, which may lie in the past.
  public mutating func startUpdates(from date: SimTime) {
    start = date
    base = history.total(from: date, to: .distantFuture)
    stepCount = 0
    distance = 0
    floorsAtStart = floorsSeen
    pushedSteps = base.stepCount
    pushedAt = nil
  }

  /// The record for the app if one is due: steps were taken since the last, 2.5 s ago or more.
  public mutating func push(at time: SimTime) -> PedometerRecord? {
    let count = base.stepCount + stepCount
    if let pushedAt, time >= pushedAt, time - pushedAt < parameters.pushPeriod { return nil }
    guard count > pushedSteps else { return nil }
    return resume(at: time)
  }

  /// The record that an app gets when it comes back, whether or not steps were taken.
  public mutating func resume(at time: SimTime) -> PedometerRecord {
    pushedAt = time
    pushedSteps = base.stepCount + stepCount
    return record(at: time)
  }

  /// The last record, when nothing more will be heard: with the steps that still waited to be sure, if
  /// the walk goes on; nil if nothing is new.
  public mutating func finish(at time: SimTime) -> PedometerRecord? {
    fresh.removeAll(keepingCapacity: true)
    detector.finish(into: &fresh)
    settle()
    return base.stepCount + stepCount > pushedSteps ? resume(at: time) : nil
  }

  /// What there is now, from the start date.
  public func record(at time: SimTime) -> PedometerRecord {
    let rate = isGoing ? latest.map { Double($0.stepsPerSecond) } : nil
    let length = latest.map(stride.length) ?? 0
    return PedometerRecord(
      startTime: start, endTime: time, stepCount: base.stepCount + stepCount,
      distanceMetres: base.distanceMetres + distance,
      paceSecondsPerMetre: rate.flatMap { $0 * length > 0 ? 1 / ($0 * length) : nil },
      cadenceStepsPerSecond: rate,
      floorsAscended: floors.ascended.map { base.floorsAscended + $0 - floorsAtStart.up },
      floorsDescended: floors.descended.map { base.floorsDescended + $0 - floorsAtStart.down })
  }

  /// What there is now from a date within the last seven days, with the pace of the moment.
  public func record(since date: SimTime, at time: SimTime) -> PedometerRecord {
    var now = record(at: time)
    // The bin that isn't full yet belongs to it, too.
    let total = history.total(from: date, to: .distantFuture)
    now.startTime = date
    now.stepCount = total.stepCount
    now.distanceMetres = total.distanceMetres
    now.floorsAscended = now.floorsAscended.map { _ in total.floorsAscended }
    now.floorsDescended = now.floorsDescended.map { _ in total.floorsDescended }
    return now
  }

  /// What lies in an interval of the last seven days.
  ///
  /// Records of intervals that join add up exactly to the record of the whole; the last 2.5 s may not be
  /// in it yet. No pace and no cadence: those are of the moment.
  public func record(from start: SimTime, to end: SimTime) -> PedometerRecord {
    let total = history.total(from: start, to: end)
    return PedometerRecord(
      startTime: start, endTime: end, stepCount: total.stepCount,
      distanceMetres: total.distanceMetres,
      floorsAscended: floors.ascended.map { _ in total.floorsAscended },
      floorsDescended: floors.descended.map { _ in total.floorsDescended })
  }

  /// Starts the senses anew after the phone has restarted; history, counts and stride stay.
  public mutating func reboot() {
    detector = StepDetector(parameters: parameters.steps)
    survey = StrideSurvey(parameters.survey)
    isGoing = false
  }
}
