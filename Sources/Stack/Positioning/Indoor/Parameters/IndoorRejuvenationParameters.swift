public import Documents

/// Parameters of the Metropolis rejuvenation of particles at rest.
public struct IndoorRejuvenationParameters: ParameterSet {
  public var moves = 5
  public var share = 0.3
  public var minMove = 0.7
  public var doublings = 3.5
  public var trustedMetres = 4.0

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .count(
      "moves", \.moves, 0...20, "Number of Metropolis moves per rejuvenation.",
      .fitted("IPIN 2023's ways back by the survey of the ways out, 32 draws")),
    .number(
      "share", \.share, "share", 0...1, "Share of the particles that propose a move.", .estimate),
    .number(
      "least_way", \.minMove, "m", 0.05...10, "Minimum scale of a proposed move.", .estimate),
    .number(
      "doublings", \.doublings, "", 0...10,
      "Maximum number of doublings of the minimum scale.", .estimate),
    .number(
      "trusted_way", \.trustedMetres, "m", 0.1...100,
      "Distance from the dead-reckoned position above which a move is penalised; less "
        + "is better after a right path, worse after a radio error.",
      .fitted("four venues with seeds 1 to 16, 1 to 8 m, and powers of 0.7 to 6 in place of 2")),
  ]
}
