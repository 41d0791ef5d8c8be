import Observations

/// Accumulator of the combined demand, rebuilt after each change.
struct DemandAccumulator: Hashable, Sendable {
  /// Inputs of the location indicator that depend on the demand.
  struct IndicatorUse: Hashable, Sendable {
    var isUsed = false
    var isPill = false
    var isFenced = false
  }

  private(set) var demand = Demand()
  /// Version number of ``demand``, incremented with each change.
  private(set) var version = 0
  private(set) var indicatorUse = IndicatorUse()

  mutating func rebuild(from apps: [AppClient], _ policy: DevicePolicy) {
    var new = Demand()
    indicatorUse = IndicatorUse()
    var (takers, deferring) = (0, 0)
    for app in apps {
      let (takes, defers) = app.add(to: &new, policy)
      if takes { takers += 1 }
      if defers { deferring += 1 }
      indicatorUse.add(app.session, takes: takes, new)
    }
    new.isDeferred = takers > 0 && takers == deferring
    guard new != demand else { return }
    demand = new
    version += 1
  }
}

extension DemandAccumulator.IndicatorUse {
  fileprivate mutating func add(_ app: AppSession, takes: Bool, _ demand: Demand) {
    guard !app.isImplicit else { return }
    isUsed = isUsed || takes
    isFenced =
      isFenced || demand.monitors.contains { $0.app == app.name && !$0.isNotification }
    // With always authorization the pill is optional; otherwise it is mandatory.
    let hasPill = app.authorization.grant < .always || app.settings.showsIndicator
    isPill = isPill || takes && hasPill && app.holdsSession && app.phase == .background
  }
}

extension Demand {
  /// Records the use of a service by an app.
  mutating func add(_ service: String, by app: AppSession) {
    uses.append(Use(app: app.name, service: service))
  }
}
