public import Kernel
public import Observations

/// Pauses by two rules of thumb from a receiver's own locations alone.
///
/// Each rule is causal. They are a baseline for the stack's pauses: a sports computer writes no
/// records while paused, so that the gap itself shows the pause, and such recordings may hold
/// little other evidence.
public struct PauseRulesOfThumb: Hashable, Sendable {
  /// Minimum duration without a location, for the first rule.
  public static let silence = SimDuration.seconds(3)
  /// Maximum speed, in m/s, for the second rule.
  public static let slowSpeed = 1.0

  /// The pauses of the first and of the second rule.
  public private(set) var bySilence: [SimTime] = []
  public private(set) var bySlowness: [SimTime] = []
  private var latest: ReceiverFix?
  private var isSlow = false

  public init() {}

  /// Applies the rules to a recording's locations, whether or not a stack uses them.
  public init(_ observations: [Delivered<Observation>]) {
    for delivered in observations {
      if case .fix(let fix) = delivered.item { add(fix) }
    }
  }

  /// Processes a receiver's location; call in the order of time.
  public mutating func add(_ fix: ReceiverFix) {
    defer { latest = fix }
    if let latest, fix.time - latest.time > Self.silence {
      bySilence.append(latest.time + Self.silence)
    }
    guard let speed = speed(of: fix) else { return }
    if speed < Self.slowSpeed, !isSlow { bySlowness.append(fix.time) }
    isSlow = speed < Self.slowSpeed
  }

  /// The reported speed, or else that since the previous location, in m/s.
  private func speed(of fix: ReceiverFix) -> Double? {
    if let reported = fix.speedMetresPerSecond { return reported }
    guard let latest, fix.time > latest.time,
      let way = GroundOffset(from: latest.coordinate, to: fix.coordinate)
    else { return nil }
    return way.distance / (fix.time - latest.time).seconds
  }
}
