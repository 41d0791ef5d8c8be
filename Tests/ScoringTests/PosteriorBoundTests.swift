import Geometry
import Glibc
import Kernel
import Scoring
import Testing

/// The posterior Cramer-Rao bound, which uses all epochs, against closed forms.
@Suite struct PosteriorBoundTests {
  private func signals(sigma: Double, lasting: Double) -> [PosteriorBound.Signal] {
    (0..<9).map { number in
      let turn = Double(number) * 0.7
      let height = number == 0 ? 1.5 : 0.4 + 0.05 * Double(number)
      return PosteriorBound.Signal(
        direction: Vec3(sin(turn) * cos(height), cos(turn) * cos(height), sin(height)),
        sigma: sigma, rateSigma: .infinity, lasting: lasting, clock: 0)
    }
  }

  /// One epoch gives the single epoch's bound; the variance of n epochs at rest is its n-th part; lasting
  /// errors stay.
  @Test(arguments: [0.5, 3.0, 10.0], [1, 20, 100])
  func decreasesWithEpochs(sigma: Double, epochs: Int) throws {
    let sky = signals(sigma: sigma, lasting: 1e-6)
    let ranges = sky.map { (direction: $0.direction, sigmaMetres: $0.sigma, clock: $0.clock) }
    let single = try #require(CramerRaoBound.horizontal(ranges: ranges))
    var bound = PosteriorBound()
    var found = 0.0
    for second in 0..<epochs {
      let reported = bound.take(sky, epochs: 1, elapsed: second == 0 ? 0 : 1e-9, speed: 0)
      found = try #require(reported)
    }
    #expect(abs(found / (single / Double(epochs).squareRoot()) - 1) < 0.02)
    var lasting = PosteriorBound()
    let off = signals(sigma: sigma, lasting: 4)
    var reported: Double?
    for second in 0..<50 {
      reported = lasting.take(off, epochs: 1, elapsed: second == 0 ? 0 : 1, speed: 1)
    }
    let minimum = try #require(reported)
    let floor = single / sigma * 2
    #expect(minimum > floor && minimum < (floor * floor + single * single).squareRoot())
    // Three satellites give no bound.
    #expect(lasting.take(Array(off.prefix(3)), epochs: 1, elapsed: 1, speed: 1) == nil)
  }

  /// Equal to a calculation by full matrices, to the last digit.
  @Test func matchesFullMatrices() throws {
    var draw = RandomStream(seed: 12, purpose: "bounds")
    var bound = PosteriorBound()
    var plain = PlainBound()
    for epoch in 0..<60 {
      let count = 4 + draw.integer(below: 12)
      let sky = (0..<count).map { _ in
        let (turn, height) = (draw.uniform(in: 0...6.2), draw.uniform(in: 0.1...1.5))
        return PosteriorBound.Signal(
          direction: Vec3(sin(turn) * cos(height), cos(turn) * cos(height), sin(height)),
          sigma: draw.uniform(in: 0.5...20),
          rateSigma: draw.happens(withProbability: 0.2) ? .infinity : draw.uniform(in: 0.01...2),
          lasting: draw.uniform(in: 0.5...6),
          common: SIMD2(draw.uniform(in: 0...5), draw.uniform(in: 0...1)),
          clock: draw.integer(below: 3))
      }
      let ranges = sky.map { (direction: $0.direction, sigmaMetres: $0.sigma, clock: $0.clock) }
      #expect(CramerRaoBound.horizontal(ranges: ranges) == PlainBound.horizontal(ranges, []))
      let (elapsed, speed) = (epoch == 0 ? 0 : draw.uniform(in: 0.5...9), draw.uniform(in: 0...3))
      let reported = bound.take(sky, epochs: 5, elapsed: elapsed, speed: speed)
      let wanted = plain.take(sky, epochs: 5, elapsed: elapsed, speed: speed)
      #expect(reported == wanted, "\(epoch)")
    }
  }
}

/// Both bounds by the textbook, with a full row of the design matrix for each measurement.
private struct PlainBound {
  private var covariance: [[Double]] = []

