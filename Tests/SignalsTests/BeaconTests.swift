import Geometry
import Glibc
import Kernel
import Mobility
import Numerics
import Observations
import Signals
import Testing
import Venues

struct BeaconTests {
  private func beacon(
    _ name: String = "b", interval: Double = 0.35, truePower: Double = -59
  ) -> Beacon {
    Beacon(
      name: name,
      identity: BeaconIdentity(uuid: Identifier128(high: 1, low: 2), major: 3, minor: 4),
      position: [0, 0, 1.2], level: 0, measuredPowerDecibelMilliwatts: -59,
      truePowerDecibelMilliwatts: truePower, intervalSeconds: interval)
  }

  private func pose(at distance: Double, level: Int? = 0) throws -> Pose {
    try standing(at: [distance, 0, 0], level: level)
  }

  @Test(arguments: [0.02, 0.1, 0.35, 10.24]) func keepsItsInterval(interval: Double) throws {
    for seed in 0..<10 as Range<UInt64> {
      let model = BeaconModel(beacon(interval: interval), seed: seed, device: 1)
      let first = model.time(ofEvent: 0).seconds
      #expect(first >= 0 && first < interval + 0.010, "seed \(seed)")
      // The period is the interval and the mean of a delay of up to 10 ms.
      let period = interval + 0.005
      var gaps = RunningStatistics()
      for number in 1...2000 as ClosedRange<Int64> {
        let gap = (model.time(ofEvent: number) - model.time(ofEvent: number - 1)).seconds
        #expect(gap > 0 && abs(gap - period) < 0.010 + 1e-8, "seed \(seed), event \(number)")
        try gaps.add(gap)
      }
      #expect(abs(gaps.average - period) < 0.010 / 2000 + 1e-9, "seed \(seed)")
      // The difference of two uniform delays: 10 ms / √6.
      let spread = gaps.spread
      #expect(abs(spread - 0.010 / 6.squareRoot()) < 0.0004, "seed \(seed)")
    }
  }

  /// The law: P at 1 m less 20.3 log d, scatter 5 dB, 90 % heard, deaf below -98 dBm.
  @Test(arguments: [0.1, 1, 5, 10, 16, 40], [-59.0, -65]) func obeysItsLaw(
    distance: Double, power: Double
  ) throws {
    let count = 20_000
    let model = BeaconModel(beacon(truePower: power), seed: 4, device: 1)
    let pose = try pose(at: distance)
    var heard = RunningStatistics()
    for number in 0..<Int64(count) {
      let time = model.time(ofEvent: number)
      guard let advertisement = model.hear(event: number, at: pose, time: time)
      else { continue }
      let strength = advertisement.rssiDecibelMilliwatts
      #expect(strength == strength.rounded() && strength >= -98 && advertisement.time == time)
      #expect(advertisement.measuredPowerDecibelMilliwatts == -59)
      try heard.add(strength)
    }
    let mean = power - 20.3 * log10(max(0.3, distance))
    // A normal law cut off below -98 dBm, by its density and distribution at the cut.
    let cut = (-98 - mean) / 5
    let density = exp(-cut * cut / 2) / (2 * .pi).squareRoot()
    let above = erfc(cut / 2.squareRoot()) / 2
    let truncated = mean + 5 * density / above
    let share = Double(heard.count) / Double(count)
    #expect(abs(share - 0.9 * above) < 5 * (0.25 / Double(count)).squareRoot())
    // Rounding after the cut moves the mean by less than 0.1 dB.
    let error = 5 * 5 / Double(heard.count).squareRoot() + (above < 0.99 ? 0.1 : 0)
    #expect(abs(heard.average - truncated) < error, "\(heard.average), not \(truncated)")
    if above > 0.999 {
      #expect(abs(heard.spread - 5) < 0.15)
    }
  }

  @Test func losesThroughFloors() throws {
    let model = BeaconModel(beacon(), seed: 4, device: 1)
    for (level, loss) in [(0, 0.0), (1, 15), (-2, 30), (nil, 0)] as [(Int?, Double)] {
      let (here, there) = (try pose(at: 1), try pose(at: 1, level: level))
      for number in 0..<200 as Range<Int64> {
        guard let near = model.hear(event: number, at: here, time: .start) else { continue }
        let far = model.hear(event: number, at: there, time: .start)
        // Rounding of a loss that is whole keeps it whole, as long as it isn't cut off.
        if near.rssiDecibelMilliwatts - loss > -97 {
          #expect(far?.rssiDecibelMilliwatts == near.rssiDecibelMilliwatts - loss)
        }
      }
    }
  }

  @Test func drawsAreAddressedNotOrdered() throws {
    let pose = try pose(at: 3)
    func strengths(_ model: BeaconModel, _ numbers: some Sequence<Int64>) -> [Int64: Double?] {
      Dictionary(
        uniqueKeysWithValues: numbers.map {
          ($0, model.hear(event: $0, at: pose, time: .start)?.rssiDecibelMilliwatts)
        })
    }
    let model = BeaconModel(beacon(), seed: 4, device: 1)
    let all = strengths(model, 0..<300)
    for (number, strength) in strengths(model, stride(from: 299, to: 0, by: -13)) {
      #expect(all[number] == strength)
    }
    #expect(strengths(BeaconModel(beacon(), seed: 5, device: 1), 0..<300) != all)
    #expect(strengths(BeaconModel(beacon(), seed: 4, device: 2), 0..<300) != all)
    #expect(strengths(BeaconModel(beacon("c"), seed: 4, device: 1), 0..<300) != all)
    // Names that agents and beacons share must not make their streams one.
    let (b, c) = (stableHash("b"), stableHash("c"))
    #expect(
      strengths(BeaconModel(beacon("b"), seed: 4, device: c), 0..<300)
        != strengths(BeaconModel(beacon("c"), seed: 4, device: b), 0..<300))
  }
}
