public import Kernel

/// Where a device's energy goes: for each part, how long it was in each state and what that cost.
public struct EnergyLedger: Hashable, Sendable {
  /// A part that draws power.
  public enum Component: String, CaseIterable, Sendable {
    case processor, accelerometer, motionCoprocessor = "motion_coprocessor", gnss, bluetooth
    case gyroscope, magnetometer, barometer, wifi
  }

  /// One line of the account.
  public struct Entry: Hashable, Sendable {
    /// The part.
    public var component: Component
    /// The state it was in.
    public var state: String
    /// For how long, in s; zero for single events.
    public var seconds: Double
    /// What it cost, in mJ.
    public var millijoules: Double
  }

  private struct Meter: Hashable, Sendable {
    var state: String
    var milliwatts: Double
    var since: SimTime
  }

  /// The account so far, in the order of first use.
  public private(set) var entries: [Entry] = []
  private var meters: [Component: Meter] = [:]

  /// Creates an empty account.
  public init() {}

  /// What everything has cost, in mJ.
  public var totalMillijoules: Double { entries.reduce(0) { $0 + $1.millijoules } }

  /// Puts a part into a state in which it draws `milliwatts`.
  public mutating func set(
    _ component: Component, to state: String, milliwatts: Double, at time: SimTime
  ) {
    settle(component, at: time)
    meters[component] = Meter(state: state, milliwatts: milliwatts, since: time)
  }

  /// Books a single event.
  public mutating func charge(_ component: Component, _ event: String, millijoules: Double) {
    book(component, event, seconds: 0, millijoules: millijoules)
  }

  /// Books all that has run up to `time`.
  public mutating func settle(at time: SimTime) {
    for component in Component.allCases { settle(component, at: time) }
  }

  private mutating func settle(_ component: Component, at time: SimTime) {
    guard let meter = meters[component] else { return }
    let seconds = (time - meter.since).seconds
    meters[component]?.since = time
    book(component, meter.state, seconds: seconds, millijoules: seconds * meter.milliwatts)
  }

  private mutating func book(
    _ component: Component, _ state: String, seconds: Double, millijoules: Double
  ) {
    guard seconds > 0 || millijoules > 0 else { return }
    if let index = entries.firstIndex(where: { $0.component == component && $0.state == state }) {
      entries[index].seconds += seconds
      entries[index].millijoules += millijoules
    } else {
      entries.append(
        Entry(component: component, state: state, seconds: seconds, millijoules: millijoules))
    }
  }
}
