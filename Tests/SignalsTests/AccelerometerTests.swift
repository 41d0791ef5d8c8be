import Geometry
import Glibc
import Kernel
import Mobility
import Numerics
import Observations
import Signals
import Testing

struct AccelerometerTests {
  private static let gravity = AccelerometerModel.gravity
  private static let rate = 50.0

  private func readings(
    _ placement: Placement, seed: UInt64, walkingAt speed: Double? = nil, count: Int = 500
  ) throws -> (poses: [Pose], samples: [InertialSample]) {
    let model = AccelerometerModel(
      sampleRateHertz: Self.rate, seed: seed, device: 5)
    // From the third second on, when the walk is steady.
    let times = (0..<count).map { SimTime(seconds: 3 + Double($0) / Self.rate) }
    let poses = times.map { time -> Pose in
      guard let speed else { return Pose(position: .zero, placement: placement) }
      let steps = time.seconds * Gait().stepRate(.walking, speed: speed)
      return Pose(
        position: [speed * time.seconds, 0, 0], velocity: [speed, 0, 0], doing: .walking,
        placement: placement, steps: steps)
    }
    return (poses, zip(poses, times).map { model.sample($0, at: $1) })
  }

  private func vector(_ sample: InertialSample) -> Vec3 {
    Vec3(Double(sample.x), Double(sample.y), Double(sample.z))
  }

  @Test func readsGravityAtRest() throws {
    for placement in Placement.allCases {
      var offsets = RunningStatistics()
      for seed in 0..<200 as Range<UInt64> {
        var magnitude = RunningStatistics()
        for sample in try readings(placement, seed: seed, count: 200).samples {
          try magnitude.add(vector(sample).length)
        }
        try offsets.add(magnitude.average - Self.gravity)
        // 160 µg/√Hz over 25 Hz is 7.8 mm/s²; 200 samples tell it to 5 %.
        let noise = magnitude.spread
        #expect(abs(noise - 0.00785) < 0.0025, "\(placement), seed \(seed): \(noise)")
      }
      // The offset is one of 20 mg on the axis that is up; the others add half their square.
      let spread = offsets.spread
      #expect(abs(spread - 0.196) < 0.04, "\(placement): \(spread)")
      #expect(abs(offsets.average) < 5 * 0.196 / 200.squareRoot() + 0.004, "\(placement)")
    }
  }

  @Test(arguments: [
    (Placement.waist, Vec3(0, 1, 0)), (.handTexting, Vec3(0, 0.5.squareRoot(), 0.5.squareRoot())),
    (.table, Vec3(0, 0, 1)),
  ]) func isHeldAsItIsCarried(placement: Placement, up: Vec3) throws {
    var sum = Vec3.zero
    for seed in 0..<100 as Range<UInt64> {
      sum += vector(try readings(placement, seed: seed, count: 1).samples[0])
    }
    #expect((sum / 100 - up * Self.gravity).length < 0.1)
  }

  @Test func swingsInTimeWithTheSteps() throws {
    for placement in [Placement.waist, .handTexting] {
      for seed in 0..<20 as Range<UInt64> {
        let speed = 0.8 + 0.06 * Double(seed)
        let (poses, samples) = try readings(placement, seed: seed, walkingAt: speed, count: 4096)
        let tilt = placement == .waist ? 0 : Double.pi / 4
        let up = samples.map { Double($0.y) * cos(tilt) + Double($0.z) * sin(tilt) }
        let spectrum = try PowerSpectrum(of: up, rate: Self.rate, segmentLength: 1024)
        let peak = spectrum.densities.indices.max {
          spectrum.densities[$0] < spectrum.densities[$1]
        }
        let stepRate =
          (poses[4095].steps - poses[0].steps) / (4095 / Self.rate)
        let found = spectrum.frequencies[try #require(peak)]
        #expect(abs(found - stepRate) <= Self.rate / 1024, "\(placement), seed \(seed): \(found)")
        // Peaks at whole steps: the first circular moment of the vertical over the step's phase.
        var moment = (real: 0.0, imaginary: 0.0)
        for (pose, value) in zip(poses, up) {
          moment.real += value * cos(2 * .pi * pose.steps)
          moment.imaginary += value * sin(2 * .pi * pose.steps)
        }
        let phase = atan2(moment.imaginary, moment.real)
        #expect(abs(phase) < 0.1, "\(placement), seed \(seed): \(phase)")
      }
    }
  }

  @Test(arguments: [0.8, 1.34, 1.9]) func swingsAsFarAsMeasured(speed: Double) throws {
    // Vertical amplitudes of the UCI HAR test set in g, and what they leave unexplained.
    let amplitudes = [0.021, 0.228, 0.081, 0.069, 0.040, 0.087, 0.041, 0.063]
    let scale = pow(speed / 1.34, 1.75) * Self.gravity
    let expected = amplitudes.reduce(0.072 * 0.072) { $0 + $1 * $1 / 2 } * scale * scale
    let samples = try readings(.waist, seed: 3, walkingAt: speed, count: 8192).samples
    var up = RunningStatistics()
    for sample in samples { try up.add(Double(sample.y)) }
    let found = up.spread * up.spread
    #expect(abs(found / expected - 1) < 0.06)
    // A phone on a table doesn't walk.
    var still = RunningStatistics()
    for sample in try readings(.table, seed: 3, walkingAt: speed).samples {
      try still.add(Double(sample.z))
    }
    #expect(still.spread < 0.01)
  }

  @Test func isDecidedBySeedDeviceAndTimeAlone() throws {
    let first = try readings(.waist, seed: 8, walkingAt: 1.2).samples
    #expect(try readings(.waist, seed: 8, walkingAt: 1.2).samples == first)
    #expect(try readings(.waist, seed: 9, walkingAt: 1.2).samples != first)
    // Readings that nobody took change none that somebody takes later.
    let poses = try readings(.waist, seed: 8, walkingAt: 1.2).poses
    let model = AccelerometerModel(
      sampleRateHertz: Self.rate, seed: 8, device: 5)
    for index in stride(from: 0, to: first.count, by: 7) {
      #expect(model.sample(poses[index], at: first[index].time) == first[index])
    }
  }

  @Test func staysOnItsScale() throws {
    let unit = Self.gravity / 4096
    var pose = try readings(.waist, seed: 1, walkingAt: 1.3).poses[100]
    pose.velocity = [30, 0, 0]
    let model = AccelerometerModel(
      sampleRateHertz: Self.rate, seed: 1, device: 5)
    for tick in 0..<500 {
      pose.steps += 0.04
      let reading = vector(model.sample(pose, at: SimTime(seconds: Double(tick) / 50)))
      for axis in 0..<3 {
        #expect(abs(reading[axis]) <= 8 * Self.gravity + 1e-4)
        let steps = reading[axis] / unit
        #expect(abs(steps - steps.rounded()) < 0.01)
      }
    }
  }
}
