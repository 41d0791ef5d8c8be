public import Geometry
import Glibc
public import Kernel
import Venues

/// A change of an access point after the survey of a venue.
public struct WiFiChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: Hashable, Sendable {
    /// Installation.
    case appears
    /// Removal.
    case vanishes
    /// A move, with the same addresses.
    case moves(to: Vec3, level: Int?)
    /// A replacement by another one with other addresses.
    case replaced
  }

  /// The access point's name in the venue.
  public var accessPoint: String
  public var time: SimTime
  public var kind: Kind

  public init(accessPoint: String, time: SimTime, kind: Kind) {
    self.accessPoint = accessPoint
    self.time = time
    self.kind = kind
  }
}

extension WiFiChange {
  /// Seconds of a mean month, for rates.
  private static let monthSeconds = 30.44 * 86_400

  /// Draws random changes of a venue's access points at the rates of the parameters.
  ///
  /// Each access point has its own draws, independent of the others.
  static func drawn(
    for venue: Venue, _ parameters: WiFiParameters, seed: UInt64, until end: SimTime
  ) -> [WiFiChange] {
    var changes: [WiFiChange] = []
    for point in venue.transmitters.accessPoints {
      var draw = RandomStream(
        seed: seed, entity: stableHash(point.name), purpose: "wifi.change")
      /// The time of an event with a monthly rate; nil if after the end.
      func moment(_ monthly: Double) -> SimTime? {
        let share = draw.uniform()
        guard monthly > 0 else { return nil }
        let seconds = -log(1 - share) / -log(1 - min(0.999_999, monthly)) * monthSeconds
        guard seconds < (end - .start).seconds else { return nil }
        return SimTime(seconds: max(1e-3, seconds))
      }
      let angle = draw.uniform() * 2 * .pi
      let distance = draw.uniform(in: 2...8)
      if let time = moment(parameters.replacedMonthly) {
        changes.append(WiFiChange(accessPoint: point.name, time: time, kind: .replaced))
      }
      if let time = moment(parameters.movedMonthly) {
        let place = point.position + Vec3(Vec2(angle: angle, length: distance), 0)
        changes.append(
          WiFiChange(
            accessPoint: point.name, time: time, kind: .moves(to: place, level: point.level)))
      }
      if let time = moment(parameters.removedMonthly) {
        changes.append(WiFiChange(accessPoint: point.name, time: time, kind: .vanishes))
      }
    }
    return changes
  }
}
