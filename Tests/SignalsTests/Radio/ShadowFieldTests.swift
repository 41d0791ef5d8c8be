import Geometry
import Glibc
import Kernel
import Numerics
import Signals
import Testing

struct ShadowFieldTests {
  private func fields(_ count: UInt64, daily: Double = 0) -> [ShadowField] {
    (0..<count).map {
      ShadowField(
        RandomStream(seed: 3, entity: $0, purpose: "test"), lengthMetres: 6, dailyChange: daily)
    }
  }

  /// exp(-r / 6 m) along every direction.
  @Test(arguments: [1.0, 3, 6, 10, 20], [0.0, 0.8, 1.57, 2.4])
  func correlatesAsGudmundson(distance: Double, direction: Double) {
    let step = Vec2(angle: direction, length: distance)
    var (product, first, second, count) = (0.0, 0.0, 0.0, 0.0)
    for (number, field) in fields(2000).enumerated() {
      for index in 0..<10 {
        let point = Vec2(Double(index) * 37 + Double(number % 13), Double(number % 31) * 3.1)
        let (a, b) = (field.value(at: point), field.value(at: point + step))
        product += a * b
        first += a * a
        second += b * b
        count += 1
      }
    }
    let correlation = product / (first * second).squareRoot()
    #expect(abs(correlation - exp(-distance / 6)) < 0.06)
    #expect(abs(first / count - 1) < 0.05)
  }

  @Test func isNormallyDistributed() throws {
    var statistics = RunningStatistics()
    var outside = 0
    for field in fields(4000) {
      for index in 0..<10 {
        let value = field.value(at: Vec2(Double(index) * 61.3, 5))
        try statistics.add(value)
        if abs(value) > 2 { outside += 1 }
        #expect(abs(value) <= 3.5)
      }
    }
    #expect(abs(statistics.average) < 0.03 && abs(statistics.spread - 1) < 0.02)
    // 4.55 % of a normal distribution; sums of uniform draws have slightly lighter tails.
    #expect(abs(Double(outside) / 40_000 - 0.0455) < 0.008)
  }

  /// Values are reproducible by position; other levels and transmitters differ; days change their share.
  @Test(arguments: [0.0, 0.2, 0.5, 1]) func changesDaily(share: Double) {
    let fields = fields(6000, daily: share)
    func correlation(
      _ value: (ShadowField, Vec2) -> Double, _ other: (ShadowField, Vec2) -> Double
    )
      -> Double
    {
      var (product, first, second) = (0.0, 0.0, 0.0)
      for (number, field) in fields.enumerated() {
        let point = Vec2(Double(number % 97), Double(number % 89))
        let (a, b) = (value(field, point), other(field, point))
        product += a * b
        first += a * a
        second += b * b
      }
      return product / (first * second).squareRoot()
    }
    let today = correlation(
      { $0.value(at: $1, level: 2, day: 4) }, { $0.value(at: $1, level: 2, day: 4) })
    #expect(abs(today - 1) < 1e-9)
    let nextDay = correlation(
      { $0.value(at: $1, level: 2, day: 4) }, { $0.value(at: $1, level: 2, day: 5) })
    #expect(abs(nextDay - (1 - share)) < 0.05)
    let upstairs = correlation(
      { $0.value(at: $1, level: 2) }, { $0.value(at: $1, level: 3) })
    #expect(abs(upstairs) < 0.05)
  }

  @Test func isFiniteEverywhere() {
    let field = fields(1)[0]
    for x in [0, -1e9, 1e30, .infinity, .nan] as [Double] {
      #expect(field.value(at: Vec2(x, 3)).isFinite)
    }
  }
}
