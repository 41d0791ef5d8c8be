public import Documents
import Glibc

/// Parameters for the detection of a wrist-worn device.
public struct WristParameters: ParameterSet {
  /// Prior log odds of a wrist: phones are more common.
  public var prior: Float = -3
  /// Weight of a window's log odds: successive windows of one behaviour are correlated.
  public var share: Float = 0.08
  /// Limit of the log odds in both directions, so that a change of device can still be detected.
  public var maximum: Float = 6

  /// Log odds from which a wrist is certain.
  public var certain: Float = 2

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .float(
      "prior", \.prior, "", -50...50,
      "Prior log odds of a wrist-worn device.", .estimate),
    .float(
      "share", \.share, "", 0...1, "Weight of a window's log odds for a wrist-worn device.",
      .assumed("successive windows of one behaviour are correlated")),
    .float(
      "most", \.maximum, "", 0...50, "Limit of the log odds of a wrist-worn device.", .estimate),
    .float(
      "certain", \.certain, "", -50...50,
      "Log odds above which a wrist is certain; busy hands then do not indicate a ride.",
      .estimate),
  ]
}

/// Detects a watch on a wrist from log odds accumulated over windows, and blends two classifiers accordingly.
///
/// Hands at rest often look like walking with a phone in the pocket, and swing at half the step rate, so a
/// wrist has its own model. The detector is trained on phones and watches of the same people (WISDM,
/// sp-sw-har). Its log odds add up over windows, since a watch stays a watch.
struct WristFinder: Sendable {
  private let parameters: WristParameters
  private let phone: ActivityClassifier
  private let wrist: ActivityClassifier
  private let worn: ActivityClassifier
  private var logOdds: Float

  /// Creates a detector at the prior; `phone` classifies a phone's windows, `reach` clips features, in standard
  /// deviations.
  init(_ parameters: WristParameters, phone: ActivityClassifier, reach: Float) {
    self.parameters = parameters
    self.phone = phone
    wrist = ActivityClassifier(model: .learnedWrist, reach: reach)
    worn = ActivityClassifier(model: .learnedWorn, reach: reach)
    logOdds = parameters.prior
  }

  /// Weight of the wrist's model: 0 up to even odds, so that phones use their own model, then up to 1.
  private var share: Float { max(0, 2 / (1 + exp(-logOdds)) - 1) }

  /// True if a wrist is certain.
  var isCertain: Bool { logOdds > parameters.certain }

  /// Updates the log odds with a window; returns class probabilities blended over phone and wrist.
  mutating func probabilities(of vector: MotionFeatureVector) -> SIMD8<Float> {
    // The model's first class is a phone, its second a wrist.
    let found = worn.probabilities(of: vector)
    let news = log(max(found[1], 1e-6) / max(found[0], 1e-6))
    logOdds = min(max(logOdds + parameters.share * news, -parameters.maximum), parameters.maximum)
    let share = share
    return phone.probabilities(of: vector) * (1 - share) + wrist.probabilities(of: vector) * share
  }

  /// Resets to the prior, as at a boot.
  mutating func restart() { logOdds = parameters.prior }
}
