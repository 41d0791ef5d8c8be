public import Documents

extension PlaceIndex {
  /// How names are compared, and spots named; lengths are in m.
  public struct Parameters: DialSet {
    /// Names as a whole.
    public var minShare = 0.5
    public var restCost = 0.05
    public var maxRest = 6.0
    public var levelMetres = 30.0
    /// Words that are begun or misspelt.
    public var beginning = 0.5
    public var beginningGain = 0.4
    public var misspelt = 0.8
    public var slipCost = 0.15
    public var lettersOfOne = 4
    public var lettersOfTwo = 8
    /// How far one looks for names.
    public var reach = 100.0
    public var crossingReach = 20.0
    public var textReach = 15.0

    /// Creates the defaults.
    public init() {}
  }
}

extension PlaceIndex.Parameters {
  public static let dials: [Dial<Self>] = [
    .number(
      "min_match", \.minShare, "share", 0.01...1,
      "What share of the typed words must be in a name.", .estimate),
    .number(
      "extra_word_cost", \.restCost, "", 0...0.15,
      "What each word of a name costs that wasn't typed.", .estimate),
    .number(
      "max_extra_words", \.maxRest, "", 0...100, "How many such words cost at most.", .estimate),
    .number(
      "level_distance", \.levelMetres, "m", 0...1000,
      "How much farther another level is than it looks.", .assumed("the walk to the stairs")),
    .number(
      "prefix_match", \.beginning, "", 0...1, "What the beginning of a word counts for.",
      .estimate),
    .number(
      "prefix_gain", \.beginningGain, "", 0...1, "What is added to that for all of it.",
      .estimate),
    .number(
      "misspelling_match", \.misspelt, "", 0...1,
      "What a misspelt word counts for, before its mistakes.", .estimate),
    .number(
      "misspelling_cost", \.slipCost, "", 0...0.5, "What each mistake costs.", .estimate),
    .count(
      "letters_for_one", \.lettersOfOne, 1...48,
      "How many letters a word must have for one mistake.", .estimate),
    .count(
      "letters_for_two", \.lettersOfTwo, 1...48,
      "How many letters a word must have for two mistakes.", .estimate),
    .number(
      "reach", \.reach, "m", 1...5000,
      "How far one looks for places and streets, where it isn't said.", .assumed("a block")),
    .number(
      "crossing_reach", \.crossingReach, "m", 0...500,
      "How near a crossing one is at it.", .assumed("a road's width")),
    .number(
      "text_reach", \.textReach, "m", 0...500,
      "How near a place must be to be part of an address in words.", .estimate),
  ]
}
