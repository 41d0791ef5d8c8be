import Geometry
import Glibc
import Kernel

// Where the phone may be by what it hears alone.

extension IndoorFilter {
  /// How likely each surveyed cell is by some readings, as logs.
  ///
  /// - Parameters:
  ///   - heard: The readings.
  ///   - isCoarse: Whether one of several cells is enough.
  /// - Returns: One log for each cell, by its number.
  mutating func search(_ heard: [HeardLevel], isCoarse: Bool = false) -> [Float] {
    let cells = isCoarse ? plan.coarseCells : plan.cells
    let missing = -Float.infinity
    var likely = (0..<cells.count).map { cells.hasPlace($0) ? 0 : missing }
    for isBeacon in [false, true] {
      let kind = heard.filter { $0.isBeacon == isBeacon }
      guard !kind.isEmpty else { continue }
      clearSpotSums(cells)
      let open = openOffset(isBeacon)
      for reading in kind {
        field.add(
          reading, reading.level - open.mean, noise(of: reading), facing: .zero, at: cells,
          to: &spotSums)
      }
      for block in spotSums.indices {
        let found = spotSums[block].explained(open.variance).logLikelihood
        for lane in 0..<RadioPlaces.width {
          likely[block * RadioPlaces.width + lane] += found[lane]
        }
      }
    }
    return likely
  }

  /// How likely the best guess is by the same readings, as the same log.
  mutating func best(_ heard: [HeardLevel]) -> Float {
    head(heading)
    var likely = [Float](repeating: 0, count: count)
    for isBeacon in [false, true] {
      let kind = heard.filter { $0.isBeacon == isBeacon }
      guard !kind.isEmpty else { continue }
      let open = openOffset(isBeacon)
      sumUp(kind, open.mean)
      for block in sums.indices {
        let found = sums[block].explained(open.variance).logLikelihood
        for index in guesses(of: block) { likely[index] += found[index % RadioPlaces.width] }
      }
    }
    return likely.max() ?? -.infinity
  }

  /// Puts guesses where readings alone say, all or some of them.
  ///
  /// - Parameters:
  ///   - likely: What ``search(_:)`` found.
  ///   - readings: Of how many readings.
  ///   - share: How many of the guesses, as a share.
  ///   - compass: The turn that the compass would have, if there is one.
  ///   - height: What the barometer shows, in m; nil if there is none.
  ///   - sureness: How established it is where the phone has been, from 0 to 1.
  mutating func scatter(
    _ likely: [Float], of readings: Int, share: Double, compass: Double?, height: Double?,
    sureness: Double = 0
  ) {
    guard let most = likely.max(), likely.count == plan.cells.count else { return }
    let rate = Float(rate(readings))
    let costs = share < 1 ? leapCosts(height: height, sureness: sureness) : nil
    var sums: [Double] = []
    sums.reserveCapacity(likely.count)
    var sum = 0.0
    for (cell, value) in likely.enumerated() {
      let cost = costs.map { $0.cost(of: cell, in: plan.cells) } ?? 0
      sum += exp(max(-50, Double(rate * (value - most)) - cost))
      sums.append(sum)
    }
    let usual = weight.reduce(0, +) / Double(count)
    for index in 0..<count where share >= 1 || noise.uniform() < share {
      // All of them are spread evenly over what is likely.
      let draw = share >= 1 ? (Double(index) + noise.uniform()) / Double(count) : noise.uniform()
      let goal = draw * sum
      var (low, high) = (0, sums.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] < goal { low = middle + 1 } else { high = middle }
      }
      let cell = plan.cells[low]
      x[index] = cell.point.x + 1.2 * noise.normal()
      y[index] = cell.point.y + 1.2 * noise.normal()
      plane[index] = cell.plane
      home[index] = Vec2(x[index], y[index])
      carrier[index] = 0
      scale[index] = max(0.5, 0.95 + parameters.scaleSpread * noise.normal())
      turn[index] = Vec2(angle: 2 * Double.pi * noise.uniform())
      // The compass may be anything indoors, and the phone held anyhow.
      if let compass, noise.uniform() < 0.6 {
        turn[index] = Vec2(angle: compass + 0.45 * noise.normal())
      }
      let elevation = plan.planes[plane[index]].elevation
      ground[index] = (height ?? 0) - elevation + 0.3 * noise.normal()
      weight[index] = share >= 1 ? -log(Double(count)) : usual
    }
  }
}
