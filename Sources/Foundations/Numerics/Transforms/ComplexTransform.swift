import CGSL

/// Discrete Fourier transform of complex sequences of one length, with reusable tables.
///
/// Any length takes O(length log length); lengths with a prime factor above 50 take about five
/// times as long. It owns scratch memory and can't be copied: make one per thread.
public struct ComplexTransform: ~Copyable, Sendable {
  private let table: Owned<gsl_fft_complex_wavetable>
  private let workspace: Owned<gsl_fft_complex_workspace>
  /// Used for lengths that GSL handles badly; table and workspace then have the padded length.
  private let chirp: Chirp?
  private let innerLength: Int

  public let length: Int

  /// Prepares transforms of `length` values.
  public init(length: Int) throws(NumericsError) {
    try requireLength(length)
    let isAwkward = Chirp.isNeeded(for: length)
    let innerLength = isAwkward ? Chirp.paddedLength(length) : length
    let table = try Owned(
      gsl_fft_complex_wavetable_alloc(innerLength), freedBy: gsl_fft_complex_wavetable_free,
      "Fourier transform")
    let workspace = try Owned(
      gsl_fft_complex_workspace_alloc(innerLength), freedBy: gsl_fft_complex_workspace_free,
      "Fourier transform")
    if isAwkward {
      var chirp = Chirp(length: length)
      try ComplexTransform.run(
        &chirp.spectrum, table.pointer, workspace.pointer, gsl_fft_complex_forward)
      self.chirp = chirp
    } else {
      chirp = nil
    }
    self.table = table
    self.workspace = workspace
    self.innerLength = innerLength
    self.length = length
  }

  /// Replaces `values` by their transform: the sum of z[n] exp(-2 pi i n k / length).
  public mutating func forward(_ values: inout [Complex]) throws(NumericsError) {
    try requireCount(values)
    guard let chirp else { return try run(&values, gsl_fft_complex_forward) }
    try convolve(&values, chirp)
  }

  /// Replaces `values` by their inverse transform; undoes ``forward(_:)``.
  public mutating func inverse(_ values: inout [Complex]) throws(NumericsError) {
    try requireCount(values)
    guard let chirp else { return try run(&values, gsl_fft_complex_inverse) }
    // The inverse is the conjugate of the forward transform of the conjugate.
    for index in values.indices {
      values[index] = values[index].conjugate
    }
    try convolve(&values, chirp)
    let scale = 1 / Double(length)
    for index in values.indices {
      values[index] = values[index].conjugate * scale
    }
  }

  private func requireCount(_ values: [Complex]) throws(NumericsError) {
    guard values.count == length else {
      throw .sizeMismatch(name: "values", expected: length, actual: values.count)
    }
  }

  private mutating func convolve(
    _ values: inout [Complex], _ chirp: Chirp
  ) throws(NumericsError) {
    var padded = Array(repeating: Complex.zero, count: innerLength)
    for index in values.indices {
      padded[index] = values[index] * chirp.factors[index]
    }
    try run(&padded, gsl_fft_complex_forward)
    for index in padded.indices {
      padded[index] = padded[index] * chirp.spectrum[index]
    }
    try run(&padded, gsl_fft_complex_backward)
    for index in values.indices {
      values[index] = padded[index] * chirp.factors[index]
    }
  }

  private typealias Routine = (
    UnsafeMutablePointer<Double>?, Int, Int, UnsafePointer<gsl_fft_complex_wavetable>?,
    UnsafeMutablePointer<gsl_fft_complex_workspace>?
  ) -> Int32

  private mutating func run(
    _ values: inout [Complex], _ routine: Routine
  ) throws(NumericsError) {
    try ComplexTransform.run(&values, table.pointer, workspace.pointer, routine)
  }

  private static func run(
    _ values: inout [Complex], _ table: UnsafeMutablePointer<gsl_fft_complex_wavetable>,
    _ workspace: UnsafeMutablePointer<gsl_fft_complex_workspace>, _ routine: Routine
  ) throws(NumericsError) {
    let count = values.count
    let status = values.withUnsafeMutableBytes { bytes in
      routine(
        bytes.baseAddress?.assumingMemoryBound(to: Double.self), 1, count, table, workspace)
    }
    try GSL.check(status, "Fourier transform")
  }
}

/// Throws unless `length` is valid for a transform.
func requireLength(_ length: Int) throws(NumericsError) {
  // GSL sizes its tables with 64-bit products; 2^40 values are beyond any memory.
  try require(length > 0 && length <= 1 << 40, "length", Double(length), "between 1 and 2^40")
}
