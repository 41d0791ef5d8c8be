extension PlaceIndex {
  /// Parameters of name search and reverse geocoding; lengths are in m, the numbers are estimates.
  public struct Parameters: Hashable, Sendable {
    /// Minimum share of the typed words in a name.
    public var minShare = 0.5
    /// Cost of each word of a name that was not typed, and maximum number of such words.
    public var restCost = 0.05
    public var maxRest = 6.0
    /// Distance added for another level: the walk to the stairs.
    public var levelMetres = 30.0
    /// Score of a word's prefix, and addition for its complete length.
    public var beginning = 0.5
    public var beginningGain = 0.4
    /// Score of a misspelt word, and cost of each error.
    public var misspelt = 0.8
    public var slipCost = 0.15
    /// Minimum word lengths for one error and for two.
    public var lettersOfOne = 4
    public var lettersOfTwo = 8
    /// Default search radius for places and streets: a block.
    public var reach = 100.0
    /// Maximum distance of a crossing: a road's width.
    public var crossingReach = 20.0
    /// Maximum distance of a place that is part of an address text.
    public var textReach = 15.0

    public init() {}
  }
}
