public import Documents
public import Kernel
public import Observations
public import Parts

/// Pedometer: steps, distance, pace, cadence and floors for an app.
///
/// Combines step detector, stride model, floor counter and history. Feed sensor data through the
/// `receive` functions; call ``push(at:)`` after each batch and deliver its record to the app, and
/// ``resume(at:)`` when the app returns. Records are cumulative from the start date.
/// ``record(from:to:)`` queries any interval of the last seven days.
public struct Pedometer: Sendable {
  /// Parameters of the pedometer and its parts.
  public struct Parameters: ParameterSet {
    public var steps = StepDetector.Parameters()
    public var stride = StrideModel.Parameters()
    public var floors = FloorCounter.Parameters()
    /// Selection of GNSS legs for stride calibration.
    public var survey = StrideSurveying()
    /// Minimum interval between pushed records.
    public var pushPeriod = SimDuration.seconds(2.5)
    /// Age from which steps are final, during a walk and at rest.
    public var finalAgeWalking = SimDuration.seconds(0.5)
    public var finalAgeResting = SimDuration.seconds(8)

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .group("steps", \.steps, "Step detector."),
      .group("stride", \.stride, "Stride model."),
      .group("floors", \.floors, "Floor counter."),
      .group("survey", \.survey, "Selection of GNSS legs for stride calibration."),
      .time(
        "push_period", \.pushPeriod, 0...3600, "Minimum interval between pushed pedometer records.",
        .estimate),
      .time(
        "sure_walking", \.finalAgeWalking, 0...60, "Age from which steps are final during a walk.",
        .estimate),
      .time(
        "sure_resting", \.finalAgeResting, 0...60,
        "Age from which steps are final at rest.", .estimate),
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
  private var received = SimTime.distantPast
  private var isGoing = false
  private var latest: DetectedStep?
  private var distance = 0.0
  /// Number of steps since creation or the latest ``startUpdates(from:)``.
  public private(set) var stepCount = 0
  /// Stride model, as calibrated so far.
  public private(set) var stride: StrideModel
  /// Last seven days; store its bytes to keep it over a restart of the phone.
  public private(set) var history: PedometerHistory
  /// Pauses and resumptions since the last ``drainEvents()``.
  public private(set) var events: [PedometerEvent] = []

  /// Creates a pedometer.
  ///
  /// - Parameters:
  ///   - start: Start date of its records.
  ///   - parameters: Parameters of the pedometer and its parts.
  ///   - history: Earlier counts, for example from before a restart.
  ///   - stride: Calibrated stride model; nil for the population's.
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

  /// Activity, where another sensor or algorithm provides one.
  public var hint: MotionHint {
    get { detector.hint }
    set { detector.hint = newValue }
  }

  /// True if ``hint`` has high confidence.
  public var isHintConfident: Bool {
    get { detector.isHintConfident }
    set { detector.isHintConfident = newValue }
  }

  /// True while steps are detected.
  public var isWalking: Bool { detector.isWalking }

  /// Faults of the readings so far.
  public var faults: StepFaults { detector.faults }

  /// Processes a batch of accelerometer readings; returns the footfalls that it confirms, oldest first.
  ///
  /// Footfalls are immediate, and not all of them become steps; ``confirm()`` counts steps. The data is
  /// buffered until then, so call it every few seconds.
  public mutating func process(_ batch: InertialBatch) -> [StepEvent] {
    var stepEvents: [StepEvent] = []
    detector.process(batch, stride: stride, into: &stepEvents)
    if let last = batch.samples.last { received = last.time }
    return stepEvents
  }

  /// Processes a batch of accelerometer readings and counts the confirmed steps.
  public mutating func receive(accelerometer batch: InertialBatch) {
    _ = process(batch)
    confirm()
  }

