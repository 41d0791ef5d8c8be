import Glibc

/// Lasting range errors as consider states of a Schmidt-Kalman filter.
///
/// Multipath, and the errors of orbit and atmosphere, are first-order Gauss-Markov processes of each
/// satellite. They aren't estimated, but their covariance with the estimated unknowns is kept:
/// repeated ranges of a satellite don't average them out, and still correct whatever else went wrong.
/// Sources: S. F. Schmidt, 1966; A. H. Jazwinski, "Stochastic processes and filtering theory", 1970,
/// section 8.4.
struct ConsideredErrors: Sendable {
  /// An error: a process of unit variance times the present sigma, in m.
  ///
  /// A signal that fades has larger errors, but from the same reflection.
  struct Process: Sendable {
    var sigma = 0.0
    /// Covariance of the process with the unknowns.
    var covariance = SIMD16<Double>.zero

    /// Predicts to a later time.
    @inline(__always)
    mutating func advance(by elapsed: Double, decay: Double) {
      for axis in 0..<3 { covariance[axis] += covariance[axis + 3] * elapsed }
      covariance[FilterState.clock] += covariance[FilterState.drift] * elapsed
      covariance *= decay
    }
  }

  /// The errors of a satellite.
  struct SatelliteErrors: Sendable {
    let slot: Int
    /// Time of the last range, in s of the run.
    var received: Double
    var echo = Process()
    var slow = Process()
  }

  private(set) var satellites: [SatelliteErrors] = []

  /// Predicts to a later time, and drops the satellites that were last received before a time.
  mutating func advance(
    by elapsed: Double, echoSeconds: Double, slowSeconds: Double, oldest: Double
  ) {
    satellites.removeAll { $0.received < oldest }
    let echoDecay = echoSeconds > 0 ? exp(-elapsed / echoSeconds) : 0
    let slowDecay = slowSeconds > 0 ? exp(-elapsed / slowSeconds) : 0
    for index in satellites.indices {
      satellites[index].echo.advance(by: elapsed, decay: echoDecay)
      satellites[index].slow.advance(by: elapsed, decay: slowDecay)
    }
  }

  /// Sets the sigmas of a satellite's errors, and returns its index.
  mutating func observe(
    _ line: borrowing GNSSSightline, at seconds: Double, factor: Double
  ) -> Int {
    let slot = line.slot
    let index = satellites.firstIndex { $0.slot == slot } ?? satellites.count
    if index == satellites.count {
      satellites.append(SatelliteErrors(slot: slot, received: seconds))
    }
    satellites[index].received = seconds
    satellites[index].echo.sigma = (line.echo * factor).squareRoot()
    satellites[index].slow.sigma = (line.slow * factor).squareRoot()
    return index
  }

  /// Covariance of a satellite's errors with the unknowns.
  @inline(__always)
  func covariance(_ index: Int) -> SIMD16<Double> {
    let (echo, slow) = (satellites[index].echo, satellites[index].slow)
    return echo.covariance * echo.sigma + slow.covariance * slow.sigma
  }

  /// Updates the covariances after an observation.
  ///
  /// - Parameters:
  ///   - gain: Gain of the unknowns.
  ///   - design: Derivatives of the observation by the unknowns.
  ///   - index: The satellite whose errors are in the observation; nil for none.
  @inline(__always)
  mutating func update(gain: SIMD16<Double>, design: SIMD16<Double>, of index: Int? = nil) {
    for other in satellites.indices {
      let echo = (design * satellites[other].echo.covariance).sum()
      let slow = (design * satellites[other].slow.covariance).sum()
      let isOwn = other == index
      satellites[other].echo.covariance -=
        gain * (echo + (isOwn ? satellites[other].echo.sigma : 0))
      satellites[other].slow.covariance -=
        gain * (slow + (isOwn ? satellites[other].slow.sigma : 0))
    }
  }

  /// Changes the covariances of all errors.
  @inline(__always)
  mutating func change(_ body: (inout SIMD16<Double>) -> Void) {
    for index in satellites.indices {
      body(&satellites[index].echo.covariance)
      body(&satellites[index].slow.covariance)
    }
  }
}
