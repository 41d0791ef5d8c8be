public import Documents
import Glibc
public import Kernel
public import Observations

/// Follows what a person does from window to window and says when it changes, at once.
///
/// A forward filter of a hidden Markov model: each window's evidence is weighed against what was
/// probable before. Driving stays an inference through halts and handling until walking bounds it
/// (WWDC14 session 612). The same evidence in the same order gives the same reports.
public struct ActivityTracker: Sendable {
  /// What can be set.
  public struct Parameters: DialSet {
    /// The power that windows' likelihoods are raised to: they overlap by half, and a model that
    /// was learned from a few people is surer than it may be.
    public var evidenceWeight = 0.9
    /// How probable something else must be to be told.
    public var leastProbability = 0.55
    /// The same of running where the last window by itself says so: who runs means it, and is to be told so
    /// after a handful of steps (WWDC14 session 612).
    public var runningProbability = 0.2
    /// The same while nothing is known.
    public var firstProbability = 0.4
    /// From which probability on confidence is medium, and high.
    public var mediumProbability = 0.8
    public var highProbability = 0.95
    /// How long windows may be missing before nothing is known any more.
    public var patience = SimDuration.seconds(10)
    /// How long a speed over ground holds.
    public var speedLife = SimDuration.seconds(4)
    /// The worst accuracy, in m, of a location whose speed counts.
    public var worstSpeedAccuracyMetres = 60.0
    /// From which speed on, in m/s, a location's speed can't be one.
    public var impossibleSpeed = 150.0
    /// How far a speed may be ahead of the window that it counts for.
    public var speedLead = SimDuration.seconds(2.5)
    /// How little of a window counts that follows soon after another.
    public var leastShare = 0.3
    /// How far back a change may be dated.
    public var longestDelay = SimDuration.seconds(10)
    /// How far from the mean a feature may lead, in standard deviations: what was never seen in
    /// training must not decide alone.
    public var featureReach: Float = 4
    /// From how many windows in a row of a stuck sensor on nothing is known: 10 s.
    public var stuckWindows = 4
    /// How one state follows another.
    public var transitions = ActivityTransitions()
    /// What each state makes a window look like.
    public var emissions = ActivityEmissions()
    /// What a speed over ground says.
    public var speeds = ActivitySpeedEvidence()
    /// What is told by speeds alone.
    public var alone = ActivityAlone()
    /// What a link to a car says.
    public var link = ActivityLinkEvidence()
    /// How the past is told.
    public var history = ActivitySmoothing()
    /// How it is found out that a wrist is felt.
    public var wrist = WristFinding()
    /// How readings become windows.
    public var windows = MotionFeatures.Parameters()

    /// Creates the defaults.
    public init() {}
  }

  /// What is told now.
  public private(set) var current: ActivityReport
  /// What the last window came to, for an ``ActivityHistory``.
  public private(set) var lastEvidence: ActivityEvidence?
  /// How much evidence was taken.
  private(set) var evidenceCount = 0

  private let parameters: Parameters
  private let chain: ActivityChain
  private var finder: WristFinder
  private var probabilities: ActivityChain.Vector
  private var lastTime = SimTime.distantPast
  /// What the last window says by itself, and when one last bore out what is told.
  private var leaning = ActivityFlags.unknown
  private var agreed = SimTime.distantPast
  /// How many windows in a row have borne out what is told.
  private var support = 0
  private var hasLink = false, hasCharger = false
  private var speed: (time: SimTime, value: Double)?
  /// What speeds say where nothing else does, and when a window last did.
  private var pace: ActivityPace
  private var windowTime: SimTime
  private var isAlone = false

  /// Creates a tracker that knows nothing yet.
  public init(
    parameters: Parameters = Parameters(), classifier: ActivityClassifier? = nil,
    at time: SimTime = .start
  ) {
    self.parameters = parameters
    finder = WristFinder(
      parameters.wrist, phone: classifier ?? ActivityClassifier(reach: parameters.featureReach),
      reach: parameters.featureReach)
    (pace, windowTime) = (ActivityPace(parameters.alone), time)
    chain = ActivityChain(parameters, weight: Float(parameters.evidenceWeight))
    probabilities = chain.start
    current = ActivityReport(startTime: time, flags: .unknown, confidence: .low)
  }

  /// Begins anew, as at a boot; what the phone hangs on is told again by the system.
  ///
  /// - Parameter time: When.
  /// - Returns: That nothing is known, unless that was told already.
  public mutating func restart(at time: SimTime) -> ActivityReport? {
    probabilities = chain.start
    (leaning, agreed) = (.unknown, time)
    (hasLink, hasCharger, speed, lastEvidence) = (false, false, nil, nil)
    finder.restart()
    (pace, windowTime) = (ActivityPace(parameters.alone), time)
    lastTime = .distantPast
    return become(.unknown, since: time, confidence: .low)
  }

  /// Takes a change of the link to a car.
  public mutating func receive(_ link: VehicleLink) { hasLink = link.kind != .none }

  /// Takes a change of the supply.
  public mutating func receive(_ power: PowerSource) { hasCharger = power.kind == .vehicle }

  /// Takes a location that apps are told, whose speed is a hint if it is any good.
  public mutating func receive(_ fix: LocationFix) {
    let value = fix.speedMetresPerSecond
    guard value >= 0, value < parameters.impossibleSpeed, isGood(fix) else { return }
    speed = (fix.time, value)
  }

