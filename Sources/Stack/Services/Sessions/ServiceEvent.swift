public import Observations

/// Output to an app.
public struct ServiceEvent: Hashable, Sendable {
  /// Name of the app; ``phone`` for output of the phone to its user.
  public var app: String
  public var output: Output

  /// Name of the phone itself as a recipient.
  public static let phone = ""

  public init(app: String, output: Output) {
    self.app = app
    self.output = output
  }
}
