public import Documents
import Glibc
public import Kernel
public import Observations

/// HMM forward filter of activity, which reports each change at once.
///
/// Each window's likelihoods update the state probabilities. Automotive remains through halts and handling
/// until walking ends it (WWDC14 session 612). Deterministic: equal evidence in equal order gives equal
/// reports.
public struct ActivityTracker: Sendable {
  /// Parameters of the filter and its parts.
  public struct Parameters: ParameterSet {
    /// Exponent of the likelihoods, fitted together with the transitions.
    public var evidenceWeight = 0.91
    /// Minimum probability of a new activity to be reported.
    public var minProbability = 0.55
    /// Minimum probability of running, where the last window alone is running: it is reported after a handful
    /// of steps (WWDC14 session 612).
    public var runningProbability = 0.2
    /// Minimum probability of the first activity after unknown.
    public var firstProbability = 0.4
    /// Probability thresholds of medium and high confidence.
    public var mediumProbability = 0.8
    public var highProbability = 0.95
    /// Timeout without windows, after which the activity is unknown.
    public var timeout = SimDuration.seconds(10)
    /// Maximum age of a speed over ground.
    public var speedLife = SimDuration.seconds(4)
    /// Maximum horizontal accuracy, in m, of a location whose speed is used.
    public var worstSpeedAccuracyMetres = 60.0
    /// Speeds from this value on, in m/s, are rejected.
    public var invalidSpeed = 150.0
    /// Maximum time by which a speed may be ahead of its window.
    public var speedLead = SimDuration.seconds(2.5)
    /// Minimum weight of a window that follows soon after another.
    public var minShare = 0.3
    /// Maximum back-dating of a change.
    public var longestDelay = SimDuration.seconds(10)
    /// Limit of standardised features, in standard deviations: outliers beyond the training data must not
    /// decide alone.
    public var featureReach: Float = 4
    /// Number of consecutive windows with a stuck sensor after which the activity is unknown: 10 s.
    public var stuckWindows = 4
    /// HMM transition probabilities.
    public var transitions = ActivityTransitions()
    /// HMM emission probabilities.
    public var emissions = ActivityEmissions()
    /// Likelihoods of a speed over ground.
    public var speeds = ActivitySpeedEvidence()
    /// Recognition from speed alone.
    public var alone = ActivityAlone()
    /// Likelihoods of a link to a car.
    public var link = ActivityLinkEvidence()
    /// Smoothing of the history.
    public var history = ActivitySmoothing()
    /// Detection of a wrist-worn device.
    public var wrist = WristFinderParameters()
    /// Feature extraction.
    public var windows = MotionFeatures.Parameters()

    public init() {}
  }

  /// Latest report.
  public private(set) var current: ActivityReport
  /// Evidence of the last window, for an ``ActivityHistory``.
  public private(set) var lastEvidence: ActivityEvidence?
  /// Number of windows processed.
  private(set) var evidenceCount = 0

  private let parameters: Parameters
  private let chain: ActivityChain
  private var finder: WristFinder
  private var probabilities: ActivityChain.Vector
  private var lastTime = SimTime.distantPast
  /// Likelihoods of the last window, and the end of the last one that agreed with the report.
  private var recent = ActivityChain.Vector.zero
  private var agreed = SimTime.distantPast
  /// Number of consecutive windows that agreed with the report.
  private var support = 0
  private var hasLink = false, hasCharger = false
  private var speed: (time: SimTime, value: Double)?
  /// Recognition from speed alone, and the time of the last window.
  private var pace: ActivityPace
  private var windowTime: SimTime
  private var isAlone = false

  /// Creates a tracker whose activity is unknown.
  public init(
    parameters: Parameters = Parameters(), classifier: ActivityClassifier? = nil,
    at time: SimTime = .start
  ) {
    self.parameters = parameters
    finder = WristFinder(
      parameters.wrist, phone: classifier ?? ActivityClassifier(reach: parameters.featureReach),
      reach: parameters.featureReach)
    (pace, windowTime) = (ActivityPace(parameters.alone), time)
    chain = ActivityChain(parameters)
    probabilities = chain.start
    current = ActivityReport(startTime: time, flags: .unknown, confidence: .low)
  }

