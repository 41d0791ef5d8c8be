import Numerics

extension RunningStatistics {
  /// The mean; NaN, which fails every comparison, without values.
  var average: Double { mean ?? .nan }
  /// The standard deviation; NaN with too few values.
  var spread: Double { standardDeviation ?? .nan }
}
