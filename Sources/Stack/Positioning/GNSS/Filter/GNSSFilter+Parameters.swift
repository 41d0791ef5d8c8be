public import Documents

extension GNSSFilter {
  /// How it is set.
  public struct Parameters: DialSet {
    public var single = SinglePointSolver.Parameters()
    public var motion = GNSSMotion.Parameters()
    public var clock = GNSSTrack.Clock()
    public var rates = GNSSTrack.Rates()
    public var carriers = GNSSTrack.Carriers()
    public var ranges = GNSSRangeJudge.Parameters()
    public var accuracy = GNSSConfidence.Parameters()
    public var start = GNSSTrack.Start()
    public var consensus = GNSSRateConsensus.Parameters()
    public var window = GNSSWindow.Parameters()
    public var rival = GNSSRival.Parameters()
    public var aid = GNSSAiding.Parameters()
    public var usesCity = false
    public var city = CityAid.Parameters()

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .group("single_point", \.single, "The single-point solver that starts it and checks it."),
      .group("motion", \.motion, "How the receiver may move, and when it is at rest."),
      .group("clock", \.clock, "How the receiver's clock may go."),
      .group("rates", \.rates, "How range rates are taken in."),
      .group("carriers", \.carriers, "How carriers are taken in."),
      .group("ranges", \.ranges, "How ranges are taken in."),
      .group("accuracy", \.accuracy, "How good the place is said to be."),
      .group("start", \.start, "How the filter begins, and when it begins anew."),
      .group("consensus", \.consensus, "How the velocity is found that most rates agree with."),
      .group("window", \.window, "The ranges of the last places, asked together."),
      .group("rival", \.rival, "What the epochs by themselves say of where the filter is."),
      .group("aid", \.aid, "How places by other means are taken in."),
      .flag("city", \.usesCity, "Whether the map's houses help."),
      .group("city_aid", \.city, "How houses tell where the receiver is."),
    ]
  }
}
