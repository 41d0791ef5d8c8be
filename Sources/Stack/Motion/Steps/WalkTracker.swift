import Glibc
import Kernel

/// Tracks a walk by sequential log odds with hysteresis, from its first window to its last.
///
/// Slots wait from the walk's first good window until the evidence suffices, and again after a window without
/// gait. The next good window confirms them; the end of the walk drops them.
struct WalkTracker: Sendable {
  /// Slot of 0.2 s that may contain steps.
  private struct WaitingSlot {
    var slot: Int
    var rate: Float
  }

  private static let slotSeconds = 0.2
  /// Number of slots in a window, without its newest two, whose level isn't known yet.
  private static let windowSlots = 18
  private let parameters: StepDetector.Parameters
  private var waiting: [WaitingSlot] = []
  private var trailing = 0
  private var sum: Float = 0
  private var nonGaitShare: Float = 0
  private var nextSlot = 0
  private var creditedSlot = 0
  private var goodSlot = 0
  private var level: Float = 0
  private var phase = 0.0
  private var lastMoment = 0.0
  /// Start of slot 0.
  private var origin = SimTime.start
  /// True from the first window with gait on.
  private(set) var isStarted = false
  /// True once the evidence sum reaches the threshold.
  private(set) var isWalking = false
  /// Step rate of the walk, in steps/s.
  private(set) var rate: Float = 0

  init(parameters: StepDetector.Parameters) {
    self.parameters = parameters
    waiting.reserveCapacity(256)
  }

  /// Processes a window without motion.
  mutating func rest() {
    nonGaitShare -= nonGaitShare / parameters.nonGaitMemory
    sum = 0
  }

  /// Processes a window: updates the evidence sum, and appends confirmed steps.
  mutating func weigh(
    _ candidates: [GaitCandidate], hasShape: Bool, meanSize: Float, signal: GaitSignal,
    hint: MotionHint, isConfident: Bool, into steps: inout [DetectedStep]
  ) {
    let end = signal.slotCount - 2
    var (odds, found) = best(of: candidates, hint)
    updateActivityLevel(odds: odds, meanSize: meanSize)
    let shift = parameters.shift(for: hint, isConfident: isConfident, meanSize: meanSize)
    // A hint of walking stems mostly from the same accelerometer, and also takes exercises for it.
    if shift < 0 || hasShape { odds += shift }
    if !isWalking {
      let excess = max(0, nonGaitShare - parameters.nonGaitShare)
      odds -= parameters.idlePenalty + parameters.nonGaitPenalty * excess
    }
    let isGood = odds > 0
    let isStill = isStarted && meanSize < parameters.levelShare * level
    let against = isStill ? parameters.stillAgainst : parameters.maxAgainst
    sum += parameters.evidenceShare * min(max(odds, -against), parameters.maxFor)
    sum = min(sum, parameters.largestSum)
    guard isStarted else {
      sum = max(sum, 0)
      if isGood { begin(rate: found, level: meanSize, end: end, signal) }
      return
    }
    if isGood { follow(rate: found, level: meanSize) }
    let added = wait(until: end, signal)
    if isGood {
      confirm(end: end, added: added, into: &steps)
    } else if isWalking, !isStill, end - goodSlot <= parameters.walk.slotsAfter {
      trailing = waiting.count
    }
    if sum <= 0 { self.end(into: &steps) }
  }

  /// Returns the likeliest rate and its log odds.
  private func best(
    of candidates: [GaitCandidate], _ hint: MotionHint
  ) -> (odds: Float, rate: Float) {
    var odds = parameters.walk.minOdds
    var found = rate
    for candidate in candidates {
      var value = candidate.evidence
      if isOdd(candidate.stepsPerSecond, for: hint) { value -= parameters.oddPacePenalty }
      if isStarted {
        let off = log(candidate.stepsPerSecond / rate)
        let follow = parameters.walk
        let spread = isWalking ? follow.spreadWalking : follow.spreadStarting
        value -= min(
          off * off / (2 * spread * spread),
          isWalking ? follow.maxSpreadWalking : follow.maxSpreadStarting)
        if isWalking { value += parameters.walkBonus }
      }
      if value > odds { (odds, found) = (value, candidate.stepsPerSecond) }
    }
    return (odds, found)
  }

  /// True if a rate contradicts the hint.
  ///
  /// An arm's swing makes a run look like a walk at half the rate, but stronger than any walk.
  private func isOdd(_ stepsPerSecond: Float, for hint: MotionHint) -> Bool {
    switch hint {
    case .walking: stepsPerSecond > parameters.walk.fastestWalk
    case .running: stepsPerSecond < parameters.walk.slowestRun
    default: false
    }
  }

