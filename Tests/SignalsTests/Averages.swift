import Numerics

extension RunningStatistics {
  /// The mean; not-a-number, which fails every comparison, where there is nothing to average.
  var average: Double { mean ?? .nan }
  /// The standard deviation; not-a-number where there is too little.
  var spread: Double { standardDeviation ?? .nan }
}
