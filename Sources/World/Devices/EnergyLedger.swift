public import Kernel

/// Where a device's energy goes: for each part, how long it was in each state, what that cost, and
/// on whose behalf.
public struct EnergyLedger: Hashable, Sendable {
  /// A part that draws power.
  public enum Component: Int, CaseIterable, BitwiseCopyable, Sendable {
    case processor, screen, accelerometer, motionCoprocessor, gnss, bluetooth, gyroscope
    case magnetometer, barometer, wifi, modem

    /// What tables call it.
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

  /// One line of the account.
  public struct Entry: Hashable, Sendable {
    /// The part.
    public var component: Component
    /// The state it was in, or the event.
    public var state: String
    /// On whose behalf: an app's request, a service, or `system`.
    public var cause: String
    /// For how long, in s; zero for single events, and an equal share where there are several causes.
    public var seconds: Double
    /// What it cost, in mJ.
    public var millijoules: Double
  }

  /// A moment at which a part changed its state, or did something that costs at once.
  public struct Change: Hashable, Sendable {
    /// When.
    public var time: SimTime
    /// The part.
    public var component: Component
    /// The state from then on, or the event.
    public var state: String
    /// What the part draws from then on, in mW; nil for an event, which changes no state.
    public var milliwatts: Double?
  }

  private struct Meter: Hashable, Sendable {
    /// The numbers of the entries that what is drawn is booked to, in equal shares.
    var entries: [Int]
    var state: String
    var milliwatts: Double
    var since: SimTime
  }

  /// Who is to blame where nobody is named.
  public static let system = "system"

  /// The account so far, in the order of first use.
  public var entries: [Entry] { lines.filter { $0.seconds > 0 || $0.millijoules > 0 } }

  /// What the parts did, in the order of time.
  public private(set) var history = EnergyHistory()

  private var lines: [Entry] = []
  /// What each part is doing, by its number.
  private var meters: [Meter?]
  private var causes: [[String]]

  /// Creates an empty account.
  public init() {
    meters = Array(repeating: nil, count: Component.allCases.count)
    causes = Array(repeating: [Self.system], count: Component.allCases.count)
  }

  /// What everything has cost, in mJ, up to when each part was last settled.
  public var totalMillijoules: Double { lines.reduce(0) { $0 + $1.millijoules } }

  /// What all parts draw now, in mW.
  public var milliwatts: Double { meters.reduce(0) { $0 + ($1?.milliwatts ?? 0) } }

  /// Whether a part has ever drawn anything.
  func isKnown(_ component: Component) -> Bool { meters[component.rawValue] != nil }

  /// Puts a part into a state in which it draws `milliwatts`.
  public mutating func set(
    _ component: Component, to state: String, milliwatts: Double, at time: SimTime
  ) {
    let number = component.rawValue
    if let meter = meters[number], meter.state == state, meter.milliwatts == milliwatts { return }
    history.note(Change(time: time, component: component, state: state, milliwatts: milliwatts))
    settle(number, at: time)
    let places = causes[number].map { place(of: component, state, $0) }
    meters[number] = Meter(entries: places, state: state, milliwatts: milliwatts, since: time)
  }

  /// Says on whose behalf a part runs from now on, in equal shares.
  ///
  /// - Parameters:
  ///   - component: The part.
  ///   - causes: Who; nobody is the system.
  ///   - time: From when.
  public mutating func attribute(_ component: Component, to causes: [String], at time: SimTime) {
    let number = component.rawValue
    let causes = causes.isEmpty ? [Self.system] : causes
    guard causes != self.causes[number] else { return }
    self.causes[number] = causes
    guard let meter = meters[number] else { return }
    settle(number, at: time)
    let places = causes.map { place(of: component, meter.state, $0) }
    meters[number]?.entries = places
  }

  /// Books a single event, in equal shares.
  ///
  /// - Parameters:
  ///   - component: The part.
  ///   - event: What happened.
  ///   - millijoules: What it cost, in mJ.
  ///   - payers: On whose behalf; by default those for whom the part runs.
  ///   - time: When; nil for what is so frequent that ``history`` is better off without it.
  public mutating func charge(
    _ component: Component, _ event: String, millijoules: Double, to payers: [String]? = nil,
    at time: SimTime? = nil
  ) {
    if let time {
      history.note(Change(time: time, component: component, state: event, milliwatts: nil))
    }
    let causes = payers ?? causes[component.rawValue]
    for cause in causes {
      lines[place(of: component, event, cause)].millijoules +=
        millijoules / Double(causes.count)
    }
  }

  /// Books all that has run up to `time`.
  public mutating func settle(at time: SimTime) {
    for number in meters.indices { settle(number, at: time) }
  }

  private mutating func settle(_ number: Int, at time: SimTime) {
    guard let meter = meters[number], time > meter.since else { return }
    let seconds = (time - meter.since).seconds / Double(meter.entries.count)
    meters[number]?.since = time
    for place in meter.entries {
      lines[place].seconds += seconds
      lines[place].millijoules += seconds * meter.milliwatts
    }
  }

  /// The number of an entry, which is made if there is none.
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