  static func horizontal(
    _ ranges: [(direction: Vec3, sigmaMetres: Double, clock: Int)], _ common: [[Double]]
  ) -> Double? {
    let clocks = ranges.map(\.clock).max() ?? 0
    let size = 4 + clocks + common.count
    var rows = Array(repeating: Array(repeating: 0.0, count: size), count: size)
    func add(_ gradient: [Double], _ sigma: Double) {
      for row in 0..<size {
        for column in 0..<size {
          rows[row][column] += gradient[row] * gradient[column] / (sigma * sigma)
        }
      }
    }
    for cause in common.indices {
      add((0..<size).map { $0 == 4 + clocks + cause ? 1 : 0 }, 1)
    }
    for (number, range) in ranges.enumerated() {
      var gradient = Array(repeating: 0.0, count: size)
      for cause in common.indices { gradient[4 + clocks + cause] = common[cause][number] }
      for axis in 0..<3 { gradient[axis] = -range.direction[axis] }
      gradient[3 + range.clock] = 1
      add(gradient, range.sigmaMetres)
    }
    for pivot in stride(from: size - 1, through: 2, by: -1) {
      guard rows[pivot][pivot] > 1e-12 else { return nil }
      for row in 0..<pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for column in 0..<pivot { rows[row][column] -= factor * rows[pivot][column] }
      }
    }
    let determinant = rows[0][0] * rows[1][1] - rows[0][1] * rows[0][1]
    guard rows[0][0] > 0, rows[1][1] > 0, determinant > 1e-12 * rows[0][0] * rows[1][1] else {
      return nil
    }
    return ((rows[0][0] + rows[1][1]) / determinant).squareRoot()
  }

  mutating func take(
    _ signals: [PosteriorBound.Signal], epochs: Double, elapsed: Double, speed: Double
  ) -> Double? {
    let lasting = Self.horizontal(
      signals.map { ($0.direction, $0.lasting.squareRoot(), $0.clock) },
      [signals.map(\.common.x), signals.map(\.common.y)])
    guard let lasting else { return nil }
    if covariance.isEmpty || elapsed <= 0 {
      covariance = (0..<11).map { row in
        (0..<11).map { $0 != row ? 0 : row < 3 ? 1e8 : 1e6 }
      }
    } else {
      advance(elapsed, speed)
    }
    for signal in signals {
      var design = Array(repeating: 0.0, count: 11)
      for axis in 0..<3 { design[axis] = -signal.direction[axis] }
      design[6] = 1
      if signal.clock > 0 { design[7 + signal.clock] = 1 }
      observe(design, signal.sigma * signal.sigma / epochs)
      guard signal.rateSigma < 100 else { continue }
      var turning = Array(repeating: 0.0, count: 11)
      for axis in 0..<3 { turning[3 + axis] = -signal.direction[axis] }
      turning[7] = 1
      observe(turning, signal.rateSigma * signal.rateSigma / epochs)
    }
    return (covariance[0][0] + covariance[1][1] + lasting * lasting).squareRoot()
  }

  private mutating func advance(_ elapsed: Double, _ speed: Double) {
    for (to, from) in [(0, 3), (1, 4), (2, 5), (6, 7)] {
      for column in 0..<11 { covariance[to][column] += covariance[from][column] * elapsed }
    }
    for row in 0..<11 {
      for (to, from) in [(0, 3), (1, 4), (2, 5), (6, 7)] {
        covariance[row][to] += covariance[row][from] * elapsed
      }
    }
    let density = speed < 0.3 ? 1e-4 : 0.4 + 0.12 * speed
    for axis in 0..<3 {
      let share = axis == 2 ? 0.15 * density : density
      covariance[axis][axis] += share * (elapsed * elapsed) * elapsed / 3
      covariance[axis][axis + 3] += share * (elapsed * elapsed) / 2
      covariance[axis + 3][axis] += share * (elapsed * elapsed) / 2
      covariance[axis + 3][axis + 3] += share * elapsed
    }
    covariance[6][6] += elapsed
    covariance[7][7] += 0.05 * elapsed
  }

  private mutating func observe(_ design: [Double], _ variance: Double) {
    func dot(_ row: [Double]) -> Double { zip(row, design).reduce(0) { $0 + $1.0 * $1.1 } }
    let product = covariance.map(dot)
    let total = dot(product) + variance
    guard total > 0 else { return }
    for row in 0..<11 {
      let factor = product[row] / total
      for column in 0..<11 { covariance[row][column] -= product[column] * factor }
    }
  }
}
