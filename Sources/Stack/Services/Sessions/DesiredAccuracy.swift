public import Observations

/// Desired accuracy of an app: a hint for positioning, not a filter.
public enum DesiredAccuracy: Hashable, Sendable {
  case bestForNavigation
  case best
  /// In m: 10, 100, 1000 and 3000 have names in the interface.
  case metres(Double)
  /// Reduced accuracy of some kilometres.
  case reduced

  /// Parses the accuracy set by a call; nil if it is invalid.
  ///
  /// By name in the option (`bestForNavigation`, `best`, `nearestTenMetres`, `hundredMetres`,
  /// `kilometre`, `threeKilometres`, `reduced`), or in metres, where -1 and -2 are the best and the
  /// best for navigation as in the header.
  public init?(_ call: AppCall) {
    switch call.option {
    case "bestForNavigation": self = .bestForNavigation
    case "best": self = .best
    case "nearestTenMetres": self = .metres(10)
    case "hundredMetres": self = .metres(100)
    case "kilometre": self = .metres(1000)
    case "threeKilometres": self = .metres(3000)
    case "reduced": self = .reduced
    case .some: return nil
    case nil:
      guard let metres = call.distanceMetres, !metres.isNaN else { return nil }
      switch metres {
      case -2: self = .bestForNavigation
      case -1, 0: self = .best
      case 0...: self = metres.isFinite ? .metres(metres) : .reduced
      default: return nil
      }
    }
  }

  /// Required accuracy, in m: 0 for the best.
  public var metres: Double {
    switch self {
    case .bestForNavigation, .best: 0
    case .metres(let metres): metres
    case .reduced: .infinity
    }
  }

  /// Returns the stricter of two.
  public func better(_ other: DesiredAccuracy) -> DesiredAccuracy {
    if self == .bestForNavigation || other == .bestForNavigation { return .bestForNavigation }
    return other.metres < metres ? other : self
  }
}

/// Activity type declared by an app, for auto-pause.
public enum SessionActivityType: String, CaseIterable, Sendable {
  case other, automotiveNavigation, fitness, otherNavigation, airborne
}
