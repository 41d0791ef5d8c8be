import Geometry
import Kernel
import Numerics

/// A figure of one street depth, with its expected value.
public struct GNSSCanyonFigure: Sendable {
  public var setting: GNSSCanyonStudy.ReceiverModel
  /// House height over street width.
  public var ratio: Double
  /// Name with unit: "fix rate, share".
  public var quantity: String
  /// Value of another Monte Carlo simulation, and the range of agreement with it; nil without one.
  public var expected: Double?
  public var wanted: ClosedRange<Double>?
  /// Value over all streets, and its 95 % confidence interval by a bootstrap over streets.
  public var measured: Double
  public var interval: ClosedRange<Double>
  /// Number of streets, and of epochs in all.
  public var streets: Int
  public var epochs: Int

  /// True if the value is in the expected range; nil without one.
  public var isWithin: Bool? { wanted.map { $0.contains(measured) } }
}

/// Single-epoch GNSS fixes in streets of increasing depth, from open country to urban canyons.
///
/// The expected values come from a separate Monte Carlo simulation that models streets by a formula only:
/// 20 m wide and endless, GPS and GLONASS with 48 satellites, 37.8° north, 2 to 5 m from a wall, facade
/// losses of 6 to 10 dB, other errors of 3 m. A figure agrees with it within a factor of 1.3 for
/// medians, 1.5 for 95 % quantiles and counts of hidden satellites, and within 0.1 for rates: a tolerance
/// chosen by hand, not a statistical one.
public struct GNSSCanyonLadder: Sendable {
  /// A street depth of the ladder.
  public struct Rung: Sendable {
    /// House height over street width.
    public var ratio: Double
    /// Expected values, in the order of ``GNSSCanyonLadder/quantities``; nil if unknown.
    public var expected: [Double?]
  }

  private struct LadderQuantity: Sendable {
    var name: String
    var wanted: @Sendable (Double) -> ClosedRange<Double>
    var value: @Sendable ([GNSSCanyonStudy.Street]) throws -> Double
  }

  /// The rungs: satellites in line of sight and hidden, median and 95 % of the horizontal error, its medians
  /// across and along the street, the fix rate, and mean and 95 % of the NLOS excess path.
  public static let rungs: [Rung] = [
    Rung(ratio: 0, expected: [15.3, 0, 3.0, 6.3, 1.7, 1.8, 1.00, nil, nil]),
    Rung(ratio: 0.5, expected: [7.0, 2.3, 9.3, 22, 7.8, 3.0, 1.00, 15, 28]),
    Rung(ratio: 1, expected: [4.5, 2.9, 16, 44, 14, 4.4, 0.97, 12, 25]),
    Rung(ratio: 1.5, expected: [3.4, 2.9, 22, 78, 19, 5.6, 0.87, nil, nil]),
    Rung(ratio: 2, expected: [2.8, 3.0, 26, 168, 22, 7.1, 0.70, 8.5, 18]),
    Rung(ratio: 3, expected: [2.2, 2.9, 33, 300, 29, 9, 0.35, nil, nil]),
  ]

  private static let quantities: [LadderQuantity] = [
    LadderQuantity(name: "satellites in sight", wanted: { factor(1.3, of: $0) }) {
      average($0, of: \.inSight)
    },
    LadderQuantity(name: "satellites received by echoes alone", wanted: { factor(1.5, of: $0) }) {
      average($0, of: \.hidden)
    },
    LadderQuantity(name: "horizontal error median, m", wanted: { factor(1.3, of: $0) }) {
      try quantile(0.5, $0.flatMap { $0.errors.map(\.xy.length) })
    },
    LadderQuantity(name: "horizontal error 95 %, m", wanted: { factor(1.5, of: $0) }) {
      try quantile(0.95, $0.flatMap { $0.errors.map(\.xy.length) })
    },
    LadderQuantity(name: "error across the street median, m", wanted: { factor(1.3, of: $0) }) {
      try quantile(0.5, $0.flatMap { $0.errors.map { abs($0.x) } })
    },
    LadderQuantity(name: "error along the street median, m", wanted: { factor(1.3, of: $0) }) {
      try quantile(0.5, $0.flatMap { $0.errors.map { abs($0.y) } })
    },
    LadderQuantity(name: "fix rate, share", wanted: { max(0, $0 - 0.1)...min(1, $0 + 0.1) }) {
      let epochs = $0.reduce(0) { $0 + $1.epochs }
      return Double($0.reduce(0) { $0 + $1.errors.count }) / Double(max(1, epochs))
    },
    LadderQuantity(name: "excess path mean, m", wanted: { factor(1.3, of: $0) }) {
      let extras = $0.flatMap(\.extras)
      return extras.isEmpty ? .nan : extras.reduce(0, +) / Double(extras.count)
    },
    LadderQuantity(name: "excess path 95 %, m", wanted: { factor(1.5, of: $0) }) {
      try quantile(0.95, $0.flatMap(\.extras))
    },
  ]

  /// The study run on each rung.
  public var study = GNSSCanyonStudy()
  /// Number of streets per rung, and of epochs per street.
  public var streets = 60
  public var epochs = 60
  /// Number of threads; the figures don't depend on it.
  public var jobs = 2

  /// Creates the ladder of an idealised receiver.
  public init() {}

  /// Computes the figures of one rung.
  ///
  /// - Parameter rung: The street depth.
  /// - Returns: A figure for each quantity with a value.
  /// - Throws: Errors of a street.
  public func figures(of rung: Rung) throws -> [GNSSCanyonFigure] {
    let (study, epochs) = (self.study, self.epochs)
    let found = try parallelMap((1...UInt64(max(2, streets))).map(\.self), jobs: jobs) {
      try study.street(ratio: rung.ratio, number: $0, epochs: epochs)
    }
    return try Self.quantities.enumerated().compactMap { index, quantity in
      let measured = try quantity.value(found)
      guard measured.isFinite else { return nil }
      // The expected values hold for the idealised receiver only.
      let expected = study.setting == .idealised ? rung.expected[index] : nil
      return GNSSCanyonFigure(
        setting: study.setting, ratio: rung.ratio, quantity: quantity.name, expected: expected,
        wanted: expected.map(quantity.wanted), measured: measured,
        interval: try Self.interval(of: quantity, found), streets: found.count,
        epochs: found.count * epochs)
    }
  }

  /// The 95 % confidence interval by a bootstrap over streets, with 400 resamples.
  private static func interval(
    of quantity: LadderQuantity, _ streets: [GNSSCanyonStudy.Street]
  ) throws -> ClosedRange<Double> {
    var draw = RandomStream(seed: 1, purpose: "canyon.bootstrap")
    var values: [Double] = []
    for _ in 0..<400 {
      let value = try quantity.value(
        streets.indices.map { _ in streets[draw.integer(below: streets.count)] })
      if value.isFinite { values.append(value) }
    }
    return try quantile(0.025, values)...quantile(0.975, values)
  }

  private static func average(
    _ streets: [GNSSCanyonStudy.Street], of count: KeyPath<GNSSCanyonStudy.Street, Int>
  ) -> Double {
    let epochs = streets.reduce(0) { $0 + $1.epochs }
    return Double(streets.reduce(0) { $0 + $1[keyPath: count] }) / Double(max(1, epochs))
  }

  private static func factor(_ factor: Double, of value: Double) -> ClosedRange<Double> {
    value / factor...max(value * factor, 0.01)
  }

  private static func quantile(_ share: Double, _ values: [Double]) throws -> Double {
    values.isEmpty ? .nan : try SortedSample(values).quantile(share)
  }
}
