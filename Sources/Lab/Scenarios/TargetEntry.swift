public import Documents
import Venues

/// A target: a named place, or a point.
public struct TargetEntry: Sendable {
  /// A name, or a point in metres east and north.
  public enum PlaceOrPoint: Hashable, Sendable {
    case place(String)
    case point(SIMD2<Double>)
  }

  public let aim: PlaceOrPoint
  /// The place in the file, for messages.
  public let place: SourcePosition
  /// The level of a point; nil for outdoors.
  public let level: Int?
  /// The building of the level, if there are several.
  public let building: String?

  /// Reads a target from a key and its companions `level` and `building`.
  init(_ key: String, from object: inout ObjectReader, _ description: String) {
    let located = object.required(key, .located(Self.aimForm), description)
    aim = located.value
    place = located.place
    level = object.optional(
      "level", .int(-50...200), "Ordinal of the level, for a point; by default outdoors.")
    building = object.optional(
      "building", .string, "Building of the level, where several have levels.")
    if case .point(let point) = aim { object.checkReach(of: point, at: key) }
    if case .place = aim {
      object.check(level == nil, at: "level", "a place's level is known; leave it out")
    }
  }

  init(named name: Located<String>) {
    aim = .place(name.value)
    place = name.place
    level = nil
    building = nil
  }

  /// A name, or a point.
  static let aimForm = TextForm.string.or(
    .point, scalar: { PlaceOrPoint.place($0) }, collection: { PlaceOrPoint.point($0) })
}
