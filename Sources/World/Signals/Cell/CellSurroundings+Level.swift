import Geometry
import Glibc
import Kernel
import Truth
import Venues

/// The phone's position and enclosure for cell measurements.
struct CellPlace: Equatable {
  let position: Vec3
  let level: Int?
  /// Loss of a vehicle or of a lift car round the phone, in dB.
  let enclosureDecibels: Double

  init(_ trajectory: Trajectory, at time: SimTime) {
    let pose = trajectory.devicePose(at: time)
    position = pose.position + Vec3(0, 0, pose.placement.heightMetres)
    level = pose.level
    switch pose.doing {
    case .driving, .passenger, .bus, .train:
      enclosureDecibels = WiFiModel.ChannelScan.vehicleDecibels
    case .lift: enclosureDecibels = WiFiModel.ChannelScan.liftDecibels
    default: enclosureDecibels = 0
    }
  }
}

extension CellSurroundings {
  /// Max building penetration loss above the ground, in dB.
  ///
  /// 20 dB for the shell (3GPP TR 38.901 7.4.3.1, sub-6 GHz) and 0.5 dB/m over 20 m, as signals enter by
  /// the best side.
  private static let maxEntryDecibels = 30.0
  /// Extra loss per 4 m below the ground, in dB; an estimate.
  private static let depthDecibels = 15.0

  /// The level of a site's sectors in their main direction, in dBm.
  func median(of number: Int, at place: CellPlace, _ parameters: CellParameters) -> Double {
    let site = sites[number]
    let power =
      site.site.powerDecibelMilliwatts - site.shareDecibels - parameters.antennaDecibels
      - (parameters.hasEntryLoss ? place.enclosureDecibels : 0)
    let trace = propagation.trace(
      from: place.position, level: place.level, to: site.site.position, level: nil)
    if site.isIndoors {
      let path = propagation.path(trace, band: site.band)
      let shadow = parameters.hasShadow ? 4 * site.hiddenShadow.value(at: place.position.xy) : 0
      return power - path.lossDecibels + shadow
    }
    let isClear = isClear(number, at: place, parameters, trace)
    let ground = place.position.xy.distance(to: site.site.position.xy)
    var level =
      power - site.loss.decibels(ground: ground, receiver: place.position.z, isClear: isClear)
    if parameters.hasShadow {
      let field = isClear ? site.clearShadow : site.hiddenShadow
      level += site.loss.shadow(isClear: isClear).decibels * field.value(at: place.position.xy)
    }
    if parameters.hasEntryLoss, place.level != nil {
      level -= min(Self.maxEntryDecibels, propagation.indoorDecibels(trace, band: site.band))
      if place.position.z < 0 {
        level -= Self.depthDecibels * (-place.position.z / 4).rounded(.up)
      }
    }
    return level
  }

  /// True with line of sight to a site.
  func isClear(_ number: Int, at place: CellPlace, _ parameters: CellParameters) -> Bool {
    let trace = propagation.trace(
      from: place.position, level: place.level, to: sites[number].site.position, level: nil)
    return isClear(number, at: place, parameters, trace)
  }

  private func isClear(
    _ number: Int, at place: CellPlace, _ parameters: CellParameters, _ trace: RadioTrace
  ) -> Bool {
    guard parameters.hasBlocking else { return true }
    let site = sites[number]
    if trace.sides > 0 { return false }
    // Outdoors, walls of storeys belong to other buildings, which also block the line of sight.
    if place.level == nil, trace.walls > 0 || trace.floors > 0 { return false }
    let here = place.position.xy
    if knows(here), knows(site.site.position.xy) { return true }
    let chance = site.loss.sightChance(here.distance(to: site.site.position.xy))
    // The field's normal value as a probability.
    let share = 0.5 * erfc(-site.sight.value(at: here) / 2.0.squareRoot())
    return share < chance
  }
}
