public import Positioning

/// Configuration of the location services: device, rules, parameters and apps.
public struct ServicesConfiguration: Sendable {
  /// Settings of the indoor data source; nil if the map already has its radio map.
  public var indoorSource: IndoorSourceSettings?
  /// Kind of device, and version of the authorization rules.
  public var rules = ServiceRules()
  /// Parameters of the services.
  public var constants = ServiceConstants()
  /// Declarations by app name; other apps declare everything and handle messages at once.
  public var declarations: [String: AppDeclaration] = [:]
  /// True to start with an implicit app with all authorizations, until the first real one appears.
  public var hasStandIn = true

  public init() {}
}
