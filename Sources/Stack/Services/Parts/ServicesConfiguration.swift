public import Positioning

/// Whom the services serve, on what kind of device, and by which numbers.
public struct ServicesConfiguration: Sendable {
  /// Where the indoor data source has its file from; nil if the map has its radio map already.
  public var indoorSource: IndoorSourceSettings?
  /// What kind of device it is, and whose rules hold.
  public var rules = ServiceRules()
  /// The numbers by which the services decide.
  public var constants = ServiceConstants()
  /// What apps declare, by name; an app that isn't named declares all and is quick.
  public var declarations: [String: AppDeclaration] = [:]
  /// Whether an app that may have everything stands in until a real one is heard of.
  public var hasStandIn = true

  /// Creates the defaults.
  public init() {}
}
