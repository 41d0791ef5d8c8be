/// Error of the route search.
public enum WayfindingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The map has no place of this name.
  case unknownTarget(String)
  /// The target's level has no pathways; nil for outdoors.
  case noPaths(level: Int?)
  /// No route to the target, or only one with excluded steps.
  case noRoute
  /// No pathway near the user.
  case offPaths

  public var description: String {
    switch self {
    case .unknownTarget(let name): "the map has no place '\(name)'"
    case .noPaths(let level?): "level \(level) of the map has no pathways"
    case .noPaths(nil): "the map has no pathways outdoors"
    case .noRoute: "no pathway leads there from here"
    case .offPaths: "there is no pathway nearby"
    }
  }
}

/// Allowed ways of a route.
public enum RoutePreference: String, CaseIterable, Sendable {
  /// Minimum time at an ordinary pace.
  case shortest
  /// Minimum time without stairs and escalators.
  case stepFree
}
