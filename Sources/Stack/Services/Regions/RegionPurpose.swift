/// Recipient of a region's crossings.
public enum RegionPurpose: Hashable, Sendable {
  /// The app that monitors it.
  case app
  /// The user, by a local notification on entry; the app receives nothing until it is tapped (WWDC19
  /// session 705).
  case notification(text: String)

  /// True if the app itself receives the crossings.
  var isOfApp: Bool { self == .app }
}

/// Side of a region's edge.
enum RegionSide: UInt8, Hashable, Sendable {
  case unknown, inside, outside
}
