extension PlaceIndex {
  /// How names are compared, and spots named; lengths are in m, the numbers are estimates.
  public struct Parameters: Hashable, Sendable {
    /// What share of the typed words must be in a name.
    public var minShare = 0.5
    /// What each word of a name costs that wasn't typed, and how many such words cost at most.
    public var restCost = 0.05
    public var maxRest = 6.0
    /// How much farther another level is than it looks: the walk to the stairs.
    public var levelMetres = 30.0
    /// What the beginning of a word counts for, and what is added to that for all of it.
    public var beginning = 0.5
    public var beginningGain = 0.4
    /// What a misspelt word counts for before its mistakes, and what each of them costs.
    public var misspelt = 0.8
    public var slipCost = 0.15
    /// How many letters a word must have for one mistake, and for two.
    public var lettersOfOne = 4
    public var lettersOfTwo = 8
    /// How far one looks for places and streets where it isn't said: a block.
    public var reach = 100.0
    /// How near a crossing one is at it: a road's width.
    public var crossingReach = 20.0
    /// How near a place must be to be part of an address in words.
    public var textReach = 15.0

    /// Creates the defaults.
    public init() {}
  }
}
