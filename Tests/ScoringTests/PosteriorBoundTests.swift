import Geometry
import Glibc
import Scoring
import Testing

/// The bound of who knows all epochs against closed forms.
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

  /// One epoch is the single epoch's bound; n at rest are as good as its nth part; what lasts stays.
  @Test(arguments: [0.5, 3.0, 10.0], [1, 20, 100])
  func goesDownAsItShould(sigma: Double, epochs: Int) throws {
    let sky = signals(sigma: sigma, lasting: 1e-6)
    let ranges = sky.map { (direction: $0.direction, sigmaMetres: $0.sigma, clock: $0.clock) }
    let single = try #require(CramerRaoBound.horizontal(ranges: ranges))
    var bound = PosteriorBound()
    var found = 0.0
    for second in 0..<epochs {
      let told = bound.take(sky, epochs: 1, elapsed: second == 0 ? 0 : 1e-9, speed: 0)
      found = try #require(told)
    }
    #expect(abs(found / (single / Double(epochs).squareRoot()) - 1) < 0.02)
    var lasting = PosteriorBound()
    let off = signals(sigma: sigma, lasting: 4)
    var told: Double?
    for second in 0..<50 {
      told = lasting.take(off, epochs: 1, elapsed: second == 0 ? 0 : 1, speed: 1)
    }
    let least = try #require(told)
    let floor = single / sigma * 2
    #expect(least > floor && least < (floor * floor + single * single).squareRoot())
    // Of three satellites nothing is known.
    #expect(lasting.take(Array(off.prefix(3)), epochs: 1, elapsed: 1, speed: 1) == nil)
  }
}
