import Glibc
import Kernel
import Observations

extension FingerprintTable {
  /// Number of walks and rows from which a recorder's latency can be estimated, and of rows that are tried.
  private static let (minWalks, minRows, triedRows) = (8, 200, 300)
  /// Number of levels of other rows that a row is compared with: more rows are thinned, for a time of a second.
  private static let comparedLevels = 600_000
  /// Number of neighbours, largest latency that is tried, in s, and smallest gain in the mean error.
  private static let (neighbours, maxLatency, minGain) = (5, 10, 0.03)

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
    let errors = (0...Self.maxLatency).map { meanError(rows, walks, latency: $0) }
    guard let best = errors.indices.min(by: { errors[$0] < errors[$1] }), best != given,
      given >= errors.count || errors[best] < (1 - Self.minGain) * errors[given]
    else { return nil }
    return best
  }

  /// Mean error in m of rows located in the other walks.
  private func meanError(_ rows: [[Float]], _ walks: [Int], latency: Int) -> Double {
    let slope = cos(spots[0].coordinate.latitudeDegrees * (.pi / 180))
    // The row at the earlier time; nil before the walk's start.
    var earlier = 0
    let places = rows.indices.map { row -> SIMD2<Double>? in
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
    let sums = rows.map { $0.reduce(0, +) }
    let step = max(1, rows.count * transmitters.count / Self.comparedLevels)
    var (total, count) = (0.0, 0.0)
    for row in stride(from: 0, to: rows.count, by: max(1, rows.count / Self.triedRows)) {
      guard let here = places[row] else { continue }
      var nearest: [(distance: Float, row: Int)] = []
      for other in stride(from: 0, to: rows.count, by: step)
      where walks[other] != walks[row] && places[other] != nil {
        var distance: Float = 0
        for index in rows[row].indices { distance += abs(rows[row][index] - rows[other][index]) }
        distance /= max(sums[row] + sums[other], 1)
        guard nearest.count < Self.neighbours || distance < nearest[nearest.count - 1].distance
        else {
          continue
        }
        nearest.append((distance, other))
        nearest.sort { ($0.distance, $0.row) < ($1.distance, $1.row) }
        nearest = Array(nearest.prefix(Self.neighbours))
      }
      let mean = nearest.reduce(SIMD2<Double>.zero) { $0 + (places[$1.row] ?? .zero) }
      let off = mean / Double(max(1, nearest.count)) - here
      total += (off * off).sum().squareRoot()
      count += 1
    }
    return total / max(count, 1)
  }
}