  /// Takes a location by satellites, whose speed is all there is where no window comes.
  ///
  /// It must be none that knows of activities: whoever is told to stand is told no speed, either.
  ///
  /// - Parameter fix: The location.
  /// - Returns: What is to be told, if it has changed.
  public mutating func receive(sky fix: LocationFix) -> ActivityReport? {
    guard isGood(fix), let likely = pace.take(fix, below: parameters.impossibleSpeed),
      fix.time - windowTime > parameters.alone.silence
    else { return nil }
    // What was told by motion no longer stands; what speeds say is told as such.
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

  /// Notes that time goes by; call it every few seconds when no window comes.
  ///
  /// - Parameter time: The time.
  /// - Returns: That nothing is known any more, if it has come to that.
  public mutating func elapse(to time: SimTime) -> ActivityReport? {
    let latest = max(lastTime, current.startTime)
    let patience =
      lastTime > windowTime
      ? max(parameters.alone.patience, parameters.patience) : parameters.patience
    guard !current.flags.contains(.unknown), time - latest > patience else { return nil }
    return become(.unknown, since: latest, confidence: .low)
  }

  /// Takes a window.
  ///
  /// - Parameter vector: The window's features.
  /// - Returns: What is to be told, if it has changed.
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
    // What speeds alone said is told again as soon as motion says the same: others hear that, too.
    let wasAlone = current.isOfSpeedsAlone && !current.flags.contains(.unknown)
    current.isOfSpeedsAlone = false
    return receive(evidence, endingAt: now) ?? (wasAlone ? current : nil)
  }

  /// Takes a window's evidence, as any classifier may find it.
  ///
  /// - Parameters:
  ///   - evidence: The evidence.
  ///   - now: When the window ended.
  /// - Returns: What is to be told, if it has changed.
  public mutating func receive(
    _ evidence: ActivityEvidence, endingAt now: SimTime
  ) -> ActivityReport? {
    if now < lastTime { rewind(to: now) }
    lastEvidence = evidence
    evidenceCount += 1
    forget(until: now)
    let news = lastTime == .distantPast ? 1 : (now - lastTime) / MotionFeatures.period
    let likelihoods = chain.likelihoods(
      of: evidence, share: Float(min(1, max(parameters.leastShare, news))))
    let joint = chain.predicted(probabilities) * likelihoods
    let sum = joint.sum()
    probabilities = sum > 1e-30 ? joint / sum : chain.start
    if evidence.isLinked { probabilities = chain.linked(probabilities) }
    lastTime = now
    return decide(likelihoods)
  }

  /// What was probable before a gap fades.
  private mutating func forget(until now: SimTime) {
    guard lastTime != .distantPast else { return }
    let missed = Int(min(2000, max(0, (now - lastTime).seconds / MotionFeatures.period.seconds)))
    guard missed > 1 else { return }
    for _ in 1..<missed { probabilities = chain.predicted(probabilities) }
  }

  /// The clock was set back.
  private mutating func rewind(to now: SimTime) {
    let begin = now - MotionFeatures.period
    current.startTime = min(current.startTime, begin)
    agreed = min(agreed, begin)
    windowTime = min(windowTime, begin)
    lastTime = .distantPast
    speed = nil
  }

  private mutating func decide(_ likelihoods: ActivityChain.Vector) -> ActivityReport? {
    let before = leaning
    leaning = Self.strongest(likelihoods).flags
    if leaning == current.flags { agreed = lastTime }
    let best = startOfRun ?? Self.strongest(probabilities)
    guard best.flags != current.flags else {
      support += 1
      return affirm(best.probability)
    }
    guard startOfRun != nil || isSure(best) else { return nil }
    // It began when the last window that bore out the old ended, but not long ago.
    let since = max(agreed, lastTime - parameters.longestDelay)
    support = before == best.flags && leaning == best.flags ? 2 : 1
    agreed = lastTime
    return become(
      best.flags, since: min(since, lastTime - MotionFeatures.period),
      confidence: confidence(best.probability))
  }

  /// Running, where the last window by itself says so and that isn't too improbable.
  private var startOfRun: (flags: ActivityFlags, probability: Float)? {
    guard leaning == .running, current.flags != .running else { return nil }
    let share = Self.probability(of: .running, probabilities)
    return Double(share) >= parameters.runningProbability ? (.running, share) : nil
  }

  /// Whether something other than what is told is probable enough to be told.
  private func isSure(_ best: (flags: ActivityFlags, probability: Float)) -> Bool {
    let least =
      current.flags.contains(.unknown) ? parameters.firstProbability : parameters.leastProbability
    return Double(best.probability) >= least
      && best.probability > Self.probability(of: current.flags, probabilities)
  }

  /// Tells again when it has become surer.
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
    // That speeds no longer say anything is for whom they said something.
    let isForApps = isAlone || (current.isOfSpeedsAlone && flags == .unknown)
    current = ActivityReport(
      startTime: max(since, current.startTime), flags: flags, confidence: confidence,
      isOfSpeedsAlone: isForApps)
    return current
  }

  /// The flags that are likeliest, over all states that are told by them.
  private static func strongest(
    _ shares: ActivityChain.Vector
  ) -> (flags: ActivityFlags, probability: Float) {
    var best = (flags: ActivityFlags.stationary, probability: -Float.infinity)
    for state in ActivityState.allCases where state != .other {
      var share = shares[state.rawValue]
      if state == .driveHandled { share += shares[ActivityState.other.rawValue] }
      if share > best.probability { best = (state.flags, share) }
    }
    return best
  }

  private static func probability(
    of flags: ActivityFlags, _ shares: ActivityChain.Vector
  ) -> Float {
    var sum: Float = 0
    for state in ActivityState.allCases where state.flags == flags { sum += shares[state.rawValue] }
    return sum
  }
}
