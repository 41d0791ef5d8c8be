import Geometry
import Kernel
import Observations

/// Alternative hypothesis: the mean offset of single-epoch solutions from the filter.
///
/// A filter that has diverged stays wrong, because its gate rejects the contradicting ranges. A
/// single epoch is noisy, but independent of earlier ones. If many of them, at positions with
/// different multipath, lie far off on the same side, the filter is reset to them.
public struct GNSSAlternative: Sendable {
  /// Offset of the filter.
  struct FilterOffset {
    /// East, north and up, in m.
    var off: Vec3
    /// Variance of each axis, in m².
    var variance: Vec3
  }

  private let parameters: Parameters
  /// Sum of weights, with the weighted sums of offsets and of their squares, by axis.
  private var weight = 0.0
  private var sum = Vec3.zero
  private var squares = Vec3.zero
  /// Sum of the time of the epochs, in s; `count` is the number of epochs with independent
  /// multipath.
  private var seconds = 0.0
  private var count = 0.0

  init(parameters: Parameters) { self.parameters = parameters }

  /// Resets the averages.
  mutating func begin() {
    self = GNSSAlternative(parameters: parameters)
  }

  /// Adds a single-epoch solution.
  ///
  /// - Parameters:
  ///   - track: The filter's track.
  ///   - solution: Solution of the epoch alone.
  ///   - elapsed: Time since the previous epoch, in s.
  /// - Returns: The filter's offset; nil if it is not significant.
  mutating func consult(
    _ track: GNSSTrack, _ solution: GNSSSolution, _ elapsed: Double
  ) -> FilterOffset? {
    fade(elapsed)
    guard let frame = track.frame, solution.satelliteCount >= parameters.minimum,
      solution.residualFactor < parameters.maxFactor
    else { return nil }
    let off = frame.enu(of: solution.position) - track.state.position
    let level = max(solution.accuracyMetres, parameters.minAccuracy)
    let share = elapsed / (level * level)
    weight += share
    sum += off * share
    squares += Vec3(off.x * off.x, off.y * off.y, off.z * off.z) * share
    seconds += elapsed
    let way = track.state.velocity.xy.length * elapsed
    count += min(1, max(elapsed / parameters.alikeSeconds, way / parameters.alikeMetres))
    return count >= parameters.maxRejections ? verdict(on: track.state.positionVariance) : nil
  }

  /// Exponential forgetting.
  private mutating func fade(_ elapsed: Double) {
    let keep = max(0, 1 - elapsed / parameters.memorySeconds)
    weight *= keep
    sum *= keep
    squares *= keep
    seconds *= keep
    count *= keep
  }

  private func verdict(on held: Vec3) -> FilterOffset? {
    let mean = sum / weight
    let spread = squares / weight - Vec3(mean.x * mean.x, mean.y * mean.y, mean.z * mean.z)
    let scatter = max(spread.x + spread.y, 0) / 2
    // In a street, reflections come from the same sides all along and do not average out.
    let common = parameters.commonShare * parameters.commonShare * seconds / weight
    let variance = scatter / count + common
    let minimum = parameters.minMetres * parameters.minMetres
    let limit = parameters.sigmas * parameters.sigmas * (variance + (held.x + held.y) / 2)
    guard mean.xy.squaredLength > max(minimum, limit) else { return nil }
    // Heights scatter more, because all satellites are above.
    let height = max(max(spread.z, 0) / count + common, variance)
    return FilterOffset(off: mean, variance: Vec3(variance, variance, height))
  }
}
