import Geometry
import Kernel
import Maps
import Numerics
import Signals
import Testing
import Truth

/// Lane keeping of drivers.
struct SteeringTests {
  private func motions(
    _ seed: UInt64, doing: Doing = .driving, speed: Double = 17, steering: Bool = true,
    seconds: Double = 300
  ) -> [PhoneMotion] {
    var ride = TestRide(doing: doing, speed: speed, seconds: seconds)
    ride.parameters = .ideal
    ride.parameters.steering = steering
    ride.parameters.sampleRateHertz = 50
    return ride.motions(seed: seed)
  }

  /// Yaw rate and lateral acceleration belong to one path, which stays in the lane.
  @Test(arguments: [(Doing.driving, 17.0), (.driving, 30), (.passenger, 9), (.bus, 12)])
  func yawMatchesLateralAcceleration(doing: Doing, speed: Double) {
    for seed in 1...10 as ClosedRange<UInt64> {
      let motions = motions(seed, doing: doing, speed: speed)
      var (offset, maximum) = (0.0, 0.0)
      for (number, motion) in motions.enumerated() {
        // The holder yields slightly, a step late.
        #expect(
          abs(motion.acceleration.x + speed * motion.rotation.z) < 0.02, "\(seed), \(number)")
        offset += speed * motion.tilt.z * 0.02
        maximum = max(maximum, abs(offset))
      }
      // Relative to the initial position.
      #expect(maximum < 0.61, "seed \(seed): \(maximum) m")
      #expect(maximum > 0.02, "seed \(seed): \(maximum) m")
    }
  }

  /// The comma2k19 car's yaw rate in mrad/s RMS, within a factor of 2.5: its road has bends.
  @Test func yawMatchesRecordings() throws {
    let bands = [0.03...0.1, 0.1...0.3, 0.3...0.5, 0.5...1]
    let real = [0.0005, 0.0031, 0.0017, 0.0012]
    var levels = bands.map { _ in [Double]() }
    for seed in 1...15 as ClosedRange<UInt64> {
      let spectrum = try PowerSpectrum(
        of: motions(seed).map(\.rotation.z), rate: 50, segmentLength: 4096)
      for band in bands.indices {
        levels[band].append(spectrum.power(in: bands[band]).squareRoot())
      }
    }
    for band in bands.indices {
      let ratio = medianOf(levels[band]) / real[band]
      #expect(ratio > 1 / 2.5 && ratio < 2.5, "\(bands[band]): \(ratio)")
    }
  }

  @Test func canBeDisabled() {
    #expect(motions(1, steering: false, seconds: 20).allSatisfy { $0.rotation.z == 0 })
    #expect(motions(1, doing: .train, seconds: 20).allSatisfy { $0.rotation.z == 0 })
  }
}
