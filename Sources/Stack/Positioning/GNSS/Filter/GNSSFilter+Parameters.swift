public import Documents

extension GNSSFilter {
  /// Parameters of the GNSS filter.
  public struct Parameters: ParameterSet {
    public var single = SinglePointSolver.Parameters()
    public var motion = GNSSMotion.Parameters()
    public var clock = GNSSTrack.ClockParameters()
    public var rates = GNSSTrack.Rates()
    public var carriers = GNSSTrack.Carriers()
    public var ranges = GNSSRangeJudge.Parameters()
    public var accuracy = GNSSConfidence.Parameters()
    public var start = GNSSTrack.Start()
    public var consensus = GNSSRateConsensus.Parameters()
    public var window = GNSSWindow.Parameters()
    public var alternative = GNSSAlternative.Parameters()
    public var aid = GNSSAiding.Parameters()
    public var usesCity = false
    public var city = CityAid.Parameters()

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .group("single_point", \.single, "Single-point solver that starts and checks the filter."),
      .group("motion", \.motion, "Motion model and detection of standstill."),
      .group("clock", \.clock, "Receiver clock model."),
      .group("rates", \.rates, "Range rate updates."),
      .group("carriers", \.carriers, "Carrier phase updates."),
      .group("ranges", \.ranges, "Range updates: outliers and correlated errors."),
      .group("accuracy", \.accuracy, "Reported accuracy."),
      .group("start", \.start, "Start and restart of the filter."),
      .group("consensus", \.consensus, "Velocity by consensus of the range rates (RANSAC)."),
      .group("window", \.window, "Window search over the ranges of recent positions."),
      .group("rival", \.alternative, "Check of the filter against single-epoch solutions."),
      .group("aid", \.aid, "Aiding by external positions."),
      .flag("city", \.usesCity, "Uses the map's buildings for shadow matching."),
      .group("city_aid", \.city, "Shadow matching with the map's buildings."),
    ]
  }
}
