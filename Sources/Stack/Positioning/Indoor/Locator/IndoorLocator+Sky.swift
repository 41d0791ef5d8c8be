import Geometry
import Kernel
public import Observations

// What satellites tell of a phone in a building, or before its door.

extension IndoorLocator {
  /// How strong the fourth satellite is as often by a door inside as before it, in dB-Hz: simulated
  /// phones have 24 to 33 a metre before it and next to nothing behind it (the mall and the airport with
  /// seeds 2 and 5; modelled).
  static let evenSky = 25.0
  /// From which strength on it isn't seen through a roof, in dB-Hz; an estimate.
  static let clearStrength = 33.0
  /// The same where little is heard, so that satellites have to tell: before a house half the sky is
  /// hidden; tried on the hospital without access points, with seeds 1 to 8.
  static let sparseStrength = 28.0
  /// How many epochs in a row with a strong sky mean the open; an estimate.
  static let openSky = 4
  /// How sure satellites must be of a place, and how far off it must be, in m, for the phone to be
  /// elsewhere, and for how long it isn't looked for here then; estimates.
  static let clearSky = 25.0
  static let farMetres = 30.0
  static let absence = SimDuration.seconds(20)

  /// Takes the satellites' signals: how strong they are tells inside from outside.
  public mutating func receive(_ epoch: GNSSEpoch) {
    let strengths = epoch.measurements.map(\.carrierToNoiseDecibelHertz).sorted(by: >)
    // The fourth best: a room has one or two by a window.
    let fourth = strengths.count > 3 ? strengths[3] : 15
    skyOdds = max(-1, min(1, (fourth - Self.evenSky) / 5))
    isSkyClear = fourth >= (filter.fewness > 0 ? Self.sparseStrength : Self.clearStrength)
    openEpochs = fourth > 36.5 ? min(openEpochs + 1, 10) : fourth < 34.5 ? 0 : openEpochs
    if isActive, openEpochs == Self.openSky, isByDoor(filter.estimate()) { filter.leave() }
    if isActive { filter.favourOutside(by: 0.5 * skyOdds) }
  }

  /// Whether a place is so near a door outdoors, on its level, that the phone may have gone out.
  func isByDoor(_ estimate: IndoorFilter.Estimate) -> Bool {
    filter.plan.doors.contains {
      $0.plane == estimate.plane && $0.line.distance(to: estimate.point) < Self.doorReach
    }
  }

  /// Takes where satellites see the phone: several times far from here, it isn't here at all.
  ///
  /// - Parameter fix: The location by satellites.
  public mutating func receive(sky fix: LocationFix) {
    // What satellites say through a roof may be anything.
    let isClear = isSkyClear && fix.horizontalAccuracyMetres < Self.clearSky
    if isClear || !isActive { speed = max(0, fix.speedMetresPerSecond) }
    guard isActive, isClear,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees,
        altitudeMetres: filter.plan.frame.origin.altitudeMetres)
    else { return }
    let point = filter.plan.frame.enu(of: place).xy
    let estimate = filter.estimate()
    let accuracy = fix.horizontalAccuracyMetres
    // Where little is heard, the phone may be taken to be on any level, and yet be before the house.
    let isSparse = filter.fewness > 0 && outsideShare < 0.5
    let isFar = point.distance(to: estimate.point) > Self.farMetres + 2 * accuracy
    let isOut = isSparse && filter.plan.isOutdoors(point, by: accuracy)
    farFixes = isFar || isOut ? farFixes + 1 : 0
    if farFixes >= Self.openSky { leave(at: fix.time) }
    let isBefore = isSparse && filter.plan.isOutdoors(point, by: 0)
    nearFixes = isBefore ? nearFixes + 1 : 0
    if isActive, nearFixes >= Self.openSky, isByDoor(estimate) { filter.leave() }
  }

  /// Takes it that the phone is elsewhere: what is heard here is heard outdoors too, and mustn't begin it
  /// anew at once.
  mutating func leave(at time: SimTime) {
    (isActive, farFixes) = (false, 0)
    gathered.removeAll()
    awayTime = time
  }
}
