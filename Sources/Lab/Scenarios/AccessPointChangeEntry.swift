public import Documents
import Venues

/// Something that becomes of an access point while a scenario runs: places change after surveys.
public struct AccessPointChangeEntry: DocumentObject {
  /// The access point's name in the venue.
  public let name: Located<String>
  /// When, in s since the start.
  public let time: Double
  /// What becomes of it.
  public let fate: AccessPointFate

  /// Reads a change.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .located(.string), "The access point's name in the venue.")
    time = object.required("at", .quantity(.time, .between(0, 8 * 86_400)), "When.")
    fate = object.required(
      "then", AccessPointFate.form,
      "What becomes of it: on (only from then), off, replaced, or where it is moved to.")
  }
}

/// What may become of an access point.
public enum AccessPointFate: Sendable {
  /// It is switched on only then.
  case on
  /// It is switched off for good.
  case off
  /// Another hangs in its place, with other addresses.
  case replaced
  /// It hangs elsewhere from then on, with its addresses; so high above the floor, in m.
  case moved(to: TargetEntry, heightMetres: Double)

  private enum Word: String, CaseIterable, Sendable {
    case on, off, replaced
  }

  /// How it stands in a file.
  static var form: some DocumentForm<AccessPointFate> {
    ChoiceForm<Word>.choice(Word.self).or(
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

/// Where an access point is moved to.
private struct MovedEntry: DocumentObject {
  let target: TargetEntry
  let height: Double

  init(from object: inout ObjectReader) {
    target = TargetEntry("at", from: &object, "A place, or metres east, north.")
    height = object.optional(
      "height", .quantity(.length, .between(0, 50)), default: 2.5,
      "How high above the floor it hangs there.")
  }
}
