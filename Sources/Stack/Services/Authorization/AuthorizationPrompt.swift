public import Kernel
import Observations

/// A question that the phone asks the user on behalf of an app.
public struct AuthorizationPrompt: Hashable, Sendable {
  /// What is asked.
  public enum Kind: String, CaseIterable, Sendable {
    /// Whether the app may have the location, and when.
    case location
    /// The same where always is among the answers, as until version 12.
    case locationWithAlways
    /// Whether an app that has when-in-use may have always.
    case upgrade
    /// Whether the full accuracy may be given for once.
    case fullAccuracy
    /// Whether motion and fitness may be given.
    case motion
  }

  /// What is asked.
  public var kind: Kind
  /// Since when.
  public var time: SimTime

  /// Whether an answer is among those that the prompt offers.
  ///
  /// - Returns: Whether there is such a button.
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
