public import Documents

/// How particles move on the spot to where the radio has them, by Metropolis' rule.
public struct IndoorRejuvenationDials: DialSet {
  public var moves = 5
  public var share = 0.3
  public var leastWay = 0.7
  public var doublings = 3.5
  public var trustedWay = 4.0

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .count(
      "moves", \.moves, 0...20, "How often in a row particles try another place.",
      .fitted("IPIN 2023's ways back by the survey of the ways out, 32 draws")),
    .number("share", \.share, "share", 0...1, "How many of them do each time.", .estimate),
    .number("least_way", \.leastWay, "m", 0.05...10, "How far off it is at least.", .estimate),
    .number(
      "doublings", \.doublings, "", 0...10,
      "How many doublings of that it is at most.", .estimate),
    .number(
      "trusted_way", \.trustedWay, "m", 0.1...100,
      "How far from where its steps brought it a particle may be before that counts against "
        + "it; less places who came by a right way better, but leaves whom the radio misled far "
        + "off.",
      .fitted("four venues with seeds 1 to 16, 1 to 8 m, and powers of 0.7 to 6 in place of 2")),
  ]
}