  /// Resets, as at a boot; the system reports link and power again.
  ///
  /// Returns an unknown activity, if that is a change.
  public mutating func restart(at time: SimTime) -> ActivityReport? {
    probabilities = chain.start
    (recent, agreed) = (.zero, time)
    (hasLink, hasCharger, speed, lastEvidence) = (false, false, nil, nil)
    finder.restart()
    (pace, windowTime) = (ActivityPace(parameters.alone), time)
    lastTime = .distantPast
    return become(.unknown, since: time, confidence: .low)
  }

  /// Updates the link to a car.
  public mutating func receive(_ link: VehicleLink) { hasLink = link.kind != .none }

  /// Updates the power supply.
  public mutating func receive(_ power: PowerSource) { hasCharger = power.kind == .vehicle }

  /// Processes a GNSS location, whose speed is evidence for the next windows, and the only one without windows.
  ///
  /// The location must not depend on the activity, or the estimate feeds back on itself: a person reported as
  /// stationary gets no speed.
  ///
  /// - Parameter fix: The location.
  /// - Returns: The new report, if it has changed.
  public mutating func receive(sky fix: LocationFix) -> ActivityReport? {
    let value = fix.speedMetresPerSecond
    if value >= 0, value < parameters.invalidSpeed, isGood(fix) { speed = (fix.time, value) }
    guard isGood(fix), let likely = pace.process(fix, below: parameters.invalidSpeed),
      fix.time - windowTime > parameters.alone.silence
    else { return nil }
    // A report from motion has expired; one from speed is reported as such.
    if !current.isOfSpeedsAlone, !current.flags.contains(.unknown) {
      return become(.unknown, since: max(lastTime, current.startTime), confidence: .low)
    }
    isAlone = true
    defer { isAlone = false }
    let evidence = ActivityEvidence(
      probabilities: likely, isLinked: hasLink || hasCharger)
    return receive(evidence, endingAt: fix.time)
  }

  private func isGood(_ fix: LocationFix) -> Bool {
    fix.horizontalAccuracyMetres >= 0
      && fix.horizontalAccuracyMetres <= parameters.worstSpeedAccuracyMetres
  }

  /// Advances the clock; call it every few seconds without windows.
  ///
  /// Returns an unknown activity after the timeout.
  public mutating func elapse(to time: SimTime) -> ActivityReport? {
    let latest = max(lastTime, current.startTime)
    let timeout =
      lastTime > windowTime
      ? max(parameters.alone.timeout, parameters.timeout) : parameters.timeout
    guard !current.flags.contains(.unknown), time - latest > timeout else { return nil }
    return become(.unknown, since: latest, confidence: .low)
  }

  /// Processes a window's features; returns the new report, if it has changed.
  public mutating func receive(_ vector: MotionFeatureVector) -> ActivityReport? {
    let now = vector.time
    windowTime = now
    var fresh: Double?
    if let speed, now - speed.time <= parameters.speedLife, now >= speed.time - parameters.speedLead
    {
      fresh = speed.value
    }
    let probabilities = finder.probabilities(of: vector)
    let evidence = ActivityEvidence(
      probabilities: probabilities, speed: fresh, isLinked: hasLink || hasCharger,
      isOnWrist: finder.isCertain)
    // A report from speed alone is repeated once motion confirms it, because it then has more subscribers.
    let wasAlone = current.isOfSpeedsAlone && !current.flags.contains(.unknown)
    current.isOfSpeedsAlone = false
    return receive(evidence, endingAt: now) ?? (wasAlone ? current : nil)
  }

