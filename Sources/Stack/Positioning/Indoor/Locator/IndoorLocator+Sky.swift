import Geometry
import Kernel
public import Observations

// What satellites tell of a phone in a building, or before its door.

extension IndoorLocator {
  /// Takes the satellites' signals: how strong they are tells inside from outside.
  public mutating func receive(_ epoch: GNSSEpoch) {
    let strengths = epoch.measurements.map(\.carrierToNoiseDecibelHertz).sorted(by: >)
    // The fourth best: a room has one or two by a window.
    let sky = parameters.sky
    let fourth = strengths.count > 3 ? strengths[3] : sky.missingStrength
    skyOdds = max(-1, min(1, (fourth - sky.evenStrength) / sky.strengthScale))
    isSkyClear = fourth >= (filter.sparsity > 0 ? sky.sparseStrength : sky.clearStrength)
    if fourth > sky.openStrength {
      openEpochs = min(openEpochs + 1, sky.mostEpochs)
    } else if fourth < sky.closedStrength {
      openEpochs = 0
    }
    if isActive, openEpochs == sky.openEpochs, isByDoor(filter.particles.estimate()) {
      filter.particles.moveOutdoors()
    }
    if isActive { filter.particles.favourOutside(by: sky.weight * skyOdds) }
  }

  /// Whether a place is so near a door outdoors, on its level, that the phone may have gone out.
  func isByDoor(_ estimate: Particles.Estimate) -> Bool {
    filter.plan.doors.contains {
      $0.plane == estimate.plane
        && $0.line.distance(to: estimate.point) < parameters.sky.doorReach
    }
  }

  /// Takes where satellites see the phone: several times far from here, it isn't here at all.
  ///
  /// - Parameter fix: The location by satellites.
  public mutating func receive(sky fix: LocationFix) {
    // What satellites say through a roof may be anything.
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
    // Where little is heard, the phone may be taken to be on any level, and yet be before the house.
    let isSparse = filter.sparsity > 0 && outsideShare < parameters.answer.outsideShare
    let isFar = point.distance(to: estimate.point) > sky.farWay + sky.farAccuracies * accuracy
    let isOut = isSparse && filter.plan.isOutdoors(point, by: accuracy)
    farFixes = isFar || isOut ? farFixes + 1 : 0
    if farFixes >= sky.openEpochs { leave(at: fix.time) }
    let isBefore = isSparse && filter.plan.isOutdoors(point, by: 0)
    nearFixes = isBefore ? nearFixes + 1 : 0
    if isActive, nearFixes >= sky.openEpochs, isByDoor(estimate) { filter.particles.moveOutdoors() }
  }

  /// Takes it that the phone is elsewhere: what is heard here is heard outdoors too, and mustn't begin it
  /// anew at once.
  mutating func leave(at time: SimTime) {
    (isActive, farFixes) = (false, 0)
    gathered.removeAll()
    awayTime = time
  }
}
