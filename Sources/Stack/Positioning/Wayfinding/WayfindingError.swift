/// Why no way can be shown.
public enum WayfindingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The map has no place of that name.
  case unknownTarget(String)
  /// The target's level has no pathways; nil stands for the outdoors.
  case noPaths(level: Int?)
  /// The pathways that lead to the target aren't joined to those that the user is on, or only by steps
  /// that mustn't be taken.
  case noWay
  /// There are no pathways near the user.
  case offPaths

  public var description: String {
    switch self {
    case .unknownTarget(let name): "the map has no place '\(name)'"
    case .noPaths(let level?): "level \(level) of the map has no pathways"
    case .noPaths(nil): "the map has no pathways outdoors"
    case .noWay: "no pathway leads there from here"
    case .offPaths: "there is no pathway near"
    }
  }
}

/// Which ways are taken.
public enum WayPreference: String, CaseIterable, Sendable {
  /// What takes the least time at an ordinary pace.
  case shortest
  /// The same without stairs and escalators.
  case stepFree
}
