import CGSL

/// Discrete Fourier transform of real sequences of one length, with reusable tables.
///
/// Any length takes O(length log length); lengths with a prime factor above 50 take about ten
/// times as long. It owns scratch memory and can't be copied: make one per thread.
public struct RealTransform: ~Copyable, Sendable {
  private let forwardTable: Owned<gsl_fft_real_wavetable>
  private let inverseTable: Owned<gsl_fft_halfcomplex_wavetable>
  private let workspace: Owned<gsl_fft_real_workspace>
  private var scratch: [Double]
  /// Used for lengths that GSL handles badly; the other tables then have length one.
  private var general: ComplexTransform?

  public let length: Int

  /// The number of bins, from frequency zero to half the sampling rate.
  public var binCount: Int { length / 2 + 1 }

  /// Prepares transforms of `length` values.
  public init(length: Int) throws(NumericsError) {
    try requireLength(length)
    let isAwkward = Chirp.isNeeded(for: length)
    let innerLength = isAwkward ? 1 : length
    let general = isAwkward ? try ComplexTransform(length: length) : nil
    let forwardTable = try Owned(
      gsl_fft_real_wavetable_alloc(innerLength), freedBy: gsl_fft_real_wavetable_free,
      "Fourier transform")
    let inverseTable = try Owned(
      gsl_fft_halfcomplex_wavetable_alloc(innerLength), freedBy: gsl_fft_halfcomplex_wavetable_free,
      "Fourier transform")
    let workspace = try Owned(
      gsl_fft_real_workspace_alloc(innerLength), freedBy: gsl_fft_real_workspace_free,
      "Fourier transform")
    self.forwardTable = forwardTable
    self.inverseTable = inverseTable
    self.workspace = workspace
    self.general = general
    self.length = length
    scratch = Array(repeating: 0, count: length)
  }

  /// Returns the sum of x[n] exp(-2 pi i n k / length) for k from 0 to length / 2.
  ///
  /// The rest is redundant: bin length - k is the conjugate of bin k.
  public mutating func forward(_ values: [Double]) throws(NumericsError) -> [Complex] {
    guard values.count == length else {
      throw .sizeMismatch(name: "values", expected: length, actual: values.count)
    }
    guard general == nil else {
      var complex = values.map { Complex($0) }
      try general?.forward(&complex)
      complex.removeLast(length - binCount)
      return complex
    }
    scratch = values
    try GSL.check(
      gsl_fft_real_transform(&scratch, 1, length, forwardTable.pointer, workspace.pointer),
      "Fourier transform")
    // GSL's order: r0, then (real, imaginary) of each bin, then r of the middle one if even.
    return (0..<binCount).map { bin in
      guard bin > 0 else { return Complex(scratch[0]) }
      let isMiddle = 2 * bin == length
      return Complex(scratch[2 * bin - 1], isMiddle ? 0 : scratch[2 * bin])
    }
  }

  /// Returns the real sequence whose transform is `bins`; undoes ``forward(_:)``.
  ///
  /// The imaginary parts at frequency zero and, for even lengths, at half the sampling rate are
  /// ignored.
  public mutating func inverse(_ bins: [Complex]) throws(NumericsError) -> [Double] {
    guard bins.count == binCount else {
      throw .sizeMismatch(name: "bins", expected: binCount, actual: bins.count)
    }
    guard general == nil else {
      var complex = bins + (binCount..<length).map { bins[length - $0].conjugate }
      complex[0].imaginary = 0
      if length.isMultiple(of: 2) {
        complex[length / 2].imaginary = 0
      }
      try general?.inverse(&complex)
      return complex.map(\.real)
    }
    scratch[0] = bins[0].real
    for bin in bins.indices.dropFirst() {
      scratch[2 * bin - 1] = bins[bin].real
      if 2 * bin < length {
        scratch[2 * bin] = bins[bin].imaginary
      }
    }
    try GSL.check(
      gsl_fft_halfcomplex_inverse(&scratch, 1, length, inverseTable.pointer, workspace.pointer),
      "Fourier transform")
    return scratch
  }
}
