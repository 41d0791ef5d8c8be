import Geometry
import Glibc
import Maps

/// Builds a magnetic map from survey data: a Gaussian process per field component about its mean on the
/// level, of the same kind as for shadowing.
///
/// Vallivaara et al., "Simultaneous localization and mapping using ambient magnetic field", 2010, use such a
/// process; its hyperparameters here maximise the likelihood of left-out walks.
struct MagneticMapBuilder {
  /// Grid spacing, and max distance from the grid to a measurement, in m.
  private static let spacing = 1.0
  private static let reach = 6.0
  /// Measurements of one walk within squares of this size are averaged, in m.
  private static let square = 0.75
  /// Min sigma of the field where it wasn't measured, in µT; also the value for tiny surveys; an estimate.
  private static let minSpread = 3.0
  /// Min number of squares for a map.
  private static let minimum = 8
  /// Min number of left-out squares for choosing hyperparameters.
  private static let minJudges = 60
  /// Position sigma of surveyors and phones, in m, which adds variance where the field is steep; an estimate.
  private static let positionSigma = 1.0

  /// Max number of grid points of a level; larger areas get a wider spacing.
  private static let maxPoints = 250_000.0

  /// Max number of left-out squares, and number of nearest squares of other walks that predict each.
  private static let judges = 240
  private static let neighbours = 32

  /// Mean of a field component over a square and a walk, less the mean on the level, in µT.
  private struct SquareMean {
    var point: Vec2
    var rest: Double
    var walk: Int
  }

  /// A square with the squares of other walks around it.
  private struct LeftOut {
    var square: SquareMean
    var others: [SquareMean]
  }

  private let notes: SurveyNotes

  /// Nil if the survey has too few field measurements.
  init?(_ notes: SurveyNotes) {
    guard notes.fields.count >= Self.minimum else { return nil }
    self.notes = notes
  }

  /// The map of all levels.
  var map: MagneticMap {
    let parts: [(SurveyNotes.MagneticReading) -> Double] = [\.upward, \.level]
    var (usual, noise): ([MagneticMap.Value], [Double]) = ([], [])
    var known: [[(mean: Double, squares: [SquareMean])]] = []
    var kinds: [ShadowProcess.Hyperparameters] = []
    for part in parts {
      let all = notes.fields.map(part)
      let mean = all.reduce(0, +) / Double(all.count)
      let spread = all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(all.count)
      usual.append(
        MagneticMap.Value(mean: mean, sigma: max(Self.minSpread, spread.squareRoot())))
      let levels = notes.storeys.indices.map { squares(of: part, on: $0) }
      known.append(levels)
      kinds.append(Self.kind(of: levels.map(\.squares)))
      noise.append(kinds[kinds.count - 1].noise)
    }
    let planes = notes.storeys.indices.map { storey in
      plane(zip(known, kinds).map { ($0[storey].mean, $0[storey].squares, $1) })
    }
    return MagneticMap(planes: planes, usual: usual, noise: noise)
  }

  /// A field component on a level by square and walk, less its mean.
  private func squares(
    of part: (SurveyNotes.MagneticReading) -> Double, on storey: Int
  ) -> (mean: Double, squares: [SquareMean]) {
    var sums: [SIMD3<Int32>: (point: Vec2, value: Double, count: Double)] = [:]
    for field in notes.fields where field.storey == storey {
      let key = SIMD3(
        Int32((field.point.y / Self.square).rounded(.down)),
        Int32((field.point.x / Self.square).rounded(.down)), Int32(field.walk))
      let sum = sums[key] ?? (.zero, 0, 0)
      sums[key] = (sum.point + field.point, sum.value + part(field), sum.count + 1)
    }
    let order = sums.sorted { ($0.key.x, $0.key.y, $0.key.z) < ($1.key.x, $1.key.y, $1.key.z) }
    guard !order.isEmpty else { return (0, []) }
    let mean = order.reduce(0) { $0 + $1.value.value / $1.value.count } / Double(order.count)
    return (
      mean,
      order.map { key, sum in
        SquareMean(
          point: sum.point / sum.count, rest: sum.value / sum.count - mean, walk: Int(key.z))
      }
    )
  }

  // MARK: - The kind of process

  /// Hyperparameters with the highest likelihood of each walk given the others: errors are correlated along
  /// one walk and would make the map overconfident for the next.
  private static func kind(of levels: [[SquareMean]]) -> ShadowProcess.Hyperparameters {
    let judges = levels.flatMap(leftOut)
    // The strength is the standard deviation over the level; neighbours alone would give too little.
    let rests = levels.flatMap { $0.map(\.rest) }
    let square = rests.reduce(0) { $0 + $1 * $1 } / Double(max(1, rests.count))
    let strength = max(minSpread, square.squareRoot())
    var best = ShadowProcess.Hyperparameters(strength: strength, length: 4, noise: 1.5)
    var maximum = -Double.infinity
    guard judges.count >= minJudges else { return best }
    for length in [1.0, 2, 4, 8, 16, 32] {
      for noise in [0.5, 1, 1.5, 2.5, 4] {
        let kind = ShadowProcess.Hyperparameters(strength: strength, length: length, noise: noise)
        let sum = judges.reduce(0) { $0 + logLikelihood(of: $1, kind) }
        if sum > maximum { (maximum, best) = (sum, kind) }
      }
    }
    return best
  }

