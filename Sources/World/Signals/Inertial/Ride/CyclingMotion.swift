import Geometry
import Glibc
import Kernel
import Truth

/// Pedalling motion of a phone on a cyclist's body.
///
/// The crank turns with the wheel in one of a few gears, chosen for a cadence of 60 to 90 rpm, and stands
/// still while coasting. The thigh swings with it; the trunk rocks a little.
struct CyclingMotion: Sendable {
  /// Distance per turn of the crank, in m, by gear (a town bicycle: from memory).
  private static let gears = [2.6, 3.4, 4.3, 5.4, 6.8]
  /// The time slot of a decision to coast, in s.
  private static let slotSeconds = 6.0
  private static let blockSeconds = 16.0
  private static let stepsPerBlock = 64

  private let coasting: RandomStream
  private let preferredCadence: Double
  private let coastShare: Double
  private let swing: Double
  private let lever: Double
  private let rock: Double
  private let phase: Double
  private let overtone: Double
  /// The cached pedalling of a slot and of the previous one.
  private var pedalling = (slot: -1.0, now: 1.0, last: 1.0)
  /// The crank's turns up to the start of each block of 16 s.
  private var turns: [Double] = [0]
  /// The cached crank turns, and their time as a step index.
  private var memory = (step: -1, turns: 0.0, hertz: 0.0)

  init(_ parameters: RideParameters, for receiver: SignalReceiver) {
    coasting = receiver.stream("cycling.coasting")
    var traits = receiver.stream("cycling.traits")
    // 60 to 90 rpm; coasting 10 to 30 % of the time (estimates).
    preferredCadence = traits.uniform(in: 1.05...1.45)
    coastShare = traits.uniform(in: 0.08...0.22)
    // A thigh swings by ±15 to 22° (an estimate from a crank of 0.17 m and a thigh of 0.42 m); a gyroscope
    // then reads 1.5 to 2.5 rad/s.
    swing = traits.uniform(in: 0.27...0.40)
    // From the hip joint to the pocket, in m.
    lever = traits.uniform(in: 0.12...0.22)
    rock = traits.uniform(in: 0.3...0.8)
    phase = traits.uniform(in: 0...(2 * .pi))
    overtone = traits.uniform(in: 0.1...0.3)
  }

  mutating func motion(_ pose: Pose, along trajectory: Trajectory, at time: SimTime) -> PhoneMotion
  {
    guard pose.placement.isOnBody else { return PhoneMotion() }
    let seconds = max(0, (time - .start).seconds)
    let ahead = pose.acceleration.xy.dot(Vec2(angle: pose.headingRadians))
    let slot = (seconds / Self.slotSeconds).rounded(.down)
    if pedalling.slot != slot { pedalling = (slot, pedals(slot: slot), pedals(slot: slot - 1)) }
    let cadence = cadence(pose.speed, ahead, at: seconds, pedalling.now, pedalling.last)
    // Pedalling effort: zero while coasting, a little less at low speed.
    let effort = cadence.effort
    let angle = 2 * .pi * crank(along: trajectory, at: seconds) + phase
    let rate = 2 * .pi * cadence.hertz
    let (s, c) = (sin(angle), cos(angle))
    let (s2, c2) = (2 * s * c, 1 - 2 * s * s)
    switch pose.placement {
    case .frontPocket, .backPocket:
      // The thigh's angle and its derivatives; the knee rises faster than it falls.
      let tilt = swing * (s + 0.5 * overtone * s2) * effort
      let rotation = swing * rate * (c + overtone * c2) * effort
      let twist = swing * rate * rate * (-s - 2 * overtone * s2) * effort
      // A thigh points forward and up: its swing moves the phone up and a bit back.
      return PhoneMotion(
        acceleration: Vec3(
          0.3 * rock * c * effort, -0.45 * lever * twist - lever * rotation * rotation,
          0.9 * lever * twist),
        tilt: Vec3(tilt, 0.15 * tilt, 0), rotation: Vec3(rotation, 0.15 * rotation, 0))
    case .waist, .upperArm, .bag, .handSwinging, .handTexting:
      // The trunk rocks once per turn and nods twice: 0.03 to 0.08 g (an estimate).
      let roll = 0.03 * rock
      return PhoneMotion(
        acceleration: Vec3(rock * s, 0.5 * rock * c2, 0.6 * rock * s2) * effort,
        tilt: Vec3(0, roll * s, 0) * effort, rotation: Vec3(0, roll * rate * c, 0) * effort)
    default: return PhoneMotion()
    }
  }

  /// The crank's rate, in Hz, and the effort on the pedals.
  private func cadence(
    _ speed: Double, _ push: Double, at seconds: Double, _ now: Double, _ last: Double
  ) -> (hertz: Double, effort: Double) {
    guard speed > 0.5 else { return (0, 0) }
    let slot = seconds / Self.slotSeconds
    let whole = slot.rounded(.down)
    // Half a second from one state to the other.
    let share = min(1, (slot - whole) * Self.slotSeconds / 0.5)
    var effort = last + (now - last) * share
    // No pedalling while braking.
    effort *= min(1, max(0, (push + 0.7) / 0.5))
    effort *= min(1, (speed - 0.5) / 1.0)
    return (effort * gearedCadence(speed), effort)
  }

  /// The cadence in the gear nearest to the preferred cadence, in Hz.
  func gearedCadence(_ speed: Double) -> Double {
    let wanted = speed / preferredCadence
    var best = Self.gears[0]
    for gear in Self.gears where abs(gear - wanted) < abs(best - wanted) { best = gear }
    return min(2, speed / best)
  }

  private func pedals(slot: Double) -> Double {
    var draws = coasting.at(index: UInt64(max(0, min(1e12, slot + 1))))
    return draws.happens(withProbability: coastShare) ? 0 : 1
  }

  /// The crank's turns since the start: sums over blocks, then over steps of a quarter second.
  private mutating func crank(along trajectory: Trajectory, at seconds: Double) -> Double {
    let width = Self.blockSeconds / Double(Self.stepsPerBlock)
    let step = Int(min(1e9, seconds / width))
    let block = step / Self.stepsPerBlock
    if memory.step != step {
      while turns.count <= block {
        var sum = turns[turns.count - 1]
        let first = (turns.count - 1) * Self.stepsPerBlock
        for number in first..<first + Self.stepsPerBlock {
          sum += width * hertz(along: trajectory, at: (Double(number) + 0.5) * width)
        }
        turns.append(sum)
      }
      // Continuing from the cache adds up in the same order as starting again.
      var from = block * Self.stepsPerBlock
      var sum = turns[block]
      if memory.step >= from, memory.step < step { (from, sum) = (memory.step, memory.turns) }
      for number in from..<step {
        sum += width * hertz(along: trajectory, at: (Double(number) + 0.5) * width)
      }
      memory = (step, sum, hertz(along: trajectory, at: (Double(step) + 0.5) * width))
    }
    return memory.turns + (seconds - Double(step) * width) * memory.hertz
  }

  private func hertz(along trajectory: Trajectory, at seconds: Double) -> Double {
    let time = SimTime(seconds: seconds)
    guard trajectory.doing[time] == .cycling else { return 0 }
    let state = trajectory.path.state(at: time)
    let push = state.acceleration.xy.dot(Vec2(angle: state.headingRadians))
    let slot = (seconds / Self.slotSeconds).rounded(.down)
    return cadence(
      state.velocity.xy.length, push, at: seconds, pedals(slot: slot), pedals(slot: slot - 1)
    ).hertz
  }
}
