/// Disjoint seed ranges for training, tuning and evaluation, so that no result is scored on training data.
///
/// Authors build scenarios and baselines with seeds from 1 on. Simulated people for training use 100 to
/// 199, limits are fitted under 201 to 300, and evaluation uses fresh seeds from 1000 on.
public enum SeedUse: String, CaseIterable, Sendable {
  case training, tuning, judging

  /// The seed range of a use.
  public var seeds: ClosedRange<UInt64> {
    switch self {
    case .training: 100...199
    case .tuning: 200...999
    case .judging: 1000...UInt64(Int32.max)
    }
  }

  /// The default seeds for fitting limits.
  public static let fitting: ClosedRange<UInt64> = 201...300

  /// The reason why seeds can't be used for evaluation; nil if they can.
  public static func complaint(judgingBy seeds: SeedList) -> String? {
    let taken = SeedUse.training.seeds
    guard seeds.overlaps(taken) else { return nil }
    return """
      seeds \(taken.lowerBound) to \(taken.upperBound) are those of people in the stack's training \
      data, so they can't be used for evaluation; use others, from 1000 on for a fair evaluation
      """
  }

  /// The reason why seeds can't be used for fitting; nil if they can.
  public static func complaint(fittingTo seeds: SeedList) -> String? {
    guard let taken = [SeedUse.training, .judging].first(where: { seeds.overlaps($0.seeds) }) else {
      return nil
    }
    return """
      seeds from \(taken.seeds.lowerBound) \(taken == .judging ? "on " : "")are for \(taken.rawValue), \
      so nothing may be fitted to them; use seeds from \(fitting.lowerBound) to \
      \(fitting.upperBound)
      """
  }
}
