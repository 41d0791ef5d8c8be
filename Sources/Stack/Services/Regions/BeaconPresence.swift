import Kernel
import Observations

/// Presence detector of one beacon region, with timeouts adapted to reception gaps.
///
/// A person who enters through a door receives strong signals at once, and one who leaves receives
/// nothing within seconds. A person at the edge of coverage receives weak signals now and then, for
/// hours: there the exit timeout is many times the longest gap so far, and after such an exit an
/// entry needs a strong signal. This hysteresis prevents flapping.
struct BeaconPresence: Hashable, Sendable {
  private(set) var side = RegionSide.unknown
  /// True if the side has been determined since the phone's start.
  private(set) var isEstablished = false
  private(set) var lastReceived: SimTime = .distantPast
  /// Smoothed RSSI, in dBm.
  private(set) var level = -120.0
  /// Decaying count of advertisements.
  private(set) var score = 0.0
  private var lastLoud: SimTime = .distantPast
  private var gapMean = 0.0
  private var gapLongest = 0.0
  private var gapCount = 0
  /// True if an entry needs a strong signal, after an exit at the edge of coverage.
  private(set) var isGuarded = false
  /// Start of silence: the last advertisement, or the start while the side is unknown; moved on by the
  /// time without scanning.
  private(set) var silentSince: SimTime

  init(at time: SimTime) {
    silentSince = time
  }

  /// Processes an advertisement; returns true on an entry or a first finding inside.
  mutating func process(
    _ rssi: Double, at time: SimTime, _ parameters: BeaconRegionMonitor.Parameters
  ) -> Bool {
    let isFirst = lastReceived == .distantPast
    let gap = isFirst ? 0 : max(0, (time - lastReceived).seconds)
    lastReceived = max(time, lastReceived)
    if isEstablished { silentSince = time }
    score = (isFirst ? 0 : score * decay(gap, over: parameters.scoreSpan.seconds)) + 1
    // After a long gap the old level is invalid, and a single advertisement is weak evidence.
    level =
      isFirst || gap > parameters.levelMemory.seconds
      ? rssi - parameters.firstDiscount : level + parameters.smoothing * (rssi - level)
    if level >= parameters.loudLevel { lastLoud = time }
    if side == .inside, isEstablished {
      if !isFirst { updateGap(gap, parameters) }
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

  /// Updates the statistics of reception gaps.
  private mutating func updateGap(_ gap: Double, _ parameters: BeaconRegionMonitor.Parameters) {
    gapMean += (gapCount == 0 ? 1 : parameters.gapShare) * (gap - gapMean)
    gapLongest = max(gap, gapLongest * max(0, 1 - gap / parameters.gapMemory.seconds))
    gapCount = min(gapCount + 1, 1000)
  }

  /// Rational decay, cheaper than an exponential: 1, a third after the span, then slowly to 0.
  private func decay(_ gap: Double, over span: Double) -> Double {
    let share = gap / span
    return 1 / (1 + share * (1 + share))
  }

  mutating func confirm(_ side: RegionSide) {
    if side == .inside, self.side != .inside || !isEstablished {
      (gapMean, gapLongest, gapCount) = (0, 0, 0)
      isGuarded = false
    }
    self.side = side
    isEstablished = true
  }

  /// True if signals have been weak for longer than it takes to walk out of range.
  func isAtEdge(_ parameters: BeaconRegionMonitor.Parameters) -> Bool {
    lastReceived - lastLoud > parameters.edgeAfter
  }

  /// Returns the exit timeout.
  func timeout(_ parameters: BeaconRegionMonitor.Parameters) -> SimDuration {
    if isAtEdge(parameters) {
      let minimum =
        gapCount < parameters.minGaps
        ? parameters.edgeMin.seconds : 2 * parameters.silence.seconds
      return .seconds(
        min(parameters.edgeSilence.seconds, max(minimum, parameters.edgeGaps * gapLongest)))
    }
    let seconds = max(
      parameters.silence.seconds, parameters.meanGaps * gapMean,
      parameters.longestGaps * gapLongest)
    return min(parameters.longestSilence, .seconds(seconds))
  }

  /// Returns the time at which silence decides the side, if it lasts.
  func deadline(_ parameters: BeaconRegionMonitor.Parameters, isInUse: Bool) -> SimTime? {
    guard isEstablished, side != .unknown else {
      let wait = isInUse ? parameters.firstSilence : parameters.silence
      return silentSince + (side == .inside ? max(wait, parameters.silence) : wait)
    }
    return side == .inside ? silentSince + timeout(parameters) : nil
  }

  /// Sets the side to outside, after an exit or a first finding.
  mutating func leave(_ parameters: BeaconRegionMonitor.Parameters) {
    if side == .inside, isAtEdge(parameters) { isGuarded = true }
    score = 0
    confirm(.outside)
  }

  /// Excludes a time without scanning.
  mutating func skip(_ span: SimDuration) {
    silentSince += span
    if lastReceived > .distantPast { lastReceived += span }
    if lastLoud > .distantPast { lastLoud += span }
  }

  mutating func boot(at time: SimTime) {
    isEstablished = false
    score = 0
    silentSince = time
    lastReceived = .distantPast
    lastLoud = .distantPast
  }
}
