public import Kernel
import Observations

/// Permission prompt that the phone shows for an app.
public struct AuthorizationPrompt: Hashable, Sendable {
  /// Kind of prompt.
  public enum Kind: String, CaseIterable, Sendable {
    /// Location authorization.
    case location
    /// Location authorization with always among the answers, as up to version 12.
    case locationWithAlways
    /// Upgrade from when-in-use to always.
    case upgrade
    /// Temporary full accuracy.
    case fullAccuracy
    /// Motion and fitness.
    case motion
  }

  public var kind: Kind
  /// Time of its appearance.
  public var time: SimTime

  /// True if the prompt has a button for an answer.
  func offers(_ answer: UserAction, _ generation: ServiceRules.Generation) -> Bool {
    switch kind {
    case .location:
      answer == .grantWhenInUse || answer == .deny || answer == .grantOnce && generation > .twelve
    case .locationWithAlways:
      answer == .grantWhenInUse || answer == .grantAlways || answer == .deny
    case .upgrade: answer == .keepWhenInUse || answer == .grantAlways
    case .fullAccuracy: answer == .grantOnce || answer == .deny
    case .motion: answer == .grantMotion || answer == .denyMotion
    }
  }
}