  /// Evenly spaced squares of a level that have other walks near them.
  private static func leftOut(_ squares: [SquareMean]) -> [LeftOut] {
    guard Set(squares.map(\.walk)).count > 1 else { return [] }
    let every = max(1, squares.count / judges)
    return stride(from: 0, to: squares.count, by: every).compactMap { number in
      let square = squares[number]
      let others = squares.filter {
        $0.walk != square.walk && ($0.point - square.point).squaredLength < reach * reach
      }.map { (($0.point - square.point).squaredLength, $0) }.sorted { $0.0 < $1.0 }
      guard !others.isEmpty else { return nil }
      return LeftOut(square: square, others: others.prefix(neighbours).map(\.1))
    }
  }

  private static func logLikelihood(
    of left: LeftOut, _ kind: ShadowProcess.Hyperparameters
  ) -> Double {
    var process = ShadowProcess(kind: kind, points: doubted(left.others, kind))
    guard let found = process.predict(at: [left.square.point]).first else { return 0 }
    let variance = found.variance + kind.noise * kind.noise
    let off = left.square.rest - found.rest
    return -0.5 * (off * off / variance + log(variance))
  }

  /// Squares with the noise of a kind.
  private static func doubted(
    _ squares: [SquareMean], _ kind: ShadowProcess.Hyperparameters
  ) -> [ShadowProcess.Known] {
    squares.map {
      ShadowProcess.Known(point: $0.point, rest: $0.rest, variance: kind.noise * kind.noise)
    }
  }

  // MARK: - The grid

  /// The grid of a level.
  private func plane(
    _ parts: [(mean: Double, squares: [SquareMean], kind: ShadowProcess.Hyperparameters)]
  ) -> MagneticMap.Plane {
    guard let first = parts.first, first.squares.count >= Self.minimum,
      let box = Box2(containing: first.squares.map(\.point))
    else { return .none }
    let low = box.minimum - Vec2(Self.reach, Self.reach)
    let size = box.size + Vec2(Self.reach, Self.reach) * 2
    let spacing = max(Self.spacing, (size.x * size.y / Self.maxPoints).squareRoot())
    guard size.x + size.y < Self.maxPoints * spacing else { return .none }
    var plane = MagneticMap.Plane(
      origin: low, spacing: spacing,
      columns: Int((size.x / spacing).rounded(.up)) + 1,
      rows: Int((size.y / spacing).rounded(.up)) + 1, means: [], sigmas: [])
    let tiles = tiles(of: plane, near: first.squares.map(\.point))
    for part in parts {
      var process = ShadowProcess(kind: part.kind, points: Self.doubted(part.squares, part.kind))
      let count = plane.columns * plane.rows
      var means = [Double](repeating: part.mean, count: count)
      var variances = [Double](
        repeating: part.kind.strength * part.kind.strength, count: count)
      for cells in tiles {
        let places = cells.map { plane.point(column: $0 % plane.columns, row: $0 / plane.columns) }
        for (cell, value) in zip(cells, process.predict(at: places)) {
          (means[cell], variances[cell]) = (part.mean + value.rest, value.variance)
        }
      }
      for (cell, slope) in Self.slopes(of: means, on: plane).enumerated() {
        variances[cell] += slope * Self.positionSigma * Self.positionSigma
      }
      plane.means.append(means.map { MagneticMap.step(ofMean: $0) })
      plane.sigmas.append(variances.map { MagneticMap.step(ofSigma: $0.squareRoot()) })
    }
    return plane
  }

  /// Squared gradient of a field component at each grid point, in µT²/m².
  private static func slopes(of means: [Double], on plane: MagneticMap.Plane) -> [Double] {
    means.indices.map { cell in
      let (column, row) = (cell % plane.columns, cell / plane.columns)
      func slope(_ before: Int, _ after: Int, _ steps: Int) -> Double {
        (means[after] - means[before]) / (Double(steps) * plane.spacing)
      }
      let (west, east) = (max(0, column - 1), min(plane.columns - 1, column + 1))
      let (south, north) = (max(0, row - 1), min(plane.rows - 1, row + 1))
      let across = slope(row * plane.columns + west, row * plane.columns + east, east - west)
      let along = slope(
        south * plane.columns + column, north * plane.columns + column, north - south)
      return across * across + along * along
    }
  }

  /// The grid points near measurements, by tile.
  private func tiles(of plane: MagneticMap.Plane, near points: [Vec2]) -> [[Int]] {
    let tile = 3
    let around = Self.reach + Double(tile) * plane.spacing
    return stride(from: 0, to: plane.rows, by: tile).flatMap { row in
      stride(from: 0, to: plane.columns, by: tile).compactMap { column in
        let corner = plane.point(column: column, row: row)
        guard points.contains(where: { ($0 - corner).squaredLength < around * around }) else {
          return nil
        }
        return (row..<min(row + tile, plane.rows)).flatMap { north in
          (column..<min(column + tile, plane.columns)).map { north * plane.columns + $0 }
        }
      }
    }
  }
}
