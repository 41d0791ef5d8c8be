import Kernel
import Motion
import Observations
import Testing

struct FloorCounterTests {
  /// A time span with a climb rate in m/s and a step rate.
  private struct Part {
    var seconds: Double
    var climb: Double
    var rate: Double
  }

  private func floors(
    _ parts: [Part], seed: UInt64, weather: Double = 0, noise: Double = 1.3
  ) -> (up: Int?, down: Int?) {
    var counter = FloorCounter()
    var draw = RandomStream(seed: seed, purpose: "floors")
    var (time, height, owed, next) = (0.0, 0.0, 0.0, 0.0)
    var late: [SimTime] = []
    for part in parts {
      var elapsed = 0.0
      while elapsed < part.seconds {
        elapsed += 0.1
        time += 0.1
        height += 0.1 * part.climb
        owed += 0.1 * part.rate
        if owed >= 1 {
          owed -= 1
          late.append(SimTime(seconds: time))
        }
        guard time >= next else { continue }
        next += 1.3
        let pascals = 101_325 - 12.0 * height + weather * time / 3600 + noise * draw.gaussian()
        counter.receive(
          PressureSample(time: SimTime(seconds: time), pressurePascals: pascals))
        // Steps are reported some seconds late.
        while let step = late.first, step.seconds < time - 6 {
          counter.receive(stepAt: step)
          late.removeFirst()
        }
      }
    }
    return (counter.ascended, counter.descended)
  }

  private static let flat = Part(seconds: 40, climb: 0, rate: 1.8)

  @Test(arguments: 1...4) func countsFloorsOnStairs(storeys: Int) {
    for seed in 0..<25 as Range<UInt64> {
      // Two flights of 1.6 m per floor, with a landing.
      let flight = Part(seconds: 6, climb: 0.27, rate: 1.6)
      let storey = [flight, Part(seconds: 3, climb: 0, rate: 1.7), flight]
      let way = [Self.flat] + (0..<storeys).flatMap { _ in storey } + [Self.flat]
      let up = floors(way, seed: seed)
      #expect(up.up == storeys && up.down == 0, "seed \(seed): \(up)")
      let down = floors(
        way.map { Part(seconds: $0.seconds, climb: -$0.climb, rate: $0.rate) }, seed: seed)
      #expect(down.down == storeys && down.up == 0, "seed \(seed): \(down)")
    }
  }

  @Test func ignoresLiftsEscalatorsWeatherAndDraughts() {
    let ways: [[Part]] = [
      // A lift, with steps to it and from it.
      [Self.flat, Part(seconds: 12, climb: 1.5, rate: 0), Self.flat],
      // A lift in which the person shifts from foot to foot.
      [Self.flat, Part(seconds: 12, climb: 1.5, rate: 1.2), Self.flat],
      // An escalator, standing.
      [Self.flat, Part(seconds: 20, climb: 0.3, rate: 0), Self.flat],
      // A street uphill at 4 %.
      [Self.flat, Part(seconds: 600, climb: 0.055, rate: 1.8), Self.flat],
      // A gust like that of a door: 8 Pa within a second, and back.
      [
        Self.flat, Part(seconds: 1, climb: 0.66, rate: 1.8), Self.flat,
        Part(seconds: 1, climb: -0.66, rate: 1.8), Self.flat,
      ],
    ]
    for (index, way) in ways.enumerated() {
      for seed in 0..<25 as Range<UInt64> {
        let reported = floors(way, seed: seed)
        #expect(reported.up == 0 && reported.down == 0, "way \(index), seed \(seed): \(reported)")
      }
    }
    // A weather front: 3 hPa per hour, for two hours of walking.
    let walk = [Part(seconds: 7200, climb: 0, rate: 1.8)]
    for seed in 0..<10 as Range<UInt64> {
      let reported = floors(walk, seed: seed, weather: 300)
      #expect(reported.up == 0 && reported.down == 0)
    }
  }

  /// Number of steps, reported half a second late, that are counted as stairs.
  private func stairs(_ parts: [Part], seed: UInt64) -> (on: Int, all: Int) {
    var counter = FloorCounter()
    var draw = RandomStream(seed: seed, purpose: "stairs")
    var (time, height, owed, on, all) = (0.0, 0.0, 0.0, 0, 0)
    for part in parts {
      for tick in 0..<Int(part.seconds * 10) {
        time += 0.1
        height += 0.1 * part.climb
        owed += 0.1 * part.rate
        if tick % 10 == 0 {
          counter.receive(
            PressureSample(
              time: SimTime(seconds: time),
              pressurePascals: 101_325 - 12 * height + 1.3 * draw.gaussian()))
        }
        guard owed >= 1 else { continue }
        owed -= 1
        all += 1
        on += counter.isStair(at: SimTime(seconds: time - 0.5), stepsPerSecond: part.rate) ? 1 : 0
      }
    }
    return (on, all)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func detectsStepsOnStairs(seed: UInt64) {
    let flight = Part(seconds: 20, climb: 0.28, rate: 1.6)
    #expect(stairs([Self.flat, flight], seed: seed).on > 16)
    let flat = stairs([Part(seconds: 600, climb: 0, rate: 1.8)], seed: seed)
    #expect(flat.on * 100 < flat.all, "seed \(seed): \(flat)")
    let lift = stairs([Self.flat, Part(seconds: 20, climb: 1.5, rate: 1)], seed: seed)
    #expect(lift.on < 8, "seed \(seed): \(lift)")
  }

  @Test func floorsAreNilWithoutBarometer() {
    var counter = FloorCounter()
    for second in 0..<100 { counter.receive(stepAt: SimTime(seconds: Double(second))) }
    #expect(counter.ascended == nil && counter.descended == nil)
    for pascals in [Double.nan, .infinity, -1, 0, 1e9] {
      counter.receive(PressureSample(time: .distantPast, pressurePascals: pascals))
    }
    #expect(counter.ascended == nil)
    for time in [SimTime.distantFuture, .start, .distantPast, .distantFuture] {
      counter.receive(PressureSample(time: time, pressurePascals: 100_000))
      counter.receive(stepAt: time)
    }
    #expect(counter.ascended == 0)
  }
}
