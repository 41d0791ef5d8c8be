public import Documents

/// A statement of a talk that a scenario verifies.
///
/// The scenario's budgets and expectations check it, and its `breaks` name the features it depends
/// on: a claim that nothing can break isn't evidence.
public struct ClaimEntry: DocumentObject, Hashable {
  /// The talks about the systems that the simulator imitates.
  public enum Talk: String, CaseIterable, Sendable {
    case locationServices = "wwdc2012-303"
    case motionProcessing = "wwdc2014-612"
    case indoorPositioning = "wwdc2014-708"
    case authorization = "wwdc2019-705"
    case indoorSource = "arcgis-ips"

    /// The title in tables.
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

  public let talk: Talk
  /// The verbatim statement.
  public let says: String
  /// The reason why the model's numbers imply the statement; nil if they don't.
  public let construction: String?
  /// The measurement that contradicts a claim known to fail; nil for other claims.
  public let failing: String?

  public init(from object: inout ObjectReader) {
    talk = object.required("talk", .choice(Talk.self), "Talk that makes the statement.")
    says = object.required("says", .string, "Verbatim statement of the talk.")
    construction = object.optional(
      "by_construction", .string,
      "Reason why the model's own numbers imply the statement; the claim is then marked as no evidence."
    )
    failing = object.optional(
      "fails", .string, "Measurement that contradicts the claim, for a claim known to fail.")
  }
}
