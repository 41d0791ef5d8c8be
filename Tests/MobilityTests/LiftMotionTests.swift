import Mobility
import Testing
import Venues

struct LiftMotionTests {
  private static let machines: [LiftMachine] = {
    var slow = LiftMachine()
    slow.speedMetresPerSecond = 1
    var express = LiftMachine()
    express.speedMetresPerSecond = 6
    express.accelerationMetresPerSecondSquared = 1.2
    express.jerkMetresPerSecondCubed = 1.5
    var gentle = LiftMachine()
    gentle.speedMetresPerSecond = 0.3
    gentle.jerkMetresPerSecondCubed = 0.5
    return [slow, LiftMachine(), express, gentle]
  }()

  @Test(arguments: machines, [0.05, 0.5, 2, 3.2, 4, 9, 20, 60, 120, 350])
  func staysWithinSpeedAccelerationAndJerkLimits(machine: LiftMachine, distance: Double) {
    let motion = LiftMotion(from: 10, to: 10 - distance, machine: machine)
    let step = motion.duration / 4000
    let heights = (0...4000).map { motion.height(at: Double($0) * step) }
    #expect(abs(heights[0] - 10) < 1e-9 && abs(heights[4000] - (10 - distance)) < 1e-9)
    let speeds = zip(heights, heights.dropFirst()).map { ($0.1 - $0.0) / step }
    let accelerations = zip(speeds, speeds.dropFirst()).map { ($0.1 - $0.0) / step }
    let jerks = zip(accelerations, accelerations.dropFirst()).map { ($0.1 - $0.0) / step }
    #expect(speeds.allSatisfy { $0 < 1e-9 && -$0 < machine.speedMetresPerSecond * 1.001 })
    let maximum = machine.accelerationMetresPerSecondSquared
    #expect(accelerations.allSatisfy { abs($0) < maximum * 1.002 + 1e-4 })
    // Differences of differences of rounded figures: accurate to some parts in a thousand.
    #expect(jerks.allSatisfy { abs($0) < machine.jerkMetresPerSecondCubed * 1.02 + 1e-3 })
  }

  @Test func durationMatchesClosedForm() {
    // With all limits reached: d / v + v / a + a / j.
    let machine = Self.machines[2]
    let motion = LiftMotion(from: 0, to: 100, machine: machine)
    #expect(abs(motion.duration - (100 / 6 + 6 / 1.2 + 1.2 / 1.5)) < 1e-9)
    // With the jerk limit only: 4 (d / 2 j)^(1/3).
    let short = LiftMotion(from: 0, to: 0.5, machine: machine)
    #expect(abs(short.duration - 4 * 0.550321208149104) < 1e-6)
  }
}
