import Documents
import Formats
import Geometry
import Glibc
import Kernel
import Numerics
import Observations
import Positioning
import Recordings
import Truth

/// Quantile regression of the accuracy radius of satellite positions.
///
/// Errors of recordings with known positions, and of simulated ones made by `run --record`. Both kinds have the
/// same weight in all, and each set of a kind, whatever its length. Source: R. Koenker, G. Bassett, "Regression quantiles", Econometrica 46, 1978.
struct RadiusRegression {
  /// A recording's or scenario's moments.
  struct Moments {
    let name: String
    let isSimulated: Bool
    /// Regressors, and the logarithm of the error in m.
    var rows: [(regressors: SIMD8<Double>, error: Double)] = []
  }

  /// The quantile: a little below 0.68, since logarithms of small errors are cut off.
  private static let quantile = 0.675
  /// Smallest error that counts, in m, and width of the smoothed corner of the loss.
  private static let (minError, corner) = (0.2, 0.1)
  /// Penalty of the squared coefficients of standardised regressors.
  private static let penalty = 1e-3
  private static let maxRows = 1500
  let count = 5

  /// Reads the moments of all recordings in a folder.
  ///
  /// - Throws: An error if there is no recording.
  static func moments(in folder: String, isSimulated: Bool) throws -> Moments {
    var moments = Moments(
      name: folder.split(separator: "/").suffix(2).joined(separator: "/"), isSimulated: isSimulated)
    for source in try FoundRecordings.find(at: folder).sources {
      let recording = try source.read().recording
      guard let truth = RecordedTruth(recording.truth) else { continue }
      var parameters = GNSSFilter.Parameters()
      // All moments, whatever radius the present coefficients give them.
      parameters.single.worstAccuracyMetres = 1e9
      var filter = GNSSFilter(parameters: parameters)
      for delivered in recording.observations {
        switch delivered.item {
        case .ephemeris(let message): filter.receive(message)
        case .gnss(let epoch):
          guard let fix = filter.receive(epoch), let evidence = filter.evidence else { continue }
          let sample = truth.sample(at: epoch.time)
          guard sample.known.contains(.position), sample.floor == nil else { continue }
          let degree = MeanSphere.metresPerDegree
          let north = (fix.coordinate.latitudeDegrees - sample.coordinate.latitudeDegrees) * degree
          let east =
            (fix.coordinate.longitudeDegrees - sample.coordinate.longitudeDegrees) * degree
            * cos(sample.coordinate.latitudeDegrees * (.pi / 180))
          moments.rows.append((evidence.regressors, log(max(hypot(east, north), minError))))
        default: break
        }
      }
    }
    let stride = max(1, (moments.rows.count + maxRows - 1) / maxRows)
    moments.rows = moments.rows.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    return moments
  }

  /// Minimises the smoothed quantile loss by Newton's method.
  ///
  /// - Throws: An error if the sets don't determine the coefficients.
  func coefficients(of sets: [Moments]) throws -> SIMD8<Double> {
    let rows = sets.flatMap { set in
      let count = sets.count { $0.isSimulated == set.isSimulated }
      return set.rows.map { ($0, 0.5 / Double(set.rows.count * count)) }
    }
    var mean = SIMD8<Double>.zero, square = SIMD8<Double>.zero
    for ((x, _), weight) in rows {
      mean += x * weight
      square += x * x * weight
    }
    var sigma = (square - mean * mean).squareRoot()
    (mean[0], sigma[0]) = (0, 1)
    for index in 0..<8 where !(sigma[index] > 1e-9) { sigma[index] = 1 }
    var found = SIMD8<Double>.zero
    for _ in 0..<100 {
      var gradient = [Double](repeating: 0, count: count)
      var hessian = Matrix(rows: count, columns: count)
      for ((x, error), weight) in rows {
        let z = (x - mean) / sigma
        let rest = error - (z * found).sum()
        let share = 1 / (1 + exp(-rest / Self.corner))
        for row in 0..<count {
          gradient[row] -= weight * (share - (1 - Self.quantile)) * z[row]
          for column in 0..<count {
            hessian[row, column] +=
              weight * max(share * (1 - share), 0.02) / Self.corner * z[row] * z[column]
          }
        }
      }
      for index in 1..<count {
        gradient[index] += 2 * Self.penalty * found[index]
        hessian[index, index] += 2 * Self.penalty
      }
      let step = try LeastSquares.linear(design: hessian, observations: gradient).solution
      var length = 0.0
      for index in 0..<count {
        found[index] -= step[index]
        length = max(length, abs(step[index]))
      }
      if length < 1e-7 { break }
    }
    var plain = found / sigma
    plain[0] = found[0] - (found * mean / sigma).sum()
    return plain
  }

  /// Share of a set's errors within the radius, and the median radius in m.
  static func within(
    _ set: Moments, _ coefficients: SIMD8<Double>
  ) -> (share: Double, radius: Double) {
    let radii = set.rows.map { ($0.regressors * coefficients).sum() }
    let inside = zip(set.rows, radii).count { $0.error <= $1 }
    return (
      Double(inside) / Double(max(1, set.rows.count)), exp(radii.sorted()[radii.count / 2])
    )
  }

  /// Fits to all sets and prints each set's share by the fit to the others.
  static func run(
    _ recordings: [String], simulated: [String], out: String?, command: String
  ) throws {
    let folders = recordings.map { ($0, false) } + simulated.map { ($0, true) }
    let sets = try parallelMap(folders, jobs: 2) { folder, isSimulated -> Moments in
      try moments(in: folder, isSimulated: isSimulated)
    }.filter { !$0.rows.isEmpty }
    let regression = RadiusRegression()
    print("set,n,within_left_out,radius_left_out_m")
    for set in sets {
      let others = try regression.coefficients(of: sets.filter { $0.name != set.name })
      let found = within(set, others)
      print("\(set.name),\(set.rows.count),\(found.share),\(found.radius)")
    }
    let all = try regression.coefficients(of: sets)
    let numbers = (0..<8).map { "\((all[$0] * 1e4).rounded() / 1e4)" }.joined(separator: ", ")
    let text = """
      extension GNSSConfidence {
        /// Coefficients of ``Evidence/regressors``, from \(sets.count) sets of recordings and scenarios.
        ///
        /// Made by `\(command)`.
        static let learned: SIMD8<Double> = [
          \(numbers),
        ]
      }

      """
    print(text)
    if let out { try writeFile(Array(text.utf8), to: out) }
  }
}
