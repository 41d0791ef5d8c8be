import Documents
import Glibc
import Kernel
import Numerics
import Scoring

// Two other judges, for comparison with the present one on the same runs.

/// The judge of version 0.2: for each of some forty figures the BCa bootstrap of the median paired change
/// and Wilcoxon's signed-rank test, with Holm's correction over the figures and fixed least changes.
struct EarlierJudge {
  /// Returns the verdicts worse (1), better (-1), unchanged (0) and undecided (nil) of the figures of a group.
  static func verdicts(_ base: FigureTable, _ new: FigureTable, _ figures: [GatedFigure]) -> [Int?]
  {
    let changes = figures.map { Change(base, new, $0) }
    let tested = changes.indices.filter { changes[$0]?.isIdentical == false }
    let corrected = holmCorrected(tested.map { changes[$0]?.significance ?? 1 })
    var significances = [Double](repeating: 1, count: figures.count)
    for (index, value) in zip(tested, corrected) { significances[index] = value }
    return changes.indices.map { index in
      guard let change = changes[index] else { return 0 }
      return change.isIdentical
        ? 0 : change.verdict(significances[index], figures: tested.count)
    }
  }

  private struct Change {
    var worsenings: [Double]
    var worsening: Double
    var minimum: Double
    var interval: ClosedRange<Double>
    var significance: Double

    var isIdentical: Bool { worsenings.allSatisfy { $0 == 0 } }

    init?(_ base: FigureTable, _ new: FigureTable, _ figure: GatedFigure) {
      let key = FigureTable.Key(figure)
      let pairs = new.seeds.compactMap { seed -> (Double, Double)? in
        guard let old = base.figures[key]?[seed], let now = new.figures[key]?[seed] else {
          return nil
        }
        return (old, now)
      }
      guard pairs.count > 1 else { return nil }
      let better = figure.metric.better
      worsenings = pairs.map { better.badness($0.1) - better.badness($0.0) }
      worsening = worsenings.median
      let share = figure.metric.dimension == .ratio ? 0.02 : 0.05
      minimum = max(share * abs(pairs.map(\.0).median), Self.absolute(figure.metric))
      (interval, significance) = (0...0, 1)
      guard !isIdentical else { return }
      let bootstrap = MedianBootstrap(worsenings)
      interval = bootstrap.interval
      significance = max(bootstrap.significance, signedRankSignificance(worsenings))
    }

    /// The fixed least changes of version 0.2, by the metric's unit.
    private static func absolute(_ metric: Metric) -> Double {
      switch metric.margin {
      case .absolute(let size): size
      case .relative:
        metric.unit == "m" ? metric.name.hasPrefix("indoor.error") ? 0.3 : 0.5 : 1
      }
    }

    func verdict(_ significance: Double, figures: Int) -> Int? {
      if significance <= 0.05, !interval.contains(0), abs(worsening) >= minimum {
        return worsening > 0 ? 1 : -1
      }
      var needed = 2
      while pow(0.5, Double(needed - 1)) * Double(max(1, figures)) > 0.05 { needed += 1 }
      let largest = worsenings.map(abs).max() ?? 0
      let isOpen =
        worsenings.count < needed || worsening >= minimum || interval.upperBound >= 2 * minimum
      return largest >= 0.25 * minimum && isOpen ? nil : 0
    }
  }
}

/// The BCa bootstrap of a median (Efron 1987), with 1,000 resamples for speed (version 0.2: 5,000).
private struct MedianBootstrap {
  let interval: ClosedRange<Double>
  let significance: Double

  init(_ values: [Double]) {
    let resamples = 1000
    let estimate = values.median
    var stream = RandomStream(seed: 0, purpose: "earlier judge")
    var replicates = (0..<resamples).map { _ in
      values.indices.map { _ in values[stream.integer(below: values.count)] }.median
    }
    replicates.sort()
    func share(below value: Double) -> Double {
      let (less, equal) = (replicates.count { $0 < value }, replicates.count { $0 == value })
      let edge = 0.5 / Double(resamples + 1)
      return min(max((Double(less) + Double(equal) / 2) / Double(resamples), edge), 1 - edge)
    }
    let bias = normalQuantile(share(below: estimate))
    let jackknife = values.indices.map { left -> Double in
      var rest = values
      rest.remove(at: left)
      return rest.median
    }
    let mean = jackknife.reduce(0, +) / Double(jackknife.count)
    let squares = jackknife.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let cubes = jackknife.reduce(0) { $0 + (mean - $1) * (mean - $1) * (mean - $1) }
    let scale = 6 * squares * squares.squareRoot()
    let acceleration = scale > 0 ? cubes / scale : 0
    let ends = [0.025, 0.975].map { tail -> Double in
      let shifted = bias + normalQuantile(tail)
      let place = normalShare(bias + shifted / max(1e-9, 1 - acceleration * shifted))
      return replicates[min(resamples - 1, max(0, Int(place * Double(resamples))))]
    }
    interval = min(ends[0], ends[1])...max(ends[0], ends[1])
    let shifted = normalQuantile(share(below: 0)) - bias
    significance = min(1, 2 * normalShare(-abs(shifted / (1 + acceleration * shifted) - bias)))
  }
}

private func normalShare(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

private func normalQuantile(_ share: Double) -> Double {
  (try? NormalDistribution().quantile(share)) ?? 0
}

/// Two-sided p-value of Wilcoxon's signed-rank test, with Pratt's treatment of zeros.
private func signedRankSignificance(_ differences: [Double]) -> Double {
  let order = differences.indices.sorted { abs(differences[$0]) < abs(differences[$1]) }
  var ranks = [Double](repeating: 0, count: differences.count)
  var start = 0
  while start < order.count {
    var end = start
    while end < order.count, abs(differences[order[end]]) == abs(differences[order[start]]) {
      end += 1
    }
    for index in start..<end { ranks[order[index]] = Double(start + end + 1) / 2 }
    start = end
  }
  // The signs of the ranks are flipped.
  let signed = zip(ranks, differences).map { $1 > 0 ? $0 : $1 < 0 ? -$0 : 0 }
  return min(1, 2 * min(signFlipSignificance(signed), signFlipSignificance(signed.map { -$0 })))
}

/// Two-sided p-value of the Mann-Whitney test, as asv compares: unpaired, by the normal approximation
/// with ties.
func mannWhitneySignificance(_ one: [Double], _ other: [Double]) -> Double {
  let all = (one.map { ($0, true) } + other.map { ($0, false) }).sorted { $0.0 < $1.0 }
  var (rankSum, ties, start) = (0.0, 0.0, 0)
  while start < all.count {
    var end = start
    while end < all.count, all[end].0 == all[start].0 { end += 1 }
    let rank = Double(start + end + 1) / 2
    rankSum += rank * Double(all[start..<end].count { $0.1 })
    let size = Double(end - start)
    ties += size * size * size - size
    start = end
  }
  let (n, m) = (Double(one.count), Double(other.count))
  let total = n + m
  let mean = n * (total + 1) / 2
  let variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
  guard variance > 0 else { return 1 }
  return min(1, 2 * normalShare(-max(0, abs(rankSum - mean) - 0.5) / variance.squareRoot()))
}
