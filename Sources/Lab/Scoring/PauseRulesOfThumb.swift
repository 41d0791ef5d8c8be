public import Kernel
public import Observations

/// When two rules of thumb would have told a pause, by a receiver's own locations alone.
///
/// Each tells by what was known then. A sports computer keeps no records while it has paused: that
/// there are none says that it has paused, and not how that could be found out. It stands beside what
/// a stack tells since whoever judges by such recordings might find little else.
public struct PauseRulesOfThumb: Hashable, Sendable {
  /// So long without a location is a pause by the first rule.
  public static let silence = SimDuration.seconds(3)
  /// Slower than this, in m/s, is a pause by the second.
  public static let slowSpeed = 1.0

  /// The pauses by silence, and those by slowness.
  public private(set) var bySilence: [SimTime] = []
  public private(set) var bySlowness: [SimTime] = []
  private var latest: ReceiverFix?
  private var isSlow = false

  /// Creates rules that have seen nothing.
  public init() {}

  /// Creates rules that have seen a recording's locations, whether or not a stack took them.
  public init(_ observations: [Delivered<Observation>]) {
    for delivered in observations {
      if case .fix(let fix) = delivered.item { add(fix) }
    }
  }

  /// Takes in a location that a receiver told; call in the order of time.
  public mutating func add(_ fix: ReceiverFix) {
    defer { latest = fix }
    if let latest, fix.time - latest.time > Self.silence {
      bySilence.append(latest.time + Self.silence)
    }
    guard let speed = speed(of: fix) else { return }
    if speed < Self.slowSpeed, !isSlow { bySlowness.append(fix.time) }
    isSlow = speed < Self.slowSpeed
  }

  /// The speed told, or that since the location before, in m/s.
  private func speed(of fix: ReceiverFix) -> Double? {
    if let told = fix.speedMetresPerSecond { return told }
    guard let latest, fix.time > latest.time,
      let way = GroundOffset(from: latest.coordinate, to: fix.coordinate)
    else { return nil }
    return way.distance / (fix.time - latest.time).seconds
  }
}
