import Geometry
import Kernel
public import Observations

// GNSS evidence of a phone inside or in front of a building.

extension IndoorLocator {
  /// Processes GNSS measurements: C/N0 separates inside from outside.
  public mutating func receive(_ epoch: GNSSEpoch) {
    let strengths = epoch.measurements.map(\.carrierToNoiseDecibelHertz).sorted(by: >)
    // Uses the fourth best signal: a room has one or two satellites through a window.
    let sky = parameters.sky
    let fourth = strengths.count > 3 ? strengths[3] : sky.missingStrength
    skyOdds = max(-1, min(1, (fourth - sky.evenStrength) / sky.strengthScale))
    isSkyClear = fourth >= (filter.sparsity > 0 ? sky.sparseStrength : sky.clearStrength)
    if fourth > sky.openStrength {
      openEpochs = min(openEpochs + 1, sky.maxEpochs)
    } else if fourth < sky.closedStrength {
      openEpochs = 0
    }
    if isActive, openEpochs == sky.openEpochs, isByDoor(filter.particles.estimate()) {
      filter.particles.moveOutdoors()
    }
    if isActive { filter.particles.favourOutside(by: sky.weight * skyOdds) }
  }

  /// True if the estimate is so near an outer door on its level that the phone may have gone out.
  func isByDoor(_ estimate: Particles.Estimate) -> Bool {
    filter.plan.doors.contains {
      $0.plane == estimate.plane
        && $0.line.distance(to: estimate.point) < parameters.sky.doorReach
    }
  }

  /// Processes a GNSS fix: several fixes far from here mean that the phone is absent.
  public mutating func receive(sky fix: LocationFix) {
    // Fixes through a roof are unreliable.
    let sky = parameters.sky
    let isClear = isSkyClear && fix.horizontalAccuracyMetres < sky.clearAccuracy
    if isClear || !isActive { speed = max(0, fix.speedMetresPerSecond) }
    guard isActive, isClear,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees,
        altitudeMetres: filter.plan.frame.origin.altitudeMetres)
    else { return }
    let point = filter.plan.frame.enu(of: place).xy
    let estimate = filter.particles.estimate()
    let accuracy = fix.horizontalAccuracyMetres
    // Where transmitters are sparse, a phone in front of the building may appear to be on any
    // level.
    let isSparse = filter.sparsity > 0 && outsideShare < parameters.answer.outsideShare
    let isFar =
      point.distance(to: estimate.point) > sky.minAbsentMetres + sky.farAccuracies * accuracy
    let isOut = isSparse && filter.plan.isOutdoors(point, by: accuracy)
    farFixes = isFar || isOut ? farFixes + 1 : 0
    if farFixes >= sky.openEpochs { leave(at: fix.time) }
    let isBefore = isSparse && filter.plan.isOutdoors(point, by: 0)
    nearFixes = isBefore ? nearFixes + 1 : 0
    if isActive, nearFixes >= sky.openEpochs, isByDoor(estimate) { filter.particles.moveOutdoors() }
  }

  /// Ends the session; readings from outdoors must not restart it at once.
  mutating func leave(at time: SimTime) {
    (isActive, farFixes) = (false, 0)
    gathered.removeAll()
    awayTime = time
  }
}
