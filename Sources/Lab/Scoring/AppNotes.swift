public import Kernel
public import Observations

/// The state of a device's apps over time: foreground use, first location request, subscriptions.
public struct AppNotes: Hashable, Sendable {
  /// A change between "some app in the foreground" and "no app in the foreground".
  public struct UseChange: Hashable, Sendable {
    public var time: SimTime
    /// True if an app is in the foreground from here on.
    public var isInUse: Bool
  }

  /// The changes, in the order of time; no app is in the foreground at first.
  public private(set) var changes: [UseChange] = []
  /// The time of the first location request; nil without any.
  public private(set) var firstAsked: SimTime?
  /// True if an app requested continuous updates.
  public private(set) var receivesLocations = false
  /// True if there is any app; without one, a default app that subscribes to everything is assumed.
  public private(set) var isAny = false
  /// True if an app subscribed to live step counts.
  public private(set) var countsSteps = false
  /// True if live step counts are delivered, to an app or to the default one.
  public var receivesSteps: Bool { countsSteps || !isAny }
  /// True if an app monitors visits, or allows automatic pauses.
  public private(set) var wantsVisits = false
  public private(set) var allowsPauses = true
  /// The regions that apps monitor, in the order of the first request.
  public private(set) var regions: [String] = []
  private var foreground: [String] = []

  public init() {}

  /// Adds an app event; call in the order of time.
  public mutating func add(_ event: AppEvent, at time: SimTime) {
    if case .user(_, let action) = event, action.isOfPhone {} else { isAny = true }
    switch event {
    case .lifecycle(let app, let state):
      let wasInUse = !foreground.isEmpty
      foreground.removeAll { $0 == app }
      if state == .foreground { foreground.append(app) }
      if foreground.isEmpty == wasInUse {
        changes.append(UseChange(time: time, isInUse: !wasInUse))
      }
    case .call(_, let call):
      switch call.name {
      case .startUpdatingLocation, .requestLocation:
        firstAsked = firstAsked ?? time
        receivesLocations = receivesLocations || call.name == .startUpdatingLocation
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

  /// True if an app is in the foreground at a moment.
  public func isInUse(at time: SimTime) -> Bool {
    changes.last { $0.time <= time }?.isInUse ?? false
  }
}
