public import Documents
import Glibc

/// How it is found out that a wrist is felt, not a phone.
public struct WristFinding: DialSet {
  /// The log of the odds of a wrist before anything is felt: phones are more common.
  public var prior: Float = -3
  /// How much of a window's log odds counts: what a bearer does lasts for many windows.
  public var share: Float = 0.08
  /// The most that the log odds can become either way, so that a phone given away is found again.
  public var most: Float = 6

  /// The log odds from which a wrist is beyond doubt.
  public var certain: Float = 2

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .float(
      "prior", \.prior, "", -50...50,
      "The log of the odds of a wrist before anything is felt.", .estimate),
    .float(
      "share", \.share, "", 0...1, "How much of a window's log odds counts.",
      .assumed("what a bearer does lasts for many windows")),
    .float(
      "most", \.most, "", 0...50, "The most that the log odds can become either way.", .estimate),
    .float(
      "certain", \.certain, "", -50...50,
      "The log odds from which a wrist is beyond doubt, so that no ride is told by busy hands.",
      .estimate),
  ]
}

/// Finds out from window to window whether readings are a watch's on a wrist.
///
/// Hands do much at rest that looks like walking in a pocket, and swing at half the rate of steps: a
/// wrist has a model of its own. Which of the two holds is learned from phones and watches of the same
/// people (WISDM, sp-sw-har) and adds up, since a watch stays one.
struct WristFinder: Sendable {
  private let parameters: WristFinding
  private let phone: ActivityClassifier
  private let wrist: ActivityClassifier
  private let worn: ActivityClassifier
  private var logOdds: Float

  /// Creates a finder that has felt nothing.
  ///
  /// - Parameters:
  ///   - parameters: How it finds.
  ///   - phone: What a phone's windows are told by.
  ///   - reach: How far from the mean a feature may lead, in standard deviations.
  init(_ parameters: WristFinding, phone: ActivityClassifier, reach: Float) {
    self.parameters = parameters
    self.phone = phone
    wrist = ActivityClassifier(model: .learnedWrist, reach: reach)
    worn = ActivityClassifier(model: .learnedWorn, reach: reach)
    logOdds = parameters.prior
  }

  /// How much the wrist's model says: nothing while a phone is as likely, so that phones are told by
  /// their own, and all in the end.
  private var share: Float { max(0, 2 / (1 + exp(-logOdds)) - 1) }

  /// Whether it is beyond doubt that a wrist is felt.
  var isCertain: Bool { logOdds > parameters.certain }

  /// Takes a window, and tells how probable each class is, of a phone or a wrist.
  mutating func probabilities(of vector: MotionFeatureVector) -> SIMD8<Float> {
    // Learned as two of the classes: a phone is in the first's place, a wrist in the second's.
    let found = worn.probabilities(of: vector)
    let news = log(max(found[1], 1e-6) / max(found[0], 1e-6))
    logOdds = min(max(logOdds + parameters.share * news, -parameters.most), parameters.most)
    let share = share
    return phone.probabilities(of: vector) * (1 - share) + wrist.probabilities(of: vector) * share
  }

  /// Forgets what was felt, as at a boot.
  mutating func restart() { logOdds = parameters.prior }
}
