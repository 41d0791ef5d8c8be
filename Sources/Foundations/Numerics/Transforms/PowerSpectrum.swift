import Glibc

/// The one-sided power spectral density of a sampled signal.
public struct PowerSpectrum: Hashable, Sendable {
  /// The weighting of samples before the transform.
  public enum Window: Hashable, Sendable {
    /// Equal weights: the finest resolution, the most leakage.
    case rectangular
    /// The periodic Hann window, 0.5 - 0.5 cos(2 pi n / length).
    case hann
  }

  /// The frequencies of the bins in Hz, from zero to half the sampling rate.
  public let frequencies: [Double]
  /// The density at each frequency, in squared units of the signal per Hz.
  ///
  /// The sum over the bins, times their spacing, is the signal's variance.
  public let densities: [Double]
  /// The number of averaged segments.
  public let segmentCount: Int

  /// Estimates the density by Welch's method: the mean over segments that overlap by half.
  ///
  /// Each segment is detrended by its mean, windowed and transformed. Source: P. D. Welch, IEEE
  /// Transactions on Audio and Electroacoustics 15 (1967) 70-73; results equal those of
  /// `scipy.signal.welch`.
  ///
  /// - Parameters:
  ///   - samples: The signal, evenly sampled.
  ///   - rate: The sampling rate in Hz.
  ///   - segmentLength: The number of samples per segment; nil means one segment.
  ///   - window: The weighting of samples.
  /// - Throws: ``NumericsError`` for too few samples, or values or a rate that aren't finite.
  public init(
    of samples: [Double], rate: Double, segmentLength: Int? = nil, window: Window = .hann
  ) throws(NumericsError) {
    try requirePositive(rate, "rate")
    try requireFinite(samples, "samples")
    let length = segmentLength ?? samples.count
    guard length >= 2 else { throw .tooFew(name: "segment", needed: 2, actual: length) }
    guard samples.count >= length else {
      throw .tooFew(name: "samples", needed: length, actual: samples.count)
    }
    let weights = window.weights(length)
    let power = weights.reduce(0) { $0 + $1 * $1 }
    var transform = try RealTransform(length: length)
    var sums = Array(repeating: 0.0, count: transform.binCount)
    var segments = 0
    var start = 0
    while start + length <= samples.count {
      var segment = Array(samples[start..<start + length])
      let mean = segment.reduce(0, +) / Double(length)
      for index in segment.indices {
        segment[index] = (segment[index] - mean) * weights[index]
      }
      for (bin, value) in try transform.forward(segment).enumerated() {
        sums[bin] += value.squaredMagnitude
      }
      segments += 1
      start += length - length / 2
    }
    let scale = 1 / (rate * power * Double(segments))
    densities = sums.indices.map { bin in
      // All bins but the first and the middle one also stand for a negative frequency.
      let isSingle = bin == 0 || 2 * bin == length
      return sums[bin] * scale * (isSingle ? 1 : 2)
    }
    frequencies = sums.indices.map { Double($0) * rate / Double(length) }
    segmentCount = segments
  }

  /// Returns the signal's variance between two frequencies in Hz, both included.
  public func power(in band: ClosedRange<Double>) -> Double {
    let spacing = frequencies[1] - frequencies[0]
    var sum = 0.0
    for (frequency, density) in zip(frequencies, densities) where band.contains(frequency) {
      sum += density * spacing
    }
    return sum
  }
}

extension PowerSpectrum.Window {
  /// Returns the weights of a segment of `length` samples.
  func weights(_ length: Int) -> [Double] {
    switch self {
    case .rectangular:
      Array(repeating: 1, count: length)
    case .hann:
      (0..<length).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length)) }
    }
  }
}
