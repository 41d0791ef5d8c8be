import Kernel
import Observations

// Looks at one app that are made for every fix. They go by stored properties only: a computed one
// of ``AppSession`` would copy the whole of it.

extension SessionDesk {
  /// Whether an app's updates may go on in the background; as ``AppSession/holdsSession``.
  func holdsSession(_ index: Int) -> Bool {
    apps[index].work.isUpdating && !apps[index].work.isPaused && apps[index].work.startedInUse
      && apps[index].work.settings.allowsBackground && apps[index].declaration.hasBackgroundMode
  }

  /// In which sense an app is in use; as ``AppSession/use``.
  func use(_ index: Int) -> AppUse {
    AppSession.use(
      apps[index].phase,
      isHeld: holdsSession(index) && apps[index].authorization.grant.isGiven,
      isInGrace: apps[index].graceEnd != nil,
      isOnTheFace: apps[index].declaration.hasComplication && !apps[index].wasKilledByUser)
  }

  /// What an app gets of a service now.
  func permission(_ service: LocationService, _ index: Int) -> ServiceTable.Permission {
    guard areServicesOn, rules.has(service) else { return .refused }
    return ServiceTable.permission(
      service, apps[index].authorization.grant, use(index), rules.generation)
  }

  /// Whether the user, or the device, has said no.
  func isDenied(_ index: Int) -> Bool {
    let grant = apps[index].authorization.grant
    return !areServicesOn || grant == .denied || grant == .restricted
  }

  /// Whether an app is given blurred locations, by its user's will or its own.
  func isReduced(_ index: Int) -> Bool {
    !apps[index].authorization.isPrecise && !apps[index].authorization.isPreciseForOnce
      || apps[index].work.settings.accuracy == .reduced
  }

  /// Whether locations are put off for an app: only where nobody looks.
  func isDeferring(_ index: Int) -> Bool {
    apps[index].delivery.deferral != nil && apps[index].phase != .foreground
  }

  /// How long an app takes to handle a message.
  func handling(_ index: Int) -> SimDuration {
    .seconds(apps[index].declaration.handlingSeconds)
  }
}
