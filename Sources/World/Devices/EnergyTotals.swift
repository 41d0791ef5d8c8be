public import Kernel

/// The energy totals of a device: time and energy for each part, state and cause.
public struct EnergyTotals: Hashable, Sendable {
  /// A part that draws power.
  public enum Component: Int, CaseIterable, BitwiseCopyable, Sendable {
    case processor, screen, accelerometer, motionCoprocessor, gnss, bluetooth, gyroscope
    case magnetometer, barometer, wifi, modem

    /// The name in tables.
    public var name: String {
      switch self {
      case .processor: "processor"
      case .screen: "screen"
      case .accelerometer: "accelerometer"
      case .motionCoprocessor: "motion_coprocessor"
      case .gnss: "gnss"
      case .bluetooth: "bluetooth"
      case .gyroscope: "gyroscope"
      case .magnetometer: "magnetometer"
      case .barometer: "barometer"
      case .wifi: "wifi"
      case .modem: "modem"
      }
    }
  }

  /// A total.
  public struct Entry: Hashable, Sendable {
    public var component: Component
    /// The state, or the event.
    public var state: String
    /// The cause: an app's request, a service, or `system`.
    public var cause: String
    /// Duration, in s; zero for single events, and an equal share of each cause if there are several.
    public var seconds: Double
    /// Energy, in mJ.
    public var millijoules: Double
  }

  /// A state change of a part, or an event with an immediate cost.
  public struct PowerChange: Hashable, Sendable {
    public var time: SimTime
    public var component: Component
    /// The new state, or the event.
    public var state: String
    /// Power from then on, in mW; nil for an event, which changes no state.
    public var milliwatts: Double?
  }

  private struct Meter: Hashable, Sendable {
    /// The indices of the totals that share the power equally.
    var entries: [Int]
    var state: String
    var milliwatts: Double
    var since: SimTime
  }

  /// The cause if none is given.
  public static let system = "system"

  /// The totals so far, in the order of first use.
  public var entries: [Entry] { lines.filter { $0.seconds > 0 || $0.millijoules > 0 } }

  /// The state changes, in the order of time.
  public private(set) var history = EnergyHistory()

  private var lines: [Entry] = []
  /// The present state of each part, by its number.
  private var meters: [Meter?]
  private var causes: [[String]]

  /// Creates empty totals.
  public init() {
    meters = Array(repeating: nil, count: Component.allCases.count)
    causes = Array(repeating: [Self.system], count: Component.allCases.count)
  }

  /// The energy of all parts, in mJ, up to the last `settle` of each.
  public var totalMillijoules: Double { lines.reduce(0) { $0 + $1.millijoules } }

  /// The present power of all parts, in mW.
  public var milliwatts: Double { meters.reduce(0) { $0 + ($1?.milliwatts ?? 0) } }

  /// True if a part has ever had a state.
  func isKnown(_ component: Component) -> Bool { meters[component.rawValue] != nil }

  /// Sets the state and the power of a part.
  public mutating func set(
    _ component: Component, to state: String, milliwatts: Double, at time: SimTime
  ) {
    let number = component.rawValue
    if let meter = meters[number], meter.state == state, meter.milliwatts == milliwatts { return }
    history.note(
      PowerChange(time: time, component: component, state: state, milliwatts: milliwatts))
    integrate(number, at: time)
    let places = causes[number].map { place(of: component, state, $0) }
    meters[number] = Meter(entries: places, state: state, milliwatts: milliwatts, since: time)
  }

  /// Sets the causes of a part's power, which share it equally; none means the system.
  public mutating func attribute(_ component: Component, to causes: [String], at time: SimTime) {
    let number = component.rawValue
    let causes = causes.isEmpty ? [Self.system] : causes
    guard causes != self.causes[number] else { return }
    self.causes[number] = causes
    guard let meter = meters[number] else { return }
    integrate(number, at: time)
    let places = causes.map { place(of: component, meter.state, $0) }
    meters[number]?.entries = places
  }

  /// Adds the energy of a single event, in equal shares.
  ///
  /// - Parameters:
  ///   - component: The part.
  ///   - event: The event's name.
  ///   - millijoules: In mJ.
  ///   - payers: The causes; nil for those of the part.
  ///   - time: Nil keeps very frequent events out of ``history``.
  public mutating func charge(
    _ component: Component, _ event: String, millijoules: Double, to payers: [String]? = nil,
    at time: SimTime? = nil
  ) {
    if let time {
      history.note(PowerChange(time: time, component: component, state: event, milliwatts: nil))
    }
    let causes = payers ?? causes[component.rawValue]
    for cause in causes {
      lines[place(of: component, event, cause)].millijoules +=
        millijoules / Double(causes.count)
    }
  }

  /// Integrates the power of all parts up to `time`.
  public mutating func integrate(at time: SimTime) {
    for number in meters.indices { integrate(number, at: time) }
  }

  private mutating func integrate(_ number: Int, at time: SimTime) {
    guard let meter = meters[number], time > meter.since else { return }
    let seconds = (time - meter.since).seconds / Double(meter.entries.count)
    meters[number]?.since = time
    for place in meter.entries {
      lines[place].seconds += seconds
      lines[place].millijoules += seconds * meter.milliwatts
    }
  }

  /// The index of a total, which is added if it is new.
  private mutating func place(of component: Component, _ state: String, _ cause: String) -> Int {
    let known = lines.firstIndex {
      $0.component == component && $0.state == state && $0.cause == cause
    }
    if let known { return known }
    lines.append(
      Entry(component: component, state: state, cause: cause, seconds: 0, millijoules: 0))
    return lines.count - 1
  }
}
