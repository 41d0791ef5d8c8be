import Kernel
import Observations

/// Whether the beacons of one region are there, from when and how strongly they are heard.
///
/// Someone who comes through a door hears them strongly at once, and someone who leaves hears nothing
/// within seconds. Someone who stays at the edge of reach hears them weakly and now and then, for
/// hours: there, an exit waits many times the longest silence there has been, and having gone out that
/// way one enters by a strong signal only. So nobody flaps.
struct BeaconPresence: Hashable, Sendable {
  private(set) var side = RegionSide.unknown
  /// Whether the side is known since the phone's start.
  private(set) var isEstablished = false
  private(set) var lastHeard: SimTime = .distantPast
  /// The smoothed strength, in dBm.
  private(set) var level = -120.0
  /// Advertisements of late, each counting less as it ages.
  private(set) var score = 0.0
  private var lastLoud: SimTime = .distantPast
  private var gapMean = 0.0
  private var gapLongest = 0.0
  private var gapCount = 0
  /// Whether an entry needs a strong signal, after an exit at the edge of reach.
  private(set) var isGuarded = false
  /// Since when there has been silence: the last advertisement, or the begin while no side is known;
  /// moved on by the time in which nobody listened.
  private(set) var silentSince: SimTime

  init(at time: SimTime) {
    silentSince = time
  }

  /// Takes an advertisement; returns whether it makes the phone enter or be found inside.
  mutating func hear(
    _ rssi: Double, at time: SimTime, _ parameters: BeaconRegionMonitor.Parameters
  ) -> Bool {
    let isFirst = lastHeard == .distantPast
    let gap = isFirst ? 0 : max(0, (time - lastHeard).seconds)
    lastHeard = max(time, lastHeard)
    if isEstablished { silentSince = time }
    score = (isFirst ? 0 : score * decay(gap, over: parameters.scoreSpan.seconds)) + 1
    // After a long silence the old level says nothing, and a single advertisement little.
    level =
      isFirst || gap > parameters.levelMemory.seconds
      ? rssi - parameters.firstDiscount : level + parameters.smoothing * (rssi - level)
    if level >= parameters.loudLevel { lastLoud = time }
    if side == .inside, isEstablished {
      if !isFirst { take(gap, parameters) }
      return false
    }
    guard isEntry(rssi, parameters) else { return false }
    silentSince = time
    return true
  }

  private func isEntry(_ rssi: Double, _ parameters: BeaconRegionMonitor.Parameters) -> Bool {
    if rssi >= parameters.strongLevel { return true }
    return isGuarded
      ? level >= parameters.loudLevel && score >= parameters.entryScore
      : score >= parameters.entryScore
  }

  /// Keeps memory of gaps.
  private mutating func take(_ gap: Double, _ parameters: BeaconRegionMonitor.Parameters) {
    gapMean += (gapCount == 0 ? 1 : parameters.gapShare) * (gap - gapMean)
    gapLongest = max(gap, gapLongest * max(0, 1 - gap / parameters.gapMemory.seconds))
    gapCount = min(gapCount + 1, 1000)
  }

  /// Exact enough, and cheaper than an exponential: 1, 1/2 after the span, then slowly to 0.
  private func decay(_ gap: Double, over span: Double) -> Double {
    let share = gap / span
    return 1 / (1 + share * (1 + share))
  }

  mutating func settle(_ side: RegionSide) {
    if side == .inside, self.side != .inside || !isEstablished {
      (gapMean, gapLongest, gapCount) = (0, 0, 0)
      isGuarded = false
    }
    self.side = side
    isEstablished = true
  }

  /// Whether signals have been weak for longer than it takes to walk out of reach.
  func isAtEdge(_ parameters: BeaconRegionMonitor.Parameters) -> Bool {
    lastHeard - lastLoud > parameters.edgeAfter
  }

  /// How long a silence must be to count as an exit.
  func patience(_ parameters: BeaconRegionMonitor.Parameters) -> SimDuration {
    if isAtEdge(parameters) {
      let least =
        gapCount < parameters.leastGaps
        ? parameters.edgeLeast.seconds : 2 * parameters.silence.seconds
      return .seconds(
        min(parameters.edgeSilence.seconds, max(least, parameters.edgeGaps * gapLongest)))
    }
    let seconds = max(
      parameters.silence.seconds, parameters.meanGaps * gapMean,
      parameters.longestGaps * gapLongest)
    return min(parameters.longestSilence, .seconds(seconds))
  }

  /// When silence decides something, if it lasts.
  func deadline(_ parameters: BeaconRegionMonitor.Parameters, isInUse: Bool) -> SimTime? {
    guard isEstablished, side != .unknown else {
      let wait = isInUse ? parameters.firstSilence : parameters.silence
      return silentSince + (side == .inside ? max(wait, parameters.silence) : wait)
    }
    return side == .inside ? silentSince + patience(parameters) : nil
  }

  /// Goes out, or is found outside.
  mutating func leave(_ parameters: BeaconRegionMonitor.Parameters) {
    if side == .inside, isAtEdge(parameters) { isGuarded = true }
    score = 0
    settle(.outside)
  }

  /// Leaves out a time in which nobody listened.
  mutating func skip(_ span: SimDuration) {
    silentSince += span
    if lastHeard > .distantPast { lastHeard += span }
    if lastLoud > .distantPast { lastLoud += span }
  }

  mutating func boot(at time: SimTime) {
    isEstablished = false
    score = 0
    silentSince = time
    lastHeard = .distantPast
    lastLoud = .distantPast
  }
}