  /// Counts the steps that the buffered data confirms.
  public mutating func confirm() {
    fresh.removeAll(keepingCapacity: true)
    detector.confirm(into: &fresh)
    countConfirmed()
    let sure =
      received - (detector.isWalking ? parameters.finalAgeWalking : parameters.finalAgeResting)
    while let leg = survey.nextLeg(sureUntil: sure) { stride.learn(from: leg) }
  }

  /// Processes a pressure reading.
  public mutating func receive(pressure: PressureSample) {
    floors.receive(pressure)
    let (up, down) = (floors.ascended ?? 0, floors.descended ?? 0)
    history.addFloors(
      up: up - floorsSeen.up, down: down - floorsSeen.down, at: pressure.time)
    floorsSeen = (up, down)
  }

  /// Processes a location for stride calibration.
  public mutating func receive(fix: LocationFix) {
    survey.receive(fix)
  }

  /// Counts the steps that the detector has confirmed.
  private mutating func countConfirmed() {
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
    // Without a consumer, the oldest events are dropped.
    if events.count >= 256 { events.removeFirst(128) }
    events.append(PedometerEvent(time: time, kind: kind))
  }

  /// Returns and clears the pauses and resumptions since the last call.
  public mutating func drainEvents() -> [PedometerEvent] {
    guard !events.isEmpty else { return [] }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Restarts the cumulative record from another date, which may lie in the past.
  public mutating func startUpdates(from date: SimTime) {
    start = date
    base = history.total(from: date, to: .distantFuture)
    stepCount = 0
    distance = 0
    floorsAtStart = floorsSeen
    pushedSteps = base.stepCount
    pushedAt = nil
  }

  /// Returns the record for the app if one is due: new steps, and the last record at least 2.5 s ago.
  public mutating func push(at time: SimTime) -> PedometerRecord? {
    let count = base.stepCount + stepCount
    if let pushedAt, time >= pushedAt, time - pushedAt < parameters.pushPeriod { return nil }
    guard count > pushedSteps else { return nil }
    return resume(at: time)
  }

  /// Returns the record for an app that returns, with or without new steps.
  public mutating func resume(at time: SimTime) -> PedometerRecord {
    pushedAt = time
    pushedSteps = base.stepCount + stepCount
    return record(at: time)
  }

  /// Returns the final record at the end of the data, including pending steps as if the walk went on;
  /// nil if nothing is new.
  public mutating func finish(at time: SimTime) -> PedometerRecord? {
    fresh.removeAll(keepingCapacity: true)
    detector.finish(into: &fresh)
    countConfirmed()
    return base.stepCount + stepCount > pushedSteps ? resume(at: time) : nil
  }

  /// Returns the cumulative record from the start date.
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

  /// Returns the record from a date within the last seven days, with the present pace.
  public func record(since date: SimTime, at time: SimTime) -> PedometerRecord {
    var now = record(at: time)
    // The incomplete last bin is included.
    let total = history.total(from: date, to: .distantFuture)
    now.startTime = date
    now.stepCount = total.stepCount
    now.distanceMetres = total.distanceMetres
    now.floorsAscended = now.floorsAscended.map { _ in total.floorsAscended }
    now.floorsDescended = now.floorsDescended.map { _ in total.floorsDescended }
    return now
  }

  /// Returns the record of an interval of the last seven days.
  ///
  /// Records of adjacent intervals add up exactly to the record of the whole; the last 2.5 s may be
  /// missing. Pace and cadence are nil, because they are momentary.
  public func record(from start: SimTime, to end: SimTime) -> PedometerRecord {
    let total = history.total(from: start, to: end)
    return PedometerRecord(
      startTime: start, endTime: end, stepCount: total.stepCount,
      distanceMetres: total.distanceMetres,
      floorsAscended: floors.ascended.map { _ in total.floorsAscended },
      floorsDescended: floors.descended.map { _ in total.floorsDescended })
  }

  /// Resets the sensor processing after a restart of the phone; history, counts and stride stay.
  public mutating func reboot() {
    detector = StepDetector(parameters: parameters.steps)
    survey = StrideSurvey(parameters.survey)
    isGoing = false
  }
}
