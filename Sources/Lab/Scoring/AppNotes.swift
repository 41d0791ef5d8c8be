public import Kernel
public import Observations

/// What is to be known of a device's apps: whether one was before the user, and when one first asked
/// for locations.
public struct AppNotes: Hashable, Sendable {
  /// A moment from which on some app is before the user, or none.
  public struct Change: Hashable, Sendable {
    /// When.
    public var time: SimTime
    /// Whether one is.
    public var isInUse: Bool
  }

  /// The changes, in the order of time; none is before the user at first.
  public private(set) var changes: [Change] = []
  /// When an app first called for locations; nil if none did.
  public private(set) var firstAsked: SimTime?
  /// Whether any app called for continuous updates.
  public private(set) var takesLocations = false
  /// Whether any app was heard of; without, one that wants everything stands in for them.
  public private(set) var isAny = false
  /// Whether any app called for steps as they are taken.
  public private(set) var countsSteps = false
  /// Whether anybody hears of steps as they are taken.
  public var hearsSteps: Bool { countsSteps || !isAny }
  /// Whether visits were asked for, and pauses let alone.
  public private(set) var wantsVisits = false
  public private(set) var allowsPauses = true
  /// The regions that apps asked for, in the order of first mention.
  public private(set) var regions: [String] = []
  private var foreground: [String] = []

  /// Creates notes of nothing.
  public init() {}

  /// Takes in what an app does, or what is done to it; call in the order of time.
  public mutating func add(_ event: AppEvent, at time: SimTime) {
    if case .user(_, let action) = event, action.isOfPhone {} else { isAny = true }
    switch event {
    case .lifecycle(let app, let state):
      let wasInUse = !foreground.isEmpty
      foreground.removeAll { $0 == app }
      if state == .foreground { foreground.append(app) }
      if foreground.isEmpty == wasInUse {
        changes.append(Change(time: time, isInUse: !wasInUse))
      }
    case .call(_, let call):
      switch call.name {
      case .startUpdatingLocation, .requestLocation:
        firstAsked = firstAsked ?? time
        takesLocations = takesLocations || call.name == .startUpdatingLocation
      case .startMonitoringVisits: wantsVisits = true
      case .startPedometerUpdates: countsSteps = true
      case .setPausesAutomatically: allowsPauses = call.isOn ?? true
      case .startMonitoringRegion:
        if let name = call.identifier, !regions.contains(name) { regions.append(name) }
      default: break
      }
    case .user: break
    }
  }

  /// Whether some app is before the user at a moment.
  public func isInUse(at time: SimTime) -> Bool {
    changes.last { $0.time <= time }?.isInUse ?? false
  }
}