  /// Updates the restless share: the moving average of moving windows without gait.
  ///
  /// A window close to gait counts less, since soft steps may cause it.
  private mutating func updateActivityLevel(odds: Float, meanSize: Float) {
    let isMoving = meanSize > parameters.walk.nonGaitSize && !isWalking
    let doubt = isMoving ? min(max(-odds / parameters.nonGaitOdds, 0), 1) : 0
    nonGaitShare += (doubt - nonGaitShare) / parameters.nonGaitMemory
  }

  /// Starts a possible walk, with the window's slots and earlier ones of a similar level.
  private mutating func begin(rate found: Float, level size: Float, end: Int, _ signal: GaitSignal)
  {
    isStarted = true
    rate = found
    level = size
    let gate = parameters.levelShare * size
    let oldest = max(creditedSlot, end - Self.windowSlots - parameters.walk.slotsBefore, 0)
    var slot = max(end - Self.windowSlots, oldest)
    while slot > oldest, signal.level(ofSlot: slot - 1) > gate { slot -= 1 }
    nextSlot = slot
    _ = wait(until: end, signal)
  }

  /// Moves the walk's rate and level towards a good window's.
  private mutating func follow(rate found: Float, level size: Float) {
    // A new gait replaces the rate; within a gait the rate is smoothed.
    let (walk, share) = (parameters.walk, parameters.walk.rateShare)
    rate = abs(log(found / rate)) > walk.newGait ? found : (1 - share) * rate + share * found
    level += walk.levelShare * (size - level)
  }

  /// Queues the slots up to `end` that moved enough, and returns their number.
  @discardableResult
  private mutating func wait(until end: Int, _ signal: GaitSignal) -> Int {
    let gate = parameters.levelShare * level
    var added = 0
    while nextSlot < end {
      if signal.level(ofSlot: nextSlot) > gate {
        waiting.append(WaitingSlot(slot: nextSlot, rate: rate))
        added += 1
      }
      nextSlot += 1
    }
    return added
  }

  /// Confirms the waiting slots after a good window, if the evidence suffices.
  private mutating func confirm(end: Int, added: Int, into steps: inout [DetectedStep]) {
    guard isWalking || sum >= parameters.startSum else {
      // Bounds the memory of a walk that is never confirmed.
      if waiting.count > 200 { waiting.removeFirst(100) }
      return
    }
    if isWalking, Double(end - goodSlot) * Self.slotSeconds > parameters.longestBridge {
      waiting.removeFirst(waiting.count - added)
    }
    isWalking = true
    publish(waiting.count, into: &steps)
    goodSlot = end
    creditedSlot = end
  }

  /// Appends the steps of the oldest waiting slots and clears the queue.
  private mutating func publish(_ count: Int, into steps: inout [DetectedStep]) {
    for entry in waiting.prefix(count) {
      let part = Double(entry.rate) * Self.slotSeconds
      phase += part
      while phase >= 1 {
        phase -= 1
        let moment = (Double(entry.slot) + 1 - phase / part) * Self.slotSeconds
        appendStep(at: moment, rate: entry.rate, into: &steps)
      }
      lastMoment = (Double(entry.slot) + 1) * Self.slotSeconds
    }
    waiting.removeAll(keepingCapacity: true)
    trailing = 0
  }

  private func appendStep(
    at moment: Double, rate: Float, into steps: inout [DetectedStep]
  ) {
    steps.append(
      DetectedStep(
        time: SimTime(nanoseconds: origin.nanoseconds &+ Int64(moment * 1e9)),
        stepsPerSecond: rate, meanSize: level))
  }

  /// Ends the walk; of the waiting slots, those soon after the last good window still count.
  mutating func end(into steps: inout [DetectedStep]) {
    if isWalking {
      publish(trailing, into: &steps)
      finishPhase(into: &steps)
      creditedSlot = min(nextSlot, goodSlot + parameters.walk.slotsAfter)
    }
    forget()
  }

  /// Queues the newest slots and reports all, at the end of the data.
  mutating func closeOpen(_ signal: GaitSignal, into steps: inout [DetectedStep]) {
    wait(until: signal.slotCount, signal)
    publish(waiting.count, into: &steps)
    finishPhase(into: &steps)
    forget()
  }

  /// Rounds the last, incomplete step at the end of a walk.
  private mutating func finishPhase(into steps: inout [DetectedStep]) {
    if phase >= 0.5 { appendStep(at: lastMoment, rate: rate, into: &steps) }
    phase = 0
  }

  /// Restarts the slots after a break in the readings.
  mutating func restart(at origin: SimTime, into steps: inout [DetectedStep]) {
    end(into: &steps)
    self.origin = origin
    nextSlot = 0
    creditedSlot = 0
    goodSlot = 0
  }

  private mutating func forget() {
    isStarted = false
    isWalking = false
    sum = 0
    trailing = 0
    waiting.removeAll(keepingCapacity: true)
  }
}
