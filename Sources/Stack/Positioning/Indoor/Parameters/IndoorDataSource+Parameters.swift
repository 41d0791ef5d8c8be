public import Documents

extension IndoorDataSource {
  /// Parameters of the indoor data source.
  public struct Parameters: ParameterSet {
    public var originReach = 5000.0
    public var pathwayReach = 10.0

    public init() {}
  }
}

extension IndoorDataSource.Parameters {
  public static let parameters: [Parameter<Self>] = [
    .number(
      "origin_reach", \.originReach, "m", 1...1_000_000,
      "Maximum distance between a positioning file's origin and a venue for the file to "
        + "belong to it.", .estimate),
    .number(
      "pathway_reach", \.pathwayReach, "m", 0...1000,
      "Maximum distance over which a location is snapped to a pathway.", .estimate),
  ]
}
