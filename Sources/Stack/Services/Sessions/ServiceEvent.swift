public import Observations

/// Something that an app is told.
public struct ServiceEvent: Hashable, Sendable {
  /// Which app; ``phone`` for what the phone shows to its user.
  public var app: String
  /// What.
  public var output: Output

  /// The name under which stands what is no app's.
  public static let phone = ""

  /// Creates an event.
  public init(app: String, output: Output) {
    self.app = app
    self.output = output
  }
}