  /// Processes a window's evidence from any classifier; returns the new report, if it has changed.
  public mutating func receive(
    _ evidence: ActivityEvidence, endingAt now: SimTime
  ) -> ActivityReport? {
    if now < lastTime { rewind(to: now) }
    lastEvidence = evidence
    evidenceCount += 1
    forget(until: now)
    let news = lastTime == .distantPast ? 1 : (now - lastTime) / MotionFeatures.period
    let likelihoods = chain.likelihoods(
      of: evidence, share: Float(min(1, max(parameters.minShare, news))))
    let joint = chain.predicted(probabilities) * likelihoods
    probabilities = ActivityChain.normalised(joint, else: chain.start)
    if evidence.isLinked { probabilities = chain.linked(probabilities) }
    lastTime = now
    return decide(likelihoods)
  }

  /// Predicts over missed windows, so that the probabilities of before a gap fade.
  private mutating func forget(until now: SimTime) {
    guard lastTime != .distantPast else { return }
    let missed = Int(min(2000, max(0, (now - lastTime).seconds / MotionFeatures.period.seconds)))
    guard missed > 1 else { return }
    for _ in 1..<missed { probabilities = chain.predicted(probabilities) }
  }

  /// Handles a clock that was set back.
  private mutating func rewind(to now: SimTime) {
    let begin = now - MotionFeatures.period
    current.startTime = min(current.startTime, begin)
    agreed = min(agreed, begin)
    windowTime = min(windowTime, begin)
    lastTime = .distantPast
    speed = nil
  }

  private mutating func decide(_ likelihoods: ActivityChain.Vector) -> ActivityReport? {
    let before = recent
    recent = likelihoods
    // A window with a few steps belongs to the walk.
    let isGait = current.flags == .walking || current.flags == .running
    if ActivityChain.supports(current.flags, recent, share: isGait ? 0.1 : 0.9) {
      agreed = lastTime
    }
    let best = startOfRun ?? ActivityChain.strongest(probabilities)
    guard best.flags != current.flags else {
      support += 1
      return affirm(best.probability)
    }
    guard startOfRun != nil || isConfident(best) else { return nil }
    // The change began at the end of the last window that agreed with the old report, up to a limit.
    let since = max(agreed, lastTime - parameters.longestDelay)
    let isRepeated =
      before != .zero && ActivityChain.supports(best.flags, before)
      && ActivityChain.supports(best.flags, recent)
    support = isRepeated ? 2 : 1
    agreed = lastTime
    return become(
      best.flags, since: min(since, lastTime - MotionFeatures.period),
      confidence: confidence(best.probability))
  }

  /// Running, if the last window alone is running and its probability suffices.
  private var startOfRun: (flags: ActivityFlags, probability: Float)? {
    guard ActivityChain.supports(.running, recent), current.flags != .running else { return nil }
    let share = ActivityChain.probability(of: .running, probabilities)
    return Double(share) >= parameters.runningProbability ? (.running, share) : nil
  }

  /// True if another activity is probable enough to be reported.
  private func isConfident(_ best: (flags: ActivityFlags, probability: Float)) -> Bool {
    let minimum =
      current.flags.contains(.unknown) ? parameters.firstProbability : parameters.minProbability
    return Double(best.probability) >= minimum
      && best.probability > ActivityChain.probability(of: current.flags, probabilities)
  }

  /// Repeats the report if its confidence has risen.
  private mutating func affirm(_ probability: Float) -> ActivityReport? {
    let confidence = confidence(probability)
    guard confidence > current.confidence else { return nil }
    current.confidence = confidence
    return current
  }

  private func confidence(_ probability: Float) -> Confidence {
    if Double(probability) >= parameters.highProbability, support >= 2 { return .high }
    return Double(probability) >= parameters.mediumProbability ? .medium : .low
  }

  private mutating func become(
    _ flags: ActivityFlags, since: SimTime, confidence: Confidence
  ) -> ActivityReport? {
    guard flags != current.flags else { return nil }
    // A report that speed gives no evidence any more goes only to subscribers of speed reports.
    let isForApps = isAlone || (current.isOfSpeedsAlone && flags == .unknown)
    current = ActivityReport(
      startTime: max(since, current.startTime), flags: flags, confidence: confidence,
      isOfSpeedsAlone: isForApps)
    return current
  }
}
