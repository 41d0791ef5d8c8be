import Geometry
import Glibc
import Kernel

// Position search from radio readings alone.

extension IndoorFilter {
  /// Log likelihoods of cells, optionally for several headings of the trace.
  struct LikelihoodGrid {
    var cells: RadioPositions
    /// Log likelihood of each cell, repeated for each heading.
    var likely: [Float]
    /// Number of headings around the circle; 1 if the heading is not searched.
    var turns = 1

    /// Returns the cell of an entry.
    func cell(_ number: Int) -> Int { number % cells.count }

    /// Returns the heading of an entry, in rad; nil if the heading is not searched.
    func turn(_ number: Int) -> Double? {
      turns > 1 ? Double(number / cells.count) * 2 * Double.pi / Double(turns) : nil
    }
  }

  /// Returns the likelihood of each surveyed cell for some readings.
  ///
  /// - Parameters:
  ///   - received: The readings.
  ///   - facing: Direction of the user's body; zero if unknown.
  ///   - receiving: Weight of the reception probability of weak transmitters, 0 to 1.
  ///   - isCoarse: True to search the coarse cells only.
  /// - Returns: The log likelihoods.
  mutating func search(
    _ received: [ReceivedLevel], facing: Vec2 = .zero, receiving: Double = 0, isCoarse: Bool = false
  ) -> LikelihoodGrid {
    let cells = isCoarse ? plan.coarseCells : plan.cells
    return LikelihoodGrid(
      cells: cells,
      likely: likelihoods(of: cells, received, facing: facing, receiving: receiving) { _ in cells })
  }

  /// Returns the log likelihood of each cell, with the position of each reading given by `places`.
  mutating func likelihoods(
    of cells: RadioPositions, _ received: [ReceivedLevel], facing: Vec2 = .zero,
    receiving: Double = 0,
    _ places: (ReceivedLevel) -> RadioPositions
  ) -> [Float] {
    let facing = parameters.radio.bodyGain * SIMD2(Float(facing.x), Float(facing.y))
    let (missing, bodySide) = (-Float.infinity, parameters.radio.bodySideVariance)
    var likely = (0..<cells.count).map { cells.hasPlace($0) ? 0 : missing }
    for isBeacon in [false, true] {
      let kind = received.filter { $0.isBeacon == isBeacon }
      guard !kind.isEmpty else { continue }
      clearBinSums(cells)
      let open = openOffset(isBeacon)
      var way: Vec2?
      var there = cells
      for reading in kind {
        if reading.way != way { (way, there) = (reading.way, places(reading)) }
        field.add(
          reading, reading.level - open.mean, noise(of: reading),
          limit: limit(of: reading), facing: facing, receiving: Float(receiving), at: there,
          to: &binSums)
      }
      for block in binSums.indices {
        let found = binSums[block].explained(open.variance, bodySide).logLikelihood
        for lane in 0..<RadioPositions.width {
          likely[block * RadioPositions.width + lane] += found[lane]
        }
      }
    }
    return likely
  }

  /// Returns the log likelihood of the best particle for the same readings.
  mutating func best(_ received: [ReceivedLevel]) -> Float {
    particles.setHeading(particles.heading)
    let bodySide = parameters.radio.bodySideVariance
    var likely = [Float](repeating: 0, count: particles.count)
    for isBeacon in [false, true] {
      let kind = received.filter { $0.isBeacon == isBeacon }
      guard !kind.isEmpty else { continue }
      let open = openOffset(isBeacon)
      sumUp(kind, open.mean)
      for block in sums.indices {
        let found = sums[block].explained(open.variance, bodySide).logLikelihood
        for index in particles.indices(of: block) {
          likely[index] += found[index % RadioPositions.width]
        }
      }
    }
    return likely.max() ?? -.infinity
  }

  /// Redraws all or some particles from the likelihoods of a search.
  ///
  /// - Parameters:
  ///   - found: Likelihoods of the cells.
  ///   - readings: Number of readings of the search.
  ///   - share: Share of the particles to redraw.
  ///   - compass: Heading of the trace by the compass; nil if unknown.
  ///   - height: Barometric height, in m; nil if unknown.
  ///   - confidence: Degree to which the current position is established, 0 to 1.
  mutating func reinitialise(
    _ found: LikelihoodGrid, of readings: Int, share: Double, compass: Double?, height: Double?,
    confidence: Double
  ) {
    let isAll = share >= 1
    guard let sums = sums(of: found, readings, height, confidence, isAll), let sum = sums.last
    else {
      return
    }
    // The redrawn particles have no previous weighting to take back.
    for kind in weighed.indices { weighed[kind].received = [] }
    // A result from a path search is more certain than a single spot's.
    let usual =
      found.turns > 1
      ? particles.weight.max() ?? 0 : particles.weight.reduce(0, +) / Double(particles.count)
    for index in 0..<particles.count where isAll || particles.noise.uniform() < share {
      // Stratified draws over the likelihood.
      let draw =
        isAll
        ? (Double(index) + particles.noise.uniform()) / Double(particles.count)
        : particles.noise.uniform()
      let goal = draw * sum
      let cell = sums.dropLast().partitioningIndex { $0 >= goal }
      put(index, at: cell, of: found, compass: compass, height: height)
      particles.weight[index] = isAll ? -log(Double(particles.count)) : usual
    }
  }

  /// Returns the cumulative posterior of the cells.
  private func sums(
    of found: LikelihoodGrid, _ readings: Int, _ height: Double?, _ confidence: Double,
    _ isAll: Bool
  ) -> [Double]? {
    guard let maximum = found.likely.max() else { return nil }
    let rate = Float(rate(readings))
    var prior = confidence > 0 ? relocalisationPrior(height: height, confidence: confidence) : nil
    // A complete redraw keeps the ground level but allows any distance.
    if isAll { prior?.relocalise() }
    var sums: [Double] = []
    sums.reserveCapacity(found.likely.count)
    var sum = 0.0
    for (number, value) in found.likely.enumerated() {
      if value > -.infinity {
        let cost = prior?.cost(of: found.cell(number), in: found.cells) ?? 0
        sum += exp(max(-50, Double(rate * (value - maximum)) - cost))
      }
      sums.append(sum)
    }
    return sums
  }

  /// Places a particle at a cell.
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
      process.minScale, process.usualScale + process.scaleSpread * particles.noise.normal())
    if let turned = found.turn(number) {
      particles.turn[index] = Vec2(angle: turned + search.turnScatter * particles.noise.normal())
    } else {
      particles.turn[index] = Vec2(angle: 2 * Double.pi * particles.noise.uniform())
      // Indoors the compass may be wrong, and the phone in any carrying position.
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
