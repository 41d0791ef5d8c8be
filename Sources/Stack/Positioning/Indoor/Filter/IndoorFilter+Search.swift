import Geometry
import Glibc
import Kernel

// Where the phone may be by what it hears alone.

extension IndoorFilter {
  /// How likely the phone is at each of some cells, and where that is known, turned each of some ways.
  struct Whereabouts {
    var cells: RadioPlaces
    /// One log for each cell by its number, for each turn of the trace in turn.
    var likely: [Float]
    /// How many turns there are, all the way around; 1 where turns make no difference.
    var turns = 1

    /// The cell of a number.
    func cell(_ number: Int) -> Int { number % cells.count }

    /// How much the trace is turned, in rad; nil where that isn't known.
    func turn(_ number: Int) -> Double? {
      turns > 1 ? Double(number / cells.count) * 2 * Double.pi / Double(turns) : nil
    }
  }

  /// How far guesses are scattered about a cell, in m: as far as cells are apart, fine and coarse.
  private static let fineScatter = 1.2, coarseScatter = 2.0
  /// How far they are turned beside one of few turns, in rad.
  private static let turnScatter = 0.2

  /// How likely each surveyed cell is by some readings.
  ///
  /// - Parameters:
  ///   - heard: The readings.
  ///   - facing: Which way the bearer looks; zero where that isn't known.
  ///   - isCoarse: Whether one of several cells is enough.
  /// - Returns: Each cell's log.
  mutating func search(
    _ heard: [HeardLevel], facing: Vec2 = .zero, isCoarse: Bool = false
  ) -> Whereabouts {
    let cells = isCoarse ? plan.coarseCells : plan.cells
    return Whereabouts(
      cells: cells, likely: likelihoods(of: cells, heard, facing: facing) { _ in cells })
  }

  /// How likely each of some cells is, as logs, which for a reading that was heard on the way means its
  /// own place.
  mutating func likelihoods(
    of cells: RadioPlaces, _ heard: [HeardLevel], facing: Vec2 = .zero,
    _ places: (HeardLevel) -> RadioPlaces
  ) -> [Float] {
    let facing = Self.bearerDecibels * SIMD2(Float(facing.x), Float(facing.y))
    let missing = -Float.infinity
    var likely = (0..<cells.count).map { cells.hasPlace($0) ? 0 : missing }
    for isBeacon in [false, true] {
      let kind = heard.filter { $0.isBeacon == isBeacon }
      guard !kind.isEmpty else { continue }
      clearSpotSums(cells)
      let open = openOffset(isBeacon)
      var way: Vec2?
      var there = cells
      for reading in kind {
        if reading.way != way { (way, there) = (reading.way, places(reading)) }
        field.add(
          reading, reading.level - open.mean, noise(of: reading),
          limit: limit(of: reading), facing: facing, at: there, to: &spotSums)
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
  ///   - found: What a search found.
  ///   - readings: Of how many readings.
  ///   - share: How many of the guesses, as a share.
  ///   - compass: The turn that the compass would have, if there is one.
  ///   - height: What the barometer shows, in m; nil if there is none.
  ///   - sureness: How established it is where the phone has been, from 0 to 1.
  mutating func scatter(
    _ found: Whereabouts, of readings: Int, share: Double, compass: Double?, height: Double?,
    sureness: Double
  ) {
    let isAll = share >= 1
    guard let sums = sums(of: found, readings, height, sureness, isAll), let sum = sums.last else {
      return
    }
    // Others were weighed by it, and not these.
    for kind in weighed.indices { weighed[kind].heard = [] }
    // What was found by a way is better known than what one spot says.
    let usual =
      found.turns > 1 ? weight.max() ?? 0 : weight.reduce(0, +) / Double(count)
    for index in 0..<count where isAll || noise.uniform() < share {
      // All of them are spread evenly over what is likely.
      let draw = isAll ? (Double(index) + noise.uniform()) / Double(count) : noise.uniform()
      let goal = draw * sum
      var (low, high) = (0, sums.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] < goal { low = middle + 1 } else { high = middle }
      }
      put(index, at: low, of: found, compass: compass, height: height)
      weight[index] = isAll ? -log(Double(count)) : usual
    }
  }

  /// What the likelihoods of what was found come to, added up one after the other.
  private func sums(
    of found: Whereabouts, _ readings: Int, _ height: Double?, _ sureness: Double, _ isAll: Bool
  ) -> [Double]? {
    guard let most = found.likely.max() else { return nil }
    let rate = Float(rate(readings))
    var costs = sureness > 0 ? leapCosts(height: height, sureness: sureness) : nil
    // All of them begin anew: the ground is where it was, but the phone may be anywhere.
    if isAll { costs?.goAnywhere() }
    var sums: [Double] = []
    sums.reserveCapacity(found.likely.count)
    var sum = 0.0
    for (number, value) in found.likely.enumerated() {
      if value > -.infinity {
        let cost = costs?.cost(of: found.cell(number), in: found.cells) ?? 0
        sum += exp(max(-50, Double(rate * (value - most)) - cost))
      }
      sums.append(sum)
    }
    return sums
  }

  /// Puts a guess at a cell.
  private mutating func put(
    _ index: Int, at number: Int, of found: Whereabouts, compass: Double?, height: Double?
  ) {
    let cell = found.cells[found.cell(number)]
    let spread = found.turns > 1 ? Self.coarseScatter : Self.fineScatter
    x[index] = cell.point.x + spread * noise.normal()
    y[index] = cell.point.y + spread * noise.normal()
    plane[index] = cell.plane
    home[index] = Vec2(x[index], y[index])
    carrier[index] = 0
    scale[index] = max(0.5, 0.95 + parameters.scaleSpread * noise.normal())
    if let turned = found.turn(number) {
      turn[index] = Vec2(angle: turned + Self.turnScatter * noise.normal())
    } else {
      turn[index] = Vec2(angle: 2 * Double.pi * noise.uniform())
      // The compass may be anything indoors, and the phone held anyhow.
      if let compass, noise.uniform() < Self.compassTrust {
        turn[index] = Vec2(angle: compass + Self.compassSpread * noise.normal())
      }
    }
    ground[index] = (height ?? 0) - plan.planes[plane[index]].rise + 0.3 * noise.normal()
  }

  /// How often the compass is right indoors, and how wrong it is then, in rad; estimates.
  static let compassTrust = 0.6, compassSpread = 0.45
}
