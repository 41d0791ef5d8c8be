/// Who learns of a region's crossings.
public enum RegionPurpose: Hashable, Sendable {
  /// The app that monitors it.
  case app
  /// The user, by a local notification on entry; the app learns nothing until it is tapped
  /// (WWDC19 session 705).
  case notification(text: String)

  /// Whether the app itself is told.
  var isOfApp: Bool { self == .app }
}

/// Which side of a region's edge the phone is on.
enum RegionSide: UInt8, Hashable, Sendable {
  case unknown, inside, outside
}
