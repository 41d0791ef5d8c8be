import Geometry
import Glibc
import Kernel

// Where the phone may be by what it hears alone.

extension IndoorFilter {
  /// How likely the phone is at each of some cells, and where that is known, turned each of some ways.
  struct LikelihoodGrid {
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

  /// How likely each surveyed cell is by some readings.
  ///
  /// - Parameters:
  ///   - heard: The readings.
  ///   - facing: Which way the bearer looks; zero where that isn't known.
  ///   - hearing: How much it counts that senders are seldom heard where they are weak, from 0 to 1.
  ///   - isCoarse: Whether one of several cells is enough.
  /// - Returns: Each cell's log.
  mutating func search(
    _ heard: [HeardLevel], facing: Vec2 = .zero, hearing: Double = 0, isCoarse: Bool = false
  ) -> LikelihoodGrid {
    let cells = isCoarse ? plan.coarseCells : plan.cells
    return LikelihoodGrid(
      cells: cells,
      likely: likelihoods(of: cells, heard, facing: facing, hearing: hearing) { _ in cells })
  }

  /// How likely each of some cells is, as logs, which for a reading that was heard on the way means its
  /// own place.
  mutating func likelihoods(
    of cells: RadioPlaces, _ heard: [HeardLevel], facing: Vec2 = .zero, hearing: Double = 0,
    _ places: (HeardLevel) -> RadioPlaces
  ) -> [Float] {
    let facing = parameters.radio.bodyGain * SIMD2(Float(facing.x), Float(facing.y))
    let (missing, bodySide) = (-Float.infinity, parameters.radio.bodySideVariance)
    var likely = (0..<cells.count).map { cells.hasPlace($0) ? 0 : missing }
    for isBeacon in [false, true] {
      let kind = heard.filter { $0.isBeacon == isBeacon }
      guard !kind.isEmpty else { continue }
      clearBinSums(cells)
      let open = openOffset(isBeacon)
      var way: Vec2?
      var there = cells
      for reading in kind {
        if reading.way != way { (way, there) = (reading.way, places(reading)) }
        field.add(
          reading, reading.level - open.mean, noise(of: reading),
          limit: limit(of: reading), facing: facing, hearing: Float(hearing), at: there,
          to: &binSums)
      }
      for block in binSums.indices {
        let found = binSums[block].explained(open.variance, bodySide).logLikelihood
        for lane in 0..<RadioPlaces.width {
          likely[block * RadioPlaces.width + lane] += found[lane]
        }
      }
    }
    return likely
  }

  /// How likely the best particle is by the same readings, as the same log.
  mutating func best(_ heard: [HeardLevel]) -> Float {
    particles.setHeading(particles.heading)
    let bodySide = parameters.radio.bodySideVariance
    var likely = [Float](repeating: 0, count: particles.count)
    for isBeacon in [false, true] {
      let kind = heard.filter { $0.isBeacon == isBeacon }
      guard !kind.isEmpty else { continue }
      let open = openOffset(isBeacon)
      sumUp(kind, open.mean)
      for block in sums.indices {
        let found = sums[block].explained(open.variance, bodySide).logLikelihood
        for index in particles.indices(of: block) {
          likely[index] += found[index % RadioPlaces.width]
        }
      }
    }
    return likely.max() ?? -.infinity
  }

  /// Puts particles where readings alone say, all or some of them.
  ///
  /// - Parameters:
  ///   - found: What a search found.
  ///   - readings: Of how many readings.
  ///   - share: How many of the particles, as a share.
  ///   - compass: The turn that the compass would have, if there is one.
  ///   - height: What the barometer shows, in m; nil if there is none.
  ///   - confidence: How established it is where the phone has been, from 0 to 1.
  mutating func reinitialise(
    _ found: LikelihoodGrid, of readings: Int, share: Double, compass: Double?, height: Double?,
    confidence: Double
  ) {
    let isAll = share >= 1
    guard let sums = sums(of: found, readings, height, confidence, isAll), let sum = sums.last
    else {
      return
    }
    // Others were weighed by it, and not these.
    for kind in weighed.indices { weighed[kind].heard = [] }
    // What was found by a way is better known than what one spot says.
    let usual =
      found.turns > 1
      ? particles.weight.max() ?? 0 : particles.weight.reduce(0, +) / Double(particles.count)
    for index in 0..<particles.count where isAll || particles.noise.uniform() < share {
      // All of them are spread evenly over what is likely.
      let draw =
        isAll
        ? (Double(index) + particles.noise.uniform()) / Double(particles.count)
        : particles.noise.uniform()
      let goal = draw * sum
      var (low, high) = (0, sums.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] < goal { low = middle + 1 } else { high = middle }
      }
      put(index, at: low, of: found, compass: compass, height: height)
      particles.weight[index] = isAll ? -log(Double(particles.count)) : usual
    }
  }

  /// What the likelihoods of what was found come to, added up one after the other.
  private func sums(
    of found: LikelihoodGrid, _ readings: Int, _ height: Double?, _ confidence: Double,
    _ isAll: Bool
  ) -> [Double]? {
    guard let most = found.likely.max() else { return nil }
    let rate = Float(rate(readings))
    var prior = confidence > 0 ? relocalisationPrior(height: height, confidence: confidence) : nil
    // All of them begin anew: the ground is where it was, but the phone may be anywhere.
    if isAll { prior?.relocalise() }
    var sums: [Double] = []
    sums.reserveCapacity(found.likely.count)
    var sum = 0.0
    for (number, value) in found.likely.enumerated() {
      if value > -.infinity {
        let cost = prior?.cost(of: found.cell(number), in: found.cells) ?? 0
        sum += exp(max(-50, Double(rate * (value - most)) - cost))
      }
      sums.append(sum)
    }
    return sums
  }

  /// Puts a particle at a cell.
  private mutating func put(
    _ index: Int, at number: Int, of found: LikelihoodGrid, compass: Double?, height: Double?
  ) {
    let cell = found.cells[found.cell(number)]
    let (search, process) = (parameters.search, parameters.filter)
    let spread = found.turns > 1 ? search.coarseScatter : search.fineScatter
    particles.x[index] = cell.point.x + spread * particles.noise.normal()
    particles.y[index] = cell.point.y + spread * particles.noise.normal()
    particles.plane[index] = cell.plane
    particles.deadReckoned[index] = Vec2(particles.x[index], particles.y[index])
    particles.carrier[index] = 0
    particles.scale[index] = max(
      process.leastScale, process.usualScale + process.scaleSpread * particles.noise.normal())
    if let turned = found.turn(number) {
      particles.turn[index] = Vec2(angle: turned + search.turnScatter * particles.noise.normal())
    } else {
      particles.turn[index] = Vec2(angle: 2 * Double.pi * particles.noise.uniform())
      // The compass may be anything indoors, and the phone held anyhow.
      if let compass, particles.noise.uniform() < search.compassTrust {
        particles.turn[index] = Vec2(
          angle: compass + search.compassSpread * particles.noise.normal())
      }
    }
    particles.ground[index] =
      (height ?? 0) - plan.planes[particles.plane[index]].rise + search.groundScatter
      * particles.noise.normal()
  }
}
