/// What a seed is for: nobody is judged on whom anything was learned from, or fitted to.
///
/// The ranges are disjoint. Scenarios and baselines have seeds from 1 on, by which their authors build them;
/// simulated people from whom the stack learns are drawn under 100 to 199; limits are fitted under 201 to
/// 300; and fresh seeds, which judge it all, begin at 1000.
public enum SeedUse: String, CaseIterable, Sendable {
  case training, tuning, judging

  /// What the seeds of a use are.
  public var seeds: ClosedRange<UInt64> {
    switch self {
    case .training: 100...199
    case .tuning: 200...999
    case .judging: 1000...UInt64(Int32.max)
    }
  }

  /// The seeds that limits are fitted under unless others are asked for.
  public static let fitting: ClosedRange<UInt64> = 201...300

  /// Why nothing can be judged under some seeds; nil if it can.
  public static func complaint(judgingBy seeds: ClosedRange<UInt64>) -> String? {
    let taken = SeedUse.training.seeds
    guard seeds.overlaps(taken) else { return nil }
    return """
      seeds \(taken.lowerBound) to \(taken.upperBound) are those of people from whom the stack has \
      learned, so that nothing can be judged by them; take others, from 1000 on for a fair judgement
      """
  }

  /// Why nothing can be fitted under some seeds; nil if it can.
  public static func complaint(fittingTo seeds: ClosedRange<UInt64>) -> String? {
    guard let taken = [SeedUse.training, .judging].first(where: { seeds.overlaps($0.seeds) }) else {
      return nil
    }
    return """
      seeds from \(taken.seeds.lowerBound) \(taken == .judging ? "on " : "")are for \(taken.rawValue), \
      so that nothing may be fitted to them; take those from \(fitting.lowerBound) to \
      \(fitting.upperBound)
      """
  }
}
