import Kernel
import Truth

/// Phone motion of a body at rest: postural sway, breathing, tremor and shifts of weight.
///
/// MotionSense's pockets: 0.13 m/s² horizontal and 0.09 rad/s RMS standing, half of that sitting, a fifth
/// to five times as much from window to window; mostly rare, larger shifts.
struct GaitPosture: Sendable {
  /// Node spacing, in s: sway has its power below 0.5 Hz (Winter 1995, from memory).
  private static let swaySpacing = 0.5
  private static let shiftSpacing = 1.6
  /// Node spacing of muscle, clothes and heartbeat motion, up to some 15 Hz.
  private static let stirSpacing = 0.018

  private let traits: GaitParameters
  private var sway: InertialDrift
  private var shifts: InertialDrift
  private var stir: InertialDrift

  init(_ receiver: SignalReceiver, traits: GaitParameters) {
    self.traits = traits
    let noise = InertialNoise(receiver.stream("gait.posture"))
    sway = InertialDrift(noise, .sway, spacing: Self.swaySpacing)
    shifts = InertialDrift(noise, .shifts, spacing: Self.shiftSpacing)
    stir = InertialDrift(noise, .rattle, spacing: Self.stirSpacing)
  }

  /// The fraction of a standing body's motion: half when seated, with a smooth change.
  @inline(__always)
  static func calm(_ doing: TrajectoryCursor.Hold<Doing>, at time: SimTime) -> Float {
    let now: Float = doing.value.isSeated ? 0.5 : 1
    let before: Float = doing.before.isSeated ? 0.5 : 1
    guard now != before else { return now }
    let share = (time - doing.since).seconds / PhoneAttitude.sitting
    return before + (now - before) * smoothStep(Float(share)).value
  }

  /// The amplitudes at one placement, with the carrier standing: tilt in rad, acceleration in m/s².
  private struct Share {
    var sway: Float
    var shift: Float
    var jolt: Float
    /// At 2 to 15 Hz, in m/s².
    var stir: Float
    var breath: Float
    var tremor: Float
  }

  private static func share(_ placement: Placement) -> Share? {
    switch placement {
    case .waist: Share(sway: 0.006, shift: 0.012, jolt: 0.02, stir: 0.015, breath: 0.004, tremor: 0)
    case .frontPocket, .backPocket:
      Share(sway: 0.006, shift: 0.02, jolt: 0.02, stir: 0.035, breath: 0.0005, tremor: 0)
    case .upperArm:
      Share(sway: 0.01, shift: 0.03, jolt: 0.03, stir: 0.02, breath: 0.003, tremor: 0.01)
    case .handSwinging:
      Share(sway: 0.015, shift: 0.05, jolt: 0.04, stir: 0.03, breath: 0.001, tremor: 0.03)
    case .handTexting:
      Share(sway: 0.02, shift: 0.04, jolt: 0.05, stir: 0.03, breath: 0.004, tremor: 0.04)
    case .bag: Share(sway: 0.005, shift: 0.012, jolt: 0.02, stir: 0.015, breath: 0.001, tremor: 0)
    case .table, .dash, .cupHolder, .mount, .roof: nil
    }
  }

  /// Rotation per acceleration: 0.6 rad/s for 1 m/s², as a tilt.
  private static let stirTurn = 0.6 * Float(stirSpacing) / InertialDrift.slopeRMS

  /// The motion of a phone on a body at rest, with a factor of 1 for standing and 0.5 for sitting.
  @inline(__always)
  mutating func shake(
    _ placement: Placement, calm: Float, nanoseconds: Int64
  ) -> PhoneShake {
    guard let share = GaitPosture.share(placement) else { return .still }
    let (sway, swayRate) = sway(nanoseconds)
    let (shift, shiftRate) = shifts(nanoseconds)
    // The cube of a wave is rarely large and mostly near zero; its RMS is √15.
    let cube = shift.lowHalf * shift.lowHalf
    let size = share.shift * calm * 0.258
    var shake = PhoneShake(
      acceleration: sway.highHalf * (share.jolt * calm),
      tilt: sway.lowHalf * (share.sway * calm) + cube * shift.lowHalf * size,
      rotation: swayRate.lowHalf * (share.sway * calm) + cube * shiftRate.lowHalf * (3 * size))
    // Small motion is largest during shifts.
    let (stirring, stirringRate) = stir(nanoseconds)
    let swell = 0.3 + shift.highHalf.w * shift.highHalf.w
    shake.acceleration += stirring.lowHalf * (share.stir * (0.5 + 0.5 * calm) * swell)
    let turn = GaitPosture.stirTurn * share.stir * (0.5 + 0.5 * calm)
    shake.tilt += stirring.highHalf * (turn * swell)
    shake.rotation += stirringRate.highHalf * (turn * swell)
    shake.rotation += stirring.highHalf * (turn * 2 * shift.highHalf.w * shiftRate.highHalf.w)
    let seconds = Double(nanoseconds) * 1e-9
    Self.breathe(&shake, share.breath, traits.breathHertz, seconds)
    if share.tremor > 0 {
      let size = share.tremor * (1 + 0.5 * shift.highHalf.w)
      Self.tremble(&shake, size, traits.tremorHertz, seconds)
    }
    return shake
  }

  private static func breathe(
    _ shake: inout PhoneShake, _ size: Float, _ hertz: Double, _ seconds: Double
  ) {
    let rate = 2 * .pi * hertz
    let angle = rate * seconds
    shake.tilt.x += size * Float(phoneSine(angle))
    shake.rotation.x += size * Float(rate * phoneCosine(angle))
  }

  /// Hand tremor: vertical acceleration, and a consistent rotation about the elbow.
  private static func tremble(
    _ shake: inout PhoneShake, _ size: Float, _ hertz: Double, _ seconds: Double
  ) {
    let rate = 2 * .pi * hertz
    let angle = rate * seconds
    let (s, c) = (Float(phoneSine(angle)), Float(phoneCosine(angle)))
    shake.acceleration += PhoneVector(0.5 * s, 0, s, 0) * size
    // At 0.3 m from the elbow, the acceleration corresponds to this angle.
    let tilt = size / Float(0.3 * rate * rate)
    shake.tilt.x -= tilt * s
    shake.rotation.x -= tilt * Float(rate) * c
  }
}

extension Doing {
  /// True for activities on a seat.
  fileprivate var isSeated: Bool {
    switch self {
    case .sitting, .driving, .passenger, .bus, .train, .cycling: true
    default: false
    }
  }
}
