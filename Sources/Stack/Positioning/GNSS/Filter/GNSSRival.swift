import Geometry
import Kernel
import Observations

/// What the epochs by themselves say of where the filter is.
///
/// A filter that has gone astray stays there, as it refuses what contradicts it. An epoch alone is noisy,
/// but owes nothing to those before. Where many of them, at places whose echoes are others, lie far off
/// on the same side, they are right.
public struct GNSSRival: Sendable {
  /// What the filter is off by, and how surely.
  struct Verdict {
    /// East, north and up, in m.
    var off: Vec3
    /// Of each axis, in m².
    var variance: Vec3
  }

  private let parameters: Parameters
  /// The sum of the weights, and of what the epochs lie off and its square times these, by axis.
  private var weight = 0.0
  private var sum = Vec3.zero
  private var squares = Vec3.zero
  /// How many s of epochs that is, and how many epochs with echoes of their own.
  private var seconds = 0.0
  private var count = 0.0

  init(parameters: Parameters) { self.parameters = parameters }

  /// Forgets all.
  mutating func begin() {
    self = GNSSRival(parameters: parameters)
  }

  /// Takes in what an epoch says by itself.
  ///
  /// - Parameters:
  ///   - track: The filter.
  ///   - solution: The epoch's own solution.
  ///   - elapsed: Since the epoch before, in s.
  /// - Returns: By how much the filter is off; nil while it may be right.
  mutating func consult(
    _ track: GNSSTrack, _ solution: GNSSSolution, _ elapsed: Double
  ) -> Verdict? {
    fade(elapsed)
    guard let frame = track.frame, solution.satelliteCount >= parameters.fewest,
      solution.residualFactor < parameters.mostFactor
    else { return nil }
    let off = frame.enu(of: solution.position) - track.state.position
    let level = max(solution.accuracyMetres, parameters.leastAccuracy)
    let share = elapsed / (level * level)
    weight += share
    sum += off * share
    squares += Vec3(off.x * off.x, off.y * off.y, off.z * off.z) * share
    seconds += elapsed
    let way = track.state.velocity.xy.length * elapsed
    count += min(1, max(elapsed / parameters.alikeSeconds, way / parameters.alikeMetres))
    return count >= parameters.patience ? verdict(on: track.state.positionVariance) : nil
  }

  /// What was long ago says little.
  private mutating func fade(_ elapsed: Double) {
    let keep = max(0, 1 - elapsed / parameters.memorySeconds)
    weight *= keep
    sum *= keep
    squares *= keep
    seconds *= keep
    count *= keep
  }

  private func verdict(on held: Vec3) -> Verdict? {
    let mean = sum / weight
    let spread = squares / weight - Vec3(mean.x * mean.x, mean.y * mean.y, mean.z * mean.z)
    let scatter = max(spread.x + spread.y, 0) / 2
    // On a street echoes come from the same sides all along: no number of epochs averages that away.
    let common = parameters.commonShare * parameters.commonShare * seconds / weight
    let variance = scatter / count + common
    let least = parameters.leastMetres * parameters.leastMetres
    let limit = parameters.sigmas * parameters.sigmas * (variance + (held.x + held.y) / 2)
    guard mean.xy.squaredLength > max(least, limit) else { return nil }
    // Heights scatter by more, as all satellites are above.
    let height = max(max(spread.z, 0) / count + common, variance)
    return Verdict(off: mean, variance: Vec3(variance, variance, height))
  }
}
