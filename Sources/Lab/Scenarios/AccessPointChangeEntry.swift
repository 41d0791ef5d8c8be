public import Documents
import Venues

/// A change of an access point during a scenario, as venues change after surveys.
public struct AccessPointChangeEntry: DocumentObject {
  /// Its name in the venue.
  public let name: Located<String>
  /// In s since the start.
  public let time: Double
  /// The change.
  public let fate: AccessPointChange

  public init(from object: inout ObjectReader) {
    name = object.required("name", .located(.string), "Name of the access point in the venue.")
    time = object.required("at", .quantity(.time, .between(0, 8 * 86_400)), "Time of the change.")
    fate = object.required(
      "then", AccessPointChange.form,
      "The change: on (only from here on), off, replaced, or the new position of the access point.")
  }
}

/// A kind of access point change.
public enum AccessPointChange: Sendable {
  /// Switched on from here on.
  case on
  /// Switched off for good.
  case off
  /// Replaced by another one at its position, with other addresses.
  case replaced
  /// Moved to another position, with its addresses; the height above the floor is in m.
  case moved(to: TargetEntry, heightMetres: Double)

  private enum ChangeKeyword: String, CaseIterable, Sendable {
    case on, off, replaced
  }

  /// The form in a file.
  static var form: some DocumentForm<AccessPointChange> {
    ChoiceForm<ChangeKeyword>.choice(ChangeKeyword.self).or(
      .object(MovedEntry.self),
      scalar: { word in
        switch word {
        case .on: .on
        case .off: .off
        case .replaced: .replaced
        }
      }, collection: { .moved(to: $0.target, heightMetres: $0.height) })
  }
}

/// New position of an access point.
private struct MovedEntry: DocumentObject {
  let target: TargetEntry
  let height: Double

  init(from object: inout ObjectReader) {
    target = TargetEntry("at", from: &object, "A place, or metres east, north.")
    height = object.optional(
      "height", .quantity(.length, .between(0, 50)), default: 2.5,
      "Height above the floor.")
  }
}
