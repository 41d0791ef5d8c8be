import Observations

// What all apps together need.

extension SessionDesk {
  /// What the indicator shows, as long as nothing changes.
  struct LampUse: Hashable, Sendable {
    var isUsed = false
    var isPill = false
    var isFenced = false
  }

  mutating func rebuildDemand() {
    var new = Demand()
    var lamp = LampUse()
    var takers = 0
    var deferring = 0
    for index in apps.indices {
      let isTaking = addLocation(index, to: &new)
      if isTaking {
        takers += 1
        if isDeferring(index), apps[index].delivery.request == nil { deferring += 1 }
      }
      addMonitoring(index, to: &new)
      addRest(index, to: &new)
      guard !apps[index].isImplicit else { continue }
      lamp.isUsed = lamp.isUsed || isTaking
      lamp.isFenced =
        lamp.isFenced || new.monitors.contains { $0.app == apps[index].name && !$0.isNotification }
      // Who has always shows a pill only on request; the others can't help it.
      let hasPill =
        apps[index].authorization.grant < .always || apps[index].work.settings.showsIndicator
      lamp.isPill =
        lamp.isPill
        || isTaking && hasPill && holdsSession(index) && apps[index].phase == .background
    }
    new.isDeferred = takers > 0 && takers == deferring
    lampUse = lamp
    guard new != demand else { return }
    demand = new
    demandVersion += 1
  }

  /// Adds what an app wants of the location now.
  ///
  /// - Returns: Whether it wants any.
  private func addLocation(_ index: Int, to demand: inout Demand) -> Bool {
    let app = apps[index]
    if app.work.isUpdating {
      demand.tracking.append(
        Demand.Tracking(
          app: app.name, since: app.work.since, activityType: app.work.settings.activityType,
          pausesAutomatically: app.work.settings.pausesAutomatically,
          isForeground: app.phase == .foreground, isPaused: app.work.isPaused))
    }
    let isUpdating =
      app.work.isUpdating && !app.work.isPaused && permission(.locationUpdates, index) == .told
      && (app.phase.runs || use(index) == .complication && app.phase != .absent)
    let isRequesting =
      app.delivery.request != nil && app.phase.runs
      && permission(.singleLocation, index) == .told
    guard isUpdating || isRequesting else { return false }
    let accuracy =
      app.authorization.isReduced ? DesiredAccuracy.reduced : app.work.settings.accuracy
    demand.accuracy = demand.accuracy?.better(accuracy) ?? accuracy
    let navigates =
      app.work.settings.activityType == .automotiveNavigation
      || app.work.settings.activityType == .otherNavigation
    if isUpdating, accuracy == .bestForNavigation || navigates && accuracy == .best {
      demand.isNavigation = true
    }
    if app.phase != .foreground { demand.hasBackground = true }
    if use(index).isInUse, accuracy.metres == 0, app.work.settings.activityType != .fitness {
      demand.allowsIndoor = true
    }
    demand.uses.append(Demand.Use(app: app.name, service: "location"))
    return true
  }

  /// Adds what an app monitors.
  private func addMonitoring(_ index: Int, to demand: inout Demand) {
    let app = apps[index]
    let isHeard = !app.wasKilledByUser
    let regions = permission(.regions, index)
    if regions != .refused, !app.authorization.isReduced {
      let hears =
        isHeard && (regions == .told || app.authorization.grant == .provisionalAlways)
      for monitor in app.monitors {
        var monitor = monitor
        monitor.isHeard = hears || monitor.isNotification
        demand.monitors.append(monitor)
      }
    } else if !isDenied(index), app.authorization.grant.isGiven, !app.authorization.isReduced {
      // A notification is the user's, for which when-in-use is enough in every version.
      demand.monitors += app.monitors.filter(\.isNotification).map {
        var monitor = $0
        monitor.isHeard = true
        return monitor
      }
    }
    if demand.monitors.last?.app == app.name {
      demand.uses.append(Demand.Use(app: app.name, service: "regions"))
    }
    let change = permission(.significantChanges, index)
    if app.changes != nil, isHeard, change != .refused {
      demand.watchesChanges = true
      demand.uses.append(Demand.Use(app: app.name, service: "changes"))
    }
    if app.watchesVisits, isHeard, permission(.visits, index) != .refused {
      demand.watchesVisits = true
      demand.uses.append(Demand.Use(app: app.name, service: "visits"))
    }
  }

  /// Adds beacons, motion, ways and the indoor source.
  private func addRest(_ index: Int, to demand: inout Demand) {
    let app = apps[index]
    func use(_ service: String) { demand.uses.append(Demand.Use(app: app.name, service: service)) }
    guard app.phase.runs else { return }
    if !app.work.ranged.isEmpty, permission(.ranging, index) == .told,
      !app.authorization.isReduced
    {
      demand.ranging += app.work.ranged.map { Demand.Ranging(app: app.name, constraint: $0) }
      use("ranging")
    }
    // Only what is before the user is heard as a beacon (reference, from memory).
    if let beacon = app.work.advertised, app.phase == .foreground {
      demand.advertising.append(Demand.Ranging(app: app.name, constraint: beacon))
      use("advertising")
    }
    if app.authorization.motion == .authorized {
      if app.work.wantsActivity {
        demand.wantsActivity = true
        use("activity")
      }
      if app.work.stepsFrom != nil {
        demand.wantsPedometer = true
        use("pedometer")
      }
    }
    if let guide = app.work.guide, permission(.locationUpdates, index) == .told,
      !app.authorization.isReduced
    {
      demand.guides.append(guide)
      use("wayfinding")
    }
    if app.work.indoorSource == .starting || app.work.indoorSource == .started,
      permission(.locationUpdates, index) == .told
    {
      demand.wantsIndoorSource = true
      use("indoor")
    }
  }
}
