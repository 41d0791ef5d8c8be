import Geometry

/// Judges each satellite's ranges: which are outliers, and how much the others tell, given what lasts
/// in their errors and what the satellite's ranges have been like.
public struct GNSSRangeJudge: Sendable {
  /// What a satellite's ranges have been like.
  private struct Habit: Sendable {
    /// When it was heard last, in s of the run, and in how many epochs.
    var heard = -1e9
    var count = 0.0
    /// By how much its ranges were too long lately, in m.
    var residual = 0.0
  }

  /// What all ranges of an epoch share.
  struct Moment {
    /// The time and the time since the epoch before, in s.
    var now, elapsed: Double
    /// How many epochs' echoes and slow errors are the same.
    var echoFactor, slowFactor: Double
  }

  private let parameters: Parameters
  private var habits = [Habit](repeating: Habit(), count: GNSSSlot.count)

  init(parameters: Parameters) { self.parameters = parameters }

  /// So many squared standard deviations at most count as disagreement.
  var mostSquared: Double { parameters.mostSize * parameters.mostSize }

  /// Forgets what ranges have been like.
  mutating func forget() {
    for slot in habits.indices { habits[slot] = Habit() }
  }

  /// A satellite is heard for the first time.
  mutating func begin(_ slot: Int, at seconds: Double) {
    habits[slot].heard = seconds
    habits[slot].count = 1
  }

  /// How long errors last for a receiver at a speed in m/s, or at rest.
  func moment(now: Double, elapsed: Double, speed: Double, isStill: Bool) -> Moment {
    let echo =
      isStill
      ? parameters.echoSeconds
      : min(parameters.echoSeconds, parameters.echoMetres / max(speed, parameters.leastEchoSpeed))
    let slow = isStill ? parameters.stillSlowSeconds : parameters.slowSeconds
    return Moment(
      now: now, elapsed: elapsed, echoFactor: max(1, 2 * echo / elapsed),
      slowFactor: max(1, 2 * slow / elapsed))
  }

  /// What variance a range has for the filter, in m²; nil for an outlier.
  ///
  /// - Parameters:
  ///   - line: The range's line.
  ///   - innovation: By how much it differs from what was expected, in m.
  ///   - size: The same in standard deviations.
  ///   - spread: The variance of what was expected, in m².
  ///   - moment: What all ranges of the epoch share.
  /// - Returns: The variance.
  @inline(__always)
  mutating func noise(
    of line: borrowing GNSSSightline, _ innovation: Double, size: Double, spread: Double,
    _ moment: Moment
  ) -> Double? {
    let isLong = innovation > 0
    guard size < (isLong ? parameters.longRejection : parameters.shortRejection) else { return nil }
    var noise = lastingVariance(line, moment)
    let limit = isLong ? parameters.longLimit : parameters.shortLimit
    if size > limit { noise *= size * size / (limit * limit) }
    noise *= habit(line, innovation, spread, moment)
    habits[line.slot].heard = moment.now
    return noise
  }

  /// What variance a range has, some of whose errors were in the ranges before.
  ///
  /// With white noise of variance w and a lasting error of variance c, n ranges tell the place to
  /// w/n + c: the n-th alone counts as one of variance (w + c n)² / w. In the long run the lasting
  /// error changes too, and each range counts as one of w + 2 c τ/dt.
  @inline(__always)
  private func lastingVariance(_ line: borrowing GNSSSightline, _ moment: Moment) -> Double {
    let habit = habits[line.slot]
    let isForgotten = moment.now - habit.heard > parameters.forgettingSeconds
    let count = isForgotten ? 1 : habit.count + 1
    let lasting = line.echo + line.slow
    let early = line.noise + lasting * count
    let late = line.noise + line.echo * moment.echoFactor + line.slow * moment.slowFactor
    return min(early * early / line.noise, max(late, line.variance))
  }

  /// By how much more a satellite's range is off than it should be in the long run, as a factor.
  @inline(__always)
  private mutating func habit(
    _ line: borrowing GNSSSightline, _ innovation: Double, _ spread: Double, _ moment: Moment
  ) -> Double {
    var habit = habits[line.slot]
    if moment.now - habit.heard > parameters.forgettingSeconds { habit = Habit() }
    habit.count += 1
    let share = max(1 / habit.count, min(1, moment.elapsed / parameters.habitSeconds))
    habit.residual += share * (innovation - habit.residual)
    habits[line.slot] = habit
    let expected =
      line.slow + line.echo * parameters.habitEchoShare
      + line.noise / min(habit.count, parameters.habitEpochs) + spread
    let size = habit.residual * habit.residual / (expected * parameters.habitLimit)
    return size > 1 ? min(size * size, parameters.mostHabit) : 1
  }
}
