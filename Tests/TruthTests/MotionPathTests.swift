import Geometry
import Glibc
import Kernel
import Testing
import Truth

struct MotionPathTests {
  /// Records a walk given by its position over time, sampled every 0.75 s.
  private func record(
    from begin: Double, to end: Double, step: Int = MotionRecorder.stepOnFoot,
    _ place: (Double) -> (Vec3, Double)
  ) -> MotionPath {
    let (start, heading) = place(begin)
    var recorder = MotionRecorder(position: start, headingRadians: heading)
    var tick = Int((begin * 20).rounded())
    while Double(tick) / 20 <= end {
      let (position, heading) = place(Double(tick) / 20)
      recorder.sample(tick: tick, position: position, headingRadians: heading, step: step)
      tick += step
    }
    return recorder.finish()
  }

  @Test func straightWalkIsAccurate() {
    let path = record(from: 0, to: 600) { time in
      (Vec3(1.3 * max(0, time - 6), -0.2 * max(0, time - 6), 4), 0.3)
    }
    for second in 12..<590 {
      let state = path.state(at: .start + .seconds(Double(second) + 0.37))
      let travelled = Double(second) + 0.37 - 6
      #expect(abs(state.position.x - 1.3 * travelled) < 0.004)
      #expect(abs(state.position.y + 0.2 * travelled) < 0.004)
      #expect(abs(state.position.z - 4) < 1e-9)
      #expect(abs(state.velocity.x - 1.3) < 0.01 && abs(state.headingRadians - 0.3) < 1e-9)
      #expect(state.acceleration.length < 0.03)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func velocityAndAccelerationAreTheDerivatives(seed: UInt64) {
    var stream = RandomStream(seed: seed, purpose: "path")
    var position = Vec3(stream.uniform(in: -1e4...1e4), 0, 0)
    var velocity = Vec3.zero
    var heading = 0.0
    let start = position
    var recorder = MotionRecorder(position: position, headingRadians: heading)
    for tick in stride(from: 0, to: 18_000, by: 15) {
      // Walks, stands for a while, climbs, drives far enough to need new bases.
      let phase = tick / 1800
      let reach = [1.5, 0, 1, 30, 0, 2, 1, 0, 12, 1][phase]
      let pull = Vec3(stream.gaussian(), stream.gaussian(), phase == 2 ? 0.2 : 0) * reach
      velocity = reach == 0 ? .zero : velocity * 0.8 + pull * 0.2
      position = position + velocity * 0.75
      heading += reach == 0 ? 0 : stream.gaussian() * 0.3
      recorder.sample(
        tick: tick, position: position, headingRadians: heading, step: MotionRecorder.stepOnFoot)
    }
    let path = recorder.finish()
    #expect((path.state(at: .distantPast).position - start).length < 0.002)
    let width = 1e-3
    for index in 0..<3000 {
      let time = SimTime.start + .seconds(Double(index) * 0.31 + 0.1)
      let (before, state, after) = (
        path.state(at: time - .seconds(width)), path.state(at: time),
        path.state(at: time + .seconds(width))
      )
      let slope = (after.position - before.position) / (2 * width)
      #expect((slope - state.velocity).length < 0.02 * (1 + state.velocity.length))
      let bend = (after.velocity - before.velocity) / (2 * width)
      #expect((bend - state.acceleration).length < 0.5)
      let turn = (after.headingRadians - before.headingRadians) / (2 * width)
      #expect(abs(turn - state.turnRate) < 0.01)
      // Position, velocity and acceleration are continuous.
      #expect((after.acceleration - before.acceleration).length < 0.5)
    }
  }

  @Test func doesNotOvershootCorners() {
    // A right angle: no overshoot past the corner.
    let path = record(from: 0, to: 60) { time in
      time < 30 ? (Vec3(time * 1.4, 0, 0), 0) : (Vec3(42, (time - 30) * 1.4, 0), .pi / 2)
    }
    for index in 0..<6000 {
      let position = path.state(at: .start + .seconds(Double(index) / 100)).position
      #expect(position.x <= 42.003 && position.y >= -0.003)
    }
  }

  @Test func oneHourOfWalkingTakesLittleMemory() {
    let path = record(from: 0, to: 3600) { time in
      // Around a hall, never straight for long.
      let angle = time / 20
      return (Vec3(60 * cos(angle), 60 * sin(angle), 0), angle + .pi / 2)
    }
    #expect(path.byteCount < 40_000, "\(path.byteCount) bytes")
    #expect(path.movements.count == 1)
  }

  @Test func restTakesNoMemory() {
    var recorder = MotionRecorder(position: .zero, headingRadians: 0)
    for day in 0..<7 {
      for tick in 0..<50 {
        recorder.sample(
          tick: day * 1_728_000 + 6000 + tick * 15,
          position: Vec3(Double(day) * 65 + Double(tick) * 0.8, 0, 0), headingRadians: 0,
          step: MotionRecorder.stepOnFoot)
      }
    }
    let path = recorder.finish()
    #expect(path.movements.count == 7 && path.byteCount < 5000)
    #expect(path.state(at: .start + .hours(30)).velocity == .zero)
    let end = path.state(at: .start + .hours(24 * 8)).position
    #expect(abs(end.x - (6 * 65 + 49 * 0.8)) < 0.003)
  }

  @Test func headingsUseShortestTurn() {
    let path = record(from: 0, to: 30) { time in
      (Vec3(time, 0, 0), time < 15 ? 3.1 : -3.1)
    }
    let (before, after) = (
      path.state(at: .start + .seconds(10)).headingRadians,
      path.state(at: .start + .seconds(20)).headingRadians
    )
    #expect(abs(after - before - (2 * .pi - 6.2)) < 0.002)
  }
}
