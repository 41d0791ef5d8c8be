import Glibc
import Kernel
import Observations

extension FingerprintTable {
  /// Number of walks and rows from which a recorder's latency can be estimated, and of rows that are tried.
  private static let (minWalks, minRows, triedRows) = (8, 200, 1500)
  /// Number of levels of other rows that a row is compared with: more rows are thinned, for a time of a second.
  private static let comparedLevels = 600_000
  /// Number of neighbours, and of candidates for them, some of which are at the start of a walk.
  private static let (neighbours, candidates) = (5, 10)
  /// Largest latency that is tried, in s, and smallest gain in the mean error.
  private static let (maxLatency, minGain) = (10, 0.03)

  /// The latency in s that suits the table better than the given one; nil for none.
  ///
  /// Walks in both directions along a line identify it: the levels of one direction are those of places further
  /// on in the other. Each walk is located by nearest neighbours in the other walks (Sørensen), with all positions
  /// taken earlier by the latency.
  func betterLatency(walkCount: Int) -> Int? {
    guard walkCount >= Self.minWalks, spots.count >= Self.minRows else { return nil }
    var walk = 0
    let walks = spots.indices.map { index in
      if index > 0, Self.isBreak(spots[index - 1], spots[index]) { walk += 1 }
      return walk
    }
    let rows = spots.map { spot in
      var levels = [Float](repeating: 0, count: transmitters.count)
      for reading in spot.readings {
        levels[Int(reading.transmitter)] = Float(reading.strength + 100)
      }
      return levels.map { max($0, 0) }
    }
    let given = Int(latency.seconds.rounded())
    let near = neighbours(rows, walks)
    let errors = (0...Self.maxLatency).map { meanError(near, walks, latency: $0) }
    guard let best = errors.indices.min(by: { errors[$0] < errors[$1] }), best != given,
      given >= errors.count || errors[best] < (1 - Self.minGain) * errors[given]
    else { return nil }
    return best
  }

  /// The rows of other walks that are most similar to a row, best first, for some of the rows.
  private func neighbours(_ rows: [[Float]], _ walks: [Int]) -> [(row: Int, nearest: [Int])] {
    let sums = rows.map { $0.reduce(0, +) }
    let step = max(1, rows.count * transmitters.count / Self.comparedLevels)
    return stride(from: 0, to: rows.count, by: max(1, rows.count / Self.triedRows)).map { row in
      var nearest: [(distance: Float, row: Int)] = []
      for other in stride(from: 0, to: rows.count, by: step) where walks[other] != walks[row] {
        var distance: Float = 0
        for index in rows[row].indices { distance += abs(rows[row][index] - rows[other][index]) }
        distance /= max(sums[row] + sums[other], 1)
        guard nearest.count < Self.candidates || distance < nearest[nearest.count - 1].distance
        else { continue }
        nearest.append((distance, other))
        nearest.sort { ($0.distance, $0.row) < ($1.distance, $1.row) }
        nearest = Array(nearest.prefix(Self.candidates))
      }
      return (row, nearest.map(\.row))
    }
  }

  /// Mean error in m of rows located by their neighbours, with all positions taken earlier.
  private func meanError(
    _ near: [(row: Int, nearest: [Int])], _ walks: [Int], latency: Int
  ) -> Double {
    let slope = cos(spots[0].coordinate.latitudeDegrees * (.pi / 180))
    // The row at the earlier time; nil before the walk's start.
    var earlier = 0
    let places = spots.indices.map { row -> SIMD2<Double>? in
      let time = (spots[row].seconds ?? 0) - Double(latency)
      while earlier < row,
        walks[earlier] != walks[row] || (spots[earlier].seconds ?? 0) < time - 0.5
      {
        earlier += 1
      }
      guard abs((spots[earlier].seconds ?? 0) - time) <= 0.5 else { return nil }
      let place = spots[earlier].coordinate
      return SIMD2(place.longitudeDegrees * slope, place.latitudeDegrees)
        * MeanSphere.metresPerDegree
    }
    var (total, count) = (0.0, 0.0)
    for (row, nearest) in near {
      guard let here = places[row] else { continue }
      let found = nearest.lazy.compactMap { places[$0] }.prefix(Self.neighbours)
      let mean = found.reduce(SIMD2<Double>.zero, +) / Double(max(1, found.count))
      let off = mean - here
      total += (off * off).sum().squareRoot()
      count += 1
    }
    return total / max(count, 1)
  }
}
