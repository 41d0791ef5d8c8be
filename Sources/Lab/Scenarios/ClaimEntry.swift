public import Documents

/// The statement of a talk that a scenario shows to hold.
///
/// What must be so stands in the scenario's budgets and expectations, and what must break it in its
/// `breaks`: a claim that nothing breaks shows nothing.
public struct ClaimEntry: DocumentObject, Hashable {
  /// The systems to be faithful to, by where they speak of themselves.
  public enum Talk: String, CaseIterable, Sendable {
    case locationServices = "wwdc2012-303"
    case motionProcessing = "wwdc2014-612"
    case indoorPositioning = "wwdc2014-708"
    case authorization = "wwdc2019-705"
    case indoorSource = "arcgis-ips"

    /// What it is called in tables.
    public var title: String {
      switch self {
      case .locationServices: "WWDC 2012, session 303: Staying on Track with Location Services"
      case .motionProcessing:
        "WWDC 2014, session 612: Motion Tracking with the Core Motion Framework"
      case .indoorPositioning: "WWDC 2014, session 708: Taking Core Location Indoors"
      case .authorization: "WWDC 2019, session 705: What's New in Core Location"
      case .indoorSource: "ArcGIS IPS: indoor positioning"
      }
    }
  }

  /// Which talk.
  public let talk: Talk
  /// The sentence, as it is said there.
  public let says: String
  /// Why the numbers of the model can't but make it so; nil if they could also not.
  public let construction: String?
  /// What was measured of a claim that is known not to hold; nil for one that should.
  public let failing: String?

  /// Reads a claim.
  public init(from object: inout ObjectReader) {
    talk = object.required("talk", .choice(Talk.self), "Which talk says so.")
    says = object.required("says", .string, "The sentence, as it is said there.")
    construction = object.optional(
      "by_construction", .string,
      "Why the model's own numbers can't but make it so; it is then no evidence, and said to be none."
    )
    failing = object.optional(
      "fails", .string, "What was measured instead, of a claim that is known not to hold.")
  }
}
