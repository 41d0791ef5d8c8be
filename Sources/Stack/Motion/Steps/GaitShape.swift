import Glibc

/// Log odds of gait from the shape of the specific-force vector over 4 s: a network of eight tanh units.
///
/// ``GaitEvidence`` sees only the magnitude. An arm that exercises, brushes or claps repeats as regularly as
/// feet step, but turns gravity in the watch's axes and moves across it rather than along it.
struct GaitShape: Sendable {
  /// Features of a window, without those of its candidate.
  private struct Features {
    /// Logs of the RMS change of the magnitude over 0.48 s, and of the vector over 0.08, 0.2, 1 and 2 s.
    var changes: [Float]
    /// Log of the ratio of motion along the mean force to motion across it.
    var vertical: Float
    /// Skewness of the motion along the mean force.
    var skew: Float
  }

  /// Mean square motion across the mean force, in m²/s⁴, below which the recording has the magnitude only.
  private static let minAcross: Float = 1e-4
  /// Limit of the log odds.
  private static let maxOdds: Float = 8
  /// Limit of standardised features, in standard deviations.
  private static let reach: Float = 4

  /// Returns the log odds of gait for the likeliest candidate of a window; nil without a direction.
  static func logOdds(_ best: GaitCandidate, forces: [SIMD3<Float>]) -> Float? {
    guard let shape = features(of: forces) else { return nil }
    let inputs =
      [
        max(best.evidence, -maxOdds), best.features.stride, best.features.step,
        best.features.logRate, best.features.logExcess,
      ] + shape.changes + [shape.vertical, shape.skew]
    var odds = bias
    for unit in units {
      var sum = unit.bias
      for (index, input) in inputs.enumerated() {
        let value = (input - means[index]) / deviations[index]
        sum += unit.weights[index] * min(max(value, -reach), reach)
      }
      odds += unit.output * tanh(sum)
    }
    return min(max(odds, -maxOdds), maxOdds)
  }

  private static func features(of forces: [SIMD3<Float>]) -> Features? {
    let count = Float(forces.count)
    let mean = forces.reduce(.zero, +) / count
    let axis = mean / (length(mean) + 1e-6)
    var (along, cube, all): (Float, Float, Float) = (0, 0, 0)
    for force in forces {
      let offset = force - mean
      let share = (offset * axis).sum()
      along += share * share
      cube += share * share * share
      all += (offset * offset).sum()
    }
    (along, cube, all) = (along / count, cube / count, all / count)
    let across = max(all - along, 0)
    guard across > minAcross else { return nil }
    let changes = [
      logChange(forces.map { SIMD3(length($0), 0, 0) }, lag: 12), logChange(forces, lag: 2),
      logChange(forces, lag: 5), logChange(forces, lag: 25), logChange(forces, lag: 50),
    ]
    let ratio = log(along.squareRoot() + 0.02) - 0.5 * log(across + 4e-4)
    let spread = along + 0.01
    return Features(
      changes: changes, vertical: min(max(ratio, -3), 1.2),
      skew: cube / (spread * spread.squareRoot()))
  }

  private static func length(_ vector: SIMD3<Float>) -> Float {
    (vector * vector).sum().squareRoot()
  }

  /// Returns the log of the RMS difference, in m/s², of values `lag` samples apart (structure function).
  private static func logChange(_ values: [SIMD3<Float>], lag: Int) -> Float {
    var sum: Float = 0
    for index in lag..<values.count {
      let change = values[index] - values[index - lag]
      sum += (change * change).sum()
    }
    return 0.5 * log(sum / Float(values.count - lag) + 1e-3)
  }
}
