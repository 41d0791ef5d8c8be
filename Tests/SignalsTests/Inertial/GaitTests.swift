import Glibc
import Kernel
import Numerics
import Observations
import Signals
import Testing
import Truth

struct GaitTests {
  private static let gravity = InertialSensorParameters.gravity
  private static let hertz = 100.0

  /// Specific force along its mean less the mean, low-pass filtered at some 3 Hz without delay.
  private func slowVertical(_ walk: InertialWalk, along trajectory: Trajectory) -> [Double] {
    let samples = walk.readings(.accelerometer, hertz: Self.hertz, along: trajectory).accelerometer
    let sum = samples.reduce(SIMD3<Double>.zero) { $0 + $1.vector } / Double(samples.count)
    let vertical = samples.map { ($0.vector * sum).sum() / length(sum) - length(sum) }
    let weights = (-20...20).map { exp(-0.5 * pow(Double($0) / 4.5, 2)) }
    let total = weights.reduce(0, +)
    return vertical.indices.map { index in
      weights.enumerated().reduce(0) { value, weight in
        let at = min(max(0, index + weight.offset - 20), vertical.count - 1)
        return value + vertical[at] * weight.element / total
      }
    }
  }

  /// Times of peaks above a tenth of an RMS; of two that are nearer than 0.45 of a step, the higher one.
  private func peaks(_ values: [Double], period: Double) -> [Double] {
    let square = values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
    let minimum = square.squareRoot() * 0.1
    var found: [Int] = []
    for index in 1..<values.count - 1
    where values[index] > minimum && values[index] > values[index - 1]
      && values[index] >= values[index + 1]
    {
      if let last = found.last, Double(index - last) < 0.45 * period * Self.hertz {
        if values[index] > values[last] { found[found.count - 1] = index }
      } else {
        found.append(index)
      }
    }
    return found.map { Double($0) / Self.hertz }
  }

  @Test(arguments: [
    (Placement.waist, Doing.walking, 0.9), (.waist, .walking, 1.34), (.waist, .walking, 1.7),
    (.handTexting, .walking, 1.34), (.waist, .running, 2.8), (.waist, .stairsDown, 0.5),
    (.waist, .stairsUp, 0.46),
  ]) func signalStepsMatchTrueSteps(
    placement: Placement, doing: Doing, speed: Double
  ) {
    for device in 0..<20 as Range<UInt64> {
      let walk = InertialWalk(
        placement: placement, doing: doing, speed: speed, seconds: 60, device: device)
      let trajectory = walk.trajectory
      let falls = (0..<trajectory.stepEvents.count).map { trajectory.stepEvents[$0].time.seconds }
      let values = slowVertical(walk, along: trajectory)
      let period = falls[21] - falls[20]
      let all = peaks(values, period: period)
      // Delay of the peak after a footfall, as a phase of the step.
      var (real, imaginary) = (0.0, 0.0)
      for peak in all where peak > falls[8] && peak < falls[falls.count - 10] {
        let before = falls.last { $0 <= peak } ?? 0
        real += cos(2 * .pi * (peak - before) / period)
        imaginary += sin(2 * .pi * (peak - before) / period)
      }
      let delay = atan2(imaginary, real) / (2 * .pi) * period
      let what = "\(placement) \(doing) \(speed), device \(device)"
      #expect(delay > -0.02 && delay < 0.2, "\(what): \(delay)")
      // At steady speed, each footfall has one peak within half a step before and after.
      var square = 0.0
      for fall in falls[8..<falls.count - 10] {
        let near = all.filter { abs($0 - fall - delay) < 0.5 * period }
        #expect(near.count == 1, "\(what): \(near) for \(fall)")
        for peak in near {
          #expect(abs(peak - fall - delay) < 0.3 * period, "\(what): \(fall)")
          square += (peak - fall - delay) * (peak - fall - delay)
        }
      }
      let spread = (square / Double(falls.count - 18)).squareRoot()
      #expect(spread < 0.1 * period, "\(what): \(spread / period)")
    }
  }

  @Test func isStillWhenDisabledOrNotCarried() {
    for (placement, stride) in [(Placement.waist, false), (.table, true), (.dash, true)] {
      var walk = InertialWalk(placement: placement, seconds: 20)
      walk.parameters = .ideal
      walk.parameters.gait.stride = stride
      for sample in walk.readings().accelerometer.dropFirst(200).dropLast(200) {
        #expect(abs(length(sample.vector) - Self.gravity) < 0.02)
      }
    }
  }

  @Test func isPeriodicWithoutVariation() throws {
    var walk = InertialWalk(placement: .frontPocket, seconds: 60)
    walk.parameters = .ideal
    let trajectory = walk.trajectory
    let falls = trajectory.stepEvents
    var model = walk.model
    for step in 20..<60 {
      let (one, two) = (falls[step].time, falls[step + 2].time)
      let here = model.sense(along: trajectory, at: one)
      let there = model.sense(along: trajectory, at: two)
      let (a, b) = (try #require(here), try #require(there))
      // Phones in a pocket distinguish left from right, so a step later differs.
      #expect(length(a.accelerometer.vector - b.accelerometer.vector) < 0.3)
    }
  }

  @Test func growsWithSpeed() throws {
    func strength(_ speed: Double) throws -> Double {
      var all = RunningStatistics()
      for device in 0..<10 as Range<UInt64> {
        let walk = InertialWalk(speed: speed, seconds: 40, device: device)
        for sample in walk.readings().accelerometer.dropFirst(300).dropLast(300) {
          try all.add(length(sample.vector))
        }
      }
      return all.spread / Self.gravity
    }
    // Menz et al. 2003, rounded: vertical RMS .14 g at 1.0, .21 at 1.3, .30 at 1.6 m/s.
    for (speed, expected) in [(1.0, 0.14), (1.3, 0.21), (1.6, 0.30)] {
      let found = try strength(speed)
      #expect(abs(found / expected - 1) < 0.25, "\(speed): \(found)")
    }
  }

  @Test func runningHasFlightPhases() throws {
    var walk = InertialWalk(doing: .running, speed: 2.8, seconds: 30)
    for device in 0..<20 as Range<UInt64> {
      walk.device = device
      walk.parameters = InertialWalk.trueSensors
      let samples = walk.readings(.accelerometer).accelerometer.dropFirst(300).dropLast(300)
      let sum = samples.reduce(SIMD3<Double>.zero) { $0 + $1.vector } / Double(samples.count)
      // Momentum: on average, the trunk is supported by one gravity.
      #expect(abs(length(sum) - Self.gravity) < 0.5)
      let vertical = samples.map { ($0.vector * sum).sum() / length(sum) }.sorted()
      // In the air for 38 % of the time: a fifth of all readings are nearly weightless.
      #expect(vertical[vertical.count / 5] < 0.5 * Self.gravity, "\(vertical[vertical.count / 5])")
      #expect(vertical[vertical.count * 9 / 10] > 1.7 * Self.gravity)
    }
  }

  @Test func motionEndsWithTheWalk() {
    let walk = InertialWalk(placement: .frontPocket, seconds: 30)
    let samples = walk.readings(.accelerometer).accelerometer
    let end = walk.trajectory.endTime
    for sample in samples where sample.time > end + .seconds(0.7) {
      #expect(abs(length(sample.vector) - Self.gravity) < 1)
    }
  }
}
